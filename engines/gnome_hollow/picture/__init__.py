"""A game of Gnome Hollow, drawn: the garden, and all that lies beside it. `whole` begins."""
