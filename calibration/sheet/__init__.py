"""The printable board."""
