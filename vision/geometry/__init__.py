"""Geometry: board, camera, rectified picture, and the half to which a place belongs."""
