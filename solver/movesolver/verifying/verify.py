"""Re-checks a certificate of `solve` (docs/certificates.md)."""

from __future__ import annotations

from collections.abc import Mapping

from movesolver.errors import InputError
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import inside, shown
from movesolver.table.scenario import Scenario
from movesolver.verifying.board import Board
from movesolver.verifying.boxes import SLACK
from movesolver.verifying.grid import grid_value
from movesolver.verifying.impossible import fault_of
from movesolver.verifying.modes import mode_left
from movesolver.verifying.proof import Proof
from movesolver.verifying.reading import Node, field, mapping, number, text
from movesolver.verifying.verified import Budget, NotCoveredError, SpentError, Verified
from movesolver.verifying.worth import Worth

MOST_BOXES = 5_000_000
"""Boxes that are looked at before `verify` gives up."""
BOUNDING = ("prices", "split", "alone", "whole", "parts")
"""Kinds of nodes that bound what a legal end is worth."""


def verify(
    certificate: Mapping[str, object],
    scenario: Scenario,
    *,
    rules: RuleSet | None = None,
    most: int = MOST_BOXES,
) -> Verified:
    """Re-check what a certificate proves, by short code that shares nothing with the search.

    Parameters
    ----------
    certificate
        ``Result.certificate``, or the same read from JSON.
    scenario
        The question it answers.
    rules
        Rules of your own to judge by (docs/house-rules.md); those the scenario names if None.
    most
        After so many boxes (of any model) it gives up and says so.

    Returns
    -------
    Verified
        Whether everything that is claimed was shown again, and what was.

    Raises
    ------
    InputError
        If the certificate is not one, naming the place; or if a number that the move needs is
        missing (M, a roll).
    """
    if isinstance(most, bool) or not isinstance(most, int) or most < 0:
        raise InputError("most", "a number of boxes, 0 or more", shown(most))
    if hasattr(certificate, "certificate") or (
        isinstance(certificate, Mapping) and "certificate" in certificate
    ):
        wanted = "a certificate, not the answer it is in (answer.certificate)"
        raise InputError("certificate", wanted, shown(certificate))
    certificate = mapping(certificate, "certificate")
    claim = text(field(certificate, "claim", "certificate"), "certificate.claim")
    over = text(field(certificate, "over", "certificate"), "certificate.over")
    if over not in ("all", "grid"):
        raise InputError("certificate.over", 'one of "all", "grid"', shown(over))
    bound = certificate.get("bound")
    if bound is not None:
        bound = number(bound, "certificate.bound")
    if certificate.get("proof") is None:
        return Verified(False, None, claim, ("the certificate gives no proof",))
    proof = mapping(certificate["proof"], "proof")
    kind = text(field(proof, "kind", "proof"), "proof.kind")
    if (kind == "grid") != (over == "grid"):
        raise InputError("proof.kind", f"a proof over {over}", kind)
    budget, here = Budget(most), "proof"
    try:
        if kind == "modes":

            def refuted(position: Position, node: Node, place: str) -> str | None:
                return fault_of(Board(position), node, place, budget)

            left, wrong = mode_left(scenario, rules, proof, refuted)
            if wrong or left is None:
                return _impossible(claim, bound, "; ".join(wrong) or None)
            here = inside(here, "proof")
            scenario, proof = left, mapping(field(proof, "proof", "proof"), here)
            kind = text(field(proof, "kind", here), inside(here, "kind"))
            if kind == "grid":
                raise InputError(inside(here, "kind"), "a proof over all ends", kind)
        board = Board(pack(scenario, rules=rules))
        if kind != "grid" and kind not in BOUNDING:
            return _impossible(claim, bound, fault_of(board, proof, here, budget))
        worth = Worth(board)
        if kind == "grid":
            value, faults = grid_value(board, worth, proof, bound)
        else:
            reader = Proof(board, worth, budget)
            value, faults = reader.root(proof, here), reader.faults
    except NotCoveredError as error:
        return Verified(False, None, claim, (f"not covered: {error}",))
    except SpentError:
        return Verified(False, None, claim, (f"not verified within {most:,} boxes",))
    if bound is None and kind != "grid":
        faults.append("no bound is given that the proof could show")
    if bound is not None and value > bound + 2.0 * SLACK * (1 + len(board.ids)):
        faults.append(f"a bound of {bound:.9g} is claimed, {value:.9g} was shown")
    finite = abs(value) < float("inf")
    claim = claim if faults else _shown(value, kind)
    return Verified(not faults, value if finite else None, claim, tuple(faults))


def _shown(value: float, kind: str) -> str:
    """Return what was shown in words; those of the certificate may be anybody's."""
    which = " on the spots that the certificate lists" if kind == "grid" else ""
    if value == -float("inf"):
        return f"no end{which} is legal"
    return f"no legal end{which} is worth more than {value:.6g}"


def _impossible(claim: str, bound: float | None, fault: str | None) -> Verified:
    """Return the answer to a proof that no end is legal."""
    if bound is not None:
        fault = fault or "a bound is given, but the proof says that no end is legal"
    if fault is not None:
        return Verified(False, None, claim, (fault,))
    return Verified(True, None, "no end of this move is legal", ())
