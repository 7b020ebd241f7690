"""Dealers go round clockwise; under the Utrecht rule the seat left of the dealer plays."""

from scoring.rules import dealer_of, derived_declarer, make_ruleset

UTRECHT = make_ruleset("amsterdam-utrecht")


def test_the_deal_goes_round():
    assert [dealer_of("S", number) for number in range(1, 6)] == ["S", "W", "N", "E", "S"]
    assert sorted(dealer_of("E", number) for number in range(1, 17)) == sorted("NESW" * 4)


def test_who_must_play():
    # North deals, east makes trump; then east deals, south makes trump.
    assert [derived_declarer(UTRECHT, "N", number) for number in (1, 2, 3)] == ["they", "we", "they"]
    assert [derived_declarer(UTRECHT, "E", number) for number in (1, 2)] == ["we", "they"]


def test_nobody_must_play_where_one_may_pass():
    assert derived_declarer(make_ruleset("amsterdam"), "N", 1) is None
    assert derived_declarer(make_ruleset("amsterdam", {"trump_method": "random"}), "N", 1) is None
    assert derived_declarer(UTRECHT, None, 1) is None
