"""Which modules run compiled: those whose extension was built from just this source.

Every module of the engines with a `.pxd` beside it can be compiled by `setup.py`; without a
compiler the same games run from the `.py`. A build writes the digest of its sources down. Where
that differs from the sources of today, or `TEIEN_PURE=1` is set, the `.py` is imported though an
extension lies beside it, so an edited source is never shadowed.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
STAMP = ROOT / "engines" / "compiled.json"
"""What was built last, and whether it could be."""


def modules() -> Iterator[tuple[str, Path]]:
    """Every module that can be compiled, with its source."""
    for types in sorted((ROOT / "engines").rglob("*.pxd")):
        source = types.with_suffix(".py")
        yield ".".join(source.relative_to(ROOT).with_suffix("").parts), source


def digest(source: Path) -> str:
    """Of a source and of all types, since a module compiles in the types of those it uses."""
    found = hashlib.sha256(source.read_bytes())
    for types in sorted((ROOT / "engines").rglob("*.pxd")):
        found.update(types.read_bytes())
    return found.hexdigest()


def digests() -> dict[str, str]:
    """Module ↦ digest of what it would be built from now."""
    return {name: digest(source) for name, source in modules()}


def write_stamp(*, built: bool) -> None:
    """After a build, or an attempt: which sources were tried, and whether it went well."""
    STAMP.write_text(json.dumps({"built": built, "sources": digests()}, indent=1))


def stamp() -> tuple[bool, dict[str, str]]:
    """What `write_stamp` wrote last; nothing built where it never did."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        read = json.loads(STAMP.read_text())
        return bool(read["built"]), dict(read["sources"])
    return False, {}


def is_current() -> bool:
    """Whether an extension of every module lies there, built from just these sources."""
    built, sources = stamp()
    there = all(
        any(source.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES)
        for _, source in modules()
    )
    return built and there and sources == digests()


def is_to_be_built(*, again: bool) -> bool:
    """Whether a build may help: none of just these sources lies there, and they did not fail
    before; `again`: even if they did, since a compiler may have come."""
    built, sources = stamp()
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
    if os.environ.get("TEIEN_PURE", "") == "1" or not is_current():
        sys.meta_path.insert(0, SourceFinder(dict(modules())))


def is_compiled(name: str) -> bool:
    """Whether a module that is imported runs compiled."""
    file = getattr(sys.modules[name], "__file__", None) or ""
    return file.endswith(tuple(EXTENSION_SUFFIXES))


if __name__ == "__main__":  # the start script asks whether there is nothing to build
    sys.exit(is_to_be_built(again=sys.argv[1:] == ["again"]))
