"""Bodies: strict JSON, and a CSV file as it is."""

import json
from collections.abc import Mapping
from math import isfinite
from typing import IO, Any, NoReturn

from rest_framework.parsers import BaseParser
from rest_framework.parsers import JSONParser as RestJSONParser

from engines.json_text import DEEPEST, levels
from tournaments.errors import Refused


class JSONParser(RestJSONParser):
    """JSON in UTF-8 whose meaning is beyond doubt and that PostgreSQL can keep.

    Refused: what is no JSON, such as NaN; numbers that no double holds, whole or not; a name twice
    in one object; deep nesting; texts with NUL or half a surrogate pair.
    """

    def parse(
        self, stream: IO[Any], media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:  # fmt: skip
        try:
            value = json.loads(
                stream.read().decode("utf-8"),
                object_pairs_hook=_once_each,
                parse_constant=_no_constant,
                parse_float=_finite,
                parse_int=_whole,
            )
        except RecursionError as error:  # far deeper, so that Python does not read it to its end
            raise _too_deep() from error
        except ValueError as error:
            raise Refused("malformed_json", f"The body is not JSON: {error}.") from error
        _check(value)
        return value


class CsvParser(BaseParser):
    """A CSV file as the body of the request; its bytes are for the import to read."""

    media_type = "text/csv"

    def parse(
        self, stream: IO[Any], media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:  # fmt: skip
        return stream.read()


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Refused("duplicate_key", f"The name {name[:40]!r} stands twice in one object.")
        found[name] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(digits: str) -> float:
    """Python reads `1e400` as infinity, which nothing downstream could write as JSON again."""
    number = float(digits)
    if not isfinite(number):
        raise Refused("number_too_large", f"The number {digits[:20]}… in the body is too large.")
    return number


def _whole(digits: str) -> int:
    _finite(digits)
    return int(digits)


def _check(value: Any) -> None:
    for depth, level in enumerate(levels(value)):
        if depth == DEEPEST:
            raise _too_deep()
        for item in level:
            if isinstance(item, str):
                _check_text(item)


def _too_deep() -> Refused:
    return Refused("too_deep", f"The body nests more than {DEEPEST} levels.")


def _check_text(text: str) -> None:
    if "\x00" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refused("bad_characters", "A text in the body has a NUL or half a surrogate pair.")
