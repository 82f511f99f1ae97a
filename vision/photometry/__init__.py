"""How light and colour are measured: opponent colours, illumination, highlights."""
