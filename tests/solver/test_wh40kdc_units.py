"""Every datasheet of the data package gives a unit or says what it lacks."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from movesolver.errors import InputError
from movesolver.formats import wh40kdc
from movesolver.table.army import Unit
from movesolver.table.bases import hull, oval, round

ALL = wh40kdc.find_units()


def shapes(unit: Unit) -> Counter[object]:
    return Counter(m.base.round or m.base.oval or m.base.hull for m in unit.models)


def test_every_datasheet_gives_a_unit_or_says_what_it_lacks() -> None:
    assert len(ALL) == 1096
    lacking: Counter[str] = Counter()
    units = []
    for entry in ALL:
        try:
            units.append(wh40kdc.read_unit(entry.id, "a", faction=entry.faction))
        except InputError as error:
            named = error.place.startswith(f"unit {entry.name}, model ")
            helpful = re.match(r"a base in mm, given as bases=\{|M given as moves=\{", error.wanted)
            lacking[error.got.split(" ")[0] if named and helpful else str(error)] += 1
    assert len(units) == 918
    assert lacking == {"hull": 110, "flying-base": 45, "no": 18, "unique": 4, "Kill": 1}
    for unit in units:
        assert all(model.at is None for model in unit.models)
        assert len({model.id for model in unit.models}) == len(unit.models)
        assert unit.move is not None
    ovals = sum(any(m.base.oval for m in unit.models) for unit in units)
    assert ovals > 150
    assert max(len(unit.models) for unit in units) == 12


@pytest.mark.parametrize(
    ("name", "faction", "models", "bases", "move"),
    [
        ("Jakhals", None, None, {28.5: 9, 40.0: 1}, 7),
        ("Jakhals", None, 20, {28.5: 18, 40.0: 2}, 7),
        ("Guardian Defenders", None, None, {28.5: 10, 40.0: 1}, 7),
        ("Repentia Squad", None, None, {32.0: 1, 28.5: 4}, 7),
        ("Repentia Squad", None, 10, {32.0: 1, 28.5: 9}, 7),
        ("Accursed Cultists", None, None, {40.0: 3, 25.0: 5}, 6),
        ("Squighog Boyz", None, None, {(90.0, 52.5): 1, (75.0, 42.0): 3}, 10),
        ("Outrider Squad", None, None, {(90.0, 52.5): 3}, 12),
        ("boyz", "orks", None, {32.0: 10}, 6),
        ("boyz", "orks", 20, {32.0: 20}, 6),
        ("Nobz", "orks", None, {32.0: 5}, 6),
        ("Cadian Command Squad", None, None, {28.5: 5}, 6),
        ("The Silent King", None, None, {100.0: 1, 50.0: 2}, 8),
    ],
)
def test_known_units(
    name: str, faction: str | None, models: int | None, bases: dict[object, int], move: float
) -> None:
    unit = wh40kdc.read_unit(name, "a", faction=faction, models=models)
    assert shapes(unit) == bases
    assert unit.move == move
    assert unit.side == "a"


def test_models_with_another_move_carry_it() -> None:
    unit = wh40kdc.read_unit("Krieg Heavy Weapons Squad", "a")
    assert unit.move == 4
    assert [m.move for m in unit.models] == [6, None, None, None]
    hounds = wh40kdc.read_unit("Kroot Farstalkers", "a")
    assert Counter(m.move for m in hounds.models) == {None: 10, 12: 2}


def test_keywords_and_abilities_that_movement_asks_for() -> None:
    unit = wh40kdc.read_unit("Squighog Boyz", "b", unit_id="pigs")
    assert unit.id == "pigs"
    assert unit.models[0].id == "pigs.nob-on-smasha-squig"
    assert {"MOUNTED", "MOBILE", "ORKS"} <= set(unit.keywords)
    scouts = wh40kdc.read_unit("Wolf Scouts", "a")
    assert scouts.status.scouts == 7
    assert scouts.status.infiltrators
    assert not scouts.status.deep_strike


def test_counts_by_kind_of_model() -> None:
    counts = {"Jakhal Pack Leader": 1, "Dishonoured": 2, "Jakhal": 17}
    assert len(wh40kdc.read_unit("Jakhals", "a", models=counts).models) == 20
    with pytest.raises(InputError, match="8 Jakhal or"):
        wh40kdc.read_unit("Jakhals", "a", models={**counts, "Jakhal": 16})
    with pytest.raises(InputError, match="did you mean Dishonoured"):
        wh40kdc.read_unit("Jakhals", "a", models={"Dishonored": 2})
    with pytest.raises(InputError, match="wanted 10 or 20, got 12"):
        wh40kdc.read_unit("Jakhals", "a", models=12)


def test_a_hull_has_to_be_given() -> None:
    with pytest.raises(InputError, match=r'bases=\{"Chaos Rhino": Base') as caught:
        wh40kdc.read_unit("Chaos Rhino", "a", faction="death-guard")
    assert caught.value.got == "hull without sizes in the data"
    outline = hull([(-2.2, -1.5), (2.2, -1.5), (2.2, 1.5), (-2.2, 1.5)])
    rhino = wh40kdc.read_unit(
        "Chaos Rhino", "a", faction="death-guard", bases={"Chaos Rhino": outline}
    )
    assert rhino.models[0].base == outline
    assert rhino.status.capacity == 12


def test_given_bases_and_moves_overrule_the_data() -> None:
    unit = wh40kdc.read_unit(
        "Jakhals", "a", bases={"Dishonoured": oval(60, 35.5)}, moves={"Dishonoured": 8}
    )
    assert shapes(unit) == {28.5: 9, (60.0, 35.5): 1}
    assert [m.move for m in unit.models if m.move is not None] == [8]
    with pytest.raises(InputError, match="did you mean Jakhal"):
        wh40kdc.read_unit("Jakhals", "a", bases={"Jackal": round(32)})


def test_a_provisional_base_is_not_taken_for_a_fact() -> None:
    with pytest.raises(InputError, match="120 x 92, which the data calls provisional"):
        wh40kdc.read_unit("Devilfish", "a", faction="tau-empire")


def test_unknown_and_shared_names() -> None:
    with pytest.raises(InputError, match="did you mean Jakhals"):
        wh40kdc.read_unit("Jakals", "a")
    with pytest.raises(InputError, match="death-guard"):
        wh40kdc.read_unit("Chaos Rhino", "a")
    with pytest.raises(InputError, match="did you mean world-eaters"):
        wh40kdc.read_unit("Jakhals", "a", faction="world eater")


def test_finding_ignores_case_and_accents() -> None:
    assert [entry.name for entry in wh40kdc.find_units("KHARN THE")] == ["Khârn the Betrayer"]
    assert len(wh40kdc.find_units("world eaters")) > 20
    assert wh40kdc.find_units("no such thing") == ()
