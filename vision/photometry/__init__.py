"""Photometry: opponent colours and illumination."""
