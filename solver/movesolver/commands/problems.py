"""What is wrong with a list or a save: all of it, one line each."""

from __future__ import annotations

import sys
from collections.abc import Callable

from movesolver.commands.verb import BAD_INPUT
from movesolver.formats.problems import ProblemsError


def each_on_a_line(run: Callable[[], int]) -> int:
    """Return what ``run`` returns; of an error with several problems each gets a line."""
    try:
        return run()
    except ProblemsError as error:
        problems = error.problems
    for problem in problems:
        words = " ".join(str(problem).split())
        shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words)
        if sys.stderr is not None:
            sys.stderr.write(f"movesolver: {shown}\n")
    return BAD_INPUT
