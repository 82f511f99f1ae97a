"""What each page of the station does; `companion.display.pages` has how each looks."""
