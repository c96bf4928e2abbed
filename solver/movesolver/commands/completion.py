"""``movesolver completion``: what a shell has to be told to complete our words."""

from __future__ import annotations

import argparse
import sys

from movesolver.commands.verb import LEGAL, Verb


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell that is to know")


def _run(arguments: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    sys.stdout.write(shellcode(["movesolver"], shell=arguments.shell))
    return LEGAL


VERB = Verb(
    "completion",
    "print what makes a shell complete commands, options and names",
    ("movesolver completion bash > ~/.local/share/bash-completion/completions/movesolver",),
    _add_options,
    _run,
)
