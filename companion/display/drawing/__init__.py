"""The drawing toolkit: canvas, text, board, dice, colours, sizes."""
