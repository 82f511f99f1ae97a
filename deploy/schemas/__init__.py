"""Schemas for other programs: JSON Schema of games, AsyncAPI of MQTT, OpenAPI of the page."""
