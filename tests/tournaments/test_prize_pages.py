"""Prizes at the desk: the plan as a form, who wins what, the prize-giving, and the documents."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import factories
from tournaments import prize_words
from tournaments.forms.prizes import AmountsField
from tournaments.models import Change, Job, Role
from tournaments.prizes import Prize, PrizePlan
from tournaments.reports.render import Format
from tournaments.services import closing, jobs, reports
from tournaments.services import prizes as service

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Eight play one round: 1700, 1600 and the rest of 16 × 162 on the other sides; table 1 is the higher."""
    evening = factories.make_evening(factories.make_competition(8, rounds=1))
    organiser = factories.make_user(Role.Kind.ORGANISER, evening.competition.club)
    round_ = factories.make_published_round(evening, actor=organiser)
    first, second = factories.tables(round_)
    factories.accept_sheet(first, organiser, 110)  # 1760 to 832
    factories.accept_sheet(second, organiser, 100)  # 1600 to 992
    closing.close_round(round_, actor=organiser)
    return evening


@pytest.fixture
def client(evening):
    return factories.sign_in(factories.make_user(Role.Kind.ORGANISER, evening.competition.club))


def seats(evening, number, positions):
    """Entries of those seats at a table, by name."""
    table = evening.rounds.get().tables.get(number=number)
    return sorted(seat.entry.name for seat in table.seats.all() if seat.position in positions)


def text(response):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def set_plan(evening, *prizes, **fields):
    service.save_plan(evening.competition, PrizePlan(prizes, **fields), actor=None)


TOP = Prize(places=(1, 2, 3), cents=(1000, 500, 300))
POEDEL = Prize("last", name="poedel")


def row(number, **values):
    given = {"by": "place", "of": "evening", "places": "", "every": "", "per": "", "name": "", "cents": ""}
    return {f"prize-{number}-{name}": value for name, value in (given | values).items()}


def posted(*rows, **general):
    data = {
        "prize-TOTAL_FORMS": len(rows),
        "prize-INITIAL_FORMS": 0,
        "ties": "share",
        "seed": "0",
        "guests": "on",
    }
    for number, values in enumerate(rows):
        data |= row(number, **values)
    return data | general


def plan_page(client, evening, data=None, **query):
    address = reverse("prize_plan", args=[evening.competition_id])
    return client.post(address, data) if data else client.get(address, query)


def test_who_wins_by_the_result_of_the_evening(evening):
    set_plan(evening, TOP, POEDEL)
    with translation.override("en"):
        listed = service.evening_prizes(evening)
    # Partners end equal: places 1 and 2 are worth 15.00 together, places 3 and 4 three euros.
    assert [(line.label, line.award.cents) for line in listed.lines[:4]] == [
        ("Place 1", 750),
        ("Place 1", 750),
        ("Place 3", 150),
        ("Place 3", 150),
    ]
    assert sorted(line.who.name for line in listed.lines[:2]) == seats(evening, 1, "NS")
    assert sorted(line.who.name for line in listed.lines[2:4]) == seats(evening, 2, "NS")
    assert {line.award.by for line in listed.lines[4:]} == {"last"}
    assert sorted(line.who.name for line in listed.lines[4:]) == seats(evening, 1, "EW")
    other = seats(evening, 1, "EW")[1]
    assert (
        listed.lines[4 if listed.lines[4].who.name != other else 5].won == f"poedel (together with {other})"
    )
    with translation.override("en"):
        assert listed.money == "€\xa018.00"
    assert listed.provisional


def test_the_season_is_won_by_the_official_standing(evening):
    set_plan(evening, Prize(of="season", name="cup", places=(1,)))
    with translation.override("en"):
        listed = service.season_prizes(evening.competition)
    assert sorted(line.who.name for line in listed.lines) == seats(evening, 1, "NS")
    assert {line.made for line in listed.lines} == {"1\N{NARROW NO-BREAK SPACE}760 points"}


def test_what_is_compared_before_and_after_a_correction(evening):
    set_plan(evening, TOP, Prize(of="season", name="cup", places=(1,)))
    won = service.current_awards(evening.competition, [evening])
    assert {key[:2] for key in won} == {("evening", evening.number), ("season", "")}
    assert sum(cents for cents, _goods in won.values()) == 1800


def test_the_plan_is_filled_in_looked_at_and_saved(client, evening):
    rows = [{"places": "1, 2, 3", "cents": "10 5 3"}, {"by": "last", "name": "poedel"}, {}]
    looked = plan_page(client, evening, posted(*rows, look="1"))
    assert "As filled in, not saved yet" in text(looked)
    assert "On evening 1 that would be" in text(looked)
    assert "€ 7.50" in text(looked)
    assert evening.competition.__class__.objects.get(pk=evening.competition_id).prizes == {}
    assert plan_page(client, evening, posted(*rows)).status_code == 302
    evening.competition.refresh_from_db()
    assert evening.competition.get_prizes() == PrizePlan((TOP, POEDEL))
    assert Change.objects.filter(verb="change prizes").count() == 1
    assert plan_page(client, evening, posted(*rows)).status_code == 302  # the same again is no change
    assert Change.objects.filter(verb="change prizes").count() == 1
    assert 'value="10 5 3"' in plan_page(client, evening).content.decode()


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"places": "1, twee", "name": "worst"}, "Write places as numbers: 1, 2, 3."),
        ({"places": "1, 1", "name": "worst"}, "A place stands in this list twice."),
        ({"places": "1", "cents": "ten"}, "“ten” is no amount"),
        ({"places": "1"}, "Say what is won: in words, in money, or both."),
        ({"name": "worst"}, "Say for which places"),
        ({"by": "pits", "places": "2", "name": "worst"}, "Only prizes for places have a free list"),
        ({"every": "0", "name": "worst"}, "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_a_prize_is_refused_and_stays_typed(client, evening, values, sentence):
    answer = plan_page(client, evening, posted(values))
    assert answer.status_code == 422
    assert sentence in text(answer)
    for name, value in values.items():
        if name != "by":
            assert f'value="{value}"' in answer.content.decode()


def test_a_preset_gives_rows_to_begin_with(client, evening):
    page = plan_page(client, evening, preset="four").content.decode()
    assert 'value="1, 2, 3, 4"' in page
    assert 'name="prize-0-every" value="4"' in page.replace(' inputmode="numeric" autocomplete="off"', "")


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("10 7,50 5", (1000, 750, 500)),
        ("€ 10; 7.5; 5", (1000, 750, 500)),
        ("10, 5, 2,50", (1000, 500, 250)),
        ("10,-", (1000,)),
        ("", ()),
    ],
)
def test_amounts_as_people_write_them(typed, cents):
    assert AmountsField(required=False).clean(typed) == cents


def test_a_player_does_not_change_the_prizes_but_sees_who_wins(evening):
    set_plan(evening, TOP)
    player = factories.sign_in(factories.make_user(Role.Kind.PLAYER, evening.competition.club))
    assert plan_page(player, evening).status_code == 403
    assert seats(evening, 1, "NS")[0] in text(player.get(reverse("evening_prizes", args=[evening.pk])))


def test_a_page_without_prizes_says_what_comes_first(client, evening):
    page = text(client.get(reverse("evening_prizes", args=[evening.pk])))
    assert "There are no prizes yet" in page
    assert "Fill in the prizes" in page


def test_the_prize_giving_ends_with_the_first_place(client, evening):
    set_plan(evening, TOP, POEDEL, ties="lot")
    address = reverse("evening_prize_giving", args=[evening.pk])
    labels = []
    for shown in range(1, 6):
        page = client.get(address, {"shown": shown}).content.decode()
        labels.append(re.search(r'giving-label">([^<]+) <', page)[1])
    # Four prizes; who asks for a fifth sees the fourth.
    assert labels == ["Poedel", "Place 3", "Place 2", "Place 1", "Place 1"]
    assert 'href="?shown=4"' in client.get(address, {"shown": 3}).content.decode()
    assert "Next" not in text(client.get(address, {"shown": 4}))
    assert "4 prizes" in text(client.get(address, {"shown": "x"}))


def made(user, kind, pk, format):
    with translation.override("en"):
        job = reports.order(kind, pk, Format(format), club=user.roles.get().club, author=user)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message
    return jobs.path_of(job)


def test_the_list_and_the_receipts_as_documents(evening):
    set_plan(evening, TOP, POEDEL)
    desk = factories.make_user(Role.Kind.SECRETARY, evening.competition.club)
    paper = " ".join(page.extract_text() for page in PdfReader(made(desk, "prizes", evening.pk, "pdf")).pages)
    assert "Prizes of the evening" in paper
    assert seats(evening, 1, "NS")[0] in paper
    sheet = load_workbook(made(desk, "prizes", evening.pk, "xlsx")).active
    cells = [cell.value for row in sheet.iter_rows() for cell in row]
    assert 7.5 in cells
    assert 18 in cells
    receipts = " ".join(
        page.extract_text() for page in PdfReader(made(desk, "receipts", evening.pk, "pdf")).pages
    )
    # Four who share money sign for themselves, the two who share the poedel together.
    assert receipts.count("Receipt") == 5
    assert receipts.count("Receipt for 2 together") == 1
    assert receipts.count("Received:") == 6


def receipts_of(evening):
    """The receipts of an evening as cards."""
    with translation.override("en"):
        return reports.BUILDERS["receipts"](evening.pk).cards


def amounts_on(cards) -> list[str]:
    return re.findall(r"€\s([\d.]+)", " ".join(cell for card in cards for row in card.rows for cell in row))


def test_who_wins_something_together_signs_one_receipt_together(evening):
    """Table 1 North-South shares the first two places: a ham, a cake and 10 + 5 euros; 7.51 and 7.49 cannot be, so
    7.50 each. The winners at table 2 share 3 euros and nothing else: 1.50 each, a receipt of their own."""
    ham, cake = Prize(places=(1,), name="ham", cents=(1000,)), Prize(places=(2,), name="cake", cents=(500,))
    set_plan(evening, ham, cake, Prize(places=(3,), cents=(300,)))
    *own, joint = receipts_of(evening)
    assert joint.title == "Receipt for 2 together"
    (label, goods), *signing = joint.rows
    assert (label, goods) == ("Place 1", "ham, cake together")
    winners = seats(evening, 1, "NS")
    assert sorted(name.split("\n")[0] for name, _line in signing) == winners
    assert {name.split("\n")[1] for name, _line in signing} == {"€\N{NO-BREAK SPACE}7.50"}
    assert all("Received: ....." in line for _name, line in signing)
    assert sorted(card.subtitle.partition(" · ")[0] for card in own) == seats(evening, 2, "NS")
    assert amounts_on([joint]) == ["7.50", "7.50"]
    assert amounts_on(own) == ["1.50", "1.50"]


def test_what_else_they_win_is_on_a_receipt_of_their_own(evening):
    """Everything that is paid out stands on one receipt, to the cent: 10.01 among two is 5.01 and 5.00, with a ham."""
    best = Prize("best_round", cents=(333,))
    set_plan(evening, Prize(places=(1,), name="ham", cents=(1001,)), best)
    cards = receipts_of(evening)
    assert len(cards) == 3  # two have the highest round, and share its money: no goods, a receipt each
    cents = sorted(int(text.replace(".", "")) for text in amounts_on(cards))
    assert cents == [166, 167, 500, 501]
    with translation.override("en"):
        listed = service.evening_prizes(evening)
    assert sum(cents) == sum(line.award.cents for line in listed.lines) == 1001 + 333


def test_without_prizes_there_is_no_document(client, evening):
    answer = client.post(reverse("report", args=["prizes", evening.pk, "pdf"]), follow=True)
    assert "There are no prizes yet: fill in first what can be won." in text(answer)


def test_a_closed_season_keeps_its_prizes(client, evening):
    evening.competition.closed_at = evening.competition.created
    evening.competition.save()
    answer = plan_page(client, evening, posted({"places": "1", "name": "worst"}))
    assert answer.status_code == 422
    assert "is closed: nothing in it changes any more" in text(answer)


def test_the_list_takes_as_many_queries_for_eight_as_for_forty(django_assert_max_num_queries):
    for count in (8, 40):
        evening = factories.make_evening(factories.make_competition(count, rounds=1))
        set_plan(evening, TOP)
        organiser = factories.make_user(Role.Kind.ORGANISER, evening.competition.club)
        factories.play_round(factories.make_published_round(evening, actor=organiser), organiser)
        client = factories.sign_in(organiser)
        with django_assert_max_num_queries(26):
            client.get(reverse("evening_prizes", args=[evening.pk]))


def test_equals_are_read_out_together(evening):
    set_plan(evening, Prize(places=(1, 2, 3), cents=(1000, 501, 300), name="worst"), POEDEL)
    with translation.override("en"):
        first, third, last = service.evening_prizes(evening).groups
        # 15.01 for two is 7.51 and 7.50, whoever the lot gives the cent.
        assert sorted(re.findall(r"€\xa0([0-9.]+)", first.won)) == ["7.50", "7.51"]
        assert first.won.startswith("2 × worst together + ")
        assert third.won == "worst together + €\xa01.50 each"
        assert last.won == "poedel together"
        assert sorted(first.names.split(", ")) == seats(evening, 1, "NS")


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ([], "cup"),
        (["Ann"], "cup (together with Ann)"),
        (["Ann", "Bob"], "cup (together with Ann, Bob)"),
        (["Ann", "Bob", "Cem"], "cup (shared by 4)"),
    ],
)
def test_what_is_won_together_names_a_few_and_counts_many(others, words):
    with translation.override("en"):
        assert prize_words.won(0, ["cup"], others) == words
