"""Proofs that modes of a set-up have no legal end, or that an earlier one has room."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

import movesolver
from movesolver import Action, GoalTerm, InputError, Model, Scenario, Unit, bases, verify
from movesolver.table.army import UnitStatus
from verify_data import TABLE, Spot, alone, board, certificate

NEAR = GoalTerm(near=(20.0, 12.0))
SLABS = ((8.0, 23.8, 5.8, 12.0), (8.0, 23.8, 18.2, 12.0), (4.38, 9.7, 12.0, 19.05),
         (4.38, 9.7, 12.0, 4.95))  # fmt: skip
"""Widths, heights and middles of bases that leave four inches square about the transport."""


def leaving(
    foes: list[Spot], *, mode: str | None = None, slabs: bool = False, **status: Any
) -> Scenario:
    """Return one model in a transport at (12, 12) among enemies."""
    inside = Unit(
        id="u", side="a", keywords=("INFANTRY",), move=6.0,
        models=(Model(id="u1", base=bases.round(32)),), status=UnitStatus(embarked_in="t"),
    )  # fmt: skip
    truck = Unit(
        id="t", side="a", keywords=("VEHICLE",), move=10.0,
        models=(Model(id="t1", base=bases.round(100), at=(12.0, 12.0)),),
        status=UnitStatus(**status),
    )  # fmt: skip
    models = tuple(Model(id=f"e{k}", base=bases.round(32), at=at) for k, at in enumerate(foes))
    others: list[Unit] = [Unit(id="e", side="b", models=models)] if foes else []
    walls = tuple(
        Model(id=f"f{k}", base=bases.rectangle(25.4 * w, 25.4 * h), at=(x, y))
        for k, (w, h, x, y) in enumerate(SLABS)
    )
    others += [Unit(id="f", side="a", models=walls)] if slabs else []
    action = Action(unit="u", move="disembark", mode=mode, goal=(NEAR,))
    return movesolver.validate(
        Scenario(movesolver=1, table=TABLE, units=(inside, truck, *others), action=action)
    )


def ring(step: float, side: int) -> list[Spot]:
    middle = range(-side, side + 1)
    return [(12.0 + step * i, 12.0 + step * j) for i in middle for j in middle if i or j]


BESET = leaving(ring(3.4, 2))
"""Within three inches of the transport all is engaged; engaged with it anyway, combat is free."""
PACKED = leaving([], slabs=True)


def test_a_later_mode_with_the_proof_that_the_first_has_no_room() -> None:
    result = movesolver.solve(BESET)
    assert result.moved is not None
    assert result.moved.action.mode == "combat"
    node = result.certificate["proof"]
    assert node["kind"] == "modes"
    assert list(node["closed"]) == ["tactical"]
    for question in (BESET, result.moved):
        answer = verify(result.certificate, question)
        assert answer.valid, answer.faults
        assert answer.bound == pytest.approx(result.certificate["bound"], abs=1e-6)
    # The same where a mode is free that is said to be closed.
    answer = verify(result.certificate, leaving([(18.9, 12.0)]))
    assert not answer.valid
    assert answer.faults[0].startswith("proof.closed.tactical: u1 is not shown to be illegal at (")
    # Asked for by name, the proof is of another mode.
    tactical = leaving(ring(3.4, 2), mode="tactical")
    assert verify(result.certificate, tactical).faults == (
        "the mode asked for is tactical, the proof is of combat",
    )


def lie(cert: Any, **changes: Any) -> dict[str, Any]:
    found = copy.deepcopy(dict(cert))
    found["proof"] = {**found["proof"], **changes}
    return found


def test_modes_that_nothing_is_said_of_and_too_low_a_bound() -> None:
    result = movesolver.solve(BESET)
    cert = result.certificate
    answer = verify(lie(cert, closed={}), BESET)
    assert not answer.valid
    assert answer.faults[0].startswith("proof.closed.tactical: no proof")
    low = alone(-9.0, u1=-9.0)
    answer = verify(lie({**cert, "bound": -9.0}, proof=low["proof"]), BESET)
    assert not answer.valid
    assert answer.faults[0].startswith("proof.proof.models.u1: u1 at (")
    # That combat is closed too is not shown by what closes tactical.
    nothing = {"kind": "nowhere", "model": "u1"}
    none = certificate(None, {"kind": "modes", "closed": {"tactical": nothing, "combat": nothing}})
    answer = verify(none, BESET)
    assert not answer.valid
    assert len(answer.faults) == 1
    assert answer.faults[0].startswith("proof.closed.combat: u1 is not shown")
    for mode in ("rapid", "magic"):
        answer = verify(lie(cert, mode=mode, closed={"tactical": nothing}), BESET)
        assert not answer.valid
    with pytest.raises(InputError, match=r"proof.proof.kind: wanted a proof over all ends"):
        verify(lie(cert, proof={"kind": "grid"}), BESET)


def test_no_mode_has_room() -> None:
    result = movesolver.solve(PACKED)
    assert str(result.status) == "INFEASIBLE"
    node = result.certificate["proof"]
    assert list(node["closed"]) == ["tactical", "combat"]
    assert verify(result.certificate, PACKED).valid
    answer = verify({**result.certificate, "bound": 1.0}, PACKED)
    assert not answer.valid
    for missing in node["closed"]:
        some = {name: one for name, one in node["closed"].items() if name != missing}
        assert not verify(lie(result.certificate, closed=some), PACKED).valid


def test_a_move_without_modes_has_none_that_are_closed() -> None:
    walking = board([(10.0, 10.0)], NEAR)
    for closed in ({}, {"tactical": {"kind": "nowhere", "model": "u1"}}):
        node = {"kind": "modes", "closed": closed}
        answer = verify(certificate(None, node), walking)
        assert answer.faults == ("proof: the unit has no modes to choose from",)


def test_a_forced_mode_is_the_only_one() -> None:
    """After a normal move of the transport only rapid is free: nothing else need be closed."""
    moved: dict[str, Any] = {
        "moved": "normal",
        "has_moved_this_phase": True,
        "selected_this_phase": True,
    }
    rapid = leaving(ring(3.4, 2), **moved)
    node = {"kind": "modes", "closed": {"rapid": {"kind": "nowhere", "model": "u1"}}}
    assert verify(certificate(None, node), rapid).valid
    assert not verify(certificate(None, node), leaving(ring(3.4, 2))).valid


def test_an_earlier_mode_that_has_room_closes_the_one_asked_for() -> None:
    free = leaving([(25.0, 12.0)], mode="combat")
    result = movesolver.solve(free)
    assert str(result.status) == "INFEASIBLE"
    node = result.certificate["proof"]
    assert (node["kind"], node["mode"]) == ("earlier", "tactical")
    assert verify(result.certificate, free).valid
    # In tactical mode itself, or where what it names is no legal end, it closes nothing.
    assert not verify(result.certificate, leaving([(25.0, 12.0)], mode="tactical")).valid
    assert not verify(result.certificate, leaving(ring(3.4, 2), mode="combat")).valid
    for ends in ({}, {"u1": [20.0, 12.0, 0.0, 0.0]}, {"u1": [12.0, 12.0, 0.0, 0.0]}):
        assert not verify(lie(result.certificate, ends=ends), free).valid
    assert not verify(lie(result.certificate, mode="rapid"), free).valid
    assert not verify(lie(result.certificate, mode="magic"), free).valid
    with pytest.raises(InputError, match=r"proof.ends.u1: wanted \[x, y, facing, z\]"):
        verify(lie(result.certificate, ends={"u1": [1.0]}), free)


def test_the_certificate_of_an_open_first_mode_is_its_own() -> None:
    result = movesolver.solve(leaving([(25.0, 12.0)]))
    assert result.certificate["proof"]["kind"] != "modes"
    assert result.moved is not None
    assert result.moved.action.mode == "tactical"
    assert verify(result.certificate, result.moved).valid
    unasked = msgspec.structs.replace(result.moved.action, mode=None)
    assert verify(result.certificate, msgspec.structs.replace(result.moved, action=unasked)).valid
