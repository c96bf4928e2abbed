"""What ``movesolver import-save`` and ``export-save`` do."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence

import msgspec
from rich.console import Console

from movesolver.armies.asking import ask_object, at_a_terminal
from movesolver.armies.boards import begun, read_place
from movesolver.armies.command import (
    check_writable,
    print_notes,
    print_units,
    sizes_of,
    unused,
)
from movesolver.draw.files import save_picture
from movesolver.errors import InputError
from movesolver.formats import wh40kdc
from movesolver.formats.files import naming, read_bytes, write_text
from movesolver.formats.grounds import Ground
from movesolver.formats.places import converted
from movesolver.formats.problems import ProblemsError
from movesolver.formats.scenario import dump, load, validate
from movesolver.formats.tabletop import read_save, write_save
from movesolver.formats.tabletop.sides import check_sides, read_sides
from movesolver.formats.trees import read_tree
from movesolver.table.bases import Base
from movesolver.table.fields import shown
from movesolver.table.scenario import Action, Scenario, Table

WIDTH, HEIGHT = 60.0, 44.0
"""A table's size where nothing says, inches."""


class _Sides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of rules, as the field of a struct: a place to name."""

    sides: dict[str, tuple[str, ...]]


def import_save(arguments: argparse.Namespace, console: Console, ask_on: Console) -> None:
    """Read a save, write and draw the scenario, and print its units."""
    check_writable(arguments.out, arguments.draw)
    sides = _sides(arguments)
    board = _board(arguments, tuple(sides))
    sizes = sizes_of(arguments)

    def ask(name: str, count: int) -> tuple[bool, Base | None]:
        return ask_object(name, count, ask_on)

    with naming(arguments.file):
        save = read_save(
            read_bytes(arguments.file),
            sides,
            table=board.table,
            terrain=board.terrain,
            sizes=sizes,
            ask=ask if at_a_terminal() else None,
            scale=arguments.scale,
            ahead=arguments.ahead,
        )
    if problems := unused(sizes, "the name of an object"):
        raise ProblemsError(problems)
    action = Action(save.units[0].id, "remain_stationary")
    scenario = begun(
        validate(msgspec.structs.replace(board, units=save.units, action=action)), tuple(sides)
    )
    if arguments.out:
        dump(scenario, arguments.out)
    if arguments.draw:
        save_picture(arguments.draw, scenario, whole=True)
    if arguments.json:
        answer = {"units": save.units, "notes": save.notes}
        print(msgspec.json.encode(answer).decode())
        return
    print_units(save.units, console)
    print_notes(save.notes, console)
    if arguments.layout or arguments.map:
        console.print(wh40kdc.CREDIT)


def export_save(arguments: argparse.Namespace) -> None:
    """Write a scenario's positions into a copy of a save."""
    with naming(arguments.scenario):
        scenario = load(arguments.scenario)
    with naming(arguments.file):
        text = read_bytes(arguments.file)
        written = write_save(text, scenario, scale=arguments.scale, ahead=arguments.ahead)
    write_text(arguments.out, written)


def _sides(arguments: argparse.Namespace) -> Mapping[str, Sequence[str]]:
    """Return the rules of the options and of the file, the options' first."""
    given = read_sides(arguments.side) if arguments.side else {}
    if arguments.sides:
        with naming(arguments.sides):
            tree = {"sides": read_tree(read_bytes(arguments.sides))}
            for side, rules in converted(tree, _Sides).sides.items():
                given.setdefault(side, []).extend(rules)
    check_sides(given)
    return given


def _board(arguments: argparse.Namespace, sides: Sequence[str]) -> Scenario:
    """Return the table that the options ask for, without units."""
    table = None
    if arguments.table is not None:
        found = re.fullmatch(r"(\d{1,4}(?:\.\d{1,4})?)x(\d{1,4}(?:\.\d{1,4})?)", arguments.table)
        if found is None:
            raise InputError("--table", "inches, 60x44", shown(arguments.table))
        try:
            table = Table(float(found[1]), float(found[2]))
        except InputError as error:
            raise InputError(f"--table, {error.place}", error.wanted, error.got) from None
    action = Action("none", "remain_stationary")
    if not arguments.layout:
        for name in ("map", "attacker"):
            if getattr(arguments, name):
                raise InputError(f"--{name}", "a layout as well (--layout)", "none")
        return Ground(table or Table(WIDTH, HEIGHT), (), (), ()).scenario((), action)
    if table is not None:
        raise InputError("--table", "no layout beside it, as that has a size", "both")
    ground = read_place(arguments.layout, arguments.map, attacker=arguments.attacker, sides=sides)
    return ground.scenario((), action)
