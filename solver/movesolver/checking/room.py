"""Whether an earlier mode, which must be taken where there is room for it, had room (18.04)."""

from __future__ import annotations

from movesolver.referee.modes import mode_findings
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding, listed


def room_findings(position: Position) -> list[Finding]:
    """Return that an earlier mode had to be taken, with places for the whole unit in it.

    The unit is only found wrong where a search finds such places; it is none the worse for
    room that nobody finds.
    """
    move, taken = position.rules.moves[position.move.name], position.mode
    if taken is None or not any(mode.forced_if_room for mode in move.modes):
        return []
    # The search is only loaded where it decides something.
    from movesolver.search.modes import in_mode
    from movesolver.search.solve import solve

    found: list[Finding] = []
    for mode in move.modes:
        if mode.name == taken.name:
            break
        other = in_mode(position.scenario, mode.name)
        if not mode.forced_if_room or mode_findings(pack(other, rules=position.rules)):
            continue
        result = solve(other, rules=position.rules)
        if result.solved:
            first = [f"{name} at ({p[0]:.4g}, {p[1]:.4g})" for name, p in result.ends.items()][:3]
            text = f"{position.scenario.mover.id} can be set up in {mode.name} mode "
            text += f"({listed(first)}{', ...' if len(result.ends) > len(first) else ''}) "
            text += f"and so may not take {taken.name}."
            found.append(Finding(Code.MODE, mode.section, (), text))
    return found
