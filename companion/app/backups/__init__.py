"""A station in one file: written, encrypted, and put back."""
