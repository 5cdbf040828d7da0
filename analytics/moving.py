"""What moves of a simulation while it runs; everything else that is shown follows from it."""

import hashlib
import json
from typing import Any

from analytics.models import Simulation
from analytics.queries import Progress


def moving(simulation: Simulation, now: Progress) -> dict[str, Any]:
    """All that is shown and may change, but for estimates. Counts, and so figures and records, are
    the same as long as no further block is done."""
    return {
        "id": simulation.pk,
        "state": now.state,
        "message": simulation.job.message,
        "error": simulation.job.error,
        "done": now.done,
        "blocks": simulation.blocks_done,
        "workers": now.workers,
        "stopping": now.stopping,
        "changed_at": simulation.changed_at.isoformat(),
    }


def tag(simulation: Simulation, now: Progress, *more: object) -> str:
    """An entity tag of what moves, and of what else a page depends on."""
    written = json.dumps([moving(simulation, now), *more], sort_keys=True)
    return f'"{hashlib.sha256(written.encode()).hexdigest()[:16]}"'
