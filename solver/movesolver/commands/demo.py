"""``movesolver demo``: a real unit on a real table."""

from __future__ import annotations

import argparse

from movesolver.commands.verb import ILLEGAL, LEGAL, Verb


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", default=".", help="where its files go (default: here)")


def _run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from movesolver.commands.replies import compiling_shown, save_picture
    from movesolver.demo import CREDIT, build_demo
    from movesolver.formats.scenario import dump
    from movesolver.report import person, print_result
    from movesolver.search.solve import solve

    console, folder = person(), Path(arguments.folder)
    scenario = build_demo()
    with compiling_shown():
        # compiles what is not in numba's cache yet, so that the clock below is fair
        solve(scenario)
    result = solve(scenario)
    print_result(result, console)
    if result.moved is None:
        return ILLEGAL
    with compiling_shown():
        save_picture(str(folder / "demo.svg"), result.moved, result.verdict)
    dump(result.moved, folder / "demo.json")
    console.print(f"wrote {folder / 'demo.svg'} and {folder / 'demo.json'}", soft_wrap=True)
    console.print(CREDIT)
    return LEGAL


VERB = Verb(
    "demo",
    "move a real unit on a real table",
    ("movesolver demo",),
    _add_options,
    _run,
)
