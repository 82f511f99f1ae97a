"""The subcommands of `five-lines`: one module each, in folders by what they are about.

`add_arguments(parser)` of each adds its own arguments; `run(args)` does it and returns the exit status.
"""
