"""How well boards are read: pictures with ground truth, and the table of results."""
