"""How trumps were made: bid, maker, trumps, turned suit and dealer go together."""

import pytest

from scoring.rules.relatives import GAMES, form_fields, judge_deal, make_game


def judge(name, options=None, **data):
    game = GAMES[name]
    # Points with which anybody may be the maker: the finding is about the bid.
    points = {"A": 60, "B": 60, "C": 40} if len(game.parties) == 3 else dict.fromkeys(game.parties, 60)
    if game.all_played:
        points = {
            "we": 70,
            "they": (130 if data.get("bid") == "notrump" or data.get("trump") == "NT" else game.total()) - 70,
        }
    columns = {party: {"points": number, "melds": 0} for party, number in points.items()}
    answer = judge_deal(name, columns | data, options)
    found = [(one["code"], one["rule"]) for one in answer["findings"]]
    return answer["declarer"], [one for one in found if one[0] not in ("bete", "tie")]


def test_the_turned_suit():
    assert judge("klaberjass", declarer="A", bid="turned", trump="S", turned="S") == ("A", [])
    assert judge("klaberjass", declarer="A", bid="turned", trump="S", turned="H")[1] == [
        ("bid_suit", "KB-BID1")
    ]
    assert judge("klaberjass", declarer="A", bid="turned", trump="S") == ("A", [])  # not written down


def test_another_suit():
    assert judge("klaberjass", declarer="A", bid="named", trump="S", turned="H") == ("A", [])
    assert judge("klaberjass", declarer="A", bid="named", trump="S", turned="S")[1] == [
        ("bid_turned", "KB-BID2")
    ]
    assert judge("klaberjass", {"bid2": "any"}, declarer="A", bid="named", trump="S", turned="S") == ("A", [])


def test_schmeiss():
    on = {"schmeiss": True}
    assert judge("klaberjass", on, bid="schmeiss", dealer="A") == ("B", [])  # the elder takes it
    assert judge("klaberjass", on, declarer="A", bid="schmeiss", dealer="A")[1] == [
        ("bid_who", "KB-SCHMEISS")
    ]
    assert judge("klaberjass", on, declarer="B", bid="schmeiss", trump="S", turned="H")[1] == [
        ("bid_suit", "KB-SCHMEISS")
    ]
    with pytest.raises(ValueError, match="bid 'schmeiss': allowed are turned, named, passed, null"):
        judge("klaberjass", declarer="A", bid="schmeiss")
    for name in ("zensa", "yasman", "bima", "derda", "bulka"):
        assert judge(name, on, bid="schmeiss", dealer="A") == ("B", [])
    with pytest.raises(ValueError, match="option 'schmeiss' is not known here"):
        judge("klaberjass-3", on, bid="schmeiss")


def test_on_the_bima():
    assert judge("bima", bid="dealer", dealer="A", trump="S", turned="S") == ("A", [])
    assert judge("bima", declarer="B", bid="dealer", dealer="A")[1] == [("bid_who", "KBS")]
    assert judge("bima", bid="named", dealer="A", trump="S", turned="H") == ("B", [])
    assert judge("bima", declarer="B", bid="named", trump="S", turned="S")[1] == [("bid_turned", "KBS")]
    with pytest.raises(ValueError, match="bid 'passed'"):
        judge("bima", bid="passed")


def test_clobyosh():
    assert judge("clobyosh", declarer="we", bid="turned", trump="S", turned="H")[1] == [
        ("bid_suit", "KB4-BID1")
    ]
    assert judge("clobyosh", declarer="we", bid="named", trump="S", turned="S")[1] == [
        ("bid_turned", "KB4-BID2")
    ]
    assert judge("clobyosh", bid="dealer", dealer="E", trump="S", turned="S") == ("they", [])
    assert judge("clobyosh", declarer="we", bid="dealer", dealer="E")[1] == [("bid_who", "KB4-BID2")]
    assert judge("clobyosh", declarer="we", bid="notrump") == ("we", [])
    assert judge("clobyosh", declarer="we", bid="notrump", trump="S")[1] == [("bid_no_trumps", "KB4-NT")]
    assert judge("clobyosh", declarer="we", bid="named", trump="NT")[1] == [("bid_trumps", "KB4-NT")]


def test_tarabish():
    assert judge("tarabish", bid="dealer", dealer="W") == ("they", [])
    assert judge("tarabish", declarer="we", bid="dealer", dealer="W")[1] == [("bid_who", "TB-FORCED")]
    with pytest.raises(ValueError, match="field 'turned' is not known"):
        judge("tarabish", declarer="we", turned="S")


def test_the_form_of_a_game():
    names = [field.name for field in form_fields(GAMES["klaberjass"])]
    assert names == [
        *("declarer", "bid", "trump", "turned", "dealer", "last"),
        *("points", "melds", "bela", "tricks"),
    ]
    assert "turned" not in [field.name for field in form_fields(GAMES["tarabish"])]
    assert "fus" in [field.name for field in form_fields(make_game("bulka", {"five_wins": True}))]
    fields = {field.name: field for field in form_fields(GAMES["clobyosh"])}
    assert fields["trump"].choices == ("C", "D", "H", "S", "NT")
    assert fields["declarer"].choices == ("we", "they")
    assert fields["bid"].choices == ("turned", "named", "dealer", "notrump")
    assert fields["points"].each
    assert not fields["last"].each
