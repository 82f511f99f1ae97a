"""What passes between a station and whatever shows it: views, intents, faults. No pygame."""
