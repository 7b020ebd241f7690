"""Which workers live. Called from a worker's main process, which keeps no connection open between calls."""

from __future__ import annotations

from datetime import timedelta

from django.db import connection
from django.utils import timezone

from tournaments.models import WorkerHeartbeat

SILENT = timedelta(seconds=20)  # four missed life signs


def show_life(name: str) -> None:
    WorkerHeartbeat.objects.update_or_create(name=name, defaults={"at": timezone.now()})
    connection.close()


def sign_off(name: str) -> None:
    WorkerHeartbeat.objects.filter(name=name).delete()
    connection.close()


def any_alive() -> bool:
    return WorkerHeartbeat.objects.filter(at__gt=timezone.now() - SILENT).exists()
