"""What a service answers when it cannot do what was asked."""

from __future__ import annotations


class Refused(Exception):
    """A refusal for people: its text, in the active language, says what, where and how to mend it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class AlreadyDone(Exception):
    """The same act, by its idempotency key, was done before: nothing was done twice."""

    def __init__(self, subject: str) -> None:
        super().__init__(subject)
        self.subject = subject
