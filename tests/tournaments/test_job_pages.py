"""The page of a job from waiting to download, and the list of what was made for a club."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tournaments.models import Job, WorkerHeartbeat
from tournaments.services import jobs

pytestmark = pytest.mark.django_db

CONTENT = b"%PDF-1.7 not really"


@pytest.fixture
def user():
    return factories.make_user("secretary")


@pytest.fixture
def club(user):
    return user.roles.get().club


@pytest.fixture
def desk(client, user):
    client.cookies["django_language"] = "en"
    client.force_login(user)
    return client


def make_job(club, **fields) -> Job:
    number = Job.objects.count()
    params = {"pk": 1, "format": "pdf", "title": "Season table", "event": "Autumn <2026>"}
    return Job.objects.create(
        **{"key": f"k{number}", "club": club, "kind": "season", "params": params} | fields
    )


def make_done(club, filename="uitslag-één.pdf", **fields) -> Job:
    """A finished job with its file."""
    job = make_job(
        club,
        state=Job.State.DONE,
        filename=filename,
        content_type="application/pdf",
        finished=timezone.now(),
        **fields,
    )
    job.file = f"jobs/{job.pk}-1.pdf"
    job.save()
    jobs.path_of(job).parent.mkdir(parents=True, exist_ok=True)
    jobs.path_of(job).write_bytes(CONTENT)
    return job


def page_of(desk, job, name="job", **query) -> str:
    response = desk.get(reverse(name, args=[job.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def test_a_waiting_job_is_asked_after_until_it_is_over(desk, club):
    job = make_job(club)
    for page in (page_of(desk, job), page_of(desk, job, "job_status")):
        assert "Waiting for its turn" in page
        assert f'hx-get="{reverse("job_status", args=[job.pk])}' in page
    assert "<html" not in page_of(desk, job, "job_status")
    assert '<noscript><meta http-equiv="refresh"' in page_of(desk, job)


def test_what_the_page_has_seen_is_not_sent_again(desk, club):
    job = make_job(club)
    url = reverse("job_status", args=[job.pk])
    seen = desk.get(url).context["seen"]
    assert desk.get(url, {"seen": seen}).status_code == 204
    Job.objects.filter(pk=job.pk).update(
        state="running", attempt=1, lease_until=timezone.now() + timedelta(minutes=1), done=3, of=10
    )
    assert desk.get(url, {"seen": seen}).status_code == 200


@pytest.mark.parametrize(
    ("spent", "done", "of", "words"),
    [
        (10, 10, 12, "a few seconds more"),  # one second each
        (30, 30, 60, "about 30 seconds more"),
        (12, 10, 50, "about 50 seconds more"),  # 48, in steps of five
        (60, 10, 30, "about 2 minutes more"),
        (60, 10, 25, "about 2 minutes more"),  # 90 seconds
    ],
)
def test_how_long_still_follows_from_the_pace_so_far(desk, club, spent, done, of, words):
    now = timezone.now()
    job = make_job(
        club,
        state="running",
        attempt=1,
        lease_until=now + timedelta(minutes=1),
        started=now - timedelta(seconds=spent),
        done=done,
        of=of,
    )
    page = page_of(desk, job, "job_status")
    assert words in page
    assert f"{done} of {of}" in page


def test_a_job_that_nobody_fetches_says_that_the_worker_is_silent(desk, club):
    job = make_job(club, created=timezone.now() - timedelta(minutes=1))
    assert "Nobody has picked this up yet" in page_of(desk, job)
    WorkerHeartbeat.objects.create(name="worker")
    assert "Waiting for its turn" in page_of(desk, job)


def test_a_finished_job_ends_in_a_download_that_has_the_focus(desk, club):
    job = make_done(club)
    for page in (page_of(desk, job), page_of(desk, job, "job_status")):
        button = page.split(f'href="{reverse("job_file", args=[job.pk])}"')[1].split(">")[0]
        assert "autofocus" in button
        assert "hx-get" not in page.split('id="job"')[1]
    assert "Autumn &lt;2026&gt;" in page_of(desk, job)


def test_the_download_has_its_name_type_and_content(desk, club):
    response = desk.get(reverse("job_file", args=[make_done(club).pk]))
    assert b"".join(response.streaming_content) == CONTENT
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.headers["Content-Length"] == str(len(CONTENT))
    assert response.headers["Content-Disposition"].startswith("attachment;")
    assert "uitslag-%C3%A9%C3%A9n.pdf" in response.headers["Content-Disposition"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in response.headers["Cache-Control"]


def test_a_file_that_was_tidied_away_can_be_made_again(desk, club):
    job = make_done(club)
    jobs.path_of(job).unlink()
    response = desk.get(reverse("job_file", args=[job.pk]), follow=True)
    assert "No longer kept" in response.content.decode()
    assert desk.post(reverse("job_retry", args=[job.pk])).url == reverse("job", args=[job.pk])
    job.refresh_from_db()
    assert job.state == Job.State.QUEUED


def test_a_failed_job_says_why_and_can_be_tried_again(desk, club):
    job = make_job(club, state="failed", message="Table %(table)s has no names.", message_params={"table": 3})
    page = page_of(desk, job)
    assert "Table 3 has no names." in page
    assert f'action="{reverse("job_retry", args=[job.pk])}"' in page
    assert desk.get(reverse("job_retry", args=[job.pk])).status_code == 405
    desk.post(reverse("job_retry", args=[job.pk]))
    assert "Waiting for its turn" in page_of(desk, job)


def test_a_job_without_a_file_has_no_download(desk, club):
    job = make_job(club)
    response = desk.get(reverse("job_file", args=[job.pk]))
    assert response.url == reverse("job", args=[job.pk])


@pytest.mark.parametrize("name", ["job", "job_status", "job_file", "job_retry"])
def test_jobs_of_a_club_are_for_who_makes_documents_there(client, club, name):
    url = reverse(name, args=[make_done(club).pk])
    ask = client.post if name == "job_retry" else client.get
    assert ask(url).status_code == 302
    client.force_login(factories.make_user("player", club))
    assert ask(url).status_code == 403
    client.force_login(factories.make_user("administrator"))
    assert ask(url).status_code == 404


def test_documents_are_listed_newest_first_with_download_or_state(desk, club, user):
    old = make_done(club, created=timezone.now() - timedelta(days=1), author=user)
    make_job(club, state="failed", message="No.")
    make_done(factories.make_club(), filename="elsewhere.pdf")
    page = desk.get(reverse("documents", args=[club.slug])).content.decode()
    listed = page.split('class="list documents"')[1]
    assert listed.count("<li>") == 2
    assert listed.index("badge-error") < listed.index(reverse("job_file", args=[old.pk]))
    assert user.username in listed


def test_documents_come_in_pages(desk, club, django_assert_max_num_queries):
    for _ in range(31):
        make_job(club)
    url = reverse("documents", args=[club.slug])
    with django_assert_max_num_queries(9):
        assert desk.get(url).content.decode().count("badge-busy") == 30
    assert desk.get(url, {"page": 2}).content.decode().count("badge-busy") == 1


def test_without_documents_the_list_shows_the_way(desk, club):
    page = desk.get(reverse("documents", args=[club.slug])).content.decode()
    assert "No documents yet" in page
    assert reverse("club", args=[club.slug]) in page
