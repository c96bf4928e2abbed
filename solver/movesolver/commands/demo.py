"""``movesolver demo``: a real unit on a real table, and on one screen what movesolver does."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from movesolver.commands.options import add_json
from movesolver.commands.verb import LEGAL, Verb

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from movesolver.search.result import Result
    from movesolver.verifying.verified import Verified


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", default=".", help="where its files go (default: here)")
    add_json(parser)


def _run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from movesolver.commands.replies import (
        compile_side_by_side,
        print_json,
        save_picture,
        working,
    )
    from movesolver.demo import build_demo
    from movesolver.formats.scenario import dump
    from movesolver.report import person
    from movesolver.search.solve import solve
    from movesolver.verifying.verify import verify

    folder = Path(arguments.folder)
    scenario = build_demo()
    with working() as work:
        work.say("loading")
        compile_side_by_side(work, "check", "solve")
        solve(scenario)  # loads or compiles the kernels, so that the clock below is fair
        result = solve(scenario)
        assert result.moved is not None  # the tests see to it
        verified = verify(result.certificate, scenario)
        save_picture(folder / "demo.svg", result)
    dump(result.moved, folder / "demo.json")
    if arguments.json:
        wrote = {"picture": str(folder / "demo.svg"), "scenario": str(folder / "demo.json")}
        print_json({**result.to_json(), "verified": verified.valid, **wrote})
    else:
        _tell(result, verified, folder, person())
    return LEGAL


def _tell(result: Result, verified: Verified, folder: Path, console: Console) -> None:
    from movesolver.demo import CREDIT, SITUATION, WORTH
    from movesolver.report import escape, moves_table, print_verdict

    assert result.objective is not None
    assert result.bound is not None
    assert result.verdict is not None
    console.print(
        "[bold]movesolver: the best legal move of a whole unit, and how sure it is[/bold]"
    )
    console.print(SITUATION)
    console.print(moves_table(result, plain=True))
    sure = "re-checked by independent code" if verified.valid else "[red]not re-checked[/red]"
    console.print(f"found in {result.milliseconds:.0f} ms; referee: ", end="")
    print_verdict(result.verdict, console)
    console.print(f"worth [bold]{result.objective:.2f}[/bold]: {WORTH}", soft_wrap=True)
    console.print(f"no legal move is worth more than [bold]{result.bound:.2f}[/bold] ({sure})")
    moved = escape(str(folder / "demo.json"))
    console.print(f"wrote {escape(str(folder / 'demo.svg'))}, the picture, and {moved}; now try")
    for words, what in (
        (f"movesolver check {moved}", "the referee again"),
        (f"movesolver solve {moved} --certify all", "a lower bound"),
        (f"movesolver reach {moved} --draw reach.svg", "all that the unit can get to"),
        (f"movesolver propose {moved} -k 3", "three good moves that differ"),
    ):
        console.print(f"  {words:<{len(moved) + 38}} {what}", soft_wrap=True, highlight=False)
    console.print(CREDIT, soft_wrap=True)


VERB = Verb(
    "demo",
    "move a real unit on a real table",
    ("movesolver demo",),
    _add_options,
    _run,
)
