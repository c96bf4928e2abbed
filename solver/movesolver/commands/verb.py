"""What a command of the command line is, and the exit codes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple

LEGAL, ILLEGAL, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: a good answer; a bad one; no answer, as the question was wrong; Ctrl-C."""


class Verb(NamedTuple):
    """One command."""

    name: str
    help: str
    """What it does, in one line without a full stop."""
    examples: tuple[str, ...]
    """Lines that can be run in the folder of the README; its help shows them."""
    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    """Does it and returns the exit code."""
