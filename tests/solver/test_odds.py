"""odds: what a charge needs on the dice, in Python and on the command line."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import msgspec
import pytest

import movesolver
from fight_scenes import fight
from movesolver import InputError, Scenario
from movesolver.cli import main
from movesolver.formats.scenario import loads


def document(gap: float, **action: Any) -> dict[str, Any]:
    base = {"round": 25.4}
    return {
        "movesolver": 1,
        "table": {"width": 44, "height": 30},
        "units": [
            {"id": "a", "side": "a", "move": 6, "models": [
                {"id": "a0", "base": base, "at": [10, 10]}]},
            {"id": "b", "side": "b", "move": 6, "models": [
                {"id": "b0", "base": base, "at": [11 + gap, 10]}]},
        ],
        "action": {"unit": "a", "move": "charge", "targets": ["b"], **action},
    }  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("gap", "needed", "chances"),
    [(2.5, 3, 35), (7.0, 7, 21), (7.01, 8, 15), (11.5, 12, 1), (12.0, 12, 1)],
)
def test_the_gap_sets_the_roll(gap: float, needed: int, chances: int) -> None:
    found = movesolver.odds(loads(json.dumps(document(gap))))
    assert (found.needed, found.dice) == (needed, "2D6")
    assert found.probability == pytest.approx(chances / 36)
    assert found.proved
    assert found.move is not None
    assert found.move.moved is not None
    assert movesolver.check(found.move.moved).legal


@pytest.mark.compiled
def test_no_roll_is_enough_beyond_twelve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "far.json"
    file.write_text(json.dumps(document(12.5)))
    assert main(["odds", str(file), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer == {
        "needed": None, "dice": "2D6", "probability": 0.0, "proved": True, "move": None,
    }  # fmt: skip
    assert main(["odds", str(file)]) == 1
    assert "no roll of 2D6" in capsys.readouterr().out
    file.write_text(json.dumps(document(6.0)))
    assert main(["odds", str(file)]) == 0
    assert "6 or more on 2D6" in capsys.readouterr().out


def rolled(scenario: Scenario, roll: int) -> Scenario:
    action = msgspec.structs.replace(scenario.action, roll=roll)
    return msgspec.structs.replace(scenario, action=action)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [0, 2, 3, 5, 7, 12])
def test_a_charge_needs_what_trying_every_roll_says(seed: int) -> None:
    wild = fight(seed, "charge")
    del wild["action"]["roll"]
    question = loads(json.dumps(wild))
    found = movesolver.odds(question)
    tried = [roll for roll in range(2, 13) if movesolver.solve(rolled(question, roll)).solved]
    assert found.needed == min(tried, default=None)
    assert found.solves <= 5
    if found.move is not None:
        assert found.move.scenario.action.roll == found.needed
        assert found.move.moved is not None
        assert movesolver.check(found.move.moved, tolerance=0.0).legal


def walled(gap: float, *, words: str = "VEHICLE", wall: float = 8.0) -> Scenario:
    """A charge past the end of a wall that a vehicle has to go round."""
    plain = document(gap)
    plain["units"][0]["keywords"] = [words]
    y = 10 - wall / 2
    polygon = [[12, y], [12.4, y], [12.4, y + wall], [12, y + wall]]
    plain["terrain"] = [
        {"id": "w", "category": "dense", "footprint": polygon,
         "walls": [{"polygon": polygon, "top": 6}]},
    ]  # fmt: skip
    return loads(json.dumps(plain))


@pytest.mark.compiled
def test_rolls_that_no_path_allows_are_passed_over() -> None:
    """Round a wall it is farther, and that is proved without a search."""
    question = walled(7.0)
    found = movesolver.odds(question)
    assert found.needed is not None
    assert found.needed > 7
    assert found.proved
    assert found.solves == 1
    assert not any(
        movesolver.solve(rolled(question, roll)).solved for roll in range(2, found.needed)
    )


@pytest.mark.compiled
def test_more_distance_never_needs_a_higher_roll() -> None:
    needed = [movesolver.odds(walled(gap)).needed or 13 for gap in (8.0, 7.5, 6.5, 5.0)]
    assert needed == sorted(needed, reverse=True)
    for move in (4, 6, 8):
        wants = [
            movesolver.odds(to_marker(14.0, move=move + more)).needed or 7 for more in (0, 1, 2)
        ]
        assert wants == sorted(wants, reverse=True)


def to_marker(away: float, *, move: float = 6.0, **action: Any) -> Scenario:
    """Two models and a marker, a base's edge so many inches short of being in range."""
    base = {"round": 25.4}
    goal = [{"within": {"of": {"marker": "m"}, "inches": 3}}]
    return loads(json.dumps({
        "movesolver": 1,
        "table": {"width": 60, "height": 44},
        "markers": [{"id": "m", "at": [10 + away + 0.5 + 3 + 20 / 25.4, 10]}],
        "units": [{"id": "a", "side": "a", "move": move, "models": [
            {"id": "a0", "base": base, "at": [10, 10]},
            {"id": "a1", "base": base, "at": [8.5, 10]}]}],
        "action": {"unit": "a", "move": "advance", "goal": goal, **action},
    }))  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("away", "needed"), [(6.5, 1), (9.0, 3), (9.01, 4), (12.0, 6), (12.01, None)]
)
def test_an_advance_needs_to_get_within(away: float, needed: int | None) -> None:
    found = movesolver.odds(to_marker(away))
    assert (found.needed, found.dice, found.proved) == (needed, "1D6", True)
    assert found.solves <= 2
    if needed is None:
        assert found.probability == 0.0
        return
    assert found.probability == pytest.approx((7 - needed) / 6)
    assert found.move is not None
    assert (found.move.objective or 0.0) >= 1.0


@pytest.mark.compiled
def test_other_terms_of_the_goal_do_not_decide() -> None:
    goal = [{"within": {"of": {"marker": "m"}, "inches": 3}}, {"near": [0, 10], "weight": 9}]
    found = movesolver.odds(to_marker(8.0, goal=goal))
    assert found.needed == 2
    assert found.move is not None
    x = max(pose[0] for pose in found.move.ends.values())
    assert x >= 10 + 8.0 - 1e-6


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("x", "inches", "also", "needed"),
    [(20.0, 0.5, [], 3), (20.0, 3.0, [], 1), (40.0, 2.0, [], None), (5.0, 2.0, ["m"], None)],
)
def test_what_the_goal_needs_is_needed(
    x: float, inches: float, also: list[str], needed: int | None
) -> None:
    """a0 at 10 comes within half an inch of x = 20, its base reaching as far, by a roll of 3."""
    goal: list[dict[str, Any]] = [{"need": {"of": [x, 10], "models": 1, "inches": inches}}]
    goal += [{"within": {"of": {"marker": m}, "inches": 3}} for m in also]
    if also:
        goal[0]["need"]["models"] = 2
    question = to_marker(8.0, goal=goal)
    found = movesolver.odds(question)
    assert found.needed == needed
    for roll in range(1, needed or 1):
        assert not movesolver.solve(rolled(question, roll)).solved
    if found.move is not None:
        ends = found.move.ends.values()
        assert any(math.dist(pose[:2], (x, 10)) <= inches + 0.5 + 1e-6 for pose in ends)


@pytest.mark.compiled
def test_an_advance_for_nothing_needs_no_roll() -> None:
    assert movesolver.odds(to_marker(30.0, goal=[])).needed == 1


@pytest.mark.compiled
@pytest.mark.parametrize(("gap", "needed"), [(2.5, 1), (5.0, 3), (5.01, 4), (9.0, None)])
def test_a_surge_needs_to_engage(gap: float, needed: int | None) -> None:
    question = loads(json.dumps(document(gap, move="surge")))
    found = movesolver.odds(question, dice="D6")
    assert (found.needed, found.dice, found.proved) == (needed, "1D6", True)
    assert found.probability == pytest.approx((7 - needed) / 6 if needed else 0.0)


@pytest.mark.compiled
def test_the_dice_of_a_surge_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "surge.json"
    file.write_text(json.dumps(document(5.0, move="surge")))
    assert main(["odds", str(file), "--dice", "D3", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["needed"], answer["dice"]) == (3, "1D3")
    assert main(["odds", str(file)]) == 2
    assert "dice: wanted the dice of this surge" in capsys.readouterr().err


def test_moves_without_dice_are_refused() -> None:
    with pytest.raises(InputError, match="a move with a roll"):
        movesolver.odds(loads(json.dumps(document(6.0, move="normal"))))


@pytest.mark.parametrize("dice", ["D", "0D6", "D0", "7D6", "2d21", "six", "", "D6 ", 6])
def test_what_is_no_dice_is_refused(dice: Any) -> None:
    with pytest.raises(InputError, match="dice: wanted dice as in"):
        movesolver.odds(loads(json.dumps(document(6.0, move="surge"))), dice=dice)


def test_dice_that_the_rules_name_are_not_said() -> None:
    with pytest.raises(InputError, match="dice: wanted none, as the rules say 2D6"):
        movesolver.odds(loads(json.dumps(document(6.0))), dice="2D6")
