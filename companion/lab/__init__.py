"""Research on the game and on reading boards: never imported by what a museum runs.

Only `companion.commands` imports it. Surveys on a cluster need the extra `lab`, training needs `train`.
"""
