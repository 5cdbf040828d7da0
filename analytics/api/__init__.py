"""The API of simulations; its frame, errors and rules are those of `tournaments.api`."""
