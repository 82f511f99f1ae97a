"""The pages of the staff; `companion.display.pages.staff` has how each looks."""
