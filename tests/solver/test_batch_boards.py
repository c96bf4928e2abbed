"""Boards as arrays: from scenarios and back, cut, joined, in files good and bad."""

from __future__ import annotations

import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

import movesolver
from batch_data import VERBS, cases, many, mixed, small
from movesolver import Answers, Boards, Failure, InputError, Scenario, StoredBoards
from movesolver.batch.npz import write
from movesolver.batch.ragged import Arrays
from movesolver.formats.scenario import dumps
from scenes import crowded, open_table


def everything() -> list[Scenario]:
    return [*mixed(), *small(3), *cases()]


def test_scenarios_come_back_as_they_were() -> None:
    asked = everything()
    boards = Boards.of(asked)
    assert len(boards) == len(asked) > 300
    assert list(boards) == asked
    assert boards[5] == asked[5]
    assert boards[-1] == asked[-1]


def test_boards_travel_and_are_cut_and_joined() -> None:
    asked = everything()
    boards = Boards.of(asked)
    low, high = 40, 90
    part = boards.cut(low, high)
    assert list(part) == asked[low:high]
    assert len(part.texts) < len(boards.texts)
    assert list(pickle.loads(pickle.dumps(part))) == asked[low:high]
    assert list(boards[low:high]) == asked[low:high]
    pieces = [boards.cut(k, min(k + 70, len(boards))) for k in range(0, len(boards), 70)]
    joined = Boards.join(pieces)
    assert list(joined) == asked
    assert joined.cut(low, high).digest() == Boards.of(asked).cut(low, high).digest()
    assert part.digest() != boards.cut(low + 1, high + 1).digest()
    assert list(boards.cut(3, 3)) == []


def test_files_hold_all_and_are_read_whole_or_in_part(tmp_path: Path) -> None:
    asked = everything()
    file = tmp_path / "boards.npz"
    Boards.of(asked).save(file)
    assert list(Boards.load(file)) == asked
    stored = StoredBoards(file)
    assert len(stored) == len(asked)
    assert list(stored.cut(17, 33)) == asked[17:33]
    assert list(stored.cut(0, len(asked))) == asked
    assert [path.name for path in tmp_path.iterdir()] == ["boards.npz"]


def test_what_boards_share_is_held_once() -> None:
    scenario = mixed()[0]
    boards = Boards.of([scenario] * 50)
    assert len(boards.texts) == len(Boards.of([scenario]).texts)
    assert len({id(board.terrain) for board in boards}) == 1
    again = Boards.repeat(scenario, 50)
    assert again.digest() == boards.digest()
    again.x[again.first[3] :][:1] += 1.0
    assert again[3] != scenario
    assert again[4] == scenario


def test_movers_are_counted_in_the_order_of_the_file() -> None:
    asked = everything()
    boards = Boards.of(asked)
    counts = np.diff(boards.movers)
    assert counts.tolist() == [len(scenario.mover.models) for scenario in asked]
    rows = boards.rows_of_movers()
    x = [m.at[0] if m.at else np.nan for scenario in asked for m in scenario.mover.models]
    np.testing.assert_array_equal(boards.x[rows], x)
    assert boards.first[-1] == sum(len(u.models) for scenario in asked for u in scenario.units)


def test_ends_are_set_by_rows() -> None:
    boards = many(4)
    ends = np.column_stack([boards.x, boards.y, boards.facing, boards.z])
    ends[:, 0] += 1.0
    ends[4] = np.nan
    asked = boards.with_ends(ends)
    first = asked[0]
    assert isinstance(first, Scenario)
    assert list(first.action.ends or {}) == [m.id for m in first.mover.models]
    other = asked[1]
    assert isinstance(other, Scenario)
    assert len(other.action.ends or {}) == 2
    with pytest.raises(InputError, match="poses"):
        boards.with_ends(ends[:-1])


def test_a_bad_scenario_is_a_bad_board() -> None:
    good = small(1)[0]
    listed: list[Any] = [good, "{", dumps(good), 7]
    boards = Boards.of(listed)
    assert boards[0] == boards[2] == good
    with pytest.raises(InputError, match="line 1, column 2"):
        boards[1]
    with pytest.raises(InputError, match="a Scenario, or its JSON, got 7"):
        boards[3]
    with pytest.raises(IndexError):
        boards[4]
    with pytest.raises(InputError, match="without steps"):
        boards[::2]


def damaged(change: Callable[[Arrays], object]) -> Callable[[Path], None]:
    """Return what writes boards with something wrong in their arrays."""

    def save(file: Path) -> None:
        boards = Boards.of(small(3))
        texts = np.frombuffer(b"".join(boards.texts), np.uint8).copy()
        first = np.cumsum([0, *map(len, boards.texts)])
        arrays = {k: v.copy() for k, v in boards.arrays.items()}
        arrays |= {"first_text": first, "text": texts}
        change(arrays)
        write(file, "boards", arrays)

    return save


def set_at(name: str, index: Any, value: Any) -> Callable[[Path], None]:
    def change(arrays: Arrays) -> None:
        arrays[name][index] = value

    return damaged(change)


def objects(file: Path) -> None:
    np.savez(file, movesolver_batch="boards 1", x=np.array([{}], dtype=object))


def deflated(file: Path) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", b"\x93NUMPY")


BAD = {
    "no zip": lambda file: file.write_bytes(b"hello"),
    "nothing": lambda file: file.write_bytes(b""),
    "an array": lambda file: file.write_bytes(b"\x93NUMPY\x01\x00"),
    "objects": objects,
    "a torn member": deflated,
    "another kind": lambda file: write(file, "solved", {"x": np.zeros(1)}),
    "no arrays": lambda file: write(file, "boards", {"x": np.zeros(1)}),
    "offsets fall": set_at("first_unit", 1, 5),
    "offsets run": set_at("first_model", -1, 10**12),
    "text number": set_at("unit", 0, 99),
    "no ground": set_at("ground", 0, -1),
    "text offsets": set_at("first_text", 1, 10**9),
    "a type": damaged(lambda arrays: arrays.update(x=arrays["x"].astype(np.float32))),
    "a shape": damaged(lambda arrays: arrays.update(pose=np.zeros((0, 3)))),
    "a column short": damaged(lambda arrays: arrays.update(z=arrays["z"][:-1])),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "boards.npz"
    BAD[kind](file)
    with pytest.raises(InputError) as refused:
        Boards.load(file)
    assert "boards.npz" in str(refused.value) or "\n" not in str(refused.value)
    with pytest.raises(InputError):
        StoredBoards(file).cut(0, 3)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for call in (Boards.load, StoredBoards):
        with pytest.raises(InputError, match=r"none\.npz: wanted a file that can be read"):
            call(tmp_path / "none.npz")
    with pytest.raises(InputError, match="can be written"):
        Boards.of(small(1)).save(tmp_path / "nowhere" / "boards.npz")


@pytest.mark.parametrize(
    ("name", "value"), [("x", np.inf), ("y", 1e9), ("facing", np.nan), ("z", -1.0), ("x", 1e5)]
)
def test_a_bad_number_of_a_file_is_that_boards_error(
    name: str, value: float, tmp_path: Path
) -> None:
    file = tmp_path / "boards.npz"
    set_at(name, 0, value)(file)
    boards = Boards.load(file)
    assert list(boards[1:]) == small(3)[1:]
    with pytest.raises(InputError):
        boards[0]


def test_a_text_of_a_file_that_is_no_unit_is_that_boards_error(tmp_path: Path) -> None:
    file = tmp_path / "boards.npz"
    boards = Boards.of(small(3))
    first = int(np.cumsum([0, *map(len, boards.texts)])[int(boards.arrays["unit"][0])])
    set_at("text", slice(first, first + 2), 0x41)(file)
    again = Boards.load(file)
    with pytest.raises(InputError):
        again[0]
    assert again[1] == small(3)[1]


WRONG = [("x", np.inf), ("x", 1e300), ("y", np.nan), ("facing", np.nan), ("facing", np.inf)]
WRONG += [("z", np.nan), ("z", np.inf), ("z", -5.0), ("y", -2e6)]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("who", [0, -1])
def test_a_bad_number_in_an_array_is_that_boards_error_whatever_is_asked(
    verb: str, who: int
) -> None:
    scenario = crowded(1, 4, bases="round")
    boards = Boards.repeat(scenario, len(WRONG) + 2)
    off = boards.first[-2] - 1  # off the table, no fault
    boards.x[off] = boards.y[off] = np.nan
    for board, (name, value) in enumerate(WRONG):
        # the first model of all, of the unit that moves, and the last, of another
        rows = np.arange(boards.first[board], boards.first[board + 1])
        boards.arrays[name][rows[who]] = value
    if verb == "snap":
        wished = np.full((int(boards.movers[-1]), 2), 21.0)
        answer: Answers = movesolver.snap_many(boards, wished, iterations=2)
    else:
        answer = VERBS[verb](boards)
    counts = [len(unit.models) for unit in scenario.units]
    unit, model = (0, 0) if who == 0 else (len(counts) - 1, counts[-1] - 1)
    for board, (name, _) in enumerate(WRONG):
        assert answer.error[board] == Failure.BAD_INPUT
        assert answer.message(board).startswith(f"units[{unit}].models[{model}].{name}: wanted a")
        with pytest.raises(InputError, match=r"finite|at most|zero or more"):
            boards[board]
    assert not (answer.error[len(WRONG) :] == Failure.BAD_INPUT).any()


@pytest.mark.parametrize("depth", ["move", "ends"])
def test_a_bad_number_of_an_end_is_that_boards_error(depth: Literal["move", "ends"]) -> None:
    boards = Boards.repeat(open_table(1, 3), 5)
    poses = np.zeros((15, 4))
    poses[:, 0], poses[:, 1] = np.tile([20.0, 22.0, 24.0], 5), 20.0
    poses[3 + 2, 0], poses[6 + 1, 2], poses[9, 3] = np.inf, -np.inf, -1.0
    answer = movesolver.check_many(boards.with_ends(poses), depth=depth)
    assert answer.error.tolist() == [0, 1, 1, 1, 0]
    assert answer.message(1).startswith("action.ends[2].x: wanted a finite number")
    assert answer.message(2).startswith("action.ends[1].facing: wanted a finite number")
    assert answer.message(3).startswith("action.ends[0].z: wanted a height of zero or more")
