"""Research on the game and on reading boards: never imported by what a museum runs.

Surveys on a cluster need the extra `survey`, training needs `train`.
"""
