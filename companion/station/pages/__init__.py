"""Pages of the station; `companion.display.pages` draws each."""
