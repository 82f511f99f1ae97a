"""How light and colour are measured: opponent colours and illumination."""
