"""Everything that can be set about a station: `station.toml` and the values it becomes."""
