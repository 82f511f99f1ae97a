"""What each pixel shows: bare board, a counter of either seat, or another thing."""
