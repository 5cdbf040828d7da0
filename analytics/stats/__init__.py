"""Figures with how sure they are: values in, values out, no framework."""
