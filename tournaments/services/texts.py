"""Texts that people type: one line, normalised, of a bounded length."""

import re
import unicodedata
from collections.abc import Sequence

from engines.texts import JOINERS, NO_TEXT, is_line, is_seen
from tournaments.errors import Refused

UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\ufff9-\ufffc"
)
"""Unicode's Default_Ignorable_Code_Point (a property that `unicodedata` lacks): what is drawn as
nothing, such as U+200B, the bidi controls and the Hangul fillers. And the anchors of annotations
and objects, which are as good as nothing in a line."""
SHAPING = JOINERS + "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""What is unseen, but shapes the letter beside it: Persian and Indic joiners, the selectors of
Mongolian letters, of Japanese characters (葛󠄀) and of emoji."""
BLANKS = "\u2800\U00013441\U00013442\U0001d159"
"""Letters and symbols that are drawn as a space, such as the empty cell of Braille."""

ANY_UNSEEN = re.compile(f"[{UNSEEN}]")
ANY_BLANK = re.compile(f"[{BLANKS}]")
MEANS_NOTHING = re.compile(f"(?![{SHAPING}])[{UNSEEN}]")
SHAPES_NOTHING = re.compile(
    rf"(?<![^\x00-\x7f])[{SHAPING}]+|[{JOINERS}][{SHAPING}]*(?![^\x00-\x7f])"
)
"""Shaping characters after, and joiners before, a space, an ASCII letter or the end."""


def clean_line(value: object, *, field: str, longest: int, required: bool = True) -> str:
    """NFC, single spaces, nothing unseen that shapes nothing. Refuses what is no line to the
    engines either (`is_line`): control characters, nothing to see; and a line that is too long.
    """
    if not isinstance(value, str):
        raise Refused("not_a_text", f"{field.capitalize()} must be a text.", field=field)
    text = _seen(value)
    no_text = any(unicodedata.category(letter) in NO_TEXT for letter in text)
    if required and not no_text and not is_seen(text):
        raise Refused("missing", f"{field.capitalize()} is missing.", field=field)
    if text and not is_line(text):
        raise Refused(
            "bad_characters", f"{field.capitalize()} has characters that are no text.", field=field
        )
    if len(text) > longest:
        raise Refused(
            "too_long", f"{field.capitalize()} is longer than {longest} characters.", field=field
        )
    return text


def name_key(name: str) -> str:
    """A name as compared: compatibility forms, case, spaces and what is unseen don't tell two
    people apart."""
    text = ANY_UNSEEN.sub("", unicodedata.normalize("NFKC", ANY_BLANK.sub(" ", name)))
    return " ".join(unicodedata.normalize("NFKC", text.casefold()).split())


def has_controls(text: str) -> bool:
    """Whether a text has controls or half pairs, which no form sends."""
    return any(unicodedata.category(letter) in {"Cc", "Cs"} for letter in text)


def _seen(value: str) -> str:
    text = MEANS_NOTHING.sub("", unicodedata.normalize("NFC", ANY_BLANK.sub(" ", value)))
    text = SHAPES_NOTHING.sub("", " ".join(text.split()))
    return unicodedata.normalize("NFC", text)


def name_tables(numbers: Sequence[int | None]) -> str:
    """`table 3`, `tables 1 and 2`, `tables 1, 2 and 5`."""
    *first, last = [str(number) for number in numbers]
    return f"tables {', '.join(first)} and {last}" if first else f"table {last}"
