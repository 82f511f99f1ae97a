"""Games that were played: watch, keep and look into them."""
