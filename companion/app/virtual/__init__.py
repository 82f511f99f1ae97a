"""The players of a virtual table: a person's hand, and robots."""
