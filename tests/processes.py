"""What a test wants to know of real processes. They are known by the data folder they serve."""

from __future__ import annotations

import json
import os
import signal
import urllib.error
import urllib.request
from pathlib import Path


def family(data: Path) -> dict[int, str]:
    """Every server process on this data folder, by number, with its command line (Linux only)."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().decode().replace("\0", " ")
            environment = (folder / "environ").read_bytes().decode(errors="replace").split("\0")
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:  # gone while we looked
            continue
        if f"KLAVERCLUB_DATA={data}" in environment and "klaverclub.leash" in words and state != "Z":
            found[int(folder.name)] = words
    return found


def leader(data: Path, word: str) -> int:
    """The main process of a server, by a word of its command line."""
    return min(pid for pid, words in family(data).items() if word in words and os.getpgid(pid) == pid)


def kill(data: Path) -> None:
    """Ends them all without a word, as a power cut does."""
    for pid in family(data):
        os.kill(pid, signal.SIGKILL)


def health(port: int) -> dict[str, str]:
    """The JSON of the health page on this port, or {} when nothing answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/", timeout=3) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)
    except OSError:
        return {}
