"""Who may import whom, and what the files beside the code promise about it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LOCKS = [ROOT / "requirements.lock", ROOT / "tests" / "requirements.lock"]


def imports(path: Path) -> set[str]:
    """The full names of all modules that a file imports, also inside its functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_the_import_contracts_are_kept():
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as run; run()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_reports_see_no_request():
    for path in (ROOT / "tournaments" / "reports").rglob("*.py"):
        web = {name for name in imports(path) if re.match(r"django\.(http|shortcuts|views|urls)\b", name)}
        assert not web, path


def test_the_bootstrap_needs_nothing_but_python():
    for path in (ROOT / "manage.py", ROOT / "klaverclub" / "bootstrap.py"):
        tops = {name.partition(".")[0] for name in imports(path)}
        outside = tops - set(sys.stdlib_module_names) - {"klaverclub"}
        assert outside == ({"django"} if path.name == "manage.py" else set())
    assert imports(ROOT / "klaverclub" / "__init__.py") == set()


def test_tasks_are_one_line_around_a_service():
    tree = ast.parse((ROOT / "tournaments" / "tasks.py").read_text())
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert functions
    assert all(len(function.body) == 1 for function in functions)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_lock_names_versions_and_hashes_and_no_address(lock: Path):
    text = lock.read_text()
    assert "://" not in text
    entries = re.split(r"\n(?=\S)", text.strip())
    for entry in entries:
        assert re.match(r"[\w.-]+==[\w.]+", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_everything_the_project_asks_for_is_in_its_lock():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = {LOCKS[0]: project["project"]["dependencies"], LOCKS[1]: project["dependency-groups"]["test"]}
    for lock, packages in asked.items():
        locked = set(re.findall(r"^([\w.-]+)==", lock.read_text(), re.MULTILINE))
        names = {re.match(r"[\w.-]+", package).group().lower() for package in packages}
        assert names <= locked
