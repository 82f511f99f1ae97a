"""Upkeep at every turn of the loop, whatever page is shown."""
