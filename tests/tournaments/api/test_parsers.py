"""Reading bodies."""

import io

import pytest

from tournaments.api.parsers import JSONParser
from tournaments.errors import Refused


def test_a_name_twice_is_found_in_one_pass() -> None:
    """Name by name against all others, this body would keep a web process busy for minutes."""
    names = [f'"{number}":0' for number in range(200_000)]
    body = "{" + ",".join([*names, '"199999":0']) + "}"
    with pytest.raises(Refused, match="'199999' stands twice") as refusal:
        JSONParser().parse(io.BytesIO(body.encode()))
    assert refusal.value.code == "duplicate_key"
