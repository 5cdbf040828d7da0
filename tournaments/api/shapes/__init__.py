"""What the API shows of each kind of thing: its rows, its fields, its version."""
