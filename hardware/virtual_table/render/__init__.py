"""Render a scene as a camera's picture."""
