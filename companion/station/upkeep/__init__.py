"""What is seen to at every turn, whatever page is shown."""
