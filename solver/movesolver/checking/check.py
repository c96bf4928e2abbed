"""Judge a move: the referee, duties, and the order in which modes are closed."""

from __future__ import annotations

from movesolver.duties.judge import judged
from movesolver.errors import InputError
from movesolver.referee.modes import must_have_room
from movesolver.referee.pack import pack
from movesolver.referee.verdict import Verdict
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import check_amount
from movesolver.table.scenario import Scenario


def has_a_move(scenario: Scenario) -> None:
    """Raise where nothing is given to judge: asked about one scenario, that is a slip.

    Raises
    ------
    InputError
        If the action has neither paths nor ends.
    """
    if scenario.action.paths is None and scenario.action.ends is None:
        raise InputError("action", 'paths or ends to judge ("ends": {} if nobody moves)', "neither")


def check(
    scenario: Scenario, *, tolerance: float | None = None, rules: RuleSet | None = None
) -> Verdict:
    """Judge the move of ``scenario.action``: its ``paths``, or its ``ends`` alone.

    Parameters
    ----------
    scenario
        A scenario as `movesolver.loads` returns it (or `movesolver.validate`).
        Models left out of ``paths`` or ``ends`` do not move; with neither, the
        unit is judged where it stands (``movesolver check`` and the engine refuse that).
    tolerance
        Inches that each comparison forgives; the scenario's own (1e-6) if None.
    rules
        Rules of your own to judge by (docs/house-rules.md); those the scenario names if None.

    Returns
    -------
    Verdict
        Every violation, and the signed slack to each limit.

    Raises
    ------
    InputError
        If a number that the move needs is missing (M, a roll), or the tolerance is none.
    UnsupportedError
        If this version does not know the type of move yet.

    Notes
    -----
    The rules, sections and readings are listed in docs/rules.md.  Duties (7.2) are asked of
    moves that are legal otherwise; a model is found wanting only where a legal end and way
    that it could have taken are shown.
    """
    if tolerance is not None:
        check_amount("tolerance", "zero or more inches", tolerance)
    position = pack(scenario, rules=rules)
    action = scenario.action
    verdict, _ = judged(
        position, action.paths, action.ends, order=action.order, tolerance=tolerance
    )
    if not verdict.legal:
        return verdict
    if not must_have_room(position):
        return verdict
    # The search is only loaded where it decides something.
    from movesolver.search.room import room_findings

    found = room_findings(position, action.ends)
    return Verdict(tuple(found), verdict.slack) if found else verdict
