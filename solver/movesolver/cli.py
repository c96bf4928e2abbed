"""The command line: ``movesolver check | solve | reach | regain | draw | demo | bench``.

JSON goes to stdout and nothing else does; words for people go to stdout too
unless ``--json`` is given; progress and errors go to stderr.  Exit code: 0 legal,
solved or reached (and whenever `regain` answers), 1 illegal, no legal move or not
reached, 2 bad input or usage, in one line.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn

import msgspec
from rich.console import Console

from movesolver.bench.options import add_options as add_bench_options
from movesolver.checking.check import check
from movesolver.errors import InputError, MoveSolverError
from movesolver.formats.scenario import dump, load, loads
from movesolver.paths.options import add_options as add_reach_options
from movesolver.referee.verdict import Json, Verdict
from movesolver.table.scenario import Scenario

if TYPE_CHECKING:
    from movesolver.checking.reached import Reached
    from movesolver.paths.reach import Reach
    from movesolver.paths.threat import Threat

LEGAL, ILLEGAL, BAD_INPUT = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a sign of a name shows its number: no traceback.
            stream.reconfigure(errors="backslashreplace")
    try:
        arguments = _parser().parse_args(argv)
        if sys.stdout is None:
            return _complain("standard output: wanted an open stream, got a closed one")
        run: Callable[[argparse.Namespace], int] = arguments.run
        code = run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read the answer has heard enough; nothing can be said to them any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
    except MoveSolverError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename or 'file'}: {error.strerror or error}")
    except KeyboardInterrupt:
        return _complain("interrupted")


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="movesolver",
        description="Legal and best end positions for whole units of tabletop miniatures.",
        epilog="FILE may be - for standard input. Exit code: 0 legal, solved or reached, "
        "1 illegal, no legal move or not reached, 2 bad input.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('movesolver')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    judge = commands.add_parser("check", help="judge the paths or ends in a scenario file")
    judge.set_defaults(run=_check)
    _add_input(judge)
    judge.add_argument(
        "--reach", action="store_true", help="also ask whether each of the ends can be reached"
    )
    judge.add_argument(
        "--draw", type=_svg, metavar="FILE.svg", help="draw the move and its verdict"
    )

    find = commands.add_parser("solve", help="find the best legal move for the goal in a file")
    find.set_defaults(run=_solve)
    _add_input(find)
    find.add_argument("--seed", type=_whole, default=0, help="seed of the search (default 0)")
    find.add_argument("--iterations", type=_whole, help="how many ruin-and-recreate rounds")
    find.add_argument("--time-ms", type=_positive, help="stop after so many milliseconds")
    find.add_argument(
        "--out", type=_name, metavar="MOVED.json", help="write the scenario with its paths"
    )
    find.add_argument("--draw", type=_svg, metavar="FILE.svg", help="draw the move and its verdict")

    region = commands.add_parser("reach", help="show what the unit in a file can reach")
    region.set_defaults(run=_reach)
    _add_input(region)
    add_reach_options(region)
    region.add_argument("--draw", type=_svg, metavar="FILE.svg", help="draw the region and path")

    losing = commands.add_parser("regain", help="which models to lose to be coherent again")
    losing.set_defaults(run=_regain)
    _add_input(losing)

    draw = commands.add_parser("draw", help="draw a scenario as SVG")
    draw.set_defaults(run=_draw)
    draw.add_argument("file", metavar="FILE")
    draw.add_argument("out", type=_svg, metavar="FILE.svg")

    demo = commands.add_parser("demo", help="move a real unit on a real table")
    demo.set_defaults(run=_demo)
    demo.add_argument("--folder", default=".", help="where its files go (default: here)")

    bench = commands.add_parser("bench", help="measure the rule checks beside other ways")
    bench.set_defaults(run=_bench)
    add_bench_options(bench)
    return parser


def _add_input(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario (docs/format.md), or -")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.add_argument(
        "--lines", action="store_true", help="one scenario a line in, one JSON answer a line out"
    )


def _whole(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else -1
    if value < 0:
        raise argparse.ArgumentTypeError(f"wanted a whole number, got {text!r}")
    return value


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"wanted a positive number, got {text!r}")
    return value


def _name(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("wanted a file name, got nothing")
    return text


def _svg(text: str) -> str:
    if not text.lower().endswith(".svg"):
        raise argparse.ArgumentTypeError(f"wanted a file name that ends in .svg, got {text!r}")
    return text


def _check(arguments: argparse.Namespace) -> int:
    with _progress():
        if arguments.lines:
            return _answer_lines(arguments, lambda s: _judged(s, arguments.reach).to_json())
        scenario = _read(arguments.file)
        answer = _judged(scenario, arguments.reach)
    verdict = answer if isinstance(answer, Verdict) else answer.verdict
    if arguments.draw:
        _save_picture(arguments.draw, scenario, verdict)
    if arguments.json:
        _print_json(answer.to_json())
    else:
        from movesolver.report import person, print_verdict

        print_verdict(verdict, person())
    return LEGAL if verdict.legal else ILLEGAL


def _judged(scenario: Scenario, reach: bool) -> Verdict | Reached:
    if scenario.action.paths is None and scenario.action.ends is None:
        raise InputError("action", "paths or ends to judge", "neither")
    if reach and scenario.action.ends is not None:
        from movesolver.checking.reached import check_reach

        return check_reach(scenario)
    return check(scenario)


def _solve(arguments: argparse.Namespace) -> int:
    from movesolver.search.solve import solve

    def answer(scenario: Scenario) -> Json:
        return solve(
            scenario,
            seed=arguments.seed,
            iterations=arguments.iterations,
            time_ms=arguments.time_ms,
        ).to_json()

    with _progress():
        if arguments.lines:
            return _answer_lines(arguments, answer)
        scenario = _read(arguments.file)
        if arguments.time_ms is not None:
            solve(scenario, iterations=0)  # the time asked for is for searching, not for loading
        result = solve(
            scenario,
            seed=arguments.seed,
            iterations=arguments.iterations,
            time_ms=arguments.time_ms,
        )
    if arguments.out and result.moved is not None:
        dump(result.moved, arguments.out)
    if arguments.draw:
        _save_picture(arguments.draw, result.moved or scenario, result.verdict)
    if arguments.json:
        _print_json(result.to_json())
    else:
        from movesolver.report import person, print_result

        print_result(result, person())
    return LEGAL if result.solved else ILLEGAL


def _reach(arguments: argparse.Namespace) -> int:
    from movesolver.paths.command import ask

    with _progress():
        if arguments.lines:
            return _answer_lines(arguments, lambda s: ask(s, arguments).to_json())
        answer = ask(_read(arguments.file), arguments)
        if arguments.draw:
            _save_picture(arguments.draw, answer.drawn, None, answer.reach, answer.threat)
    if arguments.json:
        _print_json(answer.to_json())
    else:
        from movesolver.report import person, print_reach

        print_reach(answer, person())
    return LEGAL if answer.reached else ILLEGAL


def _regain(arguments: argparse.Namespace) -> int:
    from movesolver.search.regain import regain

    with _progress():
        if arguments.lines:
            return _answer_lines(arguments, lambda s: regain(s).to_json())
        answer = regain(_read(arguments.file))
    if arguments.json:
        _print_json(answer.to_json())
    else:
        from movesolver.report import person, print_regained

        print_regained(answer, person())
    return LEGAL


def _draw(arguments: argparse.Namespace) -> int:
    scenario = _read(arguments.file)
    judged = scenario.action.paths is not None or scenario.action.ends is not None
    with _progress():
        _save_picture(arguments.out, scenario, check(scenario) if judged else None)
    return LEGAL


def _demo(arguments: argparse.Namespace) -> int:
    from movesolver.demo import CREDIT, build_demo
    from movesolver.report import person, print_result
    from movesolver.search.solve import solve

    console, folder = person(), Path(arguments.folder)
    scenario = build_demo()
    with _progress():
        solve(
            scenario
        )  # compiles what is not in numba's cache yet, so that the clock below is fair
    result = solve(scenario)
    print_result(result, console)
    if result.moved is None:
        return ILLEGAL
    with _progress():
        _save_picture(str(folder / "demo.svg"), result.moved, result.verdict)
    dump(result.moved, folder / "demo.json")
    console.print(f"wrote {folder / 'demo.svg'} and {folder / 'demo.json'}", soft_wrap=True)
    console.print(CREDIT)
    return LEGAL


def _bench(arguments: argparse.Namespace) -> int:
    from movesolver.bench.command import run_command
    from movesolver.report import person

    return LEGAL if run_command(arguments, person(), Console(stderr=True)) else ILLEGAL


def _answer_lines(arguments: argparse.Namespace, answer: Callable[[Scenario], Json]) -> int:
    """Answer each scenario of a JSONL file; a bad line gets an error in its place."""
    for option in ("out", "draw"):
        if getattr(arguments, option, None):
            raise InputError(f"--{option}", "one scenario, so no --lines", "both")
    worst = LEGAL
    for line in _lines(arguments.file):
        try:
            reply = answer(loads(line))
            worst = max(worst, LEGAL if _good(reply) else ILLEGAL)
        except MoveSolverError as error:
            reply = {"error": str(error)}
            worst = BAD_INPUT
        _print_json(reply)
    return worst


def _good(reply: Json) -> bool:
    """Return whether an answer says legal, solved or reached; a region alone is good."""
    if "status" in reply:
        return reply["status"] in ("OPTIMAL", "FEASIBLE")
    return bool(reply.get("legal", reply.get("reached", True)))


def _lines(file: str) -> Iterable[bytes]:
    if file == "-":
        yield from _stdin()
    else:
        with open(file, "rb") as stream:
            yield from stream


def _read(file: str) -> Scenario:
    return loads(_stdin().read()) if file == "-" else load(file)


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise InputError("-", "a scenario on standard input", "a closed stream")
    return sys.stdin.buffer


def _save_picture(
    file: str,
    scenario: Scenario,
    verdict: Verdict | None,
    reach: Reach | None = None,
    threat: Threat | None = None,
) -> None:
    from movesolver.draw.svg import save_svg

    save_svg(file, scenario, verdict=verdict, reach=reach, threat=threat)


def _progress() -> AbstractContextManager[None]:
    """Show compilation to a person at a terminal, on stderr."""
    from movesolver.progress import shown_while_compiling

    return shown_while_compiling(Console(stderr=True))


def _print_json(reply: object) -> None:
    sys.stdout.write(msgspec.json.encode(reply).decode() + "\n")
    sys.stdout.flush()


def _complain(message: str) -> int:
    words = "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(message.split())
    )
    if sys.stderr is not None:
        sys.stderr.write(f"movesolver: {words}\n")
    return BAD_INPUT
