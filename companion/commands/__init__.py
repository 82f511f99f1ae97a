"""The subcommands of `five-lines`, one module each."""
