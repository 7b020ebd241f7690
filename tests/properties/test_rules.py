"""What must hold for every deal, whatever is played or typed."""

import json
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import DeclaredDeal, judge_deal, judge_sheet, make_ruleset
from scoring.rules.cards import DECK, NAMES, trick_points
from scoring.rules.declared import MARKS
from scoring.rules.findings import OTHER, SIDES
from scoring.rules.judge import KINDS, judge_text
from scoring.rules.play import PlayRecord, judge_play
from scoring.rules.roem import roem_points, trick_roem
from scoring.rules.rulesets import OPTIONS, PRESETS, Ruleset
from scoring.rules.seats import SEATS, SIDE_OF, left_of
from scoring.rules.simulate import play_sheet
from scoring.rules.tricks import legal_cards, winner

RULESETS = st.builds(
    make_ruleset,
    st.sampled_from(list(PRESETS)),
    st.fixed_dictionaries(
        {},
        optional={
            "tie": st.sampled_from(["nat", "made"]),
            "pit": st.sampled_from([0, 88, 100]),
            "pit_defenders": st.booleans(),
            "verzaakt": st.sampled_from(["move", "void", "own"]),
            "extra": st.sampled_from([0, 100]),
            "roem_declare": st.sampled_from(["required", "automatic"]),
            "cannot_overtrump": st.sampled_from(["discard", "undertrump", "free"]),
            "ams_ruff_partner": st.sampled_from(["free", "must"]),
            "follow_or_trump": st.booleans(),
            "stuk_scope": st.sampled_from(["trick", "hand"]),
            "run_bonus": st.sampled_from(["both", "either"]),
            "quad.7": st.sampled_from([0, 100]),
            "quad.9": st.sampled_from([0, 100, 150]),
        },
    ),
)
ROEM = st.sampled_from([0, 0, 20, 40, 50, 70, 100, 130, 200, 700]) | st.integers(-20, 300)
POINTS = st.integers(-1, 165)
MAYBE = st.none()


@st.composite
def rows(draw):
    """Rows as typed, right and wrong; half of them add up to 162."""
    we = draw(POINTS | MAYBE)
    they = draw(st.just(162 - (we or 0)) | POINTS | MAYBE)
    return DeclaredDeal(
        declarer=draw(st.sampled_from([None, "we", "they"])),
        we_points=we,
        we_roem=draw(ROEM | MAYBE),
        they_points=they,
        they_roem=draw(ROEM | MAYBE),
        marks=draw(st.frozensets(st.sampled_from(sorted(MARKS)), max_size=2)),
    )


def mirrored(deal):
    """The same row with the columns exchanged."""
    marks = set()
    for mark in deal.marks:
        kind, _, side = mark.rpartition("-")
        marks.add(f"{kind}-{OTHER[side]}" if side in OTHER else mark)
    declarer = deal.declarer and OTHER[deal.declarer]
    return DeclaredDeal(
        declarer, deal.they_points, deal.they_roem, deal.we_points, deal.we_roem, frozenset(marks)
    )


@given(rows(), RULESETS)
def test_booked_sums_follow_from_the_rules(deal, ruleset):
    verdict = judge_deal(deal, ruleset)
    if verdict.booked is None:
        assert verdict.verdict == "refuse"
        return
    roem = sum(verdict.cell(f"{side}_roem") or 0 for side in SIDES)
    booked = verdict.booked["we"], verdict.booked["they"]
    assert sum(one.points for one in booked) == 162
    if verdict.status == "verzaakt":
        assert verdict.we + verdict.they in (162 + ruleset.extra, 162 + ruleset.extra + roem)
        return
    bonus = ruleset.pit if verdict.pit and (verdict.status == "pit" or ruleset.pit_defenders) else 0
    assert verdict.we + verdict.they == 162 + roem + bonus
    if verdict.nat:
        assert verdict.booked[verdict.nat].total == 0
    elif verdict.declarer and ruleset.tie == "nat":
        own, other = verdict.booked[verdict.declarer], verdict.booked[OTHER[verdict.declarer]]
        assert own.total > other.total
        assert own.total >= 82


@given(rows(), RULESETS)
def test_refused_means_a_reason_at_a_field(deal, ruleset):
    verdict = judge_deal(deal, ruleset, number=3)
    impossible = [one for one in verdict.findings if one.severity == "impossible"]
    assert (verdict.verdict == "refuse") == bool(impossible)
    assert all(one.field for one in impossible)
    for one in verdict.findings:
        assert one.message
        assert one.rule
        assert one.deal == 3
    if not verdict.complete:
        assert verdict.booked is None


@given(rows(), RULESETS)
def test_exchanging_the_columns_exchanges_the_verdict(deal, ruleset):
    one, other = judge_deal(deal, ruleset), judge_deal(mirrored(deal), ruleset)
    assert (one.verdict, one.we, one.they, one.status) == (other.verdict, other.they, other.we, other.status)
    assert sorted(f.code for f in one.findings) == sorted(f.code for f in other.findings)


@given(rows(), RULESETS)
def test_typing_what_completed_itself_changes_nothing(deal, ruleset):
    verdict = judge_deal(deal, ruleset)
    again = judge_deal(replace(deal, **verdict.completed), ruleset)
    if verdict.booked and "no-roem" not in deal.marks:
        assert (again.verdict, again.booked, again.completed) == (verdict.verdict, verdict.booked, {})


@given(rows(), RULESETS)
def test_every_suggestion_mends(deal, ruleset):
    verdict = judge_deal(deal, ruleset)
    for one in verdict.suggestions:
        changes = {name: frozenset(v) if name == "marks" else v for name, v in one.fields.items()}
        assert judge_deal(replace(deal, **changes), ruleset).verdict != "refuse"


@given(rows())
def test_rows_go_through_json(deal):
    assert DeclaredDeal.from_json(deal.to_json()) == deal


@given(RULESETS)
def test_rulesets_go_through_json(ruleset):
    assert Ruleset.from_json(ruleset.to_json()) == ruleset


@given(
    st.lists(rows(), max_size=5), RULESETS, st.none() | st.integers(0, 3000), st.none() | st.integers(0, 3000)
)
def test_the_check_sum_holds_on_every_sheet(deals, ruleset, we, they):
    sheet = judge_sheet(deals, ruleset, written={"we": we, "they": they}, first_dealer="N")
    assert sheet.checksum.holds
    assert len(sheet.running) == len(deals)
    assert sum(total.total for total in sheet.totals.values()) == sheet.checksum.actual
    assert isinstance(sheet.suggestions, list)
    sheet.to_json()


# Cards


@given(st.permutations(DECK), st.permutations(range(4)), st.integers(0, 3), RULESETS)
def test_renaming_the_suits_changes_nothing(deck, suits, trump, ruleset):
    def renamed(cards):
        return [suits[card // 8] * 8 + card % 8 for card in cards]

    trick, hand = deck[:3], deck[4:10]
    here = legal_cards(hand, trick, trump, ruleset)
    there = legal_cards(renamed(hand), renamed(trick), suits[trump], ruleset)
    assert (renamed(here.cards), here.rule) == (there.cards, there.rule)
    full = deck[:4]
    assert winner(full, trump) == winner(renamed(full), suits[trump])
    assert trick_points(full, trump) == trick_points(renamed(full), suits[trump])
    assert roem_points(trick_roem(full, trump, ruleset)) == roem_points(
        trick_roem(renamed(full), suits[trump], ruleset)
    )


@given(st.permutations(DECK), st.integers(0, 3))
def test_every_deal_has_162(deck, trump):
    tricks = [deck[at : at + 4] for at in range(0, 32, 4)]
    assert sum(trick_points(trick, trump, last=at == 7) for at, trick in enumerate(tricks)) == 162


@given(st.permutations(DECK), st.integers(0, 3), st.integers(0, 3), st.integers(1, 8), RULESETS)
def test_something_may_always_be_played(deck, trump, placed, held, ruleset):
    hand = deck[4 : 4 + held]
    legal = legal_cards(hand, deck[:placed], trump, ruleset).cards
    assert legal
    assert [card for card in hand if card in legal] == legal


# Whole play records: any 32 cards in any order, most of them full of revokes

RECORDS = st.builds(
    lambda deck, trump, declarer, leader: PlayRecord(
        trump, declarer, leader, tuple(tuple(deck[at : at + 4]) for at in range(0, 32, 4))
    ),
    st.permutations(DECK),
    st.integers(0, 3),
    st.sampled_from(SEATS),
    st.sampled_from(SEATS),
)


@given(RECORDS, RULESETS)
def test_a_play_record_keeps_its_162_points_and_books_by_the_rules(record, ruleset):
    verdict = judge_play(record, ruleset)
    assert sum(verdict.points.values()) == 162
    assert sum(verdict.tricks_won.values()) == len(verdict.tricks) == 8
    assert sorted(card for hand in verdict.hands.values() for card in hand) == list(DECK)
    booked = sum(one.total for one in verdict.booked.values())
    roem = sum(verdict.roem.values())
    if verdict.revokes:
        first = verdict.revokes[0]
        assert verdict.status == "verzaakt"
        assert verdict.booked[SIDE_OF[first.seat]].points == 0
        assert booked - 162 - ruleset.extra == (0 if ruleset.verzaakt == "void" else roem)
    else:
        assert booked - 162 - roem in (0, ruleset.pit)


@given(RECORDS, RULESETS)
def test_every_revoke_had_something_better(record, ruleset):
    verdict = judge_play(record, ruleset)
    for one in verdict.revokes:
        held = sum(1 << card for card in verdict.hands[one.seat])
        assert one.legal
        assert not one.legal >> one.card & 1
        assert one.legal & ~held == 0
    places = [(one.trick, record.tricks[one.trick - 1].index(one.card)) for one in verdict.revokes]
    assert places == sorted(places)
    assert all(place for _trick, place in places)  # any card may be led


@given(RECORDS, RULESETS, st.permutations(range(4)), st.integers(0, 3))
def test_renaming_suits_and_turning_the_table_changes_nothing(record, ruleset, suits, turn):
    def renamed(card):
        return suits[card // 8] * 8 + card % 8

    other = PlayRecord(
        suits[record.trump],
        left_of(record.declarer, turn),
        left_of(record.leader, turn),
        tuple(tuple(map(renamed, trick)) for trick in record.tricks),
    )
    one, two = judge_play(record, ruleset), judge_play(other, ruleset)
    side = {here: SIDE_OF[left_of("N" if here == "we" else "E", turn)] for here in SIDES}
    for here in SIDES:
        assert one.booked[here] == two.booked[side[here]]
        assert (one.points[here], one.roem[here]) == (two.points[side[here]], two.roem[side[here]])
    assert one.status == two.status
    assert [(r.trick, left_of(r.seat, turn), renamed(r.card), r.rule) for r in one.revokes] == [
        (r.trick, r.seat, r.card, r.rule) for r in two.revokes
    ]


@given(st.integers(), RULESETS)
def test_what_was_played_can_be_declared(seed, ruleset):
    """The row of a deal played by these rules is never refused, and books the same."""
    for deal in play_sheet(ruleset, Random(seed), deals=2):
        declared = judge_deal(deal.declared(with_declarer=True), ruleset)
        assert declared.verdict != "refuse", declared.findings
        assert (declared.booked, declared.status) == (deal.booked, deal.status)


# The door: whatever comes in, an answer or an error comes out

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
COLUMN = st.fixed_dictionaries({}, optional={"points": JSON | POINTS, "roem": JSON | ROEM})
INPUT = st.fixed_dictionaries(
    {},
    optional={
        "declarer": st.sampled_from([None, "we", "they"]) | JSON,
        "we": COLUMN | JSON,
        "they": COLUMN | JSON,
        "marks": st.lists(st.sampled_from(sorted(MARKS)), max_size=3) | JSON,
        "decl_pts": POINTS,
        "def_pts": POINTS,
        "decl_roem": ROEM,
        "def_roem": ROEM | JSON,
        "decl_tricks": st.none() | st.integers(-1, 9),
        "verzaakt": st.sampled_from([None, "decl", "def"]) | JSON,
    },
)
CARDS = st.lists(st.sampled_from(NAMES) | st.text(max_size=2), max_size=9) | JSON
CASES = st.fixed_dictionaries(
    {"kind": st.sampled_from(sorted(KINDS))},
    optional={
        "ruleset": st.sampled_from([*PRESETS, "default"]) | JSON,
        "options": st.dictionaries(st.sampled_from(sorted(OPTIONS)), JSON, max_size=2) | JSON,
        "input": INPUT | JSON,
        "deals": st.lists(INPUT, max_size=3) | JSON,
        "written": st.dictionaries(st.sampled_from(SIDES), JSON) | JSON,
        "first_dealer": st.sampled_from(["N", None]) | JSON,
        "trump": st.sampled_from("CDHS") | JSON,
        "trick": CARDS,
        "hand": CARDS,
        "cards": CARDS,
        "tricks": st.none() | st.integers(-1, 9) | st.lists(CARDS, max_size=9),
        "declarer": st.sampled_from(SEATS) | JSON,
        "leader": st.sampled_from(SEATS) | JSON,
        "hands": st.dictionaries(st.sampled_from(SEATS), CARDS) | JSON,
        "announced": JSON,
        "dealer": st.sampled_from(SEATS) | JSON,
        "calls": st.lists(st.sampled_from(["pass", "play", "C", "D"]), max_size=6) | JSON,
        "turned": st.lists(st.sampled_from(["C", "9H"]), max_size=3) | JSON,
        "points": JSON,
        "roem_we": ROEM,
    },
)


@given(CASES | JSON)
def test_every_case_gets_an_answer(case):
    [answer] = judge_text(json.dumps({"vectors": [case]}))
    assert ("error" in answer) != (len(answer) > 1 and "error" not in answer)
    assert json.loads(json.dumps(answer)) == answer


@given(st.text())
def test_every_text_gets_answers(text):
    assert all("error" in answer or len(answer) > 1 for answer in judge_text(text))
