"""What Celery may call: one line around a service each."""

from klaverclub.celery import app
from tournaments.services import housekeeping, jobs


@app.task
def run_job(job_id: int) -> None:
    jobs.run(job_id)


@app.task
def sweep_jobs() -> None:
    jobs.sweep()


@app.task
def tidy_jobs() -> None:
    housekeeping.tidy()
