"""What tests of simulations may use."""

from functools import partial

import pytest

from analytics.services import chunks
from tournaments.services.heartbeat import Heartbeat


@pytest.fixture(autouse=True)
def _no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that a test hasn't committed look lost from the heartbeat's own connection."""
    monkeypatch.setattr(chunks, "Heartbeat", partial(Heartbeat, every=3600.0))
