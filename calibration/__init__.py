"""How a station learns its board, its counters' colours and its camera; the printable board."""
