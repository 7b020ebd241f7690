"""`python -m klaverclub.leash MODULE …` runs a module until the process that holds the other end lets go.

The supervisor keeps the write end of our standard input. When it dies, however it dies, the read ends, and
this process stops itself and its whole group: no server outlives its supervisor.
"""

import os
import runpy
import signal
import sys
import threading
import time

GRACE = 10  # seconds between the request to stop and the end of the whole group


def main() -> None:
    threading.Thread(target=watch, name="leash", daemon=True).start()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def watch() -> None:
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    main()
