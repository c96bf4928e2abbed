"""The parser of the command line, made of the commands in `movesolver.commands.verbs`."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from movesolver.commands.verbs import VERBS
from movesolver.table.names import did_you_mean


class UsageError(Exception):
    """The words after ``movesolver`` make no sense; one line says why."""


# Options are few, so each kind of complaint that argparse has is put into our words here: the
# place, what was wanted there, what was given.
_IN_OUR_WORDS = (
    (r"the following arguments are required: ([^,]+)(?:, .*)?", r"\1: wanted a value, got nothing"),
    (r"one of the arguments (.+) is required", r"options: wanted one of \1, got none"),
    (r"argument (.+?): not allowed with argument (.+)", r"\1: wanted no \2 beside it, got both"),
    (r"argument (.+?): ignored explicit argument (.+)", r"\1: wanted no value, got \2"),
    (r"argument (.+?): invalid int value: (.+)", r"\1: wanted a whole number, got \2"),
    (r"argument (.+?): invalid float value: (.+)", r"\1: wanted a number, got \2"),
    (
        r"ambiguous option: (\S+).* could match (.+)",
        r"\1: wanted one option of \2, got what may be any of them",
    ),
    (r"argument (.+?): (.*)", r"\1: \2"),
)


class _Parser(argparse.ArgumentParser):
    """An argument parser that leaves the complaining to `movesolver.cli`."""

    def error(self, message: str) -> NoReturn:
        for theirs, ours in _IN_OUR_WORDS:
            found = re.fullmatch(theirs, message, re.DOTALL)
            if found is not None:
                message = found.expand(ours)
                break
        raise UsageError(f"{self.prog}: {message} (see {self.prog} --help)")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a word that is none of the choices, in our words; argparse calls this."""
        if action.choices is None or value in action.choices:
            return
        known = [str(one) for one in action.choices]
        wanted = f"one of {', '.join(known)}{did_you_mean(str(value), known)}"
        raise argparse.ArgumentError(action, f"wanted {wanted}, got {value!r}")

    def _match_argument(self, action: argparse.Action, arg_strings_pattern: str) -> int:
        """Refuse too few words after an option, in our words; argparse calls this."""
        try:
            return super()._match_argument(action, arg_strings_pattern)
        except argparse.ArgumentError:
            given = len(arg_strings_pattern) - len(arg_strings_pattern.lstrip("A"))
            raise argparse.ArgumentError(action, _too_few(action, given)) from None


def _too_few(action: argparse.Action, given: int) -> str:
    many = action.nargs if isinstance(action.nargs, int) else 1
    names = action.metavar if isinstance(action.metavar, tuple) else (action.metavar,) * many
    words = " ".join(name for name in names if name is not None)
    wanted = f"{many} words" if many > 1 else "a value"
    if action.choices is not None:
        of = ", ".join(map(str, action.choices))
        wanted = f"{wanted} of {of}" if many > 1 else f"one of {of}"
    elif words:
        wanted += f" ({words})"
    return f"wanted {wanted}, got {given or 'nothing'}"


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
        wanted = f"one of {', '.join(parsers)}{did_you_mean(verb, parsers)}"
        parser.error(f"COMMAND: wanted {wanted}, got {verb!r}")
    arguments, strange = parser.parse_known_args(words)
    if strange:
        chosen = parsers[arguments.command]
        option = next((word for word in strange if word.startswith("-")), None)
        if option is None:
            chosen.error(f"wanted no more words, got {strange[0]!r}")
        known = list(chosen._option_string_actions)  # argparse keeps its options to itself
        name = option.partition("=")[0]
        chosen.error(f"wanted one of its options{did_you_mean(name, known)}, got {name!r}")
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
