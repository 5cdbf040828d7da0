"""Which modules run compiled: those whose extension was built from just this source.

Every module of the engines with a `.pxd` beside it can be compiled by `setup.py`; without a
compiler the same games run from the `.py`. A build writes the digests of its sources and of its
extensions down. Where those differ from what lies there today, or `TEIEN_PURE=1` is set, the `.py`
is imported though an extension lies beside it: an edited source is never shadowed, and a damaged
extension stops nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
STAMP = ROOT / "engines" / "compiled.json"
"""What was built last, and whether it could be."""


def modules() -> Iterator[tuple[str, Path]]:
    """Every module that can be compiled, with its source."""
    for types in sorted((ROOT / "engines").rglob("*.pxd")):
        source = types.with_suffix(".py")
        yield ".".join(source.relative_to(ROOT).with_suffix("").parts), source


def digests() -> dict[str, str]:
    """Module ↦ digest of what it would be built from now: its source and the types of all, since a
    module compiles in the types of those it uses."""
    found = list(modules())
    types = b"".join(source.with_suffix(".pxd").read_bytes() for _, source in found)
    return {name: hashlib.sha256(source.read_bytes() + types).hexdigest() for name, source in found}


def extensions() -> dict[str, str]:
    """Module ↦ digest of the extension that Python would import; no entry where none lies there."""
    found: dict[str, str] = {}
    for name, source in modules():
        for suffix in EXTENSION_SUFFIXES:
            with contextlib.suppress(OSError):
                found[name] = hashlib.sha256(source.with_suffix(suffix).read_bytes()).hexdigest()
                break
    return found


class Stamp(NamedTuple):
    """What a build, or an attempt, came to: module ↦ digest of its source, and of its extension."""

    built: bool
    sources: dict[str, str]
    extensions: dict[str, str]


def write_stamp(sources: Mapping[str, str], *, built: bool) -> None:
    """After a build, or an attempt: which sources were tried, and what lies there if all went well.

    sources: their digests before the build began, for one may be edited while it goes on.
    """
    kept = Stamp(built, dict(sources), extensions() if built else {})
    STAMP.write_text(json.dumps(kept._asdict(), indent=1))


def stamp() -> Stamp:
    """What `write_stamp` wrote last; nothing built where it never did."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        read = json.loads(STAMP.read_text())
        return Stamp(bool(read["built"]), dict(read["sources"]), dict(read["extensions"]))
    return Stamp(False, {}, {})


def is_current() -> bool:
    """Whether the extension of every module lies there as it was built from just these sources."""
    built, sources, whole = stamp()
    if not built or sources != digests():
        return False
    return sources.keys() == whole.keys() and whole == extensions()


def is_damaged() -> bool:
    """Whether these sources were built, and an extension is not as it was then, or gone."""
    built, sources, _ = stamp()
    return built and sources == digests() and not is_current()


def is_to_be_built(*, again: bool) -> bool:
    """Whether a build may help: none of just these sources lies there, and they did not fail
    before; `again`: even if they did, since a compiler may have come."""
    built, sources, _ = stamp()
    failed = not built and sources == digests()
    return not is_current() and (again or not failed)


class SourceFinder:
    """Finds the `.py` of modules that must not be imported compiled."""

    def __init__(self, sources: dict[str, Path]) -> None:
        self.sources = sources

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        source = self.sources.get(name)
        return importlib.util.spec_from_file_location(name, source) if source else None


def choose() -> None:
    """Called once, before any such module is imported: all compiled modules, or all sources.

    Compiled modules use one another's types, so one stale module makes all of them plain.
    """
    if is_pure() or not is_current():
        sys.meta_path.insert(0, SourceFinder(dict(modules())))


def is_pure() -> bool:
    """Whether the sources are wanted, whatever lies beside them."""
    return os.environ.get("TEIEN_PURE", "") == "1"


def is_compiled(name: str) -> bool:
    """Whether a module that is imported runs compiled."""
    file = getattr(sys.modules[name], "__file__", None) or ""
    return file.endswith(tuple(EXTENSION_SUFFIXES))


class Answer(IntEnum):
    """How the games run: an exit status for the start script. 1 and 2 are Python's own."""

    COMPILED = 0
    FROM_SOURCE = 3
    TO_BE_BUILT = 4
    """From source, and a build may help."""
    DAMAGED = 5
    """From source, since an extension is not as it was built, or gone."""


def answer(*, again: bool = False) -> Answer:
    """How the games run, found by importing them: what stops that is raised as it comes.

    again: see `is_to_be_built`.
    """
    names = [name for name, _ in modules()]
    for name in ("engines.registry", *names):
        importlib.import_module(name)
    if all(map(is_compiled, names)):
        return Answer.COMPILED
    if is_pure():
        return Answer.FROM_SOURCE
    if is_damaged():
        return Answer.DAMAGED
    return Answer.TO_BE_BUILT if is_to_be_built(again=again) else Answer.FROM_SOURCE
