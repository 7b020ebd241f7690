"""Evenings of the relatives of klaverjassen, from the hall to the result: two, three and four at a table."""

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import translation

from klaverclub.templatetags.cards import seat_name
from scoring.rules.family import sides
from scoring.rules.relatives import GAMES
from tests import factories
from tournaments import hall, seating
from tournaments.models import Evening, Posting, Presence, Round, Seat
from tournaments.services import closing, draw, draw_changes, evening_documents, round_documents
from tournaments.services.errors import Refused
from tournaments.standing import facts, queries, stories

pytestmark = pytest.mark.django_db
DESK = queries.Reader()


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def evening_of(name: str, present: int, rounds: int = 3) -> Evening:
    competition = factories.make_competition(
        present, rounds=rounds, deals=20, ruleset=GAMES[name].to_json(), first_dealer="N"
    )
    return factories.make_evening(competition)


def at_table(table) -> list[tuple[str, int]]:
    return [(seat.position, seat.entry_id) for seat in table.seats.order_by("pk")]


@pytest.mark.parametrize(
    ("name", "present", "seats", "resting"),
    [
        ("klaberjass", 6, "NS", 0),
        ("klaberjass", 7, "NS", 1),
        ("klaberjass-3", 8, "NES", 2),
        ("klaberjass-3", 9, "NES", 0),
        ("tarabish", 9, "NESW", 1),
    ],
)
def test_everybody_sits_at_a_table_of_the_game_or_rests(name, present, seats, resting):
    evening = evening_of(name, present)
    round_ = factories.make_published_round(evening)
    tables = factories.tables(round_)
    assert all("".join(position for position, _entry in at_table(table)) == seats for table in tables)
    assert len(tables) == present // len(seats)
    assert round_.sit_outs.count() == resting
    assert {table.sheet.get_rules().name for table in tables} == {name}


@pytest.mark.parametrize(("name", "present", "most"), [("klaberjass", 6, 5), ("klaberjass-3", 9, 3)])
def test_opponents_are_new_as_long_as_they_can_be(name, present, most):
    evening = evening_of(name, present, rounds=most)
    met = []
    for _number in range(most):
        round_ = factories.make_published_round(evening, seed=3)
        for table in factories.tables(round_):
            entries = [entry for _position, entry in at_table(table)]
            met += [frozenset((one, other)) for one in entries for other in entries if one < other]
        play(round_)
    assert len(met) - len(set(met)) <= (0 if name == "klaberjass" else 3)


def play(round_: Round) -> None:
    """The first column wins 500 and something at every table."""
    author = factories.make_user()
    for table in factories.tables(round_):
        losers = [300 + table.number] * (len(sides(table.sheet.get_rules())) - 1)
        factories.accept_match(table, author, 510 + table.number, *losers)
    closing.close_round(round_, actor=author)


@pytest.mark.parametrize(
    ("name", "present", "words"),
    [
        ("klaberjass", 1, "1 more makes a table"),
        ("klaberjass", 7, "3 tables, 1 sits out"),
        ("klaberjass-3", 8, "2 tables, 2 sit out"),
        ("darda", 8, "2 tables, everybody plays"),
    ],
)
def test_the_hall_counts_by_the_table_of_the_game(name, present, words):
    assert hall.attendance(evening_of(name, present), []).words == words


@pytest.mark.parametrize("name", ["klaberjass", "klaberjass-3"])
def test_too_few_for_one_table_are_told_so(name):
    with pytest.raises(Refused, match="A table needs"):
        draw.draw_round(evening_of(name, len(GAMES[name].seats) - 1), actor=None)


@pytest.mark.parametrize(("name", "columns"), [("klaberjass", 2), ("klaberjass-3", 3), ("tarabish", 2)])
def test_each_column_of_the_sheet_is_booked_for_who_wrote_in_it(name, columns):
    evening = evening_of(name, 12)
    round_ = factories.make_published_round(evening)
    table = factories.tables(round_)[0]
    totals = [512, 403, 301][:columns]
    factories.accept_match(table, factories.make_user(), *totals)
    posted = {row.entry_id: row for row in Posting.objects.filter(round=round_)}
    by_seat = {seat.position: posted[seat.entry_id].total for seat in table.seats.all()}
    expected = {"N": 512, "S": 403} if name == "klaberjass" else {"N": 512, "E": 403, "S": 301}
    assert by_seat == ({"N": 512, "S": 512, "E": 403, "W": 403} if name == "tarabish" else expected)
    one = posted[table.seats.get(position="N").entry_id]
    assert (one.points, one.roem, one.nats, one.pits) == (492, 20, 1, 0)


def test_the_story_of_three_names_both_opponents_and_what_they_had():
    evening = evening_of("klaberjass-3", 3, rounds=1)
    (table,) = factories.tables(factories.make_published_round(evening))
    factories.accept_match(table, factories.make_user(), 512, 403, 301)
    names = {seat.position: seat.person.name for seat in table.seats.all()}
    entry = table.seats.get(position="E").entry_id
    (told,) = stories.told(evening, entry, DESK)
    assert (told.partner, told.opponents) == ("", (names["N"], names["S"]))
    assert (told.posting.total, told.theirs) == (403, (512, 301))


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (GAMES["klaberjass-3"], "90 of beaten makers"),
        (GAMES["klaberjass"].with_options({"kb_tie": "maker0"}), "90 of beaten makers"),
        (GAMES["klaberjass"].with_options({"kb_tie": "carry"}), "90 of beaten makers and equal deals"),
    ],
)
def test_the_story_tells_own_cards_from_what_beaten_makers_left(rules, words):
    """470 in cards on the sheet, and 40 and 50 of two makers who were bete."""
    user = factories.make_user()
    browser = factories.sign_in(user)
    competition = factories.make_competition(
        len(rules.seats), club=user.roles.get().club, rounds=1, deals=20, ruleset=rules.to_json()
    )
    evening = factories.make_evening(competition)
    (table,) = factories.tables(factories.make_published_round(evening))
    factories.accept_match(table, user, *[560, 403, 301][: len(rules.seats)], melds=0)
    entry = table.seats.get(position="N").entry_id
    Posting.objects.filter(entry=entry).update(points=470, bonus=90)
    page = browser.get(reverse("evening_result", args=[evening.pk]), {"entry": entry}).text
    assert f"470 in cards + {words} = <strong>560</strong>" in page


def test_the_facts_of_an_evening_count_every_column():
    evening = evening_of("klaberjass-3", 3, rounds=1)
    (table,) = factories.tables(factories.make_published_round(evening))
    factories.accept_match(table, factories.make_user(), 512, 403, 301)
    told = facts.evening_facts(queries.evening_list(evening, DESK), DESK)
    assert (told.nats, told.roem, told.deals) == (3, 60, 1)
    assert told.best_deals[0].points == 512


def test_who_comes_late_sits_with_who_rests_at_a_table_of_the_game():
    evening = evening_of("klaberjass-3", 8)
    late = evening.presences.order_by("-entry_id").first()
    late.delete()
    round_ = factories.make_published_round(evening)
    assert round_.sit_outs.count() == 1
    for person in factories.make_people(2, evening.competition.club, start=20):
        entry = factories.people_service.add_entry(evening.competition, [person], actor=None)
        Presence.objects.create(evening=evening, entry=entry, state=Presence.State.PRESENT)
    (table,) = draw_changes.seat_late(round_, actor=factories.make_user())
    assert [position for position, _entry in at_table(table)] == ["N", "E", "S"]
    assert round_.sit_outs.count() == 0


def test_a_round_missed_in_a_match_by_points_is_worth_what_a_match_is():
    competition = factories.make_competition(
        3, rounds=1, deals=20, ruleset=GAMES["klaberjass"].to_json(), first_dealer="N"
    )
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening)
    resting = round_.sit_outs.get().entry
    (table,) = factories.tables(round_)
    factories.accept_match(table, factories.make_user(), 512, 388)
    closing.close_round(round_, actor=factories.make_user())
    assert Posting.objects.get(round=round_, entry=resting).total == 450


@pytest.mark.parametrize(("name", "present"), [("klaberjass", 7), ("klaberjass-3", 8), ("tarabish", 9)])
def test_every_page_of_an_evening_shows_all_who_sit_there(name, present):
    user = factories.make_user()
    browser = factories.sign_in(user)
    competition = factories.make_competition(
        present,
        club=user.roles.get().club,
        rounds=2,
        deals=20,
        ruleset=GAMES[name].to_json(),
    )
    evening = factories.make_evening(competition)
    draft = factories.make_draft_round(evening, actor=user)
    assert browser.get(reverse("round", args=[draft.pk])).status_code == 200
    draw.publish(draft, actor=user)
    pages = [
        *(reverse(view, args=[evening.pk]) for view in ("evening", "projector", "check_in")),
        reverse("round", args=[draft.pk]),
    ]
    for url in pages[1:2] + pages[3:]:
        text = unescape(browser.get(url).text)
        seats = Seat.objects.filter(round=draft)
        shown = [seat for seat in seats if seat.person.list_name in text or seat.person.name in text]
        assert len(shown) == seats.count()
    assert all(browser.get(url).status_code == 200 for url in pages)
    play(draft)
    result = browser.get(reverse("evening_result", args=[evening.pk])).text
    assert "Melds" in result
    assert "Bete" in result
    assert ">Pits<" not in result
    entry = Posting.objects.filter(round=draft, kind="played").first().entry_id
    story = browser.get(reverse("evening_result", args=[evening.pk]), {"entry": entry}).text
    assert ("With " in story) == (name == "tarabish")
    assert "time bete" in story
    assert browser.get(reverse("season", args=[competition.pk])).status_code == 200


@pytest.mark.parametrize("name", ["klaberjass", "klaberjass-3", "tarabish"])
def test_the_lists_on_the_wall_have_the_seats_of_the_game(name):
    evening = evening_of(name, 12)
    round_ = factories.make_published_round(evening)
    by_table = round_documents.wall_by_table_document(round_.pk)
    alone = {"klaberjass": ["A", "B"], "klaberjass-3": ["A", "B", "C"]}
    assert [column.title for column in by_table.columns] == [
        "Table",
        *alone.get(name, ["North", "South", "East", "West"]),
    ]
    assert all(all(row) for row in by_table.rows)
    by_name = round_documents.wall_by_name_document(round_.pk)
    shown = [column.title for column in by_name.columns if column.on_paper]
    assert shown == ["Name", "Table", "Seat", "With" if name == "tarabish" else "Against"]
    play(round_)
    result = evening_documents.evening_document(evening.pk)
    assert [column.key for column in result.columns][-2:] == ["nats", "roem"]
    assert "pits" not in [column.key for column in result.columns]


@pytest.mark.parametrize(
    ("name", "letters"), [("klaberjass", "AB"), ("klaberjass-3", "ABC"), ("tarabish", "NSEW")]
)
def test_a_seat_is_called_the_same_from_the_draft_to_the_paper(name, letters):
    user = factories.make_user()
    browser = factories.sign_in(user)
    rules = GAMES[name]
    competition = factories.make_competition(
        len(letters), club=user.roles.get().club, rounds=1, deals=20, ruleset=rules.to_json()
    )
    evening = factories.make_evening(competition)
    round_ = factories.make_draft_round(evening, actor=user)

    def on_page(url: str) -> set[str]:
        return set(re.findall(r"<abbr[^>]*>(\w)</abbr>", browser.get(url).text))

    assert on_page(reverse("round", args=[round_.pk])) == set(letters)
    draw.publish(round_, actor=user)
    for url in (reverse("round", args=[round_.pk]), reverse("projector", args=[evening.pk])):
        assert on_page(url) == set(letters)
    by_name = [str(row[2]) for row in round_documents.wall_by_name_document(round_.pk).rows]
    assert sorted(place[0] for place in by_name) == sorted(letters)
    (slip,) = round_documents.slips_document(round_.pk).slips
    players = {person: letter for side in slip.sides for letter, person in side.players}
    (table,) = factories.tables(round_)
    at_table = seating.seating(rules)
    assert players == {seat.person.name: at_table.called(seat.position) for seat in table.seats.all()}
    assert set(slip.dealers) == set(letters)
    for seat in table.seats.all():
        page = browser.get(reverse("substitute", args=[round_.pk, seat.pk])).text
        assert f", {seat_name(players[seat.person.name])}</p>" in page
    form = browser.get(reverse("competition_edit", args=[competition.pk])).context["form"]
    dealers = [str(label) for _value, label in form.fields["first_dealer"].choices]
    assert [label[0].upper() for label in dealers] == (
        ["N", "E", "S", "W"] if name == "tarabish" else [*letters]
    )


@pytest.mark.parametrize(("name", "seats"), [("klaberjass", 2), ("klaberjass-3", 3)])
def test_a_draft_can_be_changed_by_hand_and_who_goes_home_frees_his_own_table(name, seats):
    user = factories.make_user()
    evening = evening_of(name, 4 * seats)
    round_ = factories.make_draft_round(evening, actor=user)
    one, other, kept, _last = factories.tables(round_)
    draw_changes.pin(kept, pinned=True, actor=user)
    before = at_table(kept)
    mine, theirs = (table.seats.first().entry for table in (one, other))
    draw_changes.swap(round_, mine, theirs, actor=user)
    changed = [at_table(round_.tables.get(number=table.number)) for table in (one, other)]
    assert [theirs.pk in dict(changed[0]).values(), mine.pk in dict(changed[1]).values()] == [True, True]
    assert [len(places) for places in changed] == [seats, seats]
    draw.redraw(round_, actor=user)
    assert at_table(round_.tables.get(pinned=True)) == before
    draw.publish(round_, actor=user)
    leaver = round_.tables.first().seats.first().entry
    draw_changes.withdraw(round_, leaver, actor=user)
    assert round_.tables.count() == 3
    assert not Seat.objects.filter(round=round_, entry=leaver).exists()
    assert all(len(at_table(table)) == seats for table in round_.tables.all())


def test_fixed_pairs_play_a_relative_for_four_and_are_booked_once():
    competition = factories.make_competition(8, kind="pairs", deals=20, ruleset=GAMES["tarabish"].to_json())
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening)
    assert [len(at_table(table)) for table in factories.tables(round_)] == [4, 4]
    play(round_)
    assert sorted(Posting.objects.filter(round=round_).values_list("total", flat=True)) == [
        301,
        302,
        511,
        512,
    ]
