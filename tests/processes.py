"""Which real processes a test has started, however far down: they are known by the data folder they serve."""

from __future__ import annotations

import os
import signal
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
