"""Why a place is what it is: the numbers recompute the rank, and the words say what separates it from the next."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories
from tests.tournaments import ledger
from tests.tournaments.scores import book, entry_of, make_competition, play
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Posting
from tournaments.standing import notes, queries
from tournaments.standing.rules import Period, StandingRule
from tournaments.standing.why import Why, why

pytestmark = pytest.mark.django_db
SPACE = "\N{NARROW NO-BREAK SPACE}"
RULES = {
    "sum": StandingRule(),
    "average": StandingRule(measure="average"),
    "best evenings": StandingRule(unit="evening", best=2),
    "drop": StandingRule(unit="evening", drop=1, undroppable=("absent",)),
    "best rounds": StandingRule(best=3),
    "periods": StandingRule(
        unit="evening", best=1, periods=(Period(first=1, last=2), Period(first=3, last=4))
    ),
    "ladder": StandingRule(last=2),
    "minimum": StandingRule(minimum_attendance=4, below_minimum="last"),
    "ties": StandingRule(ties=("pits", "nats", "best_round", "lot"), seed=7),
    "match points": StandingRule(measure="match_points"),
}


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def why_of(competition, name: str, reader=queries.DESK, **options) -> Why:
    listed = queries.season_list(competition, reader, **options)
    row = listed.row_of(entry_of(competition, name).pk)
    return why(listed, row, reader)


@pytest.fixture
def season():
    """Four evenings of two rounds. Dora misses the third without notice; Cor and Dora made the same."""
    competition = make_competition(
        ["Anna Aal", "Bert Bos", "Cor Cats", "Dora Dam"],
        attendance=AttendanceRule(absent_without_notice=Compensation("zero")).to_json(),
    )
    play(competition, {"Anna": [1600, 1500], "Bert": [1400, 1450], "Cor": [1500, 1500], "Dora": [1700, 1800]})
    play(competition, {"Anna": [1300, 1200], "Bert": [1700, 1650], "Cor": [1400, 1600], "Dora": [1500, 1500]})
    third = play(competition, {"Anna": [1500, 1500], "Bert": [1500, 1500], "Cor": [1500, 1500]})
    for round_ in third.rounds.all():
        book(round_, entry_of(competition, "Dora"), 0, Posting.Kind.ABSENT)
    play(competition, {"Anna": [1550, 1600], "Bert": [1500, 1400], "Cor": [1450, 1550], "Dora": [2000, 2000]})
    return competition


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_place_is_recomputed_by_its_explanation(season, rule):
    """The account adds up to the value in the list, and the ranks follow from the values and the criteria."""
    listed = queries.season_list(season, queries.DESK, rule=rule)
    assert len(listed.rows) == 4
    for row in listed.rows:
        told = why(listed, row, queries.DESK)
        assert told.account.value == row.line.value
        counted = [part.points for evening in told.evenings for part in evening.parts if part.counts]
        if not rule.periods and rule.measure != "average":
            assert sum(counted) == row.line.value
        above = [other for other in listed.rows if other.line.rank and other.line.rank < (row.line.rank or 0)]
        assert bool(told.above) == bool(above)
        if told.above:
            assert told.above.rank == max(other.line.rank for other in above)
            assert told.above.steps[-1].decides
        for shared in told.shared:
            assert shared.rank == row.line.rank
            assert not any(step.decides for step in shared.steps)


def test_a_sum_is_written_out_with_the_distance_to_both_neighbours(season):
    told = why_of(season, "Bert")
    assert told.sum == "2 850 + 3 350 + 3 000 + 2 900 = 12 100".replace(" ", SPACE).replace(
        f"{SPACE}+{SPACE}", " + "
    ).replace(f"{SPACE}={SPACE}", " = ")
    # Anna 11,750, Bert 12,100, Cor 12,000, Dora 10,500
    assert notes.place_among(told) == "Place 1 of 4."
    assert told.above is None
    assert told.below.sentence == f"100 ahead of Cor Cats: 12{SPACE}100 against 12{SPACE}000."
    assert why_of(season, "Cor").above.sentence == (
        f"Bert Bos is 100 ahead: 12{SPACE}100 against 12{SPACE}000."
    )


def test_what_is_dropped_is_there_with_the_reason(season):
    told = why_of(season, "Anna", rule=StandingRule(unit="evening", best=2))
    assert [evening.counts for evening in told.evenings] == [True, False, False, True]
    assert told.evenings[0].why == "one of the best 2"
    assert told.evenings[1].why == f"dropped: lower than 3{SPACE}100, the lowest that counts"
    assert told.account.value == 3100 + 3150


def test_an_absence_that_cannot_be_dropped_is_told_as_one(season):
    told = why_of(season, "Dora", rule=StandingRule(unit="evening", drop=1, undroppable=("absent",)))
    assert [evening.counts for evening in told.evenings] == [True, False, True, True]
    third = told.evenings[2]
    assert third.why == "cannot be dropped"
    assert [one.word for part in third.parts for one in part.rounds] == ["absent", "absent"]


def test_shared_places_say_that_they_are(season):
    play(season, {"Anna": [350, 0], "Bert": [0, 0], "Cor": [100, 0], "Dora": [0, 0]})
    told = why_of(season, "Cor")  # Anna, Bert and Cor have 12,100
    assert notes.place_among(told) == "Shared place 1 of 4, with Anna Aal, Bert Bos."
    assert [each.sentence for each in told.shared] == [
        "Equal to Anna Aal in everything that counts, so they share the place.",
        "Equal to Bert Bos in everything that counts, so they share the place.",
    ]
    assert told.below.who.name == "Dora Dam"


def test_each_criterion_is_asked_in_turn_until_one_decides():
    competition = make_competition(
        ["Anna Aal", "Bert Bos"], standing=StandingRule(ties=("pits", "nats")).to_json()
    )
    evening = play(competition, {"Anna": [1500], "Bert": [1500]})
    rows = Posting.objects.filter(round__evening=evening)
    rows.filter(entry=entry_of(competition, "Anna")).update(pits=2, nats=1)
    rows.filter(entry=entry_of(competition, "Bert")).update(pits=2, nats=0)
    told = why_of(competition, "Anna")
    assert notes.place_among(told) == "Place 2 of 2."
    assert [(step.text, step.own, step.other, step.decides) for step in told.above.steps] == [
        ("the sum", f"1{SPACE}500", f"1{SPACE}500", False),
        ("most pits", "2", "2", False),
        ("fewest nats", "1", "0", True),
    ]
    assert told.above.sentence == (
        "Equal to Bert Bos; what decides for Bert Bos is fewest nats: 0 against 1."
    )
    assert why_of(competition, "Bert").below.sentence == (
        "Equal to Anna Aal; what decides is fewest nats: 0 against 1."
    )


def test_who_has_no_place_learns_why(season):
    told = why_of(season, "Dora", rule=StandingRule(minimum_attendance=4))
    assert notes.place_among(told) == "Not ranked: 3 of at least 4 evenings attended."
    assert (told.above, told.below, told.shared) == (None, None, ())


def test_an_evening_that_does_not_count_is_named(season):
    season.evenings.filter(number=2).update(counts=False)
    told = why_of(season, "Anna")
    assert [evening.number for evening in told.outside] == [2]
    assert told.account.value == 3100 + 3000 + 3150


def test_an_average_is_written_out_as_a_division(season):
    told = why_of(season, "Anna", rule=StandingRule(measure="average"))
    assert told.account.value == Fraction(11750, 8)
    assert told.sum.endswith(f") : 8 = 1{SPACE}468.75")


# The page -----------------------------------------------------------------------


@pytest.fixture
def desk(client, season):
    client.cookies["django_language"] = "en"
    client.force_login(factories.make_user("organiser", season.club))
    return client


def page_of(client, name, competition, who, **query) -> str:
    args = [competition.pk, entry_of(competition, who).pk]
    if name.startswith("public_"):
        args.insert(0, competition.club.slug)
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_place_under_every_title_has_its_page(desk, season):
    season.titles = [
        {"name": "Best two", "rule": StandingRule(unit="evening", best=2).to_json()},
        {"name": "Average", "rule": StandingRule(measure="average").to_json()},
    ]
    season.save()
    for title in ("", "Best two", "Average"):
        for who in ("Anna", "Bert", "Cor", "Dora"):
            for name in ("season_why", "public_season_why"):
                page = page_of(desk, name, season, who, title=title)
                assert re.search(r"Place \d of 4\.", page)
                assert "The rule" in page
    assert (
        desk.get(
            reverse("season_why", args=[season.pk, entry_of(season, "Anna").pk]), {"title": "x"}
        ).status_code
        == 404
    )


def test_a_number_leads_to_the_sheet_it_comes_from_at_the_desk_alone(client):
    user = factories.make_user()
    competition = factories.make_competition(4, club=user.roles.get().club, rounds=1)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    (table,) = factories.tables(round_)
    ledger.accept(table, user, ledger.side(1500), ledger.side(1092))
    who = competition.entries.first().name.split()[0]
    sheet = reverse("sheet", args=[table.pk])
    assert sheet in page_of(factories.sign_in(user), "season_why", competition, who)
    page = page_of(client, "public_season_why", competition, who)
    assert sheet not in page
    assert reverse("public_evening", args=[competition.club.slug, round_.evening_id]) in page


def test_the_reader_asks_it_himself(client, season):
    user = factories.make_user("player", season.club)
    user.roles.update(person=entry_of(season, "Anna").people[0])
    client = factories.sign_in(user)
    assert "Why am I third?" in page_of(client, "season_why", season, "Anna")
    assert "Why am I" not in page_of(client, "season_why", season, "Bert")
    standing = client.get(reverse("season", args=[season.pk])).content.decode()
    assert "Why am I third?" in standing
    assert standing.index("Why am I third?") < standing.index("<table")


def test_what_an_organiser_decided_about_somebody_is_not_for_the_public(client, season):
    reason = {"msgid": "came drunk", "params": {}}
    book(
        season.evenings.first().rounds.first(),
        entry_of(season, "Anna"),
        -50,
        Posting.Kind.PENALTY,
        reason=reason,
    )
    public = page_of(client, "public_season_why", season, "Anna")
    assert "came drunk" not in public
    assert "−50" in public
    organiser = factories.sign_in(factories.make_user("organiser", season.club))
    assert "came drunk" in page_of(organiser, "season_why", season, "Anna")


def test_under_embargo_nobody_but_the_desk_reads_it(client, season):
    season.evenings.filter(number=4).update(embargo_from=timezone.now())
    client.cookies["django_language"] = "en"
    page = page_of(client, "public_season_why", season, "Anna")
    assert "prize-giving" in page
    assert not any(f"{score // 1000}{SPACE}{score % 1000:03}" in page for score in (1600, 3100, 11750, 12000))
    organiser = factories.sign_in(factories.make_user("organiser", season.club))
    assert "Place 3 of 4." in page_of(organiser, "season_why", season, "Anna")


def test_hidden_names_stay_hidden(client, season):
    person = entry_of(season, "Bert").people[0]
    person.visibility = "hidden"
    person.save()
    for who in ("Anna", "Cor"):
        assert "Bert" not in page_of(client, "public_season_why", season, who)


def test_the_queries_of_a_page_do_not_grow_with_the_season(desk, season, django_assert_max_num_queries):
    page_of(desk, "season_why", season, "Anna")
    with django_assert_max_num_queries(24):
        page_of(desk, "season_why", season, "Anna")


def test_nobody_of_this_number_is_not_found(desk, season):
    assert desk.get(reverse("season_why", args=[season.pk, 10**9])).status_code == 404
