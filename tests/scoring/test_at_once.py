"""Requests that arrive in the same instant, each on a thread and a connection of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from scoring.models import Draft, DraftRow, SheetVersion
from tests.scoring.paper import DEALS, THEY, WE, Typist, make_table, typist
from tournaments.models import Posting

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts):
    """Does them all at the same moment; their answers in order."""
    gate = Barrier(len(acts))

    def run(act):
        try:
            gate.wait(timeout=10)
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def copies(who: Typist, count: int) -> list[Typist]:
    """The same person, each time with a connection to the server of his own."""
    return [Typist(who.table, who.user) for _copy in range(count)]


def test_six_clicks_on_accept_make_one_version_and_one_posting_each():
    ans = typist(make_table())
    form = ans.form(DEALS)
    answers = at_once(*[lambda one=one: one.send(form) for one in copies(ans, 6)])
    assert [answer.status_code for answer in answers] == [200] * 6
    assert SheetVersion.objects.count() == 1
    assert sorted(Posting.objects.values_list("total", flat=True)) == sorted([WE, WE, THEY, THEY])
    assert not Draft.objects.exists()


def test_of_six_typists_who_accept_at_once_one_is_first_and_five_see_his():
    table = make_table()
    typists = [typist(table) for _number in range(6)]
    answers = at_once(*[lambda one=one: one.accept() for one in typists])
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    assert SheetVersion.objects.count() == 1
    assert Draft.objects.count() == 5  # what the others typed is kept


def test_six_copies_of_a_row_are_one_save():
    ans = typist(make_table())
    answers = at_once(*[lambda one=one: one.row(1, we_points="95") for one in copies(ans, 6)])
    assert {answer.status_code for answer in answers} == {200}
    assert DraftRow.objects.get().revision == 1


def test_of_six_values_for_one_row_one_is_kept_and_five_are_told():
    ans = typist(make_table())
    answers = at_once(
        *[
            lambda one=one, value=value: one.row(1, we_points=str(value))
            for value, one in enumerate(copies(ans, 6), 90)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    winner = DraftRow.objects.get().cells["we_points"]
    told = {
        answer.json()["conflicts"]["1"]["cells"]["we_points"]
        for answer in answers
        if answer.status_code == 409
    }
    assert told == {winner}


def test_sixteen_rows_at_once_are_sixteen_rows():
    ans = typist(make_table())
    rows = zip(copies(ans, 16), range(1, 17), strict=True)
    answers = at_once(*[lambda one=one, n=n: one.row(n, we_points=str(80 + n)) for one, n in rows])
    assert {answer.status_code for answer in answers} == {200}
    stored = {row.position: row.cells["we_points"] for row in DraftRow.objects.all()}
    assert stored == {n: str(80 + n) for n in range(1, 17)}


def test_two_checkers_at_once_are_one_check():
    ans = typist(make_table(require_check=True))
    ans.accept()
    checkers = [typist(ans.table) for _number in range(4)]
    answers = at_once(*[lambda one=one: one.check() for one in checkers])
    assert {answer.status_code for answer in answers} == {302}
    assert SheetVersion.objects.get().check_mark.by in {one.user for one in checkers}
