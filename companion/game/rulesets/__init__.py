"""Rule sets: options, published reconstructions and their sources."""
