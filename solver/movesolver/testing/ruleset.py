"""Plays random tables through every move of a ruleset and holds the laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from movesolver.checking.check import check
from movesolver.errors import MoveSolverError
from movesolver.formats.scenario import dumps, validate
from movesolver.referee.needs import NEEDS
from movesolver.rules.moves import MoveType
from movesolver.rules.ruleset import RuleSet
from movesolver.search.result import Result
from movesolver.search.solve import solve
from movesolver.table.scenario import Scenario
from movesolver.testing.boards import board, needs_of
from movesolver.testing.changes import with_action
from movesolver.testing.laws import LAWS, Broken, Trial
from movesolver.testing.plays import plays_on

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Report:
    """What was played and how often each law was put to the test."""

    moves: Mapping[str, Mapping[str, int]]
    """For each move: ``boards``, ``plays`` judged, how many of them ``legal``, and boards
    ``solved``."""
    laws: Mapping[str, int]
    """For each law: on how many plays it had something to say."""
    codes: Mapping[str, int]
    """How many plays broke each code."""

    def __str__(self) -> str:
        rows = [
            f"{name}: {one['plays']} plays on {one['boards']} boards, {one['legal']} legal,"
            f" {one['solved']} boards solved"
            for name, one in self.moves.items()
        ]
        rows += [f"{name}: {count} times" for name, count in self.laws.items()]
        return "\n".join(rows)


def check_ruleset(
    rules: RuleSet,
    *,
    boards: int = 8,
    seed: int = 0,
    moves: Iterable[str] | None = None,
    iterations: int = 40,
) -> Report:
    """Play random boards through every move of a ruleset and hold the laws of judging.

    Parameters
    ----------
    rules
        The rules, of a game (`movesolver.rules.rules_of`) or your own (docs/house-rules.md).
    boards
        Tables for each move; some eight moves are judged on each, by all laws.
    seed
        Same rules, boards and seed: same tables.
    moves
        Names of the moves to play; all of the ruleset if None.
    iterations
        How long `solve` searches on each table.

    Returns
    -------
    Report
        What was played; read it to see that the moves were worth judging.

    Raises
    ------
    AssertionError
        At the first law that does not hold: which, on which move, and the scenario as JSON
        that `movesolver.loads` reads (with ``rules=`` where the rules are your own).

    Notes
    -----
    The laws are the functions of `movesolver.testing.laws`: verdicts do not depend on names,
    order, place or handedness, more to move forbids nothing, `solve` and `check` agree, slacks
    have the sign of their limits, and refusals speak.
    """
    played: dict[str, Counter[str]] = {}
    laws: Counter[str] = Counter(dict.fromkeys(LAWS, 0))
    codes: Counter[str] = Counter()
    for name in rules.moves if moves is None else moves:
        move = rules.moves[name]
        _check_data(name, move)
        count = played[name] = Counter(boards=0, plays=0, legal=0, solved=0)
        for k in range(boards):
            # A move's tables do not depend on which other moves are played.
            draw = np.random.default_rng([seed, k, *name.encode()])
            scenario = board(draw, rules, move)
            result = _answered("solve", scenario, rules, lambda s: _solve(s, rules, iterations))
            count.update(boards=1, solved=int(result.solved))
            for action in plays_on(scenario, rules, draw, result):
                play = with_action(scenario, action)
                verdict = _answered("check", play, rules, lambda s: check(s, rules=rules))
                count.update(plays=1, legal=int(verdict.legal))
                codes.update(str(code) for code in verdict.codes)
                laws.update(_held(Trial(play, rules, verdict, result, draw)))
    return Report(played, dict(laws), dict(codes))


def _solve(scenario: Scenario, rules: RuleSet, iterations: int) -> Result:
    return solve(scenario, rules=rules, iterations=iterations)


def _answered(what: str, scenario: Scenario, rules: RuleSet, answer: Callable[[Scenario], T]) -> T:
    """Return an answer; whatever is raised breaks the law that good questions have one."""
    try:
        return answer(validate(scenario, rules=rules))
    except Exception as error:
        told = f"{what} raises {type(error).__name__}: {error}"
        raise AssertionError(_told("answering", told, scenario, rules)) from error


def _held(trial: Trial) -> list[str]:
    """Return the laws that had something to say about a play, all of which hold."""
    spoken = []
    for name, law in LAWS.items():
        try:
            if law(trial):
                spoken.append(name)
        except Exception as error:
            told = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
            raise AssertionError(_told(name, told, trial.scenario, trial.rules)) from error
    return spoken


def _told(law: str, told: str, scenario: Scenario, rules: RuleSet) -> str:
    """Return what broke, on which move, and the scenario."""
    move = scenario.action.move
    try:
        text = dumps(scenario, rules=rules)
    except MoveSolverError as error:
        text = f"{scenario!r}\n(not a good scenario: {error})"
    version = "" if rules.version is None else f" {rules.version}"
    return f"{law} does not hold for {move} of {rules.game}{version}: {told}\n{text}"


def _check_data(name: str, move: MoveType) -> None:
    """Raise at the first word in the data of a move that means nothing to the referee."""
    if move.name != name:
        raise AssertionError(f"the move {name} is called {move.name} in its data")
    forms = [move, *(move.in_mode(mode) for mode in move.modes)]
    rows: list[tuple[str, str]] = [(name, form.section) for form in forms]
    rows += [(mode.name, mode.section) for mode in move.modes]
    for need in needs_of(move):
        if need.kind not in NEEDS:
            raise AssertionError(f"{name}: there is no need of the kind {need.kind}")
        rows.append((need.kind, need.section))
    for form in forms:
        rows += [(duty.kind, duty.section) for duty in form.duties]
        for part in (form.targets, form.closing, form.set_up):
            if part is not None:
                rows.append((type(part).__name__, part.section))
    for what, section in rows:
        if not section.strip():
            raise AssertionError(f"{name}: {what} names no section")
