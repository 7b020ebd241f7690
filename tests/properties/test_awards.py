"""What holds for any results and any prize plan: no cent is lost, and the order of entry changes nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.awards import Contender, awards
from tournaments.prizes import BY, Prize, PrizePlan
from tournaments.standing.rules import shared_ranks

cents = st.lists(st.integers(1, 5000), min_size=1, max_size=3).map(tuple)
for_places = st.builds(
    Prize,
    name=st.sampled_from(["", "worst"]),
    places=st.lists(st.integers(1, 12), min_size=3, max_size=6, unique=True).map(tuple),
    every=st.sampled_from([0, 1, 4]),
    per=st.sampled_from([0, 4]),
    cents=cents,
)
for_others = st.builds(
    lambda by, count, money: Prize(by, places=tuple(range(1, count + 1)), cents=money[:count]),
    st.sampled_from([by for by in BY if by != "place"]),
    st.integers(1, 3),
    cents,
)


@st.composite
def fields(draw: st.DrawFn) -> list[Contender]:
    totals = draw(st.lists(st.integers(0, 6), max_size=14))
    return [
        Contender(
            entry=100 + index,
            rank=rank,
            value=total,
            guest=draw(st.booleans()),
            rounds=draw(st.integers(1, 3)),
            pits=draw(st.integers(0, 2)),
            roem=draw(st.integers(0, 3)) * 20,
            nats=draw(st.integers(0, 3)),
            best=draw(st.none() | st.integers(10, 13)),
            worst=draw(st.none() | st.integers(7, 10)),
        )
        for index, (total, rank) in enumerate(zip(totals, shared_ranks(totals), strict=True))
    ]


def plans(*ties: str) -> st.SearchStrategy[PrizePlan]:
    return st.builds(
        PrizePlan,
        prizes=st.lists(for_places | for_others, max_size=5).map(tuple),
        ties=st.sampled_from(ties),
        seed=st.integers(0, 9),
        one_each=st.booleans(),
        guests=st.booleans(),
    )


def money_of(plan: PrizePlan, contenders: list[Contender]) -> int:
    """All the money of a plan, counted from its prizes alone."""
    able = [one for one in contenders if plan.guests or not one.guest]
    places = [prize.places_of(len(able)) for prize in plan.prizes if prize.by == "place"]
    paid = [prize for prize in plan.prizes if prize.by == "place"]
    total = sum(
        prize.cents[min(index, len(prize.cents) - 1)]
        for prize, own in zip(paid, places, strict=True)
        for index in range(len(own))
    )
    for prize in plan.prizes:
        if prize.by != "place":
            total += sum(prize.cents[min(index, len(prize.cents) - 1)] for index in range(len(prize.places)))
    return total


@given(plans("share", "lot"), fields(), st.integers(0, 30))
def test_what_is_paid_and_what_is_left_is_the_money_of_the_plan(plan, contenders, occasion):
    found = awards(plan, "evening", contenders, occasion)
    assert found.cents + sum(left.cents for left in found.left) == money_of(plan, contenders)


@given(plans("share", "all", "lot"), fields(), st.randoms())
def test_the_order_of_entry_changes_nothing(plan, contenders, random):
    shuffled = random.sample(contenders, len(contenders))
    assert awards(plan, "evening", shuffled) == awards(plan, "evening", contenders)


@given(plans("share"), fields())
def test_equals_get_the_same_but_for_a_cent(plan, contenders):
    found = awards(plan, "evening", contenders)
    shares: dict[tuple[str, int], list[int]] = {}
    for award in found.given:
        shares.setdefault((award.by, award.place), []).append(award.cents)
    assert all(max(each) - min(each) <= 1 for each in shares.values())


@given(plans("share", "all", "lot"), fields())
def test_nobody_wins_twice_and_no_guest_wins_where_that_is_the_rule(plan, contenders):
    found = awards(plan, "evening", contenders)
    winners = [award.entry for award in found.given]
    guests = {one.entry for one in contenders if one.guest}
    if plan.one_each:
        assert len(winners) == len(set(winners))
    if not plan.guests:
        assert guests.isdisjoint(winners)


@given(plans("share", "all", "lot"), fields())
def test_a_plan_comes_back_from_json(plan, contenders):
    again = PrizePlan.from_json(plan.to_json())
    assert again == plan
    assert awards(again, "evening", contenders) == awards(plan, "evening", contenders)
