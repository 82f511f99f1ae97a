"""Drawings of the things on a table: board, counters, dice and hands."""
