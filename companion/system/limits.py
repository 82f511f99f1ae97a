"""Limits for files from outside, checked before they are read."""

MAX_PICTURE_BYTES = 60_000_000  # A JPEG of as many pixels as are allowed is smaller
MAX_PICTURE_PIXELS = 50_000_000  # decoded, 150 MB; the cameras of a Raspberry Pi take up to 12 million
MAX_TOML_BYTES = 200_000
"""More than ten times a station.toml with every setting explained; all other TOML is shorter."""
MAX_DATA_BYTES = 20_000_000  # JSON and records of games: the truth of 7,000 pictures
MAX_LISTS = 1_000_000
"""Lists and tables in one text of JSON; read, 200 MB. The longest game known has a tenth."""
MAX_REREAD = 1_000_000
"""Letters that are parsed to find the lines of settings; each statement is, once for each of its lines."""
MAX_JOINED = 16
"""Names joined by dots in TOML; settings have two. What a thousand take grows with their square."""
MAX_DEPTH = 64  # lists and tables within each other in TOML and JSON; a station's own have less than ten
MAX_MISTAKES = 20  # maximum mistakes shown of one file; fixing these shows the next
MAX_GAMES_BYTES = 4_000_000_000
"""A file of games: a busy museum's of seven years. A game of 50 throws has 30 kB; one is read at a time."""
MAX_GAME_BYTES = 20_000_000  # one game in it; the longest known, of 5,400 throws, has a quarter of that
MAX_TEXT_BYTES = 20_000  # a house's texts in one language: many times what a screen has room for
MAX_LOGO_BYTES = 5_000_000
MAX_LOGO_PIXELS = 16_000_000  # a logo as a designer sends it; decoded, 64 MB
