"""GET /health/: whether database, broker, worker and disk are well, for `up`, containers and monitors."""

import os
import shutil
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from klaverclub.celery import app
from tournaments.services import workers

LEAST_ROOM = 20 * 1024 * 1024
"""Bytes of the data folder below which nothing that is typed or made can be counted on to be kept."""


@login_not_required
@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 when all are well, otherwise 503; the JSON says which one is not."""
    parts: dict[str, Callable[[], bool]] = {
        "database": database,
        "broker": broker,
        "worker": worker,
        "disk": disk,
    }
    up = {name: check() for name, check in parts.items()}
    body = {"status": "ok" if all(up.values()) else "down"}
    body |= {name: "up" if good else "down" for name, good in up.items()}
    response = JsonResponse(body, status=200 if all(up.values()) else 503)
    response._has_been_logged = True  # type: ignore[attr-defined]  # a monitor asks often; Django logs every 503
    return response


def database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def broker() -> bool:
    """Whether a message could be left there now; the attempt takes two seconds at most."""
    if settings.CELERY_BROKER_URL.startswith("filesystem:"):
        return os.access(app.conf.broker_transport_options["data_folder_out"], os.W_OK)
    with app.connection_for_write(connect_timeout=2) as link:
        try:
            link.connect()
        except (*link.connection_errors, OSError):
            return False
    return True


def worker() -> bool:
    try:
        return workers.any_alive()
    except DatabaseError:  # no database, or not migrated yet
        return False


def disk() -> bool:
    """Whether there is room left in the data folder."""
    try:
        return shutil.disk_usage(settings.DATA_DIR).free >= LEAST_ROOM
    except OSError:
        return False
