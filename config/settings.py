"""Teien's settings: one file, driven by the environment (docs/operations.md lists the names)."""

import os
from datetime import timedelta
from pathlib import Path

from config import environment

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("TEIEN_VAR", BASE_DIR / "var"))

DEBUG = environment.flag("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY", "")
if not SECRET_KEY and DEBUG:
    SECRET_KEY = "only-for-debugging"
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "django_htmx",
    "tournaments",
    "analytics",
]

MIDDLEWARE = [
    "config.logs.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# The database and the bell ----------------------------------------------------------------------

DATABASES = {
    "default": environment.database(
        os.environ.get("DATABASE_URL", "postgresql://teien@localhost/teien")
    )
}
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"]["OPTIONS"].setdefault("connect_timeout", 3)  # libpq alone waits for minutes
# Nobody waits without end for a row that somebody forgot to let go of (55P03: `busy`).
DATABASES["default"]["OPTIONS"].setdefault(
    "options", "-c lock_timeout=5s -c idle_in_transaction_session_timeout=60s"
)
if environment.flag("DATABASE_POOL"):  # the web processes; Celery's forks must not share a pool
    # While the database is away a request is told so after `timeout`; the pool gives up an attempt
    # after `reconnect_timeout` and begins a new one for the next request, instead of backing off.
    DATABASES["default"]["OPTIONS"]["pool"] = {
        "min_size": 1,
        "max_size": 8,  # a web process has as many threads: nobody waits for another's connection
        "timeout": 3,
        "reconnect_timeout": 1,
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "redis://localhost:6379/0")
CELERY_BROKER_URL = environment.broker(REDIS_URL)

# People -----------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "web:login"
CSRF_FAILURE_VIEW = "tournaments.web.errors.csrf_failure"
LOGIN_REDIRECT_URL = "web:home"
LOGOUT_REDIRECT_URL = "web:home"
KNOX_TOKEN_MODEL = "tournaments.Token"
MIGRATION_MODULES = {"knox": None}  # its own table of tokens is not used: ours has scopes

# Security: behind HTTPS (docs/operations.md) set SECURE=1 ---------------------------------------

SECURE = environment.flag("SECURE")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SECURE_SSL_REDIRECT = SECURE
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = os.environ.get("SESSION_COOKIE_NAME", "sessionid")
CSRF_COOKIE_NAME = os.environ.get("CSRF_COOKIE_NAME", "csrftoken")
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440

# Words and times --------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = True

# The API ----------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],  # services ask can()
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.JSONParser"],
    "DEFAULT_FILTER_BACKENDS": [
        "tournaments.api.backends.Filters",
        "tournaments.api.backends.Ordering",
    ],
    "DEFAULT_PAGINATION_CLASS": "config.api.Cursor",
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.Schema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": os.environ.get("THROTTLE_ANON", "600/min"),
        "user": os.environ.get("THROTTLE_USER", "1200/min"),
        "login": os.environ.get("THROTTLE_LOGIN", "20/min"),
    },
    # How many proxies stand in front: only then X-Forwarded-For says who is throttled.
    "NUM_PROXIES": int(os.environ.get("NUM_PROXIES", "0")),
    "EXCEPTION_HANDLER": "config.api.problem",
}
REST_KNOX = {
    "AUTH_HEADER_PREFIX": "Bearer",
    "TOKEN_PREFIX": "teien_",  # so that a secret that leaks is recognised
    "TOKEN_TTL": timedelta(days=90),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Teien",
    "DESCRIPTION": "Club tournaments of Niwa, Gazebo and Gnome Hollow.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_NAME_OVERRIDES": {
        "GameName": "tournaments.models.tournaments.GameName",
        "TournamentState": "tournaments.models.tournaments.TournamentState",
        "EntryState": "tournaments.models.tournaments.EntryState",
        "RoundState": "tournaments.models.tournaments.RoundState",
        "StageKind": "tournaments.models.tournaments.StageKind",
        "SeriesState": "tournaments.models.series.SeriesState",
        "MatchState": "tournaments.models.series.MatchState",
        "ResultState": "tournaments.models.results.ResultState",
        "ResultSource": "tournaments.models.results.ResultSource",
        "JobState": "tournaments.models.work.JobState",
        "Role": "tournaments.models.clubs.Role",
        "Scope": "tournaments.models.users.Scope",
    },
}

# Work in the background -------------------------------------------------------------------------

CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_DEFAULT_QUEUE = "short"
CELERY_TASK_ROUTES = {  # the transport takes 0 before 9: ratings don't wait for a queue of chunks
    "tournaments.compute_long_ratings": {"queue": "long", "priority": 0},
    "analytics.play_chunk": {"queue": "long", "priority": 9},
}
SIMULATION_CHUNK_SECONDS = float(os.environ.get("SIMULATION_CHUNK_SECONDS", "1.5"))
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 2.0  # a chunk in hand is given back, or its lease runs out
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False  # Redis is only the bell: the sweeper finds what it missed
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 5}
# Beat keeps no file: a clock that was ahead once would hold it until that day. So nothing may need
# to run longer than one evening to fall due.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "heartbeat": {
        "task": "config.heartbeat",
        "schedule": 5.0,
        "options": {"expires": 10},
    },
    "sweep": {
        "task": "tournaments.sweep",
        "schedule": 3.0,
        "options": {"expires": 3},
    },
    "sweep_simulations": {
        "task": "analytics.sweep",
        "schedule": 3.0,
        "options": {"expires": 3},
    },
    "clean_up": {
        "task": "tournaments.clean_up",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
}

# Logs: one JSON object a line, with the id of the request it belongs to -------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "config.logs.RequestIdFilter"}},
    "formatters": {"json": {"()": "config.logs.JsonFormatter"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json",
            "filters": ["request_id"],
        }
    },
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # any stranger can send one
    },
}
