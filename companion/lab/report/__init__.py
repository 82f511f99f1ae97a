"""What is told about games: figures, comparisons, random play, plots."""
