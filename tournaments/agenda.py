"""The order of an evening: its steps in a line, and the one next thing to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access import Act
from tournaments.board import table_list
from tournaments.models import Round

if TYPE_CHECKING:
    from tournaments.board import EveningBoard, RoundBoard, RoundLine


@dataclass(frozen=True, slots=True)
class Action:
    """A button: `post` sends a form, otherwise it is a link; shown to who has the right to `act`."""

    label: str
    url: str
    act: Act
    post: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What comes next, why, and what stands in the way; `also` is the second thing somebody may want.

    `state` is the title for who cannot do it: how things stand instead of what to do.
    """

    kind: str
    title: str
    text: str
    state: str
    action: Action | None = None
    also: Action | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """One step in the line of an evening; `status` is "done", "now" or "" for what is to come."""

    key: str
    label: str
    detail: str
    url: str
    status: str
    act: Act = Act.LOOK


def line(board: EveningBoard) -> list[Mark]:
    """Check-in, every round, the result."""
    now = _now(board)
    attendance = board.attendance
    check_in = Mark(
        key="check-in",
        label=_("Check in"),
        detail=f"{attendance.present} {attendance.label}",
        url=reverse("check_in", args=[board.pk]),
        status="now" if now == "check-in" else "done",
        act=Act.CHECK_IN,
    )
    result = Mark(
        key="result",
        label=_("Result"),
        detail="" if board.closed else _("provisional"),
        url=reverse("evening_result", args=[board.pk]),
        status="done" if board.closed else "now" if now == "result" else "",
    )
    return [check_in, *(_round_mark(board, round_, now) for round_ in board.rounds), result]


def _now(board: EveningBoard) -> str:
    """The key of the step that is at hand; empty when the evening is over."""
    if board.closed:
        return ""
    if board.current:
        return str(board.current.number)
    if not board.last_closed:
        return "check-in"
    upcoming = next((round_ for round_ in board.rounds if round_.pk is None), None)
    return str(upcoming.number) if upcoming else "result"


def _round_mark(board: EveningBoard, round_: RoundLine, now: str) -> Mark:
    key = str(round_.number)
    detail = ""
    if round_.state == Round.State.CLOSED:
        detail = ngettext("%(count)s table", "%(count)s tables", round_.tables) % {"count": round_.tables}
    elif round_.state == Round.State.DRAFT:
        detail = _("draft")
    elif round_.state == Round.State.PUBLISHED:
        is_current = board.current is not None and board.current.pk == round_.pk
        detail = board.current.progress if is_current else _("being played")
    return Mark(
        key=key,
        label=_("Round %(number)s") % {"number": round_.number},
        detail=detail,
        url=reverse("round", args=[round_.pk]) if round_.pk else "",
        status="done" if round_.state == Round.State.CLOSED else "now" if key == now else "",
    )


def next_step(board: EveningBoard, *, slips_made: bool) -> Step:
    """`slips_made`: the paper sheets of the current round were printed (or are being made)."""
    if board.closed:
        return Step(
            "result",
            _("The evening is closed"),
            _("Time for the prizes."),
            _("The evening is closed"),
            Action(_("Look at the result"), reverse("evening_result", args=[board.pk]), Act.LOOK),
        )
    if board.current is None:
        return _between_rounds(board)
    if board.current.state == Round.State.DRAFT:
        return _publish(board.current)
    return _play(board.current, slips_made=slips_made)


def _between_rounds(board: EveningBoard) -> Step:
    upcoming = next((line for line in board.rounds if line.pk is None), None)
    if upcoming is None:
        return Step(
            "close_evening",
            _("Close the evening"),
            _("All rounds are played and closed."),
            _("All rounds are played"),
            Action(_("Close the evening"), reverse("evening_close", args=[board.pk]), Act.DRAW, post=True),
            Action(_("Look at the result first"), reverse("evening_result", args=[board.pk]), Act.LOOK),
        )
    attendance = board.attendance
    check_in = Action(_("Check in"), reverse("check_in", args=[board.pk]), Act.CHECK_IN)
    checking = _("People are being checked in")
    waiting = _("Waiting for the draw of round %(number)s") % {"number": upcoming.number}
    if board.way == "fixtures":
        choose = Action(_("Choose the matches"), reverse("evening_fixtures", args=[board.pk]), Act.DRAW)
        title = _("Choose the matches of round %(number)s") % {"number": upcoming.number}
        return Step("draw", title, _("Who plays is then checked in."), waiting, choose, check_in)
    if not attendance.tables:
        return Step("check_in", _("Check in who is there"), f"{attendance.words}.", checking, check_in)
    draw = _draw(board, upcoming.number)
    if upcoming.number == 1 and attendance.unasked:
        text = _("%(count)s not yet asked") % {"count": attendance.unasked}
        return Step(
            "check_in", _("Check in who is there"), f"{attendance.words}. {text}.", checking, check_in, draw
        )
    return Step("draw", draw.label, f"{attendance.words}.", waiting, draw, check_in)


def _draw(board: EveningBoard, number: int) -> Action:
    if board.way == "schedule":
        return Action(_("Make the schedule"), reverse("evening_schedule", args=[board.pk]), Act.DRAW)
    label = _("Draw round %(number)s") % {"number": number}
    return Action(label, reverse("draw", args=[board.pk]), Act.DRAW, post=True, number=number)


def _publish(current: RoundBoard) -> Step:
    number = {"number": current.number}
    publish = Action(
        _("Publish round %(number)s") % number,
        reverse("round_publish", args=[current.pk]),
        Act.DRAW,
        post=True,
    )
    look = Action(_("Look at the draw"), reverse("round", args=[current.pk]), Act.CHECK_IN)
    text = _("It is a draft: nobody in the hall has seen it.")
    waiting = _("Waiting for the draw of round %(number)s") % number
    return Step("publish", _("The draw of round %(number)s is made") % number, text, waiting, publish, look)


def _play(current: RoundBoard, *, slips_made: bool) -> Step:
    number = {"number": current.number}
    playing = _("Round %(number)s is being played") % number
    if current.missing:
        waiting = [tile for tile in current.missing if not tile.typists] or current.missing
        write = Action(
            _("Type table %(number)s") % {"number": waiting[0].number},
            reverse("sheet", args=[waiting[0].table]),
            Act.TYPE,
        )
        if current.untouched and not slips_made:
            slips = Action(
                _("Print the slips"),
                reverse("report", args=["slips", current.pk, "pdf"]),
                Act.REPORTS,
                post=True,
            )
            text = _("One for every table, with names and dealers.")
            return Step(
                "slips", _("Print the slips of round %(number)s") % number, text, playing, slips, write
            )
        text = _("Not in yet: %(tables)s.") % {"tables": current.still_playing}
        find = Action(_("Find a sheet by its code"), reverse("find_sheet"), Act.TYPE)
        return Step("type", _("Type the sheets of round %(number)s") % number, text, playing, write, find)
    if current.unchecked:
        tile = current.unchecked[0]
        check = Action(
            _("Check table %(number)s") % {"number": tile.number},
            reverse("sheet", args=[tile.table]),
            Act.CHECK,
        )
        text = _("Not checked yet: %(tables)s.") % {"tables": table_list(current.unchecked)}
        return Step("check", _("Check the sheets of round %(number)s") % number, text, playing, check)
    close = Action(
        _("Close round %(number)s") % number, reverse("round_close", args=[current.pk]), Act.DRAW, post=True
    )
    return Step("close_round", close.label, _("All sheets are in."), playing, close)
