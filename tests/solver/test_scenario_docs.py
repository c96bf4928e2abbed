"""The page about the format: its examples are read, and it names all there is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from movesolver.errors import InputError
from movesolver.formats.scenario import dumps, loads
from movesolver.referee.verdict import Code
from movesolver.rules.options import MOVES, OPTIONS, VERSIONS
from movesolver.table.army import LastMove, Model, Unit, UnitStatus
from movesolver.table.bases import Base
from movesolver.table.scenario import (
    Action,
    AtLeast,
    Field,
    Game,
    GoalTerm,
    Marker,
    ModeName,
    MoveName,
    Nearness,
    Phase,
    RulesChoice,
    Scenario,
    Table,
    Target,
    Zone,
)
from movesolver.table.terrain import Feature, Floor, Wall
from scenario_data import Steps, full_document, spoiled

PAGE = (Path(__file__).parents[2] / "docs" / "format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
STRUCTS: tuple[type[msgspec.Struct], ...] = (
    Scenario, Table, Unit, Model, UnitStatus, Base, Feature, Wall, Floor, Marker, Zone, RulesChoice,
    Action, GoalTerm, Nearness, AtLeast, Target, Field,
)  # fmt: skip


@pytest.mark.parametrize("index", range(3))
def test_the_examples_are_read(index: int) -> None:
    assert len(EXAMPLES) == 3
    scenario = loads(EXAMPLES[index])
    assert loads(dumps(scenario)) == scenario


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_every_field_is_on_the_page(struct: type[msgspec.Struct]) -> None:
    named = set(re.findall(r'[`"](\w+)[`"]', PAGE))
    assert set(struct.__struct_fields__) <= named


@pytest.mark.parametrize("words", [Game, Phase, MoveName, ModeName, LastMove])
def test_every_word_is_on_the_page(words: Any) -> None:
    assert set(get_args(words)) <= set(re.findall(r"`(\w+)`", PAGE))


def test_every_code_is_on_the_page() -> None:
    assert {str(code) for code in Code} <= set(re.findall(r"`([A-Z_]+)`", PAGE))


def test_the_options_are_those_on_the_page_with_their_defaults() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| (.+?) \| (\S+) \| .+ \|$", PAGE, re.MULTILINE)
    documented = {name: (allowed, default.strip("`")) for name, allowed, default in rows}
    documented = {name: row for name, row in documented.items() if name in OPTIONS}
    assert set(documented) == set(OPTIONS)
    for name, (allowed, default) in documented.items():
        option = OPTIONS[name]
        if option.kind == "flag":
            assert (allowed, default) == ("true, false", str(option.default).lower())
        elif option.kind == "choice":
            assert allowed == " ".join(f"`{word}`" for word in option.choices)
            assert default == option.default
        else:
            assert allowed == f"{option.low:g} to {option.high:g}"
            assert float(default) == option.default


def test_the_games_have_the_versions_and_moves_on_the_page() -> None:
    rows = {
        game: (versions, moves)
        for game, versions, moves in re.findall(
            r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", PAGE, re.MULTILINE
        )
        if game in MOVES
    }
    assert set(rows) == set(MOVES) == set(VERSIONS)
    for game in ("wh40k11", "voidsiege"):
        assert tuple(re.findall(r"`(\w+)`", rows[game][1])) == MOVES[game]
    assert tuple(re.findall(r"`(\w+)`", rows["wh40k11"][0])) == VERSIONS["wh40k11"]
    assert rows["voidsiege"][0] == rows["wh40k10"][0] == "none"
    assert MOVES["wh40k10"] == MOVES["wh40k11"]


FAULTS: list[str | dict[Steps, Any]] = [
    {("units", 0, "models", 1, "at"): [1, 2, 3]},
    {("units", 1, "models", 1, "id"): "a2"},
    {("action", "unit"): "alhpa", ("units",): full_document()["units"][:2]},
    '{"a": 1,\n "c": 3\n      "b": 2}',
]


def test_the_errors_on_the_page_are_those_given() -> None:
    shown = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0].splitlines()
    assert len(shown) == len(FAULTS)
    for fault, line in zip(FAULTS, shown, strict=True):
        text = fault if isinstance(fault, str) else json.dumps(spoiled(fault))
        with pytest.raises(InputError) as refused:
            loads(text)
        assert str(refused.value) == line
