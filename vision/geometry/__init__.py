"""Where things are: board, camera and rectified picture, and which half a place belongs to."""
