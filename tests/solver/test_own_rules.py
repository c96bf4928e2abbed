"""Rules of one's own: at the door, in every answer, and the rules of a game as data."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import movesolver as ms
from movesolver.draw.svg import draw_svg
from movesolver.rules import EngagementRule, Mode, MoveType, Need, RuleSet, rules_of
from movesolver.rules.chosen import rules_in_force
from movesolver.table.scenario import RulesChoice

GAME = rules_of()
DASH = MoveType(
    "dash",
    "house 1",
    needs=(Need("on_table", "house 1"), Need("ability", "house 1", words=frozenset({"swift"}))),
    times_move=2.0,
    clear=4.0,
    modes=(Mode("low", "house 2", named_only=True, changes={"times_move": 1.5}),),
)
HOUSE = replace(
    GAME,
    engagement=EngagementRule("house 3", 1.5, 5.0),
    moves={**GAME.moves, "dash": DASH},
)
OWN_GAME = replace(HOUSE, game="skirmish", version=None)


def document(**action: Any) -> dict[str, Any]:
    models = [{"id": "a1", "base": {"round": 32}, "at": [10, 10]}]
    foes = [{"id": "f1", "base": {"round": 32}, "at": [28, 10]}]
    return {
        "movesolver": 1,
        "table": {"width": 44, "height": 30},
        "units": [
            {"id": "alpha", "side": "a", "move": 6, "keywords": ["SWIFT"], "models": models},
            {"id": "foe", "side": "b", "models": foes},
        ],
        "action": {"unit": "alpha", "move": "dash", **action},
    }


def question(rules: RuleSet = HOUSE, **action: Any) -> ms.Scenario:
    tree = document(**action)
    if rules.game != "wh40k11":
        tree["rules"] = {"game": rules.game}
    return ms.loads(json.dumps(tree), rules=rules)


def test_a_file_knows_the_moves_of_the_games_only() -> None:
    with pytest.raises(ms.InputError, match=r"^action\.move: wanted a move of wh40k11: remain"):
        ms.loads(json.dumps(document()))
    with pytest.raises(ms.InputError, match=r"^action\.mode: wanted one of ordered_retreat"):
        ms.loads(json.dumps(document(move="normal", mode="low")))


@pytest.mark.parametrize(
    ("action", "place", "wanted", "got"),
    [
        ({"move": "dahs"}, "action.move", "did you mean dash", "dahs"),
        ({"mode": "lo"}, "action.mode", "did you mean low", "lo"),
        ({"move": 3}, "action.move", "one of remain_stationary", "3"),
    ],
)
def test_the_door_names_what_the_rules_given_have(
    action: dict[str, Any], place: str, wanted: str, got: str
) -> None:
    with pytest.raises(ms.InputError) as refused:
        question(**action)
    assert refused.value.place == place
    assert wanted in refused.value.wanted
    assert got in refused.value.got


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ({"game": "chess"}, "rules.game"),
        ({"game": "skirmish", "version": "V9"}, "rules.version"),
        ({"game": "skirmish", "options": {"tolerance": 0}}, "rules.options"),
        ({"game": "wh40k11", "version": "V9"}, "rules.version"),
    ],
)
def test_a_choice_that_does_not_fit_the_rules_given(rules: dict[str, Any], place: str) -> None:
    with pytest.raises(ms.InputError) as refused:
        ms.loads(json.dumps({**document(), "rules": rules}), rules=OWN_GAME)
    assert refused.value.place == place


@pytest.mark.parametrize("rules", [HOUSE, OWN_GAME], ids=["house rule", "own game"])
def test_every_answer_goes_by_the_rules_given(rules: RuleSet) -> None:
    asked = question(rules, goal=[{"near": [28, 10]}])
    assert ms.validate(asked, rules=rules) == asked
    assert ms.loads(ms.dumps(asked, rules=rules), rules=rules) == asked
    result = ms.solve(asked, rules=rules)
    assert result.moved is not None
    assert result.objective == pytest.approx(12.0, abs=1e-3)
    assert ms.check(result.moved, rules=rules).legal
    region = ms.reach(asked, rules=rules, step=1.0)
    assert region.to(22.0, 10.0)["a1"].reached
    assert not region.to(23.0, 10.0)["a1"].reached
    # Closer to the foe than 4 inches, base to base, may not be ended.
    near = question(rules, ends={"a1": [22.8, 10, 0, 0]})
    assert set(ms.check_reach(near, rules=rules).verdict.codes) == {
        ms.Code.TOO_CLOSE,
        ms.Code.TOO_FAR,
    }
    assert ms.regain(asked, rules=rules).kept == 1
    wide = ms.threat(asked, "a", rules=rules, move="dash", step=1.0)
    assert wide.polygons.area > ms.threat(asked, "a", rules=rules, step=1.0).polygons.area
    assert draw_svg(asked, rules=rules).startswith("<svg")


def test_a_mode_and_an_ability_of_ones_own() -> None:
    low = question(mode="low", ends={"a1": [19.5, 10, 0, 0]})
    assert ms.check_reach(low, rules=HOUSE).verdict.codes == (ms.Code.TOO_FAR,)
    tree = document()
    del tree["units"][0]["keywords"]
    slow = ms.loads(json.dumps(tree), rules=HOUSE)
    verdict = ms.check(slow, rules=HOUSE)
    assert verdict.codes == (ms.Code.NOT_ELIGIBLE,)
    assert verdict.explain() == "alpha lacks swift. [NOT_ELIGIBLE, house 1]"


def test_targets_may_be_objectives_where_the_rules_given_say_so() -> None:
    tree = document(move="consolidate", targets=["well"])
    tree["markers"] = [{"id": "well", "at": [12, 10]}]
    assert ms.loads(json.dumps(tree), rules=HOUSE).action.targets == ("well",)
    tree["action"]["move"] = "charge"
    with pytest.raises(ms.InputError, match=r"^action\.targets\[0\]: wanted the id of a unit"):
        ms.loads(json.dumps(tree), rules=HOUSE)


def test_the_rules_of_a_choice_are_made_once() -> None:
    assert rules_in_force(RulesChoice()) is rules_in_force(RulesChoice())
    assert rules_of() is rules_in_force(RulesChoice())
    old = rules_of("wh40k11", "JUL_2026", {"single_edge": True})
    assert (old.version, old.options["single_edge"]) == ("JUL_2026", True)
    assert old is rules_in_force(RulesChoice("wh40k11", "JUL_2026", {"single_edge": True}))


def test_what_is_equal_to_a_right_value_is_not_answered_from_memory() -> None:
    assert rules_of(options={"tolerance": 0}).tolerance == 0.0
    with pytest.raises(ms.InputError, match=r"rules\.options\.tolerance"):
        rules_of(options={"tolerance": False})
    with pytest.raises(ms.InputError, match=r"rules\.options\.single_edge"):
        rules_of(options={"single_edge": ["yes"]})  # type: ignore[dict-item] # tested
    with pytest.raises(ms.InputError, match=r"^rules\.game: wanted one of wh40k11"):
        rules_of("chess")
