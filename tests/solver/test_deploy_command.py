"""Layouts and maps by name; the commands about army lists, as they are called."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from movesolver import InputError, load
from movesolver.cli import main
from movesolver.formats import wh40kdc
from movesolver.formats.layout_names import deployment_names, layout_names

ROOT = Path(__file__).parents[2]
RED, GREEN = (str(ROOT / "examples" / f"{name}.txt") for name in ("red", "green"))
LAYOUT = "Disrupt vs Recon 01"


@pytest.fixture(autouse=True)
def _nobody_at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests is not asked, and has measured nothing."""
    monkeypatch.setenv("MOVESOLVER_BASES", str(tmp_path / "own.json"))
    for module in ("command", "saving"):
        monkeypatch.setattr(f"movesolver.armies.{module}.at_a_terminal", lambda: False)


def test_names_whole_in_part_and_wrong() -> None:
    assert wh40kdc.read_layout("RECON vs recon-02").name == "Recon vs Recon 02"
    assert wh40kdc.read_layout("bm-recon-vs-recon-02").name == "Recon vs Recon 02"
    assert wh40kdc.read_layout("colosseum").name == "KOTC Colosseum"
    assert wh40kdc.read_deployment("dawn").name == "Dawn of War"
    with pytest.raises(InputError, match="not of Recon vs Recon 01, Recon vs Recon 02, Recon vs"):
        wh40kdc.read_layout("recon vs recon")
    with pytest.raises(InputError, match=r"and \d+ more"):
        wh40kdc.read_layout("01")
    with pytest.raises(InputError, match="did you mean Tipping Point"):
        wh40kdc.read_deployment("tiping pont")
    with pytest.raises(InputError, match="layouts lists them"):
        wh40kdc.read_layout("")


def test_names_for_the_tab_key(monkeypatch: pytest.MonkeyPatch) -> None:
    assert layout_names() == tuple(wh40kdc.layouts().values())
    assert deployment_names() == tuple(wh40kdc.deployments().values())
    monkeypatch.setitem(sys.modules, "wh40kdc", None)
    assert layout_names() == deployment_names() == ()


def test_the_lists_of_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layouts", "recon-vs-recon", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0] == {
        "id": "bm-recon-vs-recon-01",
        "name": "Recon vs Recon 01",
        "deployment": "Sweeping Engagement",
    }
    assert main(["layouts", "tipping"]) == 0
    assert "Take vs Take 01" in capsys.readouterr().out
    assert main(["deployments"]) == 0
    said = capsys.readouterr().out
    assert "Tipping Point" in said
    assert wh40kdc.CREDIT in said
    assert main(["deployments", "--json", "xyz"]) == 2
    assert 'got "xyz"' in capsys.readouterr().err


def test_the_roster_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roster", GREEN]) == 0
    said = capsys.readouterr().out
    assert "1 x 90x52.5, 3 x 75x42" in said
    assert main(["roster", RED, "--side", "x", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["name"], answer["faction"], answer["form"]) == (
        "Red on the hill",
        "world-eaters",
        "gw",
    )
    assert answer["units"][0]["id"] == "x-khorne-berzerkers"
    assert main(["roster", "none.txt"]) == 2
    assert "none.txt: wanted a file that can be read" in capsys.readouterr().err


@pytest.mark.compiled
def test_the_deploy_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, picture = tmp_path / "game.json", tmp_path / "game.svg"
    words = ["deploy", RED, GREEN, "--layout", LAYOUT, "--iterations", "5", "--seed", "1"]
    words += ["--goals", "markers", "spread", "--reserve", "nobz", "--out", str(out)]
    assert main([*words, "--draw", str(picture), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["complete"] is True
    assert answer["credit"] == wh40kdc.CREDIT
    assert {one["unit"]: one["how"] for one in answer["units"]} == {
        "a-khorne-berzerkers": "zone",
        "b-boyz": "zone",
        "a-jakhals": "zone",
        "b-squighog-boyz": "zone",
        "a-eightbound": "zone",
        "b-kommandos": "zone",
        "b-nobz": "reserve",
    }
    assert main(["check", str(out)]) == 0
    scenario = load(out)
    for one in answer["units"]:
        for name, pose in one["ends"].items():
            model = next(m for m in scenario.unit(one["unit"]).models if m.id == name)
            assert [*(model.at or ()), model.facing, model.z] == pose
    ElementTree.parse(picture)


@pytest.mark.compiled
def test_what_finds_no_room_is_the_exit_code(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["deploy", RED, GREEN, "--layout", LAYOUT, "--iterations", "1"]
    # A base of a metre is in nobody's zone; it cannot touch an edge as it is.
    words += ["--base", "Eightbound/Eightbound=990", "--out", str(tmp_path / "x.json")]
    words += [word for name in ("khorne", "jakhals", "b-") for word in ("--reserve", name)][:4]
    assert main(words) == 1
    said = capsys.readouterr().out
    assert "left out" in said
    assert "--reserve-rest" in said
    assert main([*words, "--reserve-rest"]) == 0


def test_all_that_is_wrong_with_both_lists_is_said_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    red, green = tmp_path / "red.txt", tmp_path / "green.txt"
    red.write_text(Path(RED).read_text().replace("Eightbound (", "Eigthbound ("))
    green.write_text(
        Path(GREEN).read_text() + "1x Trukk (70 pts): Big shoota\n1x Gorkasaurus (1 pts): x\n"
    )
    assert main(["deploy", str(red), str(green), "--layout", LAYOUT]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    lines = said.err.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith(f'movesolver: {red}: unit 4 "Eigthbound": wanted the name of a')
    assert '--base "Trukk=120x92"' in "".join(lines)
    assert "Gorkasaurus" in "".join(lines)
    for more, wanted in (
        (["--move", "Trukk"], 'a name and inches, "Unit/Kind=6"'),
        (["--base", "Trukk=long"], "--base Trukk: wanted a base"),
        (
            ["--base", "Truk=32"],
            "--base, --move: wanted a unit of the lists that lacks it, or Unit",
        ),
        (["--reserve", "boyz"], "a name of one only, not of b-boyz, b-squighog-boyz"),
        (["--reserve", "grots"], "--reserve: wanted the id of a unit"),
    ):
        assert main(["deploy", RED, GREEN, "--layout", LAYOUT, *more]) == 2
        assert wanted in capsys.readouterr().err


def test_a_person_is_asked_once_and_the_answer_is_remembered(tmp_path: Path) -> None:
    text = tmp_path / "list.txt"
    text.write_text(Path(GREEN).read_text() + 2 * "1x Trukk (70 pts): Big shoota\n")
    bases = tmp_path / "config" / "bases.json"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "MOVESOLVER_BASES": str(bases),
        "TERM": "dumb",
    }
    command = [sys.executable, "-m", "movesolver", "roster", str(text)]
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, env=environment, text=True
    ) as asked:
        os.write(ours, b"big\nbox 110x70\n")
        out, _ = asked.communicate(timeout=120)
    said = os.read(ours, 100_000).decode()
    os.close(ours)
    os.close(theirs)
    assert asked.returncode == 0, said
    assert said.count("Trukk, base (hull without sizes in the data)") == 2  # the first was refused
    assert "wanted a base" in said
    assert "110x70" in out
    assert json.loads(bases.read_text()) == {"bases": {"Trukk": "box 110x70"}}
    again = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment,
        text=True,
        check=False,
    )
    assert (again.returncode, again.stdout) == (0, out)
