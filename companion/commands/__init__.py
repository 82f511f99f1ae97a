"""The subcommands of `five-lines`: one module each, in folders by what they are about."""
