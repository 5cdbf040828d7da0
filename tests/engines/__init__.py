"""The games by themselves: no database, no framework."""
