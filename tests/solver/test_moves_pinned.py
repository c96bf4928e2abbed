"""Faults that were found once in the moves beyond the movement phase, each with its right value."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import movesolver
from movesolver.errors import InputError
from movesolver.formats.scenario import loads
from movesolver.rules import Duty, MoveType, Need, rules_of

CODES = movesolver.Code
ROUND = {"round": 32}


def asked(
    units: list[dict[str, Any]], action: dict[str, Any], **rest: object
) -> movesolver.Scenario:
    document = {"movesolver": 1, "table": {"width": 44, "height": 30}, "units": units}
    return loads(json.dumps({**document, "action": action, **rest}))


def unit(
    name: str, side: str, *at: list[float] | None, base: object = None, **rest: object
) -> dict[str, Any]:
    models = [
        {"id": f"{name}{k}", "base": base or ROUND, **({} if spot is None else {"at": spot})}
        for k, spot in enumerate(at)
    ]
    return {"id": name, "side": side, "move": 6, "models": models, **rest}


def truck(**status: object) -> dict[str, Any]:
    body = {"rectangle": [120, 70]}
    return unit("w", "a", [20, 15], base=body, keywords=["TRANSPORT"], status=status)


@pytest.mark.compiled
@pytest.mark.parametrize("count", [1, 5, 10])
def test_an_emergency_beside_a_rectangle_finds_places(count: int) -> None:
    """Who is placed later may open a nearer place for one before: all are looked at again."""
    crew = unit("a", "a", *[None] * count, status={"embarked_in": "w"})
    result = movesolver.solve(asked([crew, truck()], {"unit": "a", "move": "emergency_disembark"}))
    assert len(result.ends) == count, result.reasons
    assert result.moved is not None
    for tolerance in (None, 0.0):
        assert movesolver.check(result.moved, tolerance=tolerance).legal


@pytest.mark.compiled
def test_a_unit_off_the_table_can_remain_stationary() -> None:
    reserve = unit("a", "a", None, None, status={"in_reserve": True})
    result = movesolver.solve(asked([reserve], {"unit": "a", "move": "remain_stationary"}))
    assert result.solved
    assert result.ends == {}


@pytest.mark.parametrize("moved", ["normal", "ingress"])
def test_a_transport_that_moved_allows_rapid_alone(moved: str) -> None:
    crew = unit("a", "a", None, status={"embarked_in": "w"})
    for mode, legal in (("rapid", moved == "normal"), ("tactical", False), (None, False)):
        action = {"unit": "a", "move": "disembark", "ends": {"a0": [20, 17.2, 0, 0]}}
        if mode is not None:
            action["mode"] = mode
        verdict = movesolver.check(asked([crew, truck(moved=moved)], action, round=2))
        assert verdict.legal == (legal or (mode is None and moved == "normal")), verdict.explain()
    # After an ingress every limit of that binds too: in the middle of the table nobody leaves.


def test_one_objective_is_chosen() -> None:
    fighter = unit("a", "a", [10, 10], status={"eligible_to_fight": True})
    markers = [{"id": "m", "at": [10, 12]}, {"id": "n", "at": [10, 8]}]
    action: dict[str, Any] = {"unit": "a", "move": "consolidate", "paths": {}}
    one = asked([fighter], {**action, "targets": ["m"]}, markers=markers)
    assert movesolver.check(one).legal
    both = asked([fighter], {**action, "targets": ["m", "n"]}, markers=markers)
    assert CODES.TARGET in movesolver.check(both).codes
    with pytest.raises(InputError, match=r"action\.targets\[1\]: wanted each target once"):
        asked([fighter], {**action, "targets": ["m", "m"]}, markers=markers)


def test_whose_turn_it_is_counts() -> None:
    units = [unit("a", "a", [10, 10]), unit("f", "b", [16, 10], status={"charged": True})]
    walk = {"unit": "a", "move": "normal", "paths": {}}
    rush = {"unit": "a", "move": "charge", "roll": 9, "targets": ["f"]}
    rush["paths"] = {"a0": [[10, 10, 0, 0], [14, 10, 0, 0]]}
    defend = {**rush, "mode": "leap_to_defend"}
    for action, own, other in ((walk, True, False), (rush, True, False), (defend, False, True)):
        phase = "movement" if action is walk else "charge"
        for side, legal in (("a", own), ("b", other)):
            verdict = movesolver.check(asked(units, action, phase=phase, active_side=side))
            assert verdict.legal == legal, verdict.explain()


def test_who_must_move_after_a_tactical_disembark_does_not_stay() -> None:
    status = {"must_select": ["normal", "advance"], "selected_this_phase": True}
    squad = unit("a", "a", [10, 10], status={**status, "moved": "disembark"})
    stay = movesolver.check(asked([squad], {"unit": "a", "move": "remain_stationary"}))
    assert stay.codes == (CODES.NOT_ELIGIBLE,)
    assert movesolver.check(asked([squad], {"unit": "a", "move": "normal", "paths": {}})).legal


@pytest.mark.parametrize("removed", [("a0", "a1", "a2"), ("a0", "a0")])
def test_removing_stops_when_the_rest_is_coherent(removed: tuple[str, ...]) -> None:
    class Chosen:
        def __init__(self, names: tuple[str, ...]) -> None:
            self.removed = names

    torn = asked(
        [unit("a", "a", [10, 10], [20, 10], [21.5, 10])],
        {"unit": "a", "move": "remain_stationary"},
        active_side="a",
    )
    with pytest.raises(InputError, match="remover"):
        movesolver.end_of_turn(torn, remover=lambda scenario, *, unit: Chosen(removed))
    assert movesolver.end_of_turn(torn)[1].removed == ("a0",)


def test_numbers_beside_their_limit_do_not_look_like_it() -> None:
    paths = {"a0": [[10, 10, 0, 0], [16.00001, 10, 0, 0]]}
    far = movesolver.check(
        asked([unit("a", "a", [10, 10])], {"unit": "a", "move": "normal", "paths": paths})
    )
    assert "moves 6.00001 inches, 6 at most" in far.violations[0].text


def test_rules_that_are_none_are_refused() -> None:
    scenario = asked([unit("a", "a", [10, 10])], {"unit": "a", "move": "normal", "paths": {}})
    with pytest.raises(InputError, match="rules: wanted a RuleSet"):
        movesolver.check(scenario, rules="wh40k11")  # type: ignore[arg-type]  # what is tested
    odd = replace(rules_of("wh40k11"), moves={"normal": MoveType("normal", "x", needs=(
        Need("nonsense", "x"),  # type: ignore[arg-type]  # what is tested
    ))})  # fmt: skip
    with pytest.raises(InputError, match="a kind of need"):
        movesolver.check(scenario, rules=odd)
    with pytest.raises(InputError, match="a distance"):
        MoveType("dash", "x", times_move=-1.0)
    with pytest.raises(InputError, match="duties"):
        MoveType("dash", "x", duties=(Duty("bogus", "x"),))  # type: ignore[arg-type]  # tested


def test_a_move_of_a_later_version_is_named_with_the_version() -> None:
    crew = unit("a", "a", None, status={"embarked_in": "w"})
    rules = {"game": "wh40k11", "version": "JUL_2026"}
    action = {"unit": "a", "move": "assault_disembark", "ends": {"a0": [20, 17.2, 0, 0]}}
    with pytest.raises(InputError, match="a move of wh40k11 at JUL_2026"):
        movesolver.check(asked([crew, truck()], action, rules=rules))
