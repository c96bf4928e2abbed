"""The page on whole searches, `docs/solving.md`, from what was measured."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Json = dict[str, Any]
SIZES = (5, 10, 20, 30)
MISSED, UNKNOWN = "**missed**", "not measured"
Figures = tuple[float, ...]
"""One number, or a median and a worst."""


def loss(record: Json) -> float | None:
    """Return how far an answer is from the best known value, per cent."""
    return _part(record["best"], record["objective"])


def gap(record: Json) -> float | None:
    """Return how far the bound is from the answer, per cent of the answer."""
    bound, points = record["bound"], record["objective"]
    if bound is None or points is None:
        return None
    return float(100.0 * (bound - points) / max(1.0, abs(points)))


def proved(record: Json) -> bool:
    """Whether the best end on the grid was proved, and in time."""
    return record["grid"]["proved"] and not record["grid"]["late"]


def _part(best: float | None, points: float | None) -> float | None:
    """Return how far points are below the best, per cent of it (of 1 point at least)."""
    if best is None or points is None:
        return None
    return 100.0 * (best - points) / max(1.0, abs(best))


def _given(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def middle(values: Sequence[float]) -> Figures | None:
    return (statistics.median(values),) if values else None


def middle_and_worst(values: Sequence[float]) -> Figures | None:
    return (statistics.median(values), max(values)) if values else None


def share(values: Sequence[bool]) -> Figures | None:
    """Return how many are true, per cent, with a minus: then less is better here too."""
    return (-100.0 * sum(values) / len(values),) if values else None


Measured = Callable[[list[Json]], Figures | None]
GOALS: tuple[tuple[str, str, Measured, dict[int, Figures]], ...] = (
    (
        "whole call, crowded, spots and reach included, ms",
        "time",
        lambda rows: middle([row["cpu_ms"] for row in rows]),
        {5: (2,), 10: (5,), 20: (12,), 30: (25,)},
    ),
    (
        "legal by the referee at zero tolerance, %",
        "legal",
        lambda rows: share([bool(row["legal"]) for row in rows if row["best"] is not None]),
        dict.fromkeys(SIZES, (-100,)),
    ),
    (
        "from the best known value, median / worst, %",
        "best",
        lambda rows: middle_and_worst(_given(map(loss, rows))),
        {5: (0.5, 3), 10: (1, 4), 20: (2, 6), 30: (3, 8)},
    ),
    (
        "gap by prices alone, median, % of the objective",
        "prices",
        lambda rows: middle(_given(map(gap, rows))),
        {5: (4,), 10: (5,), 20: (6,), 30: (8,)},
    ),
    (
        "proved on the grid in time, %",
        "grid",
        lambda rows: share([proved(row) for row in rows if "grid" in row]),
        {5: (-100,), 10: (-95,), 20: (-80,)},
    ),
    (
        "continuous gap in time, median / worst, %",
        "all",
        lambda rows: middle_and_worst(_given(gap(row["all"]) for row in rows if "all" in row)),
        {5: (1, 3), 10: (2, 8), 20: (3, 10)},
    ),
)
"""What is promised of the crowded scenes: its name, a key, how it is measured, what is wanted."""

REASONS = {
    "time": "the bound is a quarter (thirty models) to two fifths (ten) of it, rebuilding by bare "
    "kernels the most of the rest at thirty; at five it is many small steps in Python: packing, "
    "ground, spots, judging.",
    "best": "the search stops after a fixed number of iterations; the best known values come from "
    "up to two hundred thousand, several seeds, and from the baselines.",
    "prices": "sixty steps of prices on squares of an eighth are all there is time for, and discs "
    "on their corners hold less than they could; with discs laid exactly (certify='all') more than "
    "half of it goes. Coherency and span are left out.",
    "grid": "some proofs were not done in the time they had.",
    "all": "coherency and span are left out, which is up to a twentieth of the objective; at "
    "twenty models prices are not settled in this time, and no discs could do better than about "
    "9 %; part of it is the answer's own (docs/certificates.md).",
    "legal": "a fault: please report the scene.",
}
"""What is known of why a promise is missed, where it is."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value: float) -> str:
    """Return a number as people read it: three digits, no more."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value else "0"


def shown(figures: Figures | None) -> str:
    return "" if figures is None else " / ".join(number(abs(v)) for v in figures)


def met(got: Figures, wanted: Figures) -> bool:
    """Whether every figure is at most what is wanted of it."""
    return all(a <= b for a, b in zip(got, wanted, strict=True))


def promises(records: list[Json]) -> tuple[str, list[str]]:
    """Return what is wanted of the crowded scenes beside what was got, and the keys missed."""
    crowded = [row for row in records if row["family"] == "crowded"]
    rows, missed = [], []
    for name, key, measured, wanted in GOALS:
        line = [name]
        for size in SIZES:
            got = measured([row for row in crowded if row["models"] == size])
            if size not in wanted:
                line += ["", shown(got)]
            elif got is None:
                line += [shown(wanted[size]), UNKNOWN]
            elif met(got, wanted[size]):
                line += [shown(wanted[size]), shown(got)]
            else:
                missed.append(key)
                line += [shown(wanted[size]), f"{shown(got)} {MISSED}"]
        rows.append(line)
    head = ["", *(word for n in SIZES for word in (f"{n} models: wanted", "got"))]
    return table(head, rows), list(dict.fromkeys(missed))


def families(records: list[Json]) -> str:
    """Return a row for each family."""
    rows = []
    for family in dict.fromkeys(row["family"] for row in records):
        mine = [row for row in records if row["family"] == family]
        solved = [row for row in mine if row["objective"] is not None]
        grid = [proved(row) for row in mine if "grid" in row]
        closed = _given(gap(row["all"]) for row in mine if "all" in row)
        checked = [
            row[kind]["verified"]
            for row in mine
            for kind in ("grid", "all")
            if "verified" in row.get(kind, {})
        ]
        none = [row for row in mine if row["objective"] is None]
        hopeless = sum(row["status"] == "INFEASIBLE" for row in none)
        sizes = [row["models"] for row in mine]
        rows.append(
            [
                family.replace("_", " "),
                str(len(mine)),
                f"{min(sizes)} to {max(sizes)}" if min(sizes) < max(sizes) else f"{sizes[0]}",
                f"{sum(row['legal'] is True for row in solved)} of {len(solved)}",
                f"{hopeless} of {len(none)}" if none else "",
                shown(middle_and_worst([row["cpu_ms"] for row in mine])),
                shown(middle_and_worst(_given(map(loss, solved)))),
                shown(middle(_given(map(gap, solved)))),
                f"{sum(grid)} of {len(grid)}" if grid else "",
                shown(middle_and_worst(closed)),
                f"{sum(checked)} of {len(checked)}" if checked else "",
            ]
        )
    head = [
        "family", "scenes", "models", "legal", "no end: proved", "ms, median / worst",
        "from best, median / worst, %", "gap, median, %", "proved on the grid",
        "continuous gap, median / worst, %", "certificates checked again",
    ]  # fmt: skip
    return table(head, rows)


def rivals(records: list[Json]) -> str:
    """Return how the baselines stand to the search: crowded tables by size, then all others."""
    groups = [
        (
            f"crowded, {size}",
            [r for r in records if (r["family"], r["models"]) == ("crowded", size)],
        )
        for size in SIZES
    ]
    groups.append(("all others", [row for row in records if row["family"] != "crowded"]))
    rows = []
    for name, mine in groups:
        for rival in ("rigid", "greedy", "product"):
            pairs = [(row, row["baselines"][rival]) for row in mine if rival in row["baselines"]]
            if pairs:
                rows.append([name, rival, *_beside(pairs)])
    head = [
        "scenes", "baseline", "its time, in times of solve", "its points behind, median, %",
        "it is better", "only solve has an end", "only it has an end", "of",
    ]  # fmt: skip
    return table(head, rows)


def _beside(pairs: list[tuple[Json, Json]]) -> list[str]:
    """Return the cells of a baseline, from records of scenes and of the baseline on them."""
    both = [(row, one) for row, one in pairs if None not in (row["objective"], one["points"])]
    behind = [_part(row["objective"], one["points"]) for row, one in both]
    usual = statistics.median(_given(behind)) if both else None
    ours = sum(row["objective"] is not None for row, _ in pairs)
    theirs = sum(one["points"] is not None for _, one in pairs)
    return [
        shown(middle([one["ms"] / row["cpu_ms"] for row, one in pairs])),
        "" if usual is None else number(usual),
        str(sum(one["points"] > row["objective"] + 1e-6 for row, one in both)),
        str(ours - len(both)),
        str(theirs - len(both)),
        str(len(pairs)),
    ]


def ratios(records: list[Json], batch: dict[str, float]) -> str:
    """Return the machine-free ratios of the crowded scenes, by size."""
    rows = []
    for size in SIZES:
        mine = [r for r in records if (r["family"], r["models"]) == ("crowded", size)]
        laid = [row for row in mine if "spots" in row]
        single = sum(row["cpu_ms"] for row in mine)
        together = batch.get(str(size))
        rows.append(
            [
                str(size),
                shown(middle([row["spots"]["count"] for row in laid])),
                shown(middle([row["spots"]["count"] / row["cpu_ms"] * 1e3 for row in laid])),
                shown(middle([row["spots"]["bare_ms"] / row["cpu_ms"] for row in laid])),
                shown(middle([row["again_ms"] / row["cpu_ms"] for row in mine])),
                number(together / single) if together and single else "",
            ]
        )
    head = [
        "models", "spots laid", "spots a second, whole call", "of the bare kernels' rate",
        "the same board again", "one after the other",
    ]  # fmt: skip
    return table(head, rows)


INTRODUCTION = """# How good and how fast `solve` is

Written by `make solve-report` from the seeded scenes in `benchmarks/scenes`; the raw figures are
in [solving.json](solving.json). One core, warm, median processor time of the whole call: packing
the scenario, spots, ways, search, bound, referee."""

PROMISES = """## What was wanted

The crowded scenes: 20 enemies, 40 friends and walls, eight seeds a size, towards a point. *The
best known value* is the best of long runs (20,000 and 200,000 iterations, several seeds), of the
baselines and of this run; the moves are kept in `benchmarks/scenes/best.json` and can be judged
again. Gaps are parts of the answer's own points."""

FAMILIES = """## Family by family

*Legal*: by the referee, duties included, at zero tolerance and with the tolerance in force, of all
scenes that were answered with an end. *No end: proved*: of the scenes answered without one, those
where that is proved. *Gap*: of the bound that every `solve` returns."""

RIVALS = """## Beside plain ways to move

The same scenes through the same kernels: *rigid* shifts the whole unit over a grid of 0.1 inches;
*greedy* moves one model after the other to the best free point of such a grid; *product* judges
every combination of a few spots for each model, at most 4,096, for units of up to 12. A minus says
that the baseline is ahead."""

RATIOS = """## Ratios that need no machine

*Of the bare kernels' rate*: the part of the whole call that the bare kernels need for its spots
(which are open, by which way each model gets there, what it is worth there). *The same board
again*: a second solve of the same scenario object, in times of the first. *One after the other*:
all scenes of a size solved in a row, in times of the sum of single solves."""


def page(data: Json) -> str:
    """Return the whole page."""
    records: list[Json] = data["scenes"]
    wanted, missed = promises(records)
    parts = [INTRODUCTION, _summary(data), PROMISES, wanted]
    if missed:
        parts.append("Where cells are missed:")
        names = {key: name for name, key, *_ in GOALS}
        parts.append("\n".join(f"- *{names[key]}*: {REASONS[key]}" for key in missed))
    parts += [FAMILIES, families(records), RIVALS, rivals(records)]
    parts += [RATIOS, ratios(records, data["batch"])]
    return "\n\n".join(parts) + "\n"


def _summary(data: Json) -> str:
    records: list[Json] = data["scenes"]
    ended = [row for row in records if row["objective"] is not None]
    words = f"{len(records)} scenes, {len(ended)} answered with an end, "
    words += f"{sum(row['legal'] is True for row in ended)} of these legal; "
    words += f"certificates had {number(data['seconds'])} s each."
    differing = sum(not row["same"] for row in records)
    if differing:
        words += f" {differing} were answered in more than one way."
    late = sum(row.get(kind, {}).get("late", False) for row in records for kind in ("grid", "all"))
    if late:
        words += f" {late} certificates took longer."
    none = [row for row in records if row["objective"] is None]
    if none:
        spent = [row["cpu_ms"] for row in none]
        words += f" {len(none)} {'scenes were' if len(none) > 1 else 'scene was'} answered without "
        words += f"an end, in {number(statistics.median(spent))} ms (median; 5 ms wanted, "
        words += f"{number(max(spent))} at worst)."
    if data.get("again"):
        words += f" Measured again, after the others: {', '.join(data['again'])}."
    return words + (" A quick run: not all scenes." if data["quick"] else "")
