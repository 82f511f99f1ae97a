"""The people of a virtual table: hands, and players that need nobody."""
