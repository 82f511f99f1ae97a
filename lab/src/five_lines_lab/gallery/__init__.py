"""An example of every page, as pictures to look at."""
