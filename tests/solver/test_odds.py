"""odds: what a charge needs on the dice, in Python and on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import movesolver
from movesolver.cli import main
from movesolver.errors import InputError
from movesolver.formats.scenario import loads


def document(gap: float, **action: Any) -> dict[str, Any]:
    base = {"round": 25.4}
    return {
        "movesolver": 1,
        "table": {"width": 44, "height": 30},
        "units": [
            {"id": "a", "side": "a", "move": 6, "models": [
                {"id": "a0", "base": base, "at": [10, 10]}]},
            {"id": "b", "side": "b", "move": 6, "models": [
                {"id": "b0", "base": base, "at": [11 + gap, 10]}]},
        ],
        "action": {"unit": "a", "move": "charge", "targets": ["b"], **action},
    }  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("gap", "needed", "chances"),
    [(2.5, 3, 35), (7.0, 7, 21), (7.01, 8, 15), (11.5, 12, 1), (12.0, 12, 1)],
)
def test_the_gap_sets_the_roll(gap: float, needed: int, chances: int) -> None:
    found = movesolver.odds(loads(json.dumps(document(gap))))
    assert (found.needed, found.dice) == (needed, "2D6")
    assert found.probability == pytest.approx(chances / 36)
    assert found.proved
    assert found.move is not None
    assert found.move.moved is not None
    assert movesolver.check(found.move.moved).legal


@pytest.mark.compiled
def test_no_roll_is_enough_beyond_twelve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "far.json"
    file.write_text(json.dumps(document(12.5)))
    assert main(["odds", str(file), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer == {
        "needed": None, "dice": "2D6", "probability": 0.0, "proved": True, "move": None,
    }  # fmt: skip
    assert main(["odds", str(file)]) == 1
    assert "no roll of 2D6" in capsys.readouterr().out
    file.write_text(json.dumps(document(6.0)))
    assert main(["odds", str(file)]) == 0
    assert "6 or more on 2D6" in capsys.readouterr().out


def test_moves_without_dice_are_refused() -> None:
    with pytest.raises(InputError, match="whose dice the rules name"):
        movesolver.odds(loads(json.dumps(document(6.0, move="normal"))))
