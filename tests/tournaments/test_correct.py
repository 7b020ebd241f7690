"""Corrections by the age of the round, and what they say would change; every figure worked out by hand."""

from __future__ import annotations

import io
import uuid

import pytest
from django.core.management import call_command
from django.utils import timezone, translation

from scoring import sheets
from tests import factories
from tests.tournaments import leagues
from tests.tournaments.ledger import side
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Change, Competition, Posting, Publication, Round
from tournaments.pairing import PairingRule
from tournaments.prizes import Prize, PrizePlan
from tournaments.services import closing, correct, draw, draw_changes, effects, guards
from tournaments.services.errors import Refused
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


def proposal(table, we: int, *, reason: str = "read 6 for 0") -> sheets.Proposal:
    """The next version of a sheet of 16 deals in which `we` have so many points in all."""
    newest = table.sheet.newest()
    return sheets.Proposal(
        base=newest.number if newest else 0,
        key=uuid.uuid4().hex,
        deals=[],
        written=None,
        remarks={},
        reason=reason,
        result={"we": side(we), "they": side(2592 - we), "deals": []},
    )


def play(evening, user, *totals: int):
    """The next round, in which North-South of each table had these totals; closed."""
    round_ = factories.make_published_round(evening, actor=user)
    for table, we in zip(factories.tables(round_), totals, strict=True):
        correct.accept(table, proposal(table, we), actor=user)
    closing.close_round(round_, actor=user)
    return round_


def names(table, positions: str) -> set[str]:
    return {seat.person.name for seat in table.seats.all() if seat.position in positions}


def lines_of(found: effects.Effects, title: str) -> dict[str, tuple]:
    """Who moves in a list: (rank, value) before and after."""
    (part,) = [part for part in found.parts if part.title == title]
    return {
        line.name: tuple(
            (place.rank, place.value.replace("\u202f", "")) if place else None
            for place in (line.before, line.after)
        )
        for line in part.moved
    }


def in_english(act):
    with translation.override("en"):
        return act()


@pytest.fixture
def evening(user):
    """Eight play a round: 1400 and 1192 at table 1, 1300 and 1292 at table 2; two more were absent with notice and
    get the lowest score of the round."""
    rule = AttendanceRule(absent_with_notice=Compensation("lowest"))
    standing = StandingRule(measure="average", unit="round", decimals=1)
    competition = factories.make_competition(
        10,
        rounds=2,
        attendance=rule.to_json(),
        standing=StandingRule().to_json(),
        titles=[{"name": "Average", "rule": standing.to_json()}],
    )
    evening = factories.make_evening(competition, present=8)
    for entry in list(competition.entries.order_by("pk"))[8:]:
        evening.presences.create(entry=entry, state="excused")
    play(evening, user, 1400, 1300)
    return evening


def test_a_round_that_is_being_played_is_corrected_at_once(user):
    round_ = factories.make_published_round(actor=user)
    table = factories.tables(round_)[0]
    correct.accept(table, proposal(table, 1400), actor=user)
    assert not correct.takes_review(table)
    correct.accept(table, proposal(table, 1410, reason="ink"), actor=user)
    assert {row.total for row in Posting.objects.all()} == {1410, 1182}


def test_a_closed_round_is_corrected_only_after_a_look_and_with_a_reason(evening, user):
    table = factories.tables(evening.rounds.get())[0]
    assert correct.takes_review(table)
    with pytest.raises(sheets.Locked):
        correct.accept(table, proposal(table, 1350), actor=user)
    with pytest.raises(sheets.Locked):
        correct.accept(table, proposal(table, 1350, reason=" "), actor=user, reviewed=True)
    assert table.sheet.newest().number == 1
    correct.accept(table, proposal(table, 1350), actor=user, reviewed=True)
    assert evening.rounds.get().state == Round.State.CLOSED
    change = Change.objects.get(verb="correct sheet")
    assert change.detail == {"version": 2, "reason": "read 6 for 0", "reviewed": True}


def test_a_closed_season_is_corrected_by_nobody(evening, user):
    competition = evening.competition
    competition.closed_at = timezone.now()
    competition.save()
    table = factories.tables(evening.rounds.get())[0]
    with pytest.raises(sheets.Locked):
        correct.accept(table, proposal(table, 1350), actor=user, reviewed=True)
    assert table.sheet.newest().number == 1


def test_everything_that_moves_is_told_and_nothing_is_done(evening, user):
    """Table 2 becomes 1100 against 1492: its East-West lead, its North-South become last and the absent get 1100."""
    table = factories.tables(evening.rounds.get())[1]
    before = dump()
    found = in_english(
        lambda: effects.of(
            evening.competition,
            lambda: correct.accept(table, proposal(table, 1100), actor=user, reviewed=True),
        )
    )
    assert dump() == before
    north, east = names(table, "NS"), names(table, "EW")
    moved = lines_of(found, "Result of evening 1")
    assert {moved[name] for name in east} == {((5, "1292"), (1, "1492"))}
    assert {moved[name] for name in north} == {((3, "1300"), (7, "1100"))}
    standing = lines_of(found, "Standing")
    absent = {entry.name for entry in list(evening.competition.entries.order_by("pk"))[8:]}
    assert {standing[name] for name in absent} == {((7, "1192"), (7, "1100"))}
    assert {standing[name] for name in east} == {((5, "1292"), (1, "1492"))}
    assert "Standing: Average" in [part.title for part in found.parts]
    (scores,) = [part for part in found.parts if part.title == "Scores"]
    assert len(scores.lines) == 4
    (others,) = [part for part in found.parts if part.title == "Scores that go by those of others"]
    assert {line.split(": ")[1].replace("\u202f", " ") for line in others.lines} == {
        f"{name} (absent) 1 192 → 1 100" for name in absent
    }


def dump() -> str:
    """Every row of the database as text."""
    out = io.StringIO()
    call_command("dumpdata", "tournaments", "scoring", stdout=out)
    return out.getvalue()


def test_what_was_seen_is_what_is_done(evening, user):
    table = factories.tables(evening.rounds.get())[0]
    proposed = proposal(table, 1350)

    def act():
        correct.accept(table, proposed, actor=user, reviewed=True)

    seen = effects.of(evening.competition, act)
    done = effects.carry_out(evening.competition, act, seen.fingerprint)
    assert done == seen
    assert {row.total for row in Posting.objects.filter(sheet_version=table.sheet.newest())} == {1350, 1242}


def test_other_effects_than_were_seen_are_shown_first(evening, user):
    one, other = factories.tables(evening.rounds.get())
    mine = proposal(one, 1350)

    def act():
        correct.accept(one, mine, actor=user, reviewed=True)

    seen = effects.of(evening.competition, act)
    correct.accept(other, proposal(other, 1390), actor=user, reviewed=True)
    with pytest.raises(effects.OtherEffects) as caught:
        effects.carry_out(evening.competition, act, seen.fingerprint)
    assert one.sheet.newest().number == 1
    effects.carry_out(evening.competition, act, caught.value.effects.fingerprint)
    assert one.sheet.newest().number == 2


def test_a_correction_that_changes_no_number_has_no_effects(evening, user):
    table = factories.tables(evening.rounds.get())[0]
    found = effects.of(
        evening.competition, lambda: correct.accept(table, proposal(table, 1400), actor=user, reviewed=True)
    )
    assert found.parts == ()


def test_an_old_evening_is_corrected_without_opening_it_and_later_averages_move_along(user):
    """Who misses evening 2 gets his own average of evening 1; that moves with the correction of evening 1."""
    rule = AttendanceRule(absent_with_notice=Compensation("own_average"))
    competition = factories.make_competition(5, rounds=1, attendance=rule.to_json())
    first = factories.make_evening(competition, present=4)
    play(first, user, 1400)
    closing.close_evening(first, actor=user)
    second = factories.make_evening(competition, present=0)
    table = factories.tables(first.rounds.get())[0]
    missing = table.seats.get(position="N").entry
    others = [entry for entry in competition.entries.all() if entry != missing]
    for entry in others:
        second.presences.create(entry=entry, state="present")
    second.presences.create(entry=missing, state="excused")
    play(second, user, 1300)
    closing.close_evening(second, actor=user)
    assert Posting.objects.get(entry=missing, round__evening=second).total == 1400

    proposed = proposal(table, 1360)
    found = in_english(
        lambda: effects.of(competition, lambda: correct.accept(table, proposed, actor=user, reviewed=True))
    )
    (others,) = [part for part in found.parts if part.title == "Scores that go by those of others"]
    assert others.lines == (f"Evening 2, round 1: {missing.name} (absent) 1\u202f400 → 1\u202f360",)
    effects.carry_out(
        competition, lambda: correct.accept(table, proposed, actor=user, reviewed=True), found.fingerprint
    )
    assert Posting.objects.get(entry=missing, round__evening=second).total == 1360
    first.refresh_from_db()
    assert first.is_closed


def test_a_draft_from_the_old_standing_is_to_be_drawn_again(user):
    competition = factories.make_competition(
        8, rounds=3, kind="pairs", pairing=PairingRule(method="swiss").to_json()
    )
    evening = factories.make_evening(competition)
    first = play(evening, user, 1400, 1300)
    second = draw.draw_round(evening, actor=user, seed=2)
    table = factories.tables(first)[0]
    found = in_english(
        lambda: effects.of(
            evening.competition,
            lambda: correct.accept(table, proposal(table, 1000), actor=user, reviewed=True),
        )
    )
    assert found.to_do == ["Round 2 of evening 1 is a draft from the standing of before: draw it again."]
    draw.publish(second, actor=user)
    found = in_english(
        lambda: effects.of(
            evening.competition,
            lambda: correct.accept(table, proposal(table, 1000), actor=user, reviewed=True),
        )
    )
    assert found.to_do == []
    assert "was drawn from the standing of before" in " ".join(
        line for part in found.parts for line in part.lines
    )


def test_numbers_that_stand_in_a_publication_take_a_look_even_in_an_open_round(user):
    round_ = factories.make_published_round(actor=user)
    table = factories.tables(round_)[0]
    correct.accept(table, proposal(table, 1400), actor=user)
    Publication.objects.create(
        competition=round_.evening.competition,
        number=1,
        kind=Publication.Kind.STANDING,
        title="Standing",
        content={},
        fingerprint="0" * 64,
        published_at=timezone.now(),
    )
    assert correct.takes_review(table)
    assert not guards.needs_review(round_)  # a sheet that is not in yet is in no publication
    with pytest.raises(sheets.Locked):
        correct.accept(table, proposal(table, 1410), actor=user)


def test_a_substitute_is_named_afterwards_with_a_reason(evening, user):
    table = factories.tables(evening.rounds.get())[0]
    seat = table.seats.get(position="N")
    stranger = factories.make_people(1, evening.competition.club, start=50)[0]
    with pytest.raises(Refused):
        draw_changes.substitute(seat, stranger, actor=user)
    draw_changes.substitute(seat, stranger, actor=user, reason="he told us later", reviewed=True)
    row = Posting.objects.get(entry=seat.entry_id, round=evening.rounds.get())
    assert (row.kind, row.person, row.total) == (Posting.Kind.SUBSTITUTE, stranger, 1400)


# Prizes, leagues and cups -----------------------------------------------------------------------------------


def test_a_prize_that_changes_hands_is_told_with_both_winners(evening, user):
    """The first place of the evening, 10 euros for two equal winners, goes from table 1 to East-West of table 2."""
    plan = PrizePlan(prizes=(Prize(by="place", places=(1,), cents=(1000,)),))
    Competition.objects.filter(pk=evening.competition_id).update(prizes=plan.to_json())
    one, table = factories.tables(evening.rounds.get())
    found = in_english(
        lambda: effects.of(
            evening.competition,
            lambda: correct.accept(table, proposal(table, 1100), actor=user, reviewed=True),
        )
    )
    (prizes,) = [part for part in found.parts if part.title == "Prizes"]
    (line,) = prizes.lines
    before, after = line.split(" → ")
    assert before.startswith("Evening 1, ")
    assert all(name in before for name in names(one, "NS"))
    assert all(name in after for name in names(table, "EW"))
    assert not any(name in after for name in names(one, "NS"))


def test_a_match_that_turns_and_the_cup_behind_it(user):
    """A semi-final is corrected from 1400–1192 to 1100–1492: the other pair wins, and is in the final now."""
    division = leagues.make_division(4, kind="knock_out", name="Cup")
    one, other, final = leagues.make_fixtures(division)
    competition = division.competition
    round_ = leagues.play(competition, {one: (1400, 1192), other: (1300, 1292)}, user)
    one.refresh_from_db()
    table = one.table
    found = in_english(
        lambda: effects.of(
            competition, lambda: correct.accept(table, proposal(table, 1100), actor=user, reviewed=True)
        )
    )
    home, away = one.home.name, one.away.name
    (matches,) = [part for part in found.parts if part.title == "Matches"]
    assert f"Cup, match 1, {home} – {away}: {away} wins instead of {home}." in matches.lines
    assert any(line.startswith(f"Cup, match {final.number}: now {away} against") for line in matches.lines)
    assert round_.state == Round.State.CLOSED


def test_the_table_of_a_division_moves_with_a_match(user):
    division = leagues.make_division(4)
    first, *_rest = leagues.make_fixtures(division)
    competition = division.competition
    leagues.play(competition, {first: (1400, 1192)}, user)
    first.refresh_from_db()
    table = first.table
    found = in_english(
        lambda: effects.of(
            competition, lambda: correct.accept(table, proposal(table, 1100), actor=user, reviewed=True)
        )
    )
    moved = lines_of(found, "Table of First division")
    assert (moved[first.home.name][0][1], moved[first.home.name][1][1]) == ("2", "0")
    assert (moved[first.away.name][0][1], moved[first.away.name][1][1]) == ("0", "2")


def test_a_match_of_teams_is_corrected_at_one_of_its_tables(user):
    competition = leagues.make_teams(2, 4)
    division = leagues.make_division(competition=competition, entries=list(competition.entries.all()))
    (fixture,) = leagues.make_fixtures(division)
    evening = leagues.evening_of(competition)
    round_ = leagues.draw_round(evening, [fixture], user)
    leagues.score_tables(round_, fixture, [(1400, 1192), (1250, 1342)], user)
    closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    table = round_.tables.get(number=1)
    at_north = table.seats.get(position="N").entry_id == fixture.home_id
    found = in_english(
        lambda: effects.of(
            competition,
            lambda: correct.accept(
                table, proposal(table, 1000 if at_north else 1592), actor=user, reviewed=True
            ),
        )
    )
    (matches,) = [part for part in found.parts if part.title == "Matches"]
    home, away = fixture.home.team_name, fixture.away.team_name
    assert f"{away} wins instead of {home}." in " ".join(matches.lines)


def test_the_same_effects_for_another_act_are_another_fingerprint(evening):
    nothing = effects.of(evening.competition, lambda: None)
    assert nothing.parts == ()
    assert nothing.fingerprint != effects.of(evening.competition, lambda: None, key="other").fingerprint
