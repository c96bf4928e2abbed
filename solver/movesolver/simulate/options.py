"""The options of ``movesolver simulate``, apart: every command builds them, few import the rest."""

from __future__ import annotations

import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    much = parser.add_mutually_exclusive_group()
    much.add_argument("--games", type=int, default=100, help="how many games (default 100)")
    much.add_argument(
        "--phases", type=int, metavar="N", help="so many Movement phases instead, with charges"
    )
    parser.add_argument("--rounds", type=int, default=5, help="battle rounds of a game (default 5)")
    parser.add_argument(
        "--rosters",
        nargs=2,
        metavar=("A", "B"),
        help="armies: names, or files, also .txt of list builders (default: foot riders)",
    )
    parser.add_argument(
        "--layout", help="the table: plain (the default), or a layout of the package wh40kdc"
    )
    parser.add_argument(
        "--board", metavar="FILE", help="instead of rosters and layout: a scenario of two sides"
    )
    parser.add_argument(
        "--policies",
        nargs=2,
        metavar=("P", "Q"),
        default=("greedy", "cautious"),
        help="who decides for each side: greedy, cautious, random, a name that a package offers, "
        "or module:function (default: greedy cautious)",
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of all chance (default 0)")
    parser.add_argument(
        "--iterations", type=int, default=10, help="of a search, where one is made (default 10)"
    )
    players = parser.add_mutually_exclusive_group()
    players.add_argument(
        "--processes", type=int, help="so many processes play (default 0: one a processor)"
    )
    players.add_argument("--threads", type=int, help="so many threads of this process instead")
    parser.add_argument(
        "--folder", help="keep finished games there, and go on from what is there already"
    )
    parser.add_argument("--out", metavar="GAMES.npz", help="write what happened in the games")
    parser.add_argument("--page", metavar="FILE.html", help="write the summary with charts")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
