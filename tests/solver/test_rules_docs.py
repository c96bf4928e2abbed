"""The page about the rules names what there is, and the page about house rules runs."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from movesolver import rules as parts
from movesolver.rules import MoveType, rules_of
from movesolver.rules.moves import DutyKind, NeedKind, SetUp, TargetKind
from movesolver.rules.options import MOVES, VERSIONS
from movesolver.testing.boards import needs_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
HOUSE = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
WORDS = set(re.findall(r"`([\w.]+)`", PAGE))
SETTINGS: dict[str, Any] = SetUp.__annotations__


def moves_of_all_versions() -> Iterator[MoveType]:
    for game, versions in VERSIONS.items():
        if game == "wh40k11":
            for version in versions:
                yield from rules_of(game, version).moves.values()


def forms_of(move: MoveType) -> list[MoveType]:
    return [move, *(move.in_mode(mode) for mode in move.modes)]


def test_every_file_that_is_named_exists() -> None:
    named = re.findall(r"`([\w/]+\.(?:py|json))`", PAGE)
    assert len(named) > 30
    places = ("", "solver/movesolver", "kernels/movekernels", "tests/solver", "tests/cases")
    for name in named:
        assert any((ROOT / place / name).is_file() for place in places), name
    for folder in re.findall(r"`([\w/]+/)`", PAGE):
        assert any((ROOT / place / folder).is_dir() for place in places), folder


@pytest.mark.parametrize("kinds", [NeedKind, TargetKind, DutyKind])
def test_every_kind_is_on_the_page(kinds: Any) -> None:
    assert set(get_args(kinds)) <= WORDS


def test_every_place_to_set_up_is_on_the_page() -> None:
    forms = [form for move in moves_of_all_versions() for form in forms_of(move)]
    used = [form.set_up for form in forms if form.set_up is not None]
    assert {one.near for one in used} | {one.engaged for one in used} <= WORDS
    for kind in ("near", "engaged"):
        assert set(re.findall(r'"(\w+)"', SETTINGS[kind])) <= WORDS


def test_every_move_mode_and_section_is_on_the_page() -> None:
    assert set(MOVES["wh40k11"]) <= WORDS
    sections: set[str] = set()
    for move in moves_of_all_versions():
        assert {mode.name for mode in move.modes} <= WORDS
        sections |= {need.section for need in needs_of(move)}
        sections |= {mode.section for mode in move.modes}
        for form in forms_of(move):
            sections |= {form.section} | {duty.section for duty in form.duties}
            held: tuple[Any, ...] = (form.targets, form.closing, form.set_up)
            sections |= {part.section for part in held if part is not None}
    game = rules_of()
    sections |= {row.section for row in game.models}
    sections |= {row.section for row in (*game.walls, *game.floors)}
    sections |= {game.coherency.section, game.engagement.section}
    missing = {name for name in sections if not re.search(rf"\b{re.escape(name)}\b", PAGE)}
    assert not missing


def test_the_parts_of_the_rules_are_exported_and_documented() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for name in parts.__all__:
        assert getattr(parts, name).__doc__, name
        assert f"`{name}`" in page, name


def test_the_examples_on_house_rules_run(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = re.findall(r"```python\n(.*?)```", HOUSE, re.DOTALL)
    exec(first, {})
    exec(second, {})
    assert capsys.readouterr().out.split() == ["8.740", "2", "True"]


def test_the_example_file_on_house_rules_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "house_rules.py"), run_name="__main__")
    assert capsys.readouterr().out.splitlines() == [
        "dash upright: 12.00 inches. The move is legal.",
        "dash low: 9.00 inches. The move is legal.",
    ]
