"""The lab's subcommands of `five-lines`: one module each, in folders by what they are about.

The entry point in `pyproject.toml` leads here.
"""
