"""Tile sets: data that a club can replace, checked, named, drawn. `sets` begins."""
