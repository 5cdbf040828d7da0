"""`/healthz` and `/readyz`."""

import socket

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.test import Client

from config.celery import HEARTBEAT_KEY, ask_redis, heartbeat
from tests.config.test_outages import refusing


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
    assert response.json()["redis"] == "failed (ConnectionError)"
    assert response.json()["postgresql"] == "ok"


@pytest.mark.django_db(transaction=True)
def test_not_ready_on_a_server_that_only_reads(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    response = client.get("/readyz")
    connection.close()
    assert response.status_code == 503
    assert response.json()["postgresql"] == "failed (InternalError)"
    assert client.get("/readyz").json()["postgresql"] == "ok"


@pytest.mark.django_db
def test_to_ask_leaves_nothing_behind(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_class")
        before = cursor.fetchone()
        assert client.get("/readyz").json()["postgresql"] == "ok"
        cursor.execute("SELECT count(*) FROM pg_class")
        assert cursor.fetchone() == before


@pytest.mark.django_db(transaction=True)
def test_not_ready_without_postgresql(client: Client) -> None:
    with refusing():
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["postgresql"] == "failed (OperationalError)"


def test_redis_is_asked_once_for_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{port}/0")
        with ask_redis() as bell, pytest.raises(redis.TimeoutError):
            bell.ping()
        kept = bell.connection_pool.connection_kwargs
        assert (kept["socket_timeout"], kept["socket_connect_timeout"]) == (1, 1)
        server.accept()[0].close()
        with pytest.raises(BlockingIOError):
            server.accept()
