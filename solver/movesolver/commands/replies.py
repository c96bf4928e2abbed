"""Answers: JSON on standard output, or words and tables for people."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec
from rich.console import Console

from movesolver.commands.inputs import read_lines, read_scenario
from movesolver.commands.verb import BAD_INPUT, ILLEGAL, LEGAL
from movesolver.errors import InputError, MoveSolverError
from movesolver.formats.scenario import loads
from movesolver.referee.verdict import Json, Verdict
from movesolver.table.scenario import Scenario

if TYPE_CHECKING:
    from movesolver.paths.reach import Reach
    from movesolver.paths.threat import Threat


class Answer(Protocol):
    """What every question is answered with."""

    def to_json(self) -> Json:
        """Return it as JSON."""


A = TypeVar("A", bound=Answer)


def reply(
    arguments: argparse.Namespace,
    ask: Callable[[Scenario], A],
    good: Callable[[A], bool],
    show: Callable[[A, Console], None],
    keep: Callable[[Scenario, A], None] | None = None,
) -> int:
    """Ask about the scenario, or about each of the lines, answer, and return the exit code.

    Parameters
    ----------
    arguments
        With ``file``, ``json`` and ``lines``.
    ask
        The question.
    good
        Whether an answer says legal, solved or reached.
    show
        Prints an answer for people.
    keep
        Writes the files that were asked for, before anything is printed.
    """
    if arguments.lines:
        return _reply_to_lines(arguments, ask, good)
    with compiling_shown():
        scenario = read_scenario(arguments.file)
        answer = ask(scenario)
        if keep is not None:
            keep(scenario, answer)
    if arguments.json:
        print_json(answer.to_json())
    else:
        from movesolver.report import person

        show(answer, person())
    return LEGAL if good(answer) else ILLEGAL


def _reply_to_lines(
    arguments: argparse.Namespace, ask: Callable[[Scenario], A], good: Callable[[A], bool]
) -> int:
    """Answer each scenario of a JSONL file; a bad line gets an error in its place."""
    for option in ("out", "draw"):
        if getattr(arguments, option, None):
            raise InputError(f"--{option}", "one scenario, so no --lines", "both")
    worst = LEGAL
    with compiling_shown():
        for line in read_lines(arguments.file):
            try:
                answer = ask(loads(line))
                worst = max(worst, LEGAL if good(answer) else ILLEGAL)
                said = answer.to_json()
            except MoveSolverError as error:
                said = {"error": str(error)}
                worst = BAD_INPUT
            print_json(said)
    return worst


def compiling_shown() -> AbstractContextManager[None]:
    """Show compilation to a person at a terminal, on stderr."""
    from movesolver.progress import shown_while_compiling

    return shown_while_compiling(Console(stderr=True))


def print_json(said: object) -> None:
    """Print one line of JSON."""
    sys.stdout.write(msgspec.json.encode(said).decode() + "\n")
    sys.stdout.flush()


def save_picture(
    file: str,
    scenario: Scenario,
    verdict: Verdict | None,
    reach: Reach | None = None,
    threat: Threat | None = None,
) -> None:
    """Draw a scenario into a file."""
    from movesolver.draw.svg import save_svg

    save_svg(file, scenario, verdict=verdict, reach=reach, threat=threat)
