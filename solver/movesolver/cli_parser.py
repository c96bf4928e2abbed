"""The parser of the command line, made of the commands in `movesolver.commands.verbs`."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import NoReturn

from movesolver.commands.verbs import VERBS


class UsageError(Exception):
    """The words after ``movesolver`` make no sense; one line says why."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that leaves the complaining to `movesolver.cli`."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message} (see {self.prog} --help)")


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
    verb = next((word for word in words if not word.startswith("-")), None)
    if verb is not None and verb not in parsers:
        parser.error(
            f"COMMAND: wanted one of {', '.join(parsers)}, got {verb!r}{_hint(verb, parsers)}"
        )
    arguments, strange = parser.parse_known_args(words)
    if strange:
        chosen = parsers[arguments.command]
        option = next((word for word in strange if word.startswith("-")), None)
        if option is None:
            chosen.error(f"wanted no more words, got {strange[0]!r}")
        known = list(chosen._option_string_actions)  # argparse keeps its options to itself
        name = option.partition("=")[0]
        chosen.error(f"wanted an option of {chosen.prog}, got {name!r}{_hint(name, known)}")
    return arguments


def _built() -> tuple[_Parser, dict[str, _Parser]]:
    parser = _Parser(
        prog="movesolver",
        description="Legal and best end positions for whole units of tabletop miniatures.",
        epilog="FILE may be - for standard input. Exit code: 0 legal, solved, verified or "
        "reached, 1 illegal, no legal move, not verified or not reached, 2 bad input.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('movesolver')}")
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
    """Return which word was probably meant, if one is near."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f": did you mean {close[0]}?" if close else ""
