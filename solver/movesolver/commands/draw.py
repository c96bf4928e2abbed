"""``movesolver draw``: a picture of a scenario."""

from __future__ import annotations

import argparse

from movesolver.commands.kinds import svg_name
from movesolver.commands.options import add_file
from movesolver.commands.verb import LEGAL, Verb


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("out", type=svg_name, metavar="FILE.svg", help="the picture")


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.checking.check import check
    from movesolver.commands.inputs import read_scenario
    from movesolver.commands.replies import compiling_shown, save_picture

    scenario = read_scenario(arguments.file)
    judged = scenario.action.paths is not None or scenario.action.ends is not None
    with compiling_shown():
        save_picture(arguments.out, scenario, check(scenario) if judged else None)
    return LEGAL


VERB = Verb(
    "draw",
    "draw a scenario as SVG",
    ("movesolver draw examples/squad.json before.svg",),
    _add_options,
    _run,
)
