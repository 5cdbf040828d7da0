"""The games played once more, slowly and plainly, from the rules pages alone."""
