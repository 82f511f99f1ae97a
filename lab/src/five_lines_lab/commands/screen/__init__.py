"""Commands about the screen and what a station says."""
