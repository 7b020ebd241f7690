"""Dutch names: reading, writing, sorting and finding them.

A name is a first name, a prefix (tussenvoegsel) and a last name. Lists sort by last name with the
prefix behind it. The letter IJ (typed ij, IJ or ĳ) sorts with the y, between x and z, everywhere in a
name, as in the Dutch telephone directory. Keys are plain lower-case ASCII as far as the script allows, so
every machine and database orders and finds them alike, whatever its locale.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

# Words that can stand between first and last name, alone or in a row ("van der", "in 't", "op den").
PREFIX_WORDS = frozenset(
    {"van", "von", "de", "der", "den", "des", "het", "'t", "'s", "te", "ten", "ter", "tot", "in", "op", "aan"}
    | {"bij", "onder", "over", "uit", "uijt", "voor", "achter", "d'", "da", "di", "do", "dos", "das", "del"}
    | {"della", "degli", "du", "la", "le", "les", "zu", "zum", "zur", "af"}
)
# Of these, also with a capital, nobody is called by first name.
_NEVER_FIRST = frozenset({"van", "de", "den", "der", "het", "ten", "ter"})
# Words that belong to the last name itself and begin it.
LAST_NAME_STARTERS = frozenset(
    {"al", "el", "ait", "aït", "ben", "bin", "abu", "abou", "bou", "san", "st.", "sint"}
)
# Letters that Unicode does not take apart into a base letter and an accent.
_FOLDS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i", "ħ": "h"}
    | {"ŋ": "n", "ə": "e", "ŧ": "t"}
)
_APOSTROPHES = re.compile("[\u2018\u2019\u201b\u02bc\u00b4`\u2032]")
_HYPHENS = re.compile("[\u2010-\u2015\u2212]")
_NOT_LETTERS = re.compile(r"[^\w]+|_+")
_IJ = re.compile("ij")


class Name(NamedTuple):
    """A person's name as people write it; any part may be empty."""

    first: str
    prefix: str
    last: str


def parse(text: str) -> Name:
    """Reads "Jan van der Berg", "Berg, Jan van der", "van der Berg, Jan" or "Berg van der, Jan".

    A single word is a last name. Empty text gives an empty name.
    """
    text = _tidy(text)
    if "," in text:
        return _parse_list_form(text)
    words = text.split()
    lead = _leading_prefix(words)
    for start in [0] if lead else range(1, len(words)):
        end = _prefix_end(words, start)
        if end > start and end < len(words):
            return Name(_join(words[:start]), _prefix(words[start:end]), _join(words[end:]))
    for start in range(1, len(words) - 1):
        if words[start].casefold() in LAST_NAME_STARTERS:
            return Name(_join(words[:start]), "", _join(words[start:]))
    return Name(_join(words[:-1]), "", _join(words[-1:]))


def display(name: Name) -> str:
    """As spoken: "Jan van der Berg"."""
    return _join([part for part in name if part])


def list_form(name: Name) -> str:
    """As sorted: "Berg, Jan van der"."""
    behind = _join([part for part in (name.first, name.prefix) if part])
    return f"{name.last}, {behind}" if name.last and behind else name.last or behind


def initials(name: Name) -> str:
    """For privacy: "J. v.d. B."; IJ is one letter ("IJ.")."""
    first = "".join(
        f"{_initial(word).upper()}." for word in re.split(r"[\s.-]+", name.first) if _initial(word)
    )
    prefix = "".join(word if word in ("'t", "'s") else f"{_initial(word)}." for word in name.prefix.split())
    last = f"{_initial(name.last).upper()}." if _initial(name.last) else ""
    return _join([part for part in (first, prefix, last) if part])


def sort_key(name: Name) -> str:
    """Orders by last name, then first name, then prefix; compare as plain text, code point by code point.

    Parts are parted by a blank and words inside a part by a hyphen, which sorts behind the blank, so that
    every Berg precedes every Berg-Dijk.
    """
    last, first, prefix = (_sort_part(part) for part in (name.last, name.first, name.prefix))
    return " ".join(part for part in (last, first, prefix) if part)


def search_key(text: str) -> str:
    """Lower-case words without accents, parted by a blank, to keep beside a name and search in.

    Words joined by a hyphen or apostrophe stand in it in parts and as one: "Anne-Marie" gives
    "anne marie annemarie". `text` may hold more than a name, a member number for instance.
    """
    words: list[str] = []
    for word in _fold(text).split():
        parts = _words(word)
        words += parts if len(parts) < 2 else [*parts, "".join(parts)]
    return " ".join(dict.fromkeys(words))


def search_words(query: str) -> list[str]:
    """What was typed, as the words to look for: each must begin a word of the search key."""
    return [word for part in _fold(query).split() for word in _query_words(part)]


def search_matches(query: str, key: str) -> bool:
    """Does every word of `query` begin some word of `key` (made by `search_key`)? An empty query matches."""
    words = key.split()
    return all(any(word.startswith(sought) for word in words) for sought in search_words(query))


def member_number(text: str) -> str:
    """A member number as text: blanks around it and inside it go, leading zeros stay."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def number_sort_key(number: str) -> str:
    """Natural order as plain text: 2 before 10, 7 beside 007, 12 before 12a; no number comes last."""
    tidy = member_number(number).casefold()
    if not tidy:
        return "~"
    natural = re.sub(r"[0-9]+", lambda digits: digits[0].lstrip("0").rjust(16, "0"), tidy)
    return f"{natural} {tidy}"


def _parse_list_form(text: str) -> Name:
    parts = [part.split() for part in text.split(",")]
    last, behind = parts[0], parts[-1]
    middle = [word for part in parts[1:-1] for word in part]
    front = _leading_prefix(last)
    middle, last = last[:front] + middle, last[front:]
    last_end = _prefix_start(last, at_least=1)
    middle, last = last[last_end:] + middle, last[:last_end]
    first_end = _prefix_start(behind, at_least=0 if behind and behind[0] in PREFIX_WORDS else 1)
    return Name(_join(behind[:first_end]), _prefix(middle + behind[first_end:]), _join(last))


def _is_prefix(word: str) -> bool:
    return word.casefold() in PREFIX_WORDS or word == "t"


def _leading_prefix(words: list[str]) -> int:
    """How many words of a name without first name are prefix ("van den Berg"), leaving a last name."""
    end = _prefix_end(words, 0)
    spelled = bool(words) and (words[0] in PREFIX_WORDS or words[0].casefold() in _NEVER_FIRST)
    return end if spelled and end < len(words) else 0


def _prefix_end(words: list[str], start: int) -> int:
    """Where the run of prefix words that begins at `start` ends."""
    end = start
    while end < len(words) and _is_prefix(words[end]):
        end += 1
    return end


def _prefix_start(words: list[str], at_least: int) -> int:
    """Where the run of prefix words at the end of `words` begins, leaving `at_least` words before it."""
    start = len(words)
    while start > at_least and _is_prefix(words[start - 1]):
        start -= 1
    return start


def _prefix(words: list[str]) -> str:
    return _join(["'t" if word == "t" else word for word in words])


def _tidy(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    return _join(_HYPHENS.sub("-", _APOSTROPHES.sub("'", text)).split())


def _join(words: list[str]) -> str:
    return " ".join(words)


def _fold(text: str) -> str:
    """Lower case, without accents, ligatures taken apart (ĳ is i and j)."""
    decomposed = unicodedata.normalize("NFKD", _tidy(text).casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char)).translate(_FOLDS)


def _words(text: str) -> list[str]:
    return [word for word in _NOT_LETTERS.split(text) if word]


def _query_words(part: str) -> list[str]:
    """Apostrophes are typed or left out at will; hyphens and full stops part words."""
    return _words(part.replace("'", ""))


def _sort_part(text: str) -> str:
    return _IJ.sub("y", "-".join(_words(_fold(text).replace("'", ""))))


def _initial(word: str) -> str:
    """The first letter of a word; IJ counts as one."""
    letters = _tidy(word).lstrip("'\"-.( ")
    if unicodedata.normalize("NFKD", letters)[:2].casefold() == "ij":
        return "IJ"
    return letters[:1]
