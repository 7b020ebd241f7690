"""Whatever is changed, and in whatever order: what a page says of a publication is what making the list anew says."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest
from django.core.cache import caches
from django.utils import timezone, translation

from scoring import sheets
from tests import factories
from tests.tournaments.scores import book
from tests.tournaments.test_publish import play
from tournaments import errata
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Competition, Entry, Evening, Person, Posting, Publication, Role
from tournaments.prizes import Prize, PrizePlan
from tournaments.services import publish, published
from tournaments.services.errors import Refused
from tournaments.standing.rules import Period, StandingRule

pytestmark = pytest.mark.django_db(transaction=True)
Kind = Publication.Kind
SEEDS = int(os.environ.get("PUBLISH_SEEDS", "2"))
STEPS = int(os.environ.get("PUBLISH_STEPS", "5"))

RULES = [
    StandingRule(),
    StandingRule(measure="average"),
    StandingRule(measure="average", decimals=0),
    StandingRule(unit="evening", best=1),
    StandingRule(unit="evening", best=1, interim="sum"),
    StandingRule(unit="evening", drop=1),
    StandingRule(minimum_attendance=3),
    StandingRule(minimum_attendance=4, below_minimum="last"),
    StandingRule(all_evenings=True),
    StandingRule(guests_ranked=True),
    StandingRule(last=1),
    StandingRule(unit="evening", best=1, periods=(Period(1, 2), Period(3, 4))),
]
PLANS = [
    PrizePlan(),
    PrizePlan((Prize(places=(1, 2), cents=(1000, 500)), Prize(of="season", places=(1,), cents=(5000,)))),
    PrizePlan((Prize(by="last", name="worst"), Prize(of="season", by="best_round", name="cup"))),
    PrizePlan((Prize(places=(1,), cents=(1000,)), Prize(of="season", places=(1,), cents=(1,))), guests=False),
]
ABSENCES = [AttendanceRule(), AttendanceRule(absent_without_notice=Compensation("fixed", 300))]


class Club:
    """A season of three evenings at one table, the last one still open, and all that can be done to it."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.organiser = factories.make_user()
        club = self.organiser.roles.get().club
        self.checker = factories.make_user(Role.Kind.SECRETARY, club)
        made = factories.make_competition(6, club=club, rounds=1)
        self.pk = made.pk
        for number, we in enumerate((110, 95, 120), 1):
            play(self.competition, self.organiser, we, close=number < 3)

    @property
    def competition(self) -> Competition:
        return Competition.objects.select_related("club").get(pk=self.pk)

    def set(self, **values: object) -> None:
        Competition.objects.filter(pk=self.pk).update(**values)

    def evening(self) -> Evening:
        return self.luck.choice(list(self.competition.evenings.all()))

    def entry(self) -> Entry:
        return self.luck.choice(list(self.competition.entries.all()))

    # What can be done --------------------------------------------------------------------------------------------

    def rank_by(self) -> None:
        self.set(standing=self.luck.choice(RULES).to_json())

    def give_titles(self) -> None:
        rule = self.luck.choice(RULES).to_json()
        self.set(titles=self.luck.choice([[], [{"name": "Cup", "rule": rule}]]))

    def count_or_not(self) -> None:
        evening = self.evening()
        Evening.objects.filter(pk=evening.pk).update(counts=not evening.counts)

    def plan_evenings(self) -> None:
        self.set(planned_evenings=self.luck.choice([None, 2, 3, 4, 9]))

    def compensate(self) -> None:
        self.set(attendance=self.luck.choice(ABSENCES).to_json())

    def decide_by_hand(self) -> None:
        round_ = self.evening().rounds.get()
        kind = self.luck.choice([Posting.Kind.PENALTY, Posting.Kind.GRANTED])
        book(round_, self.entry(), self.luck.choice([-300, 50, 300]), kind)

    def correct(self) -> None:
        table = self.evening().rounds.get().tables.get()
        we = self.luck.choice([90, 100, 110, 120])
        newest = table.sheet.newest().number
        by = self.luck.choice([None, self.checker])
        factories.accept_sheet(table, self.organiser, we, base=newest, checked_by=by)

    def check(self) -> None:
        version = self.evening().rounds.get().tables.get().sheet.newest()
        if not hasattr(version, "check_mark"):
            sheets.check(version, self.checker, lambda _version: None)

    def want_checks(self) -> None:
        self.set(require_check=not self.competition.require_check)

    def make_a_guest(self) -> None:
        entry = self.entry()
        entry.ranked = not entry.ranked
        entry.save()

    def rename(self) -> None:
        person = self.entry().people[0]
        person.last_name = self.luck.choice(["Appel", "Bakker"])
        person.save()

    def hide(self) -> None:
        person = self.entry().people[0]
        person.visibility = self.luck.choice(Person.Visibility.values)
        person.save()

    def award(self) -> None:
        self.set(prizes=self.luck.choice(PLANS).to_json())

    def open_or_close(self) -> None:
        last = self.competition.evenings.order_by("-number").first()
        closed = None if last.is_closed else timezone.now()
        Evening.objects.filter(pk=last.pk).update(closed_at=closed)

    def plan_rounds(self) -> None:
        Evening.objects.filter(pk=self.evening().pk).update(rounds_planned=self.luck.choice([1, 2]))

    def hold_another(self) -> None:
        if self.competition.evenings.count() < 5:
            play(self.competition, self.organiser, 101, close=False)

    def put_in_the_calendar(self) -> None:
        if self.competition.evenings.count() < 5:
            made = factories.make_evening(self.competition)
            Evening.objects.filter(pk=made.pk).update(counts=self.luck.choice([True, False]))

    def move(self) -> None:
        evening = self.evening()
        Evening.objects.filter(pk=evening.pk).update(date=evening.date + timedelta(days=1))

    def close_the_season(self) -> None:
        self.set(closed_at=None if self.competition.is_closed else timezone.now())

    def rename_the_club(self) -> None:
        club = self.competition.club
        club.name = self.luck.choice(["De Boom", "De Roos"])
        club.save()


ACTS = [name for name, each in vars(Club).items() if callable(each) and name[0] != "_"]
ACTS = [name for name in ACTS if name not in ("set", "evening", "entry")]


def lists(club: Club):
    """Every list that can be published, as (kind, title, evening)."""
    competition = club.competition
    yield Kind.STANDING, "", None
    for title in competition.get_titles():
        yield Kind.STANDING, title, None
    plan = competition.get_prizes()
    if plan.of("season"):
        yield Kind.PRIZES, "", None
    for evening in competition.evenings.filter(ledger_version__gt=0):
        evening.competition = competition
        yield Kind.EVENING, "", evening
        if plan.of("evening"):
            yield Kind.PRIZES, "", evening


def anew(club: Club, what) -> publish.Draft | None:
    kind, title, evening = what
    try:
        return publish.prepare(club.competition, kind, title=title, evening=evening)
    except Refused:
        return None


def figures(content) -> str:
    """What is printed but for names: the rule, what is counted and all figures, by a way of its own."""
    lines = [
        {name: value for name, value in line.items() if name not in ("name", "public", "number", "guest")}
        for line in content["lines"]
    ]
    numbers = [evening["number"] for evening in content["evenings"]]
    rule = content["rules"] if content["kind"] == "prizes" else content["rule"]
    return json.dumps([rule, content["columns"], numbers, lines], sort_keys=True)


def said_in(content) -> str:
    """All of a content but what it was made of, and what it is compared by."""
    behind = ("version", "names_version", "rests_on", "settled", "to_come", "standing", "standing_rules")
    told = {part: value for part, value in content.items() if part not in behind}
    if content["kind"] == "prizes":
        del told["rule"]  # with the prizes of other lists
    told["evenings"] = [(each["number"], each["date"], each["name"]) for each in content["evenings"]]
    return json.dumps(told, sort_keys=True)


def check_all(club: Club, done: str) -> None:
    outdated = {each.pk for each in publish.outdated(club.competition)}
    should = set()
    for what in lists(club):
        draft = anew(club, what)
        if draft is None or draft.earlier is None:
            continue
        kind, title, evening = what
        about = f"{kind} {title} {evening and evening.number}, after {done}"
        for public in (False, True):
            said = published.latest(club.competition, kind, title, evening, public=public)
            earlier, now = draft.earlier.content, draft.content
            settled = draft.earlier.provisional == draft.provisional
            moved = not settled or figures(earlier) != figures(now)
            assert said.moved_on == moved, about
            assert said.reworded == (not moved and said_in(earlier) != said_in(now)), about
            wrong = draft.corrected.number if draft.corrects and not public else None
            assert said.wrong == wrong, about
        if draft.corrects:
            should.add(draft.corrected.pk)
    assert outdated >= should, done
    gone = {pk for pk in outdated - should if not Publication.objects.get(pk=pk).title}
    assert not gone - prizes_without_plan(club), done


def prizes_without_plan(club: Club) -> set[int]:
    """Prizes that were published and are given no more: that takes an erratum too, and there is no page for it."""
    kept = {(str(kind), title, evening and evening.pk) for kind, title, evening in lists(club)}
    rows = Publication.objects.filter(competition=club.pk, kind=Kind.PRIZES)
    return {row.pk for row in rows if (row.kind, row.title, row.evening_id) not in kept}


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_page_never_says_otherwise_than_the_list_itself(seed):
    caches["standings"].clear()
    luck = Random(seed)
    with translation.override("en"):
        club = Club(luck)
        done = []
        for _step in range(STEPS):
            for what in lists(club):
                draft = anew(club, what)
                if draft and not draft.same and luck.random() < 0.4:
                    kind, title, evening = what
                    publish.publish(
                        club.competition,
                        kind,
                        title=title,
                        evening=evening,
                        reason="so it is",
                        actor=club.organiser,
                    )
            done.append("published")
            for _each in range(luck.choice([1, 1, 2])):
                done.append(luck.choice(ACTS))
                with suppress(Refused):  # no sheet is corrected in a closed season
                    getattr(club, done[-1])()
            check_all(club, ", ".join(done))
    caches["standings"].clear()


def test_nothing_that_was_final_changes_without_a_word():
    """Whoever follows the final lists and the errata alone knows every figure of every evening that was final once."""
    caches["standings"].clear()
    luck = Random(2026)
    with translation.override("en"):
        club = Club(luck)
        known: dict[int, dict[int, int | None]] = {}
        for _step in range(16):
            draft = anew(club, (Kind.STANDING, "", None))
            if draft and not draft.same:
                made = publish.publish(
                    club.competition, Kind.STANDING, reason="so it is", actor=club.organiser
                )
                read(made, known)
            getattr(
                club, luck.choice(["correct", "check", "decide_by_hand", "want_checks", "open_or_close"])
            )()


def read(made: Publication, known: dict[int, dict[int, int | None]]) -> None:
    """Reads the erratum first, and then finds nothing in the list that it did not say."""
    for change in made.erratum:
        for number, before, after in change.get("cells", ()):
            assert known[number][change["entry"]] == before
            known[number][change["entry"]] = after
    for line in made.content["lines"]:
        for number, points in zip(made.content["columns"], line["cells"], strict=True):
            if number in known and line["entry"] in known[number]:
                assert known[number][line["entry"]] == points, (made.number, number, line["name"])
    if not made.provisional:
        for at, number in enumerate(errata.spans(made.content)):
            known[number] = {line["entry"]: line["cells"][at] for line in made.content["lines"]}
