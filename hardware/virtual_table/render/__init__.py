"""A scene becomes the picture that a camera takes of it."""
