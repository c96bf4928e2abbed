"""Complaints about words of the command line: one line in the project's own words."""

from __future__ import annotations

import pytest

from movesolver.cli import main
from movesolver.table.names import LONGEST_WORD, did_you_mean, plain

LISTS = ("examples/red.txt", "examples/green.txt")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["deploy", *LISTS, "--goals", "back"],
         "--goals: wanted 2 words of markers, back, spread, got 1"),
        (["deploy", *LISTS, "--goals", "back", "bakc"],
         "--goals: wanted one of markers, back, spread (did you mean back?), got 'bakc'"),
        (["check"], "FILE: wanted a value, got nothing"),
        (["verify", "x.json"], "CERTIFICATE.json: wanted a value, got nothing"),
        (["deploy", *LISTS], "--layout: wanted a value, got nothing"),
        (["completion"], "shell: wanted a value, got nothing"),
        (["solve", "x.json", "--certify"], "--certify: wanted one of grid, all, got nothing"),
        (["solve", "x.json", "--seed"], "--seed: wanted a value, got nothing"),
        (["solve", "x.json", "--seed", "x"], "--seed: wanted a whole number, 0 or more, got 'x'"),
        (["solve", "x.json", "--out"], "--out: wanted a value (MOVED.json), got nothing"),
        (["reach", "x.json", "--to", "a"], "--to: wanted a number, got 'a'"),
        (["reach", "x.json", "--to"], "--to: wanted a value (X), got nothing"),
        (["reach", "x.json", "--to", "3", "4", "--threat", "b"],
         "--threat: wanted no --to beside it, got both"),
        (["simulate", "--games", "x"], "--games: wanted a whole number, got 'x'"),
        (["simulate", "--rosters", "foot"], "--rosters: wanted 2 words (A B), got 1"),
        (["bench", "--compare", "old"], "--compare: wanted 2 words (OLD.json NEW.json), got 1"),
        (["check", "x.json", "--json=1"], "--json: wanted no value, got '1'"),
        (["deploy", "--res", "x"],
         "--res: wanted one option of --reserve, --reserve-rest, got what may be any of them"),
    ],
)  # fmt: skip
def test_the_place_what_was_wanted_and_what_was_given(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    see = f"(see movesolver {words[0]} --help)"
    assert captured.err == f"movesolver {words[0]}: {said} {see}\n"


@pytest.mark.parametrize("json", [[], ["--json"]])
@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["layouts", "zzzz"], ""),
        (["layouts", "!!"], ""),
        (["layouts", "distupt"], " (did you mean Disrupt vs "),
        (["deployments", "zzzz"], ""),
        (["deployments", "tiping"], " (did you mean Tipping Point?)"),
    ],
)
def test_a_list_without_such_a_name_is_an_error(
    words: list[str], hint: str, json: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, *json]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"movesolver: TEXT: wanted a part of a name of the list{hint}")
    assert captured.err.endswith(f', got "{words[1]}"\n')


def test_names_that_may_have_been_meant() -> None:
    assert did_you_mean("gird", ("grid", "all")) == " (did you mean grid?)"
    assert did_you_mean("GRID", ("grid", "all")) == " (did you mean grid?)"
    assert (
        did_you_mean("point", ("Dawn of War", "Tipping Point")) == " (did you mean Tipping Point?)"
    )
    assert (
        did_you_mean("tiping", ("Dawn of War", "Tipping Point")) == " (did you mean Tipping Point?)"
    )
    alike = ("alpha-1", "alpha-2", "alpha-3", "alpha-4")
    assert did_you_mean("alpha", alike, 3) == " (did you mean alpha-4, alpha-3 or alpha-2?)"
    assert did_you_mean("q", alike) == did_you_mean("", alike) == did_you_mean("--", alike) == ""
    assert did_you_mean("x" * (LONGEST_WORD + 1), ["x" * (LONGEST_WORD + 1)]) == ""
    assert plain("T'au  Fire-Warriors é") == "tau fire warriors e"
