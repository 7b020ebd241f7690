"""What Celery may call: one line around a service each. Importing this registers every job handler."""

from klaverclub.celery import app
from tournaments.demo import paper  # noqa: F401 (registers its handler)
from tournaments.services import housekeeping, jobs, reports  # noqa: F401 (reports: registers its handlers)


@app.task
def run_job(job_id: int) -> None:
    jobs.run(job_id)


@app.task
def sweep_jobs() -> None:
    jobs.sweep()


@app.task
def tidy_jobs() -> None:
    housekeeping.tidy()
