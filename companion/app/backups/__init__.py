"""Backups of a station: written, encrypted and restored."""
