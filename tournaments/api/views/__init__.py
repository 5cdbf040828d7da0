"""The doors, by noun."""
