"""Rosters, layouts and policies by name; `movesolver simulate` as it is called; the page."""

from __future__ import annotations

import dataclasses
import json
import re
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from movesolver import Games, InputError, Match, MoveSolverError, Summary, dump, play_games
from movesolver.batch.answers import Failure
from movesolver.cli import main
from movesolver.simulate import command, named
from movesolver.simulate.built_in import BUILT_IN
from movesolver.simulate.grounds import read_ground
from movesolver.simulate.named import find_policy
from movesolver.simulate.page import page_of, table_of, verdict_of
from movesolver.simulate.results import SEARCHED
from movesolver.simulate.rosters import build_board, read_roster, rosters
from movesolver.simulate.summary import summarised
from simulate_data import duel, marching

ROOT = Path(__file__).parents[2]


def test_the_rosters_of_the_project_are_playable() -> None:
    assert {"foot", "riders"} <= set(rosters())
    for name in rosters():
        roster = read_roster(name)
        assert 3 <= len(roster.units) <= 5
        board = build_board(name, name)
        assert {unit.side for unit in board.units} == {"a", "b"}
        assert all(unit.status.in_reserve and unit.move for unit in board.units)


def test_rosters_from_files(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    unit = {"id": "x", "models": 3, "base": {"oval": [75, 42]}, "move": 9, "keywords": ["BEAST"]}
    file.write_text(json.dumps({"name": "Mine", "units": [unit]}))
    board = build_board(str(file), "foot")
    assert [model.id for model in board.units[0].models] == ["a-x.1", "a-x.2", "a-x.3"]
    assert (board.units[0].move, board.units[0].keywords) == (9.0, ("BEAST",))
    for change, place in (
        ({"base": {"round": -1}}, "units[0].base.round"),
        ({"models": None}, "units[0].models"),
        ({"speed": 3}, "units[0].speed"),
        ({"models": 0}, "units[0].models"),
    ):
        file.write_text(json.dumps({"name": "Mine", "units": [unit | change]}))
        with pytest.raises(InputError) as error:
            build_board(str(file), "foot")
        assert error.value.place.endswith(place)
    file.write_text('{"name": "Mine", "units": []}')
    with pytest.raises(InputError, match="at least one unit"):
        read_roster(str(file))
    with pytest.raises(InputError, match="did you mean riders"):
        read_roster("rider")
    for rosters_given, which in ((("nope", "foot"), "first"), (("foot", "nope"), "second")):
        with pytest.raises(InputError, match=f'^{which} roster: wanted .*, got "nope"'):
            build_board(*rosters_given)


def test_exports_of_list_builders_are_armies(tmp_path: Path) -> None:
    board = build_board(str(ROOT / "examples" / "red.txt"), str(ROOT / "examples" / "green.txt"))
    assert {unit.side for unit in board.units} == {"a", "b"}
    assert all(unit.status.in_reserve and unit.models for unit in board.units)
    assert len({model.base for unit in board.units for model in unit.models}) > 1
    listed = tmp_path / "odd.txt"
    listed.write_text(
        (ROOT / "examples" / "red.txt").read_text().replace("Jakhals", "Moon Rabbits")
    )
    with pytest.raises(InputError, match="Moon Rabbits"):
        build_board(str(listed), "foot")


def test_datasheets_and_layouts_of_the_package(tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    row = {"id": "j", "datasheet": "Jakhals", "faction": "world-eaters"}
    file.write_text(json.dumps({"name": "List", "units": [row]}))
    board = build_board(str(file), "foot", "Disrupt vs Recon 01")
    assert len(board.units[0].models) == 10
    assert board.units[0].move
    assert len(board.terrain) > 20
    assert {zone.side for zone in board.zones} == {"a", "b"}
    file.write_text(json.dumps({"name": "List", "units": [row | {"datasheet": "Jakhal"}]}))
    with pytest.raises(MoveSolverError, match=r"units\[0\]"):
        build_board(str(file), "foot")


def test_the_plain_table_is_the_same_from_both_sides() -> None:
    ground = read_ground()
    spots = {marker.at for marker in ground.markers if marker.at is not None}
    assert len(spots) == 5
    assert {(60.0 - x, 44.0 - y) for x, y in spots} == spots
    walls = {p for f in ground.terrain for wall in f.walls for p in wall.polygon}
    assert {(60.0 - x, 44.0 - y) for x, y in walls} == walls


def test_policies_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(BUILT_IN) == {"greedy", "cautious", "random"}
    assert find_policy("simulate_data:marching") is marching
    point = EntryPoint("march", "simulate_data:marching", named.GROUP)
    monkeypatch.setattr(
        named, "entry_points", lambda group: [point] if group == named.GROUP else []
    )
    assert find_policy("march") is marching
    for name in ("greddy", "no_such_module:f", "simulate_data:no_such", "simulate_data:HERE", ":"):
        with pytest.raises(InputError):
            find_policy(name)
    with pytest.raises(InputError, match="did you mean march"):
        find_policy("mach")
    with pytest.raises(InputError, match="a function of a Turn"):
        find_policy("simulate_data:FULL")


@pytest.fixture(scope="module")
def summary() -> Summary:
    names = ("simulate_data:marching", "simulate_data:idle")
    match = Match(board=duel(), policies=names, games=4, rounds=2)
    return summarised(play_games(match), match)


def test_the_page_is_whole_and_loads_nothing(summary: Summary) -> None:
    page = page_of(summary, "red & <blue>", "Powered by somebody")
    assert "red &amp; &lt;blue&gt;" in page
    assert "Powered by somebody" in page
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(pictures) == 3
    for picture in pictures:
        tree = ElementTree.fromstring(picture)
        assert {node.tag.rpartition("}")[2] for node in tree.iter()} >= {"svg", "text", "path"}
    assert not re.search(r"(src|href)=|@import|url\(", page)
    assert "illegal: none" in page
    for row in table_of(summary):
        assert all(cell in page.replace("&quot;", '"') for cell in row)


def test_the_words_tell_what_is_illegal(summary: Summary) -> None:
    bad = dataclasses.replace(summary, illegal=3, failed=2)
    assert "ILLEGAL: 3" in verdict_of(bad)
    assert "2 failed" in verdict_of(bad)
    assert "interrupted" not in verdict_of(bad)
    cut = dataclasses.replace(summary, unplayed=26)
    assert ", interrupted, 26 not played, " in verdict_of(cut)
    one = dataclasses.replace(summary, games=1, phases=1, moves=1_000)
    assert verdict_of(one) == "1 game, 1 movement phase, 1,000 moves judged, illegal: none"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out, page = tmp_path / "duel.json", tmp_path / "games.npz", tmp_path / "page.html"
    dump(duel(), file)
    names = ["simulate_data:marching", "simulate_data:searching"]
    options = ["--board", str(file), "--policies", *names, "--games", "3", "--rounds", "1"]
    where = ["--threads", "1", "--folder", str(tmp_path / "run")]
    assert main(["simulate", *options, *where, "--out", str(out), "--page", str(page)]) == 0
    printed = capsys.readouterr()
    assert "illegal: none" in printed.out
    assert "charges declared" in printed.out
    assert page.read_text().startswith("<!DOCTYPE html>")
    games = Games.load(out)
    assert len(games) == 3
    assert games.move_legal.all()
    assert main(["simulate", *options, *where, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 3
    assert told["illegal"] == 0
    assert (told["interrupted"], told["unplayed"]) == (False, 0)
    assert [side["policy"] for side in told["sides"]] == names
    failing = [*options, "--threads", "1"]
    failing[failing.index(names[0])] = "simulate_data:wrong"
    assert main(["simulate", *failing]) == 1
    assert "wanted an Order or None" in capsys.readouterr().out


def test_an_interrupt_is_told_and_has_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_short(match: Match, **options: Any) -> Games:
        told: list[int] = []

        def interrupt(done: int) -> None:
            told.append(done)
            if len(told) == 1:
                raise KeyboardInterrupt

        return play_games(match, **{**options, "progress": interrupt, "chunk": 1})

    monkeypatch.setattr(command, "play_games", cut_short)
    file, out = tmp_path / "duel.json", tmp_path / "games.npz"
    dump(duel(), file)
    call = ["simulate", "--board", str(file), "--policies", *["simulate_data:marching"] * 2]
    call += ["--games", "40", "--rounds", "1", "--threads", "1", "--out", str(out)]
    for said in ([], ["--json"]):
        assert main([*call, *said]) == 130
        left = int((Games.load(out).error == Failure.NOT_DONE).sum())
        assert 0 < left < 40
        printed = capsys.readouterr()
        assert printed.err == f"movesolver: interrupted, {left} games not played\n"
        if said:
            told = json.loads(printed.out)
            assert (told["interrupted"], told["unplayed"], told["failed"]) == (True, left, 0)
            assert told["games"] == 40 - left
        else:
            assert f"interrupted, {left} not played" in printed.out.replace("\n", " ")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--policies", "greedy", "gredy"], "did you mean greedy"),
        (["--rosters", "foot", "nobody"], "roster"),
        (["--layout", "no such layout"], "layout"),
        (["--games", "0"], "games"),
        (["--rounds", "99"], "rounds"),
        (["--seed", "-1"], "seed"),
        (["--out", "games.txt"], ".npz"),
        (["--page", "no/such/folder/page.html"], "folder"),
        (["--games", "3", "--phases", "3"], "wanted no --games beside it"),
    ],
)
def test_bad_options_are_one_line(
    options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["simulate", "--threads", "1", *options])
    except SystemExit as end:
        code = int(end.code or 0)
    told = capsys.readouterr().err
    assert code == 2
    assert len(told.splitlines()) == 1
    assert words in told


def test_the_policy_of_the_page_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "simulate.md").read_text(encoding="utf-8")
    policy, script = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "my_policy.py").write_text(policy)
    monkeypatch.syspath_prepend(tmp_path)
    match = Match(board=duel(), policies=("my_policy:hold", "my_policy:hold"), games=2, rounds=2)
    games = play_games(match)
    assert games.done.all()
    assert games.move_legal.all()
    assert (games.move_how == SEARCHED).any()
    compile(script, "simulate.md", "exec")
    (roster,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    (tmp_path / "mine.json").write_text(roster)
    assert len(read_roster(str(tmp_path / "mine.json")).units) == 3
    for name in (*Games.schema.columns, *BUILT_IN):
        assert re.search(rf"\b{name.rpartition('_')[2]}\b", page), name
