"""``movesolver export-save``: moved models put back into a copy of a save."""

from __future__ import annotations

import argparse

from movesolver.armies.options import add_export
from movesolver.commands.kinds import file_name, positive
from movesolver.commands.problems import each_on_a_line
from movesolver.commands.verb import LEGAL, Verb


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_export(parser, file_name, positive)


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.armies.saving import export_save

    def run() -> int:
        export_save(arguments)
        return LEGAL

    return each_on_a_line(run)


VERB = Verb(
    "export-save",
    "write a scenario's positions into a copy of a save file",
    ("movesolver export-save examples/table.json scenario.json --out moved-table.json",),
    _add_options,
    _run,
)
