"""Reading boards: how well it is done, films to try it on, and training."""
