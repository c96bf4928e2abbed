"""Answers as tables for people at a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.box import HEAVY_HEAD
from rich.console import Console
from rich.markup import escape as _escape
from rich.table import Table

from movesolver.table.fields import printable

if TYPE_CHECKING:
    from movesolver.paths.command import Answer
    from movesolver.paths.nearest import Approach
    from movesolver.paths.reach import Arrival
    from movesolver.paths.threat import Threat
    from movesolver.referee.verdict import Json, Verdict
    from movesolver.search.odds import Odds
    from movesolver.search.proposals import Proposals
    from movesolver.search.regain import Regained
    from movesolver.search.result import Result
    from movesolver.table.army import Model
    from movesolver.table.scenario import Pose
    from movesolver.verifying.verified import Verified

FEW = 12
"""How many of many equal losses a person is shown."""


def escape(text: str) -> str:
    """Return text that a terminal shows as it is."""
    return _escape(printable(text))


def person() -> Console:
    """Return the console that answers for people go to."""
    return Console(emoji=False)


def print_verdict(verdict: Verdict, console: Console) -> None:
    """Print a verdict: ``legal``, or a row for each violation."""
    if verdict.legal:
        said = {True: ", shunted", False: ", not shunted", None: ""}
        console.print(f"[green]legal[/green]{said[verdict.shunted]}")
        return
    console.print("[red]illegal[/red]")
    table = Table("code", "rule", "models", "found", "allowed", "why")
    for finding in verdict.violations:
        table.add_row(
            str(finding.code),
            escape(finding.rule),
            escape(", ".join(finding.models)),
            "" if finding.found is None else f"{finding.found:.4g}",
            "" if finding.allowed is None else f"{finding.allowed:g}",
            escape(finding.text),
        )
    console.print(table)


def print_result(result: Result, console: Console) -> None:
    """Print what a search found: each model's move, then how good it is and how sure."""
    if result.solved:
        console.print(moves_table(result))
    status = f"[bold]{result.status}[/bold]"
    if result.objective is not None:
        status += f"  objective {_points(result.objective)}"
    if result.bound is not None and result.gap is not None:
        status += f"  bound {_points(result.bound)}  gap {_points(result.gap)}"
    console.print(f"{status}  in {result.milliseconds:.1f} ms (seed {result.seed})")
    if "claim" in result.certificate:
        console.print(f"certificate: {escape(str(result.certificate['claim']))}")
    if result.order:
        words = ", ".join(f"{escape(name)} to pose {number}" for name, number in result.order)
        console.print(f"order of moving: {words}")
    for code, reason in result.reasons.items():
        console.print(f"{escape(code)}: {escape(reason)}")
    if result.verdict is not None:
        console.print("referee: ", end="")
        print_verdict(result.verdict, console)


def _points(value: float) -> str:
    return f"{value:z.4f}"  # nothing is shown as minus zero


def print_proposals(answer: Proposals, console: Console) -> None:
    """Print each move that is proposed, and why there are no more."""
    for number, move in enumerate(answer.moves, 1):
        console.print(f"[bold]{number}[/bold] of {len(answer.moves)}")
        print_result(move, console)
    if len(answer.moves) > 1:
        console.print(f'at least {answer.nearest:.2f}" a model from each other')
    for code, reason in answer.reasons.items():
        console.print(f"{escape(code)}: {escape(reason)}")


def print_verified(answer: Verified, console: Console) -> None:
    """Print whether a certificate holds, what was shown, and what is wrong with it."""
    word = "[green]verified[/green]" if answer.valid else "[red]not verified[/red]"
    shown = "" if answer.bound is None else f": worth at most {answer.bound:.6g} was shown"
    console.print(f"{word}{shown}")
    label = "shown" if answer.valid else "claim, not shown"
    console.print(f"{label}: {escape(answer.claim)}")
    for fault in answer.faults:
        console.print(escape(fault))


def print_reach(answer: Answer, console: Console) -> None:
    """Print how much each model can reach, and what was asked of it."""
    if answer.threat is not None:
        return _print_threat(answer.threat, console)
    assert answer.reach is not None
    reach, unit = answer.reach, answer.scenario.mover
    table = Table(title=escape(f"{unit.id}: {answer.scenario.action.move} move"))
    table.title_justify = "left"
    for heading in ("model", "base"):
        table.add_column(heading)
    for heading in ("maximum", "area", *(("length", "reached") if answer.asked else ())):
        table.add_column(heading, justify="right")
    bases = {model.id: base_words(model) for model in unit.standing}
    for name, region in reach.regions.items():
        row = [escape(name), bases[name], f"{region.maximum:g}", f"{region.area:.1f}"]
        if answer.asked:
            row += _asked_words(answer.asked[name])
        table.add_row(*row)
    console.print(table)
    for reason in reach.reasons:
        console.print(f"cannot make this move: {escape(reason)}")
    if answer.asked:
        best = answer.best
        said = "[red]not reached[/red]" if best is None else "[green]reached[/green]"
        console.print(said + ("" if best is None else f" by {escape(answer.able)}"))
    return None


def print_odds(answer: Odds, console: Console) -> None:
    """Print the roll that is needed, how likely it is, and the move it allows."""
    if answer.needed is None:
        sure = "" if answer.proved else " was found"
        console.print(f"[red]no roll of {answer.dice} allows this move[/red]{sure}")
        return
    console.print(
        f"[green]{answer.needed} or more on {answer.dice}[/green]: {answer.probability:.1%}"
    )
    if not answer.proved:
        console.print("(a lower roll is not proved to be too little)")
    if answer.move is not None:
        print_result(answer.move, console)


def print_regained(answer: Regained, console: Console) -> None:
    """Print which models to remove, and what else could go instead."""
    if not answer.removed:
        console.print(f"[green]coherent[/green]: {escape(answer.unit)} loses nothing")
        return
    first, *others = (escape(", ".join(names)) for names in answer.alternatives[:FEW])
    console.print(f"[red]remove[/red] {first}: {escape(answer.unit)} keeps {answer.kept}")
    for names in others:
        console.print(f"or {names}")
    count = len(answer.alternatives)
    if count > FEW:
        known = f"more than {count}" if answer.more else f"{count}"
        console.print(f"({known} losses are as small; --json lists {count})")


def _asked_words(one: Arrival | Approach) -> list[str]:
    """Return the length of the path found, and whether it does; why not, or how near."""
    from movesolver.paths.nearest import Approach

    length = "" if one.way is None else f"{one.way.length:.2f}"
    said = {True: "yes", False: "no", None: "not found"}[one.reached]
    if isinstance(one, Approach):
        near = "" if one.way is None else f', {one.gap:.2f}" away'
        return [length, said + near]
    if one.way is None and math.isfinite(one.lower):
        said = "not found"
    elif one.way is not None and not one.reached:
        said += f", {one.barred}" if one.barred is not None else ", too far"
    return [length, said]


def _print_threat(threat: Threat, console: Console) -> None:
    title = f'{threat.side}: within {threat.plus:g}" after a move'
    table = Table("unit", title=escape(title), title_justify="left")
    table.add_column("area", justify="right")
    for name, area in threat.units.items():
        table.add_row(escape(name), f"{area.area:.1f}")
    table.add_row("together", f"{threat.polygons.area:.1f}")
    console.print(table)
    for name, reasons in threat.reasons.items():
        console.print(f"{escape(name)} cannot make this move: {escape(' '.join(reasons))}")


def moves_table(result: Result, *, plain: bool = False) -> Table:
    """Return a table of where each model goes; ``plain`` is without a frame and a title."""
    scenario = result.scenario
    unit, action = scenario.mover, scenario.action
    title = None if plain else escape(f"{unit.id}: {action.move} move")
    table = Table(title=title, title_justify="left", box=None if plain else HEAVY_HEAD)
    if not result.paths:  # models that are set up come from nowhere on the table
        for heading in ("model", "base", "set up at"):
            table.add_column(heading)
        for model in unit.models:
            if model.id in result.ends:
                name = escape(model.id.removeprefix(f"{unit.id}."))
                table.add_row(name, base_words(model), _pose_words(result.ends[model.id], model))
        return table
    for heading in ("model", "base", "from", "to"):
        table.add_column(heading)
    table.add_column("path", justify="right")
    table.add_column("maximum", justify="right")
    from movesolver.referee.pack import pack

    position = pack(scenario)
    most = dict(zip(position.ids, position.maximum, strict=True))
    for model in unit.standing:
        end = result.ends[model.id]
        assert model.at is not None
        table.add_row(
            escape(model.id.removeprefix(f"{unit.id}.")),
            base_words(model),
            _pose_words((*model.at, model.facing, model.z), model),
            _pose_words(end, model),
            f"{result.lengths[model.id]:.2f}",
            f"{most[model.id]:g}",
        )
    return table


def base_words(model: Model) -> str:
    """Return a base in words: ``32 mm``, ``75 x 42 mm oval``."""
    base = model.base
    if base.round is not None:
        return f"{base.round:g} mm"
    if base.oval is not None:
        return f"{base.oval[0]:g} x {base.oval[1]:g} mm oval"
    if base.rectangle is not None:
        return f"{base.rectangle[0]:g} x {base.rectangle[1]:g} mm"
    return "hull"


def _pose_words(pose: Pose, model: Model) -> str:
    words = f"({pose[0]:.2f}, {pose[1]:.2f})"
    if model.base.round is None:
        words += f" {pose[2]:.0f}°"
    if pose[3]:
        words += f" z {pose[3]:g}"
    return words


def print_batch(summary: Json, console: Console) -> None:
    """Print what came of many boards."""
    table = Table("boards", show_header=False)
    for name, value in summary.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            table.add_row(escape(name), f"{value:,.10g}")
    console.print(table)
    for part in ("errors", "messages"):
        found = summary.get(part)
        for name, said in found.items() if isinstance(found, dict) else ():
            console.print(f"[red]{escape(str(name))}[/red] {escape(str(said))}", soft_wrap=True)
    if summary.get("interrupted"):
        console.print("[red]interrupted[/red]: boards that are NOT_DONE have no answer")
