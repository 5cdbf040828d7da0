"""Asserts a whole refusal: its code, its rule and its sentence."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engines.base import RuleBroken
from engines.texts import is_printed


@contextmanager
def refused(code: str, rule: str, message: str, **facts: object) -> Iterator[None]:
    """The block must raise exactly this refusal; of its facts, those named here."""
    with pytest.raises(RuleBroken) as caught:
        yield
    broken = caught.value
    assert (broken.code, broken.rule, broken.message) == (code, rule, message)
    assert {name: broken.facts.get(name) for name in facts} == facts
    check_form(broken)


def check_form(broken: RuleBroken) -> None:
    """What every refusal promises: a short printable sentence, JSON-able facts."""
    assert broken.code
    assert broken.message.endswith(f"({broken.rule})." if broken.rule else ".")
    assert len(broken.message) < 300
    assert all(map(is_printed, broken.message))
    assert str(broken) == broken.message
    written = json.dumps(broken.facts, allow_nan=False, ensure_ascii=False)
    assert len(written) < 300
    written.encode()
    broken.message.encode()
