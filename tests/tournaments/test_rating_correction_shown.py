"""A sheet that is really corrected, and what everybody reads of it: the page of a player, its graph, the list of a day.

Every figure is worked out here from the scores that were typed, by the rating core alone.
"""

from __future__ import annotations

import datetime
import math
import re
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import strip_tags

from scoring import sheets
from scoring.rules.declared import DeclaredDeal
from tests import factories
from tournaments.models import Evening, Job, RatingList, Seat
from tournaments.rating import Book, RatedRound, points
from tournaments.rating import Evening as RatedEvening
from tournaments.services import closing, correct, jobs

pytestmark = pytest.mark.django_db
ROUNDS, DEALS = 16, 16
TYPED = [[90 + (7 * evening + 11 * round_) % 40 for round_ in range(ROUNDS)] for evening in range(4)]
"""Points a deal of north and south, round by round: between 90 and 129, so north and south always win."""
WRONG = (2, 2)
"""The third round of the third evening: 40 a deal is what the paper says."""
RIGHT = 40
REASON = "kolommen verwisseld"
BECAME = "2 016 – 576 became 640 – 1 952"
"""Typed was 90 + (14 + 22) = 126 a deal of 162, sixteen times."""


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def told(monkeypatch, django_capture_on_commit_callbacks):
    """Four people, four evenings of sixteen rounds made known on their own evening; then one sheet is corrected."""
    monkeypatch.setattr(jobs, "ring", lambda job, **options: None)
    user = factories.make_user()
    club = user.roles.get().club
    competition = factories.make_competition(4, club=club, rounds=ROUNDS, deals=DEALS)
    evenings = []
    for typed in TYPED:
        with django_capture_on_commit_callbacks(execute=True):
            evenings.append(_play(competition, user, typed))
            _at_its_time(evenings[-1])
        _work()
    table = evenings[WRONG[0]].rounds.get(number=WRONG[1] + 1).tables.select_related("sheet").get()
    with pytest.raises(sheets.Locked, match="look first at everything that moves"):
        correct.accept(table, _proposal(table, RIGHT, REASON), actor=user)
    with django_capture_on_commit_callbacks(execute=True):
        correct.accept(table, _proposal(table, RIGHT, REASON), actor=user, reviewed=True)
    _work()
    return competition, evenings, user


def _play(competition, user, typed):
    evening = factories.make_evening(competition)
    for we in typed:
        round_ = factories.make_published_round(evening, actor=user)
        factories.accept_sheet(factories.tables(round_)[0], user, we)
        closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    return evening


def _at_its_time(evening):
    """Closed at half past ten on the evening itself, so that its list was made known then."""
    at = timezone.make_aware(datetime.datetime.combine(evening.date, datetime.time(22, 30)))
    Evening.objects.filter(pk=evening.pk).update(closed_at=at)


def _work():
    for job in Job.objects.filter(kind="rating", state=Job.State.QUEUED):
        jobs.run(job.pk)


def _proposal(table, we, reason):
    row = DeclaredDeal("we" if we > 81 else "they", we, 0, 162 - we, 0)
    booked = [
        {"points": DEALS * each, "roem": 0, "bonus": 0, "total": DEALS * each, "pits": 0, "nats": 0}
        for each in (we, 162 - we)
    ]
    return sheets.Proposal(
        base=table.sheet.newest().number,
        key=uuid.uuid4().hex,
        deals=[row.to_json()] * DEALS,
        written=None,
        remarks={},
        reason=reason,
        result={"we": booked[0], "they": booked[1], "deals": [[we, 162 - we]] * DEALS},
    )


def book(evenings, *, corrected):
    """The ratings by the core, from what was typed and who sat where."""
    made = []
    for at, evening in enumerate(evenings):
        rounds = []
        for round_ in range(ROUNDS):
            we = RIGHT if corrected and (at, round_) == WRONG else TYPED[at][round_]
            seats = Seat.objects.filter(round__evening=evening, round__number=round_ + 1)
            by_seat = dict(seats.values_list("position", "person"))
            four = tuple(by_seat[position] for position in "NSEW")
            rounds.append(RatedRound(round_ + 1, 1, four, DEALS * (2 * we - 162), DEALS, 0))
        made.append(RatedEvening(evening.date.toordinal(), at, rounds))
    return Book(made)


def after(evenings, evening, person, *, corrected):
    """The mean of somebody after an evening."""
    state = book(evenings, corrected=corrected).as_it_was(evening.date)
    return state.people.get(person).mean


def printed(mean):
    return f"{points(mean):,}".replace(",", " ")


def text(html):
    return " ".join(strip_tags(re.sub(r"<(script|style).*?</\1>", " ", html, flags=re.DOTALL)).split())


def get(client, name, club, *args, query=""):
    answer = client.get(reverse(name, args=[club.slug, *args]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_what_the_page_of_a_player_says_of_it(told):
    competition, evenings, user = told
    third = evenings[WRONG[0]]
    north = Seat.objects.get(round__evening=third, round__number=WRONG[1] + 1, position="N").person
    client = factories.sign_in(user)
    page = get(client, "person", competition.club, north.pk)
    was, now = (after(evenings, evenings[-1], north.pk, corrected=each) for each in (False, True))
    assert now < was - 5, "one round of some 500 won became 1312 lost"
    words = text(page)
    assert f"Evening 3 of {third.date.day} September 2026 was corrected" in words
    ends = [math.floor((1500 + each) * 10 + 0.5) / 10 for each in (was, now)]
    shown = [f"{each:,.1f}".replace(",", " ") for each in ends]
    assert f"{shown[0]} → {shown[1]} (−{ends[0] - ends[1]:.1f})" in words
    assert f"evening 3, round 3, table 1: the sheet was corrected, {BECAME} ({REASON})" in words
    rows = {
        text(row[0]): [text(cell) for cell in row[1:]]
        for row in re.findall(
            r'<tr><th scope="row" class="date">((?:(?!</th>).)*)</th>'
            r'<td class="num total">(.*?)</td><td class="num extra">.*?</td><td class="num">(.*?)</td></tr>',
            page,
        )
    }
    for evening in evenings:
        known, right = (after(evenings, evening, north.pk, corrected=each) for each in (False, True))
        assert rows[f"{evening.date.day} sep 2026"] == [printed(known), printed(right)]
    today = timezone.localdate()
    assert [cells for day, cells in rows.items() if "correction" in day] == [[printed(now), "–"]], rows
    assert any(str(today.year) in day for day in rows)


def test_nobody_outside_reads_the_reason(told, client):
    competition, evenings, _user = told
    person = Seat.objects.filter(round__evening=evenings[0]).first().person
    client.cookies["django_language"] = "en"
    words = text(get(client, "public_person", competition.club, person.pk))
    assert f"evening 3, round 3, table 1: the sheet was corrected, {BECAME}" in words
    assert REASON not in words


def test_the_graph_marks_it_and_draws_what_is_known_now(told):
    """Both lines tell the same until the second evening; then the dashed one goes its own way, and the official one
    comes to it in the square."""
    competition, evenings, user = told
    person = Seat.objects.get(round__evening=evenings[2], round__number=3, position="N").person
    client = factories.sign_in(user)
    plain, with_now = (
        get(client, "person_graph", competition.club, person.pk, query=q) for q in ("", "?now=1")
    )
    assert _lines(plain)[1] == []
    official, (dashed,) = _lines(with_now)
    (official,) = official
    assert (len(official), len(dashed)) == (5, 4), "four evenings and a correction; four evenings"
    means = [after(evenings, each, person.pk, corrected=False) for each in evenings]
    means.append(after(evenings, evenings[-1], person.pk, corrected=True))
    right = [after(evenings, each, person.pk, corrected=True) for each in evenings]
    high, low = max(range(5), key=means.__getitem__), min(range(5), key=means.__getitem__)
    scale = (official[high][1] - official[low][1]) / (means[high] - means[low])
    for (_x, y), mean in [*zip(official, means, strict=True), *zip(dashed, right, strict=True)]:
        assert y == pytest.approx(official[low][1] + scale * (mean - means[low]), abs=0.02)
    squares = _squares(with_now)
    assert [place for place in squares if place == pytest.approx(official[-1], abs=0.02)], squares


def _lines(svg):
    """The official lines and the dashed ones, as lists of points."""
    found = re.findall(r"<polyline[^>]*>", svg)
    lines = [(each, _points(re.search(r'points="([^"]*)"', each)[1])) for each in found]
    return [[p for tag, p in lines if ("dasharray" in tag) is dashed] for dashed in (False, True)]


def _points(text):
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _squares(svg):
    """The middles of the empty squares of six points."""
    found = []
    for tag in re.findall(r"<rect[^>]*>", svg):
        size = {
            name: float(re.search(rf'\b{name}="([^"]*)"', tag)[1]) for name in ("x", "y", "width", "height")
        }
        if size["width"] == size["height"] == 6:
            found.append((size["x"] + 3, size["y"] + 3))
    return found


def test_the_list_of_a_day_as_it_was_and_as_corrected_since(told):
    competition, evenings, user = told
    people = list(competition.entries.values_list("members__person", flat=True))
    client = factories.sign_in(user)
    names = {person.pk: person.name for person in (entry.people[0] for entry in competition.entries.all())}
    for evening, differs in ((evenings[1], False), (evenings[2], True), (evenings[3], True)):
        page = get(client, "ratings", competition.club, query=f"?on={evening.date.isoformat()}")
        words = text(page)
        known, right = (
            {one: after(evenings, evening, one, corrected=each) for one in people} for each in (False, True)
        )
        for one in people:
            row = next(r for r in re.findall(r"<tr.*?</tr>", page, re.DOTALL) if names[one] in r)
            cells = [text(cell) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
            gap = points(right[one]) - points(known[one])
            assert [cell.split(" ±")[0] for cell in cells[:2]] == [printed(known[one]), printed(right[one])]
            assert cells[2] == ("=" if not gap else f"{gap:+d}".replace("-", "−"))
        moved = sum(points(right[one]) != points(known[one]) for one in people)
        assert bool(moved) is differs
        told_so = f"evening 3 of {competition} was corrected on"
        assert (told_so in words) is differs
    assert RatingList.objects.filter(kind="correction").count() == 1
