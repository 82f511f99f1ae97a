"""What a station sounds like: cues, the mixer that plays them, and speech."""
