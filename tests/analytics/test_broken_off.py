"""What a load test or a benchmark has started ends with it, also where it is killed by −9."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.load.workers import ROOT, environment
from tests.processes import alive, wait

WORKERS = """
import sys, time
from pathlib import Path
import django
django.setup()
from tests.load import workers
workers.CELERY = [sys.executable, "-c", "import time; time.sleep(600)"]
with workers.workers(Path(sys.argv[1])) as running:
    running.start("one")
    running.start_beat()
    print(*(process.pid for process in running.running.values()), flush=True)
    time.sleep(600)
"""
SERVERS = """
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from benchmarks import servers
keeper = SimpleNamespace(start_servers=lambda: None, environment=None)
servers.teien.Keeper = lambda *given, **more: nullcontext(keeper)
script = Path(sys.argv[1]) / "script.py"
script.write_text("import os, time; print(os.getpid(), flush=True); time.sleep(600)")
servers.run_inside(str(script))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells children")
@pytest.mark.parametrize(("script", "number"), [(WORKERS, 2), (SERVERS, 1)])
def test_children_die_with_what_started_them(tmp_path: Path, script: str, number: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True,
    ) as starter:  # fmt: skip
        try:
            assert starter.stdout is not None
            children = [int(pid) for pid in starter.stdout.readline().split()]
            assert len(children) == number
            assert all(alive(child) for child in children)
        finally:
            starter.send_signal(signal.SIGKILL)
    wait(lambda: not any(alive(child) for child in children))
