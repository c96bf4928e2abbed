"""What ``movesolver layouts``, ``deployments``, ``roster`` and ``deploy`` do."""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from movesolver.armies.asking import asker, at_a_terminal
from movesolver.armies.boards import build_game, read_place
from movesolver.armies.deploying import ITERATIONS, Deployed, Placement, deploy
from movesolver.draw.files import save_picture
from movesolver.errors import InputError
from movesolver.formats import wh40kdc
from movesolver.formats.base_sizes import BaseSizes, default_path, read_given, spelled
from movesolver.formats.files import in_file, named, read_bytes
from movesolver.formats.names import MOST_MEANT, picked
from movesolver.formats.problems import ProblemsError
from movesolver.formats.scenario import dump
from movesolver.progress import shown_work
from movesolver.report import escape
from movesolver.table.army import Unit
from movesolver.table.fields import check_not_negative, shown
from movesolver.table.names import did_you_mean, plain

SIDES = ("a", "b")


def list_layouts(arguments: argparse.Namespace, console: Console) -> None:
    """Print the terrain layouts whose name has a text in it."""
    names, maps = wh40kdc.deployments(), wh40kdc.layout_maps()
    rows = [
        {"id": key, "name": name, "deployment": names.get(maps.get(key, ""), "")}
        for key, name in wh40kdc.layouts().items()
    ]
    _print_list(rows, arguments, console)


def list_deployments(arguments: argparse.Namespace, console: Console) -> None:
    """Print the deployment maps whose name has a text in it."""
    rows = [{"id": key, "name": name} for key, name in wh40kdc.deployments().items()]
    _print_list(rows, arguments, console)


def show_roster(arguments: argparse.Namespace, console: Console, ask_on: Console) -> None:
    """Print the units of an army list."""
    roster = _armies(arguments, {arguments.side: arguments.file}, ask_on)[0]
    if arguments.json:
        answer = {
            "name": roster.name,
            "faction": roster.faction,
            "form": roster.form,
            "notes": roster.notes,
            "units": roster.units,
        }
        print(msgspec.json.encode(answer).decode())
        return
    print_units(roster.units, console)
    print_notes(roster.notes, console)
    console.print(wh40kdc.CREDIT)


def run_deploy(arguments: argparse.Namespace, console: Console, progress: Console) -> bool:
    """Deploy two armies, write, draw and print; return whether every unit found its place."""
    check_writable(arguments.out, arguments.draw)
    files = dict(zip(SIDES, (arguments.first_list, arguments.second_list), strict=True))
    first, second = _armies(arguments, files, progress, also=_place_problems(arguments))
    board = build_game(
        first.units,
        second.units,
        arguments.layout,
        deployment=arguments.map,
        attacker=arguments.attacker,
        objectives=arguments.objectives,
    )
    reserves = _picked(board.units, arguments.reserve, "--reserve")
    in_zone = _picked(board.units, arguments.in_zone, "--in-zone")
    done = itertools.count(1)

    with shown_work(progress) as work:

        def told(one: Placement) -> None:
            work.say(f"{next(done)} of {len(board.units)} units: {escape(one.unit)}")

        deployed = deploy(
            board,
            first=arguments.first,
            goals=dict(zip(SIDES, arguments.goals, strict=True)),
            reserves=reserves,
            in_zone=in_zone,
            reserve_rest=arguments.reserve_rest,
            seed=arguments.seed,
            iterations=ITERATIONS if arguments.iterations is None else arguments.iterations,
            watch=told,
        )
    if arguments.out:
        dump(deployed.scenario, arguments.out)
    if arguments.draw:
        save_picture(arguments.draw, deployed)
    if arguments.json:
        notes = {"notes": [*first.notes, *second.notes], "credit": wh40kdc.CREDIT}
        print(msgspec.json.encode({**deployed.to_json(), **notes}).decode())
    else:
        _print_deployed(deployed, console)
        print_notes((*first.notes, *second.notes), console)
        console.print(wh40kdc.CREDIT)
    return deployed.complete


def check_writable(*files: str | None) -> None:
    """Complain of a file that cannot be written before, not after, the work is done."""
    for file in files:
        if file is not None and not Path(file).absolute().parent.is_dir():
            raise InputError(named(file), "a file in a folder that is there", "none")


def sizes_of(arguments: argparse.Namespace) -> BaseSizes:
    """Return the base sizes that the options and the user's file give."""
    return BaseSizes(
        arguments.bases or default_path(),
        given=read_given(arguments.base),
        moves=_moves(getattr(arguments, "move", ())),
    )


def _place_problems(arguments: argparse.Namespace) -> list[InputError]:
    """Return what is wrong with the layout and the map, to be told with the lists' faults."""
    try:
        read_place(
            arguments.layout,
            arguments.map,
            attacker=arguments.attacker,
            sides=SIDES,
            objectives=arguments.objectives,
        )
    except InputError as error:
        return [error]
    return []


def _armies(
    arguments: argparse.Namespace,
    files: dict[str, str],
    ask_on: Console,
    *,
    also: Sequence[InputError] = (),
) -> list[wh40kdc.Roster]:
    """Read the lists; what is wrong with any of them is raised together, after ``also``."""
    sizes = sizes_of(arguments)
    ask = asker(sizes, ask_on) if at_a_terminal() else None
    rosters: list[wh40kdc.Roster] = []
    problems = list(also)
    for side, file in files.items():
        try:
            rosters.append(wh40kdc.read_roster(read_bytes(file), side, sizes=sizes, ask=ask))
        except ProblemsError as error:
            problems += [in_file(file, one) for one in error.problems]
        except InputError as error:
            problems.append(in_file(file, error))
    problems += unused(sizes, "a unit of the lists that lacks it, or Unit/Kind")
    if problems:
        raise ProblemsError(problems)
    return rosters


def unused(sizes: BaseSizes, wanted: str) -> list[InputError]:
    """Return an error for each name that was given and is nobody's."""
    return [InputError("--base, --move", wanted, shown(name)) for name in sizes.unused]


def _moves(texts: Iterable[str]) -> dict[str, float]:
    moves: dict[str, float] = {}
    for text in texts:
        name, _, inches = text.rpartition("=")
        try:
            moves[name.strip()] = float(inches)
        except ValueError:
            raise InputError("--move", 'a name and inches, "Unit/Kind=6"', shown(text)) from None
        check_not_negative("--move", moves[name.strip()])
    return moves


def _picked(units: Sequence[Unit], names: Sequence[str], option: str) -> list[str]:
    return [
        picked(units, name, lambda unit: (unit.id,), option, "the id of a unit").id
        for name in names
    ]


def _print_list(
    rows: Sequence[dict[str, str]], arguments: argparse.Namespace, console: Console
) -> None:
    sought = plain(arguments.text)
    found = [row for row in rows if any(sought in plain(value) for value in row.values())]
    if not found or (arguments.text and not sought):
        names = (value for row in rows for key, value in row.items() if key != "id")
        meant = did_you_mean(arguments.text, names, MOST_MEANT)
        raise InputError("TEXT", f"a part of a name of the list{meant}", shown(arguments.text))
    if arguments.json:
        print(msgspec.json.encode(found).decode())
        return
    table = Table(*(rows[0] if rows else ()))
    for row in found:
        table.add_row(*map(escape, row.values()))
    console.print(table)
    console.print(wh40kdc.CREDIT)


def _unit_row(unit: Unit) -> tuple[str, ...]:
    bases = Counter(
        spelled(model.base) if model.base.hull is None else "hull" for model in unit.models
    )
    moves = sorted({model.move for model in unit.models if model.move is not None})
    status = unit.status
    abilities = [
        *(["infiltrators"] if status.infiltrators else ()),
        *(["deep strike"] if status.deep_strike else ()),
        *([f"scouts {status.scouts:g}"] if status.scouts is not None else ()),
        *([f"carries {status.capacity}"] if status.capacity is not None else ()),
    ]
    return (
        unit.id,
        str(len(unit.models)),
        ", ".join(f"{count} x {base}" for base, count in bases.items()),
        ", ".join(f"{move:g}" for move in (unit.move, *moves) if move is not None),
        ", ".join(abilities),
    )


def _print_deployed(deployed: Deployed, console: Console) -> None:
    words = {
        "zone": "in its zone",
        "infiltrate": "as infiltrators",
        "reserve": "in reserve",
        "left_out": "[red]left out[/red]",
    }
    table = Table("unit", "side", "where", "why")
    for one in deployed.placements:
        table.add_row(
            escape(one.unit), escape(one.side), words[one.how], escape("; ".join(one.reasons))
        )
    console.print(table)
    if not deployed.complete:
        console.print(
            f"[red]{len(deployed.left_out)} found no room[/red] and are not in the scenario; "
            "--reserve-rest sends them to reserve"
        )


def print_units(units: Sequence[Unit], console: Console) -> None:
    """Print a row for each unit."""
    table = Table("unit", "models", "bases", "M", "abilities")
    for unit in units:
        table.add_row(*map(escape, _unit_row(unit)))
    console.print(table)


def print_notes(notes: Sequence[str], console: Console) -> None:
    """Print what was read otherwise than it stands."""
    for note in notes:
        console.print(f"note: {escape(note)}")
