"""Refereeing a filmed game: pictures and throws in, events out."""
