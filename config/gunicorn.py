"""The web server's settings, the same under the start script and in a container."""

import os
from pathlib import Path

wsgi_app = "config.wsgi:application"
bind = os.environ.get("TEIEN_BIND", "0.0.0.0:8000")  # the start script hands over its socket
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 8
preload_app = True  # imported once, before the fork; nothing is connected by then
timeout = 60
graceful_timeout = 10
keepalive = 5

_run = os.environ.get("TEIEN_RUN") or Path(os.environ.get("TEIEN_VAR", "var")) / "run"
control_socket = str(Path(_run) / "gunicorn.ctl")
