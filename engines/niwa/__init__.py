"""Niwa: three colours, eight missions, nine cards a hand."""
