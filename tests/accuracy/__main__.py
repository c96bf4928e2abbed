"""``python -m accuracy``: verdicts and gaps against extended precision, and the report.

From the root of the repository, with ``PYTHONPATH=tests``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from accuracy.report import PAGE, write_page
from accuracy.run import Wanted, run

STATE = Path("docs/accuracy.json")


def main() -> int:
    """Run, then write the tables; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="accuracy", description=__doc__)
    parser.add_argument("--round", type=int, default=8_500_000, help="boards of round bases")
    parser.add_argument("--oval", type=int, default=750_000, help="boards of ovals")
    parser.add_argument("--mixed", type=int, default=800_000, help="boards of all kinds")
    parser.add_argument("--rows", type=int, default=1_000_000, help="pairs of each row kernel")
    parser.add_argument("--digits", type=int, default=1_000, help="pairs to 40 digits, each kind")
    parser.add_argument("--state", type=Path, default=STATE, help="counts: read, written")
    parser.add_argument("--page", type=Path, default=PAGE, help="its tables are written anew")
    asked = parser.parse_args()
    console = Console()
    boards = {"round": asked.round, "oval": asked.oval, "mixed": asked.mixed}
    try:
        tally = run(Wanted(boards, asked.rows, asked.digits), asked.state, console)
    except RuntimeError as error:
        console.print(f"{error}: move it away to begin anew" if asked.state.exists() else error)
        return 2
    write_page(asked.page, tally)
    console.print(f"{sum(tally.boards.values()):,} boards, {tally.wrong} wrong answers")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
