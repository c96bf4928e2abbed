"""The laws that any rules obey, on random tables; and that breaking one is noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import movesolver as ms
from movesolver.referee import check as referee
from movesolver.referee import pack as packing
from movesolver.referee import standing
from movesolver.rules import Need, RuleSet, rules_of
from movesolver.rules.options import VERSIONS
from movesolver.testing import LAWS, Report, check_ruleset
from movesolver.testing import ruleset as playing

NEWEST = rules_of()
ALL = [rules_of("wh40k11", version) for version in VERSIONS["wh40k11"]]
ALL += [rules_of("wh40k10"), rules_of("voidsiege")]
SLOW = ("emergency_disembark", "pile_in", "consolidate", "surge")
"""Moves whose duties are sought model by model: played less often."""


def name_of(rules: RuleSet) -> str:
    return rules.version or rules.game


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ALL, ids=name_of)
def test_the_laws_hold(rules: RuleSet) -> None:
    """A table of each move of the newest version, and of what other rules have otherwise."""
    newest = NEWEST.moves if rules != NEWEST else {}
    moves = [name for name, move in rules.moves.items() if move != newest.get(name)]
    if rules != NEWEST:
        moves = [name for name in moves if name not in SLOW]
    report = check_ruleset(rules, boards=1, seed=ALL.index(rules), moves=moves, iterations=20)
    assert list(report.moves) == moves
    assert all(one["plays"] >= 1 for one in report.moves.values())
    assert set(report.laws) == set(LAWS)


@pytest.mark.compiled
def test_the_tables_are_worth_playing() -> None:
    quick = [name for name in NEWEST.moves if name not in SLOW]
    report = check_ruleset(NEWEST, boards=3, seed=1, moves=quick, iterations=20)
    assert sum(one["legal"] for one in report.moves.values()) > 55
    assert sum(one["solved"] for one in report.moves.values()) > 18
    assert all(report.laws[law] for law in LAWS)
    assert len(report.codes) > 15
    assert "normal: " in str(report)


def test_the_same_seed_plays_the_same_tables() -> None:
    def played() -> Report:
        return check_ruleset(NEWEST, boards=2, seed=3, moves=["embark"], iterations=5)

    assert played() == played()


def refusal(rules: RuleSet = NEWEST, move: str = "normal", boards: int = 8) -> str:
    with pytest.raises(AssertionError) as broken:
        check_ruleset(rules, boards=boards, moves=[move], iterations=10)
    return str(broken.value)


def test_a_need_without_a_section_is_noticed() -> None:
    normal = replace(NEWEST.moves["normal"], needs=(Need("on_table", ""),))
    assert "names no section" in refusal(replace(NEWEST, moves={"normal": normal}))


def test_a_kind_of_need_that_means_nothing_is_noticed() -> None:
    kind: Any = "in_the_mood"
    normal = replace(NEWEST.moves["normal"], needs=(Need(kind, "house 1"),))
    assert "no need of the kind in_the_mood" in refusal(replace(NEWEST, moves={"normal": normal}))


def test_a_move_under_another_name_is_noticed() -> None:
    moves = {"dash": NEWEST.moves["normal"]}
    assert "dash is called normal" in refusal(replace(NEWEST, moves=moves), "dash")


def test_rules_that_raise_are_noticed_with_the_scenario() -> None:
    odd = replace(NEWEST.moves["normal"], ability="speed")
    told = refusal(replace(NEWEST, moves={"normal": odd}))
    assert told.startswith("answering does not hold for normal of wh40k11 V963_2026_10_01: ")
    assert "AttributeError" in told
    assert ms.loads(told.split("\n", 1)[1]).action.move == "normal"


Judge = Callable[..., Any]


def skewed_maximum(old: Judge) -> Judge:
    """Models on the left of the table move less far."""
    return lambda position, **more: old(position, **more) * (position.start.x > 18.0)


def capped_maximum(old: Judge) -> Judge:
    """Whoever may move far may not move at all."""
    return lambda position, **more: old(position, **more) * (old(position, **more) < 6.5)


def by_name(old: Judge) -> Judge:
    """Models are refused by their names."""

    def judged(position: Any) -> Any:
        finding = ms.Finding(ms.Code.NOT_ELIGIBLE, "00.00", (), "Not with such a name.")
        return [*old(position), *([finding] if position.ids[0].startswith("alpha") else [])]

    return judged


def mute(old: Judge) -> Judge:
    """Findings say nothing."""
    return lambda *given: [replace(one, text="") for one in old(*given)]


def lonely(old: Judge) -> Judge:
    """One model is not coherent."""

    def judged(position: Any, ends: Any, tolerance: float, slack: Any) -> Any:
        finding = ms.Finding(ms.Code.SPLIT, "03.03", (), "It is all on its own.")
        found = old(position, ends, tolerance, slack)
        return [finding] if len(position.ids) == 1 else found

    return judged


def wrong_sign(old: Judge) -> Judge:
    """The slack to the edge has the wrong sign."""

    def judged(position: Any, ends: Any, tolerance: float, slack: Any) -> Any:
        found = old(position, ends, tolerance, slack)
        slack["edge"] = -slack["edge"]
        return found

    return judged


def overshooting(old: Judge) -> Judge:
    """The search hands out an end that it did not check."""

    def solved(scenario: ms.Scenario, **more: Any) -> Any:
        result = old(scenario, **more)
        if result.moved is None:
            return result
        action = result.moved.action
        paths = {
            name: (*path, (path[-1][0] + 9.0, *path[-1][1:])) for name, path in action.paths.items()
        }
        moved = ms.validate(_with_action(result.moved, paths))
        return replace(result, moved=moved)

    return solved


def modest(old: Judge) -> Judge:
    """The search claims a bound that is too low."""

    def solved(scenario: ms.Scenario, **more: Any) -> Any:
        result = old(scenario, **more)
        low = -1000.0
        return result if result.bound is None else replace(result, bound=low, objective=low)

    return solved


def _with_action(scenario: ms.Scenario, paths: Any) -> ms.Scenario:
    from msgspec.structs import replace as changed

    return changed(scenario, action=changed(scenario.action, paths=paths, order=None))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("place", "name", "breaking", "law"),
    [
        (packing, "maximum_of", skewed_maximum, "turning|mirroring|shifting"),
        (packing, "maximum_of", capped_maximum, "reach_grows"),
        (referee, "eligibility", by_name, "renumbering"),
        (standing, "_overlap", mute, "findings_speak"),
        (standing, "judge_coherency", lonely, "alone_is_coherent"),
        (standing, "_edge", wrong_sign, "slacks_agree"),
        (playing, "solve", overshooting, "solving_is_legal"),
        (playing, "solve", modest, "bounds_hold"),
    ],
    ids=lambda one: one.__name__ if callable(one) else "",
)
def test_a_broken_predicate_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
    place: Any,
    name: str,
    breaking: Callable[[Judge], Judge],
    law: str,
) -> None:
    monkeypatch.setattr(place, name, breaking(getattr(place, name)))
    told = refusal(boards=20)
    assert told.split()[0] in law.split("|"), told.splitlines()[0]
