"""Army lists of every form become units; what is wrong with one is said at once."""

from __future__ import annotations

import base64
import gzip
import json
import pickle
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from movesolver import InputError, MoveSolverError
from movesolver.formats import wh40kdc
from movesolver.formats.base_sizes import BaseSizes, read_given
from movesolver.formats.problems import ProblemsError
from movesolver.formats.wh40kdc import list_text
from movesolver.table.army import Unit
from movesolver.table.bases import Base, rectangle, round
from roster_texts import (
    APP,
    LISTFORGE,
    NEWRECRUIT,
    ROSTER_JSON,
    ROSTERIZER,
    SEPARATE,
    TEXTS,
    WTC_COMPACT,
    roster_json,
)


def bases(unit: Unit) -> dict[float | None, int]:
    return dict(Counter(model.base.round for model in unit.models))


def test_every_form_that_the_package_detects_is_tried() -> None:
    import wh40kdc as package

    assert {adapter.id for adapter in package.REGISTERED_ADAPTERS} <= set(TEXTS)


@pytest.mark.parametrize("form", TEXTS)
def test_every_form_gives_the_same_units(form: str) -> None:
    roster = wh40kdc.read_roster(TEXTS[form], "a")
    assert roster.form == form.partition(" ")[0]
    assert (roster.faction, roster.notes) == ("world-eaters", ())
    units = {unit.id: unit for unit in roster.units}
    led = bases(units["a-khorne-berzerkers"])
    if form in SEPARATE:
        assert bases(units.pop("a-master-of-executions")) == {40: 1}
        assert led == {32: 10}
    else:
        assert led == {32: 10, 40: 1}
    assert list(units) == ["a-khorne-berzerkers", "a-jakhals", "a-eightbound"]
    assert bases(units["a-jakhals"]) == {28.5: 9, 40: 1}
    assert bases(units["a-eightbound"]) == {40: 3}
    assert [unit.move for unit in units.values()] == [8, 7, 10]
    assert all(model.at is None for unit in units.values() for model in unit.models)


def test_a_leader_keeps_its_own_keywords_and_the_unit_what_all_share() -> None:
    led = wh40kdc.read_roster(WTC_COMPACT, "a").units[0]
    leader, guard = led.models[-1], led.models[0]
    assert leader.id.startswith("a-master-of-executions.")
    assert "CHARACTER" in led.keywords_of(leader)
    assert "CHARACTER" not in led.keywords_of(guard)
    assert "INFANTRY" in led.keywords
    for name, model in (("Khorne Berzerkers", guard), ("Master of Executions", leader)):
        alone = wh40kdc.read_unit(name, "a", faction="world-eaters")
        assert led.keywords_of(model) == frozenset(alone.keywords)


def test_abilities_are_those_that_all_have() -> None:
    # Nobody but the leader has Scouts; of two with it the shorter distance counts (24.02).
    both = wh40kdc.read_roster(
        roster_json("aeldari", ("Rangers", 5, None), ("Warlock", 1, None)), "a"
    )
    assert [unit.status.infiltrators for unit in both.units] == [True, False]
    from movesolver.formats.wh40kdc.attached import joined

    rangers, warlocks = both.units
    assert not joined(rangers, [warlocks]).status.infiltrators
    assert joined(rangers, [rangers]).status.infiltrators
    scouts = [
        Unit("x", "a", rangers.models, move=6, status=type(rangers.status)(scouts=inches))
        for inches in (9.0, 6.0, None)
    ]
    assert joined(scouts[0], scouts[1:2]).status.scouts == 6
    assert joined(scouts[0], scouts[1:]).status.scouts is None


def test_a_leader_joins_a_unit_that_has_none_of_its_kind_yet() -> None:
    led = ("Master of Executions", 1, "Khorne Berzerkers")
    guard = ("Khorne Berzerkers", 10, None)
    roster = wh40kdc.read_roster(roster_json("world-eaters", led, guard, led, guard, led), "b")
    assert [len(unit.models) for unit in roster.units] == [11, 11, 1]
    assert roster.notes == (
        "b-master-of-executions-3: the list has no khorne-berzerkers for it to lead",
    )
    assert len({model.id for unit in roster.units for model in unit.models}) == 23


def test_a_support_character_joins_where_it_may() -> None:
    header = WTC_COMPACT.rpartition("Char1")[0].replace(
        "Chaos - World Eaters", "Adeptus Mechanicus"
    )
    header = header.replace("460pts", "215pts").replace("UNITS: 4", "UNITS: 2")
    text = header + "Char1: 1x Cybernetica Datasmith (35 pts): x\n2x Kastelan Robots (180 pts): y\n"
    roster = wh40kdc.read_roster(text, "a")
    assert [unit.id for unit in roster.units] == ["a-kastelan-robots"]
    assert len(roster.units[0].models) == 3
    assert roster.notes == (
        "a-cybernetica-datasmith: joins a-kastelan-robots, as it cannot stand alone",
    )


def test_models_of_another_move_and_mixed_bases() -> None:
    riders = wh40kdc.read_roster(roster_json("orks", ("Squighog Boyz", 4, None)), "a").units[0]
    shapes = Counter(model.base.oval for model in riders.models)
    assert shapes == {(90.0, 52.5): 1, (75.0, 42.0): 3}
    farstalkers = roster_json("tau-empire", ("Kroot Farstalkers", 12, None))
    unit = wh40kdc.read_roster(farstalkers, "a").units[0]
    assert Counter(model.move for model in unit.models) == {None: 10, 12: 2}


def test_a_number_that_a_list_does_not_say_comes_from_its_points() -> None:
    text = APP.replace("  • 1x Jakhal Pack Leader\n     ◦ 1x Autopistol\n", "").replace(
        "  • 1x Dishonoured\n     ◦ 1x Paired manglers\n  • 8x Jakhal\n     ◦ 8x Autopistol\n",
        "  • 1x Autopistol\n",
    )
    roster = wh40kdc.read_roster(text, "a")
    assert len(roster.units[1].models) == 10
    assert roster.notes == ("Jakhals: 10 models, as its points say; 1 could be told from the list",)
    with pytest.raises(ProblemsError, match="10 or 20, got 1"):
        wh40kdc.read_roster(text.replace("Jakhals (65", "Jakhals (66"), "a")


def test_all_that_is_wrong_is_said_at_once_with_the_nearest_names() -> None:
    text = WTC_COMPACT.replace("10x Jakhals", "10x Jackhals").replace("Eightbound (", "Eigthbond (")
    text += "1x Chaos Rhino (75 pts): Havoc launcher\n7x Khorne Berzerkers (9 pts): Icon\n"
    with pytest.raises(ProblemsError) as caught:
        wh40kdc.read_roster(text, "a")
    problems = caught.value.problems
    assert [problem.place for problem in problems] == [
        'unit 3 "Jackhals"',
        'unit 4 "Eigthbond"',
        "unit Chaos Rhino, model World Eaters Rhino",
        'unit 6 "Khorne Berzerkers", models',
    ]
    assert "did you mean Jakhals" in problems[0].wanted
    assert "did you mean Eightbound" in problems[1].wanted
    assert '--base "Chaos Rhino=120x92"' in problems[2].wanted
    assert problems[3].got == "7"
    assert str(caught.value).splitlines() == [str(problem) for problem in problems]
    again = pickle.loads(pickle.dumps(caught.value))
    assert [str(one) for one in again.problems] == [str(one) for one in problems]
    assert str(again) == str(caught.value)


def test_a_faction_is_needed_where_datasheets_of_one_name_differ() -> None:
    text = json.loads(roster_json("world-eaters", ("Helbrute", 1, None)))
    unit = wh40kdc.read_roster(json.dumps(text), "a").units[0]
    other = json.loads(roster_json("death-guard", ("Helbrute", 1, None)))
    assert (unit.move, wh40kdc.read_roster(json.dumps(other), "a").units[0].move) == (9, 7)
    nobody = json.loads(roster_json("orks", ("Helbrute", 1, None)))
    with pytest.raises(ProblemsError, match="that names its faction"):
        wh40kdc.read_roster(json.dumps(nobody), "a")
    # A chapter uses the datasheets of its parent.
    chapter = wh40kdc.read_roster(roster_json("blood-angels", ("Intercessor Squad", 5, None)), "a")
    assert bases(chapter.units[0]) == {32: 5}


@pytest.mark.parametrize("faction", ["orks", "necrons"])
def test_every_datasheet_is_read_as_by_its_name(faction: str) -> None:
    alone = {}
    for entry in wh40kdc.find_units(faction):
        if entry.faction == faction:
            try:
                unit = wh40kdc.read_unit(entry.id, "a", faction=faction, unit_id=f"a-{entry.id}")
            except InputError:
                continue
            alone[entry.name] = unit
    assert len(alone) > 40
    rows = [(name, len(unit.models), None) for name, unit in alone.items()]
    roster = wh40kdc.read_roster(roster_json(faction, *rows), "a")
    assert roster.units == tuple(alone.values())


def test_bases_are_given_asked_for_once_and_remembered(tmp_path: Path) -> None:
    text = WTC_COMPACT + 2 * "1x Chaos Rhino (75 pts): Havoc launcher\n"
    asked = []

    def ask(gap: wh40kdc.GapError) -> Base:
        asked.append((gap.unit, gap.kind, gap.lacks))
        return rectangle(113, 76)

    sizes = BaseSizes(tmp_path / "config" / "bases.json")
    roster = wh40kdc.read_roster(text, "a", sizes=sizes, ask=ask)
    assert asked == [("Chaos Rhino", "World Eaters Rhino", "base")]
    assert [unit.models[0].base for unit in roster.units[-2:]] == 2 * [rectangle(113, 76)]
    again = BaseSizes(tmp_path / "config" / "bases.json")
    assert wh40kdc.read_roster(text, "a", sizes=again).units == roster.units
    given_base = BaseSizes(given=read_given(["chaos rhino=box 120x80"]))
    assert wh40kdc.read_roster(text, "a", sizes=given_base).units[-1].models[0].base.rectangle == (
        120,
        80,
    )
    with pytest.raises(ProblemsError) as caught:
        wh40kdc.read_roster(text, "a", ask=lambda gap: None)
    assert len(caught.value.problems) == 1  # two of a kind lack one base


def test_one_kind_of_model_may_be_overruled() -> None:
    sizes = BaseSizes(given={"Jakhals/Dishonoured": round(50), "Jakhals": round(25)})
    unit = wh40kdc.read_roster(WTC_COMPACT, "a", sizes=sizes).units[1]
    assert bases(unit) == {28.5: 9, 50: 1}  # a unit's own entry only fills what is missing


def test_an_m_that_the_data_lacks() -> None:
    text = roster_json("adeptus-astartes", ("Talonstrike Kill Team", 10, None))
    with pytest.raises(ProblemsError) as caught:
        wh40kdc.read_roster(text, "a")
    assert "M in inches" in str(caught.value)
    sizes = BaseSizes(moves={"Talonstrike Kill Team": 12})
    assert len(wh40kdc.read_roster(text, "a", sizes=sizes).units[0].models) == 10


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "an empty text"),
        ("   \n", "an empty text"),
        ("a shopping list", "in none of these forms"),
        (b"\xff\xfe", "0xff at byte 0"),
        ("{", "wanted a name in double quotes"),
        ('{"a": NaN}', "a finite number"),
        ("[" * 64 + "]" * 64, "in none of these forms"),
        ("[" * 65 + "]" * 65, "at most 64 levels"),
        ("[" * 100_000, "at most 64 levels"),
        ('{"roster": {"forces": ' + '[{"selections":' * 900 + "0" + "}]" * 900 + "}}", "wanted"),
        ('{"roster": {"forces": []}}', "at least one unit, got none"),
        ('{"roster": {"forces": [{"selections": [{"type": "unit"}]}]}}', "name of a datasheet"),
        ("H4sIAAAA", "gzip in base64"),
        ("https://lists.example/#/listforge/%%%", "gzip in base64"),
        ("x" * 10_000_001, "at most 10,000,000 bytes"),
        (b"x" * 10_000_001, "at most 10,000,000 bytes"),
        ("x\n" * 60_000, "at most 100,000 characters of plain text"),
        ("ok\n" + "x" * 5_000, "list, line 2: wanted a line of at most 4,000 characters"),
        (WTC_COMPACT + "1x Boyz (1 pts): a\n" * 300, "at most 250 units, got 304"),
        (WTC_COMPACT + "1x Goyz (1 pts): a" + ", b c" * 50 + "\n", "name of a datasheet"),
        (3, "text or bytes"),
    ],
)
def test_bad_texts_get_one_clear_error(text: str, wanted: str) -> None:
    with pytest.raises(InputError) as caught:
        wh40kdc.read_roster(text, "a")
    assert wanted in str(caught.value)
    assert len(str(caught.value)) < 2_000


def test_a_small_text_that_unpacks_to_a_large_one_is_refused() -> None:
    bomb = base64.b64encode(gzip.compress(b" " * 50_000_000)).decode()
    with pytest.raises(InputError, match="at most 10,000,000 bytes unpacked, got more"):
        wh40kdc.read_roster(bomb, "a")
    whole = base64.b64encode(gzip.compress(LISTFORGE.encode())).decode()
    with pytest.raises(InputError, match="breaks off"):
        wh40kdc.read_roster(whole[:-40], "a")


def test_too_much_equipment_is_refused() -> None:
    tree = json.loads(ROSTER_JSON)
    tree["units"][0]["wargear"] = 6_000 * [{"ref": {"raw_name": "x"}, "count": 1}]
    with pytest.raises(InputError, match="at most 5,000 lines of equipment"):
        wh40kdc.read_roster(json.dumps(tree), "a")


def test_models_that_are_no_whole_number() -> None:
    tree = json.loads(ROSTER_JSON)
    tree["units"][1]["model_count"] = 1.5
    with pytest.raises(ProblemsError, match=r"a whole number of models, got 1\.5"):
        wh40kdc.read_roster(json.dumps(tree), "a")


def test_numbers_beyond_distances_are_read_where_escapes_are() -> None:
    assert "\\u2013" in NEWRECRUIT
    assert "1700000000000" in NEWRECRUIT
    assert wh40kdc.read_roster(NEWRECRUIT, "a").name == "Red Test \u2013 1"


def test_the_package_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wh40kdc", None)
    with pytest.raises(MoveSolverError, match=r"pip install 'movesolver\[data\]'"):
        list_text.read_list(WTC_COMPACT)


def outcome(text: str | bytes) -> str:
    try:
        return f"{len(wh40kdc.read_roster(text, 'a').units)} units"
    except InputError as error:
        return str(error)


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(TEXTS)), st.data())
def test_mangled_lists_are_read_or_refused(form: str, data: st.DataObject) -> None:
    text = TEXTS[form]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 30))
        put = data.draw(
            st.sampled_from(["", "\n", "•", "0", "-1", "999999", '"', "null", "[]", "{}", "1e99"])
            | st.text(max_size=8)
        )
        text = text[:at] + put + text[at + length :]
    assert outcome(text)


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 10**7)
    | st.floats(allow_nan=False, allow_infinity=False)  # JSON has neither
    | st.text(max_size=5)
)


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from([NEWRECRUIT, LISTFORGE, ROSTERIZER, ROSTER_JSON]), st.data())
def test_lists_with_values_of_other_kinds_are_read_or_refused(
    text: str, data: st.DataObject
) -> None:
    tree = json.loads(text)
    for _ in range(data.draw(st.integers(1, 3))):
        node = tree
        while True:
            inner = list(node.items()) if isinstance(node, dict) else list(enumerate(node))
            if not inner:
                break
            key, value = inner[data.draw(st.integers(0, len(inner) - 1))]
            if isinstance(value, dict | list) and value and data.draw(st.integers(0, 4)):
                node = value
                continue
            if data.draw(st.booleans()) and isinstance(node, dict):
                del node[key]
            else:
                node[key] = data.draw(LEAVES | st.lists(LEAVES, max_size=2))
            break
    assert outcome(json.dumps(tree, allow_nan=False))
