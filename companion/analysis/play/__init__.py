"""Playing with what is known of a game: tables of chances, the computer's choice, insight."""
