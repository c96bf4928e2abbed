"""``python -m pathproof``: a million targets in scenes of all kinds, counted in a JSON file.

From the root of the repository, with ``PYTHONPATH=tests``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from pathproof.judge import Tally, judge

STATE = Path("docs/paths.json")


def main() -> int:
    """Judge scene after scene, then write the counts; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="pathproof", description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--scenes", type=int, default=1000, help="at least so many scenes")
    parser.add_argument("--targets", type=int, default=1_000_000, help="at least so many targets")
    parser.add_argument("--paths", type=int, default=60, help="paths swept of each source")
    parser.add_argument("--state", type=Path, default=STATE, help="counts: written")
    asked = parser.parse_args()
    tally = Tally()
    started = time.monotonic()
    seed = asked.first
    while tally.scenes < asked.scenes or tally.targets < asked.targets:
        tally.merge(judge(seed, asked.paths))
        seed += 1
        if tally.scenes % 50 == 0:
            print(f"{tally.scenes} scenes, {tally.targets:,} targets, {len(tally.wrong)} wrong")
    for line in tally.wrong:
        print(line)
    seconds = round(time.monotonic() - started)
    said = {"seconds": seconds, **asdict(tally)}
    asked.state.write_text(json.dumps(said, indent=1) + "\n")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
