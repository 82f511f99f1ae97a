"""Random tables, and the truth about pictures of them."""
