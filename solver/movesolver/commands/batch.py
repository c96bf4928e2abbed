"""``movesolver batch``: one question about a file of many boards."""

from __future__ import annotations

import argparse

from movesolver.batch.options import add_options
from movesolver.commands.kinds import positive, whole
from movesolver.commands.verb import BAD_INPUT, ILLEGAL, LEGAL, Verb


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_options(parser, whole, positive)


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.batch.command import run_command
    from movesolver.commands.replies import print_json
    from movesolver.report import person, print_batch

    summary = run_command(arguments)
    if arguments.json:
        print_json(summary)
    else:
        print_batch(summary, person())
    if summary.get("errors") or summary.get("bad"):
        return BAD_INPUT
    return LEGAL if summary["good"] else ILLEGAL


VERB = Verb(
    "batch",
    "ask one question about a file of many boards",
    (
        "movesolver batch pack examples/boards.jsonl --out boards.npz",
        "movesolver batch solve boards.npz --out answers.npz --json",
    ),
    _add_options,
    _run,
)
