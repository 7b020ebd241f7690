"""Publishing: numbers, what is kept, what is refused, errata, and files that come out the same for ever."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from tests import factories
from tournaments import errata_words
from tournaments.models import Change, Job, Person, Publication, PublicationFile, Role
from tournaments.models.publication import FrozenError
from tournaments.prizes import Prize, PrizePlan
from tournaments.reports.render import Format
from tournaments.services import closing, jobs, prizes, publication_files, publish
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db
Kind = Publication.Kind


@pytest.fixture
def organiser():
    return factories.make_user(Role.Kind.ORGANISER)


@pytest.fixture
def competition(organiser):
    return factories.make_competition(4, club=organiser.roles.get().club, rounds=1)


def play(competition, organiser, we, close=True):
    """An evening of one round at one table, at which `we` took so many points a deal."""
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=organiser)
    factories.accept_sheet(factories.tables(round_)[0], organiser, we)
    closing.close_round(round_, actor=organiser)
    if close:
        closing.close_evening(evening, actor=organiser)
    competition.refresh_from_db()
    return evening


def correct(evening, organiser, we):
    """The sheet of the evening is another."""
    table = evening.rounds.get().tables.get()
    factories.accept_sheet(table, organiser, we, base=table.sheet.newest().number)


def standing(competition, organiser, **options):
    return publish.publish(competition, Kind.STANDING, actor=organiser, **options)


def told(publication):
    with translation.override("en"):
        return errata_words.sentences(publication.erratum, publication.content, lambda each: each["name"])


# What is kept ---------------------------------------------------------------------------------------------


def test_a_standing_is_kept_with_names_numbers_and_rules(competition, organiser):
    evening = play(competition, organiser, 110)
    published = standing(competition, organiser)
    assert (published.number, published.provisional, published.replaces) == (1, False, None)
    content = published.content
    assert content["competition"] == str(competition)
    assert content["evenings"] == [
        {
            "number": 1,
            "date": evening.date.isoformat(),
            "name": "",
            "version": competition.evenings.get().ledger_version,
        }
    ]
    assert content["rules"]["en"][0] == "The standing is the sum of all points."
    assert content["rules"]["nl"][0] != content["rules"]["en"][0]
    # 16 deals of 110 to 52.
    assert [(line["rank"], line["value"], line["cells"]) for line in content["lines"]] == [
        (1, "1760", [1760]),
        (1, "1760", [1760]),
        (3, "832", [832]),
        (3, "832", [832]),
    ]
    assert published.fingerprint == publish.fingerprint(content)
    assert Change.objects.get(verb="publish").detail["fingerprint"] == published.fingerprint


def test_a_row_that_is_published_is_never_changed_or_deleted(competition, organiser):
    play(competition, organiser, 110)
    published = standing(competition, organiser)
    published.title = "other"
    for act in (
        published.save,
        published.delete,
        lambda: Publication.objects.update(title="other"),
        lambda: Publication.objects.filter(pk=published.pk).update(number=9),
        Publication.objects.all().delete,
        lambda: Publication.objects.bulk_update([published], ["title"]),
        lambda: PublicationFile.objects.update(data=b""),
        PublicationFile.objects.all().delete,
    ):
        with pytest.raises(FrozenError):
            act()
    assert Publication.objects.get().title == ""


def test_nothing_that_changes_later_changes_what_is_published(competition, organiser):
    evening = play(competition, organiser, 110)
    published = standing(competition, organiser)
    before = publish.fingerprint(published.content)
    person = Person.objects.filter(entries__competition=competition).first()
    person.last_name = "Anders"
    person.save()
    competition.standing = StandingRule(measure="average").to_json()
    competition.name = "Voorjaar"
    competition.save()
    correct(evening, organiser, 120)
    assert publish.fingerprint(Publication.objects.get().content) == before


# Numbers --------------------------------------------------------------------------------------------------


def test_every_publication_of_a_competition_gets_the_next_number(competition, organiser):
    first = play(competition, organiser, 110)
    standing(competition, organiser)
    publish.publish(competition, Kind.EVENING, evening=first, actor=organiser)
    play(competition, organiser, 90)
    published = standing(competition, organiser)
    assert published.number == 3
    assert published.replaces is None  # an evening more is the next edition, no correction
    other = factories.make_competition(
        factories.make_people(4, competition.club, start=9), club=competition.club, rounds=1
    )
    play(other, organiser, 100)
    assert standing(other, organiser).number == 1


def test_two_clicks_are_one_publication(competition, organiser):
    play(competition, organiser, 110)
    standing(competition, organiser, key="click")
    with pytest.raises(AlreadyDone):
        standing(competition, organiser, key="click")
    assert Publication.objects.count() == 1


def test_the_same_list_again_is_refused(competition, organiser):
    play(competition, organiser, 110)
    standing(competition, organiser)
    with translation.override("en"), pytest.raises(Refused, match="Nothing has changed since publication 1"):
        standing(competition, organiser)


def test_nothing_to_publish_is_refused(competition, organiser):
    with translation.override("en"), pytest.raises(Refused, match="There is nothing to publish yet"):
        standing(competition, organiser)
    with translation.override("en"), pytest.raises(Refused, match="There are no prizes yet"):
        publish.publish(competition, Kind.PRIZES, actor=organiser)


def test_a_title_that_is_gone_is_refused(competition, organiser):
    play(competition, organiser, 110)
    with translation.override("en"), pytest.raises(Refused, match="no standing “Champion” any more"):
        standing(competition, organiser, title="Champion")


def test_every_title_is_a_list_of_its_own(competition, organiser):
    competition.titles = [{"name": "Gemiddelde", "rule": StandingRule(measure="average").to_json()}]
    competition.save()
    play(competition, organiser, 110)
    official, other = standing(competition, organiser), standing(competition, organiser, title="Gemiddelde")
    assert other.number == 2
    assert other.replaces is None
    assert other.content["rule"]["measure"] == "average"
    assert official.content["rule"]["measure"] == "sum"


# Provisional ----------------------------------------------------------------------------------------------


def test_provisional_until_the_evening_is_closed(competition, organiser):
    evening = play(competition, organiser, 110, close=False)
    first = standing(competition, organiser)
    assert first.provisional
    closing.close_evening(evening, actor=organiser)
    second = standing(competition, organiser)
    assert not second.provisional
    assert second.replaces == first
    assert second.erratum == []  # what says of itself that it may change needs no erratum
    assert second.reason == ""


def test_provisional_while_a_corrected_sheet_is_not_checked(competition, organiser):
    competition.require_check = True
    competition.save()
    checker = factories.make_user(Role.Kind.SECRETARY, competition.club)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=organiser)
    table = factories.tables(round_)[0]
    factories.accept_sheet(table, organiser, 110, checked_by=checker)
    closing.close_round(round_, actor=organiser)
    closing.close_evening(evening, actor=organiser)
    assert not standing(competition, organiser).provisional
    assert not publish.publish(competition, Kind.EVENING, evening=evening, actor=organiser).provisional
    factories.accept_sheet(table, organiser, 111, base=1)
    assert standing(competition, organiser, reason="counted again").provisional
    again = publish.publish(
        competition, Kind.EVENING, evening=evening, actor=organiser, reason="counted again"
    )
    assert again.provisional


# Errata ---------------------------------------------------------------------------------------------------


def test_a_correction_makes_the_next_number_with_an_erratum_and_asks_why(competition, organiser):
    evening = play(competition, organiser, 110)
    first = standing(competition, organiser)
    correct(evening, organiser, 60)  # now 960 to 1632: the other side wins
    with translation.override("en"), pytest.raises(Refused, match="Say why"):
        standing(competition, organiser)
    second = standing(competition, organiser, reason="  the columns were swapped ")
    assert (second.number, second.replaces, second.reason) == (2, first, "the columns were swapped")
    names = {line["entry"]: line["name"] for line in first.content["lines"]}
    winners = [names[line["entry"]] for line in first.content["lines"] if line["rank"] == 1]
    told_now = told(second)
    thin = "\N{NARROW NO-BREAK SPACE}"
    for name in winners:
        assert (
            f"{name}: place 1 → place 3; 1{thin}760 points → 960 points; evening 1: 1{thin}760 → 960."
            in told_now
        )
    assert len(told_now) == 4
    assert first.replaced_by == second


def test_an_evening_more_with_a_correction_of_an_earlier_one_replaces_and_tells_the_correction(
    competition, organiser
):
    evening = play(competition, organiser, 110)
    first = standing(competition, organiser)
    play(competition, organiser, 100)
    correct(evening, organiser, 111)
    with pytest.raises(Refused):
        standing(competition, organiser)
    second = standing(competition, organiser, reason="slip of the pen")
    assert second.replaces == first
    span, *lines = second.erratum
    assert span == {"what": "span", "evenings": [1]}
    # 16 deals of 111 to 51 where it was 110 to 52; over both evenings 1600 and 992 come on top, which is no error.
    assert sorted((change["rank"], change["value"], change["cells"]) for change in lines) == [
        (None, ["1760", "1776"], [[1, 1760, 1776]]),
        (None, ["1760", "1776"], [[1, 1760, 1776]]),
        (None, ["832", "816"], [[1, 832, 816]]),
        (None, ["832", "816"], [[1, 832, 816]]),
    ]


def test_another_rule_for_the_same_evenings_is_an_erratum(competition, organiser):
    play(competition, organiser, 110)
    standing(competition, organiser)
    competition.standing = StandingRule(measure="average").to_json()
    competition.save()
    second = standing(competition, organiser, reason="decided by the members")
    assert second.erratum[0]["what"] == "rule"
    assert told(second)[0].startswith("The rule was: The standing is the sum of all points.")


def test_which_publications_would_need_an_erratum(competition, organiser, django_assert_max_num_queries):
    evening = play(competition, organiser, 110)
    standing(competition, organiser)
    of_evening = publish.publish(competition, Kind.EVENING, evening=evening, actor=organiser)
    later = play(competition, organiser, 90)
    newest = standing(competition, organiser)
    untouched = publish.publish(competition, Kind.EVENING, evening=later, actor=organiser)
    competition.refresh_from_db()
    with django_assert_max_num_queries(4 + 3):
        assert publish.outdated(competition) == []
    correct(evening, organiser, 109)
    assert publish.outdated(competition) == [newest, of_evening]
    assert untouched not in publish.outdated(competition)
    standing(competition, organiser, reason="counted again")
    assert publish.outdated(competition) == [of_evening]


def test_another_spelling_of_a_name_makes_no_publication_wrong(competition, organiser):
    prizes.save_plan(competition, PrizePlan((Prize(places=(1, 2), cents=(1000, 500)),)), actor=organiser)
    evening = play(competition, organiser, 110)
    for kind, of in ((Kind.STANDING, None), (Kind.EVENING, evening), (Kind.PRIZES, evening)):
        publish.publish(competition, kind, evening=of, actor=organiser)
    for person in Person.objects.filter(entries__competition=competition):
        person.last_name = "Anders"
        person.save()
    competition.refresh_from_db()
    assert publish.outdated(competition) == []
    # Who wants the new spelling in print can still publish it, without a reason; the list says what is other in it.
    assert not publish.prepare(competition, Kind.STANDING).corrects
    again = publish.publish(competition, Kind.STANDING, actor=organiser)
    assert (again.number, again.replaces.number, again.reason) == (4, 1, "")
    assert {change["what"] for change in again.erratum} == {"name"}


def test_prizes_are_published_and_corrected_too(competition, organiser):
    prizes.save_plan(competition, PrizePlan((Prize(places=(1, 2), cents=(1000, 500)),)), actor=organiser)
    evening = play(competition, organiser, 110)
    first = publish.publish(competition, Kind.PRIZES, evening=evening, actor=organiser)
    assert [(line["place"], line["cents"]) for line in first.content["lines"]] == [(1, 750), (1, 750)]
    assert publish.outdated(competition) == []
    correct(evening, organiser, 60)
    assert publish.outdated(competition) == [first]
    second = publish.publish(competition, Kind.PRIZES, evening=evening, actor=organiser, reason="swapped")
    assert sorted(text.split(": ", 1)[1] for text in told(second)) == [
        "no prize → €\xa07.50.",
        "no prize → €\xa07.50.",
        "€\xa07.50 → no prize.",
        "€\xa07.50 → no prize.",
    ]


# Files ----------------------------------------------------------------------------------------------------


def file_of(publication, format, author, language="nl"):
    with translation.override(language):
        job = publication_files.order(publication, Format(format), author=author)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message
    return jobs.path_of(job).read_bytes()


@pytest.mark.parametrize("format", list(Format))
def test_a_reprint_is_the_same_byte_for_byte_whatever_happened_since(competition, organiser, format):
    evening = play(competition, organiser, 110)
    published = standing(competition, organiser)
    first = file_of(published, format, organiser)
    assert PublicationFile.objects.get().sha256 == hashlib.sha256(first).hexdigest()
    club = competition.club
    club.name = "De Nieuwe Naam"
    club.save()
    for person in Person.objects.filter(entries__competition=competition):
        person.last_name = "Anders"
        person.save()
    competition.standing = StandingRule(measure="average").to_json()
    competition.save()
    correct(evening, organiser, 60)
    standing(competition, organiser, reason="counted again")
    Job.objects.all().delete()  # tidied away long ago
    assert file_of(Publication.objects.get(number=1), format, organiser) == first
    assert PublicationFile.objects.count() == 1


def test_each_language_has_a_file_of_its_own(competition, organiser):
    play(competition, organiser, 110)
    published = standing(competition, organiser)
    dutch = file_of(published, Format.CSV, organiser, "nl")
    english = file_of(published, Format.CSV, organiser, "en")
    assert dutch != english
    assert b"Place" in english
    assert file_of(published, Format.CSV, organiser, "nl") == dutch


def test_a_file_made_late_prints_what_was_published_and_nothing_of_now(competition, organiser):
    play(competition, organiser, 110)
    published = standing(competition, organiser)
    names = [line["name"] for line in published.content["lines"]]
    for person in Person.objects.filter(entries__competition=competition):
        person.last_name = "Anders"
        person.save()
    text = file_of(published, Format.CSV, organiser).decode("utf-8-sig")
    assert all(name in text for name in names)
    assert "Anders" not in text


def test_the_paper_says_its_number_and_what_it_corrects(competition, organiser):
    evening = play(competition, organiser, 110)
    standing(competition, organiser)
    correct(evening, organiser, 60)
    second = standing(competition, organiser, reason="columns swapped")
    with translation.override("en"):
        report = publication_files.document(second)
    assert report.heading.mark == "Publication 2, replaces 1"
    assert report.footnotes[0] == "Erratum: replaces publication 1. Reason: columns swapped"
    assert len(report.footnotes) > 5


def test_the_time_of_publishing_stands_in_the_heading_and_not_that_of_printing(competition, organiser):
    play(competition, organiser, 110)
    published = standing(competition, organiser)
    assert abs(publication_files.document(published).heading.printed_at - timezone.now()) < timedelta(
        minutes=5
    )
    assert publication_files.document(published).heading.printed_at == published.published_at
