"""The subcommands of `five-lines` that write boards, parts and papers: one module each.

The entry point in `pyproject.toml` leads here.
"""
