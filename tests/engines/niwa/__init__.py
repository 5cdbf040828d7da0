"""Niwa as it is played."""
