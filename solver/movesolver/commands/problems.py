"""What people are told on standard error: all that is wrong with a list or a save, an interrupt."""

from __future__ import annotations

import sys
from collections.abc import Callable

from movesolver.commands.verb import BAD_INPUT, INTERRUPTED
from movesolver.formats.problems import ProblemsError


def interrupted(left: str) -> int:
    """Say that Ctrl-C came before all was done, and what is left; return the exit code."""
    if sys.stderr is not None:
        sys.stderr.write(f"movesolver: interrupted, {left}\n")
    return INTERRUPTED


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
