"""The options of the commands about armies: every command builds them, few import the rest."""

from __future__ import annotations

import argparse
from collections.abc import Callable

GOALS = ("markers", "back", "spread")
"""As in `goals`, which imports much."""


def add_bases(parser: argparse.ArgumentParser) -> None:
    """Add what says where base sizes come from."""
    parser.add_argument(
        "--base",
        action="append",
        default=[],
        metavar="UNIT=SIZE",
        help='a base that the data lacks: "Unit=120x92" (oval, mm), "Unit=32" (round), '
        '"Unit=box 113x76" (rectangle), or "Unit/Kind=..." for one kind of its models',
    )
    parser.add_argument(
        "--bases", metavar="FILE.json", help="the file of base sizes (docs/data.md says which)"
    )


def add_list(parser: argparse.ArgumentParser) -> None:
    """Add the options of a list of names."""
    parser.add_argument("text", nargs="?", default="", metavar="TEXT", help="a part of the name")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def add_roster(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``roster``."""
    parser.add_argument("file", metavar="LIST", help="an army list as a list builder exports it")
    parser.add_argument("--side", default="a", help="the side of its units (default a)")
    add_bases(parser)
    _add_moves(parser)
    parser.add_argument("--json", action="store_true", help="print the units as JSON")


def add_deploy(
    parser: argparse.ArgumentParser,
    whole: Callable[[str], int],
    file_name: Callable[[str], str],
    picture_file: Callable[[str], str],
) -> None:
    """Add the options of ``deploy``; the functions read numbers and names."""
    for name in ("first_list", "second_list"):
        side = "a" if name == "first_list" else "b"
        parser.add_argument(name, metavar=side.upper(), help=f"the army list of side {side}")
    parser.add_argument("--layout", required=True, metavar="NAME", help="see movesolver layouts")
    parser.add_argument(
        "--map", metavar="NAME", help="see movesolver deployments (default: the layout's own)"
    )
    parser.add_argument("--out", type=file_name, metavar="GAME.json", help="write the scenario")
    parser.add_argument(
        "--draw", type=picture_file, metavar="FILE", help="draw the armies (.html, .svg, .png)"
    )
    parser.add_argument("--seed", type=whole, default=0, help="seed of the searches (default 0)")
    parser.add_argument("--iterations", type=whole, help="of each search (default 100)")
    sides = ("a", "b")
    parser.add_argument(
        "--first", choices=sides, default="a", help="who sets up and moves first (default a)"
    )
    parser.add_argument(
        "--attacker", choices=sides, default="a", help="whose zone is the attacker's (default a)"
    )
    parser.add_argument(
        "--goals",
        nargs=2,
        choices=GOALS,
        default=("markers", "markers"),
        metavar=("P", "Q"),
        help="what each army wants: markers, back (far from the enemy) or spread",
    )
    parser.add_argument(
        "--objectives",
        choices=("map", "terrain"),
        default="map",
        help="the map's markers, or the layout's terrain areas (default map)",
    )
    parser.add_argument(
        "--reserve",
        action="append",
        default=[],
        metavar="UNIT",
        help="a unit that stays in reserve: its id (a-boyz), or a part that no other has",
    )
    parser.add_argument(
        "--in-zone",
        action="append",
        default=[],
        metavar="UNIT",
        help="infiltrators that are set up in their own zone",
    )
    parser.add_argument(
        "--reserve-rest", action="store_true", help="send to reserve who finds no room"
    )
    add_bases(parser)
    _add_moves(parser)
    parser.add_argument("--json", action="store_true", help="print what became of each unit")


def _add_moves(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--move",
        action="append",
        default=[],
        metavar="UNIT=INCHES",
        help='an M that the data lacks: "Unit/Kind=6"',
    )


def add_import(
    parser: argparse.ArgumentParser,
    file_name: Callable[[str], str],
    picture_file: Callable[[str], str],
    positive: Callable[[str], float],
) -> None:
    """Add the options of ``import-save``; the functions read names and numbers."""
    parser.add_argument("file", metavar="SAVE.json", help="a table simulator's save file")
    parser.add_argument("--out", type=file_name, metavar="SCENARIO.json", help="write the scenario")
    parser.add_argument(
        "--draw", type=picture_file, metavar="FILE", help="draw it (.html, .svg, .png)"
    )
    parser.add_argument(
        "--side",
        action="append",
        default=[],
        metavar="SIDE=RULE",
        help='whose a model is: "a=name:Red *", "b=tint:#3050c0", "a=tag:red", "b=guid:1a2b3c"',
    )
    parser.add_argument(
        "--sides", metavar="FILE.json", help='rules in a file: {"a": ["name:Red *"], "b": [...]}'
    )
    add_bases(parser)
    parser.add_argument(
        "--table", metavar="WxH", help="the table's size, inches (default 60x44, or the layout's)"
    )
    parser.add_argument("--layout", metavar="NAME", help="the terrain: see movesolver layouts")
    parser.add_argument(
        "--map", metavar="NAME", help="zones and markers (default: the layout's own map)"
    )
    parser.add_argument(
        "--attacker", metavar="SIDE", help="whose zone is the attacker's (default: the first side)"
    )
    _add_frame(parser, positive)
    parser.add_argument("--json", action="store_true", help="print what was read as JSON")


def add_export(
    parser: argparse.ArgumentParser,
    file_name: Callable[[str], str],
    positive: Callable[[str], float],
) -> None:
    """Add the options of ``export-save``; the functions read names and numbers."""
    parser.add_argument("file", metavar="SAVE.json", help="the save that the scenario came from")
    parser.add_argument("scenario", metavar="SCENARIO.json", help="where the models are to stand")
    parser.add_argument(
        "--out", type=file_name, metavar="NEW.json", required=True, help="write the new save"
    )
    _add_frame(parser, positive)


def _add_frame(parser: argparse.ArgumentParser, positive: Callable[[str], float]) -> None:
    parser.add_argument(
        "--scale", type=positive, default=1.0, help="inches for one unit of the save (default 1)"
    )
    parser.add_argument(
        "--ahead",
        type=float,
        default=90.0,
        metavar="DEGREES",
        help="where a long base points that is not turned in the save (default 90: along its z)",
    )
