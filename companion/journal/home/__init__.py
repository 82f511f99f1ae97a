"""Names and standings of people at home, kept in files next to the journal."""
