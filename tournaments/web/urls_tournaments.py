"""The addresses of the pages of a night: tournaments, entries, rounds, tables, results."""

from django.urls import URLPattern

tournament_urls: list[URLPattern] = []
