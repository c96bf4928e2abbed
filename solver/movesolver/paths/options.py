"""The options of ``movesolver reach``, apart: every command builds them, few import the rest."""

from __future__ import annotations

import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--model", metavar="ID", help="only this model of the unit")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument(
        "--to",
        nargs="+",
        metavar="X",
        type=float,
        help="X Y [FACING [Z]]: can it get there, at height Z, and how",
    )
    asked.add_argument(
        "--within",
        nargs="+",
        metavar="D",
        help="D OF: can it get within D inches of a marker, unit, model or zone; "
        "or D X Y: of a point",
    )
    asked.add_argument(
        "--threat", metavar="SIDE", help="instead: what an army can strike after its move"
    )
    parser.add_argument(
        "--plus", type=float, default=0.0, metavar="D", help="with --threat: from so far (inches)"
    )
    parser.add_argument(
        "--step", type=float, metavar="H", help="spacing of the grid, inches (default 0.25)"
    )
    parser.add_argument(
        "--passing", action="store_true", help="also where it can pass but not end its move"
    )
    parser.add_argument(
        "--mates", action="store_true", help="its unit-mates stay where they are, and in the way"
    )
