"""From a bare Python to one with the packages of the lock: `.venv` is made, checked and entered here.

Standard library only, and no syntax that an older Python cannot read: it must be able to say that it is
too old. Nothing of the project may be imported before `ensure` has returned.

`KLAVERCLUB_VENV=off` leaves the Python as it is (a container image); a path puts the environment elsewhere.
"""

import contextlib
import errno
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
ROOM = 450  # MB that the packages of a lock take, with pip's own work space
LOCKS = {"run": "requirements.lock", "test": "tests/requirements.lock"}
STAMP = "klaverclub.json"
PYTHON = sys.implementation.cache_tag  # packages of one Python version do not serve another

# These words come before gettext can be there, so both languages stand side by side.
WORDS = {
    "making": (
        "Klaverclub maakt zijn eigen Python-omgeving in {venv} (eenmalig, ongeveer een halve minuut) …",
        "Klaverclub makes its own Python environment in {venv} (once, about half a minute) …",
    ),
    "updating": (
        "Klaverclub werkt de pakketten in {venv} bij …",
        "Klaverclub brings the packages in {venv} up to date …",
    ),
    "waiting": (
        "Een andere start maakt dezelfde omgeving; even wachten …",
        "Another start is making the same environment; waiting …",
    ),
    "old": (
        "Klaverclub heeft Python {oldest} of nieuwer nodig; dit is Python {version}.{hint}",
        "Klaverclub needs Python {oldest} or newer; this is Python {version}.{hint}",
    ),
    "newer": (
        " Op deze computer staat wel {found}: start met `{found} manage.py …`.",
        " This computer does have {found}: start with `{found} manage.py …`.",
    ),
    "no-venv": (
        "Deze Python kan geen omgeving maken: de module {module} ontbreekt. Op Debian en Ubuntu: "
        "`sudo apt install python{short}-venv` (of `python3-venv`), en start dan opnieuw.",
        "This Python cannot make an environment: its module {module} is missing. On Debian and Ubuntu: "
        "`sudo apt install python{short}-venv` (or `python3-venv`), then start again.",
    ),
    "read-only": (
        "In {folder} mag niet geschreven worden. Zet Klaverclub in een eigen map, of kies een andere plek "
        "voor de omgeving met KLAVERCLUB_VENV=/een/map.",
        "{folder} cannot be written to. Put Klaverclub in a folder of your own, or choose another place for "
        "the environment with KLAVERCLUB_VENV=/some/folder.",
    ),
    "full": (
        "De schijf is (bijna) vol: in {folder} is ongeveer {room} MB nodig. Maak ruimte en start opnieuw.",
        "The disk is (nearly) full: about {room} MB is needed in {folder}. Make room and start again.",
    ),
    "offline": (
        "De pakketten konden niet worden opgehaald: er is geen verbinding met internet (of met de eigen "
        "pakketbron van pip). Alleen de eerste start heeft die nodig.",
        "The packages could not be fetched: there is no connection to the internet (or to pip's own package "
        "source). Only the first start needs it.",
    ),
    "tampered": (
        "Een pakket is niet wat {lock} ervan zegt en is daarom niet geïnstalleerd.",
        "A package is not what {lock} says it is, and was therefore not installed.",
    ),
    "data": (
        "De gegevensmap {folder} kan niet worden gemaakt of beschreven ({reason}). Kies een andere met --data MAP.",
        "The data folder {folder} cannot be made or written to ({reason}). Choose another with --data DIR.",
    ),
    "failed": (
        "De pakketten van {lock} konden niet worden geïnstalleerd. Dit zei pip:",
        "The packages of {lock} could not be installed. This is what pip said:",
    ),
}


def language() -> str:
    """The language of the terminal: English for who set it so, otherwise Dutch."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "en" if os.environ[name].lower().startswith("en") else "nl"
    return "nl"


def words(key, **values):
    return WORDS[key][language() == "en"].format(**values)


def stop(message):
    """Ends the start with a sentence for a person."""
    print(message, file=sys.stderr)
    raise SystemExit(1)


def ensure(argv):
    """Returns when this Python has what `argv` needs; otherwise makes `.venv` and goes on inside it.

    Raises SystemExit, after a plain sentence, when the environment cannot be made.
    """
    check_version()
    locks = ["run", "test"] if argv[1:2] == ["test"] else ["run"]
    setting = os.environ.get("KLAVERCLUB_VENV", "")
    if setting.lower() == "off" or has_packages(locks):
        return
    venv = Path(setting).resolve() if setting else ROOT / ".venv"
    if not is_fresh(venv, locks):
        make(venv, locks)
    enter(venv)


def check_version():
    if sys.version_info[:2] >= OLDEST:
        return
    newer = [name for name in ("python3.14", "python3.13", "python3.12", "python3.11") if shutil.which(name)]
    hint = words("newer", found=newer[0]) if newer else ""
    stop(words("old", oldest="3.11", version=".".join(map(str, sys.version_info[:3])), hint=hint))


def has_packages(locks):
    """Whether this already is a virtual environment with the packages in it, ours or somebody's own."""
    marks = {"run": "django", "test": "pytest_django"}
    return sys.prefix != sys.base_prefix and all(importlib.util.find_spec(marks[lock]) for lock in locks)


def python_of(venv):
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fingerprint(lock):
    """What an installed lock is known by: its text and the Python that it was installed for."""
    text = (ROOT / LOCKS[lock]).read_bytes()
    return hashlib.sha256(text + PYTHON.encode()).hexdigest()


def base_python():
    """The Python that environments are made from, also when this one runs inside an environment."""
    return getattr(sys, "_base_executable", None) or sys.executable


def read_stamp(venv):
    try:
        return json.loads((venv / STAMP).read_text())
    except (OSError, ValueError):  # never finished: made again from the start
        return {}


def is_fresh(venv, locks):
    stamp = read_stamp(venv)
    return python_of(venv).exists() and all(stamp.get(lock) == fingerprint(lock) for lock in locks)


def make(venv, locks):
    """Makes or updates the environment, one process at a time; the stamp is written last of all."""
    check_ground(venv, ROOM * len(locks))
    with only_one():
        if is_fresh(venv, locks):  # the other start has done it meanwhile
            return
        stamp = read_stamp(venv)
        usable = python_of(venv).exists() and stamp.get("python") == PYTHON
        print(words("updating" if usable else "making", venv=venv), file=sys.stderr, flush=True)
        if not usable:
            stamp = {"python": PYTHON}
            run([base_python(), "-m", "venv", "--clear", str(venv)], venv)
        for lock in locks:
            if stamp.get(lock) != fingerprint(lock):
                mark_unfinished(venv, stamp, lock)
                install(venv, lock)
                stamp[lock] = fingerprint(lock)
                (venv / STAMP).write_text(json.dumps(stamp))


def mark_unfinished(venv, stamp, lock):
    """A start that dies from here on leaves the whole environment unknown, one of the tests only their packages."""
    stamp.pop(lock, None)
    if lock == "run":
        with contextlib.suppress(FileNotFoundError):
            (venv / STAMP).unlink()
    else:
        (venv / STAMP).write_text(json.dumps(stamp))


def check_ground(venv, room):
    """Refuses in words, before anything is made, what would fail half-way."""
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            stop(words("no-venv", module=module, short=".".join(map(str, sys.version_info[:2]))))
    folder = venv if venv.exists() else venv.parent
    if not os.access(str(folder), os.W_OK):
        stop(words("read-only", folder=folder))
    if not venv.exists() and shutil.disk_usage(str(folder)).free < room * 2**20:
        stop(words("full", folder=folder, room=room))


@contextlib.contextmanager
def only_one():
    """Holds the lock file of the packages, so that of two first starts one waits for the other."""
    if os.name == "nt":  # no flock there; two first starts at once are not guarded
        yield
        return
    import fcntl

    with open(str(ROOT / LOCKS["run"]), "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(words("waiting"), file=sys.stderr, flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def install(venv, lock):
    """pip as the user configured it: the lock holds hashes and no addresses."""
    command = [str(python_of(venv)), "-m", "pip", "install", "--quiet", "--no-input", "--require-hashes"]
    run([*command, "--disable-pip-version-check", "-r", str(ROOT / LOCKS[lock])], venv, LOCKS[lock])


def run(command, venv, lock=LOCKS["run"]):
    """Runs one step; its failure becomes a sentence, followed by the last lines it wrote."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    if done.returncode == 0:
        return
    said = done.stdout.decode(errors="replace")
    tail = "\n".join(said.strip().splitlines()[-15:])
    stop(explain(said, venv, lock) + "\n\n" + tail)


def explain(said, venv, lock):
    """The plain sentence for what pip or venv wrote when it failed."""
    signs = {
        "full": ("No space left on device", "Errno 28", "Disk quota exceeded"),
        "read-only": ("Permission denied", "Read-only file system"),
        "tampered": ("DO NOT MATCH THE HASHES",),
        "offline": ("NewConnectionError", "Name or service not known", "Temporary failure in name resolution",
                    "Failed to establish", "Max retries exceeded", "ConnectTimeout", "nodename nor servname"),
    }  # fmt: skip
    for key, texts in signs.items():
        if any(text in said for text in texts):
            return words(key, folder=venv, room=ROOM, lock=lock)
    return words("failed", lock=lock)


def enter(venv):
    """Goes on with the same command line inside the environment."""
    command = [str(python_of(venv)), *sys.orig_argv[1:]]
    if os.name == "nt":  # exec on Windows leaves the terminal before the program is done
        raise SystemExit(subprocess.run(command).returncode)
    os.execv(command[0], command)


def take_data_option(argv):
    """Moves `--data DIR` out of any command's arguments into the environment, where the settings read it."""
    for place, word in enumerate(argv[2:], start=2):
        name, equals, value = word.partition("=")
        if name != "--data":
            continue
        if not equals and place + 1 == len(argv):
            return  # no folder named: the command's own parser says so
        os.environ["KLAVERCLUB_DATA"] = os.path.abspath(value if equals else argv[place + 1])
        del argv[place : place + (1 if equals else 2)]
        return


def check_data_folder():
    """Stops in words when nothing can be kept; the settings already write there when they are read."""
    folder = Path(os.environ.get("KLAVERCLUB_DATA", ROOT / ".data")).resolve()
    probe = folder / ".probe.{}".format(os.getpid())  # one of its own: two starts may look at once
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"x" * 4096)
        probe.unlink()
    except OSError as error:
        with contextlib.suppress(OSError):
            probe.unlink()
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            stop(words("full", folder=folder, room=100))
        stop(words("data", folder=folder, reason=error.strerror))
