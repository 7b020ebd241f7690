"""An evening in a real browser: the door, the draw, the board, closing, the projector."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tournaments.models import Entry, Person, Presence, Round
from tournaments.services import closing, draw

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tournaments.models import Club, Evening, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
BEAMER = {"width": 1920, "height": 1080}
NAMES = [
    "Corrie Çelik",
    "Jan van der Berg",
    "Zoë Łukasik",
    "Anna Jansen",
    "Bea Jansen",
    "Koos IJssel",
    "Piet Bakker",
    "Riet Smit",
]


@pytest.fixture
def club(site: object) -> Club:
    return factories.make_club("De Vier Azen")


@pytest.fixture
def evening(club: Club) -> Evening:
    people = [factories.make_person(name, club, number=f"{i:03}") for i, name in enumerate(NAMES, 1)]
    return factories.make_evening(factories.make_competition(people, club=club), present=0)


@pytest.fixture
def organiser(club: Club) -> User:
    return factories.make_user("organiser", club, first_name="Bea", last_name="Baas")


@pytest.fixture
def open_page(visit: Callable[..., Page]) -> Callable[..., Page]:
    """A page in English."""

    def open_page(user: User, name: str, pk: int, **options: object) -> Page:
        page = visit(user, reverse(name, args=[pk]), **options)
        english = {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "domain": "127.0.0.1", "path": "/"}
        page.context.add_cookies([english])
        page.reload()
        return page

    return open_page


@pytest.fixture
def door(open_page: Callable[..., Page], organiser: User, evening: Evening) -> Page:
    return open_page(organiser, "check_in", evening.pk)


def entry_of(name: str) -> Entry:
    return Entry.objects.get(members__person__search_key=Person.objects.search(name).get().search_key)


def row(page: Page, name: str):
    return page.locator(f"#entry-{entry_of(name).pk}")


def state_of(name: str) -> str | None:
    return Presence.objects.filter(entry=entry_of(name)).values_list("state", flat=True).first()


# The door ------------------------------------------------------------------------------------------------


def test_find_without_accents_and_tick_with_enter(door):
    field = door.locator("#q")
    expect(field).to_be_focused()
    field.press_sequentially("celik")
    expect(door.locator(".person:visible")).to_have_count(1)
    field.press("Enter")
    expect(door.locator("#last")).to_contain_text("Corrie Çelik: present.")
    expect(door.locator(".figure-value")).to_have_text("1")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    expect(door.locator(".person:visible")).to_have_count(8)
    assert state_of("celik") == "present"

    field.press_sequentially("zoe lu")
    field.press("Enter")
    expect(door.locator("#last")).to_contain_text("Zoë Łukasik: present.")
    field.press_sequentially("berg")
    field.press("Enter")
    expect(door.locator(".figure-value")).to_have_text("3")


def test_a_number_finds_too(door):
    door.locator("#q").fill("006")
    expect(door.locator(".person:visible")).to_have_count(1)
    expect(row(door, "ijssel")).to_be_visible()


def test_arrows_choose_among_namesakes(door):
    field = door.locator("#q")
    field.press_sequentially("jansen")
    expect(door.locator(".person:visible")).to_have_count(2)
    expect(row(door, "anna jansen")).to_have_class(re.compile("person-marked"))
    field.press("ArrowDown")
    expect(row(door, "bea jansen")).to_have_class(re.compile("person-marked"))
    field.press("Enter")
    expect(door.locator("#last")).to_contain_text("Bea Jansen: present.")
    assert state_of("anna jansen") is None


def test_enter_never_unticks(door):
    field = door.locator("#q")
    for _time in range(2):
        field.press_sequentially("bakker")
        field.press("Enter")
        expect(door.locator("#last")).to_contain_text("Piet Bakker")
    expect(door.locator("#last")).to_contain_text("Piet Bakker is already present.")
    assert state_of("bakker") == "present"


def test_enter_without_anything_typed_does_nothing(door):
    door.locator("#q").press("Enter")
    door.wait_for_timeout(300)
    assert Presence.objects.count() == 0


def test_a_tap_ticks_and_undo_takes_it_back(door):
    row(door, "smit").locator(".person-tap").click()
    expect(door.locator("#last")).to_contain_text("Riet Smit: present.")
    expect(row(door, "smit").locator(".person-tap")).to_have_attribute("aria-pressed", "true")
    door.locator("#undo").click()
    expect(door.locator("#last")).to_contain_text("Riet Smit: not yet asked.")
    assert state_of("smit") is None


def test_a_double_click_is_one_tick(door):
    row(door, "smit").locator(".person-tap").dblclick()
    expect(door.locator("#last")).to_contain_text("Riet Smit: present.")
    door.wait_for_timeout(500)
    assert state_of("smit") == "present"
    row(door, "smit").locator(".person-tap").click(delay=20)
    expect(door.locator("#last")).to_contain_text("Riet Smit: not yet asked.")


def test_late_and_early(door):
    smit = row(door, "smit")
    smit.locator("summary").click()
    expect(smit.get_by_label("present", exact=True)).to_be_checked()
    smit.get_by_label("Plays from round").select_option("2")
    smit.get_by_role("button", name="Save").click()
    expect(smit).to_contain_text("present from round 2")
    expect(door.locator("#count")).to_contain_text("1 comes later")


def test_two_laptops_see_each_other_and_keep_what_is_being_typed(door, open_page, organiser, evening):
    other = open_page(organiser, "check_in", evening.pk)
    field = other.locator("#q")
    field.press_sequentially("jan")
    field.press("ArrowDown")
    marked = other.locator(".person-marked").get_attribute("id")
    row(door, "jan van der berg").locator(".person-tap").click()
    expect(row(other, "jan van der berg").locator(".person-tap")).to_have_attribute(
        "aria-pressed", "true", timeout=10_000
    )
    expect(other.locator(".figure-value")).to_have_text("1")
    expect(field).to_have_value("jan")
    expect(field).to_be_focused()
    assert other.locator(".person-marked").get_attribute("id") == marked
    expect(row(other, "smit")).to_be_hidden()


def test_an_open_form_survives_what_others_do(door, open_page, organiser, evening):
    other = open_page(organiser, "check_in", evening.pk)
    smit = row(other, "smit")
    smit.locator("summary").click()
    smit.get_by_label("Plays from round").select_option("3")
    row(door, "bakker").locator(".person-tap").click()
    expect(other.locator(".figure-value")).to_have_text("1", timeout=10_000)
    expect(smit.get_by_label("Plays from round")).to_have_value("3")


def test_a_name_that_is_not_there_becomes_a_guest(door):
    door.locator("#q").fill("Gijs de Gast")
    expect(door.locator("#nobody")).to_be_visible()
    door.locator("#as-guest").click()
    name = door.get_by_label("Name", exact=True)
    expect(name).to_have_value("Gijs de Gast")
    door.get_by_label("Plays from round").last.select_option("2")
    door.get_by_role("button", name="Add, and present").click()
    expect(door.locator("#last")).to_contain_text("Gijs de Gast: present from round 2.")
    expect(row(door, "gijs")).to_contain_text("Gast, Gijs de guest")
    expect(name).to_have_value("")
    expect(name).to_be_focused()
    listed = door.locator(".person-name").all_inner_texts()
    assert [text.split(",")[0] for text in listed] == [
        "Bakker",
        "Berg",
        "Çelik",
        "Gast",
        "Jansen",
        "Jansen",
        "Łukasik",
        "Smit",
        "IJssel",
    ]


def test_the_guest_of_one_laptop_appears_on_the_other(door, open_page, organiser, evening):
    other = open_page(organiser, "check_in", evening.pk)
    door.locator("#guest > summary").click()
    door.get_by_label("Name", exact=True).fill("Zus Zzz")
    door.get_by_role("button", name="Add, and present").click()
    expect(other.locator(".person").last).to_contain_text("Zzz, Zus", timeout=10_000)
    expect(other.locator(".person")).to_have_count(9)


def test_a_namesake_is_asked_about_at_the_place(door):
    door.locator("#guest > summary").click()
    door.get_by_label("Name", exact=True).fill("piet bakker")
    door.get_by_role("button", name="Add, and present").click()
    expect(door.get_by_role("alert")).to_contain_text("The club knows somebody called piet bakker.")
    expect(door.get_by_label("Name", exact=True)).to_have_value("piet bakker")
    door.get_by_role("button", name="Yes, Piet Bakker of the club (007)").click()
    expect(row(door, "bakker").locator(".person-tap")).to_have_attribute("aria-pressed", "true")
    assert Person.objects.search("bakker").count() == 1


def test_everybody_else_is_absent(door):
    row(door, "smit").locator(".person-tap").click()
    expect(door.locator(".figure-value")).to_have_text("1")
    door.reload()
    door.get_by_text("All others").click()
    expect(door.locator(".door-acts")).to_contain_text("7 people were not asked yet:")
    door.get_by_role("button", name="All absent with notice").click()
    expect(door.locator("#messages")).to_contain_text("7 people noted as absent with notice.")
    expect(door.locator("#count")).to_contain_text("7 absent with notice")


def test_a_seat_in_a_draw_is_not_unticked_and_the_row_says_why(open_page, organiser, evening):
    Presence.objects.bulk_create(
        Presence(evening=evening, entry=entry, state="present") for entry in evening.competition.entries.all()
    )
    factories.make_published_round(evening)
    page = open_page(organiser, "check_in", evening.pk)
    row(page, "smit").locator(".person-tap").click()
    expect(row(page, "smit").get_by_role("alert")).to_contain_text("Riet Smit has a seat in round 1.")
    assert state_of("smit") == "present"


def test_a_tap_that_does_not_arrive_says_so_at_the_search(door):
    door.route("**/check-in/*/", lambda route: route.abort())
    row(door, "smit").locator(".person-tap").click()
    expect(door.locator("#last")).to_contain_text(
        "Not saved: the computer that keeps the list did not answer."
    )
    expect(row(door, "smit").locator(".person-tap")).to_have_attribute("aria-pressed", "false")
    door.unroute("**/check-in/*/")
    row(door, "smit").locator(".person-tap").click()
    expect(door.locator("#last")).to_contain_text("Riet Smit: present.")


# The door without script ------------------------------------------------------------------------------------


def test_the_door_without_script(open_page, organiser, evening):
    page = open_page(organiser, "check_in", evening.pk, java_script_enabled=False)
    page.locator("#q").fill("celik")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".person:visible")).to_have_count(1)
    page.locator(".person-tap:visible").click()
    expect(page.locator("#messages")).to_contain_text("Corrie Çelik: present.")
    assert state_of("celik") == "present"


# Draw, publish, take back ---------------------------------------------------------------------------------------


@pytest.fixture
def everybody(evening: Evening) -> Evening:
    Presence.objects.bulk_create(
        Presence(evening=evening, entry=entry, state="present") for entry in evening.competition.entries.all()
    )
    return evening


@pytest.mark.parametrize("script", [True, False])
def test_draw_publish_and_take_back(open_page, organiser, everybody, script):
    page = open_page(organiser, "evening", everybody.pk, java_script_enabled=script)
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.get_by_role("heading", name="Draw of round 1")).to_be_visible()
    before = page.locator(".table-cards").inner_text()
    for _try in range(4):  # another lot may fall on the same tables
        page.get_by_role("button", name="Draw again").click()
        if page.locator(".table-cards").inner_text() != before:
            break
    assert page.locator(".table-cards").inner_text() != before
    page.get_by_role("button", name="Publish this draw").click()
    expect(page.get_by_role("heading", name="Print the slips of round 1")).to_be_visible()
    expect(page.locator(".tile")).to_have_count(2)

    page.get_by_role("link", name="Round 1").click()
    page.get_by_text("Take the draw back").click()
    page.get_by_role("button", name="Take the draw of round 1 back").click()
    expect(page.locator("#messages")).to_contain_text("Round 1 is a draft again.")
    page.get_by_text("Discard this draw").click()
    page.get_by_role("button", name="Discard the draw of round 1").click()
    expect(page.get_by_role("heading", name="No round is drawn yet")).to_be_visible()
    assert not Round.objects.exists()


def test_two_organisers_who_draw_get_one_round(open_page, organiser, everybody):
    one, other = (open_page(organiser, "evening", everybody.pk) for _ in range(2))
    for page in (one, other):
        page.get_by_role("button", name="Draw round 1").click()
        expect(page.get_by_role("heading", name="Draw of round 1")).to_be_visible()
    assert one.url == other.url
    assert Round.objects.count() == 1


# Playing and closing ----------------------------------------------------------------------------------------------


def test_closing_with_and_without_blockers(open_page, organiser, everybody):
    round_ = factories.make_published_round(everybody)
    first, second = factories.tables(round_)
    page = open_page(organiser, "round", round_.pk)
    expect(page.locator("#board")).to_contain_text("0 of 2 sheets in")
    factories.accept_sheet(first, organiser)
    expect(page.locator("#board")).to_contain_text("1 of 2 sheets in", timeout=10_000)
    page.get_by_role("button", name="Close round 1").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Round 1 cannot be closed yet:")
    link = refusal.get_by_role("link", name=re.compile("Table 2: the sheet is missing"))
    expect(link).to_have_attribute("href", reverse("sheet", args=[second.pk]))

    factories.accept_sheet(second, organiser)
    expect(page.locator("#board")).to_contain_text("All sheets are in", timeout=10_000)
    page.get_by_role("button", name="Close round 1").click()
    expect(page.locator("#messages")).to_contain_text("Round 1 is closed.")
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()


def test_the_cockpit_follows_the_typists_and_keeps_the_focus(open_page, organiser, everybody):
    round_ = factories.make_published_round(everybody)
    page = open_page(organiser, "evening", everybody.pk)
    table = factories.tables(round_)[0]
    tile = page.locator(f"#tile-{table.pk}")
    tile.focus()
    factories.type_rows(table, organiser, 5)
    expect(page.locator(".tile").first).to_contain_text("typed 5 of 16", timeout=10_000)
    expect(page.locator(".tile").first).to_contain_text("Bea Baas is typing")
    expect(tile).to_be_focused()


# The projector ---------------------------------------------------------------------------------------------------


def test_the_projector_turns_its_pages_and_follows_the_round(open_page, organiser, club):
    evening = factories.make_evening(factories.make_competition(120, club=club))
    round_ = factories.make_published_round(evening)
    page = open_page(organiser, "projector", evening.pk, viewport=BEAMER, reduced_motion="reduce")
    expect(page.locator("#page")).to_have_text("1 / 3")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#page")).to_have_text("2 / 3")
    page.keyboard.press(" ")
    expect(page.locator("#page")).to_have_text("2 / 3 ❚❚")
    for table in factories.tables(round_)[2:]:
        factories.accept_sheet(table, organiser)
    expect(page.locator(".ticker")).to_contain_text("Still playing: tables 1, 2", timeout=10_000)
    expect(page.locator("#page")).to_have_text("2 / 3 ❚❚")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")


def test_every_name_is_on_some_page_of_the_projector(open_page, organiser, club):
    evening = factories.make_evening(factories.make_competition(60, club=club))
    factories.make_published_round(evening)
    page = open_page(organiser, "projector", evening.pk, viewport=BEAMER)
    page.keyboard.press(" ")
    pages = int(page.locator("#page").inner_text().split("/")[1].split()[0])
    seen: set[str] = set()
    for _page in range(pages):
        seen |= set(page.evaluate(VISIBLE_NAMES))
        page.keyboard.press("ArrowRight")
    assert len(seen) == 60


VISIBLE_NAMES = """() => {
  const frame = document.querySelector("[data-pages]").getBoundingClientRect();
  return [...document.querySelectorAll("[data-pages] li")].filter((row) => {
    const box = row.getBoundingClientRect();
    return box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1;
  }).map((row) => row.textContent);
}"""


# Looks --------------------------------------------------------------------------------------------------------------


def assert_accessible(page: Page) -> None:
    results = Axe().run(
        page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
    )
    serious = [v for v in results.response["violations"] if v["impact"] in ("serious", "critical")]
    assert not serious, [(v["id"], [node["html"] for node in v["nodes"]][:3]) for v in serious]


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_of_the_evening_fits_and_can_be_read(open_page, organiser, evening, viewport, scheme):
    def look(name: str, pk: int) -> None:
        page.goto(reverse(name, args=[pk]))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
        assert_accessible(page)

    page = open_page(organiser, "evening", evening.pk, viewport=viewport, color_scheme=scheme)
    look("evening", evening.pk)
    look("check_in", evening.pk)
    look("evening_edit", evening.pk)
    look("projector", evening.pk)
    Presence.objects.bulk_create(
        Presence(evening=evening, entry=entry, state="present") for entry in evening.competition.entries.all()
    )
    round_ = factories.make_draft_round(evening)
    look("evening", evening.pk)
    look("round", round_.pk)
    draw.publish(round_, actor=organiser)
    factories.type_rows(factories.tables(round_)[0], organiser, 3)
    look("evening", evening.pk)
    look("round", round_.pk)
    look("check_in", evening.pk)
    look("projector", evening.pk)
    seat = factories.tables(round_)[0].seats.first()
    page.goto(reverse("substitute", args=[round_.pk, seat.pk]))
    assert_accessible(page)
    for table in factories.tables(round_):
        factories.accept_sheet(table, organiser)
    closing.close_round(round_, actor=organiser)
    look("evening", evening.pk)
    look("round", round_.pk)
    look("projector", evening.pk)
    closing.close_evening(evening, actor=organiser)
    look("evening", evening.pk)
    look("check_in", evening.pk)
