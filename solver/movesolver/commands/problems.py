"""What is wrong with a list or a save: all of it, one line each."""

from __future__ import annotations

import sys
from collections.abc import Callable

from movesolver.commands.verb import BAD_INPUT
from movesolver.errors import InputError


def each_on_a_line(run: Callable[[], int]) -> int:
    """Return what ``run`` returns; of an error with several problems each gets a line."""
    try:
        return run()
    except InputError as error:
        problems = getattr(error, "problems", (error,))
        if len(problems) < 2:
            raise
    for problem in problems:
        words = " ".join(str(problem).split())
        shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words)
        if sys.stderr is not None:
            sys.stderr.write(f"movesolver: {shown}\n")
    return BAD_INPUT
