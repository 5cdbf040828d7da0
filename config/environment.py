"""Reading the environment: addresses of the servers, switches and lists."""

import os
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit


def flag(name: str, default: bool = False) -> bool:
    return os.environ.get(name, str(default)).strip().lower() in {"1", "true", "yes", "on"}


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def database(url: str) -> dict[str, Any]:
    """Django's settings for `postgresql://user:password@host:port/name?host=/socket/folder`."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ValueError("DATABASE_URL must begin with postgresql://")
    options = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "teien",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": options.pop("port", str(parts.port or "")),
        "OPTIONS": options,
    }


def broker(redis_url: str) -> str:
    """Celery's spelling of a Redis address: `unix:///path` is `redis+socket:///path` there."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    database_number = parse_qs(parts.query).get("db", ["0"])[-1]
    return f"redis+socket://{quote(unquote(parts.path))}?virtual_host={database_number}"
