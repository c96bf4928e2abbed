"""Two runs beside each other."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from movesolver.bench.record import Record, Row
from movesolver.bench.report import short
from movesolver.errors import InputError

SLOWER = 0.9
"""A row of which less than this part is left is marked."""


def ratios(old: Record, new: Record) -> list[tuple[Row, Row, float | None]]:
    """Return the rows that both runs have, and the new rate over the old.

    Returns
    -------
    list of (Row, Row, float or None)
        The old row, the new, and their ratio; None where either has no number.
    """
    before = {row.key: row for row in old.rows}
    found = []
    for row in new.rows:
        was = before.get(row.key)
        if was is not None:
            ratio = row.rate / was.rate if row.rate is not None and was.rate is not None else None
            found.append((was, row, ratio))
    return found


def limit_ratios(old: Record, new: Record) -> dict[str, float]:
    """Return how the machine's limits differ: they say whether it was the same and as free."""
    one, two = old.limits, new.limits
    largest = max(set(one.reads) & set(two.reads), default=None)
    found = {
        "square roots": two.roots / one.roots,
        "multiply-adds": two.multiply_adds / one.multiply_adds,
        "predicates": two.predicates / one.predicates,
    }
    if largest is not None:
        found["reading memory"] = two.reads[largest] / one.reads[largest]
    return found


def print_comparison(old: Record, new: Record, console: Console) -> int:
    """Print the ratios of two runs and return how many rows are slower by more than 10 %.

    Raises
    ------
    InputError
        If they have no row in common.
    """
    rows = ratios(old, new)
    if not rows:
        raise InputError("--compare", "two runs with a row in common", "none")
    if old.machine != new.machine:
        console.print("machines or versions differ", style="yellow")
    said = ", ".join(f"{name} {ratio:.2f}" for name, ratio in limit_ratios(old, new).items())
    console.print(f"new over old, the machine at best: {said}", highlight=False, soft_wrap=True)
    table = Table(title="Boards a second, new over old", title_justify="left")
    for name in ("check", "bases", "boards", "way", "old", "new", "ratio", ""):
        table.add_column(name)
    slower = 0
    for was, row, ratio in rows:
        late = ratio is not None and ratio < SLOWER
        slower += late
        size = f"{row.models} v {row.others}" if row.others else f"{row.models}"
        table.add_row(
            row.check,
            f"{size} {row.bases}",
            f"{row.batch:,}",
            row.way,
            "differs" if was.rate is None else short(was.rate),
            "differs" if row.rate is None else short(row.rate),
            "" if ratio is None else f"{ratio:.2f}",
            "slower" if late else "",
            style="red" if late else None,
        )
    console.print(table)
    alone = len(old.rows) + len(new.rows) - 2 * len(rows)
    console.print(f"{slower} of {len(rows)} rows slower by more than 10 %; {alone} in one run only")
    return slower
