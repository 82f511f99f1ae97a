"""Training of the shape classifier: random tables, pictures of them, and the network."""
