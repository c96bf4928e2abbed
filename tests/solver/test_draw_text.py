"""Names come from files of strangers: none may break or reach out of the picture."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movesolver.draw.duty import Owing
from movesolver.draw.markup import clean, element, fitted, number, text_width
from movesolver.draw.page import draw_page
from movesolver.draw.picture import Picture
from movesolver.draw.scene import letters
from movesolver.draw.svg import draw_picture, draw_svg
from movesolver.table.army import Model, Unit
from movesolver.table.bases import round as round_base
from movesolver.table.scenario import Action, GoalTerm, Marker, Scenario, Table, Zone
from movesolver.table.terrain import Feature, Floor

SQUARE = ((4.0, 4.0), (9.0, 4.0), (9.0, 9.0), (4.0, 9.0))
HOSTILE = [
    "<script>alert(1)</script>",
    '"><svg onload="alert(1)">',
    "'/><image href='http://example.org/x.png'/>",
    "]]>&lol;<!ENTITY x SYSTEM 'file:///etc/passwd'>",
    "<!--", "-->", "</text></svg>", "&#x3c;b&#x3e;", "a\x00b\x0bc\x1f", "\ud800", "\uffff",
    "\u202eevil\u202c", "two\nlines\ttab", "漢字" * 200, "W" * 500, "🙂" * 90,
]  # fmt: skip


class Named:
    """A violation made of one name."""

    def __init__(self, name: str) -> None:
        self.code = name
        self.models = (name,)
        self.text = name


class Judged:
    def __init__(self, name: str) -> None:
        self.legal = False
        self.violations = (Named(name),)


def named(name: str) -> Scenario:
    """Everything that has a name bears this one."""
    models = (Model(name, round_base(32), at=(5, 5)), Model(name + "2", round_base(40), at=(7, 5)))
    return Scenario(
        movesolver=1,
        table=Table(30, 20),
        units=(
            Unit(name, "side " + name, models),
            Unit(name + "x", "foe " + name, (Model(name + "3", round_base(40), at=(9, 9)),)),
            Unit(name + "y", "foe " + name, (Model(name + "4", round_base(40)),)),
        ),
        action=Action(name, "normal"),
        terrain=(Feature(name, "light", SQUARE, floors=(Floor(SQUARE, 2),)),),
        markers=(Marker(name, at=(12, 12)), Marker(name + "m", area=SQUARE)),
        zones=(Zone(name, "nobody " + name, SQUARE),),
    )


def check(picture: str) -> None:
    root = ET.fromstring(picture)
    allowed = {"svg", "g", "title", "text", "rect", "circle", "ellipse", "path", "line"}
    for node in root.iter():
        assert node.tag.removeprefix("{http://www.w3.org/2000/svg}") in allowed
        for key, value in node.attrib.items():
            assert not key.lower().startswith("on")
            assert "href" not in key
            assert key not in ("style", "filter", "mask", "src")
            # Names stand in these alone, and nothing reads them but people.
            if not key.startswith("data-") and key != "aria-label":
                assert "url(" not in value
                assert ":" not in value
    assert picture.count("<svg ") == 2
    assert "<!" not in picture
    assert "<?" not in picture


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_text(name: str) -> None:
    picture = draw_svg(named(name), verdict=Judged(name), title=name)
    check(picture)
    picture.encode("utf-8")
    first = next(
        node.get("data-model") for node in ET.fromstring(picture).iter() if node.get("data-model")
    )
    assert first is not None
    assert first.startswith(clean(name)) or clean(name).startswith(first)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_text_in_marks_and_pages(name: str) -> None:
    ends = {name: (5.0, 12.0, 0.0, 0.0), name + "2": (7.0, 16.0, 0.0, 0.0)}
    goal = (GoalTerm(wish={name: (6.0, 12.0)}),)
    scenario = named(name)
    action = Action(name, "normal", ends=ends, goal=goal)
    duties = (
        Owing(name, name, name, "could", (8.0, 8.0, 0.0, 0.0), (name + "x",)),
        Owing(name + "2", name, name, "could not", None, (name + "x",)),
    )
    picture = Picture(
        msgspec.structs.replace(scenario, action=action), verdict=Judged(name), duties=duties,
        lost=(name,), title=name, name=name, facts=((name, name),), columns=((name, {name: name}),),
        certificate={"claim": name, "proof": {"kind": "alone", "models": {name: 1}}},
    )  # fmt: skip
    drawn = draw_picture(picture)
    check(drawn)
    for part in ("breaks", "duty", "lost", "wish"):
        assert f'class="{part}"' in drawn
    page(draw_page(picture))


class Reader(HTMLParser):
    """Notes every element that starts."""

    def __init__(self, found: list[tuple[str, list[tuple[str, str | None]]]]) -> None:
        super().__init__()
        self._found = found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._found.append((tag, attrs))


def page(text: str) -> None:
    """Check that a page has the elements it always has, and nothing that runs or asks."""
    text.encode("utf-8")
    found: list[tuple[str, list[tuple[str, str | None]]]] = []
    reader = Reader(found)
    reader.feed(text)
    reader.close()
    tags = [tag for tag, _ in found]
    assert tags.count("script") == 2
    assert tags.count("style") == 1
    assert not {"img", "iframe", "object", "embed", "link", "a", "form", "image", "use"} & set(tags)
    for _, attributes in found:
        for key, _ in attributes:
            assert not key.startswith("on")
            assert key not in ("href", "src", "style", "srcdoc", "action", "xlink:href")


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=40))
def test_any_name_gives_a_page(name: str) -> None:
    page(draw_page(Picture(named(name), verdict=Judged(name), title=name)))


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.text(min_size=1, max_size=40))
def test_any_name_gives_xml(name: str) -> None:
    check(draw_svg(named(name), verdict=Judged(name), title=name))


@given(st.text(max_size=60), st.floats(1, 400))
@settings(derandomize=True, max_examples=200, deadline=None)
def test_fitted_text_fits(text: str, width: float) -> None:
    line = fitted(text, 12, width)
    assert line == "…" or text_width(line, 12) <= width
    assert line == clean(text) or line.endswith("…")


def test_names_too_long_for_their_place_are_cut() -> None:
    lines = [
        node.text or ""
        for node in ET.fromstring(draw_svg(named("W" * 500))).iter()
        if node.tag.endswith("text")
    ]
    assert any(line.endswith("…") for line in lines)
    assert max(text_width(line, 10) for line in lines) < 1200


def test_nothing_left_of_text_that_xml_forbids() -> None:
    assert clean("a\x00b\x07c\ud800d\uffffe\u202ef") == "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf"
    assert clean(" two\n lines\t") == " two lines "


def test_elements_escape_attributes_and_drop_none() -> None:
    assert element("a", class_="x", data_model='"<&', r=0.5, fill=None) == (
        '<a class="x" data-model="&quot;&lt;&amp;" r="0.5"/>'
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (-0.0, "0"), (-1e-9, "0"), (1e-5, "0"), (12.0, "12"), (100.0, "100"),
     (1 / 3, "0.3333"), (-2.50004, "-2.5"), (1e9, "1000000000")],
)  # fmt: skip
def test_numbers_are_short_and_plain(value: float, text: str) -> None:
    assert number(value) == text


def test_units_are_lettered_like_spreadsheet_columns() -> None:
    assert [letters(k) for k in (0, 1, 25, 26, 27, 51, 52, 701, 702)] == [
        "A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip


def test_the_same_picture_in_another_process() -> None:
    program = (
        "from movesolver.draw.svg import draw_svg\n"
        "from movesolver.table.army import Model, Unit\n"
        "from movesolver.table.bases import round\n"
        "from movesolver.table.scenario import Action, Scenario, Table\n"
        "models = tuple(Model(f'm{k}', round(32), at=(5 + 2 * k, 5)) for k in range(9))\n"
        "foes = tuple(Model(f'e{k}', round(32), at=(5 + 2 * k, 15)) for k in range(9))\n"
        "units = (Unit('u', 'a', models), Unit('v', 'b', foes))\n"
        "print(draw_svg(Scenario(1, Table(30, 20), units, Action('u', 'normal'))))\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-X", "utf8", "-c", program],
            capture_output=True, check=True, env={"PYTHONHASHSEED": seed}, timeout=60,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(runs) == 1
    ET.fromstring(runs.pop())
