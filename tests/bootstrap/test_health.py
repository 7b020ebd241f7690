"""The health page says which part is down, and costs nothing to ask."""

from __future__ import annotations

import shutil
from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.utils import timezone

from klaverclub import health
from klaverclub.celery import app
from tests.conftest import RABBITMQ, REDIS
from tournaments.models import WorkerHeartbeat

pytestmark = pytest.mark.django_db


@pytest.fixture
def living_worker() -> None:
    WorkerHeartbeat.objects.create(name="celery@here", at=timezone.now())


def test_all_is_up_without_signing_in(client, living_worker):
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok", "database": "up", "broker": "up", "worker": "up", "disk": "up"}
    assert "no-store" in answer.headers["Cache-Control"]


def test_no_worker_yet(client):
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "down",
        "database": "up",
        "broker": "up",
        "worker": "down",
        "disk": "up",
    }


def test_a_worker_that_fell_silent(client):
    WorkerHeartbeat.objects.create(name="celery@here", at=timezone.now() - timedelta(minutes=1))
    assert client.get("/health/").json()["worker"] == "down"


def test_a_database_that_does_not_answer(client, living_worker, monkeypatch):
    def broken(*args, **kwargs):
        raise DatabaseError("gone")

    monkeypatch.setattr(health.connection, "cursor", broken)
    monkeypatch.setattr(health.workers, "any_alive", broken)
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "down",
        "database": "down",
        "broker": "up",
        "worker": "down",
        "disk": "up",
    }


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "amqp://guest:guest@127.0.0.1:1//"])
def test_a_broker_that_does_not_answer(client, living_worker, monkeypatch, url):
    monkeypatch.setattr(health, "app", OtherBroker(url))
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "down",
        "database": "up",
        "broker": "down",
        "worker": "up",
        "disk": "up",
    }


@pytest.mark.parametrize(
    "url", [pytest.param(REDIS, marks=pytest.mark.redis), pytest.param(RABBITMQ, marks=pytest.mark.rabbitmq)]
)
def test_a_broker_that_answers(client, living_worker, monkeypatch, url):
    monkeypatch.setattr(health, "app", OtherBroker(url))
    assert client.get("/health/").json()["broker"] == "up"


def test_the_folder_of_the_embedded_broker(settings, monkeypatch, tmp_path):
    settings.CELERY_BROKER_URL = "filesystem://localhost"
    monkeypatch.setitem(app.conf, "broker_transport_options", {"data_folder_out": str(tmp_path)})
    assert health.broker()
    monkeypatch.setitem(app.conf, "broker_transport_options", {"data_folder_out": str(tmp_path / "gone")})
    assert not health.broker()


def test_a_disk_without_room(client, living_worker, monkeypatch):
    usage = shutil.disk_usage("/")._replace(free=1024)
    monkeypatch.setattr(health.shutil, "disk_usage", lambda folder: usage)
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "down",
        "database": "up",
        "broker": "up",
        "worker": "up",
        "disk": "down",
    }


def test_it_is_only_for_reading(client):
    assert client.post("/health/").status_code == 405


class OtherBroker:
    """The Celery application as if it had been configured for another broker."""

    def __init__(self, url: str) -> None:
        self.url = url

    def connection_for_write(self, **options: object):
        return app.connection_for_write(url=self.url, **options)
