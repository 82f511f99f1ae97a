"""The way out of the house: a socket that a station answers on, and the process beside it that uses it."""
