"""The addresses of the pages about people: the first run, clubs, members, players, tokens."""

from django.urls import URLPattern

people_urls: list[URLPattern] = []
