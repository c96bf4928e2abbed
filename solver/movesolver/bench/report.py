"""A run as tables for a terminal, and as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

from movesolver.bench.checks import WAYS
from movesolver.bench.record import ALL_CORES, OURS, Limits, Record, Row, Target

WIDE = 190
"""Characters of a line where the output is no terminal."""
Cells = list[str]


def short(value: float) -> str:
    """Return a number with two or three figures: ``850``, ``1,940``, ``2.31 M``."""
    for size, sign in ((1e9, " G"), (1e6, " M")):
        if value >= size:
            return f"{value / size:.3g}{sign}"
    return f"{value:,.0f}" if value >= 10.0 else f"{value:.2g}"


def _differs(row: Row) -> str:
    return f"differs ({row.differing:,} of {row.compared:,})"


def headings(record: Record) -> Cells:
    """Return the headings of the table of checks."""
    cores = [f"{record.threads} cores" if record.threads > 1 else "all cores"]
    return [
        "check",
        "bases",
        "boards",
        "1 core",
        *cores,
        "of limit",
        "by",
        *(f"x {w}" for w in WAYS),
    ]


def check_cells(rows: list[Row], missing: Iterable[str]) -> Cells:
    """Return one line of the table of checks, from the rows of one check at one size."""
    by_way = {row.way: row for row in rows}
    ours = by_way[OURS]
    size = f"{ours.models} v {ours.others}" if ours.others else f"{ours.models}"
    cells = [ours.check, f"{size} {ours.bases}", f"{ours.batch:,}"]
    for way in (OURS, ALL_CORES):
        row = by_way.get(way)
        rate = "" if row is None else _differs(row) if row.rate is None else short(row.rate)
        cells.append(rate)
    if ours.rate is None or ours.limit is None:
        cells += ["", ""]
    else:
        cells += [f"{100.0 * ours.rate / ours.limit:.0f} %", ours.limit_by]
    for way in WAYS:
        row = by_way.get(way)
        if row is None:
            cells.append("not installed" if way in missing and ours.check == "coherency" else "")
        elif row.rate is None:
            cells.append(_differs(row))
        else:
            cells.append("" if ours.rate is None else short(ours.rate / row.rate))
    return cells


def target_cells(target: Target) -> Cells:
    """Return one line of the table of targets."""
    as_part = target.wanted < 1.0

    def shown(value: float) -> str:
        return (
            f"{100.0 * value:.0f} %"
            if as_part
            else f"{value:,.3g} x"
            if value < 100
            else f"{value:,.0f} x"
        )

    got = "" if target.got is None else shown(target.got)
    return [target.name, target.against, shown(target.wanted), got, target.verdict, target.note]


TARGET_HEADINGS = ["check", "against", "at least", "measured", "", "note"]


def limit_cells(limits: Limits) -> list[Cells]:
    """Return the lines of the table of the machine's limits."""
    lines = [
        ["square roots of float64", f"{limits.roots / 1e9:.2f} G/s"],
        ["multiplications and additions, each rounded", f"{limits.multiply_adds / 1e9:.1f} G/s"],
        ["pairs of discs within a distance, in cache", f"{limits.predicates / 1e9:.2f} G/s"],
    ]
    for size, rate in limits.reads.items():
        held = f"{size // 1024} KiB" if size < 2**20 else f"{size // 2**20} MiB"
        lines.append([f"reading {held} over and over", f"{rate / 1e9:.0f} GB/s"])
    return lines


LIMIT_HEADINGS = ["loop, one core", "at best"]


def grouped(rows: list[Row]) -> list[list[Row]]:
    """Return the rows of each check at each size together."""
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(row.key[:-1], []).append(row)
    order = list(dict.fromkeys(row.check for row in rows))
    return sorted(groups.values(), key=lambda group: order.index(group[0].check))


def _facts(record: Record) -> list[str]:
    machine = record.machine
    versions = ", ".join(f"{name} {number}" for name, number in machine.versions.items())
    lines = [
        f"{machine.processor}, {machine.cores} cores, {machine.system}",
        versions,
        f"seed {record.seed}, {record.seconds:g} s for each line, {record.threads} threads",
    ]
    if record.memory is not None:
        memory = record.memory
        lines.append(
            f"coherency of {memory.units:,} units of {memory.models} in one call of a fresh "
            f"process: {memory.megabytes:,.0f} MB resident at most"
        )
    return lines


def wide(console: Console) -> Console:
    """Return a console with room for the tables where there is no terminal to ask."""
    return console if console.is_terminal else Console(emoji=False, width=WIDE)


def print_record(record: Record, console: Console) -> None:
    """Print a run."""
    for fact in _facts(record):
        console.print(fact, markup=False, highlight=False, soft_wrap=True)
    console.print(_table("The machine at best", LIMIT_HEADINGS, limit_cells(record.limits)))
    if record.rows:
        lines = [check_cells(group, record.missing) for group in grouped(record.rows)]
        console.print(_table("Boards a second, and times the other ways", headings(record), lines))
    if record.targets:
        console.print(_table("Targets", TARGET_HEADINGS, map(target_cells, record.targets)))


def _table(title: str, names: Cells, lines: Iterable[Cells]) -> Table:
    table = Table(title=title, title_justify="left")
    for name in names:
        table.add_column(name)
    for line in lines:
        table.add_row(*line, style="red" if "missed" in line else None)
    return table


def to_markdown(record: Record) -> str:
    """Return a run as a page of Markdown."""
    text = "# A run of `movesolver bench`\n\n"
    text += "".join(f"- {fact}\n" for fact in _facts(record))
    text += "\n## Targets\n\n" + _grid(TARGET_HEADINGS, map(target_cells, record.targets))
    text += "\n## The machine at best\n\n" + _grid(LIMIT_HEADINGS, limit_cells(record.limits))
    text += "\n## Checks\n\nBoards a second, and times the other ways.\n"
    by_check: dict[str, list[list[Row]]] = {}
    for group in grouped(record.rows):
        by_check.setdefault(group[0].check, []).append(group)
    for check, groups in by_check.items():
        lines = [check_cells(group, record.missing) for group in groups]
        text += f"\n### {check}\n\n" + _grid(*_filled(headings(record), lines))
    return text


def _filled(names: Cells, lines: list[Cells]) -> tuple[Cells, list[Cells]]:
    """Leave out the columns that no line fills."""
    kept = [k for k in range(len(names)) if any(line[k] for line in lines)]
    return [names[k] for k in kept], [[line[k] for k in kept] for line in lines]


def _grid(names: Cells, lines: Iterable[Cells]) -> str:
    rows = [names, ["---"] * len(names), *lines]
    return "".join(
        "| " + " | ".join(cell.replace("|", "/") for cell in row) + " |\n" for row in rows
    )
