"""``movesolver import-save``: a table simulator's save as a scenario."""

from __future__ import annotations

import argparse

from movesolver.armies.options import add_import
from movesolver.commands.kinds import file_name, positive
from movesolver.commands.problems import each_on_a_line
from movesolver.commands.verb import LEGAL, Verb
from movesolver.draw.suffixes import picture_file


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_import(parser, file_name, picture_file, positive)


def _run(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from movesolver.armies.saving import import_save
    from movesolver.report import person

    def run() -> int:
        import_save(arguments, person(), Console(stderr=True))
        return LEGAL

    return each_on_a_line(run)


VERB = Verb(
    "import-save",
    "read a table simulator's save file into a scenario",
    (
        "movesolver import-save examples/table.json --bases examples/bases.json "
        '--side "red=name:Red *" --side "blue=tint:#3050c0" --out scenario.json',
    ),
    _add_options,
    _run,
)
