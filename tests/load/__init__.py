"""Whole processes under load: real workers, killed and hurried. Not part of the suite."""
