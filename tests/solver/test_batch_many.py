"""Questions about many boards: as the calls for one, whoever does it, and what goes wrong."""

from __future__ import annotations

import io
import signal
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from rich.console import Console

import movesolver
from batch_data import cases, many, mixed, same, small
from movesolver import (
    Answers,
    Boards,
    Checked,
    Failure,
    InputError,
    Scenario,
    Solved,
    chunks_in,
    seed_of,
)
from movesolver.arrays import ends as ends_of_arrays
from movesolver.batch.answers import CODES, SLACKS, STATUSES, named
from movesolver.batch.layout import WORDS, sides_of
from movesolver.rules.wh40k import ELEVENTH

PLACES = [[20.0, 20.0], [21.5, 20.0], [23.0, 20.5], [24.0, 21.0]]
VERBS: dict[str, Callable[..., Answers]] = {
    "check": movesolver.check_many,
    "ends": lambda boards, **how: movesolver.check_many(boards, depth="ends", **how),
    "reach": lambda boards, **how: movesolver.reach_many(boards, PLACES, ends=True, **how),
    "solve": lambda boards, **how: movesolver.solve_many(boards, iterations=20, seed=3, **how),
    "snap": lambda boards, **how: movesolver.snap_many(
        boards, np.full((len(Boards.of(small(6)).rows_of_movers()), 2), 21.0), iterations=9, **how
    ),
    "propose": lambda boards, **how: movesolver.propose_many(boards, 2, iterations=80, **how),
    "mask": lambda boards, **how: movesolver.mask_many(boards, PLACES, **how),
}


def moved(boards: Boards, answer: Solved) -> Boards:
    """Return boards with the ends of an answer to be judged."""
    return boards.with_ends(answer.ends)


@pytest.mark.parametrize("verb", VERBS)
def test_answers_do_not_depend_on_threads_chunks_and_order(verb: str) -> None:
    asked, question = small(6), VERBS[verb]
    answer = question(asked, threads=1, chunk=6)
    assert not answer.error.any()
    same(question(Boards.of(asked), threads=3, chunk=1), answer)
    with ThreadPoolExecutor(2) as pool:
        same(question(iter(asked), executor=pool, chunk=4, window=1), answer)
    same(type(answer).join([answer.cut(0, 2), answer.cut(2, 6)]), answer)


def test_check_many_says_what_check_says() -> None:
    asked, wrong = cases(), dict[int, str]()
    answer = movesolver.check_many(asked)
    for board, scenario in enumerate(asked):
        try:
            verdict = movesolver.check(scenario)
        except movesolver.MoveSolverError as error:
            wrong[board] = str(error)
            continue
        assert answer.error[board] == Failure.NONE
        assert answer.legal[board] == verdict.legal
        assert set(named(answer.codes[board])) == {str(code) for code in verdict.codes}
        slack = dict(zip(SLACKS, answer.slack[board].tolist(), strict=True))
        assert {name: value for name, value in slack.items() if value == value} == verdict.slack

    assert {int(board): answer.message(board) for board in np.flatnonzero(answer.error)} == wrong
    assert wrong
    assert not answer.legal[answer.error > 0].any()


def test_every_slack_and_code_has_its_place() -> None:
    assert len(CODES) <= 64
    assert {str(code) for code in movesolver.Code} < set(CODES)
    assert {str(status) for status in movesolver.Status} < set(STATUSES)


def test_ends_are_those_of_the_referee() -> None:
    boards = many(200)
    quick = movesolver.check_many(boards, depth="ends")
    whole = movesolver.check_many(boards)
    assert 0 < quick.legal.sum() < len(boards)
    for board in range(len(boards)):
        assert set(named(quick.codes[board])) == set(named(whole.codes[board]))


def test_ends_take_in_everybody_where_the_move_ends() -> None:
    asked = mixed()
    solved = movesolver.solve_many(asked, iterations=20)
    boards = Boards.of(asked)
    assert movesolver.check_many(moved(boards, solved), depth="ends").legal.all()
    ends = solved.ends.copy()
    foe = boards.arrays["x"][boards.first_model[1]], boards.arrays["y"][boards.first_model[1]]
    ends[0, :2] = foe  # the first model of the first board, onto an enemy
    answer = movesolver.check_many(boards.with_ends(ends), depth="ends")
    assert not answer.legal[0]
    assert answer.legal[1]
    assert {"OVERLAP", "ENGAGED"} <= set(named(answer.codes[0]))
    mate = int(boards.first_model[2])
    ends[0, :2] = boards.x[mate], boards.y[mate]
    assert "OVERLAP" in named(movesolver.check_many(boards.with_ends(ends), depth="ends").codes[0])
    boards.slain[mate] = True
    assert "OVERLAP" not in named(
        movesolver.check_many(boards.with_ends(ends), depth="ends").codes[0]
    )


def test_ends_call_the_kernels_with_the_rules_of_each_board() -> None:
    asked = [scenario for scenario in cases() if scenario.mover.on_table]
    boards = Boards.of(asked)
    sides, bad = sides_of(boards)
    assert not bad
    assert len(sides) > 5
    answer = movesolver.check_many(boards, depth="ends")
    for side in sides:
        codes = ends_of_arrays(
            side.units, side.enemies, side.others,
            table=side.table, move=side.move, rules=side.rules,
        )  # fmt: skip
        for board, code in zip(side.which.tolist(), codes.tolist(), strict=True):
            words = {word for bit, word in WORDS.items() if code & bit}
            assert set(named(answer.codes[board])) == words


def test_solve_many_is_solve_with_the_seed_of_the_board() -> None:
    asked = [*mixed(), *small(3)]
    answer = movesolver.solve_many(asked, iterations=30, seed=11)
    for board, scenario in enumerate(asked):
        one = movesolver.solve(scenario, iterations=30, seed=seed_of(11, board))
        assert STATUSES[answer.status[board]] == one.status
        assert (answer.objective[board], answer.bound[board]) == (one.objective, one.bound)
        assert answer.iterations[board] == one.iterations
        rows = slice(*answer.first_model[board : board + 2])
        assert answer.ends[rows].tolist() == [list(pose) for pose in one.ends.values()]
        for k, path in zip(range(*answer.first_model[board : board + 2]), one.paths.values()):  # noqa: B905
            low, high = answer.first_pose[k : k + 2]
            assert answer.paths[low:high].tolist() == [list(pose) for pose in path]
    assert len({seed_of(11, board) for board in range(100)}) == 100
    assert movesolver.check_many(moved(Boards.of(asked), answer)).legal.all()


def test_without_lowering_the_bound_ends_are_the_same() -> None:
    asked = mixed()
    answer = movesolver.solve_many(asked, iterations=30)
    quick = movesolver.solve_many(asked, iterations=30, bound=False)
    np.testing.assert_array_equal(quick.ends, answer.ends)
    assert (quick.bound >= answer.bound).all()
    assert (quick.gap >= 0).all()
    assert (quick.gap > answer.gap).any()


def test_snap_many_takes_wishes_by_row_and_by_name() -> None:
    asked = small(3)
    rows = np.array([[20.0 + k, 22.0, np.nan] for k in range(2 + 3 + 4)])
    rows[1] = np.nan
    answer = movesolver.snap_many(asked, rows)
    names = [[model.id for model in scenario.mover.models] for scenario in asked]
    wishes: list[dict[str, list[float]]] = []
    first = 0
    for ids in names:
        block = rows[first : first + len(ids), :2].tolist()
        wishes.append({n: r for n, r in zip(ids, block, strict=True) if r[0] == r[0]})
        first += len(ids)
    same(movesolver.snap_many(asked, wishes), answer)
    one = movesolver.snap(asked[1], wishes[1], seed=seed_of(0, 1))
    assert one.objective == answer.objective[1]
    with pytest.raises(InputError, match="rows"):
        movesolver.snap_many(asked, rows[:-1])
    with pytest.raises(InputError, match="entries"):
        movesolver.snap_many(asked, np.concatenate([rows, rows]))
    with pytest.raises(InputError, match="entries"):
        movesolver.snap_many(asked, wishes[:2])


def test_mask_propose_and_reach_say_what_the_calls_for_one_say() -> None:
    asked = small(3)
    masked = movesolver.mask_many(asked, PLACES)
    proposed = movesolver.propose_many(asked, 3, iterations=90, seed=5)
    reaching = movesolver.reach_many(asked, PLACES, ends=True, areas=True)
    row = 0
    for board, scenario in enumerate(asked):
        ids = [model.id for model in scenario.mover.models]
        mask = movesolver.mask(scenario, dict.fromkeys(ids, PLACES))
        ends = movesolver.propose(scenario, 3, iterations=90, seed=seed_of(5, board))
        reach = movesolver.reach(scenario)
        assert proposed.first_move[board + 1] - proposed.first_move[board] == len(ends.moves)
        points = proposed.objective[proposed.first_move[board] :][: len(ends.moves)]
        assert points.tolist() == [move.objective for move in ends.moves]
        for name in ids:
            low, high = masked.first_place[row : row + 2]
            assert masked.allowed[low:high].tolist() == mask.allowed[name].tolist()
            lengths = reach.lengths(name, np.array(PLACES))
            assert reaching.lengths[row].tolist() == lengths.tolist()
            arrivals = [reach.to(x, y)[name].reached for x, y in PLACES]
            assert reaching.reached[row].tolist() == arrivals
            assert reaching.area[row] == pytest.approx(reach.region(name).area)
            row += 1
    assert masked.allowed.any()
    assert not masked.allowed.all()


def broken() -> Scenario:
    """A scenario that no door has seen: its goal names a marker that is not there."""
    good = small(1)[0]
    term = movesolver.GoalTerm(near=movesolver.Target(marker="nowhere"))
    return msgspec.structs.replace(good, action=msgspec.structs.replace(good.action, goal=(term,)))


def test_bad_boards_have_their_own_error_and_the_rest_is_delivered() -> None:
    good = small(2)
    no_move = msgspec.structs.replace(
        good[0], units=tuple(msgspec.structs.replace(u, move=None) for u in good[0].units)
    )
    asked: list[Any] = [good[0], "{}", no_move, broken(), good[1]]
    answer = movesolver.solve_many(asked, iterations=9, chunk=2)
    assert answer.error.tolist() == [0, Failure.BAD_INPUT, Failure.BAD_INPUT, Failure.CRASHED, 0]
    assert answer.message(1).startswith("movesolver: wanted 1")
    assert "move" in answer.message(2)
    assert ":" in answer.message(3)
    assert answer.message(0) == ""
    assert answer.done.tolist() == answer.solved.tolist() == [True, False, False, False, True]
    assert np.isnan(answer.ends[answer.first_model[2] : answer.first_model[4]]).all()
    assert not answer.interrupted
    quick = movesolver.check_many(asked, depth="ends")
    assert quick.error.tolist() == [0, 1, 0, 0, 0]


def test_a_board_whose_time_is_up_says_so() -> None:
    boxed = Boards.of([*mixed(), "{}"])
    answer = movesolver.mask_many(boxed, PLACES, time_ms=0.0)
    assert answer.error.tolist() == [Failure.NONE, Failure.TIMED_OUT, Failure.BAD_INPUT]
    assert "time" in answer.message(1)
    assert not answer.undecided[: answer.first_place[4]].any()  # ruled out before any search
    assert answer.undecided.any()
    solved = movesolver.solve_many(boxed, time_ms=0.0)
    late = (solved.limit > 0) & ~solved.solved
    assert (solved.error[:2] == np.where(late[:2], Failure.TIMED_OUT, Failure.NONE)).all()


@pytest.mark.parametrize("gathered", [True, False])
def test_an_interrupt_returns_what_is_done(gathered: bool, tmp_path: Path) -> None:
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
        part = movesolver.check_many(given, threads=1, window=1, chunk=2, **how)
        assert part.interrupted
        kept = Checked.join(list(chunks_in(folder, Checked)))
        same(kept, whole.cut(0, len(kept)))
        assert 4 <= len(kept) < 12
        if gathered:
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
    for wrong in (
        lambda: movesolver.solve_many(asked, iterations=8, **how),
        lambda: movesolver.solve_many(asked, iterations=9, seed=1, **how),
        lambda: movesolver.solve_many(asked[:5], iterations=9, **how),
        lambda: movesolver.solve_many(asked, iterations=9, **{**how, "chunk": 3}),
        lambda: movesolver.snap_many(asked, iterations=9, **how),
    ):
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


def test_no_boards_are_no_trouble() -> None:
    for question in (movesolver.check_many, movesolver.solve_many, movesolver.reach_many):
        nobody: list[Scenario] = []
        answer: Answers = question(nobody)  # type: ignore[operator]
        assert len(answer) == 0
        assert not answer.interrupted


def nothing() -> Iterator[Scenario]:
    yield from ()


@pytest.mark.parametrize(
    ("how", "named"),
    [
        ({"threads": -1}, "threads"),
        ({"processes": True}, "processes"),
        ({"threads": 1, "processes": 1}, "processes"),
        ({"executor": 3}, "executor"),
        ({"chunk": 0}, "chunk"),
        ({"window": 1.5}, "window"),
        ({"gather": False}, "gather"),
    ],
)
def test_options_that_make_no_sense_are_named(how: dict[str, Any], named: str) -> None:
    with pytest.raises(InputError) as refused:
        movesolver.check_many(small(1), **how)
    assert refused.value.place == named


def test_questions_that_make_no_sense_are_named() -> None:
    one = small(1)
    with pytest.raises(TypeError, match="thread"):
        movesolver.check_many(one, thread=1)  # type: ignore[call-arg]
    wrong: list[tuple[str, Callable[[], object]]] = [
        ("boards", lambda: movesolver.check_many(one[0])),  # type: ignore[arg-type]
        ("boards", lambda: movesolver.check_many(3)),  # type: ignore[arg-type]
        ("depth", lambda: movesolver.check_many(one, depth="deep")),  # type: ignore[arg-type]
        ("tolerance", lambda: movesolver.check_many(one, tolerance=-1.0)),
        ("tolerance", lambda: movesolver.check_many(one, depth="ends", tolerance=0.0)),
        ("points", lambda: movesolver.reach_many(one, [[1.0, 2.0, 3.0]])),
        ("points", lambda: movesolver.reach_many(one, [[1.0, np.nan]])),
        ("seed", lambda: movesolver.solve_many(one, seed=-1)),
        ("iterations", lambda: movesolver.solve_many(one, iterations=1.5)),  # type: ignore[arg-type]
        ("time_ms", lambda: movesolver.solve_many(one, time_ms=-1.0)),
        ("k", lambda: movesolver.propose_many(one, 0)),
        ("wished", lambda: movesolver.snap_many(one, [1.0, 2.0])),
        ("places", lambda: movesolver.mask_many(one, [1.0, 2.0])),
        ("time_ms", lambda: movesolver.mask_many(one, PLACES, time_ms=-1.0)),
    ]
    for place, call in wrong:
        with pytest.raises(InputError) as refused:
            call()
        assert refused.value.place == place


def test_rules_of_ones_own_are_those_of_all_boards() -> None:
    boards = many(60)
    lax = replace(ELEVENTH, coherency=replace(ELEVENTH.coherency, neighbour=9.0, span=30.0))
    for depth in ("move", "ends"):
        strict = movesolver.check_many(boards, depth=depth)  # type: ignore[arg-type]
        answer = movesolver.check_many(boards, depth=depth, rules=lax)  # type: ignore[arg-type]
        assert answer.legal.sum() > strict.legal.sum()
    assert movesolver.check(boards.scenario(0), rules=lax).legal == answer.legal[0]


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
