"""The demo club: enough of everything, at natural rates, and every accepted sheet beyond reproach."""

import datetime
import json
from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import TestCase
from django.urls import reverse

from scoring.models import SheetVersion
from scoring.rules import DeclaredDeal, Severity, judge_sheet
from scoring.rules.relatives import judge_rows, read_row
from tournaments import demo, league_board, league_clubs
from tournaments.demo import last_season
from tournaments.demo.paper import order_practice_sheets, practice_document
from tournaments.demo.season import Season
from tournaments.models import Club, Competition, Evening, Job, Membership, Person, Posting, Round
from tournaments.pairing import validate_draw
from tournaments.players import lists
from tournaments.services import league_quality, posting, publish, rating, what_if
from tournaments.services.draw_input import as_drawn, given_of
from tournaments.services.errors import Refused
from tournaments.standing import queries

TODAY = datetime.date(2026, 11, 24)


def versions_of(competition: str):
    found = SheetVersion.objects.filter(sheet__table__round__evening__competition__name=competition)
    return found.select_related("sheet")


def this_season():
    return Competition.objects.get(club__slug="de-vier-azen", name="Clubcompetitie", season="2026/27")


class TestDemoClub(TestCase):
    """The season is played once; every test takes back what it changes."""

    round: Round

    @classmethod
    def setUpTestData(cls):
        cls.round = Season(TODAY, lambda line: None).make()

    def test_the_club_has_members_guests_and_a_season_with_one_evening_running(self):
        club = Club.objects.get(slug="de-vier-azen")
        assert club.memberships.filter(kind=Membership.Kind.MEMBER).count() == 24
        visitors = 3 * 2 * 4  # three other clubs come with two teams of four each
        assert club.memberships.filter(kind=Membership.Kind.GUEST).count() == 2 + visitors
        evenings = Evening.objects.filter(competition=this_season()).order_by("number")
        assert [evening.is_closed for evening in evenings] == [True] * 6 + [False]
        assert evenings[6].date == TODAY

    def test_the_season_has_a_second_title_and_proposals_that_make_another_champion(self):
        competition = this_season()
        assert competition.planned_evenings == 7
        assert [rule.best for rule in competition.get_titles().values()] == [5]
        (proposals,) = competition.what_ifs.all()
        compared = what_if.compare(competition, what_if.alternatives_of(proposals))
        assert len(compared.others) == 2
        assert all(outcome.moved for outcome in compared.others)

    def test_an_evening_is_published_and_corrected_with_an_erratum(self):
        competition = this_season()
        published = list(competition.publications.order_by("number"))
        assert [each.kind for each in published[:3]] == ["evening", "prizes", "standing"]
        corrections = [each for each in published if each.replaces]
        assert {each.kind for each in corrections} >= {"evening", "standing"}
        assert all(each.erratum and each.reason for each in corrections)
        assert not any(each.provisional for each in published)
        assert publish.outdated(competition) == []

    def test_pairs_play_a_league_and_a_cup(self):
        competition = Club.objects.get(slug="de-vier-azen").competitions.get(kind="pairs")
        cup, division = sorted(
            league_board.load(competition, queries.Reader()), key=lambda board: not board.is_bracket
        )
        assert len(division.rows) == 8
        states = Counter(match.state for match in division.matches)
        assert states == {"played": 7, "postponed": 1, "planned": 20}
        assert not league_quality.quality(division).troubles
        assert [match.state for match in cup.matches[:4]] == ["played"] * 4
        assert all(side.entry for match in cup.matches[4:6] for side in match.sides)

    def test_clubs_play_a_league_of_teams_in_two_divisions(self):
        competition = Club.objects.get(slug="de-vier-azen").competitions.get(kind="teams")
        first, second = league_board.load(competition, queries.DESK)
        assert Counter(match.state for match in first.matches) == {"played": 6, "planned": 6}
        assert Counter(match.state for match in second.matches) == {"played": 5, "postponed": 1, "planned": 6}
        assert [len(match.tables) for match in first.matches[:6]] == [2] * 6
        # Two points for each match and for each of its two tables are given, and one was taken away.
        assert sum(line.points for line in first.lines) == 6 * (2 + 2 * 2) - 1
        assert [one.match_points for one in first.by_hand] == [-1]
        clubs = league_clubs.club_table(competition, [first, second])
        assert sorted(line.entries for line in clubs) == [2] * 4

    def test_a_drive_was_drawn_by_standing_and_nobody_met_in_vain(self):
        rounds = Round.objects.filter(evening__competition__apart_groups__isnull=False).order_by("number")
        assert [round_.method for round_ in rounds] == ["swiss"] * 4
        for round_ in rounds:
            assert validate_draw(as_drawn(round_), given_of(round_)) == []
            assert (round_.quality["repeated_partners"], round_.quality["apart"]) == (0, 0)
        assert len({round_.sit_outs.get().entry_id for round_ in rounds}) == 4

    def test_the_season_before_it_was_played_to_its_end_and_published(self):
        last = Competition.objects.get(name="Clubcompetitie", season="2025/26")
        assert last.is_closed
        assert [evening.is_closed for evening in last.evenings.all()] == [True] * 28
        assert [each.kind for each in last.publications.order_by("number")] == ["standing", "prizes"]
        first, final = last.evenings.order_by("number").values_list("date", flat=True)[::27]
        assert (first, final) == (datetime.date(2025, 10, 14), datetime.date(2026, 4, 21))
        assert last.entries.count() == 22

    def test_what_was_written_of_last_season_is_what_the_services_make_of_its_sheets(self):
        rows = Posting.objects.filter(round__evening__competition__season="2025/26").order_by(
            "round", "entry"
        )
        leave_out = {"id", "created", "author"}
        names = [field.attname for field in Posting._meta.fields if field.name not in leave_out]
        before = list(rows.values_list(*names))
        rows.filter(kind=Posting.Kind.PLAYED).update(total=0, against=1)
        for evening in Evening.objects.filter(competition__season="2025/26"):
            Competition.objects.filter(pk=evening.competition_id).update(closed_at=None)
            posting.post_evening(evening)
        assert len(before) >= 28 * 3 * 20
        assert list(rows.values_list(*names)) == before

    def test_last_season_is_as_it_is_played_and_half_of_the_club_has_an_established_rating(self):
        played = last_season.play()
        assert json.loads(last_season.FILE.read_text(encoding="utf-8"))[0] == next(played)
        club = Club.objects.get(slug="de-vier-azen")
        rating.refresh(club.pk)
        shown = lists.ratings(club, queries.Reader())
        assert 8 <= len(shown.established) <= 22
        assert len(shown.developing) >= 2

    def test_the_running_round_waits_for_sheets(self):
        assert self.round.state == Round.State.PUBLISHED
        typed = self.round.tables.filter(sheet__versions__isnull=False).count()
        assert 0 < typed < self.round.tables.count()

    def test_points_roem_pits_and_nats_come_at_natural_rates(self):
        deals = roem = pits = nats = 0
        for version in versions_of("Clubcompetitie"):
            deals += len(version.deals)
            for side in ("we", "they"):
                booked = version.result[side]
                roem, pits, nats = roem + booked["roem"], pits + booked["pits"], nats + booked["nats"]
            assert sum(version.result[side]["points"] for side in ("we", "they")) == 162 * len(version.deals)
        assert deals > 1500
        assert 27 <= roem / deals <= 35
        assert 0.015 <= pits / deals <= 0.055
        assert 0.18 <= nats / deals <= 0.29

    def test_no_accepted_sheet_says_what_cannot_be(self):
        for version in versions_of("Clubcompetitie"):
            rows = [
                DeclaredDeal.from_json({name: value for name, value in row.items() if name != "completed"})
                for row in version.deals
            ]
            verdict = judge_sheet(rows, version.sheet.get_ruleset(), written=version.written)
            severities = {finding.severity for deal in verdict.deals for finding in deal.findings}
            assert Severity.IMPOSSIBLE not in severities
            assert not verdict.findings

    def test_an_evening_of_klaberjass_was_played_to_its_end(self):
        versions = list(versions_of("Klaberjass-avond"))
        assert len(versions) == 9
        statuses = Counter()
        for version in versions:
            rules = version.sheet.get_rules()
            match = judge_rows(rules, [read_row(rules, deal) for deal in version.deals], "A")
            assert all(finding.severity == Severity.NOTE for finding in match.findings)
            assert match.winner == version.result["winner"]
            assert match.totals == {side: version.result[side]["total"] for side in "AB"} == version.written
            assert max(match.totals.values()) >= 500
            statuses.update(str(deal.status) for deal in match.deals)
            findings = [finding for deal in match.deals for finding in deal.findings]
            assert all(finding.severity == Severity.NOTE for finding in findings)
        assert statuses["made"] > statuses["bete"] > 0
        evening = Evening.objects.get(competition__name="Klaberjass-avond")
        assert evening.is_closed
        assert [round_.sit_outs.count() for round_ in evening.rounds.all()] == [1, 1, 1]
        assert queries.latest_evening(evening.competition.club) != evening

    def test_there_is_nothing_to_practise_with_of_klaberjass(self):
        round_ = Round.objects.filter(evening__competition__name="Klaberjass-avond").first()
        with pytest.raises(Refused):
            practice_document(round_.pk)

    def test_the_practice_sheets_are_those_that_wait_and_one_total_is_wrong(self):
        document = practice_document(self.round.pk)
        waiting = self.round.tables.filter(sheet__versions=None).order_by("number")
        assert [slip.table for slip in document.slips] == [table.number for table in waiting]
        assert {len(slip.filled.deals) for slip in document.slips} == {16}
        sides = [side for slip in document.slips for side in (slip.filled.we, slip.filled.they)]
        assert sum(side.points + side.roem + side.pits != side.total for side in sides) == 1

    def test_the_accounts_are_told_as_long_as_they_have_their_first_password(self):
        assert [username for username, _password, _about in demo.logins()] == [
            "beheer",
            "leider",
            "secretaris",
            "speler",
        ]

    def test_the_practice_sheets_are_listed_among_the_documents(self):
        job = order_practice_sheets(self.round)
        self.client.login(username="secretaris", password=demo.cast()["password"])
        listed = self.client.get(reverse("documents", args=["de-vier-azen"]))
        assert reverse("job", args=[job.pk]) in listed.text

    def test_some_names_are_not_for_the_public(self):
        shown = {person.visibility for person in Person.objects.all()}
        assert shown == {"shown", "initials", "hidden"}

    def test_loading_it_twice_is_refused_in_words(self):
        before = Club.objects.count()
        with pytest.raises(CommandError, match="demo"):
            call_command("demo", stdout=StringIO())
        assert Club.objects.count() == before
        assert not Job.objects.exists()
