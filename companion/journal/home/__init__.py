"""What a journal at home has beside it."""
