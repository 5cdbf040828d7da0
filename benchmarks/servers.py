"""Servers for one benchmark: started for it and thrown away, so that nothing else is touched."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.start.script import teien


def run_inside(script: str) -> int:
    """Runs the script again with `--inside` and the same arguments, where both servers are; it ends
    with this process, however that ends."""
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    folder = Path(tempfile.mkdtemp(prefix="teien-bench-"))
    with teien.Keeper(folder, "bench", throwaway=True) as keeper:
        keeper.start_servers()
        command = [sys.executable, script, "--inside", *sys.argv[1:]]
        status: int = teien.run(command, env=keeper.environment)
        return status
