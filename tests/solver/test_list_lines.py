"""No line of a plain army list that names a unit is passed over without a word."""

from __future__ import annotations

import time

import pytest

from movesolver import InputError
from movesolver.formats import wh40kdc
from movesolver.formats.problems import ProblemsError
from movesolver.formats.wh40kdc.list_lines import lost_lines, with_wargear
from roster_texts import APP, GW, LISTFORGE_TEXT, SIMPLE, WTC_COMPACT, WTC_FULL

BARE = WTC_COMPACT.replace("(65 pts): 10x Autopistol", "(65 pts)")
KOMMANDOS = """Green Test (300 Points)

Orks
War Horde
Incursion (1,000 Points)

OTHER DATASHEETS

Kommandos (125 Points)

Boyz (85 Points)
  \u2022 9x Boy
     \u25e6 9x Choppa
  \u2022 1x Boss Nob
     \u25e6 1x Slugga

"""


def problems(text: str) -> list[str]:
    with pytest.raises(ProblemsError) as caught:
        wh40kdc.read_roster(text, "a")
    return [str(one) for one in caught.value.problems]


@pytest.mark.parametrize(
    "text",
    [
        BARE,
        BARE.replace("65 pts", "65 points"),
        BARE.replace("\n", "\r\n"),
        WTC_COMPACT.replace("65 pts", "65 Points"),
        # No unit has equipment: the package alone knows no form for it.
        "\n".join(line.partition(" pts):")[0] + " pts)" if " pts):" in line else line
                  for line in WTC_COMPACT.splitlines()),
    ],
)  # fmt: skip
def test_a_compact_unit_without_equipment_is_read(text: str) -> None:
    whole = wh40kdc.read_roster(WTC_COMPACT, "a")
    assert wh40kdc.read_roster(text, "a") == whole


def test_lines_that_are_whole_stay_as_they_are() -> None:
    assert with_wargear(WTC_COMPACT) == WTC_COMPACT


LOST = [
    (WTC_COMPACT, "10x Jakhals (65 pts) - 10x Autopistol"),
    (WTC_COMPACT, "Jakhals (65 pts)"),
    (WTC_COMPACT, "Char2: Master of Executions"),
    (WTC_COMPACT, "10x Jakhals"),
    (WTC_COMPACT, "- 10x Jakhals (65 pts): Autopistol"),
    (WTC_FULL, "10x Jakhals (65 points)"),
    (WTC_FULL, "Jakhals (65 pts)"),
    (SIMPLE, "Jakhals (65 pts)"),
    (SIMPLE, "## Jakhals [65 pts]:"),
    (GW, "Jakhals (65 points)"),
    (GW, "10x Jakhals (65 pts): Autopistol"),
    (GW, "\u2022 Jakhals (65 pts)"),
    (APP, "## Jakhals (65 Points)"),
    (LISTFORGE_TEXT, "Jakhals (65 points)"),
    (LISTFORGE_TEXT + "\nAttached Units:\n", "Jakhals + Eightbounds (65 pts)"),
]


@pytest.mark.parametrize(("text", "line"), LOST)
def test_a_lost_unit_is_told_with_its_line(text: str, line: str) -> None:
    told = problems(f"{text}\n{line}\n")
    number = len(text.splitlines()) + 2
    assert len(told) == 1
    assert told[0].startswith(f"list, line {number}: wanted a unit as this form writes it")
    assert line[:20] in told[0]


def test_all_lost_units_are_told_with_what_else_is_wrong() -> None:
    text = BARE.replace("Khorne Berzerkers (180 pts):", "Khorne Berzerkrs (180 pts):")
    told = problems(text + "Jakhals (65 pts)\nGoremongers (70 pts)\n")
    assert [one.partition(":")[0] for one in told] == [
        'unit 2 "Khorne Berzerkrs"',
        "list, line 15",
        "list, line 16",
    ]


def test_a_unit_that_was_taken_for_the_title_is_told() -> None:
    body = APP.partition("ATTACHED UNITS")[2].partition("BATTLELINE")[2]
    told = problems("CHARACTERS\n\nLord Invocatus (110 Points)\n" + body)
    assert any(one.startswith("list, line 3: ") for one in told)


def test_fewer_units_than_the_head_says_are_a_problem() -> None:
    assert problems(WTC_COMPACT.replace("UNITS: 4", "UNITS: 6")) == [
        "list, NUMBER OF UNITS: wanted 6 units, got 4"
    ]


def test_more_units_and_other_points_are_noted() -> None:
    text = WTC_COMPACT.replace("UNITS: 4", "UNITS: 3").replace("460pts", "500pts")
    assert wh40kdc.read_roster(text, "a").notes == (
        "the list says 3 units and has 4",
        "the list says 500 points and its units cost 460",
    )


def test_one_size_is_the_number_that_no_line_tells() -> None:
    roster = wh40kdc.read_roster(KOMMANDOS.replace("(125", "(120"), "a")
    assert [len(unit.models) for unit in roster.units] == [10, 10]
    assert "Kommandos: 10 models, its only size; the list does not say" in roster.notes
    # The points decide first, and a number that is told stays wrong.
    assert "as its points say" in " ".join(wh40kdc.read_roster(KOMMANDOS, "a").notes)
    compact = WTC_COMPACT.replace("Chaos - World Eaters", "Xenos - Orks").rpartition("Char1")[0]
    compact = compact.replace("UNITS: 4", "UNITS: 1")
    assert problems(compact + "1x Kommandos (120 pts)\n") == [
        'unit 1 "Kommandos", models: wanted 10, got 1'
    ]


@pytest.mark.parametrize("points", [40, 80])
def test_points_that_do_not_decide_are_told_with_the_prices(points: int) -> None:
    told = problems(KOMMANDOS.replace("Kommandos (125", f"Gretchin ({points}"))
    assert told == [
        'unit 1 "Gretchin", models: wanted 10 to 20, got 1, as no line says how many and its '
        "points do not decide (10 cost 45, 11 to 20 cost 80)"
    ]


@pytest.mark.parametrize(
    "line",
    ["(1" + " " * 3_900, "( " * 1_900, "(1pts," * 600, "(1pts," + "x" * 3_900, "1x " * 1_300],
)
def test_hostile_lines_take_no_time(line: str) -> None:
    text = "\n".join([line] * 24)
    begin = time.perf_counter()
    with_wargear(text)
    assert isinstance(lost_lines(text, {"units": []}, "gw"), list)
    assert time.perf_counter() - begin < 2


def test_a_list_of_lost_units_only() -> None:
    with pytest.raises(InputError):
        wh40kdc.read_roster("Jakhals (65 pts)\n", "a")
    head = GW.partition("CHARACTERS")[0]
    assert problems(head + "Jakhals (65 points)\n\u2022 Warlord\n")[0].startswith("list, line ")
