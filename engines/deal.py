"""The set-up of a record: what every game reads from it alike."""

from __future__ import annotations

from collections.abc import Mapping

from engines.values import refusal, shown


def read_deal(setup: object, keys: Mapping[str, str]) -> Mapping[str, object]:
    """The set-up of a record, which has at least these keys; `keys`: key ↦ its rule.

    Raises RuleBroken: not_an_object, setup_missing.
    """
    if not isinstance(setup, Mapping):
        sentence = f"The set-up must be an object, not {shown(setup)}"
        raise refusal("not_an_object", sentence, field="setup")
    for key, rule in keys.items():
        if key not in setup:
            raise refusal("setup_missing", f"The set-up has no {key}", rule, field=f"setup.{key}")
    return setup
