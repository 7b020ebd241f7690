"""The standing of one period and its prizes, and the prizes of a title, with sums made by hand.

By the best two evenings of each period; what counts has an asterisk:

          1     2     3     period 1 |  4     5     period 2 | season, the best period | all points
    Anna 1000  1500* 1200*  2 700    |  900*  800*  1 700    | 2 700                   | 5 400
    Bert 1400* 1300*  100   2 700    | 1000* 1000*  2 000    | 2 700                   | 4 800
    Cor   500   600* 2300*  2 900    |  700* 1300*  2 000    | 2 900                   | 5 400

Equals are parted by their best evening: in period 1 Anna is before Bert, in period 2 Cor before Bert.
"""

from __future__ import annotations

import csv
import html
import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from tests import factories
from tests.tournaments.scores import entry_of, make_competition, play
from tournaments.models import Job, Publication
from tournaments.prizes import Prize, PrizePlan
from tournaments.services import jobs, prizes, publish, published, seasons, standing_rules
from tournaments.services.errors import Refused
from tournaments.standing import periods, queries
from tournaments.standing.rules import Period, StandingRule

pytestmark = pytest.mark.django_db

RULE = StandingRule(
    unit="evening",
    best=2,
    periods=(Period(1, 3), Period(4, 6)),
    best_periods=1,
    minimum_attendance=5,
    ties=("best_evening",),
)
SCORES = {
    "Anna": (1000, 1500, 1200, 900, 800),
    "Bert": (1400, 1300, 100, 1000, 1000),
    "Cor": (500, 600, 2300, 700, 1300),
}
PLAN = PrizePlan(
    (
        Prize(of="period", places=(1, 2), cents=(1000, 500)),
        Prize(of="title", title="All points", name="cup", places=(1,), cents=(500,)),
    )
)
ALL_POINTS = [{"name": "All points", "rule": StandingRule().to_json()}]


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user("organiser")


@pytest.fixture
def competition(user):
    made = make_competition(
        ["Anna Aal", "Bert Bos", "Cor Cats"],
        user.roles.get().club,
        standing=RULE.to_json(),
        titles=ALL_POINTS,
        prizes=PLAN.to_json(),
    )
    for evening in range(5):
        play(made, {name: [row[evening]] for name, row in SCORES.items()})
    return made


@pytest.fixture
def desk(user):
    return factories.sign_in(user, language="en")


def ranking(competition, title: str) -> list[tuple[int | None, str, int]]:
    listed = queries.season_list(competition, queries.DESK, title)
    return [(row.line.rank, row.who.name.split()[0], int(row.line.value)) for row in listed.rows]


def won(competition, title: str) -> list[tuple[str, int, str]]:
    listed = prizes.season_prizes(competition, title=title)
    return sorted((line.who.name.split()[0], line.award.cents, line.goods) for line in listed.lines)


def text(response) -> str:
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_a_period_is_ranked_by_its_own_evenings_as_the_rule_chooses_and_parts_within_it(competition):
    assert ranking(competition, "period:1") == [(1, "Cor", 2900), (2, "Anna", 2700), (3, "Bert", 2700)]
    assert ranking(competition, "period:2") == [(1, "Cor", 2000), (2, "Bert", 2000), (3, "Anna", 1700)]
    assert ranking(competition, "") == [(1, "Cor", 2900), (2, "Anna", 2700), (3, "Bert", 2700)]


def test_a_period_takes_no_evening_of_another_and_needs_no_attendance_of_the_season(competition):
    first = queries.season_list(competition, queries.DESK, "period:1")
    assert [evening.number for evening in first.evenings] == [1, 2, 3]
    assert first.rows[0].line.total == 500 + 600 + 2300
    assert first.rows[0].line.evenings_attended == 3  # the season asks for five
    second = queries.season_list(competition, queries.DESK, "period:2")
    assert [evening.number for evening in second.evenings] == [4, 5]


@pytest.mark.parametrize("title", ["period:3", "period:0", "period:x", "period:"])
def test_there_is_no_other_period(competition, desk, title):
    with pytest.raises(queries.NoSuchTitle):
        queries.season_list(competition, queries.DESK, title)
    for name in ("season", "season_prizes", "season_prize_giving"):
        assert desk.get(reverse(name, args=[competition.pk]), {"title": title}).status_code == 404


def test_what_holds_for_the_whole_season_does_not_hold_in_a_period():
    rule = StandingRule(
        unit="evening",
        drop=1,
        periods=(Period(1, 4),),
        interim="sum",
        minimum_attendance=3,
        below_minimum="last",
    )
    assert periods.rule_within(rule) == StandingRule(unit="evening", drop=1)


def test_a_period_has_its_page_its_why_and_its_documents(competition, desk):
    page = text(desk.get(reverse("season", args=[competition.pk]), {"title": "period:2"}))
    assert "Season Period 1 Period 2" in page
    assert "Period 2 · after 2 evenings" in page
    assert "2 000" in page
    bert = entry_of(competition, "Bert").pk
    why = text(desk.get(reverse("season_why", args=[competition.pk, bert]), {"title": "period:2"}))
    assert "Period 2" in why
    assert "Place 2 of 3" in why
    assert "2 700" not in why  # what he made in period 1
    response = desk.post(reverse("report", args=["season", competition.pk, "pdf"]), {"title": "period:2"})
    printed = " ".join(PdfReader(_file(response)).pages[0].extract_text().split())
    assert f"{competition}, Period 2" in printed
    response = desk.post(reverse("report", args=["season", competition.pk, "csv-int"]), {"title": "period:2"})
    rows = list(csv.reader(_file(response).read_text("utf-8-sig").splitlines()))
    names = [row[rows[0].index("Name")] for row in rows[1:4]]
    assert names == ["Cor Cats", "Bert Bos", "Anna Aal"]
    assert [row[rows[0].index("Counts")] for row in rows[1:4]] == ["2000", "2000", "1700"]


def _file(response):
    job = Job.objects.get(pk=int(re.search(r"/job/(\d+)/", response.url)[1]))
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message_text
    return jobs.path_of(job)


def test_readers_and_programs_get_a_period(competition, client):
    club = competition.club.slug
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    page = text(client.get(reverse("public_season", args=[club, competition.pk]), {"title": "period:1"}))
    assert "Period 1 · after 3 evenings" in page
    address = f"/api/1/competitions/{competition.pk}/"
    assert client.get(address).json()["periods"] == [{"first": 1, "last": 3}, {"first": 4, "last": 6}]
    found = client.get(f"{address}standing/", {"period": 1}).json()
    assert (found["title"], found["period"]) == ("", 1)
    assert [(line["rank"], line["value"]) for line in found["lines"]] == [
        (1, "2900"),
        (2, "2700"),
        (3, "2700"),
    ]
    assert client.get(f"{address}standing/").json()["period"] is None
    assert client.get(f"{address}standing/", {"period": 3}).status_code == 404
    assert client.get(f"{address}standing/", {"period": 1, "title": "All points"}).status_code == 404


def test_each_period_and_a_title_has_prizes_of_its_own(competition):
    assert prizes.standings_with_prizes(competition) == ["period:1", "period:2", "All points"]
    assert won(competition, "period:1") == [("Anna", 500, ""), ("Cor", 1000, "")]
    assert won(competition, "period:2") == [("Bert", 500, ""), ("Cor", 1000, "")]
    shared = won(competition, "All points")  # 5 400 each
    assert [(name, cents) for name, cents, _goods in shared] == [("Anna", 250), ("Cor", 250)]
    assert won(competition, "") == []


def test_a_correction_is_compared_in_the_periods_it_is_in(competition):
    fifth = competition.evenings.get(number=5)
    keys = {key[:2] for key in prizes.current_awards(competition, [fifth])}
    assert keys == {("period", "period:2"), ("title", "All points")}


def test_the_lot_falls_anew_in_every_period(competition):
    """Everybody equal in both: with 12 numbers of the lot the same name cannot come first twice each time."""
    for evening in competition.evenings.all():
        for round_ in evening.rounds.all():
            round_.postings.update(total=1000, points=1000)
    firsts = []
    for seed in range(12):
        plan = PrizePlan((Prize(of="period", places=(1,), name="worst"),), ties="lot", seed=seed)
        firsts.append(
            tuple(
                prizes.season_prizes(competition, plan=plan, title=title).lines[0].who.name
                for title in ("period:1", "period:2")
            )
        )
    assert any(one != two for one, two in firsts)


def test_the_pages_of_prizes_lead_from_one_list_to_the_next(competition, desk):
    page = text(desk.get(reverse("season_prizes", args=[competition.pk]), {"title": "period:2"}))
    assert "Prizes: Period 2" in page
    assert "Period 1 Period 2 All points" in page
    assert "Bert Bos Place 2" in page
    assert "Prizes: Period 1" in text(desk.get(reverse("season_prizes", args=[competition.pk])))
    giving = desk.get(
        reverse("season_prize_giving", args=[competition.pk]), {"title": "period:2", "shown": 1}
    )
    assert "Bert Bos" in text(giving)
    assert "title=period%3A2" in giving.content.decode()
    response = desk.post(
        reverse("report", args=["season-prizes", competition.pk, "pdf"]), {"title": "All points"}
    )
    printed = " ".join(PdfReader(_file(response)).pages[0].extract_text().split())
    assert "Prizes: All points" in printed
    assert "Anna Aal" in printed
    assert "Bert Bos" not in printed


def test_what_prizes_are_of_is_chosen_in_the_form(competition, desk):
    page = desk.get(reverse("prize_plan", args=[competition.pk])).content.decode()
    assert '<option value="period" selected>each period</option>' in page
    assert '<option value="title:All points" selected>All points</option>' in page
    row = {"by": "place", "of": "title:All points", "places": "1", "name": "cup", "cents": "5"}
    data = {f"prize-0-{name}": value for name, value in row.items()}
    data |= {"prize-TOTAL_FORMS": 1, "prize-INITIAL_FORMS": 0, "ties": "share", "seed": "0", "guests": "on"}
    assert desk.post(reverse("prize_plan", args=[competition.pk]), data).status_code == 302
    competition.refresh_from_db()
    assert competition.get_prizes() == PrizePlan(PLAN.prizes[1:])


def test_a_season_without_periods_offers_none(user, desk):
    plain = make_competition(["Anna Aal"], user.roles.get().club)
    assert 'value="period"' not in desk.get(reverse("prize_plan", args=[plain.pk])).content.decode()
    with pytest.raises(Refused, match="the standing has no periods"):
        prizes.save_plan(plain, PrizePlan(PLAN.prizes[:1]), actor=user)
    with pytest.raises(Refused, match="the title “All points”"):
        prizes.save_plan(plain, PrizePlan(PLAN.prizes[1:]), actor=user)


def test_what_has_prizes_is_not_taken_away_or_called_otherwise(competition, user):
    with pytest.raises(Refused, match="the standing has no periods"):
        standing_rules.save_rule(competition, StandingRule(), actor=user)
    for titles in ([], [("Champion", StandingRule())]):
        with pytest.raises(Refused, match="the title “All points”: change the prizes first"):
            standing_rules.save_titles(competition, titles, actor=user)
    more = [("Champion", StandingRule(best=2)), ("All points", StandingRule(best=3))]
    standing_rules.save_titles(competition, more, actor=user)
    with pytest.raises(Refused, match="choose another name"):
        standing_rules.save_titles(competition, [*more, ("period:1", StandingRule())], actor=user)


def test_the_next_season_keeps_the_prizes_of_what_it_has(competition, user):
    wanted = seasons.as_it_was(competition, "2027/28")
    assert seasons.start_next(competition, wanted, actor=user).get_prizes() == PLAN
    without = seasons.NextSeason(
        "2028/29", frozenset(), StandingRule(), competition.get_attendance(), titles=competition.get_titles()
    )
    assert seasons.start_next(competition, without, actor=user).get_prizes() == PrizePlan(PLAN.prizes[1:])


def test_a_period_and_its_prizes_are_published(competition, user, desk):
    listed = publish.publish(competition, Publication.Kind.STANDING, title="period:1", actor=user)
    given = publish.publish(competition, Publication.Kind.PRIZES, title="period:1", actor=user)
    other = publish.publish(competition, Publication.Kind.PRIZES, title="All points", actor=user)
    assert [published.title_of(each) for each in (listed, given, other)] == [
        "Standing: Period 1",
        "Prizes: Period 1",
        "Prizes: All points",
    ]
    assert [each["number"] for each in given.content["evenings"]] == [1, 2, 3]
    assert [(line["name"], line["cents"]) for line in given.content["lines"]] == [
        ("Cor Cats", 1000),
        ("Anna Aal", 500),
    ]
    page = text(desk.get(reverse("publications", args=[competition.pk])))
    assert "Prizes: Period 2" in page
    asked = {"kind": "prizes", "title": "period:2"}
    assert "Bert Bos" in text(desk.get(reverse("publish", args=[competition.pk]), asked))


def test_another_rule_within_the_period_asks_for_an_erratum(competition, user):
    publish.publish(competition, Publication.Kind.PRIZES, title="period:1", actor=user)
    rule = StandingRule(unit="evening", best=1, periods=RULE.periods)  # Cor 2 300, Anna 1 500, Bert 1 400
    standing_rules.save_rule(competition, rule, actor=user)
    competition.refresh_from_db()
    latest = published.latest(competition, Publication.Kind.PRIZES, "period:1")
    assert latest.moved_on
    # Of evenings 1 and 2: Anna 1 500, Bert 1 400, Cor 600.
    rule = StandingRule(unit="evening", best=1, periods=(Period(1, 2), Period(3, 6)))
    standing_rules.save_rule(competition, rule, actor=user)
    competition.refresh_from_db()
    assert published.latest(competition, Publication.Kind.PRIZES, "period:1").needs_erratum
