"""Rulesets of klaverjassen: every option of RULES table A, its values and presets.

An option is named as in the table ("quad.T"); its attribute is lower case with "_" for ".": quad_t.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from scoring.rules.findings import Sentence
from scoring.rules.reach import RoemReach, roem_reach

VERSION = 1
MOST_DEALS = 64
MOST_POINTS = 10_000
MOST_EXTRA = 1_000


@dataclass(frozen=True)
class Ruleset:
    """One set of house rules. Frozen; made by ``make_ruleset`` or ``from_json``."""

    preset: str = "amsterdam"
    system: str = "amsterdam"  # KJ-AMS-* or KJ-ROT-*
    # Making trump (X17-X21); on a paper sheet only trump_method shows.
    trump_method: str = "free"
    first_bidder: str = "left"
    random_allpass: str = "forced2"
    trump_must_hold: bool = False
    deal: str = "323"
    signals: str = "announced"  # X22, for information only
    # Playing (X12-X16)
    ams_ruff_partner: str = "free"
    undertrump_partner: str = "forbidden"
    cannot_overtrump: str = "discard"
    trump_lead_beat_partner: bool = True
    follow_or_trump: bool = False
    # Roem (X1-X8)
    quad_7: int = 0
    quad_8: int = 0
    quad_9: int = 0
    quad_t: int = 100
    quad_j: int = 200
    run_bonus: str = "both"
    roem_scope: str = "trick"
    stuk_scope: str = "trick"
    roem_declare: str = "automatic"
    roem_who: str = "any"
    # Scoring (X9-X11, X23)
    tie: str = "nat"
    pit: int = 100
    pit_defenders: bool = True
    verzaakt: str = "move"
    extra: int = 0
    extra_for: str = "side"
    end: str = "hands:16"

    @cached_property
    def quads(self) -> tuple[int, ...]:
        """Roem of four equal by rank, 7 8 9 T J Q K A."""
        return (
            *(self.quad_7, self.quad_8, self.quad_9, self.quad_t, self.quad_j),
            *(100, 100, 100),  # KJ-ROEM-QUAD-AKQ
        )

    @cached_property
    def roem_only(self) -> "Ruleset":
        """The default rules with the roem of these: tables of tricks depend on nothing else."""
        quads = {name: getattr(self, name) for name in ("quad_7", "quad_8", "quad_9", "quad_t", "quad_j")}
        return Ruleset(**quads, run_bonus=self.run_bonus, stuk_scope=self.stuk_scope)

    @cached_property
    def reach(self) -> RoemReach:
        """What roem the two sides can have in a deal under these rules."""
        return roem_reach(self.quads, self.roem_mode, self.seen_in)

    @property
    def roem_mode(self) -> str:
        """What may count as roem, as ``bounds.MODES`` names it."""
        if self.stuk_scope == "hand":
            return "hand"
        return self.run_bonus + ("-unsaid" if self.roem_declare == "required" else "")

    @property
    def seen_in(self) -> str | None:
        """The system in whose default rules no card is legal that is not legal here."""
        if self.system == "rotterdam":
            return "rotterdam"
        stricter = self.ams_ruff_partner == "must" or self.cannot_overtrump == "undertrump"
        return None if stricter else "amsterdam"

    @cached_property
    def end_kind(self) -> str:
        """ "hands" or "points"."""
        return self.end.split(":")[0]

    @cached_property
    def end_number(self) -> int:
        """The number of deals of a match, or the points that end it."""
        return int(self.end.split(":")[1])

    @property
    def extra_of_a_side(self) -> int:
        """What the other side books extra after a revoke; nothing where it costs the person."""
        return self.extra if self.extra_for == "side" else 0

    def options(self) -> dict[str, object]:
        """Every option by its name in the table."""
        return {name: getattr(self, attribute(name)) for name in OPTIONS}

    def with_options(self, options: Mapping[str, object]) -> "Ruleset":
        """The same rules with some options changed. Raises ValueError."""
        return replace(self, **_checked(options))

    def to_json(self) -> dict[str, object]:
        """A plain dict that ``from_json`` reads back."""
        data: dict[str, object] = {"version": VERSION, "preset": self.preset}
        return data | {"system": self.system, "options": self.options()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Ruleset":
        """Read ``to_json``; options that are left out keep the preset's value.

        Raises ValueError with what is wrong and what is allowed.
        """
        if not isinstance(data, Mapping):
            raise ValueError("a ruleset is an object with version, preset and options")  # noqa: TRY004
        if data.get("version") != VERSION:
            raise ValueError(
                f"version {data.get('version')!r} of a ruleset is not known: "
                f"this program reads version {VERSION}"
            )
        ruleset = make_ruleset(data.get("preset"), data.get("options"))
        system = data.get("system", ruleset.system)
        if system not in ("amsterdam", "rotterdam"):
            raise ValueError(f"system {system!r} is not known: allowed are amsterdam, rotterdam")
        return replace(ruleset, system=system)

    def differences(self) -> dict[str, object]:
        """The options that are not as in the default (Amsterdam) rules, by name."""
        default = Ruleset().options()
        return {k: v for k, v in self.options().items() if v != default[k]}

    def describe(self) -> list[Sentence]:
        """Plain sentences: the system of play, then whatever differs from the default."""
        from scoring.rules.house_rules import sentences

        return sentences(self)


Check = Callable[[object], object]


def _one_of(*allowed: object) -> Check:
    """Accepts these values; True and False also as "on" and "off"."""
    shown = ", ".join(_show(value) for value in allowed)

    def check(value: object) -> object:
        if True in [one is True for one in allowed] and value in ("on", "off"):
            return value == "on"
        for one in allowed:
            if type(one) is type(value) and one == value:
                return one
        raise ValueError(f"{_show(value)} is not allowed; allowed are {shown}")

    return check


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | str) else repr(value)


def _packets(value: object) -> object:
    return _one_of("323", "44")(str(value) if type(value) is int else value)


def _extra(value: object) -> object:
    if type(value) is int and 0 <= value <= MOST_EXTRA:
        return value
    raise ValueError(f"{_show(value)} is not allowed; allowed is a whole number 0 to {MOST_EXTRA}")


def _end(value: object) -> object:
    if isinstance(value, str):
        kind, _, number = value.partition(":")
        most = {"hands": MOST_DEALS, "points": MOST_POINTS}.get(kind, 0)
        if number.isascii() and number.isdigit() and 1 <= int(number[:6]) <= most:
            return f"{kind}:{int(number)}"
    raise ValueError(
        f"{_show(value)} is not allowed; allowed are hands:N (1 to {MOST_DEALS}) "
        f"and points:N (1 to {MOST_POINTS})"
    )


_SWITCH = _one_of(True, False)

OPTIONS: dict[str, Check] = {
    "quad.7": _one_of(0, 100),
    "quad.8": _one_of(0, 100),
    "quad.9": _one_of(0, 100, 150),
    "quad.T": _one_of(0, 100),
    "quad.J": _one_of(100, 200),
    "run_bonus": _one_of("both", "either"),
    "roem_scope": _one_of("trick"),
    "roem_declare": _one_of("required", "automatic"),
    "roem_who": _one_of("any", "own"),
    "stuk_scope": _one_of("trick", "hand"),
    "tie": _one_of("nat", "made"),
    "pit": _one_of(0, 88, 100),
    "pit_defenders": _SWITCH,
    "end": _end,
    "ams_ruff_partner": _one_of("free", "must"),
    "undertrump_partner": _one_of("forbidden", "allowed"),
    "cannot_overtrump": _one_of("discard", "undertrump", "free"),
    "trump_lead_beat_partner": _SWITCH,
    "follow_or_trump": _SWITCH,
    "first_bidder": _one_of("left", "dealer"),
    "trump_method": _one_of("free", "utrecht", "random"),
    "random_allpass": _one_of("redraw", "forced2", "name_other"),
    "deal": _packets,
    "trump_must_hold": _SWITCH,
    "signals": _one_of("announced", "forbidden"),
    "verzaakt": _one_of("move", "void", "own"),
    "extra": _extra,
    "extra_for": _one_of("side", "person"),
}
"""Every option and its check, in the order of the table."""

ALIASES = {"verzaakt_roem": "verzaakt", "verzaakt_extra": "extra"}

_ROTTERDAM = {"system": "rotterdam"}
_KO = {"quad_9": 150, "quad_t": 0}
_ALL_100 = dict.fromkeys(("quad_7", "quad_8", "quad_9", "quad_t", "quad_j"), 100)

PRESETS: dict[str, dict[str, Any]] = {
    "amsterdam": {},
    "rotterdam": _ROTTERDAM,
    "amsterdam-utrecht": {"trump_method": "utrecht"},
    "rotterdam-ko": {**_ROTTERDAM, **_KO, "pit": 0, "tie": "made"},
    "nku": {**_ROTTERDAM, **_ALL_100, "first_bidder": "dealer"},
}
ROEM_PRESETS: dict[str, dict[str, Any]] = {
    "default": {},
    "KO-both": _KO,
    "KO-literal": {**_KO, "run_bonus": "either"},
    "NKU": _ALL_100,
}
"""Presets that fix the roem values only."""


def attribute(name: str) -> str:
    """The attribute of an option."""
    return name.replace(".", "_").lower()


def make_ruleset(name: object, options: object = None, *, roem_only: bool = False) -> Ruleset:
    """The ruleset of a preset with some options changed.

    ``roem_only`` also allows the roem presets. Raises ValueError that lists what is
    allowed when a preset, option or value is not known.
    """
    presets = PRESETS | ROEM_PRESETS if roem_only else PRESETS
    if not isinstance(name, str) or name not in presets:
        raise ValueError(f"ruleset {name!r} is not known; allowed are {', '.join(presets)}")
    ruleset = Ruleset(preset=name, **presets[name])
    return ruleset.with_options(options) if options else ruleset  # type: ignore[arg-type]


def _checked(options: object) -> dict[str, Any]:
    if not isinstance(options, Mapping):
        raise ValueError("options is an object of option names and values")  # noqa: TRY004
    values: dict[str, Any] = {}
    for given, value in options.items():
        name = ALIASES.get(given, given)
        if name not in OPTIONS:
            raise ValueError(f"option {given!r} is not known; allowed are {', '.join(OPTIONS)}")
        try:
            checked = OPTIONS[name](value)
        except ValueError as error:
            raise ValueError(f"option {given}: {error}") from None
        if values.setdefault(attribute(name), checked) != checked:
            raise ValueError(f"option {given} is given twice, with different values")
    return values


assert {attribute(name) for name in OPTIONS} | {"preset", "system"} == {
    one.name for one in fields(Ruleset)
}, "every option of the table has its field"
