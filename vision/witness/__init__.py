"""The second witness: a small trained network that looks at the board beside its own bare picture."""
