"""The people of a virtual table: hands, mistakes, and players that need nobody."""
