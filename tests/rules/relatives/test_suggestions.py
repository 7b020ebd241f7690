"""Single slips that explain a refused deal; none where nothing is wrong or something is missing."""

from scoring.rules.relatives import judge_deal


def suggested(name, data, options=None):
    found = judge_deal(name, data, options)["suggestions"]
    return [(one["fields"], one["reason"]) for one in found]


def deal(a, b, **more):
    return {"declarer": "A", "A": {"melds": 0} | a, "B": {"melds": 0} | b, **more}


def test_swapped_digits():
    data = {"declarer": "we", "we": {"points": 100, "melds": 0}, "they": {"points": 26, "melds": 0}}
    assert suggested("clobyosh", data) == [
        ({"they_points": 62}, "Two digits swapped: 26 typed for 62."),
        ({"we_points": 136}, "162 less the 26 of “they”."),
    ]
    no_trumps = data | {"bid": "notrump", "they": {"points": 3, "melds": 0}}
    assert {"they_points": 30} in [fields for fields, _ in suggested("clobyosh", no_trumps)]


def test_both_have_melds():
    data = deal({"points": 80, "melds": 20}, {"points": 50, "melds": 50})
    assert suggested("klaberjass", data)[:2] == [
        ({"A_melds": 0}, "The melds of “A” do not count."),
        ({"B_melds": 0}, "The melds of “B” do not count."),
    ]


def test_melds_in_the_wrong_column():
    data = deal({"points": 120, "tricks": 9}, {"points": 0, "melds": 20, "tricks": 0})
    assert ({"A_melds": 20, "B_melds": 0}, "Melds in the wrong column.") in suggested("klaberjass", data)


def test_points_in_the_wrong_columns():
    data = deal({"points": 0, "tricks": 9}, {"points": 120, "tricks": 0})
    assert suggested("klaberjass", data)[0] == (
        {"A_points": 120, "B_points": 0},
        "Card points in each other's columns.",
    )


def test_every_suggestion_mends_the_deal():
    data = deal({"points": 180}, {"points": 50, "tricks": 3})
    found = suggested("klaberjass", data)
    assert 0 < len(found) <= 5
    for fields, _ in found:
        mended = {key: dict(value) if isinstance(value, dict) else value for key, value in data.items()}
        for field, value in fields.items():
            party, name = field.split("_")
            mended[party][name] = value
        assert judge_deal("klaberjass", mended)["verdict"] != "refuse"


def test_nothing_to_suggest():
    assert suggested("klaberjass", deal({"points": 80}, {"points": 50})) == []
    assert suggested("klaberjass", deal({"points": 180}, {})) == []
    assert suggested("klaberjass", deal({"points": "8o"}, {"points": 50})) == []
    assert suggested("klaberjass", {"A": 500, "B": 500}) == []


def test_no_trumps_that_nobody_filled_in():
    """70 and 60 are 130 together: all cards without trumps."""
    data = {"declarer": "we", "we": {"points": 70, "melds": 0}, "they": {"points": 60, "melds": 0}}
    assert suggested("clobyosh", data)[0] == ({"bid": "notrump"}, "It was no trumps.")
    assert {"bid": "notrump"} not in [fields for fields, _ in suggested("clobyosh", data | {"trump": "H"})]
    assert {"bid": "notrump"} not in [fields for fields, _ in suggested("tarabish", data)]
