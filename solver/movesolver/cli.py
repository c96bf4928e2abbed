"""The command line: ``movesolver check | solve | propose | snap | reach | odds | regain | ...``.

JSON goes to stdout and nothing else does; words for people go to stdout too
unless ``--json`` is given; progress and errors go to stderr.  Exit code: 0 legal,
solved, verified or reached (and whenever `regain` answers), 1 illegal, no legal move or not
reached, 2 bad input or usage, in one line.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec
from rich.console import Console

from movesolver.checking.check import check
from movesolver.cli_parser import BAD_INPUT, build_parser
from movesolver.errors import InputError, MoveSolverError
from movesolver.formats.scenario import dump, load, loads
from movesolver.referee.verdict import Json, Verdict
from movesolver.table.scenario import Scenario

if TYPE_CHECKING:
    from movesolver.checking.reached import Reached
    from movesolver.paths.reach import Reach
    from movesolver.paths.threat import Threat
    from movesolver.search.odds import Odds
    from movesolver.search.result import Result

LEGAL, ILLEGAL = 0, 1


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a sign of a name shows its number: no traceback.
            stream.reconfigure(errors="backslashreplace")
    try:
        arguments = build_parser().parse_args(argv)
        if sys.stdout is None:
            return _complain("standard output: wanted an open stream, got a closed one")
        code = COMMANDS[arguments.command](arguments)
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

    with _progress():
        if arguments.lines:
            return _answer_lines(arguments, lambda s: solve(s, **_proof(arguments)).to_json())
        scenario = _read(arguments.file)
        if arguments.time_ms is not None:
            solve(scenario, iterations=0)  # the time asked for is for searching, not for loading
        result = solve(scenario, **_proof(arguments))
    return _show_result(result, arguments)


def _propose(arguments: argparse.Namespace) -> int:
    from movesolver.search.propose import Proposals, propose

    def answer(scenario: Scenario) -> Proposals:
        return propose(scenario, arguments.k, apart=arguments.apart, **_search(arguments))

    with _progress():
        if arguments.lines:
            return _answer_lines(arguments, lambda s: answer(s).to_json())
        found = answer(_read(arguments.file))
    for number, move in enumerate(found.moves if arguments.draw else (), 1):
        file = f"{arguments.draw[:-4]}-{number}{arguments.draw[-4:]}"
        _save_picture(file, move.moved or move.scenario, move.verdict)
    if arguments.json:
        _print_json(found.to_json())
    else:
        from movesolver.report import person, print_proposals

        print_proposals(found, person())
    return LEGAL if found.moves else ILLEGAL


def _snap(arguments: argparse.Namespace) -> int:
    from movesolver.search.snap import snap

    with _progress():
        if arguments.lines:
            return _answer_lines(arguments, lambda s: snap(s, **_search(arguments)).to_json())
        result = snap(_read(arguments.file), **_search(arguments))
    return _show_result(result, arguments)


def _search(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of a search as the calls take them."""
    return {name: getattr(arguments, name) for name in ("seed", "iterations", "time_ms")}


def _proof(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of a search and of what is to be proved."""
    proof = {name: getattr(arguments, name) for name in ("certify", "gap", "proof_ms")}
    return {**_search(arguments), **proof}


def _show_result(result: Result, arguments: argparse.Namespace) -> int:
    """Write, draw and print what a search answers."""
    if arguments.out and result.moved is not None:
        dump(result.moved, arguments.out)
    if arguments.draw:
        _save_picture(arguments.draw, result.moved or result.scenario, result.verdict)
    if arguments.json:
        _print_json(result.to_json())
    else:
        from movesolver.report import person, print_result

        print_result(result, person())
    return LEGAL if result.solved else ILLEGAL


def _verify(arguments: argparse.Namespace) -> int:
    from movesolver.verifying.reading import certificate_in
    from movesolver.verifying.verify import verify

    with _progress():
        certificate = certificate_in(Path(arguments.certificate).read_bytes())
        answer = verify(certificate, _read(arguments.file))
    if arguments.json:
        _print_json(answer.to_json())
    else:
        from movesolver.report import person, print_verified

        print_verified(answer, person())
    return LEGAL if answer.valid else ILLEGAL


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


def _odds(arguments: argparse.Namespace) -> int:
    from movesolver.search.odds import odds

    def answer(scenario: Scenario) -> Odds:
        return odds(
            scenario, dice=arguments.dice, seed=arguments.seed, iterations=arguments.iterations
        )

    with _progress():
        if arguments.lines:
            return _answer_lines(arguments, lambda s: answer(s).to_json())
        found = answer(_read(arguments.file))
    if arguments.json:
        _print_json(found.to_json())
    else:
        from movesolver.report import person, print_odds

        print_odds(found, person())
    return LEGAL if found.needed is not None else ILLEGAL


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


def _simulate(arguments: argparse.Namespace) -> int:
    from movesolver.report import person
    from movesolver.simulate.command import run_command

    return LEGAL if run_command(arguments, person(), Console(stderr=True)) else ILLEGAL


def _bench(arguments: argparse.Namespace) -> int:
    from movesolver.bench.command import run_command
    from movesolver.report import person

    return LEGAL if run_command(arguments, person(), Console(stderr=True)) else ILLEGAL


def _batch(arguments: argparse.Namespace) -> int:
    from movesolver.batch.command import run_command

    summary = run_command(arguments)
    if arguments.json:
        _print_json(summary)
    else:
        from movesolver.report import person, print_batch

        print_batch(summary, person())
    if summary.get("errors") or summary.get("bad"):
        return BAD_INPUT
    return LEGAL if summary["good"] else ILLEGAL


def _serve(arguments: argparse.Namespace) -> int:
    from movesolver.engine.command import run

    return run(arguments)


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
    if "needed" in reply:
        return reply["needed"] is not None
    if "moves" in reply:
        return bool(reply["moves"])
    if "status" in reply:
        return reply["status"] in ("OPTIMAL", "FEASIBLE")
    return bool(reply.get("legal", reply.get("reached", True)))


def _lines(file: str) -> Iterable[bytes]:
    """Yield the lines that are not empty."""
    with nullcontext(_stdin()) if file == "-" else open(file, "rb") as stream:
        yield from (line for line in stream if line.strip())


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


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "check": _check,
    "solve": _solve,
    "propose": _propose,
    "snap": _snap,
    "verify": _verify,
    "reach": _reach,
    "odds": _odds,
    "regain": _regain,
    "draw": _draw,
    "demo": _demo,
    "batch": _batch,
    "simulate": _simulate,
    "bench": _bench,
    "serve": _serve,
}
"""What runs each command of `build_parser`."""
