"""Filmed games that ship with the project.

`first_game` is a game of Schädler's rules with a forced pass, Zugzwang, three different illegal moves and
their correction, and a win. Made, and to be made again, by::

    five-lines film --seed 1590 --mistakes 3 --out companion/film/first_game
"""
