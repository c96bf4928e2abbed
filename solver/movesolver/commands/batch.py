"""``movesolver batch``: one question about a file of many boards."""

from __future__ import annotations

import argparse

from movesolver.batch.options import add_options
from movesolver.commands.kinds import positive, whole
from movesolver.commands.options import refuse_unused
from movesolver.commands.problems import interrupted
from movesolver.commands.verb import BAD_INPUT, ILLEGAL, LEGAL, Verb

USED_BY = (
    (("seed", "iterations", "time_ms"), ("solve", "snap", "propose")),
    (("k",), ("propose",)),
    (("bound",), ("solve",)),
    (
        ("folder", "threads", "processes", "cluster", "chunk"),
        ("check", "ends", "solve", "snap", "propose"),
    ),
)
"""Options, and the questions that they are for."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_options(parser, whole, positive)


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.batch.command import run_command
    from movesolver.commands.replies import print_json
    from movesolver.report import person, print_batch

    for names, verbs in USED_BY:
        if arguments.verb not in verbs:
            refuse_unused(arguments, names, f"{' or '.join(verbs)}", arguments.verb)
    summary = run_command(arguments)
    if arguments.json:
        print_json(summary)
    else:
        print_batch(summary, person())
    errors = summary.get("errors")
    if isinstance(errors, dict) and "NOT_DONE" in errors:
        return interrupted(f"{errors['NOT_DONE']:,} boards not done")
    if errors or summary.get("bad"):
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
