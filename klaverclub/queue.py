"""The embedded broker: kombu's file-system transport, with messages that appear whole."""

import contextlib
import logging
from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps

logger = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:
        """Writes the message under another name first.

        kombu writes it in place, and a worker that looks at that very moment takes an empty file, cannot
        read it, and stops.
        """
        path = Path(self.data_folder_out, f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg")
        part = path.with_name(f"{path.name}.part")
        try:
            part.write_text(dumps(payload))
            part.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise ChannelError(f"cannot add a message to {path.parent}") from error

    def _get(self, queue: str) -> Any:
        """The next message that can be read.

        One that cannot (cut off by a full disk, say) is put aside: a worker that stopped over it would stop over it
        at every start. What it asked for is still in the list of jobs, and the sweep asks again.
        """
        while True:
            try:
                return super()._get(queue)
            except ValueError:
                logger.exception("A message in %s could not be read and was put aside", self.data_folder_in)


class Transport(filesystem.Transport):
    Channel = Channel
