"""The command ``movesolver bench``."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import msgspec
from rich.console import Console

from movesolver.bench.checks import CHECKS
from movesolver.bench.compare import print_comparison
from movesolver.bench.machine import describe, measure_limits
from movesolver.bench.memory import measure_memory
from movesolver.bench.record import ALL_CORES, OURS, Record, Row, load, save
from movesolver.bench.report import print_record, to_markdown, wide
from movesolver.bench.run import (
    FULL_BATCHES,
    FULL_SIZES,
    Plan,
    measure_rows,
    missing_ways,
    with_limit,
)
from movesolver.bench.targets import measure_targets
from movesolver.errors import InputError
from movesolver.table.names import did_you_mean

QUICK_SECONDS, FULL_SECONDS = 0.1, 0.5
TARGET_SECONDS = 5.0
"""Time for a target, as a multiple of that for a line."""
LARGEST = 1_000_000, 10
"""Units and models of the batch whose memory is measured."""


def run_command(arguments: argparse.Namespace, console: Console, progress: Console) -> bool:
    """Run the command, and return whether our answers agreed, or no row became slower.

    Raises
    ------
    InputError
        If an option makes no sense, or a file is none of ours.
    """
    console = wide(console)
    if arguments.compare:
        old, new = (load(file) for file in arguments.compare)
        return print_comparison(old, new, console) == 0
    plan = _plan(arguments)
    printed = arguments.json == "-"
    _check_writable(None if printed else arguments.json, arguments.markdown)
    record = measure(plan, progress, largest=LARGEST)
    # the files first: whoever reads what is printed may stop reading
    if arguments.json and not printed:
        save(record, arguments.json)
    if arguments.markdown:
        Path(arguments.markdown).write_text(to_markdown(record), encoding="utf-8")
    if printed:
        print(msgspec.json.encode(record).decode(), flush=True)
    else:
        print_record(record, console)
    return not any(row.differing for row in record.rows if row.way in (OURS, ALL_CORES))


def _check_writable(*files: str | None) -> None:
    """Complain of files that cannot be written before, not after, all is measured."""
    named = [file for file in files if file is not None]
    for file in named:
        if not file:
            raise InputError("--json, --markdown", "a file name", "nothing")
        there = os.path.lexists(file)
        with open(file, "a", encoding="utf-8"):
            pass
        if not there:
            os.remove(file)
    if len({os.path.realpath(file) for file in named}) < len(named):
        raise InputError("--markdown", "another file than --json", named[-1])


def _plan(arguments: argparse.Namespace) -> Plan:
    checks = tuple(arguments.check or CHECKS)
    unknown = [name for name in checks if name not in CHECKS]
    if unknown:
        wanted = f"one of {', '.join(CHECKS)}{did_you_mean(unknown[0], CHECKS)}"
        raise InputError("--check", wanted, repr(unknown[0]))
    threads, seed = arguments.threads or 0, arguments.seed or 0
    if threads < 0:
        raise InputError("--threads", "a whole number, 0 for all cores", str(threads))
    if seed < 0:
        raise InputError("--seed", "a whole number, 0 or more", str(seed))
    seconds = FULL_SECONDS if arguments.full else QUICK_SECONDS
    if arguments.seconds is not None:
        seconds = arguments.seconds
    if not 0.0 < seconds < float("inf"):
        raise InputError("--seconds", "a positive number", str(seconds))
    return Plan(
        checks,
        sizes=FULL_SIZES if arguments.full else Plan.sizes,
        batches=FULL_BATCHES if arguments.full else Plan.batches,
        seconds=seconds,
        threads=threads or os.cpu_count() or 1,
        seed=seed,
    )


def measure(plan: Plan, progress: Console, *, largest: tuple[int, int] | None = None) -> Record:
    """Measure all of a plan.

    Parameters
    ----------
    plan
        What is measured.
    progress
        Where it is said what is being done.
    largest
        Units and models of the batch whose memory is measured; None for none.
    """
    with progress.status("the machine at best") as status:
        at_best = plan.seconds * 5.0
        limits = measure_limits(at_best)
        targets = []
        for target in measure_targets(
            plan.seconds * TARGET_SECONDS, plan.seed, plan.threads, plan.checks
        ):
            status.update(f"targets: {target.name}")
            targets.append(target)
        rows: list[Row] = []
        memory = None
        try:
            for group in measure_rows(plan):
                row = group[0]
                status.update(f"{row.check}: {row.models} {row.bases}, batch of {row.batch:,}")
                rows.extend(group)
        except KeyboardInterrupt:
            progress.print("interrupted: this is what was measured until then")
            largest = None
        if largest is not None and "coherency" in plan.checks:
            status.update("memory of a large batch")
            memory = measure_memory(*largest, plan.seed)
        limits = measure_limits(at_best, limits)
        rows = [with_limit(row, limits) for row in rows]
    missing = missing_ways()
    return Record(
        describe(), limits, plan.seed, plan.seconds, plan.threads, missing, rows, targets, memory
    )
