"""A station and its machine: run it, set it up, check it, back it up."""
