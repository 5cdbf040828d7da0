"""Decisions of a tournament as pure functions: values and a seed in, values out.

Numbers are exact (`fractions.Fraction`) and never rounded here; rounding is for display.
Nothing in this package knows Django, a database, a clock or a file.
"""
