"""The station's page for phones: the game followed live, games to look through, rules, and the staff's desk.

It runs in the process beside the station, reads its journal and asks it through its socket. No move is ever
taken from here, and nothing is fetched from beyond the station.
"""
