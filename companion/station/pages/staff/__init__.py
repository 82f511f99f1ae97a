"""The staff pages; `companion.display.pages.staff` draws each."""
