"""An example of every page, as pictures for people to look at."""
