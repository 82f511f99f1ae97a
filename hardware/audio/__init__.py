"""Audio: cues, the mixer that plays them, and speech."""
