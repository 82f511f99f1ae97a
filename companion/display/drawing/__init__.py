"""What pages are drawn with: canvas, text, board, dice, colours, sizes."""
