"""Who had to reach whom, who could, and who did (7.2): for the eye, from what judges it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from movesolver.rules.moves import Duty
from movesolver.rules.ruleset import RuleSet
from movesolver.table.scenario import Pose, Scenario

State = Literal["did", "could", "could not"]

SAID: dict[State, str] = {
    "did": "done",
    "could": "not done, though it could be",
    "could not": "no way to do it was found",
}


@dataclass(frozen=True, slots=True)
class Owing:
    """What one model had to do."""

    model: str
    section: str
    """The rule that asks for it."""
    what: str
    """In words: engaged with foe, within 1" of foe, ..."""
    state: State
    pose: Pose | None = None
    """Where it could have done it."""
    targets: tuple[str, ...] = ()
    """Ids of the units that it had to reach."""

    @property
    def words(self) -> str:
        """What it had to do, and whether it did."""
        return f"{self.what}: {SAID[self.state]}"


def owings(scenario: Scenario, rules: RuleSet | None = None) -> tuple[Owing, ...]:
    """Return what the models of a move had to do and did, duty by duty.

    Nothing where the move has no duties, or is illegal for other reasons: then no one is asked.

    Raises
    ------
    InputError
        As `movesolver.check`.
    """
    action = scenario.action
    if action.paths is None and action.ends is None:
        return ()
    from movesolver.duties.judge import judged
    from movesolver.duties.model import made
    from movesolver.duties.owed import does, duties_of, fulfilled, owed
    from movesolver.referee.check import judge
    from movesolver.referee.pack import pack

    position = pack(scenario, rules=rules)
    asked = duties_of(position)
    if not position.ids or not asked:
        return ()
    paths, ends, order = action.paths, action.ends, action.order
    if not judge(position, paths, ends, order=order).legal:
        return ()
    _, witnesses = judged(position, paths, ends, order=order)
    move = made(position, paths, ends)
    undone = list(owed(move))
    could = {witness.model: witness.pose for witness in witnesses}
    found = []
    before = [True] * len(move.position.ids)
    for duty in asked:
        done = fulfilled(move, duty).tolist()
        for i, name in enumerate(move.position.ids):
            targets = tuple(position.targets)
            owing = Owing(name, duty.section, _what(duty, targets), "did", None, targets)
            if (i, duty) in undone:
                row = move.position.only([i]).bodies_at([could[i]]) if i in could else None
                if row is not None and does(move.position, i, duty, row, move.bodies)[0]:
                    found.append(replace(owing, state="could", pose=could[i]))
                else:
                    found.append(replace(owing, state="could not"))
            elif done[i] and _binds(duty, bool(move.moved[i])) and not (duty.failing and before[i]):
                found.append(owing)
        before = done
    return tuple(found)


def _binds(duty: Duty, moved: bool) -> bool:
    """Return whether a duty is asked of a model that moved, or did not (as `owed` asks)."""
    return not moved if duty.kind == "closer" else moved or not duty.moved_only


def states_of(duties: Sequence[Owing]) -> dict[str, State]:
    """Return one word for all that each model had to do, by its id."""
    states: dict[str, set[State]] = {}
    for one in duties:
        states.setdefault(one.model, set()).add(one.state)
    return {
        name: "could" if "could" in found else "did" if "did" in found else "could not"
        for name, found in states.items()
    }


def _what(duty: Duty, targets: Sequence[str]) -> str:
    whom = " or ".join(targets) or "a target"
    return {
        "within": f'within {duty.reach:g}" of {whom}',
        "engaged": f"engaged with {whom}",
        "in_range": "in range of the objective",
        "closest": f"as close to {whom} as it can",
        "closer": f"closer to {whom}",
    }[duty.kind]
