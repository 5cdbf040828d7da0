"""What the rules refuse because of what a person asked for."""

from collections.abc import Mapping


class BadSetting(ValueError):
    """A setting, or a combination of numbers, that a person can mend.

    `code` is a stable id, `message` a plain sentence that says what would work,
    `facts` the values it speaks of (JSON-able). A plain `ValueError` from this package
    is a mistake of the caller instead and must never happen.
    """

    def __init__(self, code: str, message: str, facts: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.facts: dict[str, object] = dict(facts or {})


def one_of(name: str, value: object, choices: tuple[str, ...]) -> str:
    """`value` where it is one of `choices`; else `BadSetting("unknown_choice")`."""
    if isinstance(value, str) and value in choices:
        return value
    raise BadSetting(
        "unknown_choice",
        f"{name} cannot be {value!r}: choose one of {', '.join(choices)}.",
        {"setting": name, "value": str(value), "choices": list(choices)},
    )
