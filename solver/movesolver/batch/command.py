"""``movesolver batch``: one question about a file of boards, and a summary of the answers."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from rich.console import Console

from movesolver.batch.answers import Answers, Checked, Failure, Proposed, Solved
from movesolver.batch.boards import Boards
from movesolver.batch.many import check_many, propose_many, snap_many, solve_many
from movesolver.batch.npz import check_folder
from movesolver.errors import InputError
from movesolver.formats.files import lines_of, opened
from movesolver.referee.verdict import Json

MOST_MESSAGES = 10
"""So many bad boards are named in a summary."""


def run_command(arguments: argparse.Namespace) -> Json:
    """Run the command and return its summary; ``good`` says whether all boards are.

    Raises
    ------
    InputError
        If the file, the folder or an option makes no sense.
    """
    if arguments.out:
        check_folder(arguments.out)
    with _given(arguments.file) as boards:
        if arguments.verb == "pack":
            return _packed(arguments, boards)
        with _hands(arguments) as hands:
            answers = _asked(arguments, boards, hands)
    if arguments.out:
        answers.save(arguments.out)
    return _summary(answers)


def _asked(arguments: argparse.Namespace, boards: Any, hands: dict[str, Any]) -> Answers:
    search = {name: getattr(arguments, name) for name in ("seed", "iterations", "time_ms")}
    search["seed"] = search["seed"] or 0
    if arguments.verb == "check":
        return check_many(boards, **hands)
    if arguments.verb == "ends":
        return check_many(boards, depth="ends", **hands)
    if arguments.verb == "solve":
        return solve_many(boards, bound=arguments.bound, **search, **hands)
    if arguments.verb == "snap":
        return snap_many(boards, **search, **hands)
    return propose_many(boards, 4 if arguments.k is None else arguments.k, **search, **hands)


def _packed(arguments: argparse.Namespace, boards: Any) -> Json:
    if not arguments.out:
        raise InputError("--out", "where to write the boards", "nothing")
    found = Boards.load(boards) if isinstance(boards, str) else Boards.of(boards)
    bad = int((found.arrays["fault"] >= 0).sum())
    found.save(arguments.out)
    return {"boards": len(found), "bad": bad, "good": not bad}


@contextmanager
def _given(file: str) -> Iterator[Any]:
    """Yield the path of a file of boards, or the scenarios of lines."""
    if file.lower().endswith(".npz"):
        yield file
    elif file == "-":
        if sys.stdin is None:
            raise InputError("-", "scenarios on standard input", "a closed stream")
        yield lines_of(sys.stdin.buffer)
    else:
        with opened(file) as stream:
            yield lines_of(stream)


@contextmanager
def _hands(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield who does the work."""
    console = Console(stderr=True)
    hands: dict[str, Any] = {
        "threads": arguments.threads,
        "processes": arguments.processes,
        "chunk": arguments.chunk,
        "folder": arguments.folder,
        "progress": console if console.is_terminal else False,
    }
    if not arguments.cluster:
        yield hands
        return
    try:
        from distributed import Client
    except ImportError:
        wanted = "the extra of that name: pip install movesolver[cluster]"
        raise InputError("--cluster", wanted, "no distributed") from None
    try:
        client = Client(arguments.cluster, timeout=10)
    except (OSError, ValueError, TimeoutError) as error:
        wanted = "the address of a Dask scheduler"
        raise InputError("--cluster", wanted, f"{arguments.cluster} ({error})"[:200]) from None
    with client:
        yield {**hands, "executor": client}


def _summary(answers: Answers) -> Json:
    """Return how many boards came to what."""
    failed = np.flatnonzero(answers.error)
    said: Json = {"boards": len(answers), "done": int(answers.done.sum())}
    good = not failed.size
    if isinstance(answers, Checked):
        said["legal"] = int(answers.legal.sum())
        good &= bool(answers.legal.all())
    elif isinstance(answers, Solved):
        said["solved"] = int(answers.solved.sum())
        good &= bool(answers.solved.all())
        said["objective"] = float(np.nansum(answers.objective))
    elif isinstance(answers, Proposed):
        said["moves"] = int(answers.first_move[-1])
        good &= bool((np.diff(answers.first_move) > 0).all())
    kinds = Counter(Failure(int(code)).name for code in answers.error[failed])
    said["errors"] = dict(sorted(kinds.items()))
    bad = np.flatnonzero((answers.error != 0) & (answers.error != Failure.NOT_DONE))
    said["messages"] = {str(b): answers.message(b) for b in bad[:MOST_MESSAGES].tolist()}
    said["interrupted"] = answers.interrupted
    said["good"] = good
    return said
