"""The embedded broker: every message comes through whole, also while several write and one reads without rest."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path

from kombu import Connection

from klaverclub.queue import Transport

MESSAGES, WRITERS = 600, 2


def connect(folder: Path) -> Connection:
    places = {"data_folder_in": "messages", "data_folder_out": "messages", "control_folder": "control"}
    options = {name: str(folder / place) for name, place in places.items()}
    options |= {"processed_folder": str(folder / "processed"), "store_processed": True}
    return Connection("filesystem://localhost", transport=Transport, transport_options=options)


def write(folder: Path, writer: int) -> None:
    with connect(folder) as connection:
        queue = connection.SimpleQueue("q")
        for number in range(MESSAGES):
            queue.put([writer, number])
            time.sleep(0.001)


def test_no_message_is_lost_or_read_before_it_is_whole(tmp_path: Path):
    for name in ("messages", "control", "processed"):
        (tmp_path / name).mkdir()
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=write, args=(tmp_path, writer)) for writer in range(WRITERS)]
    for writer in writers:
        writer.start()
    got: list[list[int]] = []
    deadline = time.monotonic() + 60
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue("q")
        while len(got) < WRITERS * MESSAGES and time.monotonic() < deadline:
            try:
                message = queue.get(block=False)
            except queue.Empty:
                continue
            message.ack()
            got.append(message.payload)
    for writer in writers:
        writer.join()
    assert sorted(got) == [[writer, number] for writer in range(WRITERS) for number in range(MESSAGES)]


def test_a_message_that_cannot_be_read_is_put_aside(tmp_path: Path):
    for name in ("messages", "control", "processed"):
        (tmp_path / name).mkdir()
    (tmp_path / "messages" / "0_cut-off.other.msg").write_text('{"body": "cut o')
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue("other")  # kombu knows the queues of a process by name, not by folder
        queue.put("whole")
        message = queue.get(block=True, timeout=5)
        message.ack()
    assert message.payload == "whole"
    assert (tmp_path / "processed" / "0_cut-off.other.msg").exists()
