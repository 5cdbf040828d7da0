"""The start script as a module: it has no `.py`, so that people type `./teien`."""

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def load() -> Any:
    if "teien_script" not in sys.modules:
        loader = SourceFileLoader("teien_script", str(ROOT / "teien"))
        spec = importlib.util.spec_from_loader("teien_script", loader)
        assert spec
        sys.modules["teien_script"] = importlib.util.module_from_spec(spec)
        loader.exec_module(sys.modules["teien_script"])
    return sys.modules["teien_script"]


teien = load()
