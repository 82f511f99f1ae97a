"""The station's web page for phones: the game live, games to replay, rules, and a site for staff.

It runs in the process beside the station, reads its journal and queries its socket. No move is ever taken
from here, and nothing is fetched from beyond the station.
"""
