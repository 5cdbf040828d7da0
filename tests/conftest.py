"""What every test may use: the marker `database`, people and a club, and a quiet bell."""

import gc
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from rest_framework.test import APIClient
from whitenoise.middleware import WhiteNoiseMiddleware

from tests import factories
from tournaments.models import Club, User
from tournaments.services import jobs

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server"}


hypothesis_settings.register_profile(  # a slow machine is no fault
    "teien", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("teien")


def pytest_configure() -> None:
    """Accounts are made by the hundred here: a hash that is quick, not safe.

    The tables are emptied between tests that commit, which a trigger refuses elsewhere. A slow
    machine is no fault: examples have no deadline.
    """
    hypothesis_settings.register_profile("teien")
    hypothesis_settings.load_profile("teien")
    settings.SECRET_KEY = "only-for-tests"
    settings.DATABASES["default"]["OPTIONS"]["options"] += " -c teien.may_truncate=on"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    _look_for_static_files_once()


def _look_for_static_files_once() -> None:
    """Every client of every test makes the middleware anew, which looks at all static files."""
    look = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, Any] = {}

    def add(middleware: WhiteNoiseMiddleware) -> None:
        if not found:
            look(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    WhiteNoiseMiddleware.add_files_from_finders = add


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what touches PostgreSQL, so that CI runs it again on the oldest servers we claim."""
    for item in items:
        uses = DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        if uses or item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.database)


def pytest_collection_finish() -> None:
    """What has been imported stays to the end: the collector need not look through it each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def bell(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """No test rings a real worker; what would have been rung is in the list."""
    rung: list[tuple[str, str]] = []
    monkeypatch.setattr(jobs, "ring", lambda kind, key: rung.append((kind, key)))
    return rung


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def owner(db: None) -> User:
    return factories.user("hanako")


@pytest.fixture
def club(owner: User) -> Club:
    return factories.club(owner)


@pytest.fixture
def api(owner: User) -> APIClient:
    """The API as the club's owner."""
    return factories.api(owner)


@pytest.fixture
def anonymous_api() -> APIClient:
    return APIClient()


@pytest.fixture
def count_queries(db: None) -> Callable[[Callable[[], Any]], int]:
    """How many queries a call makes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def count(call: Callable[[], Any]) -> int:
        with CaptureQueriesContext(connection) as captured:
            call()
        return len(captured)

    return count
