"""``movesolver draw``: a picture of a scenario."""

from __future__ import annotations

import argparse

from movesolver.commands.options import add_file, add_json
from movesolver.commands.verb import LEGAL, Verb
from movesolver.draw.suffixes import picture_file


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument(
        "out", type=picture_file, metavar="PICTURE", help="the picture (.html, .svg, .png)"
    )
    parser.add_argument(
        "--whole", action="store_true", help="the whole table, also where the move is small"
    )
    add_json(parser)


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.checking.check import check
    from movesolver.commands.inputs import read_scenario
    from movesolver.commands.replies import print_json, save_picture, working

    scenario = read_scenario(arguments.file)
    judged = scenario.action.paths is not None or scenario.action.ends is not None
    with working():
        verdict = check(scenario) if judged else None
        save_picture(arguments.out, scenario, verdict, whole=arguments.whole)
    if arguments.json:
        print_json({"picture": arguments.out, "legal": None if verdict is None else verdict.legal})
    return LEGAL


VERB = Verb(
    "draw",
    "draw a scenario",
    ("movesolver draw examples/squad.json before.svg",),
    _add_options,
    _run,
)
