"""``movesolver verify``: does the certificate of an answer hold?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from movesolver.commands.kinds import file_name
from movesolver.commands.options import add_input
from movesolver.commands.verb import Verb

if TYPE_CHECKING:
    from movesolver.progress import Work
    from movesolver.table.scenario import Scenario
    from movesolver.verifying.verified import Verified


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_input(parser)
    parser.add_argument(
        "certificate",
        type=file_name,
        metavar="CERTIFICATE.json",
        help="what solve --json printed; with --lines what solve --lines did; or -",
    )


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.commands.inputs import read_document, read_lines
    from movesolver.commands.replies import reply
    from movesolver.errors import InputError
    from movesolver.formats.files import naming
    from movesolver.report import print_verified
    from movesolver.verifying.answers import check_answer
    from movesolver.verifying.reading import certificate_in
    from movesolver.verifying.verify import verify

    if arguments.file == arguments.certificate == "-":
        raise InputError("FILE CERTIFICATE.json", "- for one of them at most", "- for both")
    many = iter(read_lines(arguments.certificate) if arguments.lines else ())
    written = [b""]

    def before() -> None:
        written[0] = next(many, b"") if arguments.lines else read_document(arguments.certificate)

    def ask(scenario: Scenario, _: Work) -> Verified:
        with naming(arguments.certificate):
            certificate, answer = certificate_in(written[0])
            verified = verify(certificate, scenario)
            return verified if answer is None else check_answer(answer, verified, scenario)

    return reply(arguments, ask, lambda answer: answer.valid, print_verified, before=before)


VERB = Verb(
    "verify",
    "re-check the certificate of an answer",
    ("movesolver solve examples/squad.json --json | movesolver verify examples/squad.json -",),
    _add_options,
    _run,
)
