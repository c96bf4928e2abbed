"""Absurd sizes are refused in one line; whatever a game may have is answered, and soon."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import numpy as np
import pytest

from engine_data import squad
from movesolver import InputError, Scenario, loads, odds, propose, reach, snap, solve, threat
from movesolver.checking.check import check
from movesolver.cli import main
from movesolver.paths.region import MOST_NODES
from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena
from movesolver.search.cells import relaxed
from movesolver.search.goals import pack_goal
from movesolver.search.peaks import MOST_TILES, TILE, tiles_of
from movesolver.table.scenario import LONGEST_SIDE, Table


def board(width: float = 60, height: float = 44, inches: float = 6, **action: Any) -> Scenario:
    """Return a board of some size, with a unit of some M."""
    one = squad()
    one["units"][0]["move"] = inches
    one["table"] = {"width": width, "height": height}
    one["action"] |= action
    return loads(json.dumps(one))


@pytest.mark.parametrize("size", [(60_000, 44), (60, 60_000), (240.01, 44), (1e6, 1e6)])
def test_a_table_that_no_grid_can_bear_is_refused(
    size: tuple[float, float], tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    side = "width" if size[0] > LONGEST_SIDE else "height"
    with pytest.raises(InputError, match=rf"^table\.{side}: wanted at most 240 inches, got "):
        board(*size)
    with pytest.raises(InputError, match=f"^{side}: wanted at most 240 inches, got "):
        Table(*size)
    file = tmp_path / "huge.json"
    file.write_text(json.dumps(squad() | {"table": {"width": size[0], "height": size[1]}}))
    for verb in ("check", "solve", "propose", "snap", "reach", "odds", "regain"):
        assert main([verb, str(file)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(f"movesolver: table.{side}: wanted at most 240 inches, got ")
        assert said.err.count("\n") == 1


def test_a_table_asked_for_by_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["import-save", "examples/table.json", "--side", "a=name:*", "--table", "9999x44"]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said == "movesolver: --table, width: wanted at most 240 inches, got 9999.0\n"


@pytest.mark.compiled
@pytest.mark.parametrize("move", [60.0, 6000.0, 1e6])
def test_the_largest_battlefields_and_moves_are_answered(move: float) -> None:
    large = board(144, 96, move)
    result = solve(large, iterations=20)
    assert result.solved
    assert result.moved is not None
    assert check(result.moved).legal
    assert propose(large, 2, iterations=20).moves
    assert snap(large, {"a1": (40, 40)}, iterations=20).solved
    assert reach(large, model="a1", step=1.0).to(40, 60)["a1"].reached
    assert threat(large, large.mover.side, step=2.0).polygons.area > 1_000
    charging = board(144, 96, move, move="charge", targets=["riders"], goal=[])
    assert odds(charging, iterations=5).dice == "2D6"


@pytest.mark.compiled
def test_a_region_ends_where_the_table_does() -> None:
    far, further = (reach(board(inches=move), model="a1", step=0.5) for move in (100.0, 1e6))
    assert far.regions["a1"].polygons.equals(further.regions["a1"].polygons)
    grid = further.regions["a1"].grid
    assert grid.values.shape == (grid.y.size, grid.x.size)
    assert grid.x.size < 60 / 0.5 + 20
    assert grid.y.size < 44 / 0.5 + 20
    assert len(further.regions["a1"].lines(every=5.0)) < 25
    assert np.isfinite(grid.values).any()


@pytest.mark.compiled
def test_a_step_that_no_memory_can_bear_is_refused() -> None:
    wanted = f"step: wanted a step, or a move on a table, that takes at most {MOST_NODES:,} nodes"
    fine = reach(board(240, 240, 300), model="a1", step=0.05)
    with pytest.raises(InputError, match=wanted):
        _ = fine.regions


@pytest.mark.compiled
def test_bounds_on_large_tables_have_larger_tiles() -> None:
    for width, height in ((60, 44), (144, 96), (240, 240)):
        scenario = board(width, height, 500)
        position = pack(scenario)
        goal = pack_goal(position)
        tiles = tiles_of(relaxed(position, build_arena(position, goal.shapes), goal))
        assert tiles.along * tiles.side >= width
        assert tiles.up * tiles.side >= height
        assert tiles.along * tiles.up <= MOST_TILES * 1.05
        assert (tiles.side == TILE) == (width == 60)


def test_the_limit_is_of_the_struct_too() -> None:
    scenario = board()
    with pytest.raises(InputError, match="at most 240 inches"):
        msgspec.structs.replace(scenario.table, width=1e5)
