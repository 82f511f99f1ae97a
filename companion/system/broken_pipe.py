"""Output that nobody reads any more, as that of `five-lines ... | head`."""

import os
import sys

EXIT_UNHEARD = 2


def fall_silent() -> int:
    """Let go of the output whose reader went away; the exit status, as nothing is left to tell anyone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_UNHEARD
