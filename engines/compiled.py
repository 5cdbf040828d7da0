"""Which modules run compiled: those whose extension was built from just this source.

Every module of the engines with a `.pxd` beside it can be compiled by `setup.py`; without a
compiler the same games run from the `.py`. A build writes the digest of its sources down. Where
that differs from the sources of today, or `TEIEN_PURE=1` is set, the `.py` is imported though an
extension lies beside it, so an edited source is never shadowed.
"""

from __future__ import annotations

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
"""What the extensions were built from: module ↦ digest."""


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


def write_stamp() -> None:
    """After a build: what it was built from."""
    STAMP.write_text(json.dumps({name: digest(source) for name, source in modules()}, indent=1))


def is_current(name: str, source: Path) -> bool:
    """Whether an extension lies there that was built from this source."""
    if not any(source.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES):
        return False
    try:
        stamps: object = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return False
    return isinstance(stamps, dict) and stamps.get(name) == digest(source)


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
    found = dict(modules())
    pure = os.environ.get("TEIEN_PURE", "") == "1"
    if pure or not all(is_current(name, source) for name, source in found.items()):
        sys.meta_path.insert(0, SourceFinder(found))


def is_compiled(name: str) -> bool:
    """Whether a module that is imported runs compiled."""
    file = getattr(sys.modules[name], "__file__", None) or ""
    return file.endswith(tuple(EXTENSION_SUFFIXES))
