"""Segmentation: each pixel shows bare board, a counter of either seat, or another object."""
