"""The command ``movesolver simulate``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from movesolver.errors import InputError
from movesolver.formats.files import naming
from movesolver.formats.scenario import load
from movesolver.report import escape
from movesolver.simulate.games import play_games
from movesolver.simulate.grounds import PLAIN
from movesolver.simulate.match import Match, checked
from movesolver.simulate.page import leads_of, page_of, table_of, verdict_of
from movesolver.simulate.rosters import build_board
from movesolver.simulate.summary import Summary, summarised
from movesolver.table.fields import shown

ROSTERS = "foot", "riders"
"""The armies, if none are named."""


def run_command(arguments: argparse.Namespace, console: Console, progress: Console) -> Summary:
    """Play, write and print what was asked for; return what came of it.

    Raises
    ------
    InputError
        If an option makes no sense, or a file cannot be written.
    """
    if any(":" in name for name in arguments.policies) and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())  # a policy in a file beside
    match = checked(_match(arguments))
    for file, ending in ((arguments.out, ".npz"), (arguments.page, ".html")):
        _check_writable(file, ending)
    processes = 0 if arguments.threads is arguments.processes is None else arguments.processes
    games = play_games(
        match,
        threads=arguments.threads,
        processes=processes,
        folder=arguments.folder,
        progress=progress if progress.is_terminal else False,
    )
    summary = summarised(games, match)
    credit = _credit(arguments)
    if arguments.out:
        games.save(arguments.out)
    if arguments.page:
        title = f"{' against '.join(match.policies)}, {_where(arguments)}"
        Path(arguments.page).write_text(page_of(summary, title, credit), encoding="utf-8")
    if arguments.json:
        print(msgspec.json.encode(summary.to_json()).decode())
    else:
        print_summary(summary, console)
        if credit:
            console.print(credit)
    return summary


def print_summary(summary: Summary, console: Console) -> None:
    """Print how much was played and a table of the sides."""
    color = "red" if summary.illegal or summary.failed or summary.interrupted else "green"
    console.print(f"[{color}]{escape(verdict_of(summary))}[/{color}]")
    if summary.message:
        console.print(f"the first that failed: {escape(summary.message)}")
    table = Table("")
    for side in summary.sides:
        table.add_column(escape(side.side), justify="right")
    for row in table_of(summary):
        table.add_row(*map(escape, row))
    console.print(table)
    found = ", ".join(f"{count:,} {how}" for how, count in summary.how.items())
    console.print(f"moves: {found}; orders refused {summary.refused:,}, stuck {summary.stuck:,}")
    console.print(leads_of(summary))


def _match(arguments: argparse.Namespace) -> Match:
    if arguments.board:
        with naming(arguments.board):
            board = load(arguments.board)
    else:
        first, second = arguments.rosters or ROSTERS
        board = build_board(first, second, arguments.layout or PLAIN)
    return Match(
        board=board,
        policies=tuple(arguments.policies),
        games=arguments.games,
        rounds=arguments.rounds,
        phases=arguments.phases,
        seed=arguments.seed,
        iterations=arguments.iterations,
    )


def _where(arguments: argparse.Namespace) -> str:
    return Path(arguments.board).name if arguments.board else str(arguments.layout or PLAIN)


def _credit(arguments: argparse.Namespace) -> str:
    """Return whose data is shown, if a layout or a roster is of the `wh40kdc` package."""
    if "wh40kdc" in sys.modules or (not arguments.board and arguments.layout not in (None, PLAIN)):
        from movesolver.formats import wh40kdc

        return wh40kdc.CREDIT
    return ""


def _check_writable(file: str | None, ending: str) -> None:
    """Complain of a file that cannot be written before, not after, all is played."""
    if file is None:
        return
    if not file.endswith(ending):
        raise InputError("file", f"a name that ends in {ending}", shown(file))
    if not Path(file).absolute().parent.is_dir():
        raise InputError(file, "a file in a folder that is there", "none")
