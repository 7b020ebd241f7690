"""What an erratum lists, worked out by hand from two contents."""

from __future__ import annotations

from tournaments.errata import changes, is_wrong


def line(entry, rank, value, *cells, **fields):
    given = {"entry": entry, "name": f"Name {entry}", "public": f"N. {entry}", "guest": False}
    return given | {"rank": rank, "value": value, "cells": list(cells)} | fields


def content(*lines, kind="standing", columns=(1, 2), rule=None, evenings=None):
    return {
        "kind": kind,
        "rule": rule or {"measure": "sum"},
        "rules": {"en": [str(rule)], "nl": [str(rule)]},
        "columns": list(columns),
        "evenings": [{"number": number} for number in (columns if evenings is None else evenings)],
        "lines": list(lines),
    }


ANN, BOB, CEM = line(1, 1, "9000", 4900, 4100), line(2, 2, "8500", 4300, 4200), line(3, 3, "8000", 4000, 4000)
BEFORE = content(ANN, BOB, CEM)


def who(entry):
    return {"entry": entry, "name": f"Name {entry}", "public": f"N. {entry}"}


def test_the_same_list_has_no_erratum():
    assert changes(BEFORE, content(ANN, BOB, CEM)) == []
    assert changes(BEFORE, content(CEM, BOB, ANN)) == []  # the order of the rows is no change


def test_a_corrected_score_moves_two():
    # Bob gets 600 more on evening 2: 9100 is more than the 9000 of Ann.
    after = content(line(2, 1, "9100", 4300, 4800), line(1, 2, "9000", 4900, 4100), CEM)
    assert changes(BEFORE, after) == [
        who(2)
        | {
            "what": "line",
            "how": "changed",
            "rank": [2, 1],
            "value": ["8500", "9100"],
            "cells": [[2, 4200, 4800]],
        },
        who(1) | {"what": "line", "how": "changed", "rank": [1, 2], "value": None, "cells": []},
    ]


def test_an_evening_more_is_no_erratum():
    after = content(
        line(2, 1, "13000", 4300, 4200, 4500), line(1, 2, "12900", 4900, 4100, 3900), columns=(1, 2, 3)
    )
    # Cem is not in the later list any more: that is told, whatever the evenings.
    assert [(each["entry"], each["how"]) for each in changes(content(ANN, BOB), after)] == []
    assert [(each["entry"], each["how"]) for each in changes(BEFORE, after)] == [(3, "gone")]


def test_an_evening_more_and_a_correction_of_an_earlier_one_lists_the_correction_alone():
    after = content(line(1, 1, "12920", 4920, 4100, 3900), columns=(1, 2, 3))
    assert changes(content(ANN), after) == [
        who(1) | {"what": "line", "how": "changed", "rank": None, "value": None, "cells": [[1, 4900, 4920]]}
    ]


def test_who_came_and_who_went():
    after = content(ANN, BOB, line(4, 3, "7000", 3500, 3500))
    assert changes(BEFORE, after) == [
        who(4) | {"what": "line", "how": "new", "rank": [None, 3], "value": [None, "7000"], "cells": []},
        who(3) | {"what": "line", "how": "gone", "rank": [3, None], "value": ["8000", None], "cells": []},
    ]


def test_a_guest_who_is_ranked_now():
    before, after = line(1, None, "9000", 4900, 4100, guest=True), line(1, 1, "9000", 4900, 4100)
    assert changes(content(before), content(after))[0]["rank"] == [None, 1]


def test_another_name_is_told_when_the_list_is_otherwise_the_same_edition():
    after = content(ANN | {"name": "Name Bakker"}, BOB, CEM)
    assert changes(BEFORE, after) == [
        who(1) | {"name": "Name Bakker", "what": "name", "before": "Name 1", "after": "Name Bakker"}
    ]
    later = content(
        *(each | {"name": "x", "cells": [*each["cells"], 1]} for each in (ANN, BOB, CEM)), columns=(1, 2, 3)
    )
    assert changes(BEFORE, later) == []


def test_another_rule_is_told_in_sentences():
    after = content(ANN, BOB, CEM, rule={"measure": "average", "decimals": 2})
    assert changes(BEFORE, after) == [{"what": "rule", "before": BEFORE["rules"], "after": after["rules"]}]


def prize(entry, by, place, cents, *goods, value="4000"):
    return who(entry) | {"by": by, "place": place, "cents": cents, "goods": list(goods), "value": value}


def test_prizes_that_go_to_somebody_else():
    before = content(
        prize(1, "place", 1, 1000), prize(2, "place", 2, 500), prize(3, "last", 1, 0, "poedel"), kind="prizes"
    )
    after = content(
        prize(1, "place", 1, 750), prize(2, "place", 1, 750), prize(3, "last", 1, 0, "poedel"), kind="prizes"
    )
    assert changes(before, after) == [
        who(1)
        | {
            "what": "prize",
            "by": "place",
            "place": 1,
            "before": {"cents": 1000, "goods": []},
            "after": {"cents": 750, "goods": []},
        },
        who(2)
        | {"what": "prize", "by": "place", "place": 1, "before": None, "after": {"cents": 750, "goods": []}},
        who(2)
        | {"what": "prize", "by": "place", "place": 2, "before": {"cents": 500, "goods": []}, "after": None},
    ]


# Entries that became one ----------------------------------------------------------------------------------------


def test_who_goes_on_under_another_number_is_only_called_otherwise():
    after = content(ANN, {**line(9, 2, "8500", 4300, 4200), "name": "Robert"}, CEM)
    (change,) = changes(BEFORE, after, {2: 9})
    assert (change["what"], change["entry"], change["before"], change["after"]) == (
        "name",
        9,
        "Name 2",
        "Robert",
    )
    assert not is_wrong([change])
    assert [each["how"] for each in changes(BEFORE, after)] == ["new", "gone"], "without knowing it"


def test_of_two_who_were_both_in_the_list_one_line_is_gone():
    """Bob 8500 and Cem 8000 are one, Bob: 4300 on the first evening, and on the second what Cem made, 4000."""
    after = content(ANN, line(2, 2, "8300", 4300, 4000))
    found = changes(BEFORE, after, {3: 2})
    assert [(each["entry"], each["how"], each["value"]) for each in found] == [
        (2, "changed", ["8500", "8300"]),
        (3, "gone", ["8000", None]),
    ]
    assert is_wrong(found)


def test_a_prize_goes_along_with_who_won_it():
    def prize(entry, place):
        return {
            "entry": entry,
            "name": "x",
            "public": "x",
            "by": "place",
            "place": place,
            "cents": 500,
            "goods": "",
            "value": "5012",
        }

    before = content(prize(3, 1), prize(2, 2), kind="prizes")
    assert changes(before, content(prize(2, 1), prize(2, 2), kind="prizes"), {3: 2}) == []
    shared = content(prize(3, 1), prize(2, 1), kind="prizes")
    (gone,) = changes(shared, content(prize(2, 1), kind="prizes"), {3: 2})
    assert (gone["entry"], gone["after"]) == (3, None)
