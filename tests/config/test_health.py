"""`/healthz` and `/readyz`."""

import pytest
import redis
from django.conf import settings
from django.test import Client

from config import health
from config.celery import HEARTBEAT_KEY, heartbeat


def test_healthz_needs_nothing(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_ready_with_a_worker_and_not_without(client: Client) -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as bell:
        bell.delete(HEARTBEAT_KEY)
        without = client.get("/readyz")
        heartbeat()
        ready = client.get("/readyz")
        seconds = bell.ttl(HEARTBEAT_KEY)
        bell.delete(HEARTBEAT_KEY)
    assert (without.status_code, without.json()["worker"]) == (503, "no heartbeat")
    assert ready.status_code == 200
    assert ready.json() == {"status": "ok", "postgresql": "ok", "redis": "ok", "worker": "ok"}
    assert 0 < seconds <= 30


@pytest.mark.django_db
def test_not_ready_without_redis(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/valkey.sock")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["redis"] == "unreachable (ConnectionError)"
    assert response.json()["postgresql"] == "ok"


def test_not_ready_without_postgresql(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable() -> str:
        raise OSError

    monkeypatch.setitem(health.CHECKS, "postgresql", unreachable)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["postgresql"] == "unreachable (OSError)"
