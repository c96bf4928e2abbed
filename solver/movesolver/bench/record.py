"""What a run of the benchmark finds, as it is written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from movesolver.errors import InputError
from movesolver.formats.files import read_bytes

FORMAT = 1
OURS = "movesolver"
ALL_CORES = "movesolver, all cores"


Positive = Annotated[float, msgspec.Meta(gt=0.0)]
"""A rate or a ratio can be divided by."""


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a run took place."""

    processor: str
    cores: int
    system: str
    versions: dict[str, str]
    """Of Python and the packages; a package that is not there is left out."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The best of one core in small compiled loops, by the second."""

    roots: Positive
    """Square roots of packed float64."""
    multiply_adds: Positive
    """Multiplications and additions of float64, each rounded, both counted."""
    predicates: Positive
    """Pairs of discs asked whether they are within a distance, from cache."""
    reads: dict[int, Positive]
    """Bytes read, by the size of what is read again and again."""

    def read(self, size: int) -> float:
        """Return bytes a second when ``size`` bytes are read again and again."""
        fitting = [held for held in self.reads if held >= size]
        return self.reads[min(fitting) if fitting else max(self.reads)]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way of answering one check, at one size."""

    check: str
    bases: str
    models: int
    others: int
    """Other bodies on each board; 0 for a check of units by themselves."""
    batch: int
    way: str
    rate: Positive | None
    """Boards a second, of the fastest call; None where answers differ."""
    boards: int
    """Boards in a timed call: ways that are slow do a sample of the batch."""
    compared: int
    """Answers compared: of boards, models or pairs, whichever the check gives."""
    differing: int = 0
    left_out: int = 0
    """Answers too near a limit for a way that is not exact."""
    limit: float | None = None
    """Boards a second that the machine allows at most."""
    limit_by: str = ""

    @property
    def key(self) -> tuple[str, str, int, int, int, str]:
        """What says that rows of two runs measured the same."""
        return self.check, self.bases, self.models, self.others, self.batch, self.way


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ratio that the kernels are meant to reach."""

    name: str
    against: str
    wanted: float
    got: float | None
    """None where answers differ, or there is nothing to compare with."""
    note: str = ""

    @property
    def verdict(self) -> str:
        """Return ``reached``, ``missed`` or ``not measured``."""
        if self.got is None:
            return "not measured"
        return "reached" if self.got >= self.wanted else "missed"


class Memory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one large batch needs in a fresh process."""

    units: int
    models: int
    megabytes: float
    """Largest resident size."""
    rate: float
    """Units a second, of the first call after compilation."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole run."""

    machine: Machine
    limits: Limits
    seed: int
    seconds: float
    """Time given to each group of rows."""
    threads: int
    missing: list[str]
    """Ways left out because a package is not installed."""
    rows: list[Row]
    targets: list[Target]
    memory: Memory | None = None
    movesolver_bench: int = FORMAT


def save(record: Record, path: str) -> None:
    """Write a run as JSON."""
    Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")


def load(path: str) -> Record:
    """Read a run.

    Raises
    ------
    InputError
        If the file holds something else.
    """
    try:
        record = msgspec.json.decode(read_bytes(path), type=Record)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(path, "a file written by movesolver bench --json", str(error)) from None
    if record.movesolver_bench != FORMAT:
        raise InputError(path, f"format {FORMAT}", str(record.movesolver_bench))
    return record
