"""Answers: JSON on standard output, or words and tables for people."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec
from rich.console import Console

from movesolver.commands.inputs import read_lines, read_scenario
from movesolver.commands.verb import BAD_INPUT, ILLEGAL, LEGAL
from movesolver.errors import InputError, MoveSolverError
from movesolver.formats.files import naming
from movesolver.formats.scenario import loads
from movesolver.referee.verdict import Json, Verdict
from movesolver.table.scenario import Scenario

if TYPE_CHECKING:
    from pathlib import Path

    from movesolver.checking.reached import Reached
    from movesolver.progress import Work


class Answer(Protocol):
    """What every question is answered with."""

    def to_json(self) -> Json:
        """Return it as JSON."""


A = TypeVar("A", bound=Answer)


def reply(
    arguments: argparse.Namespace,
    ask: Callable[[Scenario, Work], A],
    good: Callable[[A], bool],
    show: Callable[[A, Console], None],
    keep: Callable[[Scenario, A], None] | None = None,
    before: Callable[[], None] | None = None,
    kernels: Sequence[str] = ("check",),
) -> int:
    """Ask about the scenario, or about each of the lines, answer, and return the exit code.

    Parameters
    ----------
    arguments
        With ``file``, ``json`` and ``lines``.
    ask
        The question; it may tell the work how far it has come.
    good
        Whether an answer says legal, solved or reached.
    show
        Prints an answer for people.
    keep
        Writes the files that were asked for, before anything is printed.
    before
        Called before each scenario is read.
    kernels
        Jobs of `movesolver.warm.jobs` whose kernels the question calls, or most of them.
    """
    before = before or _nothing
    if arguments.lines:
        return _reply_to_lines(arguments, ask, good, before, kernels)
    with working() as work:
        before()
        # Where there are two files, an error says which of them it is about.
        with nullcontext() if before is _nothing else naming(arguments.file):
            scenario = read_scenario(arguments.file)
        compile_side_by_side(work, *kernels)
        work.say("working")
        answer = ask(scenario, work)
        if keep is not None:
            keep(scenario, answer)
    if arguments.json:
        print_json(answer.to_json())
    else:
        from movesolver.report import person

        show(answer, person())
    return LEGAL if good(answer) else ILLEGAL


def _nothing() -> None:
    """Do it."""


def _reply_to_lines(
    arguments: argparse.Namespace,
    ask: Callable[[Scenario, Work], A],
    good: Callable[[A], bool],
    before: Callable[[], None],
    kernels: Sequence[str],
) -> int:
    """Answer each scenario of a JSONL file; a bad line gets an error in its place."""
    for option in ("out", "draw"):
        if getattr(arguments, option, None):
            raise InputError(f"--{option}", "one scenario, so no --lines", "both")
    worst, tell = LEGAL, not sys.stdout.isatty()
    with working() as work:
        compile_side_by_side(work, *kernels)
        for number, line in enumerate(read_lines(arguments.file)):
            if tell:
                work.say(f"{number:,} answered")
            try:
                before()
                with nullcontext() if before is _nothing else naming(arguments.file):
                    scenario = loads(line)
                answer = ask(scenario, work)
                worst = max(worst, LEGAL if good(answer) else ILLEGAL)
                said = answer.to_json()
            except MoveSolverError as error:
                said = {"error": str(error)}
                worst = BAD_INPUT
            print_json(said)
    return worst


def working() -> AbstractContextManager[Work]:
    """Show what goes on to a person at a terminal, on stderr."""
    from movesolver.progress import shown_work

    return shown_work(Console(stderr=True))


def compile_side_by_side(work: Work, *jobs: str) -> None:
    """Compile the kernels of jobs in several processes where none is compiled yet."""
    from movesolver.warm.ahead import compile_ahead, is_compiled

    if not is_compiled(jobs[-1]):
        said = "compiling kernels, the first time only: {} of {} done"
        compile_ahead(jobs, tell=lambda *done: work.say(said.format(*done), "kernels"))


def print_json(said: object) -> None:
    """Print one line of JSON."""
    sys.stdout.write(msgspec.json.encode(said).decode() + "\n")
    sys.stdout.flush()


def save_picture(
    file: str | Path,
    answer: object,
    verdict: Verdict | Reached | None = None,
    *,
    whole: bool = False,
) -> None:
    """Draw an answer into a file: a page or a picture, as its name ends."""
    from movesolver.draw.files import save_picture as save

    save(file, answer, verdict=verdict, whole=whole)
