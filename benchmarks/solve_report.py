"""Measures whole searches on the benchmark scenes and writes `docs/solving.md` and its raw figures.

`make solve-report`; `OPTIONS="--quick"` for a first look.  All in one process, in a fixed order.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import suite
from best import improve, load_best, wrong_entries
from report_measure import batch_ms, measure
from report_tables import SIZES, page
from suite import Scene

Json = dict[str, Any]
DOCS = Path(__file__).parent.parent / "docs"
SECONDS = 2.0
FEW = 2
"""Scenes of each family and size in a quick run."""
PROVED_QUICKLY = ("crowded", "open")
"""Families that certificates are asked for in a quick run."""


def chosen(families: Sequence[str] | None, quick: bool) -> list[Scene]:
    """Return the scenes of a run."""
    found: list[Scene] = []
    counted: dict[tuple[str, int], int] = {}
    for scene in suite.scenes(families):
        key = scene.family, scene.models
        counted[key] = counted.get(key, 0) + 1
        if not quick or counted[key] <= FEW:
            found.append(scene)
    return found


def measured(scenes: list[Scene], seconds: float, quick: bool, proved: Sequence[str]) -> Json:
    """Measure the scenes one after the other; says on stderr how far it is.

    Certificates are asked for in the families ``proved``.
    """
    known, records = load_best(), []
    for k, scene in enumerate(scenes):
        proofs = scene.family in proved
        record = measure(scene, known, seconds=seconds, proofs=proofs, product=not quick)
        records.append(record)
        line = f"{k + 1}/{len(scenes)} {scene.id} {record['status']} {record['cpu_ms']:.1f} ms"
        print(line, file=sys.stderr, flush=True)
    crowds = {n: [s for s in scenes if (s.family, s.models) == ("crowded", n)] for n in SIZES}
    batch = {str(n): batch_ms(those) for n, those in crowds.items() if those}
    return {"quick": quick, "seconds": seconds, "scenes": records, "batch": batch}


def joined(old: Json, new: Json) -> Json:
    """Return a report with the scenes of a later run in the place of its own."""
    later = {row["id"]: row for row in new["scenes"]}
    again = sorted({row["family"] for row in new["scenes"]} | set(old.get("again", ())))
    records = [later.get(row["id"], row) for row in old["scenes"]]
    return {**old, "scenes": records, "batch": old["batch"] | new["batch"], "again": again}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few scenes of each family")
    parser.add_argument("--families", nargs="+", choices=suite.families(), metavar="FAMILY")
    parser.add_argument(
        "--proofs", nargs="+", choices=suite.families(), metavar="FAMILY",
        help="families that certificates are asked for (default: all)",
    )  # fmt: skip
    parser.add_argument("--seconds", type=float, help="for each certificate; for all of --best")
    parser.add_argument("--best", action="store_true", help="look for better moves than are known")
    parser.add_argument("--check-best", action="store_true", help="judge the best moves again")
    parser.add_argument(
        "--again", action="store_true", help="put what is measured in the place of what is there"
    )
    parser.add_argument("--to", type=Path, default=DOCS, help="folder of the page")
    asked = parser.parse_args(arguments)
    if asked.check_best:
        wrong = wrong_entries(suite.scenes())
        print("\n".join(wrong) or f"{len(load_best())} moves are legal and worth what is said")
        return 1 if wrong else 0
    scenes = chosen(asked.families, asked.quick)
    if asked.best:
        known = improve(scenes, 3600.0 if asked.seconds is None else asked.seconds)
        print(f"{len(known)} best moves known")
        return 0
    seconds = SECONDS if asked.seconds is None else asked.seconds
    proved = asked.proofs or (PROVED_QUICKLY if asked.quick else suite.families())
    data = measured(scenes, seconds, asked.quick, proved)
    if asked.again:
        data = joined(json.loads((asked.to / "solving.json").read_text(encoding="utf-8")), data)
    (asked.to / "solving.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    (asked.to / "solving.md").write_text(page(data), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
