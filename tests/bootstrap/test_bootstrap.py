"""From a bare Python to `.venv`: made once, found again, redone when half made, and its failures in words."""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections import namedtuple
from pathlib import Path

import pytest

from klaverclub import bootstrap

ROOT = Path(__file__).resolve().parents[2]
BARE = bootstrap.base_python()
# Stands in for Django in a project of a few lines: says which Python it runs in, and with what.
DJANGO = """
import json, os, sys
def execute_from_command_line(argv):
    print(json.dumps({"prefix": sys.prefix, "argv": argv[1:], "data": os.environ.get("KLAVERCLUB_DATA")}))
"""


class Project:
    """manage.py and the real bootstrap around empty locks: makes a real environment without a network."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("manage.py", "klaverclub/__init__.py", "klaverclub/bootstrap.py"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        (folder / "django" / "core").mkdir(parents=True)
        for name, text in (("__init__", ""), ("core/__init__", ""), ("core/management", DJANGO)):
            (folder / "django" / f"{name}.py").write_text(text)
        (folder / "pytest_django.py").write_text("")
        (folder / "tests").mkdir()
        for lock in bootstrap.LOCKS.values():
            (folder / lock).write_text("# nothing\n")
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("KLAVERCLUB_", "PIP_", "DJANGO_", "PYTHON"))
        } | {"LANG": "en_GB.UTF-8", "LC_ALL": ""}

    def start(self, *words: str, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [BARE, "manage.py", *words],
            cwd=self.folder,
            env=self.environment | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, **environment: str) -> tuple[dict[str, object], str]:
        """What the stand-in for Django reported, and what was said on the way."""
        process = self.start(*words, **environment)
        out, said = process.communicate(timeout=120)
        assert process.returncode == 0, said
        return json.loads(out), said

    def fail(self, *words: str, **environment: str) -> str:
        process = self.start(*words, **environment)
        out, said = process.communicate(timeout=120)
        assert process.returncode == 1
        assert out == ""
        assert "Traceback" not in said
        return said

    @property
    def venv(self) -> Path:
        return self.folder / ".venv"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "klaver club")  # a space, as folders of people have


def test_it_is_made_once_found_again_and_kept_up_to_date(project):
    report, said = project.run("up", "--port", "8000", "--data", "kept here")
    assert report == {
        "prefix": str(project.venv),
        "argv": ["up", "--port", "8000"],
        "data": str(project.folder / "kept here"),
    }
    assert "makes its own Python environment" in said

    begin = time.monotonic()
    assert project.run("up")[1] == ""
    assert time.monotonic() - begin < 5

    # A new lock: brought up to date in place. The tests have a lock of their own.
    (project.folder / "requirements.lock").write_text("# a newer nothing\n")
    kept = project.venv / "kept"
    kept.write_text("")
    assert "up to date" in project.run("up")[1]
    assert "up to date" in project.run("test", "-k", "word")[1]
    assert project.run("test")[1] == ""
    assert kept.exists()

    # Half made, as a start leaves it that was killed: made again from the start.
    (project.venv / bootstrap.STAMP).unlink()
    assert "makes its own Python environment" in project.run("up")[1]
    assert not kept.exists()


def test_packages_of_the_tests_that_were_never_finished_leave_the_product_as_it_is(project):
    project.run("up")
    lock = project.folder / "tests" / "requirements.lock"
    whole = lock.read_text()
    lock.write_text(f"klaverclub-nothing==1.0 --hash=sha256:{'0' * 64}\n")
    project.fail(
        "test", PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_RETRIES="1", PIP_CONFIG_FILE=os.devnull
    )
    assert project.run("up")[1] == ""
    lock.write_text(whole)
    assert "up to date" in project.run("test")[1]


def test_of_two_first_starts_one_waits_for_the_other(project):
    both = [project.start("up"), project.start("up")]
    ends = [process.communicate(timeout=120) for process in both]
    assert [process.returncode for process in both] == [0, 0], ends
    assert [json.loads(out)["prefix"] for out, _said in ends] == [str(project.venv)] * 2
    said = sorted(said.splitlines() for _out, said in ends)
    assert sum("makes its own" in line for lines in said for line in lines) == 1
    assert sum("waiting" in line for lines in said for line in lines) == 1


def test_it_can_be_switched_off(project):
    assert project.run("up", KLAVERCLUB_VENV="off")[0]["prefix"] == sys.base_prefix
    assert not project.venv.exists()


def test_it_can_stand_elsewhere(project, tmp_path):
    report, _said = project.run("up", KLAVERCLUB_VENV=str(tmp_path / "elsewhere"))
    assert report["prefix"] == str(tmp_path / "elsewhere")
    assert not project.venv.exists()


def test_another_environment_that_has_the_packages_is_used_as_it_is(project):
    project.environment["PYTHONPATH"] = str(project.folder)
    done = subprocess.run(
        [sys.executable, "manage.py", "up"],
        cwd=project.folder,
        env=project.environment,
        capture_output=True,
        text=True,
    )
    assert json.loads(done.stdout)["prefix"] == sys.prefix
    assert not project.venv.exists()


def ask_for_a_package(project: Project) -> None:
    (project.folder / "requirements.lock").write_text(f"klaverclub-nothing==1.0 --hash=sha256:{'0' * 64}\n")


def test_without_a_network_it_says_so_and_begins_anew_next_time(project):
    ask_for_a_package(project)
    said = project.fail(
        "up", PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_RETRIES="1", PIP_CONFIG_FILE=os.devnull
    )
    assert "no connection to the internet" in said
    (project.folder / "requirements.lock").write_text("# nothing\n")
    assert "makes its own Python environment" in project.run("up")[1]


def test_a_package_that_is_not_what_the_lock_says_is_refused(project):
    ask_for_a_package(project)
    with package_index(b"this is no wheel at all") as url:
        said = project.fail("up", PIP_INDEX_URL=url, PIP_CONFIG_FILE=os.devnull)
    assert "not what requirements.lock says" in said


@contextlib.contextmanager
def package_index(content: bytes):
    """A package index on this computer that serves one wheel with this content."""
    wheel = "klaverclub_nothing-1.0-py3-none-any.whl"

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = f'<a href="/{wheel}">{wheel}</a>'.encode()
            body = content if self.path.endswith(".whl") else page
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Says nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple"
        server.shutdown()


# In words, without making anything


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "nl"),
        ({"LANG": "C.UTF-8"}, "nl"),
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "nl_NL.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
    ],
)
def test_dutch_unless_the_terminal_is_english(monkeypatch, settings, expected):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert bootstrap.language() == expected


def test_both_languages_say_the_same_with_the_same_values():
    for dutch, english in bootstrap.WORDS.values():
        assert set(placeholders(dutch)) == set(placeholders(english))


def placeholders(text: str) -> list[str]:
    return [part.partition("}")[0] for part in text.split("{")[1:]]


def test_an_old_python_is_told_which_one_there_is(monkeypatch, capsys, english):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name == "python3.12" else None)
    with pytest.raises(SystemExit):
        bootstrap.check_version()
    said = refusal(capsys)
    assert "3.9.2" in said
    assert "python3.12 manage.py" in said


@pytest.mark.parametrize("old", ["python3.6", "python3.8", "python3.10"])
def test_a_really_old_python_can_read_the_bootstrap(old, tmp_path):
    """Compiled by its grammar alone, since an old Python is rarely there to ask."""
    import ast

    minor = int(old.partition(".")[2])
    for name in ("manage.py", "klaverclub/bootstrap.py", "klaverclub/__init__.py"):
        ast.parse((ROOT / name).read_text(), feature_version=(3, minor))


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_debian_without_python3_venv_is_told_what_to_install(
    monkeypatch, capsys, english, tmp_path, module
):
    find = bootstrap.importlib.util.find_spec
    monkeypatch.setattr(
        bootstrap.importlib.util, "find_spec", lambda name: None if name == module else find(name)
    )
    with pytest.raises(SystemExit):
        bootstrap.check_ground(tmp_path / ".venv", 400)
    version = ".".join(map(str, sys.version_info[:2]))
    assert f"sudo apt install python{version}-venv" in refusal(capsys)


def test_a_folder_that_is_read_only_is_told(monkeypatch, capsys, english, tmp_path):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(SystemExit):
        bootstrap.check_ground(tmp_path / ".venv", 400)
    assert f"{tmp_path} cannot be written to" in refusal(capsys)


def test_a_full_disk_is_told_before_anything_is_made(monkeypatch, capsys, english, tmp_path):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 10**6))
    with pytest.raises(SystemExit):
        bootstrap.check_ground(tmp_path / ".venv", 400)
    assert "disk is (nearly) full" in refusal(capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("said", "begin"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is"),
        ("ERROR: Could not install packages: [Errno 13] Permission denied: '/x'", "/v cannot be written to"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "A package is not"),
        ("NewConnectionError: Temporary failure in name resolution", "The packages could not be fetched"),
        ("error: something nobody thought of", "The packages of the.lock could not be installed"),
    ],
)
def test_what_pip_says_becomes_a_sentence(english, said, begin):
    assert bootstrap.explain(said, Path("/v"), "the.lock").startswith(begin)


@pytest.mark.parametrize(
    ("argv", "left", "folder"),
    [
        (["m", "up", "--data", "x", "--port", "1"], ["m", "up", "--port", "1"], "x"),
        (["m", "up", "--data=x"], ["m", "up"], "x"),
        (["m", "up"], ["m", "up"], None),
        (["m", "up", "--data"], ["m", "up", "--data"], None),
        (["m", "--data"], ["m", "--data"], None),
    ],
)
def test_the_data_folder_is_taken_from_the_command_line(monkeypatch, argv, left, folder):
    monkeypatch.setenv("KLAVERCLUB_DATA", "before")
    bootstrap.take_data_option(argv)
    assert argv == left
    assert os.environ["KLAVERCLUB_DATA"] == (os.path.abspath(folder) if folder else "before")


def test_a_data_folder_that_is_full_is_told(monkeypatch, capsys, english, tmp_path):
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("KLAVERCLUB_DATA", str(tmp_path))
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(SystemExit):
        bootstrap.check_data_folder()
    assert "disk is (nearly) full" in refusal(capsys)
