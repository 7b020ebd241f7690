"""Every finding on a deal or a sheet: its code, severity, rule id and message."""

from typing import NamedTuple

from scoring.rules.findings import Finding, Sentence, Severity
from scoring.rules.findings import gettext_noop as _

IMPOSSIBLE, IRREGULAR, UNUSUAL, NOTE = Severity


class Kind(NamedTuple):
    """A kind of finding: how bad, which rule, and what to say."""

    severity: Severity
    rule: str
    template: str


CATALOGUE: dict[str, Kind] = {
    # What is not there
    "missing_points": Kind(
        IMPOSSIBLE,
        "KJ-RECORD",
        _("Column “%(side)s”: the card points are not filled in. Type one of the two."),
    ),
    "missing_roem": Kind(
        IMPOSSIBLE,
        "KJ-RECORD",
        _("Column “%(side)s”: the roem is not filled in. Type it, or - for no roem."),
    ),
    # Card points
    "points": Kind(
        IMPOSSIBLE,
        "I2",
        _(
            "Column “%(side)s”: %(points)d card points cannot occur; "
            "a side has 0, 2 to 160 or 162. Look at the paper again."
        ),
    ),
    "sum": Kind(
        IMPOSSIBLE,
        "I1",
        _(
            "The card points are %(we)d and %(they)d, together %(sum)d; "
            "every deal has 162. Mend one of the two."
        ),
    ),
    # Roem
    "roem": Kind(
        IMPOSSIBLE,
        "I3",
        _(
            "Column “%(side)s”: %(roem)d roem cannot occur in a deal; "
            "roem is 20, 40, 50 and so on. Look at the paper again."
        ),
    ),
    "roem_total": Kind(
        IMPOSSIBLE,
        "I3",
        _("The two sides cannot have %(total)d roem together in one deal. Look at both roem cells again."),
    ),
    "roem_without_points": Kind(
        IMPOSSIBLE,
        "I5",
        _(
            "Column “%(side)s”: %(roem)d roem with 0 card points cannot occur; "
            "cards worth nothing give %(most)d roem at most."
        ),
    ),
    "joint": Kind(
        IMPOSSIBLE,
        "I4",
        _(
            "%(points)d card points with %(roem)d roem for “%(side)s” and %(roem2)d "
            "for “%(other)s” cannot come from one deal of cards. Check points and roem."
        ),
    ),
    "no_roem_with_roem": Kind(
        IMPOSSIBLE,
        "KJ-RECORD",
        _("The row says there was no roem, but roem is filled in. Take one away."),
    ),
    "roem_high": Kind(
        UNUSUAL,
        "I18",
        _("%(total)d roem in one deal is very rare. Is it what the paper says?"),
    ),
    "never_seen": Kind(
        UNUSUAL,
        "I4",
        _(
            "%(points)d card points with %(roem)d roem for “%(side)s” and %(roem2)d "
            "for “%(other)s” has never been seen in a deal played by these rules."
        ),
    ),
    # Pit
    "pit_both": Kind(IMPOSSIBLE, "I6", _("Both sides are marked pit; only one can have all tricks.")),
    "pit_points": Kind(
        IMPOSSIBLE,
        "I6",
        _(
            "Pit for “%(side)s”, but “%(other)s” has %(points)d card points. "
            "A pit is all eight tricks: 162 and 0."
        ),
    ),
    "pit_roem": Kind(
        IMPOSSIBLE,
        "I6",
        _("Pit for “%(side)s”, but “%(other)s” has %(roem)d roem. Without a trick there is no roem."),
    ),
    "pit_no_bonus": Kind(NOTE, "KJ-SCORE-PIT", _("These rules give no extra points for this pit.")),
    "pit_or_not": Kind(
        UNUSUAL,
        "I7",
        _(
            "162 for “%(side)s” without a mark is no pit: “%(other)s” then won a trick "
            "worth nothing. Was it a pit? Then mark it."
        ),
    ),
    "bonus_in_roem": Kind(
        UNUSUAL,
        "KJ-SCORE-PIT",
        _(
            "Column “%(side)s”: is the pit bonus of %(bonus)d inside the %(roem)d roem? "
            "The mark adds it; type the roem alone."
        ),
    ),
    # Nat
    "nat_both": Kind(IMPOSSIBLE, "I8", _("Both sides are marked nat; only who plays can be nat.")),
    "nat_and_not_nat": Kind(IMPOSSIBLE, "I8", _("The row is marked nat and not nat. Take one away.")),
    "nat_wrong_side": Kind(
        IMPOSSIBLE,
        "I8",
        _("Nat is marked for “%(side)s”, but “%(other)s” played. Only the side that plays can be nat."),
    ),
    "nat_against_points": Kind(
        IMPOSSIBLE,
        "I8",
        _("Nat is marked for “%(side)s”, but with roem it has %(own)d against %(against)d: that is made."),
    ),
    "not_nat_against_points": Kind(
        IMPOSSIBLE,
        "I8",
        _(
            "The row says not nat, but with roem “%(side)s” played and has %(own)d "
            "against %(against)d: that is nat."
        ),
    ),
    "tie": Kind(
        IMPOSSIBLE,
        "I14",
        _(
            "Both sides have %(own)d with roem. Equal is nat for the side that "
            "played: mark which side that was."
        ),
    ),
    "tie_made": Kind(
        IMPOSSIBLE,
        "KJ-SCORE-TIE",
        _("Both sides have %(own)d with roem. In these rules equal is not nat."),
    ),
    "nat_follows": Kind(
        NOTE,
        "I8",
        _("“%(side)s” played and with roem has %(own)d against %(against)d: nat."),
    ),
    "nat_unmarked": Kind(
        UNUSUAL,
        "I8",
        _(
            "By the order of dealing “%(side)s” played and with roem has %(own)d against %(against)d: "
            "that is nat, but it is not marked. Mark it, or mend the row."
        ),
    ),
    "nat_roem_left": Kind(
        NOTE,
        "I9",
        _("The %(roem)d roem of “%(side)s” goes to “%(other)s”, because of nat."),
    ),
    "nat_roem_unmoved": Kind(
        UNUSUAL,
        "I5",
        _(
            "Column “%(side)s”: %(roem)d roem stands beside 0 card points. "
            "It is booked for “%(other)s”, because of nat."
        ),
    ),
    # Verzaakt
    "verzaakt_both": Kind(
        IMPOSSIBLE,
        "KJ-VERZAAKT",
        _("Both sides are marked verzaakt; the first revoke decides."),
    ),
    "verzaakt": Kind(
        IRREGULAR,
        "KJ-VERZAAKT",
        _("Verzaakt by “%(side)s”: the points go to “%(other)s”. Say who decided it."),
    ),
    "verzaakt_person": Kind(
        NOTE,
        "KJ-VERZAAKT",
        _("Verzaakt also costs the player himself %(points)d points; the sheet does not book them."),
    ),
    "verzaakt_and_pit": Kind(
        IRREGULAR,
        "KJ-VERZAAKT",
        _("Verzaakt decides this deal; the pit earns nothing extra."),
    ),
    # The order of the sheet
    "declarer_against_turn": Kind(
        UNUSUAL,
        "I21",
        _(
            "“%(side)s” is said to have played, but by the order of dealing it was the "
            "turn of “%(other)s”. Check the row and the first dealer."
        ),
    ),
    "match_over": Kind(
        IMPOSSIBLE,
        "I20",
        _("The match was over: “%(side)s” had reached %(points)d points."),
    ),
    "not_over": Kind(
        UNUSUAL,
        "I20",
        _("The paper is full, but the match is not over: nobody has %(number)d. Is this the whole match?"),
    ),
    "match_full": Kind(
        IMPOSSIBLE,
        "I20",
        _("The match was over after %(deals)d deals; this one is too many."),
    ),
    "booked": Kind(
        IMPOSSIBLE,
        "I10",
        _("No deal can book %(we)d for one side and %(they)d for the other. Look at the row again."),
    ),
    # Written totals
    "written_total": Kind(
        IRREGULAR,
        "I11",
        _(
            "The paper says %(written)d for “%(side)s”, the deals add up to %(total)d "
            "(%(difference)+d). Compare the deals with the paper."
        ),
    ),
    "written_units": Kind(
        NOTE,
        "I12",
        _(
            "The two totals on the paper end in %(written)d together; after "
            "%(deals)d deals they must end in %(due)d. One of them is wrong."
        ),
    ),
    "written_value": Kind(
        IMPOSSIBLE,
        "KJ-RECORD",
        _("The paper's total for “%(side)s” is %(written)d; that cannot be a total."),
    ),
}


def finding(
    code: str,
    field: str | None,
    deal: int | None = None,
    *,
    severity: Severity | None = None,
    **params: object,
) -> Finding:
    """A finding of this kind; ``severity`` where it is milder than usual."""
    kind = CATALOGUE[code]
    return Finding(
        code=code,
        severity=severity or kind.severity,
        field=field,
        rule=kind.rule,
        sentence=Sentence(kind.template, params),
        deal=deal,
    )
