"""Games beyond the board of five lines and the one die: see `five-lines beyond`."""
