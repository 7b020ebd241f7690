"""The Celery application. What bites in each broker is set in one place: here.

The row of a job is the truth and a message only its doorbell (tournaments.services.jobs), so a message may
be lost or doubled and nothing is kept in the broker that is not also in the database.
"""

from __future__ import annotations

import os
import time
import warnings
from typing import TYPE_CHECKING, Any

from celery import Celery, bootsteps, signals
from celery.platforms import SecurityWarning
from celery.worker import state
from django.conf import settings
from kombu import Queue

if TYPE_CHECKING:
    from celery.utils.timer2 import Entry
    from celery.worker.consumer import Consumer

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "klaverclub.settings")

LIFE_SIGN_SECONDS = 5
SWEEP_SECONDS = 5
TIDY_SECONDS = 60 * 60
SOFT_LIMIT = 15 * 60  # seconds a job may take; it then fails in words
HARD_LIMIT = SOFT_LIMIT + 30  # the process that did not listen is killed


def broker_settings(url: str) -> dict[str, Any]:
    """The Celery settings that the kind of broker in `url` needs (see the comments)."""
    if url.startswith("filesystem:"):
        folder = settings.QUEUE_DIR
        messages, control, processed = folder / "messages", folder / "control", folder / "processed"
        for path in (messages, control, processed):
            path.mkdir(parents=True, exist_ok=True)
        return {
            "broker_transport": "klaverclub.queue:Transport",
            "broker_transport_options": {
                "data_folder_in": str(messages),
                "data_folder_out": str(messages),
                "control_folder": str(control),
                # Taken messages pass through a folder on the same disk (a rename, never a copy through /tmp);
                # the sweep empties it.
                "processed_folder": str(processed),
                "store_processed": True,
                "polling_interval": 0.25,
            },
        }
    if url.startswith(("redis", "sentinel")):
        # A message that is not acknowledged comes back after this long. It must be longer than the longest
        # job, and Redis obeys it only when it stands in all three places.
        visible = {"visibility_timeout": HARD_LIMIT + 60}
        return {
            "broker_transport_options": visible | {"socket_timeout": 10, "socket_connect_timeout": 3},
            "result_backend_transport_options": visible,
            **visible,
        }
    if url.startswith(("amqp", "pyamqp")):
        # Quorum queues outlive a broker node; a publish counts once the broker has confirmed it.
        return {
            "broker_transport_options": {"confirm_publish": True},
            "task_queues": [Queue(settings.CELERY_QUEUE, queue_arguments={"x-queue-type": "quorum"})],
            "broker_native_delayed_delivery_queue_type": "quorum",
            "worker_detect_quorum_queues": True,
        }
    return {}


settings.QUEUE_DIR.mkdir(parents=True, exist_ok=True)  # the scheduler's memory is kept there on any broker

# It warns a worker of root about pickled messages; ours are JSON and nothing else is accepted.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("klaverclub")
app.conf.update(
    broker_url=settings.CELERY_BROKER_URL,
    broker_connection_retry_on_startup=True,
    imports=["tournaments.tasks"],
    accept_content=["json"],
    task_default_queue=settings.CELERY_QUEUE,
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    task_soft_time_limit=SOFT_LIMIT,
    task_time_limit=HARD_LIMIT,
    # A broker that is down must not hold up the page that rings: the sweep rings again.
    task_publish_retry_policy={"max_retries": 1, "interval_start": 0.01},
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    worker_enable_remote_control=True,
    timezone=settings.TIME_ZONE,
    beat_schedule_filename=str(settings.QUEUE_DIR / "beat"),
    beat_schedule={
        "sweep": {
            "task": "tournaments.tasks.sweep_jobs",
            "schedule": SWEEP_SECONDS,
            # Sweeps that waited behind a long job are of no use any more.
            "options": {"expires": SWEEP_SECONDS},
        },
        "tidy": {"task": "tournaments.tasks.tidy_jobs", "schedule": TIDY_SECONDS},
    },
    **broker_settings(settings.CELERY_BROKER_URL),
)


@signals.setup_logging.connect
def log_as_django_does(**kwargs: Any) -> None:
    """A receiver here keeps Celery from configuring the logging a second time, in its own way."""


class LifeSign(bootsteps.StartStopStep):
    """As long as the worker listens to the broker it writes down, every five seconds, that it lives.

    It does so beside the work, so a long job does not look like a dead worker. What cannot be mended from
    within ends the process, and its supervisor starts a new one: a scheduler that died, and a job that runs
    on for ever where the pool (solo) keeps no time.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)
    timer: Entry | None = None

    def start(self, parent: Consumer) -> None:
        self.show(parent)
        self.timer = parent.timer.call_repeatedly(LIFE_SIGN_SECONDS, self.show, (parent,))

    def stop(self, parent: Consumer) -> None:
        from tournaments.services import workers

        if self.timer:
            self.timer.cancel()
        workers.sign_off(parent.hostname)

    def show(self, parent: Consumer) -> None:
        from tournaments.services import workers

        if parent.controller.beat and not parent.controller.beat.is_alive():
            state.should_stop = 1
        latest = time.time() - HARD_LIMIT - LIFE_SIGN_SECONDS
        if any(
            request.time_start and request.time_start < latest for request in tuple(state.active_requests)
        ):
            os._exit(1)
        workers.show_life(parent.hostname)


app.steps["consumer"].add(LifeSign)
