"""Tables of three in klaverjassen: a list instead of a sheet, from the draw to the result."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tournaments import board, hall
from tournaments.models import Change, Competition, Posting, Round
from tournaments.pairing import PairingRule
from tournaments.services import closing, draw, draw_changes, round_documents, threes_list
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.services.threes_list import Line
from tournaments.standing import facts, queries, stories

pytestmark = pytest.mark.django_db
DESK = queries.Reader()
LINES = [Line(500, 60, 1, 0), Line(400, 20, 0, 2), Line(0)]


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


def round_of(user, present: int = 7) -> Round:
    rule = PairingRule(leftovers="three").to_json()
    competition = factories.make_competition(
        present, club=user.roles.get().club, rounds=2, deals=4, pairing=rule
    )
    return factories.make_published_round(factories.make_evening(competition), actor=user)


def three(round_: Round):
    return next(table for table in factories.tables(round_) if threes_list.is_list(table))


def lines(table, given=LINES) -> dict[int, Line]:
    return {seat.entry_id: line for seat, line in zip(table.seats.order_by("pk"), given, strict=True)}


@pytest.mark.parametrize(("present", "threes", "resting"), [(7, 1, 0), (10, 2, 0), (9, 0, 1)])
def test_three_who_are_left_over_play_without_a_sheet(user, present, threes, resting):
    round_ = round_of(user, present)
    tables = factories.tables(round_)
    lists = [table for table in tables if threes_list.is_list(table)]
    assert len(lists) == threes
    assert all(table.sheet is None for table in lists)
    assert all(table.sheet for table in tables if table not in lists)
    assert round_.sit_outs.count() == resting


@pytest.mark.parametrize(
    ("present", "words"),
    [(7, "2 tables, everybody plays"), (10, "3 tables, everybody plays"), (9, "2 tables, 1 sits out")],
)
def test_the_hall_counts_the_table_of_three(user, present, words):
    assert hall.attendance(round_of(user, present).evening, []).words == words


def test_a_list_is_booked_as_it_is_written(user):
    round_ = round_of(user)
    table = three(round_)
    threes_list.record(table, lines(table), actor=user)
    booked = [threes_list.recorded(table)[seat.entry_id] for seat in table.seats.order_by("pk")]
    assert [(row.points, row.roem, row.bonus, row.total, row.pits, row.nats) for row in booked] == [
        (500, 60, 100, 660, 1, 0),
        (400, 20, 0, 420, 0, 2),
        (0, 0, 0, 0, 0, 0),
    ]
    assert {row.kind for row in booked} == {Posting.Kind.PLAYED}
    assert {row.author for row in booked} == {user}
    assert Competition.objects.get().frozen_at
    assert Change.objects.filter(verb="record list", subject=f"table:{table.pk}").count() == 1


def test_a_list_changes_with_a_reason_and_what_it_was_stays_in_the_log(user):
    table = three(round_of(user))
    threes_list.record(table, lines(table), actor=user)
    seen = threes_list.look_of(threes_list.recorded(table))
    other = lines(table, [Line(100), Line(200), Line(300)])
    with pytest.raises(Refused, match="why"):
        threes_list.record(table, other, actor=user)
    with pytest.raises(Refused, match="meanwhile"):
        threes_list.record(table, other, actor=user, reason="slip", seen="")
    threes_list.record(table, other, actor=user, reason="Columns exchanged.", seen=seen, key="a")
    with pytest.raises(AlreadyDone):
        threes_list.record(table, other, actor=user, reason="again", key="a")
    assert sorted(row.total for row in threes_list.recorded(table).values()) == [100, 200, 300]
    change = Change.objects.get(verb="correct list")
    assert sorted(change.detail["before"].values()) == [0, 420, 660]
    assert change.detail["reason"] == "Columns exchanged."


@pytest.mark.parametrize("wrong", [Line(-1), Line(10_001), Line(1, -1), Line(1, 0, 65), Line(1, 0, 0, -1)])
def test_what_no_list_can_say_is_refused_and_nothing_is_booked(user, wrong):
    table = three(round_of(user))
    with pytest.raises(Refused):
        threes_list.record(table, lines(table, [wrong, Line(1), Line(2)]), actor=user)
    with pytest.raises(Refused, match="each of the three"):
        threes_list.record(table, dict(list(lines(table).items())[:2]), actor=user)
    assert not Posting.objects.exists()


def test_the_round_waits_for_the_list(user):
    round_ = round_of(user)
    table = three(round_)
    for other in factories.tables(round_):
        if other.sheet:
            factories.accept_sheet(other, user)
    assert [blocker.table for blocker in closing.blockers(round_)] == [table]
    listed = queries.evening_list(round_.evening, DESK)
    assert [waiting.table for waiting in listed.waiting] == [table.number]
    shown = board.round_board(round_, require_check=False)
    assert shown.still_playing == f"table {table.number}"
    threes_list.record(table, lines(table), actor=user)
    assert board.round_board(round_, require_check=True).tiles[table.number - 1].done
    assert not queries.evening_list(round_.evening, DESK).waiting
    with pytest.raises(Refused, match="typed"):
        draw.undo(round_, actor=user)
    closing.close_round(round_, actor=user)
    with pytest.raises(Refused, match="closed"):
        threes_list.record(table, lines(table), actor=user, reason="late")


def test_board_stories_and_facts_tell_of_the_three(user):
    round_ = round_of(user)
    table = three(round_)
    threes_list.record(table, lines(table), actor=user)
    tile = board.round_board(round_, require_check=False).tiles[table.number - 1]
    assert [len(side) for side in tile.sides] == [1, 1, 1]
    entry = table.seats.get(position="E").entry_id
    (told,) = stories.told(round_.evening, entry, DESK)
    assert (told.partner, len(told.opponents), told.posting.total) == ("", 2, 420)
    assert "recorded on a list" in told.reason
    known = facts.evening_facts(queries.evening_list(round_.evening, DESK), DESK)
    assert (known.pits, known.nats, known.roem) == (1, 2, 80)


def test_a_substitute_at_a_table_of_three_stands_on_the_line(user):
    round_ = round_of(user)
    table = three(round_)
    threes_list.record(table, lines(table), actor=user)
    seat = table.seats.get(position="S")
    (person,) = factories.make_people(1, round_.evening.competition.club, start=30)
    draw_changes.substitute(seat, person, actor=user)
    row = threes_list.recorded(table)[seat.entry_id]
    assert (row.person, row.kind) == (person, Posting.Kind.SUBSTITUTE)


def test_the_papers_of_a_round_have_a_list_for_the_three(user):
    round_ = round_of(user)
    document = round_documents.slips_document(round_.pk)
    sheet, paper = sorted(document.slips, key=lambda slip: hasattr(slip, "boxes"))
    assert len(sheet.seats) == 4
    assert [side.word for side in paper.sides] == ["N", "E", "S"]
    assert paper.boxes == ("points", "roem", "stand")
    by_name = round_documents.wall_by_name_document(round_.pk)
    assert len(by_name.rows) == 7


def test_the_draw_page_offers_it_where_four_sit_at_a_table(user):
    browser = factories.sign_in(user)
    club = user.roles.get().club
    four = factories.make_competition(8, club=club)
    url = reverse("draw_rule", args=[four.pk])
    form = browser.get(url).context["form"]
    data = {field.html_name: str(field.value()) for field in form if field.value() is not False}
    assert browser.post(url, data | {"leftovers": "three"}).status_code == 302
    four.refresh_from_db()
    assert four.get_pairing().leftovers == "three"
    others = factories.make_people(8, club, start=20)
    pairs = factories.make_competition(others, club=club, kind="pairs")
    shown = browser.get(reverse("draw_rule", args=[pairs.pk])).context["form"]
    assert "leftovers" not in shown.fields


# On the page -----------------------------------------------------------------------------------------------


def typed(page, *values: tuple[str, str, str, str], **more: str) -> dict[str, str]:
    form = page.context["form"]
    data = {"seen": form["seen"].value(), "key": form["key"].value(), **more}
    for line, boxes in zip(form.lines(), values, strict=True):
        data |= {field.html_name: value for field, value in zip(line["boxes"], boxes, strict=True)}
    return data


def test_a_secretary_types_the_list_and_an_organiser_changes_it(user):
    round_ = round_of(user)
    table = three(round_)
    club = round_.evening.competition.club
    secretary = factories.sign_in(factories.make_user("secretary", club))
    url = reverse("threes_list", args=[table.pk])
    assert secretary.get(reverse("sheet", args=[table.pk])).url == url
    page = secretary.get(url)
    data = typed(page, ("500", "60", "1", ""), ("400", "", "", "2"), ("0", "", "", ""))
    answers = [secretary.post(url, data).status_code for _click in range(2)]
    assert answers[0] == 302
    assert sorted(row.total for row in threes_list.recorded(table).values()) == [0, 400, 660]
    assert "660" in secretary.get(url).text
    assert secretary.post(url, data).status_code == 403
    organiser = factories.sign_in(user)
    page = organiser.get(url)
    data = typed(page, ("1", "", "", ""), ("2", "", "", ""), ("3", "", "", ""))
    assert organiser.post(url, data).status_code == 422
    assert organiser.post(url, data | {"reason": "Wrong table."}).status_code == 302
    assert sorted(row.total for row in threes_list.recorded(table).values()) == [1, 2, 3]


@pytest.mark.parametrize("wrong", ["", "-1", "1e3", "99999", "veel"])
def test_what_is_no_number_stays_on_the_form(user, wrong):
    table = three(round_of(user))
    browser = factories.sign_in(user)
    url = reverse("threes_list", args=[table.pk])
    data = typed(browser.get(url), (wrong, "", "", ""), ("400", "", "", ""), ("0", "", "", ""))
    answer = browser.post(url, data)
    assert answer.status_code == 422
    assert wrong in answer.text
    assert not Posting.objects.exists()


def test_a_player_reads_and_a_table_of_four_has_no_list(user):
    round_ = round_of(user)
    table = three(round_)
    player = factories.sign_in(factories.make_user("player", round_.evening.competition.club))
    url = reverse("threes_list", args=[table.pk])
    assert "not recorded yet" in player.get(url).text
    assert player.post(url, {}).status_code == 403
    four = next(other for other in factories.tables(round_) if other.sheet)
    assert player.get(reverse("threes_list", args=[four.pk])).status_code == 404
