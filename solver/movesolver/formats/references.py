"""What must fit together in a scenario: ids, positions, paths, rules.

Single values have been checked when the structs were made; here one part is held
against another.  Illegal moves are no concern of this module: a path may run
through an enemy, but it must begin where its model stands.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from movesolver.errors import InputError
from movesolver.rules.chosen import BASES
from movesolver.rules.options import VERSIONS, check_mode, check_move, resolve_rules
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Model, Unit
from movesolver.table.bases import Base
from movesolver.table.fields import inside, shown
from movesolver.table.measures import inches
from movesolver.table.names import did_you_mean
from movesolver.table.scenario import GoalTerm, Pose, RulesChoice, Scenario, Target

LARGEST_ARMY = 5_000
"""Models on both sides together."""

CLOSE = 1e-6
"""How far a start pose may be from where its model stands: inches, and degrees."""

STILL = 1e-9
"""A step's change up to this is rounding and is taken back: inches, and degrees."""

Extents = tuple[float, float, float, float]

Known = Mapping[str, Mapping[str, object]]
"""The ids of all markers, units and zones, in their order."""


def fitted(scenario: Scenario, rules: RuleSet | None = None) -> Scenario:
    """Return the scenario if its parts fit together.

    Steps of a path that change a second thing by no more than rounding are given
    back without that change, so that whoever reads a path may compare exactly.
    Moves and modes are those of ``rules``, or of the game named if None.

    Raises
    ------
    InputError
        Naming the place, what was wanted there and what was given.
    """
    _check_rules(scenario.rules, rules)
    _check_ids(scenario)
    for index, unit in enumerate(scenario.units):
        _check_unit(scenario, unit, f"units[{index}]")
    if rules is None:
        check_move(scenario.rules.game, scenario.action.move)
        check_mode(scenario.action.mode)
    else:
        check_move(rules.game, scenario.action.move, moves=rules.moves)
        modes = (mode.name for move in rules.moves.values() for mode in move.modes)
        check_mode(scenario.action.mode, modes=modes)
    return fitted_action(scenario, rules)


def _check_rules(choice: RulesChoice, rules: RuleSet | None) -> None:
    """Raise unless the game is known, or is that of the rules given."""
    if rules is None or choice.game in VERSIONS:
        resolve_rules(choice)
        return
    if choice.game != rules.game:
        wanted = f"{', '.join(VERSIONS)} or the game of the rules given, {rules.game}"
        raise InputError("rules.game", wanted, shown(choice.game))
    if choice.version not in (None, rules.version):
        wanted = f"none, or that of the rules given, {shown(rules.version)}"
        raise InputError("rules.version", wanted, shown(choice.version))
    if choice.options:
        wanted = "none: the rules given have their options in them"
        raise InputError("rules.options", wanted, shown(choice.options))


def _check_ids(scenario: Scenario) -> None:
    total = sum(len(unit.models) for unit in scenario.units)
    if total > LARGEST_ARMY:
        raise InputError("units", f"at most {LARGEST_ARMY:,} models in all", f"{total:,}")
    _check_unique("unit", ((f"units[{i}].id", u.id) for i, u in enumerate(scenario.units)))
    _check_unique(
        "model",
        (
            (f"units[{i}].models[{j}].id", model.id)
            for i, unit in enumerate(scenario.units)
            for j, model in enumerate(unit.models)
        ),
    )
    _check_unique("feature", ((f"terrain[{i}].id", t.id) for i, t in enumerate(scenario.terrain)))
    _check_unique("marker", ((f"markers[{i}].id", m.id) for i, m in enumerate(scenario.markers)))
    _check_unique("zone", ((f"zones[{i}].id", z.id) for i, z in enumerate(scenario.zones)))


def _check_unique(kind: str, ids: Iterator[tuple[str, str]]) -> None:
    seen: dict[str, str] = {}
    for place, name in ids:
        if name in seen:
            raise InputError(
                place, f"an id that no other {kind} has", f"{shown(name)}, the same as {seen[name]}"
            )
        seen[name] = place


def _check_unit(scenario: Scenario, unit: Unit, place: str) -> None:
    status = unit.status
    if status.embarked_in is not None:
        _check_transport(scenario, unit, f"{place}.status.embarked_in")
    own = [model.id for model in unit.models]
    for index, name in enumerate(status.deemed_contact):
        if name not in own:
            where = f"{place}.status.deemed_contact[{index}]"
            _raise_unknown(f"model of {shown(unit.id)}", name, own, where)
    off_table = status.in_reserve or status.embarked_in is not None
    for index, model in enumerate(unit.models):
        at = f"{place}.models[{index}].at"
        if model.at is None:
            if not off_table and not model.slain:
                raise InputError(at, "[x, y], as its unit is on the table", "nothing")
        elif off_table:
            where = "in reserve" if status.in_reserve else "embarked"
            raise InputError(at, f"nothing, as its unit is {where}", shown(model.at))
        elif not model.slain and not _ends_where_it_stands(scenario, model, model.at):
            _check_on_table(scenario, model, model.at, at)


def _check_transport(scenario: Scenario, unit: Unit, place: str) -> None:
    """Raise unless following the transports ends at one that is not embarked."""
    units = {one.id: one for one in scenario.units}
    aboard = {unit.id}
    inner: str | None = unit.status.embarked_in
    while inner is not None:
        if inner not in units:
            _raise_unknown("unit", inner, units, place)
        if inner in aboard:
            raise InputError(place, "a unit that is not itself inside this one", shown(inner))
        aboard.add(inner)
        inner = units[inner].status.embarked_in


def extents(base: Base, facing: float) -> Extents:
    """Return how far a base reaches from its centre: low x, high x, low y, high y.

    Inches; ``facing`` in degrees.  Exact for every shape, an ellipse included.
    """
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    if base.hull is not None:
        xs = [x * c - y * s for x, y in base.hull]
        ys = [x * s + y * c for x, y in base.hull]
        return min(xs), max(xs), min(ys), max(ys)
    if base.round is not None:
        reach_x = reach_y = inches(base.round) / 2.0
    elif base.oval is not None:
        a, b = (inches(axis) / 2.0 for axis in base.oval)
        reach_x, reach_y = math.hypot(a * c, b * s), math.hypot(a * s, b * c)
    else:
        a, b = (inches(side) / 2.0 for side in base.rectangle or (0.0, 0.0))
        reach_x, reach_y = a * abs(c) + b * abs(s), a * abs(s) + b * abs(c)
    return -reach_x, reach_x, -reach_y, reach_y


def _ends_where_it_stands(scenario: Scenario, model: Model, at: tuple[float, float]) -> bool:
    """Whether the action claims the very pose the model stands in as its end.

    Whether that pose is on the table is then the question asked, and the referee's to answer.
    """
    action = scenario.action
    path = (action.paths or {}).get(model.id)
    end = path[-1] if path else (action.ends or {}).get(model.id)
    return end is not None and max(_changes((*at, model.facing, model.z), end)) <= CLOSE


def _check_on_table(scenario: Scenario, model: Model, at: tuple[float, float], place: str) -> None:
    low_x, high_x, low_y, high_y = extents(model.base, model.facing)
    table = scenario.table
    if (
        at[0] + low_x < -CLOSE
        or at[1] + low_y < -CLOSE
        or at[0] + high_x > table.width + CLOSE
        or at[1] + high_y > table.height + CLOSE
    ):
        raise InputError(
            place,
            f"the whole base on the table (x from {-low_x:.4g} to {table.width - high_x:.4g},"
            f" y from {-low_y:.4g} to {table.height - high_y:.4g})",
            shown(at),
        )


def fitted_action(scenario: Scenario, rules: RuleSet | None = None) -> Scenario:
    """Return the scenario if its action fits the rest, its paths free of rounding.

    Raises
    ------
    InputError
        As `fitted`, for the action alone.
    """
    action = scenario.action
    units = {unit.id: unit for unit in scenario.units}
    if action.unit not in units:
        _raise_unknown("unit", action.unit, units, "action.unit")
    mover = units[action.unit]
    markers = dict.fromkeys(marker.id for marker in scenario.markers)
    zones = dict.fromkeys(zone.id for zone in scenario.zones)
    known: Known = {"marker": markers, "unit": units, "zone": zones}
    seen: set[str] = set()
    for index, target in enumerate(action.targets):
        place = f"action.targets[{index}]"
        if target in seen:
            raise InputError(place, "each target once", f"{shown(target)} again")
        seen.add(target)
        if not _takes_objective(action.move, rules):
            if target not in units:
                _raise_unknown("unit", target, units, place)
        elif target not in units and target not in markers:
            _raise_unknown("unit or a marker", target, [*units, *markers], place)
    models = {model.id: model for model in mover.models}
    for field, poses in (("paths", action.paths), ("ends", action.ends)):
        for name in poses or {}:
            place = inside(f"action.{field}", name)
            _check_model(mover, models, name, place)
            back = _comes_back(action.move, scenario, rules)
            if models[name].slain != back:
                kind = "slain, to come back" if back else "not slain"
                raise InputError(place, f"a model that is {kind}", shown(name))
    for index, term in enumerate(action.goal):
        _check_term(known, mover, term, f"action.goal[{index}]")
    _check_order(scenario, rules)
    if action.paths is None:
        return scenario
    paths = {
        name: path
        if models[name].at is None
        else _stepwise(models[name], path, inside("action.paths", name))
        for name, path in action.paths.items()
    }
    if paths == action.paths:
        return scenario
    return replace(scenario, action=replace(action, paths=paths))


def _comes_back(move: str, scenario: Scenario, rules: RuleSet | None) -> bool:
    """Whether a move sets up models that were slain (01.02.03)."""
    made = (rules or BASES[scenario.rules.game]).moves.get(move)
    return made is not None and made.set_up is not None and made.set_up.near == "mates"


def _check_order(scenario: Scenario, rules: RuleSet | None) -> None:
    """Raise unless the order of moving takes models forward along their paths, to the end."""
    order, paths = scenario.action.order, scenario.action.paths or {}
    if order is None:
        return
    if scenario.action.paths is None:
        raise InputError("action.order", "an order only together with action.paths", "no paths")
    stops = (rules or BASES[scenario.rules.game]).stops_on_way
    at = dict.fromkeys(paths, 0)
    for index, (name, number) in enumerate(order):
        place = f"action.order[{index}]"
        if name not in paths:
            _raise_unknown("model with a path", name, paths, f"{place}[0]")
        last = len(paths[name]) - 1
        lowest = at[name] + 1 if stops else last
        if not max(lowest, at[name] + 1) <= number <= last:
            said = f"a pose of the path of {shown(name)} beyond the one it is in"
            said += f", {lowest} to {last}" if lowest <= last else "; it is at its last one"
            raise InputError(f"{place}[1]", said, shown(number))
        at[name] = number
    for name, number in at.items():
        if any(pose != paths[name][number] for pose in paths[name][number:]):
            wanted = f"an entry that takes {shown(name)} to its last pose, {len(paths[name]) - 1}"
            raise InputError("action.order", wanted, "none")


def _takes_objective(move: str, rules: RuleSet | None) -> bool:
    """Whether a move, in some mode, is made towards an objective."""
    if rules is None:
        return move == "consolidate"
    made = rules.moves[move]
    forms = (made, *(made.in_mode(mode) for mode in made.modes))
    return any(form.targets is not None and form.targets.kind == "objective" for form in forms)


def _check_model(mover: Unit, models: Mapping[str, Model], name: str, place: str) -> None:
    if name not in models:
        _raise_unknown(f"model of {shown(mover.id)}", name, models, place)


def _stepwise(model: Model, path: tuple[Pose, ...], place: str) -> tuple[Pose, ...]:
    """Return the path if it begins where its model stands and each step changes one thing."""
    x, y = model.at or (0.0, 0.0)
    start: Pose = (x, y, model.facing, model.z)
    if any(change > CLOSE for change in _changes(start, path[0])):
        raise InputError(
            inside(place, 0), f"the pose in which it stands, {shown(start)}", shown(path[0])
        )
    poses = [path[0]]
    for index, pose in enumerate(path[1:], start=1):
        before = poses[-1]
        shift, turn, climb = (change > STILL for change in _changes(before, pose))
        if shift + turn + climb > 1:
            raise InputError(
                inside(place, index),
                "a step that changes one of position, facing, height",
                f"{shown(pose)} after {shown(before)}",
            )
        x, y = pose[:2] if shift else before[:2]
        poses.append((x, y, pose[2] if turn else before[2], pose[3] if climb else before[3]))
    return tuple(poses)


def _changes(one: Pose, other: Pose) -> tuple[float, float, float]:
    """Return the change of position (inches), of facing (degrees, the short way), of height."""
    turn = (other[2] - one[2]) % 360.0
    return (
        math.hypot(other[0] - one[0], other[1] - one[1]),
        min(turn, 360.0 - turn),
        abs(other[3] - one[3]),
    )


def _check_term(known: Known, mover: Unit, term: GoalTerm, place: str) -> None:
    if isinstance(term.near, Target):
        _check_target(known, term.near, f"{place}.near")
    for field, near in (("within", term.within), ("avoid", term.avoid), ("need", term.need)):
        if near is not None and isinstance(near.of, Target):
            _check_target(known, near.of, f"{place}.{field}.of")
    models = {model.id: model for model in mover.models}
    for name in term.wish or {}:
        _check_model(mover, models, name, inside(f"{place}.wish", name))
    for name in term.priorities or {}:
        _check_model(mover, models, name, inside(f"{place}.priorities", name))
    for index, name in enumerate(term.models or ()):
        _check_model(mover, models, name, inside(f"{place}.models", index))


def _check_target(known: Known, target: Target, place: str) -> None:
    for kind, name in (("marker", target.marker), ("unit", target.unit), ("zone", target.zone)):
        if name is not None and name not in known[kind]:
            _raise_unknown(kind, name, known[kind], f"{place}.{kind}")


def _raise_unknown(kind: str, name: str, known: Iterable[str], place: str) -> None:
    """Raise the error of a name that stands for nothing, listing those that do."""
    names = list(known)
    listed = ", ".join(shown(one) for one in names[:12]) + (", ..." if len(names) > 12 else "")
    wanted = f"the id of a {kind}{did_you_mean(name, names)}"
    raise InputError(place, f"{wanted}: {listed or 'there is none'}", shown(name))
