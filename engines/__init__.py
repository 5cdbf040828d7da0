"""The garden games in plain Python: no framework, no clock, no global randomness."""

from engines import compiled

compiled.choose()
