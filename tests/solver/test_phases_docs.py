"""The page about phases names every step; its example is run by test_docs_code.py."""

from __future__ import annotations

import re
from pathlib import Path

from movesolver import ChargePhase, CommandRound, Event, FightMoves, MovementPhase, Option

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "phases.md").read_text(encoding="utf-8")


def test_every_step_is_on_the_page() -> None:
    named = set(re.findall(r"`(\w+)", PAGE)) | set(re.findall(r"\.(\w+)\(", PAGE))
    for kind in (MovementPhase, ChargePhase, FightMoves, CommandRound):
        steps = {name for name in dir(kind) if not name.startswith("_")}
        methods = {name for name in steps if callable(getattr(kind, name))}
        assert methods - {"unit", "kind", "named_units", "named_sides", "restrictions"} <= named
    assert {"dice", "hazards", "lost", "owed", "forced"} <= set(Event.__struct_fields__) & named
    assert "refusals" in Option.__struct_fields__
