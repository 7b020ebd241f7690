"""A season under other rules beside the real ones; every figure worked out by hand."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests import factories
from tests.tournaments.filled_form import shown
from tests.tournaments.ledger import accept, side
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Competition, Role, WhatIf
from tournaments.services import closing, reports, what_if
from tournaments.services.errors import Refused
from tournaments.services.what_if import Alternative
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db

LOWEST = AttendanceRule(absent_with_notice=Compensation("lowest"))
NOTHING = AttendanceRule(absent_with_notice=Compensation("zero"))


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def competition(user):
    """Five play two evenings of one round by a sum; who is absent gets the lowest score of the round.

    Evening 1: 1400 and 1192, the fifth is absent: 1192. Evening 2: the first North is absent and gets 1000, the four
    others play 1592 and 1000. Both evenings are closed.
    """
    competition = factories.make_competition(
        5, rounds=1, attendance=LOWEST.to_json(), planned_evenings=2, require_check=False
    )
    entries = list(competition.entries.order_by("pk"))
    first = evening(competition, entries[:4], entries[4:], user, 1400)
    north = first.rounds.get().tables.get().seats.get(position="N").entry
    evening(competition, [entry for entry in entries if entry != north], [north], user, 1592)
    return competition


def evening(competition, present, away, user, we: int):
    made = factories.make_evening(competition, present=0)
    for state, entries in (("present", present), ("excused", away)):
        for entry in entries:
            made.presences.create(entry=entry, state=state)
    round_ = factories.make_published_round(made, actor=user)
    accept(factories.tables(round_)[0], user, side(we), side(2592 - we))
    closing.close_round(round_, actor=user)
    closing.close_evening(made, actor=user)
    return made


def dump() -> str:
    """Every row of the database as text."""
    out = io.StringIO()
    call_command("dumpdata", "tournaments", "scoring", stdout=out)
    return out.getvalue()


def absent_on(competition, number: int):
    return competition.evenings.get(number=number).presences.get(state="excused").entry


def test_nothing_is_touched(competition):
    before = dump()
    what_if.compare(
        competition,
        [
            Alternative("Average", StandingRule(measure="average"), LOWEST),
            Alternative("Nothing for absence", StandingRule(), NOTHING),
        ],
    )
    assert dump() == before


def test_other_attendance_books_closed_evenings_otherwise(competition):
    """Without points for absence the absent of evening 1 lacks 1192 and the one of evening 2 lacks 1000."""
    compared = what_if.compare(competition, [Alternative("Nothing", StandingRule(), NOTHING)])
    lines = {line.name: line for line in compared.lines}
    one, two = absent_on(competition, 1), absent_on(competition, 2)
    for entry, lacks in ((one, 1192), (two, 1000)):
        line = lines.pop(entry.name)
        assert line.real.value - line.others[0].value == lacks
    for line in lines.values():
        assert line.real.value == line.others[0].value
    assert not compared.others[0].same_attendance


def test_who_moves_who_is_champion_and_who_drops_out(competition):
    """Best of two evenings: everybody's best evening. With a minimum of two evenings the two absent have no rank."""
    best = StandingRule(best=1, unit="evening")
    strict = StandingRule(minimum_attendance=2)
    compared = what_if.compare(
        competition, [Alternative("Best 1", best, LOWEST), Alternative("Both", strict, LOWEST)]
    )
    one, other = compared.others
    highest = {line.name: line.others[0].value for line in compared.lines}
    assert sorted(highest.values())[-2:] == [1592, 1592]
    assert one.champions == tuple(name for name, value in highest.items() if value == 1592)
    for line in compared.lines:
        better = sum(value > line.others[0].value for value in highest.values())
        assert line.others[0].rank == better + 1
        assert line.others[0].moved == line.real.rank - line.others[0].rank
    assert one.moved == sum(bool(line.others[0].moved) for line in compared.lines)
    gone = {name for name, _why in other.gone}
    assert gone == {absent_on(competition, 1).name, absent_on(competition, 2).name}
    assert all(why for _name, why in other.gone)


def test_the_real_rules_beside_themselves_change_nothing(competition):
    compared = what_if.compare(competition, [Alternative("The same", StandingRule(), LOWEST)])
    for line in compared.lines:
        assert line.real == line.others[0]
    assert (compared.others[0].moved, compared.others[0].gone, compared.others[0].new) == (0, (), ())
    assert compared.others[0].champions == compared.real.champions


def test_averages_stay_exact(competition):
    rule = StandingRule(measure="average", unit="evening")
    compared = what_if.compare(competition, [Alternative("Average", rule, LOWEST)])
    for line in compared.lines:
        assert isinstance(line.others[0].value, Fraction)


def test_a_season_without_evenings_can_be_compared():
    compared = what_if.compare(
        factories.make_competition(4), [Alternative("Average", StandingRule(measure="average"), LOWEST)]
    )
    assert compared.lines == ()
    assert compared.others[0].champions == ()


# Keeping a comparison ---------------------------------------------------------------------------------------


def made(competition, user, *alternatives: Alternative) -> WhatIf:
    found = what_if.start(competition, "Proposals", actor=user)
    for seen, alternative in enumerate(alternatives):
        what_if.set_alternative(found, None, alternative, actor=user, seen=seen)
    found.refresh_from_db()
    return found


def test_at_most_three_with_names_of_their_own(competition, user):
    kept = made(competition, user, *(Alternative(f"Plan {n}", StandingRule(), LOWEST) for n in range(3)))
    with pytest.raises(Refused):
        what_if.set_alternative(kept, None, Alternative("Plan 4", StandingRule(), LOWEST), actor=user, seen=3)
    with pytest.raises(Refused):
        what_if.set_alternative(kept, 1, Alternative("Plan 2", StandingRule(), LOWEST), actor=user, seen=3)
    with pytest.raises(Refused):
        what_if.set_alternative(kept, 3, None, actor=user, seen=2)
    what_if.set_alternative(kept, 1, None, actor=user, seen=3)
    kept.refresh_from_db()
    assert [each.name for each in what_if.alternatives_of(kept)] == ["Plan 1", "Plan 2"]


def test_a_rule_that_cannot_be_in_this_season_is_refused(competition, user):
    with pytest.raises(Refused):
        made(competition, user, Alternative("Best 8", StandingRule(best=8, unit="evening"), LOWEST))


def test_the_pages_compare_and_print(competition):
    user = factories.make_user(Role.Kind.ORGANISER, competition.club)
    client = factories.sign_in(user)
    start = client.post(
        reverse("what_if", args=[competition.pk]), {"name": "Members’ meeting", "key": "once"}
    )
    again = client.post(
        reverse("what_if", args=[competition.pk]), {"name": "Members’ meeting", "key": "once"}
    )
    assert (start.status_code, again.status_code) == (302, 302)
    kept = WhatIf.objects.get()
    page = client.get(reverse("comparison", args=[kept.pk]))
    assert "No other rules yet" in page.text
    assert client.get(reverse("comparison_add", args=[kept.pk])).status_code == 200
    what_if.set_alternative(
        kept, None, Alternative("Average", StandingRule(measure="average"), NOTHING), actor=user, seen=0
    )
    before = Competition.objects.values().get(pk=competition.pk)
    page = client.get(reverse("comparison", args=[kept.pk]))
    assert page.status_code == 200
    assert "The standing is the average number of points per round." in page.text
    assert f"{reverse('season_next', args=[competition.pk])}?rules={kept.pk}-1" in page.text
    assert Competition.objects.values().get(pk=competition.pk) == before
    document = reports.BUILDERS["what-if"](kept.pk)
    assert len(document.rows) == 5
    assert [column.key for column in document.columns] == ["name", "rank0", "value0", "rank1", "value1"]
    remove = reverse("comparison_alternative_remove", args=[kept.pk, 1])
    client.post(remove, {"name": "Average"})
    client.post(remove, {"name": "Average"})
    kept.refresh_from_db()
    assert kept.alternatives == []
    with pytest.raises(Refused):
        reports.BUILDERS["what-if"](kept.pk)
    client.post(reverse("comparison_remove", args=[kept.pk]))
    assert not WhatIf.objects.exists()
    assert client.post(reverse("comparison_remove", args=[kept.pk])).status_code == 302


def test_an_alternative_is_typed_and_laid_beside(competition):
    user = factories.make_user(Role.Kind.ORGANISER, competition.club)
    client = factories.sign_in(user)
    kept = made(competition, user)
    url = reverse("comparison_add", args=[kept.pk])
    form = shown(client.get(url + "?standing=average_round&name=Per+round"))
    assert form["measure"] == ["average"]
    answer = client.post(url, form | {"absent_with_notice_kind": ["zero"]})
    assert answer.status_code == 302, answer.context["attendance_form"].errors
    kept.refresh_from_db()
    (typed,) = what_if.alternatives_of(kept)
    assert (typed.name, typed.standing.measure) == ("Per round", "average")
    assert typed.attendance.absent_with_notice == Compensation("zero")
    wrong = client.post(url, form | {"seen": ["1"], "name": [""]})
    assert wrong.status_code == 422


def test_a_player_sees_no_comparison(competition, user):
    kept = made(competition, user)
    player = factories.sign_in(factories.make_user(Role.Kind.PLAYER, competition.club))
    assert player.get(reverse("comparison", args=[kept.pk])).status_code == 403
    stranger = factories.sign_in(factories.make_user())
    assert stranger.get(reverse("comparison", args=[kept.pk])).status_code == 404
