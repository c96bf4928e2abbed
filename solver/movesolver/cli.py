"""The command line: ``movesolver check | solve | propose | snap | reach | odds | regain | ...``.

JSON goes to stdout and nothing else does; words for people go to stdout too
unless ``--json`` is given; progress and errors go to stderr.  Exit code: 0 legal,
solved, verified or reached (and whenever `regain` answers), 1 illegal, no legal move or not
reached, 2 bad input or usage, in one line, 130 interrupted.

What each command does is in `movesolver.commands`.
"""

from __future__ import annotations

import atexit
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from movesolver.cli_parser import UsageError, parse
from movesolver.commands.verb import BAD_INPUT, INTERRUPTED, LEGAL
from movesolver.errors import MoveSolverError


def program() -> NoReturn:
    """Be the program: run the command line, and end the process with its exit code."""
    codes: list[int] = []
    atexit.register(_leave, codes)  # registered before all others, so called after them
    codes.append(main())
    sys.exit(codes[0])


def _leave(codes: Sequence[int]) -> None:
    """End at once: taking compiled kernels apart takes a second or more, and frees nothing."""
    if not codes:  # an exception that Python shows
        return
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return  # Python has an exit code of its own for that
    os._exit(codes[0])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a sign of a name shows its number: no traceback.
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except BrokenPipeError:
        # Whoever read the answer has heard enough; nothing can be said to them any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
    except UsageError as error:
        return _complain(str(error))
    except MoveSolverError as error:
        return _complain(f"movesolver: {error}")
    except OSError as error:
        return _complain(f"movesolver: {error.filename or 'file'}: {error.strerror or error}")
    except MemoryError:
        return _complain("movesolver: memory: wanted enough for this question, got too little")
    except KeyboardInterrupt:
        _complain("movesolver: interrupted")
        return INTERRUPTED


def _run(words: Sequence[str]) -> int:
    try:
        arguments = parse(words)
    except SystemExit:  # argparse has shown the help or the version
        sys.stdout.flush()
        return LEGAL
    if sys.stdout is None:
        return _complain("movesolver: standard output: wanted an open stream, got a closed one")
    code: int = arguments.run(arguments)
    sys.stdout.flush()
    return code


def _complain(message: str) -> int:
    """Print one line on stderr."""
    words = "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(message.split())
    )
    if sys.stderr is not None:
        sys.stderr.write(f"{words}\n")
    return BAD_INPUT
