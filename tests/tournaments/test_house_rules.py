"""House rules in words: on the page, for readers, on one sheet of paper, and two of them side by side."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.rules import make_ruleset
from scoring.rules.relatives import GAMES
from scoring.rules.rulesets import OPTIONS, PRESETS
from tests import factories
from tests.reports.reading import HEADING, pieces, printed
from tournaments.models import Job
from tournaments.reports import house_rules
from tournaments.services import jobs

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english(client):
    client.cookies["django_language"] = "en"
    with translation.override("en"):
        yield


def make_competition(options=None, *, preset="nku", **fields):
    ruleset = make_ruleset(preset, options or {}).to_json()
    return factories.make_competition(4, ruleset=ruleset, **fields)


def lines(page: str) -> dict[str, bool]:
    """The rules on a page, and whether each is marked as different."""
    found = re.findall(r'<li( class="differs")?>(.*?)</li>', page.split('class="house-rules"')[1], re.DOTALL)
    return {
        " ".join(html.unescape(re.sub(r"<span.*?</span>|<[^>]+>", " ", text)).split()): bool(marked)
        for marked, text in found
    }


def words(pdf: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in pdf.pages).split())


def desk(club, role="organiser"):
    return factories.sign_in(factories.make_user(role, club))


# On a page ----------------------------------------------------------------------------------------------


def test_a_competition_says_by_which_rules_it_is_played(client):
    competition = make_competition({"pit": 88}, deals=12)
    public = client.get(reverse("public_rules", args=[competition.club.slug, competition.pk]))
    own = desk(competition.club, "player").get(reverse("competition_rules", args=[competition.pk]))
    said = lines(public.content.decode())
    assert said == lines(own.content.decode())
    assert said["Four nines in one trick are 100 roem."] is True
    assert said["A pit earns 88 points."] is True
    assert said["A match is 12 deals."] is True  # a round of this competition
    assert said["Rotterdam: who cannot overtrump must play a lower trump."] is True
    assert said["Four tens in one trick are 100 roem."] is False
    assert said["You must follow suit."] is False
    assert not any("Amsterdam" in line for line in said)
    assert not public.cookies


def test_the_usual_rules_have_no_mark(client):
    page = client.get(reverse("rules_preset", args=["amsterdam"])).content.decode()
    assert not any(lines(page).values())
    assert "These are the usual Amsterdam rules, unchanged." in page


@pytest.mark.parametrize(
    ("preset", "options", "said", "unsaid"),
    [
        # What says nothing under these rules is left out.
        ("amsterdam", {}, "You may not undertrump your partner while you can avoid it.", "Rotterdam"),
        ("rotterdam", {"undertrump_partner": "allowed"}, "Rotterdam play", "undertrump your partner"),
        ("amsterdam", {"trump_method": "utrecht"}, "must make trump.", "speaks first"),
        ("amsterdam", {"random_allpass": "redraw"}, "speaks first", "another card is turned"),
        ("amsterdam", {"trump_method": "random"}, "a second card is turned", "When all four have passed"),
        ("amsterdam", {"pit": 0}, "A pit earns no extra points.", "The defenders earn"),
        ("amsterdam", {"stuk_scope": "hand"}, "Stuk belongs to who holds", "A run of trumps earns"),
        ("amsterdam", {"roem_declare": "required"}, "Anybody may announce roem.", "always counts"),
        ("amsterdam", {"roem_who": "own"}, "Roem on the table always counts.", "announce"),
        ("amsterdam", {"end": "points:1500"}, "A match ends when a side reaches 1500 points.", "deals."),
    ],
)
def test_only_what_counts_is_said(preset, options, said, unsaid):
    rules = house_rules.as_played(make_ruleset(preset, options), 16)
    text = "\n".join(line.text for section in house_rules.sections(rules) for line in section.lines)
    assert said in text
    assert unsaid not in text


def test_every_option_is_said_under_some_rules():
    said = {key for _title, keys in house_rules.SECTIONS for key in keys}
    assert set(OPTIONS) <= said


@pytest.mark.parametrize("name", sorted(set(OPTIONS) - {"roem_scope"}))  # which has one value only
def test_a_changed_option_is_marked(name):
    others = {
        "extra": 100,
        "extra_for": "person",
        "end": "hands:8",
        "random_allpass": "redraw",
        "roem_who": "own",
        "run_bonus": "either",
        "first_bidder": "dealer",
        "quad.T": 0,
        "quad.J": 100,
        "tie": "made",
        "roem_declare": "required",
        "stuk_scope": "hand",
        "pit": 88,
        "pit_defenders": False,
        "deal": "44",
        "ams_ruff_partner": "must",
        "undertrump_partner": "allowed",
        "cannot_overtrump": "free",
        "trump_lead_beat_partner": False,
        "follow_or_trump": True,
        "trump_method": "utrecht",
        "trump_must_hold": True,
        "signals": "forbidden",
        "verzaakt": "own",
        "quad.7": 100,
        "quad.8": 100,
        "quad.9": 150,
    }
    needs = {
        "random_allpass": {"trump_method": "random"},
        "roem_who": {"roem_declare": "required"},
        "extra_for": {"extra": 100},
    }
    rules = make_ruleset("amsterdam", {name: others[name], **needs.get(name, {})})
    marked = [line.text for section in house_rules.sections(rules) for line in section.lines if line.differs]
    assert len(marked) == 1 + len(needs.get(name, {}))
    assert house_rules.say(name, rules) in marked


def test_rules_of_a_closed_club_or_another_club_are_not_shown(client):
    competition = make_competition()
    competition.club.public = False
    competition.club.save()
    other = factories.make_club()
    for slug in (competition.club.slug, other.slug):
        assert client.get(reverse("public_rules", args=[slug, competition.pk])).status_code == 404
    stranger = desk(other)
    assert stranger.get(reverse("competition_rules", args=[competition.pk])).status_code == 404
    assert stranger.get(reverse("rules_compare"), {"a": f"c{competition.pk}"}).status_code == 404
    assert (
        desk(competition.club).get(reverse("rules_compare"), {"a": f"c{competition.pk}"}).status_code == 200
    )


def test_the_arbiter_is_asked_under_the_same_rules(client):
    competition = make_competition({"quad.9": 150, "extra": 100})
    page = client.get(reverse("public_rules", args=[competition.club.slug, competition.pk])).content.decode()
    (query,) = re.findall(rf'href="{reverse("arbiter")}\?([^"]+)"', page)
    asked = client.get(f"{reverse('arbiter')}?{html.unescape(query)}&trump=S&hand=7S&trick=")
    assert asked.context["ruleset"] == competition.get_rules()


# Side by side -------------------------------------------------------------------------------------------


def compared(client, **query):
    response = client.get(reverse("rules_compare"), query)
    assert response.status_code == 200
    rows = {row.label: (row.first, row.second) for _title, rows in response.context["parts"] for row in rows}
    return rows, response


def test_two_rulesets_side_by_side(client):
    rows, response = compared(client, a="amsterdam", b="nku")
    assert rows["Four jacks"] == (
        "Four jacks in one trick are 200 roem.",
        "Four jacks in one trick are 100 roem.",
    )
    assert rows["Undertrumping the partner"][1] == ""  # says nothing in Rotterdam
    differing = {label for label, (first, second) in rows.items() if first != second}
    assert differing == {
        *("System of play", "Who speaks first", "Four jacks", "Four nines", "Four eights", "Four sevens"),
        *("Void, partner high", "Undertrumping the partner", "Too low to overtrump"),
    }
    page = response.content.decode()
    assert "They differ in 9 rules." in page
    assert page.count('<tr class="differs">') == 9
    assert not response.cookies


def test_a_competition_is_compared_with_a_preset(client):
    competition = make_competition({"quad.J": 200}, deals=12)
    rows, response = compared(client, a=f"c{competition.pk}", b="nku")
    assert {label for label, (first, second) in rows.items() if first != second} == {"Four jacks", "Match"}
    assert rows["Match"] == ("A match is 12 deals.", "A match is 16 deals.")
    assert str(competition) in response.content.decode()


def test_the_same_rules_are_the_same(client):
    for preset in PRESETS:
        _rows, response = compared(client, a=preset, b=preset)
        assert "They are the same in everything." in response.content.decode()


@pytest.mark.parametrize("key", ["", "utopia", "c", "c0", "cx", "c99999999", "c" + "9" * 40, "c١", "<b>"])
def test_rules_that_are_not_there_are_not_found(client, key):
    assert client.get(reverse("rules_compare"), {"a": key, "b": "nku"}).status_code == 404
    assert client.get("/rules/utopia/").status_code == 404


def test_only_competitions_near_the_reader_can_be_chosen(client):
    far, near = make_competition(), make_competition()
    _rows, response = compared(client, a=f"c{near.pk}", b="nku")
    chosen = keys(response)
    assert f"c{near.pk}" in chosen
    assert f"c{far.pk}" not in chosen
    own = desk(far.club).get(reverse("rules_compare"))
    assert f"c{far.pk}" in keys(own)


def keys(response) -> set[str]:
    """What can be chosen to compare."""
    return {key for _label, group in response.context["choices"] for key, _name in group}


# On paper -----------------------------------------------------------------------------------------------


def make(client, competition, format: str = "pdf"):
    response = client.post(reverse("report", args=["rules", competition.pk, format]))
    assert response.status_code == 302
    job = Job.objects.latest("pk")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message_text
    return jobs.path_of(job)


def test_the_rules_are_printed_on_one_sheet(client):
    competition = make_competition({"pit": 88})
    organiser = desk(competition.club)
    pdf = PdfReader(make(organiser, competition))
    assert len(pdf.pages) == 1
    text = words(pdf)
    page = organiser.get(reverse("competition_rules", args=[competition.pk])).content.decode()
    said = lines(page)
    assert len(said) > 35
    assert [line for line in said if line not in text] == []
    assert text.count(house_rules.MARK) == sum(said.values()) + 1  # and the legend
    assert str(competition) in text
    bold = " ".join(piece.text for piece in pieces(pdf) if piece.font.endswith("Bold"))
    assert "A pit earns 88 points." in bold
    assert "You must follow suit." not in bold


def test_ten_clicks_are_one_sheet_and_the_job_leads_back(client):
    competition = make_competition()
    organiser = desk(competition.club)
    clicks = {organiser.post(reverse("report", args=["rules", competition.pk, "pdf"])).url for _ in range(3)}
    assert len(clicks) == 1
    job = Job.objects.get()
    page = organiser.get(reverse("job", args=[job.pk])).content.decode()
    assert reverse("competition_rules", args=[competition.pk]) in page
    player = desk(competition.club, "player")
    assert player.post(reverse("report", args=["rules", competition.pk, "pdf"])).status_code == 403


def test_the_rules_as_a_spreadsheet(client):
    competition = make_competition()
    path = make(desk(competition.club), competition, "xlsx")
    head, *rows = load_workbook(path).worksheets[0].iter_rows(values_only=True)
    assert head == ("Part", "Rule", "Differs")
    assert ("Roem", "Four nines in one trick are 100 roem.", house_rules.MARK) in rows
    assert ("Playing", "You must follow suit.", None) in rows


@pytest.mark.parametrize("language", ["nl", "en"])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_ruleset_fits_on_one_sheet_in_type_that_can_be_read(tmp_path, language, preset):
    # The longest it can be: every option otherwise, which is also printed bold.
    options = {
        "trump_method": "random",
        "first_bidder": "dealer",
        "trump_must_hold": True,
        "signals": "forbidden",
        "roem_declare": "required",
        "roem_who": "own",
        "verzaakt": "own",
        "extra": 100,
        "quad.9": 150,
        "ams_ruff_partner": "must",
        "cannot_overtrump": "undertrump",
        "undertrump_partner": "allowed",
    }
    for given in ({}, options):
        pdf = printed(house_rules.house_rules(HEADING, make_ruleset(preset, given)), tmp_path, language)
        assert len(pdf.pages) == 1
        body = [piece for piece in pieces(pdf) if piece.x > 100 and 60 < piece.y < 720]
        assert len(body) > 35
        assert min(piece.size for piece in body) >= 8
        assert max(piece.end for piece in body) <= 595 - 14 * 2.83


# The relatives ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_rule_of_a_relative_stands_on_its_page_and_paper(client, name, tmp_path):
    game = GAMES[name]
    page = client.get(reverse("rules_preset", args=[name]))
    assert page.status_code == 200
    found = lines(page.text)
    assert len(found) == len(game.house_rules())
    assert not any(found.values())
    assert "unchanged" in page.text
    document = house_rules.house_rules(HEADING, game)
    pdf = printed(document, tmp_path)
    assert len(pdf.pages) == 1
    said = words(pdf)
    assert all(pieces_in(line.text, said) for section in document.sections for line in section.lines)


def pieces_in(text: str, page: str) -> bool:
    """Whether every word of a rule is on the page, however its lines are broken."""
    return set(text.split()) <= set(page.split())


def test_what_a_club_changed_in_a_relative_is_marked(client):
    game = GAMES["klaberjass"].with_options({"kb_tie": "carry", "schmeiss": True, "end": "points:700"})
    competition = factories.make_competition(4, ruleset=game.to_json(), deals=20)
    page = client.get(reverse("public_rules", args=[competition.club.slug, competition.pk]))
    marked = [text for text, differs in lines(page.text).items() if differs]
    assert len(marked) == 3
    assert any("all the points go to the winner of the next deal" in text for text in marked)
    assert "differs from the usual rules of Klaberjass" in page.text
    assert "our own reading" in page.text


@pytest.mark.parametrize(
    ("a", "b", "row"),
    [
        ("klaberjass", "zensa", "The better meld"),
        ("klaberjass", "amsterdam", "All of it"),
        ("klaberjass-3", "tarabish", "Losing the deal"),
    ],
)
def test_relatives_are_compared_with_each_other_and_with_klaverjassen(client, a, b, row):
    page = client.get(reverse("rules_compare"), {"a": a, "b": b})
    assert page.status_code == 200
    assert row in page.text
    assert '<option value="derda">' in page.text


def test_a_relative_is_the_same_as_itself(client):
    page = client.get(reverse("rules_compare"), {"a": "darda", "b": "darda"})
    assert "They are the same in everything." in page.text
