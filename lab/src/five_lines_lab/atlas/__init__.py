"""The table of a survey as a page to look around in, and as CSV with a data sheet."""
