"""The options of ``movesolver batch``, apart: every command builds them, few import the rest."""

from __future__ import annotations

import argparse
from collections.abc import Callable

VERBS = ("check", "ends", "solve", "snap", "propose", "pack")


def add_options(
    parser: argparse.ArgumentParser,
    whole: Callable[[str], int],
    positive: Callable[[str], float],
) -> None:
    """Add the options of the command; ``whole`` and ``positive`` read numbers."""
    parser.add_argument(
        "verb",
        choices=VERBS,
        metavar="VERB",
        help="what to ask about each board: check (units without paths and ends are judged where "
        "they stand), ends (the end conditions alone, in compiled "
        "code), solve, snap, propose; pack only writes the boards as npz",
    )
    parser.add_argument(
        "file", metavar="FILE", help="boards (.npz), or one scenario a line; - for such lines"
    )
    parser.add_argument("--out", metavar="ANSWERS.npz", help="write the answers as arrays")
    parser.add_argument(
        "--folder", metavar="FOLDER", help="keep finished chunks there, and go on with them"
    )
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.add_argument("--seed", type=whole, help="seed of the searches (default 0)")
    parser.add_argument("--iterations", type=whole, help="how many ruin-and-recreate rounds")
    parser.add_argument("--time-ms", type=positive, help="for each board")
    parser.add_argument("-k", type=whole, help="moves a board for propose (default 4)")
    parser.add_argument(
        "--bound", action="store_true", help="solve: lower the bound as one solve does"
    )
    hands = parser.add_mutually_exclusive_group()
    hands.add_argument("--threads", type=whole, help="how many; 0 for one a processor")
    hands.add_argument("--processes", type=whole, help="processes instead of threads")
    hands.add_argument("--cluster", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    parser.add_argument("--chunk", type=whole, help="boards that are done together")
