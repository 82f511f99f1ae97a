"""Values that pass between a station and its frontend: views, intents, faults. No pygame."""
