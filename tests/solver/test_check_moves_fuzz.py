"""Charges, fights and set-ups judged by `check` and by a slow referee written from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

import fuzz_moves
import fuzz_setups
from movesolver import check, loads
from reference.referee import Opinion
from reference.referee_moves import judge

Json = dict[str, Any]

FIGHTS = 300
SETUPS = 150
BATCH = 50
KINDS: dict[str, tuple[str, ...]] = {
    "charge": (
        "NOT_ELIGIBLE", "TARGET", "NOT_ENGAGED", "NOT_CLOSER", "DUTY",
        "MODE | NOT_ELIGIBLE", "legal",
    ),
    "pile_in": ("NOT_ELIGIBLE", "TARGET", "NOT_ENGAGED", "NOT_CLOSER", "DUTY", "LOCKED", "legal"),
    "consolidate": (
        "NOT_ELIGIBLE", "TARGET", "NOT_ENGAGED", "NOT_CLOSER", "OUT_OF_RANGE",
        "TARGET | NOT_ELIGIBLE | MODE",
    ),
    "surge": ("NOT_ELIGIBLE", "ENGAGED_WITH_OTHER", "DUTY", "legal"),
    "scout": ("NOT_ELIGIBLE", "TOO_CLOSE"),
    "ingress": ("NOT_ELIGIBLE", "TOO_CLOSE", "OUTSIDE_SETUP", "ENEMY_ZONE"),
    "deep_strike": ("NOT_ELIGIBLE", "TOO_CLOSE"),
    "set_up": ("NOT_ELIGIBLE", "OUTSIDE_ZONE", "ENEMY_ZONE"),
    "redeploy": ("OUTSIDE_ZONE",),
    "disembark": ("NOT_ELIGIBLE", "MODE", "OUTSIDE_SETUP", "NOT_PLACED"),
    "emergency_disembark": ("OUTSIDE_SETUP",),
    "embark": ("NOT_ELIGIBLE", "OUT_OF_RANGE"),
}  # fmt: skip
"""What some table shows for certain."""


def codes_of(document: Json) -> set[str]:
    return {str(code) for code in check(loads(msgspec.json.encode(document))).codes}


@cache
def opinion_of(scenario: Callable[[int], Json], seed: int) -> Opinion:
    return judge(scenario(seed))


def disagreement(opinion: Opinion, codes: set[str]) -> str:
    """What one referee says for certain and the other does not; "A | B" is either of them."""
    missed = [wanted for wanted in opinion.sure if codes.isdisjoint(wanted.split(" | "))]
    allowed = {code for word in opinion.sure | opinion.unsure for code in word.split(" | ")}
    invented = sorted(codes - allowed)
    return f"not reported: {missed}, for nothing: {invented}" if missed or invented else ""


def agreed(scenario: Callable[[int], Json], seeds: range) -> list[str]:
    found = []
    for seed in seeds:
        document = scenario(seed)
        wrong = disagreement(opinion_of(scenario, seed), codes_of(document))
        if wrong:
            found.append(f"seed {seed}, {document['action']['move']}: {wrong}")
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("first", range(0, FIGHTS, BATCH))
def test_both_referees_agree_on_charges_and_fights(first: int) -> None:
    assert agreed(fuzz_moves.scenario, range(first, first + BATCH)) == []


@pytest.mark.compiled
@pytest.mark.parametrize("first", range(0, SETUPS, BATCH))
def test_both_referees_agree_on_set_ups(first: int) -> None:
    assert agreed(fuzz_setups.scenario, range(first, first + BATCH)) == []


def test_the_tables_are_worth_judging() -> None:
    """Most rules are broken by some table and kept by others."""
    seen: dict[str, Counter[str]] = {move: Counter() for move in (*KINDS, "other")}
    for scenario, count in ((fuzz_moves.scenario, FIGHTS), (fuzz_setups.scenario, SETUPS)):
        for seed in range(count):
            document = scenario(seed)
            opinion = opinion_of(scenario, seed)
            legal = set() if opinion.unsure - {"ENGAGED"} else {"legal"}
            move = document["action"]["move"]
            seen[move if move in KINDS else "other"].update(opinion.sure or legal)
    missing = {
        move: [word for word in words if not seen[move][word]] for move, words in KINDS.items()
    }
    assert {move: words for move, words in missing.items() if words} == {}
