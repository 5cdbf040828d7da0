"""The Celery app. PostgreSQL holds the truth about work; Redis is only the bell (design §6)."""

import os
import time
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

HEARTBEAT_KEY = "teien:heartbeat"
HEARTBEAT_SECONDS = 30

app = Celery("teien")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_django_logging(**kwargs: Any) -> None:
    from logging.config import dictConfig

    from django.conf import settings

    dictConfig(settings.LOGGING)


@worker_init.connect
def give_way(**kwargs: Any) -> None:
    """A worker that has all the time in the world leaves the machine to those who wait."""
    os.nice(int(os.environ.get("WORKER_NICE", "0")))


@app.task(name="config.heartbeat")
def heartbeat() -> None:
    """A worker says that it lives; `/readyz` reads it."""
    with ask_redis() as bell:
        bell.set(HEARTBEAT_KEY, int(time.time()), ex=HEARTBEAT_SECONDS)


def ask_redis() -> Any:
    """A client of our own for one question: it waits a second and asks no second time."""
    import redis
    from django.conf import settings
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0)
    )
