"""Numbers as an address or a form brings them: text of anybody's making."""

LARGEST_KEY = 2**63 - 1
"""What a key can be in every database; SQLite raises for more, PostgreSQL too."""
_DIGITS = len(str(LARGEST_KEY))


def whole_number(text: str | None) -> int | None:
    """A number from 0 to the largest key that a database holds, None for any other text.

    >>> whole_number("12"), whole_number("-1"), whole_number("²"), whole_number("9" * 20), whole_number(None)
    (12, None, None, None, None)
    """
    if not text or len(text) > _DIGITS or not (text.isascii() and text.isdigit()):
        return None
    number = int(text)
    return number if number <= LARGEST_KEY else None
