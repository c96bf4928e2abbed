"""``python -m waysproof``: ways of bases that are not round, counted in a JSON file.

From the root of the repository, with ``PYTHONPATH=tests``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from waysproof.judge import FINE, NEARLY, Tally, judge
from waysproof.scenes import KINDS

STATE = Path("docs/ways.json")


def main() -> int:
    """Judge table after table of each kind, then write the counts; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="waysproof", description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="number of the first table")
    parser.add_argument("--tables", type=int, default=200, help="tables of each kind of base")
    parser.add_argument("--poses", type=int, default=100, help="poses tried on each")
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), help="kinds of bases")
    parser.add_argument("--state", type=Path, default=STATE, help="counts: written")
    asked = parser.parse_args()
    started = time.monotonic()
    kinds: dict[str, Tally] = {}
    for kind in asked.kinds:
        tally = kinds[kind] = Tally()
        for seed in range(asked.first, asked.first + asked.tables):
            tally.merge(judge(kind, seed, asked.poses))
        print(
            f"{kind}: {tally.poses:,} poses, {tally.reachable:,} reachable, {tally.ways:,} with "
            f"a way, {tally.exact:,} exact, {tally.fine:,} to {FINE:g}, {tally.nearly:,} to "
            f"{NEARLY:g}, {len(tally.wrong)} wrong",
            flush=True,
        )
    seconds = round(time.monotonic() - started)
    said = {"seconds": seconds, "kinds": {kind: asdict(tally) for kind, tally in kinds.items()}}
    asked.state.write_text(json.dumps(said, indent=1) + "\n")
    return 1 if any(tally.wrong for tally in kinds.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
