"""``movesolver verify``: does the certificate of an answer hold?"""

from __future__ import annotations

import argparse

from movesolver.commands.kinds import file_name
from movesolver.commands.options import add_file, add_json
from movesolver.commands.verb import ILLEGAL, LEGAL, Verb


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument(
        "certificate",
        type=file_name,
        metavar="CERTIFICATE.json",
        help="what solve --json printed",
    )
    add_json(parser)


def _run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from movesolver.commands.inputs import read_scenario
    from movesolver.commands.replies import compiling_shown, print_json
    from movesolver.report import person, print_verified
    from movesolver.verifying.reading import certificate_in
    from movesolver.verifying.verify import verify

    with compiling_shown():
        certificate = certificate_in(Path(arguments.certificate).read_bytes())
        answer = verify(certificate, read_scenario(arguments.file))
    if arguments.json:
        print_json(answer.to_json())
    else:
        print_verified(answer, person())
    return LEGAL if answer.valid else ILLEGAL


VERB = Verb(
    "verify",
    "re-check the certificate of an answer",
    ("movesolver verify examples/squad.json answer.json",),
    _add_options,
    _run,
)
