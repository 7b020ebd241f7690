"""Plays the demo season: every deal card by card, every step through the same services as the screens."""

from __future__ import annotations

import datetime
from random import Random
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import sheets
from scoring.entry.form import form_of
from scoring.rules import DeclaredDeal
from scoring.rules.family import seat_of_position
from scoring.rules.relatives import Game
from scoring.rules.simulate import PlayedDeal, play_sheet
from tournaments import attendance, games, names
from tournaments.demo import cast, drive, last_season, league, publications, rules, teams
from tournaments.demo.klaberjass import play_match
from tournaments.models import (
    Club,
    Competition,
    Entry,
    Evening,
    Membership,
    Person,
    Presence,
    Role,
    Round,
    User,
)
from tournaments.services import audit, check_in, closing, competitions, decisions, draw, people, posting
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.models import Table

SEED = "De Vier Azen"
DRIVE_DAYS_AGO = 17
CLOSING_TIME = datetime.time(22, 45)


class Season:
    """Makes the demo club as it is on `today`: an evening a week, the last of them still running."""

    def __init__(self, today: datetime.date, say: Callable[[str], None]) -> None:
        self.today = today
        self.say = say
        self.skills: dict[int, float] = {}

    @transaction.atomic
    def make(self) -> Round:
        """Everything at once or nothing; returns the round that waits for its sheets to be typed.

        Raises `Refused` when the demo club is there already.
        """
        if Club.objects.filter(slug=cast()["club"]["slug"]).exists():
            raise Refused(_("The demo club is there already."))
        self.club = Club.objects.create(**cast()["club"])
        self.members = {
            each["number"]: self._person(each, Membership.Kind.MEMBER) for each in cast()["members"]
        }
        self.guests = [self._person(each, Membership.Kind.GUEST) for each in cast()["guests"]]
        self._accounts()
        self._load_last_season()
        self._play_klaberjass(cast()["klaberjass"])
        self._play_league()
        self._play_team_league()
        self._play_drive()
        self.competition = self._competition(cast()["competition"])
        competitions.enter_members(self.competition, actor=self._organiser)
        publications.set_prizes(self.competition, actor=self._organiser)
        rules.set_titles(self.competition, len(cast()["evenings"]), actor=self._organiser)
        *past, running = cast()["evenings"]
        for number, plan in enumerate(past):
            self.say(_("evening %(number)s of %(count)s") % {"number": number + 1, "count": len(past) + 1})
            evening = self._evening(number, plan)
            self._play_evening(evening)
            self._decide(evening, plan)
        self._close_on_the_day()
        self._publish()
        rules.propose(self.competition, actor=self._organiser)
        return self._run_evening(self._evening(len(past), running))

    def _close_on_the_day(self) -> None:
        """Evenings were closed when they ended: what was known on a day can be asked of a list of ratings."""
        zone = ZoneInfo(self.club.time_zone)
        closed = Evening.objects.filter(competition__club=self.club, closed_at__isnull=False)
        for evening in closed:
            evening.closed_at = datetime.datetime.combine(evening.date, CLOSING_TIME, zone)
        Evening.objects.bulk_update(closed, ["closed_at"])

    def _publish(self) -> None:
        """The newest evening as it hangs on the wall, and what was mended since."""
        newest = self.competition.evenings.order_by("-number").first()
        publications.publish_evening(newest, actor=self._organiser)
        publications.correct_evening(newest, actor=self._organiser)

    def _person(self, each: dict[str, Any], kind: str) -> Person:
        person = people.add_person(
            self.club,
            names.Name(each["first"], each["prefix"], each["last"]),
            actor=None,
            kind=kind,
            number=each.get("number", ""),
            visibility=each.get("visibility", Person.Visibility.SHOWN),
        )
        self.skills[person.pk] = each["skill"]
        return person

    def _accounts(self) -> None:
        self.users = {}
        for each in cast()["users"]:
            user = User.objects.create_user(each["username"], password=cast()["password"])
            if each["role"] == Role.Kind.ADMINISTRATOR:
                user.is_staff = user.is_superuser = True
                user.save()
            people.give_role(
                self.club, user, each["role"], actor=None, person=self.members.get(each.get("member"))
            )
            self.users[each["role"]] = user

    def _season(self, earlier: datetime.timedelta = datetime.timedelta(0)) -> str:
        """A season runs over New Year."""
        start = self._date(0) - earlier
        year = start.year if start.month >= 7 else start.year - 1
        return f"{year}/{(year + 1) % 100:02}"

    def _competition(self, given: dict[str, Any], season: str = "") -> Competition:
        competition = Competition(
            club=self.club,
            name=given["name"],
            season=season or self._season(),
            rounds_per_evening=given["rounds_per_evening"],
            deals_per_round=given["deals_per_round"],
            records_declarer=True,
        )
        given_rules = {
            "ruleset": games.rules_of(given["ruleset"]).to_json(),
            "attendance": attendance.PRESETS[given["attendance"]].to_json(),
            "pairing": competition.pairing,
            "standing": competition.standing,
        }
        return competitions.save_competition(competition, given_rules, actor=self._organiser)

    def _load_last_season(self) -> None:
        """Who is new has no entry in it. Its champion got his cup."""
        self.say(_("last season"))
        competition = self._competition(cast()["competition"], self._season(last_season.EARLIER))
        players = {
            number: people.add_entry(competition, [person], actor=self._organiser).members.get()
            for number, person in self.members.items()
            if number not in last_season.NEW
        }
        publications.set_prizes(competition, actor=self._organiser)
        first = self._date(0) - last_season.EARLIER
        last_season.load(competition, first, players, typist=self._secretary, actor=self._organiser)
        publications.publish_season(competition, actor=self._organiser)

    def _play_klaberjass(self, given: dict[str, Any]) -> None:
        """One evening of a relative, for two at a table; with an odd number one rests each round."""
        competition = self._competition(given)
        date = self.today - datetime.timedelta(days=given["days_ago"])
        evening = competitions.add_evening(
            competition, date, competition.rounds_per_evening, actor=self._organiser
        )
        for number in given["members"]:
            entry = people.add_entry(competition, [self.members[number]], actor=self._organiser)
            check_in.set_presence(evening, entry, Presence.State.PRESENT, actor=self._secretary)
        self._play_evening(evening)

    def _play_league(self) -> None:
        league.make_league(
            self.club,
            list(self.members.values()),
            self._season(),
            self.today,
            actor=self._organiser,
            play=self._play_round,
        )

    def _play_team_league(self) -> None:
        teams.make_team_league(
            self.club,
            list(self.members.values()),
            self._season(),
            self.today,
            actor=self._organiser,
            play=self._play_round,
        )

    def _play_drive(self) -> None:
        drive.make_drive(
            self.club,
            list(self.members.values()),
            self._season(),
            self.today - datetime.timedelta(days=DRIVE_DAYS_AGO),
            actor=self._organiser,
            play=self._play_round,
        )

    @property
    def _organiser(self) -> User:
        return self.users[Role.Kind.ORGANISER]

    @property
    def _secretary(self) -> User:
        return self.users[Role.Kind.SECRETARY]

    def _date(self, number: int) -> datetime.date:
        return self.today - datetime.timedelta(weeks=len(cast()["evenings"]) - 1 - number)

    # Evenings ------------------------------------------------------------------

    def _evening(self, number: int, plan: dict[str, Any]) -> Evening:
        evening = competitions.add_evening(
            self.competition, self._date(number), self.competition.rounds_per_evening, actor=self._organiser
        )
        for member_number, person in self.members.items():
            entry = self._entry(person)
            state = Presence.State.PRESENT
            if member_number in plan.get("excused", []):
                state = Presence.State.EXCUSED
            elif member_number in plan.get("absent", []):
                state = Presence.State.ABSENT
            check_in.set_presence(
                evening,
                entry,
                state,
                actor=self._secretary,
                from_round=plan.get("late", {}).get(member_number, 1),
                until_round=plan.get("left", {}).get(member_number),
            )
        for index in plan.get("guests", []):
            check_in.set_presence(
                evening, self._entry(self.guests[index]), Presence.State.PRESENT, actor=self._secretary
            )
        return evening

    def _entry(self, person: Person) -> Entry:
        found = Entry.objects.filter(competition=self.competition, members__person=person).first()
        return found or people.add_entry(self.competition, [person], actor=self._organiser)

    def _play_evening(self, evening: Evening) -> None:
        for _number in range(evening.rounds_planned):
            self._play_round(self._draw(evening))
        closing.close_evening(evening, actor=self._organiser)

    def _decide(self, evening: Evening, plan: dict[str, Any]) -> None:
        """What the organiser took off by hand, in the last round."""
        for each in plan.get("penalties", []):
            decisions.penalise(
                self._entry(self.members[each["member"]]),
                evening.rounds.last(),
                points=each["points"],
                reason=each["reason"],
                actor=self._organiser,
            )

    def _run_evening(self, evening: Evening) -> Round:
        """The first round is done, of the second some sheets are in."""
        self._play_round(self._draw(evening))
        round_ = self._draw(evening)
        for table in round_.tables.order_by("number")[: cast()["running"]["typed_tables"]]:
            self._accept(table)
        return round_

    def _draw(self, evening: Evening) -> Round:
        seed = Random(f"{SEED} {evening.number} {evening.rounds.count()}").getrandbits(48)
        round_ = draw.draw_round(evening, actor=self._organiser, seed=seed)
        draw.publish(round_, actor=self._organiser)
        return round_

    def _play_round(self, round_: Round) -> None:
        for table in round_.tables.order_by("number"):
            self._accept(table)
        closing.close_round(round_, actor=self._organiser)

    def _accept(self, table: Table) -> None:
        rows = rows_of(table, self.skills)
        form = form_of(table.sheet)
        judged = form.judge({at: form.cells_of(row) for at, row in enumerate(rows, 1)})
        proposal = sheets.Proposal(
            base=0,
            key=f"demo-{table.sheet.code}",
            deals=judged.accepted_deals(),
            written=judged.totals,
            remarks={},
            reason="",
            result=judged.result(),
        )
        sheets.accept(
            table.sheet,
            self._secretary,
            proposal,
            lambda version: posting.post_table(table, version, self._secretary),
        )
        audit.record(self._secretary, self.club, "accept sheet", table.sheet, number=1)


def skills_of(club: Club) -> dict[int, float]:
    """How well everybody of the demo club plays, by person."""
    by_number = {each["number"]: each["skill"] for each in cast()["members"]}
    by_name = {(each["first"], each["last"]): each["skill"] for each in cast()["guests"]}
    memberships = Membership.objects.filter(club=club).select_related("person")
    found = {
        one.person_id: by_number.get(one.number, by_name.get((one.person.first_name, one.person.last_name)))
        for one in memberships
    }
    return {person: skill for person, skill in found.items() if skill is not None}


def rows_of(table: Table, skills: dict[int, float]) -> list[dict[str, Any]]:
    """What is written on the sheet of this table, as JSON."""
    rules = table.sheet.get_rules()
    if not isinstance(rules, Game):
        return [deal.to_json() for deal in declared_deals(table, skills)]
    dealer = seat_of_position(rules, table.sheet.first_dealer)
    return play_match(rules, Random(f"{rules.name} {seed_of(table)}"), dealer, table.sheet.deals)


def seed_of(table: Table) -> str:
    round_ = table.round
    return f"{SEED} {round_.evening.number} {round_.number} {table.number}"


def played_deals(table: Table, skills: dict[int, float]) -> list[PlayedDeal]:
    """What happened at this table: the same deals whenever it is asked, because its number is the seed."""
    at_table = {
        seat.position: skills[seat.person_id] for seat in table.seats.all() if seat.person_id in skills
    }
    return play_sheet(
        table.sheet.get_ruleset(),
        Random(seed_of(table)),
        deals=table.sheet.deals,
        first_dealer=table.sheet.first_dealer,
        skills=at_table,
    )


def declared_deals(table: Table, skills: dict[int, float]) -> list[DeclaredDeal]:
    """The same deals as rows of the paper."""
    return [deal.declared(with_declarer=True) for deal in played_deals(table, skills)]
