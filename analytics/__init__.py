"""Simulations, statistics and dashboards; they come after the club night (CHANGELOG.md)."""
