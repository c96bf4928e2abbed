"""The commands of the command line and their options."""

from __future__ import annotations

import argparse
from importlib.metadata import version
from typing import NoReturn

from movesolver.batch.options import add_options as add_batch_options
from movesolver.bench.options import add_options as add_bench_options
from movesolver.draw.suffixes import picture_file
from movesolver.engine.options import add_options as add_engine_options
from movesolver.paths.options import add_options as add_reach_options
from movesolver.simulate.options import add_options as add_simulate_options

BAD_INPUT = 2
"""Exit code of bad input or usage."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; the one chosen is its ``command``."""
    parser = _Parser(
        prog="movesolver",
        description="Legal and best end positions for whole units of tabletop miniatures.",
        epilog="FILE may be - for standard input. Exit code: 0 legal, solved, verified or "
        "reached, 1 illegal, no legal move, not verified or not reached, 2 bad input.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('movesolver')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    judge = commands.add_parser("check", help="judge the paths or ends in a scenario file")
    judge.set_defaults(command="check")
    _add_input(judge)
    judge.add_argument(
        "--reach", action="store_true", help="also ask whether each of the ends can be reached"
    )
    judge.add_argument(
        "--draw", type=picture_file, metavar="FILE", help="draw the move and its verdict"
    )

    find = commands.add_parser("solve", help="find the best legal move for the goal in a file")
    find.set_defaults(command="solve")
    _add_input(find)
    _add_search(find)
    find.add_argument(
        "--certify",
        choices=("grid", "all"),
        help="prove the best end on a grid of spots, or of all",
    )
    find.add_argument("--gap", type=_positive, default=0.0, help="a proof so close will do, points")
    find.add_argument(
        "--proof-ms", type=_positive, default=2000.0, help="for so many milliseconds (default 2000)"
    )
    find.add_argument(
        "--out", type=_name, metavar="MOVED.json", help="write the scenario with its paths"
    )
    find.add_argument(
        "--draw", type=picture_file, metavar="FILE", help="draw the move and its verdict"
    )

    several = commands.add_parser("propose", help="find several good and different legal moves")
    several.set_defaults(command="propose")
    _add_input(several)
    _add_search(several)
    several.add_argument("-k", type=_whole, default=4, help="how many moves (default 4)")
    several.add_argument(
        "--apart", type=_not_negative, help="how far apart they end, inches a model"
    )
    several.add_argument(
        "--draw", type=picture_file, metavar="FILE", help="draw them: one .html, FILE-1.svg ..."
    )

    nearest = commands.add_parser("snap", help="find the legal move nearest to the goal's wishes")
    nearest.set_defaults(command="snap")
    _add_input(nearest)
    _add_search(nearest)
    nearest.add_argument(
        "--out", type=_name, metavar="MOVED.json", help="write the scenario with its paths"
    )
    nearest.add_argument("--draw", type=picture_file, metavar="FILE", help="draw the move")

    again = commands.add_parser("verify", help="re-check the certificate of an answer")
    again.set_defaults(command="verify")
    again.add_argument("file", metavar="FILE", help="a scenario (docs/format.md), or -")
    again.add_argument(
        "certificate", type=_name, metavar="CERTIFICATE.json", help="what solve --json printed"
    )
    again.add_argument("--json", action="store_true", help="print the answer as JSON")

    region = commands.add_parser("reach", help="show what the unit in a file can reach")
    region.set_defaults(command="reach")
    _add_input(region)
    add_reach_options(region)
    region.add_argument(
        "--draw", type=picture_file, metavar="FILE", help="draw the region and path"
    )

    rolls = commands.add_parser("odds", help="what a move needs on the dice, how likely it is")
    rolls.set_defaults(command="odds")
    _add_input(rolls)
    rolls.add_argument("--seed", type=_whole, default=0, help="seed of the search (default 0)")
    rolls.add_argument("--iterations", type=_whole, help="how many ruin-and-recreate rounds")
    rolls.add_argument("--draw", type=picture_file, metavar="FILE", help="draw the move")

    rolls.add_argument("--dice", metavar="2D6", help="the dice, where the rules name none (surge)")

    losing = commands.add_parser("regain", help="which models to lose to be coherent again")
    losing.set_defaults(command="regain")
    _add_input(losing)
    losing.add_argument("--draw", type=picture_file, metavar="FILE", help="draw who is lost")

    draw = commands.add_parser("draw", help="draw a scenario: .html, .svg, .png")
    draw.set_defaults(command="draw")
    draw.add_argument("file", metavar="FILE")
    draw.add_argument("out", type=picture_file, metavar="PICTURE")

    demo = commands.add_parser("demo", help="move a real unit on a real table")
    demo.set_defaults(command="demo")
    demo.add_argument("--folder", default=".", help="where its files go (default: here)")

    batch = commands.add_parser("batch", help="ask one question about a file of many boards")
    batch.set_defaults(command="batch")
    add_batch_options(batch, _whole, _positive)

    serve = commands.add_parser("serve", help="answer messages of other programs (docs/engine.md)")
    serve.set_defaults(command="serve")
    add_engine_options(serve)

    simulate = commands.add_parser("simulate", help="play many games between two policies")
    simulate.set_defaults(command="simulate")
    add_simulate_options(simulate)

    bench = commands.add_parser("bench", help="measure the rule checks beside other ways")
    bench.set_defaults(command="bench")
    add_bench_options(bench)
    return parser


def _add_input(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario (docs/format.md), or -")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.add_argument(
        "--lines", action="store_true", help="one scenario a line in, one JSON answer a line out"
    )


def _add_search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=_whole, default=0, help="seed of the search (default 0)")
    parser.add_argument("--iterations", type=_whole, help="how many ruin-and-recreate rounds")
    parser.add_argument("--time-ms", type=_positive, help="stop after so many milliseconds")


def _whole(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else -1
    if value < 0:
        raise argparse.ArgumentTypeError(f"wanted a whole number, 0 or more, got {text!r}")
    return value


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"wanted a positive number, got {text!r}")
    return value


def _not_negative(text: str) -> float:
    return 0.0 if text in ("0", "0.0") else _positive(text)


def _name(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("wanted a file name, got nothing")
    return text
