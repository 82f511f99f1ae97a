"""The board at the table: what the camera shows, and how it is learned."""
