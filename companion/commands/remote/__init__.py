"""Other machines: serve phones and brokers, and look after many stations."""
