"""Games between policies: legal, the same whoever plays them, and counted right."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from movesolver import (
    Failure,
    Games,
    InputError,
    Match,
    Scenario,
    Unit,
    UnitStatus,
    UnsupportedError,
    check,
    odds,
    play_games,
)
from movesolver.phases.board import changed
from movesolver.phases.charge import ChargePhase
from movesolver.referee.nearness import in_range, unit_gaps
from movesolver.referee.pack import pack
from movesolver.simulate.chances import chance, needed
from movesolver.simulate.match import checked
from movesolver.simulate.moving import is_legal
from movesolver.simulate.page import leads_of, page_of, table_of
from movesolver.simulate.ranges import Ranges
from movesolver.simulate.results import GIVEN, KINDS, SEARCHED, STAYED
from movesolver.simulate.rosters import build_board
from movesolver.simulate.shifting import first_legal
from movesolver.simulate.summary import summarised
from movesolver.table.scenario import Action, RulesChoice
from simulate_data import band, duel, field

HERE = "simulate_data:"


def same(one: Games, other: Games) -> bool:
    return all(
        np.array_equal(getattr(one, f.name), getattr(other, f.name), equal_nan=False)
        for f in fields(Games)
    )


def match(board: Scenario, *policies: str, **more: int) -> Match:
    names = tuple(HERE + name if name.islower() and name in LOCAL else name for name in policies)
    return Match(board=board, policies=names, **{"rounds": 1, "games": 2, **more})


LOCAL = {"idle", "marching", "cheating", "searching", "placing", "failing", "wrong"}


@pytest.fixture(scope="module")
def plain() -> Scenario:
    return build_board("foot", "riders")


@pytest.mark.parametrize(
    "policies", [("greedy", "greedy"), ("cautious", "greedy"), ("random", "random")]
)
def test_every_move_of_a_game_is_legal(plain: Scenario, policies: tuple[str, str]) -> None:
    games = play_games(match(plain, *policies, rounds=2, games=2))
    assert games.done.all()
    assert games.move_legal.all()
    for counts in (games.illegal, games.refused, games.absent):
        assert not counts.any()
    assert games.turns.tolist() == [4, 4]
    # Each unit is set up once, and moves or stays once in each of its turns.
    charges = games.move_kind == KINDS.index("charge")
    assert (~charges).sum() == 2 * (6 + 6 * 2)
    assert (games.move_how[games.move_round > 0] != STAYED).any()
    assert games.charge_made.sum() == charges.sum()


def test_games_do_not_depend_on_who_plays_them(plain: Scenario) -> None:
    asked = match(plain, "greedy", "random", rounds=1, games=4, seed=3)
    one = play_games(asked)
    assert same(one, play_games(asked, chunk=1, threads=2))
    assert not same(one, play_games(msgspec.structs.replace(asked, seed=4)))
    fewer = play_games(msgspec.structs.replace(asked, games=3))
    assert same(one.cut(0, 3), fewer)


def test_processes_play_the_same_games() -> None:
    asked = match(duel(), "marching", "greedy", games=3)
    assert same(play_games(asked), play_games(asked, processes=1, chunk=2))


def test_a_run_is_resumed(tmp_path: Path) -> None:
    asked = match(duel(), "marching", "searching", games=5)
    told: list[int] = []
    first = play_games(asked, chunk=2, folder=tmp_path / "run")
    files = sorted((tmp_path / "run").glob("chunk-*.npz"))
    assert len(files) == 3
    files[1].unlink()
    kept = files[0].stat().st_mtime_ns
    again = play_games(asked, chunk=2, folder=tmp_path / "run", progress=told.append)
    assert same(first, again)
    assert sum(told) == 5
    assert files[1].exists()
    assert files[0].stat().st_mtime_ns == kept
    with pytest.raises(InputError):
        play_games(msgspec.structs.replace(asked, seed=9), chunk=2, folder=tmp_path / "run")


def test_an_interrupt_leaves_what_is_done() -> None:
    told: list[int] = []

    def stop(done: int) -> None:
        told.append(done)
        if len(told) == 1:
            raise KeyboardInterrupt

    games = play_games(match(duel(), "marching", "idle", games=40), chunk=1, progress=stop)
    assert 0 < games.done.sum() < 40
    assert (games.error[~games.done] == Failure.NOT_DONE).all()


def test_a_game_counted_by_hand() -> None:
    # Both bands slide 2" to the right a turn: after two rounds that of side a, at x = 14, is
    # in range of the objective at x = 18, and nobody ever comes near enough to charge.
    asked = match(duel(), "marching", "marching", rounds=2, games=3)
    games = play_games(asked)
    summary = summarised(games, asked)
    one, two = summary.sides
    assert (summary.games, summary.failed, summary.illegal, summary.phases) == (3, 0, 0, 12)
    assert one.held == (0.0, 1.0)
    assert two.held == (0.0, 0.0)
    assert one.moves == two.moves == {"normal": 6}
    assert one.inches == pytest.approx({"normal": 2.0})
    assert one.declared == two.declared == 0
    assert summary.how == {"stayed": 0, "shifted": 12, "searched": 0, "given": 0}
    assert summary.first_leads == pytest.approx(float((games.first == 0).mean()))
    assert games.hold_models.tolist() == [[0, 0], [2, 0]] * 3
    assert games.move_longest == pytest.approx(np.full(12, 2.0))


def test_charges_are_made_when_the_dice_do() -> None:
    # 9" apart, then 7": a 7 or more is needed, 21 of 36.
    board = field(band("a", 10.0), band("b", 20.0))
    asked = match(board, "marching", "idle", games=24)
    games = play_games(asked)
    assert games.charge_gap == pytest.approx(np.full(24, 7.0))
    assert set(games.charge_needed.tolist()) == {7}
    assert games.charge_chance == pytest.approx(np.full(24, 21 / 36))
    assert ((games.charge_roll >= 7) == games.charge_made).all()
    assert 0 < games.charge_made.sum() < 24
    summary = summarised(games, asked)
    side = summary.sides[0]
    assert (side.declared, side.enough, side.made) == (24, *[int(games.charge_made.sum())] * 2)
    assert side.expected == pytest.approx(24 * 21 / 36)
    spread = (24 * (21 / 36) * (15 / 36)) ** 0.5
    assert side.deviation == pytest.approx((side.enough - 14.0) / spread)


@pytest.mark.parametrize("gap", [0.5, 2.0, 6.0, 6.01, 9.5, 12.0])
def test_what_a_charge_needs_is_what_the_search_finds(gap: float) -> None:
    board = field(band("a", 10.0, count=1), band("b", 11.0 + gap, count=1))
    if gap <= 2.0:  # engaged: no charge
        board = field(band("a", 10.0, count=1), band("b", 13.5 + gap, count=1))
        gap += 2.5
    phase = ChargePhase.start(board, side="a")
    action = Action("band-a", "charge", targets=("band-b",))
    found = odds(changed(phase.scenario, action=action))
    assert found.needed == max(needed(phase, gap), 2)
    assert chance(phase, gap) == found.probability
    assert chance(phase, 40.0) == 0.0
    assert Fraction(chance(phase, 0.0)) == 1


def test_orders_are_carried_out_as_given() -> None:
    asked = match(duel(), "placing", "searching", games=2)
    games = play_games(asked)
    mine = games.move_side == 0
    assert (games.move_how[mine] == GIVEN).all()
    assert games.move_mean[mine] == pytest.approx(np.ones(2))
    assert (games.move_how[~mine] == SEARCHED).all()
    assert {KINDS[k] for k in games.move_kind[~mine]} == {"advance"}
    assert (games.move_longest[~mine] > 6.0).all()
    assert not games.refused.any()


def test_what_the_rules_refuse_is_not_made() -> None:
    games = play_games(match(duel(), "cheating", "idle", games=2))
    assert games.refused.tolist() == [1, 1]
    assert not games.illegal.any()
    assert {KINDS[k] for k in games.move_kind} == {"remain_stationary"}


def test_a_policy_that_fails_costs_only_its_games() -> None:
    asked = match(duel(), "failing", "marching", games=12)
    games = play_games(asked)
    assert 0 < games.done.sum() < 12
    broken = int(np.flatnonzero(~games.done)[0])
    assert games.error[broken] == Failure.CRASHED
    assert games.message(broken) == "RuntimeError: no idea"
    with pytest.raises(InputError, match=r"^game: wanted a whole number, 0 to"):
        games.message(99)
    summary = summarised(games, asked)
    assert (summary.games, summary.failed) == (games.done.sum(), (~games.done).sum())
    assert summary.message == "RuntimeError: no idea"
    assert same(games, play_games(asked, chunk=1))


class Fragile(Executor):
    """An executor that breaks with one game."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if 3 in args[0].games:
            future.set_exception(BrokenExecutor("gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_a_game_that_breaks_its_worker_is_found_out() -> None:
    asked = match(duel(), "marching", "idle", games=8)
    whole, games = play_games(asked), play_games(asked, executor=Fragile, chunk=3)
    assert games.error.tolist() == [0, 0, 0, Failure.LOST, 0, 0, 0, 0]
    for low, high in ((0, 3), (4, 8)):
        assert same(games.cut(low, high), whole.cut(low, high))


def test_a_policy_answers_orders() -> None:
    games = play_games(match(duel(), "wrong", "idle", games=1))
    assert games.error.tolist() == [Failure.BAD_INPUT]
    assert "wanted an Order or None" in games.message(0)


def test_units_without_room_stay_off_the_table() -> None:
    models = tuple(changed(model, at=None) for model in band("a", 0.0, count=3).models)
    crowd = Unit("crowd", "a", models, (), 6.0, UnitStatus(in_reserve=True))
    board = field(crowd, band("b", 27.0))
    small = changed(board.zones[0], polygon=((0.0, 0.0), (1.2, 0.0), (1.2, 1.2), (0.0, 1.2)))
    board = changed(board, zones=(small, board.zones[1]))
    games = play_games(match(board, "idle", "idle", games=1))
    assert games.absent.tolist() == [1]
    assert not games.illegal.any()


def test_phases_cut_the_last_game_short() -> None:
    asked = match(duel(), "marching", "idle", rounds=2)
    asked = msgspec.structs.replace(asked, phases=5)
    games = play_games(asked)
    assert games.turns.tolist() == [4, 1]
    assert summarised(games, asked).phases == 5
    assert games.first_hold.tolist() == [0, 2, 2]


@pytest.mark.parametrize("markers", [True, False])
def test_a_round_that_no_game_came_to_the_end_of_is_not_held_by_nobody(markers: bool) -> None:
    board = duel() if markers else changed(duel(), markers=())
    asked = msgspec.structs.replace(match(board, "idle", "idle", rounds=3), phases=3)
    summary = summarised(play_games(asked), asked)
    for side in summary.sides:
        assert side.held == (0.0, None, None)
        assert side.held_error == (None, None, None)
    rows = {name: cells for name, *cells in table_of(summary)}
    assert rows["objectives held, round 1"] == ["0.00", "0.00"]
    assert rows["objectives held, round 2"] == ["not played", "not played"]
    assert summary.first_leads is None
    assert leads_of(summary) == "no game was played to its end"
    assert page_of(summary, "short").count("<circle") == 2  # a point a side, of the one round
    none = msgspec.structs.replace(asked, phases=1)
    nothing = summarised(play_games(none), none)
    assert nothing.sides[0].held == (None, None, None)
    assert "<circle" not in page_of(nothing, "shorter")


def test_distances_are_the_referees(plain: Scenario) -> None:
    from movesolver.simulate.deploying import set_up
    from movesolver.simulate.moving import Search

    board, rng = plain, np.random.default_rng(5)
    search = Search(rng, 0)
    for index in range(len(board.units)):
        board, made = set_up(board, index, search)
        assert made is not None
        assert is_legal(made.moved)
    ranges = Ranges(plain)
    spot = board.units[0].models[0].at or (0.0, 0.0)
    markers = tuple(
        changed(m, at=(spot[0] + 1.5 * k, spot[1])) for k, m in enumerate(board.markers)
    )
    board = changed(board, markers=markers)
    held = Ranges(board).held(board, ("a", "b"))
    expected = np.zeros_like(held)
    for unit in board.units:
        asked = changed(board, action=Action(unit.id, "remain_stationary"))
        position = pack(asked)
        foes = [other for other in board.units if other.side != unit.side]
        gaps = unit_gaps(position, position.start, [foe.id for foe in foes]).min(axis=0)
        assert [ranges.gap(unit, foe) for foe in foes] == pytest.approx(gaps.tolist())
        for k, marker in enumerate(board.markers):
            near = in_range(position, position.start, marker, position.rules.tolerance)
            expected[k, ("a", "b").index(unit.side)] += near.sum()
    assert held.tolist() == expected.tolist()
    assert held.any()


def test_the_first_legal_shift_is_taken() -> None:
    board = field(band("a", 10.0), band("b", 14.0), band("b", 8.0, y=20.0))
    board = changed(board, units=(*board.units[:2], changed(board.units[2], id="more")))
    question = changed(board, action=Action("band-a", "normal"), active_side="a")
    rng, found_some = np.random.default_rng(2), 0
    for _ in range(6):
        shifts = [tuple(one) for one in rng.uniform(-6.0, 6.0, (10, 2)).tolist()]
        legal = []
        for dx, dy in shifts:
            moved = first_legal(question, [(dx, dy)])
            paths = {
                one.id: ((*(one.at or ()), 0.0, 0.0), (one.at[0] + dx, one.at[1] + dy, 0.0, 0.0))
                for one in board.units[0].models
                if one.at is not None
            }
            told = check(
                changed(question, action=changed(question.action, paths=paths)), tolerance=0.0
            )
            assert (moved is not None) == told.legal
            legal.append(told.legal)
        found = first_legal(question, shifts)
        if not any(legal):
            assert found is None
            continue
        assert found is not None
        dx, dy = shifts[legal.index(True)]
        path = (found.action.paths or {})["a0"]
        assert path[-1][:2] == (10.0 + dx, 12.0 + dy)
        found_some += not legal[0]
    assert found_some


def test_a_match_is_checked() -> None:
    board = duel()
    lone = changed(board, units=board.units[:1])
    numb = changed(board, units=(changed(board.units[0], move=None), board.units[1]))
    for bad, place in (
        (Match(board=lone), "board.units"),
        (Match(board=numb), "board.units[0].move"),
        (Match(board=board, policies=("greedy",)), "policies"),
        (Match(board=board, policies=("greedy", "gredy")), "policies[1]"),
        (Match(board=board, rounds=0), "rounds"),
        (Match(board=board, games=0), "games"),
        (Match(board=board, phases=0), "phases"),
        (Match(board=board, seed=-1), "seed"),
        (Match(board=board, iterations=-1), "iterations"),
    ):
        with pytest.raises(InputError) as error:
            checked(bad)
        assert error.value.place == place
    other = changed(board, rules=RulesChoice("voidsiege"), action=Action("band-a", "move"))
    with pytest.raises(UnsupportedError):
        checked(Match(board=other))
    with pytest.raises(InputError, match="chunk"):
        play_games(Match(board=board), chunk=0)
