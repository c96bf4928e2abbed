"""What a client must know of a question to show it: moves of the game, how far, who holds whom."""

from __future__ import annotations

from movesolver.draw.links import coherency_links
from movesolver.draw.scene import build_scene
from movesolver.errors import InputError
from movesolver.referee.pack import pack
from movesolver.referee.verdict import Json
from movesolver.rules.chosen import rules_in_force
from movesolver.rules.moves import MoveType
from movesolver.search.worth import worth_of
from movesolver.table.scenario import Scenario


def describe(scenario: Scenario) -> Json:
    """Return the moves of the scenario's game, and what its own move is like.

    ``types`` are the types of move by name; ``maximum`` is how far each model may move, inches,
    or for a unit that is set up how far from the middle of the set-up; ``links`` are the pairs
    of models that are neighbours under the coherency rule where the action leaves them;
    ``engagement`` is how far that reaches, inches; ``worth`` what its paths or ends are worth
    by its goal, null if there are none.  Where the move lacks a number that it needs (M, a
    roll) ``lacks`` says which, and there is no ``maximum``.

    Raises
    ------
    InputError
        If the rules choose an unknown version or option.
    """
    rules = rules_in_force(scenario.rules)
    figures = build_scene(scenario).of("mover")
    ids = [figure.model.id for figure in figures]
    links = coherency_links(figures, rules.coherency, rules.tolerance)
    maximum, lacks, worth = {}, None, None
    try:
        position = pack(scenario, rules=rules)
    except InputError as error:
        lacks = str(error)
    else:
        maximum = {
            name: float(most) for name, most in zip(position.ids, position.maximum, strict=True)
        }
        if scenario.action.paths is not None or scenario.action.ends is not None:
            worth = worth_of(scenario)
    return {
        "game": rules.game,
        "version": rules.version,
        "types": {name: _told(move) for name, move in rules.moves.items()},
        "maximum": maximum,
        "lacks": lacks,
        "links": [[ids[i], ids[j]] for i, j in links],
        "engagement": rules.engagement.horizontal,
        "worth": worth,
    }


def _told(move: MoveType) -> Json:
    return {
        "section": move.section,
        "roll": None if move.roll is None else list(move.roll),
        "modes": [mode.name for mode in move.modes],
        "targets": None if move.targets is None else move.targets.kind,
        "sets_up": move.set_up is not None,
    }
