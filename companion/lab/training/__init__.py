"""The school of the second witness: tables that never were, pictures of them, and a network that learns."""
