"""Remote control: the station's socket, the queries that it answers and the commands that it carries out."""
