"""Scenarios in and out of the page: drawn, loaded, hostile, saved; and all of it by keys."""

from __future__ import annotations

import base64
import json
import threading
from pathlib import Path

import pytest

import movesolver as ms
from browser_data import Browser, need_browser
from engine_data import ROOT, squad
from movesolver.cli import main
from movesolver.engine.describing import describe
from movesolver.engine.engine import Engine
from movesolver.engine.limits import Limits
from movesolver.engine.page import page_files
from movesolver.engine.web import Server
from page_data import Document, Player

pytestmark = pytest.mark.compiled

UP, RIGHT, TAB, SPACE = "\ue013", "\ue014", "\ue004", " "
HOSTILE = "<img src=x onerror=alert(1)>"
BACKWARDS = "a\u202egnol"


def tool(player: Player, name: str) -> None:
    player.browser.run(f"document.querySelector('[name=tool][value={name}]').click()")


def mode(player: Player, name: str) -> None:
    player.browser.run(f"document.querySelector('[name=mode][value={name}]').click()")
    player.seen("#moving" if name == "move" else "#setting")


def draw_skirmish(player: Player) -> None:
    """Draw three on rounds, a wall, a marker, and an enemy on an oval, on an empty table."""
    mode(player, "setup")
    player.click("#clear")
    player.browser.run("document.querySelector('#into').value = ''")
    tool(player, "model")
    for x in (8, 9.6, 11.2):
        player.point(x, 8)
    player.choose("#into", "")
    player.choose("#new-side", "blue")
    player.choose("#shape", "oval")
    player.point(24, 20)
    tool(player, "wall")
    player.drag((7, 12), (12, 12))
    tool(player, "marker")
    player.point(14, 14)
    player.browser.wait("window.movesolver.scenario().markers.length === 1")


def test_a_scenario_is_drawn_from_nothing_and_solved(player: Player) -> None:
    draw_skirmish(player)
    drawn = player.scenario()
    assert [len(unit["models"]) for unit in drawn["units"]] == [3, 1]
    assert [unit["side"] for unit in drawn["units"]] == ["red", "blue"]
    assert drawn["units"][1]["models"][0]["base"] == {"oval": [75, 42]}
    assert drawn["units"][0]["models"][0]["at"] == pytest.approx([8, 8], abs=0.1)
    wall = drawn["terrain"][0]
    assert (wall["category"], wall["walls"][0]["top"]) == ("dense", 5)
    mode(player, "move")
    player.judged("legal")
    player.click("#goal-add")
    assert player.scenario()["action"]["goal"] == [{"near": {"marker": "objective 1"}}]
    player.choose("#goal-kind", "within")
    player.choose("#goal-of", "point")
    player.click("#goal-add")
    player.point(14, 13)
    goal = player.scenario()["action"]["goal"][1]
    assert goal["within"]["of"] == pytest.approx([14, 13], abs=0.11)
    player.answered("#best")
    player.browser.wait("window.movesolver.scenario().action.paths !== undefined")
    player.judged("legal")
    assert ms.check(ms.loads(json.dumps(player.scenario()))).legal


def test_what_is_drawn_can_be_moved_named_and_removed(player: Player) -> None:
    draw_skirmish(player)
    tool(player, "pick")
    player.drag((14, 14), (16, 15))
    assert player.scenario()["markers"][0]["at"] == pytest.approx([16, 15], abs=0.15)
    player.write("#thing input", "well")
    assert player.scenario()["markers"][0]["id"] == "well"
    player.drag((8, 8), (-1, -1))  # no base leaves the table in Set up
    at = player.scenario()["units"][0]["models"][0]["at"]
    assert at == pytest.approx([0.63, 0.63], abs=0.01)
    ms.loads(json.dumps(player.scenario()))
    player.browser.press("\ue017")  # Delete
    assert [len(unit["models"]) for unit in player.scenario()["units"]] == [2, 1]
    player.click("#undo")
    assert [len(unit["models"]) for unit in player.scenario()["units"]] == [3, 1]
    player.write("#width", "30")
    assert player.scenario()["table"]["width"] == 30
    player.click("[data-unit-line='red 1'] button[aria-label='Remove the unit']")
    left = player.scenario()
    assert [unit["side"] for unit in left["units"]] == ["blue"]
    assert left["action"]["unit"] == left["units"][0]["id"]


def test_what_is_saved_is_what_check_accepts(player: Player, tmp_path: Path) -> None:
    player.answered("#best")
    player.browser.wait("window.movesolver.scenario().action.paths !== undefined")
    player.browser.run(
        """window.saved = null;
        HTMLAnchorElement.prototype.click = function () { window.saved = this.href; };"""
    )
    player.browser.run(
        """const made = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          blob.text().then((text) => { window.text = text; });
          return made(blob);
        };"""
    )
    player.click("#save")
    player.browser.wait("window.text !== undefined")
    text = player.browser.run("return window.text")
    file = tmp_path / "scenario.json"
    file.write_text(text, encoding="utf-8")
    assert main(["check", str(file), "--json"]) == 0
    assert json.loads(text) == player.scenario()


def test_a_file_is_opened(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps(squad(move="advance", roll=3)), encoding="utf-8")
    player.browser.find("#file").send_keys(str(file))
    player.browser.wait("window.movesolver.scenario().action.move === 'advance'")
    player.judged("legal")
    assert player.browser.find("#roll").get_attribute("value") == "3"
    assert "9 left" in player.browser.find("[data-row=a1]").text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "This is no JSON"),
        ("[]", "This is no JSON"),
        ('{"movesolver": 1}', "scenario.table"),
        (json.dumps(squad(unit="nobody")), "scenario.action.unit: wanted the id of a unit"),
        (json.dumps(squad() | {"table": {"width": 1e5, "height": 44}}), "at most 240 inches"),
        ('{"movesolver": 1, "movesolver": 1}', "movesolver"),
    ],
)
def test_what_is_no_scenario_is_refused_in_one_line(
    player: Player, text: str, complaint: str
) -> None:
    before = player.scenario()
    assert not player.load(text)
    said = player.complaint()
    assert said is not None
    assert complaint in said
    assert "\n" not in said
    assert player.scenario() == before
    # The engine refuses by an HTTP status, of which Chromium tells the console by itself.
    ours = [line for line in player.browser.complaints() if "Failed to load resource" not in line]
    assert ours == []
    player.arrive()


SCENES = [
    path.read_text().splitlines()[0]
    for path in sorted((ROOT / "benchmarks" / "scenes").glob("*.jsonl"))
]


def test_every_kind_of_scenario_is_shown_and_judged_as_the_library_does(player: Player) -> None:
    """Moves of all types, hordes, hulls, floors, reserves: as they stand, and solved."""
    assert len(SCENES) > 20
    for text in SCENES:
        document = json.loads(text)
        assert player.load(text), player.complaint()
        assert player.scenario() == document  # nothing is added, nothing lost
        scenario = ms.loads(text)
        moved = ms.solve(scenario, seed=0, iterations=10, bound=False).moved
        for one in (judged(document), None if moved is None else json.loads(ms.dumps(moved))):
            if one is None:
                continue
            assert player.load(json.dumps(one)), player.complaint()
            verdict = ms.check(ms.loads(json.dumps(one)))
            player.judged("legal" if verdict.legal else "illegal")
            assert list(dict.fromkeys(player.codes())) == [str(code) for code in verdict.codes]
            shown = len(player.browser.find_all("#board [data-model]"))
            assert shown == standing(one)


def judged(document: Document) -> Document | None:
    """The scenario with a move that moves nobody; None if that cannot be said of its move."""
    if document["action"].get("paths") or document["action"].get("ends"):
        return document
    types = describe(ms.loads(json.dumps(document)))
    assert isinstance(types["types"], dict)
    ends = types["types"][document["action"]["move"]]["sets_up"]
    action = document["action"] | ({"ends": {}} if ends else {"paths": {}})
    return document | {"action": action}


def standing(document: Document) -> int:
    """How many models are on the table, those included that the action puts there."""
    count = 0
    ends = document["action"].get("ends") or {}
    for unit in document["units"]:
        moves = unit["id"] == document["action"]["unit"]
        for model in unit["models"]:
            placed = moves and model["id"] in ends
            count += placed or ("at" in model and not model.get("slain", False))
    return count


def test_names_are_text_and_nothing_else(player: Player) -> None:
    document = squad()
    names = [HOSTILE, BACKWARDS, "__proto__", "constructor"]
    for model, name in zip(document["units"][0]["models"], names, strict=True):
        model["id"] = name
    for kind, name in (("units", HOSTILE), ("markers", "'\"><script>alert(2)</script>")):
        document[kind][0]["id"] = name
    document["terrain"][0]["id"] = "</svg><script>alert(3)</script>"
    document["units"][0]["side"] = "<b>red"
    document["action"]["unit"] = HOSTILE
    document["action"]["goal"] = [{"near": {"marker": "'\"><script>alert(2)</script>"}}]
    assert player.load(json.dumps(document))
    player.judged("legal")
    for start, end in (((10, 18), (10, 14)), ((10, 21.2), (12, 24)), ((8.2, 20.4), (8, 20))):
        player.drag(start, end)
    player.judged("illegal")
    paths = player.scenario()["action"]["paths"]
    assert set(paths) == {HOSTILE, "__proto__", "constructor"}
    mode(player, "setup")
    player.point(10, 19.6)
    player.browser.wait(
        "document.querySelector('#thing-title').textContent.includes('a\ufffdgnol')"
    )
    mode(player, "move")
    for button in ("#best", "#others", "#reach"):
        player.answered(button)
    assert (
        player.browser.run("return document.querySelectorAll('img, b > b, svg script').length") == 0
    )
    assert player.browser.run("return document.scripts.length") == 1
    assert player.browser.run("return ({}).length === undefined && Object.keys({}).length === 0")


def test_the_policy_is_in_force(browser: Browser, address: str) -> None:
    Player(browser, address).arrive()
    markup = "try { document.body.innerHTML = '<b>x</b>'; return 'done'; }"
    assert browser.run(f"{markup} catch (error) {{ return error.name; }}") == "TypeError"
    browser.run(
        """fetch("http://localhost:9/").then(() => "came", () => "refused")
            .then((end) => { window.fetched = end; });
        const script = document.createElement("style");
        script.textContent = "body { display: none }";
        document.head.append(script);"""
    )
    browser.wait("window.fetched === 'refused'")
    assert browser.run("return getComputedStyle(document.body).display") == "flex"
    said = " ".join(browser.complaints())
    for directive in ("connect-src 'self'", "style-src 'self'", "TrustedHTML"):
        assert directive in said


def test_it_is_played_by_keys_alone(player: Player) -> None:
    player.browser.run("document.querySelector('[data-model=a2]').focus()")
    player.browser.press(SPACE, RIGHT, RIGHT, UP)
    assert player.scenario()["action"]["paths"]["a2"] == [
        [10, 19.6, 0, 0],
        [10.2, 19.7, 0, 0],
    ]
    focused = "return document.activeElement.dataset.model"
    assert player.browser.run(focused) == "a2"
    player.judged("legal")  # the board is drawn anew with its verdict: who is fast presses in vain
    player.browser.press(TAB)
    assert player.browser.run(focused) == "a3"
    player.browser.press("a")
    player.browser.wait("document.querySelectorAll('.model.selected').length === 4")
    player.browser.press(RIGHT)
    assert len(player.scenario()["action"]["paths"]) == 4
    player.judged("legal")
    label = player.browser.find("[data-model=a2]").get_attribute("aria-label")
    assert label == "a2 of squad, 32 mm round, at 10.3, 19.7"
    player.browser.press("r")
    player.browser.wait("document.querySelectorAll('#board .reached').length === 4")


def test_every_control_has_a_name(player: Player) -> None:
    script = """
        const named = (one) => one.textContent.trim() || one.getAttribute("aria-label")
          || one.labels?.length || one.closest("label");
        return [...document.querySelectorAll("button, input:not([hidden]), select, textarea")]
          .filter((one) => !named(one)).map((one) => one.outerHTML);
    """
    for name in ("move", "setup"):
        mode(player, name)
        assert player.browser.run(script) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(player: Player, scheme: str) -> None:
    """Text has a contrast of at least 4.5 to 1 with what it stands on (WCAG 2, AA)."""
    player.browser.prefer("dark" if scheme == "dark" else "light", still=True)
    pairs = [
        ("--ink", "--card"), ("--ink", "--paper"), ("--soft", "--card"), ("--soft", "--table"),
        ("--legal", "--card"), ("--illegal", "--card"), ("--on-accent", "--accent"),
        *[(f"--on-strong-{k}", f"--strong-{k}") for k in (0, 1, 2)],
        *[(f"--on-pale-{k}", f"--pale-{k}") for k in range(4)],
    ]  # fmt: skip
    script = "return getComputedStyle(document.documentElement).getPropertyValue(arguments[0])"
    for text, ground in pairs:
        shades = [luminance(player.browser.run(script, name).strip()) for name in (text, ground)]
        low, high = sorted(shades)
        assert (high + 0.05) / (low + 0.05) >= 4.5, (text, ground)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_it_waits_for_an_engine_that_is_not_ready(browser: Browser) -> None:
    need_browser()
    engine = Engine.of(Limits(time_ms=300.0), 1)
    with Server(engine, "127.0.0.1", 0, (), page_files()) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            browser.visit(server.url)
            browser.wait(
                "performance.getEntriesByType('resource').filter("
                "one => one.initiatorType === 'fetch').length > 1"
            )  # asked again
            assert browser.find("#said").text.startswith("Starting the engine")
            engine.become_ready()
            browser.wait("document.body.dataset.ready")
            browser.wait("document.querySelector('#unit').value === 'squad'")
        finally:
            server.shutdown()
            thread.join()


def test_an_engine_that_has_ended_is_told_in_words(browser: Browser, address: str) -> None:
    player = Player(browser, address)
    player.arrive()
    network = browser.driver.execute_cdp_cmd
    gone = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    network("Network.emulateNetworkConditions", {"offline": True, **gone})
    try:
        player.drag((10, 18), (10, 17))
        player.judged("unknown")
        assert "the engine does not answer" in browser.find("#violations").text
        assert player.scenario()["action"]["paths"]["a1"][0] == [10, 18, 0, 0]
        player.answered("#best")
        assert "the engine does not answer" in (player.complaint() or "")
    finally:
        back = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        network("Network.emulateNetworkConditions", {"offline": False, **back})
    browser.press("\ue00c")  # Escape closes the line
    player.drag((10, 17), (10, 16.8))
    player.judged("legal")  # and it goes on when the engine is back


def test_it_fits_the_window(player: Player) -> None:
    script = """
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
    """
    for name in ("move", "setup"):
        mode(player, name)
        assert player.browser.run(script) == [0, 0]
    image = base64.b64decode(player.browser.driver.get_screenshot_as_base64())
    assert image[:4] == b"\x89PNG"
