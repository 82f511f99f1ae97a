"""Drawings of what lies on a table: board, counters, dice and hands."""
