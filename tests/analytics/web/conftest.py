"""Browsers of people, as for the pages of tournaments."""

from tests.tournaments.web.conftest import _watch_queries, browser, browser_of, visitor

__all__ = ["_watch_queries", "browser", "browser_of", "visitor"]
