"""What is given board by board, and functions of the caller's own, in questions on many boards."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import movesolver
from batch_data import many, small
from movesolver import Boards, Failure, InputError, Valued
from movesolver.batch import running

Ask = Callable[..., Any]


def snap(boards: Any, wished: Any, **how: Any) -> Any:
    return movesolver.snap_many(boards, wished, iterations=2, threads=1, **how)


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if anything is worked on."""

    def drive(*_: Any) -> bool:
        raise AssertionError("worked on")

    monkeypatch.setattr(running, "_drive", drive)


@pytest.mark.parametrize("form", ["boards", "list", "file"])
@pytest.mark.parametrize("more", [-1, 1])
def test_a_wrong_count_is_refused_before_any_work(
    form: str, more: int, tmp_path: Path, no_work: None
) -> None:
    asked = small(5)
    boards: Any = {"boards": Boards.of(asked), "list": asked, "file": tmp_path / "boards.npz"}[form]
    Boards.of(asked).save(tmp_path / "boards.npz")
    rows = int(Boards.of(asked).movers[-1])
    with pytest.raises(InputError, match=f"wished: wanted {rows} rows, .*, got {rows + more}"):
        snap(boards, np.full((rows + more, 2), 20.0), chunk=2)
    with pytest.raises(InputError, match=f"wished: wanted 5 entries, .*, got {5 + more}"):
        snap(boards, [{"m0": [20.0, 20.0]}] * (5 + more), chunk=2)
    with pytest.raises(InputError, match=f"places: wanted 5 entries, .*, got {5 + more}"):
        movesolver.mask_many(boards, [{}] * (5 + more), chunk=2)


def test_of_boards_that_come_one_by_one_those_without_anything_given_have_an_error() -> None:
    asked = small(5)
    movers = Boards.of(asked).movers
    wished = np.full((int(movers[-1]), 2), 21.0)
    whole = snap(iter(asked), wished, chunk=2)
    for left, bad in ((wished[:-1], 1), (wished[: movers[3] - 1], 3)):
        answer = snap(iter(asked), left, chunk=2)
        assert answer.error.tolist() == [0] * (5 - bad) + [Failure.BAD_INPUT] * bad
        assert answer.message(4) == "wished: wanted as much as there are boards, got less"
        np.testing.assert_array_equal(answer.objective[: 5 - bad], whole.objective[: 5 - bad])
    places = [
        {model.id: [model.at or (0.0, 0.0)] for model in one.mover.models} for one in asked[:3]
    ]
    masked = movesolver.mask_many(iter(asked), places, chunk=2)
    assert masked.error.tolist() == [0, 0, 0, 1, 1]
    with pytest.warns(UserWarning, match=f"wished: 1 of {len(wished) + 1} are for no board"):
        answer = snap(iter(asked), np.vstack([wished, wished[:1]]), chunk=2)
    np.testing.assert_array_equal(answer.objective, whole.objective)


def test_nothing_is_given_for_any_board_or_there_is_none() -> None:
    answer = snap(small(2), [None, None])
    assert [message for b in range(2) if "wishes" in (message := answer.message(b))]
    assert len(snap([], [])) == len(movesolver.mask_many([], [])) == 0
    for wrong in ({"m0": [1.0, 2.0]}, 5, "x"):
        with pytest.raises(InputError, match="or a list by model id, one for each board"):
            snap(small(1), wrong)
        with pytest.raises(InputError, match="or a list by model id, one for each board"):
            movesolver.mask_many(small(1), wrong)  # type: ignore[arg-type] # what is tested


def raises(poses: Any, model: int) -> Any:
    raise RuntimeError("no such field")


def test_what_a_function_of_ones_own_raises_is_no_crash_of_ours() -> None:
    with pytest.raises(RuntimeError, match="no such field"):
        movesolver.solve(small(1)[0], values=[Valued(raises)], iterations=2)
    answer = movesolver.solve_many(small(2), values=[Valued(raises)], iterations=2)
    assert answer.error.tolist() == [Failure.BAD_INPUT] * 2
    said = "values[0].function: wanted a function that answers, got RuntimeError: no such field"
    assert answer.message(0) == said


def test_functions_that_no_process_can_be_sent_are_refused_before_any_work() -> None:
    boards = many(3)
    values = [Valued(lambda poses, model: poses[:, 0])]
    wanted = "values: wanted what can be sent to processes: functions at the top level"

    def ask(**how: Any) -> Any:
        return movesolver.solve_many(boards, values=values, iterations=2, **how)

    with pytest.raises(InputError, match=wanted):
        ask(processes=1)
    with pytest.raises(InputError, match=wanted):
        ask(executor=lambda: ProcessPoolExecutor(1))
    with ProcessPoolExecutor(1) as pool, pytest.raises(InputError, match=wanted):
        ask(executor=pool)
    with ThreadPoolExecutor(1) as threads:
        assert not (ask(executor=threads).error == Failure.CRASHED).any()


def test_keywords_that_are_none_are_those_of_the_call() -> None:
    calls: dict[str, Ask] = {
        "check_many": movesolver.check_many,
        "solve_many": movesolver.solve_many,
        "reach_many": movesolver.reach_many,
    }
    for name, call in calls.items():
        with pytest.raises(TypeError, match=rf"{name}\(\) got .* 'thread' \(did you mean threads"):
            call([], thread=1)
    with pytest.raises(TypeError, match=r"check_many\(\) got .* 'nonsense'$"):
        movesolver.check_many([], depth="ends", nonsense=1)  # type: ignore[call-arg] # tested


def test_a_board_is_named_by_its_number() -> None:
    boards: Any = many(2)
    assert boards[np.int64(1)] == boards[-1]
    for wrong in ("a", 1.0, None, True, [0, 1]):
        with pytest.raises(InputError, match="board: wanted a whole number, or a slice"):
            boards[wrong]
