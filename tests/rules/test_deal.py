"""The verdict of a declared deal, row by row as clubs write them."""

import pytest

from scoring.rules import DeclaredDeal, Severity, judge_deal, make_ruleset
from tests.rules.rows import AMSTERDAM, codes, row

N = None


def judged(we, they, *marks, declarer=None, **options):
    return judge_deal(row(we, they, *marks, declarer=declarer), AMSTERDAM.with_options(options))


@pytest.mark.parametrize(
    ("deal", "booked", "status", "declarer"),
    [
        # As counted, nobody wrote who played: the higher side made it.
        (row((95, 20), (67, 0)), (115, 67), "made", "we"),
        (row((75, 20), (87, 0)), (95, 87), "made", "we"),
        (row((82, 0), (80, 0), declarer="we"), (82, 80), "made", "we"),
        (row((82, 0), (80, 0), "not-nat", declarer="we"), (82, 80), "made", "we"),
        # Nat, as counted and as written
        (row((70, 0), (92, 0), "nat"), (0, 162), "nat", "we"),
        (row((92, 0), (70, 0), "nat", declarer="they"), (162, 0), "nat", "they"),
        (row((60, 40), (102, 20), "nat", declarer="we"), (0, 222), "nat", "we"),
        (row((90, 0), (72, 20), "nat-we"), (0, 182), "nat", "we"),
        (row((60, 100), (102, 0), "nat"), (262, 0), "nat", "they"),
        (row((0, 0), (162, 20), "nat"), (0, 182), "nat", "we"),
        (row((162, 60), (0, 0), "nat", declarer="they"), (222, 0), "nat", "they"),
        (row((81, 0), (81, 0), "nat-they"), (162, 0), "nat", "they"),
        (row((81, 0), (81, 0), "nat", declarer="we"), (0, 162), "nat", "we"),
        # Pit, by who played and by the others
        (row((162, 50), (0, 0), "pit-we"), (312, 0), "pit", "we"),
        (row((162, 50), (0, 0), "pit-we", declarer="we"), (312, 0), "pit", "we"),
        (row((0, 0), (162, 40), "pit-they", declarer="we"), (0, 302), "nat+pit", "we"),
        (row((0, 0), (162, 40), "pit-they", "nat", declarer="we"), (0, 302), "nat+pit", "we"),
        (row((0, 0), (162, 40), "pit-they", "nat"), (0, 302), "nat+pit", "we"),
        # One of two, tally line, marks that say it all
        (row((95, 20), (N, 0)), (115, 67), "made", "we"),
        (row((N, 0), (40, 0)), (122, 40), "made", "we"),
        (row((95, N), (67, N), "no-roem"), (95, 67), "made", "we"),
        (row((N, 20), (N, N), "pit-we"), (282, 0), "pit", "we"),
        (row((N, 0), (N, 20), "nat", declarer="we"), (0, 182), "nat", "we"),
        (row((N, 40), (N, 0), "nat-they"), (202, 0), "nat", "they"),
    ],
)
def test_accepted(deal, booked, status, declarer):
    verdict = judge_deal(deal, AMSTERDAM)
    assert verdict.verdict == "accept"
    assert (verdict.we, verdict.they) == booked
    assert (verdict.status, verdict.declarer) == (status, declarer)
    assert verdict.complete
    assert all(finding.severity is Severity.NOTE for finding in verdict.findings)


@pytest.mark.parametrize(
    ("deal", "code", "field", "rule"),
    [
        (row((161, 0), (1, 0)), "points", "we_points", "I2"),
        (row((N, 0), (1, 0)), "points", "they_points", "I2"),
        (row((-5, 0), (67, 0)), "points", "we_points", "I2"),
        (row((163, 0), (N, 0)), "points", "we_points", "I2"),
        (row((95, 0), (76, 0)), "sum", "they_points", "I1"),
        (row((95, 10), (67, 0)), "roem", "we_roem", "I3"),
        (row((95, 0), (67, 25)), "roem", "they_roem", "I3"),
        (row((95, 30), (67, 0)), "roem", "we_roem", "I3"),
        (row((95, -20), (67, 0)), "roem", "we_roem", "I3"),
        (row((95, 680), (67, 0)), "roem", "we_roem", "I3"),
        (row((95, 300), (67, 230)), "roem_total", "they_roem", "I3"),
        (row((7, 50), (155, 0)), "joint", "we_roem", "I4"),
        (row((95, 700), (67, 0)), "joint", "we_roem", "I4"),
        (row((0, 50), (162, 0), "not-nat", declarer="they"), "roem_without_points", "we_roem", "I5"),
        (row((95, 20), (67, 0), "no-roem"), "no_roem_with_roem", "we_roem", "KJ-RECORD"),
        (row((150, 0), (12, 0), "pit-we"), "pit_points", "they_points", "I6"),
        (row((150, 0), (N, 0), "pit-we"), "pit_points", "we_points", "I6"),
        (row((162, 0), (0, 20), "pit-we"), "pit_roem", "they_roem", "I6"),
        (row((162, 0), (0, 0), "pit-we", "pit-they"), "pit_both", "marks", "I6"),
        (row((100, 20), (62, 0), "nat", declarer="we"), "nat_against_points", "marks", "I8"),
        (row((162, 0), (0, 0), "nat", declarer="we"), "nat_against_points", "marks", "I8"),
        (row((162, 0), (0, 0), "pit-we", "nat", declarer="we"), "nat_against_points", "marks", "I8"),
        (row((70, 0), (92, 0), "nat-they"), "nat_against_points", "marks", "I8"),
        (row((70, 0), (92, 0), "nat-they", declarer="we"), "nat_wrong_side", "marks", "I8"),
        (row((70, 0), (92, 0), "nat-we", "nat-they"), "nat_both", "marks", "I8"),
        (row((70, 0), (92, 0), "nat", "not-nat"), "nat_and_not_nat", "marks", "I8"),
        (row((70, 0), (92, 0), "not-nat", declarer="we"), "not_nat_against_points", "marks", "I8"),
        (row((81, 0), (81, 0), "not-nat", declarer="we"), "not_nat_against_points", "marks", "I8"),
        (row((81, 0), (81, 0)), "tie", "declarer", "I14"),
        (row((71, 20), (91, 0), "nat"), "tie", "declarer", "I14"),
        (row((150, 0), (12, 0), "verzaakt-we", "verzaakt-they"), "verzaakt_both", "marks", "KJ-VERZAAKT"),
        (row((N, 0), (N, 0)), "missing_points", "we_points", "KJ-RECORD"),
        (row((95, N), (67, 0)), "missing_roem", "we_roem", "KJ-RECORD"),
        (row((95, 0), (67, N)), "missing_roem", "they_roem", "KJ-RECORD"),
    ],
)
def test_refused(deal, code, field, rule):
    verdict = judge_deal(deal, AMSTERDAM, number=7)
    assert verdict.verdict == "refuse"
    assert (verdict.we, verdict.they, verdict.status, verdict.nat) == (None, None, None, None)
    finding = next(one for one in verdict.findings if one.code == code)
    assert (finding.severity, finding.field, finding.rule, finding.deal) == ("impossible", field, rule, 7)
    assert finding.message
    assert "%(" not in finding.message
    assert verdict.complete != code.startswith("missing")


@pytest.mark.parametrize(
    ("deal", "code", "booked"),
    [
        (row((162, 0), (0, 0)), "pit_or_not", (162, 0)),
        (row((162, 0), (0, 20)), "pit_or_not", (162, 20)),
        (row((0, 0), (162, 0), declarer="we"), "pit_or_not", (0, 162)),
        (row((162, 120), (0, 0), "pit-we"), "bonus_in_roem", (382, 0)),
        (row((162, 120), (0, 0)), "bonus_in_roem", (282, 0)),
        (row((95, 210), (67, 0)), "roem_high", (305, 67)),
        (row((0, 50), (162, 40), "nat", declarer="we"), "nat_roem_unmoved", (0, 252)),
        (row((150, 20), (12, 0), "verzaakt-we"), "verzaakt", (0, 182)),
        (row((150, 20), (12, 0), "verzaakt-they", declarer="they"), "verzaakt", (182, 0)),
        (row((N, 20), (N, 0), "verzaakt-they"), "verzaakt", (182, 0)),
    ],
)
def test_asked(deal, code, booked):
    verdict = judge_deal(deal, AMSTERDAM)
    assert code in codes(verdict)
    assert verdict.verdict == "confirm"
    assert (verdict.we, verdict.they) == booked


def test_162_and_0_without_a_mark_is_no_pit():
    verdict = judged((162, 20), (0, 0), declarer="we")
    assert (verdict.we, verdict.status, verdict.pit) == (182, "made", None)
    assert {"marks": ["pit-we"]} in [one.fields for one in verdict.suggestions]


def test_pit_roem_that_is_really_100_is_not_asked_about_the_wrong_way():
    assert codes(judged((162, 100), (0, 0), "pit-we")) == ["bonus_in_roem"]
    assert codes(judged((162, 70), (0, 0), "pit-we")) == []
    assert codes(judged((162, 110), (0, 0), "pit-we")) == []  # 10 is no roem


def test_what_completed_itself_is_named():
    assert judged((95, 20), (N, 0)).completed == {"they_points": 67}
    assert judged((N, 20), (N, N), "pit-we").completed == {
        "we_points": 162,
        "they_points": 0,
        "they_roem": 0,
    }
    assert judged((95, N), (67, N), "no-roem").completed == {"we_roem": 0, "they_roem": 0}
    assert judged((1, 0), (N, 0)).completed == {}


def test_empty_is_not_zero():
    verdict = judged((95, N), (67, N))
    assert codes(verdict) == ["missing_roem", "missing_roem"]
    assert verdict.suggestions[0].fields == {"marks": ["no-roem"]}


def test_unmarked_nat_with_a_written_declarer_is_a_note():
    verdict = judged((70, 0), (92, 20), declarer="we")
    assert (verdict.verdict, verdict.we, verdict.they, verdict.nat) == ("accept", 0, 182, "we")
    assert codes(verdict) == ["nat_follows"]


def test_unmarked_nat_by_the_turn_is_asked_about():
    verdict = judge_deal(row((70, 0), (92, 20)), AMSTERDAM, turn="we")
    assert (verdict.verdict, verdict.they) == ("confirm", 182)
    assert codes(verdict) == ["nat_unmarked"]
    assert verdict.suggestions[0].fields == {"marks": ["nat-we"]}


def test_who_played_against_the_turn():
    typed = judge_deal(row((95, 0), (67, 0), declarer="we"), AMSTERDAM, turn="they")
    assert [(one.code, one.field) for one in typed.findings] == [("declarer_against_turn", "declarer")]
    marked = judge_deal(row((70, 0), (92, 0), "nat"), AMSTERDAM, turn="they")
    assert [(one.code, one.field) for one in marked.findings] == [("declarer_against_turn", "marks")]
    assert (marked.we, marked.they, marked.declarer) == (0, 162, "we")
    tied = judge_deal(row((81, 0), (81, 0), "nat"), AMSTERDAM, turn="they")
    assert (tied.we, tied.they, tied.findings) == (162, 0, ())


def test_tie_made():
    verdict = judged((81, 0), (81, 0), tie="made")
    assert (verdict.verdict, verdict.we, verdict.they, verdict.status) == ("accept", 81, 81, "made")
    assert codes(judged((81, 0), (81, 0), "nat", tie="made")) == ["tie_made"]
    assert codes(judged((81, 0), (81, 0), "nat", declarer="we", tie="made")) == ["nat_against_points"]


def test_pit_by_rule():
    assert judged((162, 0), (0, 0), "pit-we", pit=88).we == 250
    assert codes(judged((162, 0), (0, 0), "pit-we", pit=0)) == ["pit_no_bonus"]
    against = judged((0, 0), (162, 40), "pit-they", declarer="we", pit_defenders=False)
    assert (against.they, against.status, codes(against)) == (202, "nat+pit", ["pit_no_bonus"])


@pytest.mark.parametrize(
    ("options", "booked"),
    [
        ({}, (0, 232)),
        ({"verzaakt": "void"}, (0, 162)),
        ({"verzaakt": "own"}, (20, 212)),
        ({"extra": 100}, (0, 332)),
    ],
)
def test_verzaakt_by_rule(options, booked):
    verdict = judged((112, 20), (50, 50), "verzaakt-we", **options)
    assert (verdict.we, verdict.they, verdict.status) == (*booked, "verzaakt")
    assert verdict.findings[0].severity is Severity.IRREGULAR


def test_what_a_revoke_costs_the_player_is_not_on_the_sheet():
    verdict = judged((112, 20), (50, 50), "verzaakt-we", extra=100, extra_for="person")
    assert (verdict.we, verdict.they, codes(verdict)) == (0, 232, ["verzaakt", "verzaakt_person"])
    assert "100 points" in verdict.findings[1].message


def test_a_revoke_decides_over_a_pit():
    verdict = judged((162, 20), (0, 0), "pit-we", "verzaakt-we")
    assert (verdict.we, verdict.they, codes(verdict)) == (0, 182, ["verzaakt", "verzaakt_and_pit"])


def test_never_seen_depends_on_the_system_of_play():
    deal = row((31, 130), (131, 60))
    assert codes(judge_deal(deal, make_ruleset("amsterdam"))) == []
    assert codes(judge_deal(deal, make_ruleset("rotterdam"))) == ["never_seen"]


def test_where_roem_can_be_lost_less_than_lay_there_is_possible():
    """650 roem needs 50 more for somebody; where it may go unsaid, it can stand alone."""
    deal = row((162, 650), (0, 0))
    assert codes(judge_deal(deal, AMSTERDAM)) == ["roem_total"]
    unsaid = judged((162, 650), (0, 0), roem_declare="required")
    assert codes(unsaid) == ["roem_high", "pit_or_not", "bonus_in_roem"]
    assert judged((7, 50), (155, 0), roem_declare="required").verdict == "refuse"


def test_other_roem_values_have_their_own_bounds():
    assert judged((95, 150), (67, 0), **{"quad.9": 150}).verdict == "accept"
    assert codes(judged((95, 900), (67, 0), **{"quad.9": 150})) == ["roem"]
    ko = make_ruleset("rotterdam-ko")
    assert codes(judge_deal(row((95, 400), (67, 260)), ko)) == ["roem_total"]  # 660 never there
    nku = make_ruleset("nku")
    assert codes(judge_deal(row((95, 400), (67, 210)), nku)) == ["roem_total"]  # 610 never there
    # Four nines hold the nine of trumps: 14 points at least.
    assert codes(judge_deal(row((13, 150), (149, 0)), ko)) == ["joint"]
    assert codes(judge_deal(row((14, 150), (148, 0)), ko)) == []


def test_four_sevens_are_worth_nothing_but_roem():
    nku = make_ruleset("nku")
    assert codes(judge_deal(row((0, 100), (162, 0), "not-nat"), nku)) == ["pit_or_not"]
    assert codes(judge_deal(row((0, 100), (162, 0), "not-nat"), AMSTERDAM)) == ["roem_without_points"]
    [finding] = judge_deal(row((0, 300), (162, 0), "not-nat"), nku).findings
    assert "give 200 roem at most" in finding.message


def test_stuk_in_hand_of_the_side_without_a_trick():
    assert judged((162, 0), (0, 20), "pit-we", stuk_scope="hand").verdict == "accept"
    assert codes(judged((162, 0), (0, 40), "pit-we", stuk_scope="hand")) == ["pit_roem"]
    assert codes(judged((162, 0), (0, 20), "pit-we")) == ["pit_roem"]
    assert codes(judged((162, 0), (N, N), "pit-we", stuk_scope="hand")) == ["missing_roem"]


def test_booked_detail_tells_points_roem_and_bonus_apart():
    booked = judged((162, 50), (0, 0), "pit-we").booked
    assert booked["we"]._asdict() == {"points": 162, "roem": 50, "pit": 100, "extra": 0}
    assert booked["they"].total == 0


def test_json_goes_both_ways():
    deal = row((95, 20), (67, None), "nat", "pit-we", declarer="they")
    assert DeclaredDeal.from_json(deal.to_json()) == deal


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a deal is an object"),
        ({"we": 95}, "we is an object"),
        ({"marks": "nat"}, "marks is a list"),
        ({"marks": ["nay"]}, "mark nay is not known; allowed are nat, nat-they"),
        ({"declarer": "us"}, "declarer 'us': allowed are we, they, null"),
        ({"declarer": ["we"]}, "declarer"),
    ],
)
def test_what_is_no_deal(data, message):
    with pytest.raises(ValueError, match=message):
        DeclaredDeal.from_json(data)
