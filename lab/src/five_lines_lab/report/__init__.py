"""Reports on games: comparisons, random play, plots."""
