"""How well boards are read: pictures with truth, and the table of results."""
