"""Batches that are interrupted, resumed, written and watched; and what memory they take."""

from __future__ import annotations

import io
import signal
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import movesolver
from batch_data import VERBS, many, same, small
from movesolver import (
    Answers,
    Checked,
    Failure,
    InputError,
    Solved,
    chunks_in,
)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Interrupts are heard, as they are not by what a shell runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("gathered", [True, False])
def test_an_interrupt_returns_what_is_done(
    gathered: bool, tmp_path: Path, interruptible: None
) -> None:
    asked = small(12)
    whole = movesolver.check_many(asked)

    def interrupt(boards: int) -> None:
        told.append(boards)
        if len(told) == 2:
            signal.raise_signal(signal.SIGINT)

    for one_by_one in (False, True):
        told: list[int] = []
        given = iter(asked) if one_by_one else asked
        folder = tmp_path / str(one_by_one)
        how: dict[str, Any] = {"folder": folder, "gather": gathered, "progress": interrupt}
        how |= {"threads": 1, "window": 1, "chunk": 2}
        part: Checked | None = None
        if gathered:
            part = movesolver.check_many(given, **how)
            assert part.interrupted
        else:  # there is no answer that could say so
            with pytest.raises(KeyboardInterrupt):
                movesolver.check_many(given, **how)
        kept = Checked.join(list(chunks_in(folder, Checked)))
        same(kept, whole.cut(0, len(kept)))
        assert 4 <= len(kept) < 12
        if part is not None:
            same(part.cut(0, len(kept)), kept)
            assert (part.error[len(kept) :] == Failure.NOT_DONE).all()
            assert one_by_one or len(part) == 12
        same(
            movesolver.check_many(iter(asked) if one_by_one else asked, chunk=2, folder=folder),
            whole,
        )


def test_a_bar_shows_the_rate_and_the_time_left() -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100)
    movesolver.check_many(small(4), chunk=1, progress=console)
    assert "4/4" in screen.getvalue()
    assert "boards/s" in screen.getvalue()
    with pytest.raises(InputError, match="progress"):
        movesolver.check_many(small(1), progress=3)


def test_folders_are_resumed_and_never_mixed(tmp_path: Path) -> None:
    asked, folder = small(6), tmp_path / "run"
    whole = movesolver.solve_many(asked, iterations=9, chunk=2)
    how: dict[str, Any] = {"folder": folder, "chunk": 2}
    same(movesolver.solve_many(asked, iterations=9, **how), whole)
    files = sorted(folder.glob("chunk-*.npz"))
    assert len(files) == 3
    files[0].unlink()
    files[1].write_bytes(files[1].read_bytes()[:200])  # torn
    kept = files[2].stat().st_mtime_ns
    same(movesolver.solve_many(asked, iterations=9, **how), whole)
    assert files[2].stat().st_mtime_ns == kept
    same(Solved.load(files[1]), whole.cut(2, 4))
    wrongs: list[Callable[[], Answers]] = [
        lambda: movesolver.solve_many(asked, iterations=8, **how),
        lambda: movesolver.solve_many(asked, iterations=9, seed=1, **how),
        lambda: movesolver.solve_many(asked[:5], iterations=9, **how),
        lambda: movesolver.solve_many(asked, iterations=9, **{**how, "chunk": 3}),
        lambda: movesolver.snap_many(asked, iterations=9, **how),
    ]
    for wrong in wrongs:
        with pytest.raises(InputError, match="the folder of this very batch"):
            wrong()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="an empty folder"):
        movesolver.solve_many(asked, folder=tmp_path / "other")
    with pytest.raises(InputError, match="a folder that can be written"):
        movesolver.solve_many(asked, folder=tmp_path / "other" / "notes.txt")


def test_boards_that_come_one_by_one_are_known_again(tmp_path: Path) -> None:
    asked, folder = small(6), tmp_path / "run"
    whole = movesolver.check_many(iter(asked), chunk=2, folder=folder)
    same(movesolver.check_many(iter(asked), chunk=2, folder=folder), whole)
    with pytest.raises(InputError, match="chunk of other boards"):
        movesolver.check_many(iter(asked[::-1]), chunk=2, folder=folder)


def test_answers_are_written_and_read(tmp_path: Path) -> None:
    for verb, question in VERBS.items():
        answer = question(small(6), chunk=4)
        answer.save(tmp_path / f"{verb}.npz")
        same(type(answer).load(tmp_path / f"{verb}.npz"), answer)
    with pytest.raises(InputError, match="an npz file of solved"):
        Solved.load(tmp_path / "check.npz")
    (tmp_path / "bad.npz").write_bytes((tmp_path / "solve.npz").read_bytes()[:-300])
    with pytest.raises(InputError):
        Solved.load(tmp_path / "bad.npz")


def test_memory_is_bounded_by_the_chunk(tmp_path: Path) -> None:
    """100,000 boards from a file to a folder, in a small part of the space that they take."""
    file, folder = tmp_path / "boards.npz", tmp_path / "run"
    boards = many(100_000, models=2)
    boards.save(file)
    expected = movesolver.check_many(boards.cut(60_000, 60_100), depth="ends")
    movesolver.check_many(boards.cut(0, 100), depth="ends", threads=1)
    del boards
    tracemalloc.start()
    how: dict[str, Any] = {"folder": folder, "gather": False, "chunk": 2_000, "threads": 1}
    nobody = movesolver.check_many(file, depth="ends", **how)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(nobody) == 0
    assert most < file.stat().st_size / 3
    total = 0
    for answers in chunks_in(folder, Checked):
        if total == 60_000:
            same(answers.cut(0, 100), expected)
        total += len(answers)
    assert total == 100_000
