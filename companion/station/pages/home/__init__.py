"""Pages that only a station at home has."""
