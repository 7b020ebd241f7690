"""The pages of a season: titles, evenings side by side, who met whom, paging, and seasons with nothing in them."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import escape

from tests import factories
from tests.tournaments import ledger
from tests.tournaments.scores import entry_of, make_competition, play
from tournaments.models import Seat
from tournaments.standing import grids, kept, notes, queries
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db
BEST = StandingRule(unit="evening", best=1)
PAGES = ("season", "season_matrix", "season_cross")


@pytest.fixture(autouse=True)
def _english(client):
    client.cookies["django_language"] = "en"
    with translation.override("en"):
        yield


@pytest.fixture
def competition():
    """Anna has the highest sum, Bert the best evening; Cor missed the second."""
    competition = make_competition(
        ["Anna Aal", "Bert Bos", "Cor Cats"], titles=[{"name": "Best evening", "rule": BEST.to_json()}]
    )
    play(competition, {"Anna": [1500], "Bert": [1700], "Cor": [1600]})
    play(competition, {"Anna": [1650], "Bert": [1300]})
    return competition


@pytest.fixture
def desk(client, competition):
    client.force_login(factories.make_user("organiser", competition.club))
    return client


def show(client, competition, name="season", *args, **query) -> str:
    first = [competition.club.slug] if name.startswith("public_") else []
    answer = client.get(reverse(name, args=[*first, competition.pk, *args]), query)
    assert answer.status_code == 200, name
    return answer.content.decode()


def order(page: str, *names: str) -> list[str]:
    """The names in the order in which they stand in the list."""
    listed = page.split('id="list"')[1].split('class="notes"')[0]
    return sorted(names, key=listed.index)


def test_each_title_ranks_by_its_own_rule(desk, competition):
    everybody = ("Anna Aal", "Bert Bos", "Cor Cats")
    assert order(show(desk, competition), *everybody) == ["Anna Aal", "Bert Bos", "Cor Cats"]
    best = show(desk, competition, title="Best evening")
    assert order(best, *everybody) == ["Bert Bos", "Anna Aal", "Cor Cats"]
    for sentence in BEST.sentences():
        assert escape(notes.translated(sentence)) in best
    assert "another way to look at it" not in best
    for address in ("?title=Best+evening", "?by=average"):
        assert f'href="{address}"' in best


def test_a_title_that_is_not_there_is_not_found(desk, competition):
    assert desk.get(reverse("season", args=[competition.pk]), {"title": "Poedel"}).status_code == 404
    assert desk.get(reverse("season", args=[competition.pk]), {"of": "dogs"}).status_code == 404


def test_an_evening_that_does_not_count_is_left_out_and_named(desk, competition):
    competition.evenings.filter(number=2).update(counts=False)
    page = show(desk, competition)
    assert order(page, "Anna Aal", "Bert Bos", "Cor Cats") == ["Bert Bos", "Cor Cats", "Anna Aal"]
    assert "Evening 2 does not count for this standing." in page
    listed = queries.season_list(competition, queries.DESK, rule=StandingRule(all_evenings=True))
    assert next(row.who.name for row in listed.rows) == "Anna Aal"
    assert listed.others == ()


def test_before_the_season_is_over_a_plain_sum_stands_in(desk, competition):
    competition.standing = StandingRule(unit="evening", best=1, interim="sum").to_json()
    competition.planned_evenings = 3
    competition.save()
    page = show(desk, competition)
    assert "The season is not over: for now all points are added up." in page
    assert order(page, "Anna Aal", "Bert Bos") == ["Anna Aal", "Bert Bos"]
    play(competition, {"Anna": [100], "Bert": [100]})
    page = show(desk, competition)
    assert "The season is not over" not in page
    assert order(page, "Anna Aal", "Bert Bos") == ["Bert Bos", "Anna Aal"]


def test_evenings_side_by_side_mark_what_is_dropped_and_who_was_best(competition):
    listed = queries.season_list(competition, queries.DESK, title="Best evening")
    grid = grids.matrix(listed, 0, 10)
    cells = {row.who.name: row.cells for row in grid.rows}
    assert [(cell.points, cell.dropped, cell.best) for cell in cells["Anna Aal"]] == [
        (1500, True, False),
        (1650, False, True),
    ]
    assert [(cell.points, cell.dropped, cell.best) for cell in cells["Bert Bos"]] == [
        (1700, False, True),
        (1300, True, False),
    ]
    assert cells["Cor Cats"][1] is None
    assert grid.marks == {"dropped", "best"}


def test_a_shared_best_and_dropped_rounds_have_signs_of_their_own():
    competition = make_competition(["Anna Aal", "Bert Bos"])
    play(competition, {"Anna": [1500, 1400], "Bert": [1450, 1450]})
    listed = queries.season_list(competition, queries.DESK, rule=StandingRule(best=1))
    (anna, bert) = grids.matrix(listed, 0, 10).rows
    for row in (anna, bert):
        (cell,) = row.cells
        assert (cell.best, cell.shared, cell.dropped, cell.rounds_dropped) == (True, True, False, 1)


def test_a_dropped_evening_is_struck_through_and_carries_a_sign(desk, competition):
    page = show(desk, competition, "season_matrix", title="Best evening")
    assert page.count("<s>1\N{NARROW NO-BREAK SPACE}500</s>") == 1
    row = page.split("Anna Aal")[1].split("</tr>")[0]
    assert "✗" in row
    assert "★" in row
    assert "does not count" in page.split("<table")[0]  # the legend


def played(kind: str, players: int):
    user = factories.make_user()
    competition = factories.make_competition(players, club=user.roles.get().club, kind=kind, rounds=1)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    for table in factories.tables(round_):
        ledger.accept(table, user, ledger.side(1500), ledger.side(1092))
    return competition, round_


def test_pairs_see_the_results_against_each_other():
    competition, round_ = played("pairs", 4)
    listed = queries.season_list(competition, queries.DESK)
    winner, loser = (row.who.entry for row in listed.rows)
    (first, second) = grids.cross(listed).rows
    assert (first.who.entry, first.cells[0]) == (winner, None)
    (meeting,) = first.cells[1].meetings
    assert (meeting.points, meeting.against, meeting.evening, meeting.round) == (1500, 1092, 1, 1)
    assert (second.cells[0].lost, second.cells[0].difference) == (1, -408)
    (opponent,) = grids.opponents(listed, loser)
    assert (opponent.who.entry, opponent.record.met, opponent.record.won) == (winner, 1, 0)
    assert opponent.meetings[0][0] == round_.evening


def test_players_see_how_often_they_met_and_were_partners():
    competition, round_ = played("individual", 4)
    at = {seat.position: seat.entry_id for seat in Seat.objects.filter(round=round_)}
    listed = queries.season_list(competition, queries.DESK)
    records = {each.who.entry: each.record for each in grids.opponents(listed, at["N"])}
    assert {entry: (record.met, record.together) for entry, record in records.items()} == {
        at["S"]: (0, 1),
        at["E"]: (1, 0),
        at["W"]: (1, 0),
    }
    assert records[at["E"]].difference == 408


def test_pairs_and_people_are_ranked_apart(client):
    competition, _round = played("pairs", 8)
    page = show(client, competition, "public_season")
    assert 'href="?of=people"' in page
    assert page.count('<th scope="row">') == 4
    people = show(client, competition, "public_season", of="people")
    assert people.count('<th scope="row">') == 8
    for name in ("public_season_matrix", "public_season_cross"):
        assert show(client, competition, name, of="people")
    person = competition.entries.first().people[0]
    assert "Place" in show(client, competition, "public_season_why", person.pk, of="people")


def test_with_too_many_names_for_a_table_one_is_chosen(desk, competition, monkeypatch):
    monkeypatch.setattr(grids, "MOST_CROSSED", 2)
    page = show(desk, competition, "season_cross")
    anna = entry_of(competition, "Anna").pk
    assert "too many names" in page
    assert f"entry={anna}" in page
    assert "Anna Aal" in show(desk, competition, "season_cross", entry=anna)


def test_a_long_standing_goes_over_several_pages(desk, competition, monkeypatch):
    monkeypatch.setattr(kept, "ON_A_PAGE", 2)
    monkeypatch.setattr("tournaments.views.season.ON_A_PAGE", 2)
    first, second = (show(desk, competition, page=number) for number in (1, 2))
    assert "Page 1 of 2" in first
    assert "Cor Cats" not in first.split('id="list"')[1].split('class="notes"')[0]
    assert "Cor Cats" in second.split('id="list"')[1].split('class="notes"')[0]
    found = show(desk, competition, q="cats").split('id="list"')[1].split('class="notes"')[0]
    assert "Cor Cats" in found
    assert "Page" not in found
    assert "Cor Cats" in show(desk, competition, "season_matrix", page=2)
    assert "Page 1 of 2" in show(desk, competition, page="nonsense")


def empty():
    return make_competition([])


def without_rounds():
    competition = make_competition(["Anna Aal"])
    factories.make_evening(competition)
    return competition


def one_player():
    competition = make_competition(["Anna Aal"])
    play(competition, {"Anna": [1500]})
    return competition


def everyone_tied():
    competition = make_competition(["Anna Aal", "Bert Bos", "Cor Cats"])
    play(competition, {"Anna": [1500], "Bert": [1500], "Cor": [1500]})
    return competition


def nobody_qualified():
    competition = make_competition(
        ["Anna Aal", "Bert Bos"], standing=StandingRule(minimum_attendance=5).to_json(), planned_evenings=1
    )
    play(competition, {"Anna": [1500], "Bert": [1400]})
    return competition


@pytest.mark.parametrize("make", [empty, without_rounds, one_player, everyone_tied, nobody_qualified])
@pytest.mark.parametrize("name", PAGES)
def test_every_season_has_sensible_pages(client, make, name):
    competition = make()
    for view in ({}, {"by": "average"}, {"of": "people"}, {"of": "partners"}):
        assert show(client, competition, f"public_{name}", **view)
    client.force_login(factories.make_user("organiser", competition.club))
    page = show(client, competition, name)
    if competition.evenings.filter(rounds__isnull=False).exists():
        assert "Anna Aal" in page
    else:
        assert "No standing yet" in page


def test_where_nobody_qualifies_everybody_learns_why(desk):
    competition = nobody_qualified()
    desk.force_login(factories.make_user("organiser", competition.club))
    assert show(desk, competition).count("1 of at least 5 evenings attended") == 2
    page = show(desk, competition, "season_why", entry_of(competition, "Anna").pk)
    assert "Not ranked: 1 of at least 5 evenings attended." in page


@pytest.mark.parametrize("name", PAGES)
def test_under_embargo_readers_and_players_see_nothing_of_it(client, competition, name):
    competition.evenings.filter(number=2).update(embargo_from=timezone.now())
    for reader in (None, "player"):
        if reader:
            client.force_login(factories.make_user(reader, competition.club))
        for page in (name, f"public_{name}")[0 if reader else 1 :]:
            text = show(client, competition, page)
            assert "Anna Aal" not in text
            assert "prize-giving" in text
    client.force_login(factories.make_user("secretary", competition.club))
    assert "Anna Aal" in show(client, competition, name)
    assert "Anna Aal" not in show(client, competition, f"public_{name}")


def test_under_embargo_the_front_page_tells_when(client, competition):
    competition.evenings.filter(number=2).update(embargo_from=timezone.now())
    page = client.get(reverse("public_club", args=[competition.club.slug])).content.decode()
    assert "prize-giving" in page
    assert "Anna Aal" not in page


def test_a_closed_season_keeps_its_guests(competition):
    """Who was no guest on the last evening stays in the standing, whatever he becomes later."""
    last = competition.evenings.get(number=2)
    last.frozen = {"attendance": competition.attendance, "unranked": []}
    last.save()
    anna = entry_of(competition, "Anna")
    anna.ranked = False
    anna.save()
    assert queries.season_list(competition, queries.DESK).row_of(anna.pk).line.rank is None
    competition.closed_at = timezone.now()
    assert queries.season_list(competition, queries.DESK).row_of(anna.pk).line.rank == 1


@pytest.mark.parametrize("name", [*PAGES, "public_season", "public_season_matrix", "public_season_cross"])
def test_the_queries_do_not_grow_with_players_and_evenings(client, name, django_assert_max_num_queries):
    for players, evenings in ((3, 1), (20, 5)):
        names = [f"P{chr(65 + n)} Player" for n in range(players)]
        competition = make_competition(names)
        for _evening in range(evenings):
            play(competition, {each.split()[0]: [1500] for each in names})
        client.force_login(factories.make_user("organiser", competition.club))
        show(client, competition, name)
        with django_assert_max_num_queries(24):
            show(client, competition, name)
