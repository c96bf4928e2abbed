"""The parser of the command line, made of the commands in `movesolver.commands.verbs`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from movesolver.commands.verbs import VERBS


class UsageError(Exception):
    """The words after ``movesolver`` make no sense; one line says why."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that leaves the complaining to `movesolver.cli`."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message} (see {self.prog} --help)")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a word that is none of the choices, in our words; argparse calls this."""
        if action.choices is None or value in action.choices:
            return
        known = [str(one) for one in action.choices]
        wanted = f"one of {', '.join(known)}{_hint(str(value), known)}"
        raise argparse.ArgumentError(action, f"wanted {wanted}, got {value!r}")


class _Version(argparse.Action):
    """Shows the version: slow to look up, so only where it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        """Print it and exit."""
        from importlib.metadata import version

        print(f"{parser.prog} {version('movesolver')}")
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; what does the one chosen is ``run``."""
    return _built()[0]


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Return what the words ask for.

    Raises
    ------
    UsageError
        If they make no sense.
    """
    parser, parsers = _built()
    if "_ARGCOMPLETE" in os.environ:  # set by the shell's function for the tab key
        from movesolver.commands.completing import complete

        complete(parser, parsers.values())
    verb = next((word for word in words if not word.startswith("-")), None)
    if verb is not None and verb not in parsers:
        wanted = f"one of {', '.join(parsers)}{_hint(verb, parsers)}"
        parser.error(f"COMMAND: wanted {wanted}, got {verb!r}")
    arguments, strange = parser.parse_known_args(words)
    if strange:
        chosen = parsers[arguments.command]
        option = next((word for word in strange if word.startswith("-")), None)
        if option is None:
            chosen.error(f"wanted no more words, got {strange[0]!r}")
        known = list(chosen._option_string_actions)  # argparse keeps its options to itself
        name = option.partition("=")[0]
        chosen.error(f"wanted one of its options{_hint(name, known)}, got {name!r}")
    return arguments


def _built() -> tuple[_Parser, dict[str, _Parser]]:
    parser = _Parser(
        prog="movesolver",
        description="Legal and best end positions for whole units of tabletop miniatures.",
        epilog="FILE may be - for standard input. Exit code: 0 legal, solved, verified or "
        "reached, 1 illegal, no legal move, not verified or not reached, 2 bad input.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    parsers: dict[str, _Parser] = {}
    for verb in VERBS:
        one = commands.add_parser(
            verb.name,
            help=verb.help,
            description=f"{verb.help[0].upper()}{verb.help[1:]}.",
            epilog="\n".join(("for example:", *(f"  {line}" for line in verb.examples))),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        one.set_defaults(command=verb.name, run=verb.run)
        verb.add_options(one)
        parsers[verb.name] = one
    return parser, parsers


def _hint(word: str, known: Iterable[str]) -> str:
    from movesolver.rules.options import nearest

    return nearest(word, known)
