"""MQTT: what a broker is sent, what it keeps, and the commands that come from it."""
