"""Questions about many boards: as the calls for one, whoever does it, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Literal

import msgspec
import numpy as np
import pytest

import movesolver
from batch_data import PLACES, VERBS, cases, many, mixed, same, small
from movesolver import (
    Answers,
    Boards,
    Failure,
    InputError,
    Scenario,
    Solved,
    seed_of,
)
from movesolver.arrays import Bases, Groups
from movesolver.arrays import ends as ends_of_arrays
from movesolver.batch.answers import CODES, SLACKS, STATUSES, named
from movesolver.batch.layout import WORDS
from movesolver.rules.chosen import rules_of
from movesolver.rules.wh40k import ELEVENTH


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

    assert {
        int(board): answer.message(board) for board in np.flatnonzero(answer.error).tolist()
    } == wrong
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


def ends_alone(scenario: Scenario) -> set[str]:
    """Return what the checks on arrays find wrong with where a move ends, its board alone."""
    mover, action = scenario.mover, scenario.action
    ends = dict(action.ends or {}) | {n: path[-1] for n, path in (action.paths or {}).items()}
    standing = []
    for unit in scenario.units:
        if unit is not mover and (unit.status.in_reserve or unit.status.embarked_in):
            continue
        for model in unit.models:
            pose = ends.get(model.id) if unit is mover else None
            if pose is None and model.at is not None:
                pose = (*model.at, model.facing, model.z)
            if pose is not None and not model.slain:
                standing.append((unit, model.base, pose))
    bases = Bases([base for _, base, _ in standing])
    parts = {"own": list[Any](), "enemy": list[Any](), "friend": list[Any]()}
    for k, (unit, _, pose) in enumerate(standing):
        whose = "friend" if unit.side == mover.side else "enemy"
        parts["own" if unit is mover else whose].append((k, *pose))
    groups = []
    for rows in parts.values():
        base, x, y, facing, z = np.array(rows).reshape(-1, 5).T
        kinds, first = base.astype(np.int64), [0, len(rows)]
        groups.append(Groups(bases, x, y, base=kinds, facing=facing, z=z, first=first))
    named_rules = scenario.rules
    codes = ends_of_arrays(
        *groups,
        table=(scenario.table.width, scenario.table.height),
        move=action.move,
        rules=rules_of(named_rules.game, named_rules.version, named_rules.options),
    )
    return {word for bit, word in WORDS.items() if codes[0] & bit}


def test_ends_are_asked_by_the_rules_of_each_board() -> None:
    asked = [scenario for scenario in cases() if scenario.mover.on_table]
    answer = movesolver.check_many(Boards.of(asked), depth="ends")
    assert not answer.error.any()
    for board, scenario in enumerate(asked):
        assert set(named(answer.codes[board])) == ends_alone(scenario)
    assert len({(scenario.rules.game, scenario.action.move) for scenario in asked}) > 5


def test_solve_many_is_solve_with_the_seed_of_the_board() -> None:
    asked = [*mixed(), *small(3)]
    answer = movesolver.solve_many(asked, iterations=30, seed=11, bound=True)
    for board, scenario in enumerate(asked):
        one = movesolver.solve(scenario, iterations=30, seed=seed_of(11, board))
        assert STATUSES[answer.status[board]] == one.status
        assert (answer.objective[board], answer.bound[board]) == (one.objective, one.bound)
        assert answer.iterations[board] == one.iterations
        rows = slice(*answer.first_model[board : board + 2])
        assert answer.ends[rows].tolist() == [list(pose) for pose in one.ends.values()]
        for k, path in zip(range(rows.start, rows.stop), one.paths.values(), strict=True):
            low, high = answer.first_pose[k : k + 2]
            assert answer.paths[low:high].tolist() == [list(pose) for pose in path]
    assert len({seed_of(11, board) for board in range(100)}) == 100
    assert movesolver.check_many(moved(Boards.of(asked), answer)).legal.all()


def test_without_lowering_the_bound_ends_are_the_same() -> None:
    asked = mixed()
    answer = movesolver.solve_many(asked, iterations=30, bound=True)
    quick = movesolver.solve_many(asked, iterations=30)
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
    with pytest.raises(InputError, match="9 rows"):
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


@pytest.mark.parametrize("how", [{}, {"ends": True}, {"areas": True}])
@pytest.mark.parametrize("chunk", [1, 4])
def test_a_bad_board_costs_the_others_nothing_of_what_they_reach(
    how: dict[str, Any], chunk: int
) -> None:
    good, points = small(2), [[11.0, 12.0], [13.0, 14.0], [40.0, 40.0]]
    answer = movesolver.reach_many([good[0], "{}", broken(), good[1]], points, chunk=chunk, **how)
    assert answer.error[[0, 1, 3]].tolist() == [0, Failure.BAD_INPUT, 0]
    alone = movesolver.reach_many(good, points, **how)
    for board, other in ((0, 0), (3, 1)):
        same(answer.cut(board, board + 1), alone.cut(other, other + 1))


@pytest.mark.parametrize("who", [-1, 3, 10**6])
def test_ends_of_models_that_are_not_there_are_the_error_of_their_board(who: int) -> None:
    boards = many(4)
    ends = np.zeros((int(boards.movers[-1]), 4))
    ends[:, :3] = np.array([boards.x, boards.y, boards.facing]).T[boards.rows_of_movers()]
    asked = boards.with_ends(ends)
    right = movesolver.check_many(asked, depth="ends")
    asked.arrays["walker"][4] = who  # of board 1
    quick = movesolver.check_many(asked, depth="ends")
    assert quick.error.tolist() == [0, Failure.BAD_INPUT, 0, 0]
    assert quick.message(1) == movesolver.check_many(asked).message(1)
    assert quick.codes[[0, 2, 3]].tolist() == right.codes[[0, 2, 3]].tolist()


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


def test_no_boards_are_no_trouble() -> None:
    questions: list[Callable[..., Answers]] = [movesolver.check_many, movesolver.solve_many]
    for question in questions:
        nobody: list[Scenario] = []
        answer = question(nobody)
        assert len(answer) == 0
        assert not answer.interrupted


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
    one: list[Any] = list(small(1))
    unknown: dict[str, Any] = {"thread": 1}
    with pytest.raises(TypeError, match="thread"):
        movesolver.check_many(one, **unknown)
    wrong: list[tuple[str, Callable[[], object]]] = [
        ("tolerance", lambda: movesolver.check_many(one, tolerance=-1.0)),
        ("tolerance", lambda: movesolver.check_many(one, depth="ends", tolerance=0.0)),
        ("points", lambda: movesolver.reach_many(one, [[1.0, 2.0, 3.0]])),
        ("points", lambda: movesolver.reach_many(one, [[1.0, np.nan]])),
        ("step", lambda: movesolver.reach_many(one, step=0.0)),
        ("points", lambda: movesolver.reach_many(one, "ab")),
        ("gap", lambda: movesolver.solve_many(one, gap=-1.0)),
        ("apart", lambda: movesolver.propose_many(one, 2, apart=-1.0)),
        ("wished", lambda: movesolver.snap_many(one, [["a", "b"]])),
        ("wished", lambda: movesolver.snap_many(one, np.zeros((9, 2)))),
        ("wished", lambda: movesolver.snap_many(one, [{}, {}])),
        ("places", lambda: movesolver.mask_many(one, [{}, {}])),
        ("count", lambda: Boards.repeat(one[0], -1)),
        ("seed", lambda: movesolver.solve_many(one, seed=-1)),
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
    depths: tuple[Literal["move", "ends"], ...] = ("move", "ends")
    for depth in depths:
        strict = movesolver.check_many(boards, depth=depth)
        answer = movesolver.check_many(boards, depth=depth, rules=lax)
        assert answer.legal.sum() > strict.legal.sum()
    assert movesolver.check(boards.scenario(0), rules=lax).legal == answer.legal[0]
