"""The board as a thing on a table: its measures in millimetres, however it is printed, drawn or seen."""
