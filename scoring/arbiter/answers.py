"""What the rules engine says to a question, as a page shows it: cards as the engine names them, rules cited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from scoring import messages
from scoring.arbiter.forms import DealForm, PlayForm, RowForm, TrickForm
from scoring.arbiter.rule_texts import Rule, rule
from scoring.entry.klaverjas import cells
from scoring.rules import DealVerdict, Finding, Ruleset, Suggestion, judge_deal
from scoring.rules.cards import NAMES, SUITS, Card, from_mask, names, suit, trick_points
from scoring.rules.findings import OTHER, SIDES, Side, Verdict
from scoring.rules.play import HandStuk, PlayRecord, Revoke, TrickResult, judge_play
from scoring.rules.roem import Part, roem_points, trick_roem
from scoring.rules.score import SideBooking, Status
from scoring.rules.seats import SEATS, SIDE_OF, Seat
from scoring.rules.tricks import legal_cards, winner


@dataclass(frozen=True)
class CardView:
    """A card, and whether it is one of those the answer is about (legal, winning)."""

    name: str
    chosen: bool


@dataclass(frozen=True)
class PlayAnswer:
    """Which cards of a hand may be played; `best` holds the trick so far, the partner's or not."""

    hand: list[CardView]
    rule: Rule
    best: str = ""
    partner: bool = False

    @property
    def legal(self) -> list[str]:
        return [card.name for card in self.hand if card.chosen]


def may_be_played(form: PlayForm, ruleset: Ruleset) -> PlayAnswer:
    """Which cards of the hand may follow the trick."""
    data = form.cleaned_data
    trick, trump = data["trick"], suit(data["trump"])
    legal = legal_cards(data["hand"], trick, trump, ruleset)
    hand = [CardView(NAMES[card], card in legal.cards) for card in data["hand"]]
    if not trick:
        return PlayAnswer(hand, rule(legal.rule))
    place = winner(trick, trump)
    return PlayAnswer(hand, rule(legal.rule), NAMES[trick[place]], place == len(trick) - 2)


@dataclass(frozen=True)
class RoemPart:
    """One reason for roem."""

    points: int
    cards: list[str]
    rule: Rule


@dataclass(frozen=True)
class TrickAnswer:
    """What four cards are worth and which of them wins (`place` 1 to 4)."""

    cards: list[CardView]
    winner: str
    place: int
    points: int
    roem: int
    parts: list[RoemPart]
    rules: list[Rule]
    must_announce: bool
    """Whether roem counts only when it was announced, and that is not known."""


def what_is_it_worth(form: TrickForm, ruleset: Ruleset) -> TrickAnswer:
    """Winner, card points and roem of four cards."""
    data = form.cleaned_data
    trick, trump = data["trick"], suit(data["trump"])
    place = winner(trick, trump)
    parts = trick_roem(trick, trump, ruleset)
    required = ruleset.roem_declare == "required"
    lost = bool(parts) and required and data["announced"] == "no"
    cited = ["KJ-TRICKWIN", *(["KJ-LAST10"] if data["last"] else []), *(["KJ-ROEM-OWNER"] if parts else [])]
    cited += ["KJ-ROEM-DECLARE"] if lost else []
    return TrickAnswer(
        cards=_with_winner(trick, place),
        winner=NAMES[trick[place]],
        place=place + 1,
        points=trick_points(trick, trump, last=data["last"]),
        roem=0 if lost else roem_points(parts),
        parts=_parts(parts, ruleset),
        rules=[rule(one) for one in cited],
        must_announce=bool(parts) and required and not data["announced"],
    )


def _parts(parts: Iterable[Part], ruleset: Ruleset) -> list[RoemPart]:
    return [RoemPart(part.points, names(part.cards), rule(part.rule, ruleset)) for part in parts]


def _with_winner(trick: Sequence[Card], place: int) -> list[CardView]:
    return [CardView(NAMES[card], at == place) for at, card in enumerate(trick)]


@dataclass(frozen=True)
class RevokeView:
    """A card that was not allowed, what was, and the rule that says so."""

    trick: int
    seat: Seat
    card: str
    legal: list[str]
    rule: Rule


@dataclass(frozen=True)
class TrickLine:
    """A trick of a deal: who led and won it, and the running score of the cards."""

    number: int
    leader: Seat
    cards: list[CardView]
    winner: Seat
    side: Side
    points: int
    roem: int
    parts: list[RoemPart]
    revokes: list[RevokeView]
    unsaid: bool
    """Whether its roem is lost because nobody announced it who may."""


@dataclass(frozen=True)
class SideLine:
    """A side: tricks, points and roem as played, and what it books."""

    side: Side
    plays: bool
    tricks: int
    points: int
    roem: int
    booked: SideBooking


@dataclass(frozen=True)
class DealAnswer:
    """The verdict on a whole deal."""

    trump: str
    tricks: list[TrickLine]
    sides: list[SideLine]
    revokes: list[RevokeView]
    status: str
    stuk: HandStuk | None
    rules: list[Rule]
    must_announce: bool


def how_did_it_end(form: DealForm, ruleset: Ruleset) -> DealAnswer:
    """The eight tricks judged: winners, points, roem, what was not allowed, and the score."""
    data = form.cleaned_data
    required = ruleset.roem_declare == "required"
    announced = form.announced() if required else None
    record = PlayRecord(suit(data["trump"]), data["declarer"], data["leader"], form.tricks(), announced)
    verdict = judge_play(record, ruleset)
    revokes = [_revoke(one) for one in verdict.revokes]
    leaders = [record.leader, *(trick.winner for trick in verdict.tricks)]
    lines = [
        _line(number, leader, cards, result, [one for one in revokes if one.trick == number], ruleset)
        for number, (leader, cards, result) in enumerate(
            zip(leaders, record.tricks, verdict.tricks, strict=False), 1
        )
    ]
    sides = [
        SideLine(
            side=side,
            plays=SIDE_OF[record.declarer] == side,
            tricks=verdict.tricks_won[side],
            points=verdict.points[side],
            roem=verdict.roem[side],
            booked=verdict.booked[side],
        )
        for side in SIDES
    ]
    own, against = (side.points + side.roem for side in sorted(sides, key=lambda one: not one.plays))
    cited = _deciding(verdict.status, own, against, ruleset)
    if any(line.unsaid for line in lines):
        cited += [rule("KJ-ROEM-DECLARE"), rule("KJ-ROEM-OWNER")]
    return DealAnswer(
        trump=SUITS[record.trump],
        tricks=lines,
        sides=sides,
        revokes=revokes,
        status=status_word(verdict.status),
        stuk=verdict.stuk,
        rules=cited,
        must_announce=required and announced is None,
    )


def _revoke(one: Revoke) -> RevokeView:
    return RevokeView(one.trick, one.seat, NAMES[one.card], names(from_mask(one.legal)), rule(one.rule))


def _line(
    number: int,
    leader: Seat,
    cards: Sequence[Card],
    result: TrickResult,
    revokes: list[RevokeView],
    ruleset: Ruleset,
) -> TrickLine:
    place = (SEATS.index(result.winner) - SEATS.index(leader)) % 4
    return TrickLine(
        number=number,
        leader=leader,
        cards=_with_winner(cards, place),
        winner=result.winner,
        side=SIDE_OF[result.winner],
        points=result.points,
        roem=result.roem,
        parts=_parts(result.parts, ruleset),
        revokes=revokes,
        unsaid=bool(result.parts) and not result.roem,
    )


def _deciding(status: Status, own: int, against: int, ruleset: Ruleset) -> list[Rule]:
    """The rules by which a deal is booked as it is; both scores with roem, `own` of the side that plays."""
    if status is Status.VERZAAKT:
        return [rule("KJ-VERZAAKT"), rule("KJ-VERZAAKT-ROEM", ruleset)]
    cited = ["KJ-SCORE-TIE" if own == against else "KJ-SCORE-MAJORITY"]
    cited += {
        Status.NAT: ["KJ-SCORE-NAT"],
        Status.PIT: ["KJ-SCORE-PIT"],
        Status.NAT_PIT: ["KJ-SCORE-NAT", "KJ-PIT-DEF"],
    }.get(status, [])
    return [rule(one, ruleset) for one in cited]


def status_word(status: Status | None) -> str:
    """How a deal ended, in a word."""
    if status is None:
        return ""
    if status is Status.MADE:
        return pgettext("deal", "made")
    return str(messages.STATUSES[str(status)])


@dataclass(frozen=True)
class Remark:
    """A finding: what it says and by which rule."""

    severity: str
    text: str
    rule: Rule


@dataclass(frozen=True)
class RowAnswer:
    """The verdict on a row of a sheet; `we` and `they` are None while nothing can be booked."""

    verdict: str
    head: str
    booked: dict[Side, SideBooking] | None
    status: str
    plays: str
    remarks: list[Remark]
    slips: list[str]
    rules: list[Rule]

    @property
    def we(self) -> SideBooking | None:
        return self.booked["we"] if self.booked else None

    @property
    def they(self) -> SideBooking | None:
        return self.booked["they"] if self.booked else None


def what_does_it_book(form: RowForm, ruleset: Ruleset) -> RowAnswer:
    """A row of a sheet, judged as the typing page does."""
    deal, unreadable = cells.to_deal(form.cleaned_data)
    verdict = judge_deal(deal, ruleset, unreadable=unreadable)
    heads = {
        Verdict.ACCEPT: gettext("This row is right."),
        Verdict.CONFIRM: gettext("This row can be right: look at it once more."),
        Verdict.REFUSE: gettext("This row cannot be right."),
    }
    return RowAnswer(
        verdict=str(verdict.verdict),
        head=heads[verdict.verdict],
        booked=verdict.booked,
        status=status_word(verdict.status),
        plays=verdict.declarer or "",
        remarks=[_remark(one, ruleset) for one in verdict.findings],
        slips=[_slip(one) for one in verdict.suggestions],
        rules=_row_rules(verdict),
    )


def _remark(one: Finding, ruleset: Ruleset) -> Remark:
    return Remark(str(one.severity), messages.say_finding(one), rule(one.rule, ruleset))


def _slip(one: Suggestion) -> str:
    return messages.say(one.reason)


def _row_rules(verdict: DealVerdict) -> list[Rule]:
    side = verdict.declarer
    if not (verdict.booked and verdict.status and side):
        return []

    def total(of: Side) -> int:
        return (verdict.cell(f"{of}_points") or 0) + (verdict.cell(f"{of}_roem") or 0)

    return _deciding(verdict.status, total(side), total(OTHER[side]), verdict.ruleset)
