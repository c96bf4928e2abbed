"""The page of the engine for tests: served within this process, seen in a real browser."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.support.select import Select

from browser_data import Browser
from movesolver.engine.engine import Engine
from movesolver.engine.limits import Limits
from movesolver.engine.page import page_files
from movesolver.engine.web import Server

Document = dict[str, Any]
STATE = "document.querySelector('#verdict').dataset.state"
JUDGED = "!document.body.hasAttribute('data-judging')"
IDLE = "!document.body.dataset.busy"


@contextmanager
def page_served() -> Iterator[Server]:
    """Yield an engine with its page on some port of this machine, its kernels loaded."""
    engine = Engine.of(Limits(), 2)
    engine.warm_up()
    with Server(engine, "127.0.0.1", 0, (), page_files()) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            engine.ready.wait()
            yield server
        finally:
            engine.pool.stop()
            server.shutdown()
            thread.join()


class Player:
    """Somebody at the page, with a mouse and a keyboard."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def arrive(self) -> None:
        """Open the page and wait until it can be used; animations are left out."""
        self.browser.resize(1280, 800)
        self.browser.prefer("light", still=True)
        self.browser.visit(self.address)
        self.browser.wait("document.body.dataset.ready")
        self.judged()

    def judged(self, state: str = "legal") -> None:
        """Wait until the verdict on what is there now is known, and is this."""
        self.browser.wait(f"{JUDGED} && {STATE} === '{state}'")

    def codes(self) -> list[str]:
        """The codes of the verdict."""
        script = "return [...document.querySelectorAll('#violations li')].map(e => e.dataset.code)"
        found: list[str] = self.browser.run(script)
        return found

    def click(self, css: str) -> None:
        self.seen(css)
        self.browser.find(css).click()

    def seen(self, css: str) -> None:
        """Wait until something is shown: the page paints once a frame."""
        self.browser.wait(f"document.querySelector({json.dumps(css)})?.checkVisibility()")

    def answered(self, css: str) -> None:
        """Click what starts a search, and wait for its end."""
        self.click(css)
        self.browser.wait(IDLE, 60)

    def choose(self, css: str, value: str) -> None:
        self.seen(css)
        Select(self.browser.find(css)).select_by_value(value)

    def write(self, css: str, text: str) -> None:
        """Put a text into a field, as typing it and leaving the field does."""
        script = """
            arguments[0].focus();
            arguments[0].value = arguments[1];
            arguments[0].dispatchEvent(new Event("input", { bubbles: true }));
            arguments[0].dispatchEvent(new Event("change", { bubbles: true }));
            arguments[0].blur();
        """
        self.browser.run(script, self.browser.find(css), text)

    def example(self, name: str) -> None:
        """Load one of the built-in scenarios."""
        self.choose("#example", name)
        self.browser.wait(f"document.querySelector('#example').dataset.shown === '{name}'")

    def scenario(self) -> Document:
        """The scenario as the page has it."""
        found: Document = json.loads(self.browser.run("return window.movesolver.exported()"))
        return found

    def load(self, text: str) -> bool:
        """Paste a scenario; return whether it was taken."""
        self.browser.run("document.querySelector('#example').dataset.shown = ''")
        self.click("#paste")
        self.browser.run("document.querySelector('#text').value = arguments[0]", text)
        self.click("#pasting button[value=load]")
        self.browser.wait(
            "!document.querySelector('#error').hidden"
            " || document.querySelector('#example').dataset.shown === 'own'"
        )
        return bool(self.browser.run("return document.querySelector('#error').hidden"))

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Where a place of the table is in the window."""
        script = """
            const svg = document.querySelector("#board");
            const depth = window.movesolver.scenario().table.height;
            const at = new DOMPoint(arguments[0] * 20, (depth - arguments[1]) * 20)
              .matrixTransform(svg.getScreenCTM());
            return [Math.round(at.x), Math.round(at.y)];
        """
        found: list[int] = self.browser.run(script, x, y)
        return found[0], found[1]

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one place of the table to another."""
        chain = ActionChains(self.browser.driver, duration=20)
        chain.w3c_actions.pointer_action.move_to_location(*self.pixel(*start))
        chain.w3c_actions.pointer_action.pointer_down()
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        chain.w3c_actions.pointer_action.move_to_location(*self.pixel(*middle))
        chain.w3c_actions.pointer_action.move_to_location(*self.pixel(*end))
        chain.w3c_actions.pointer_action.pointer_up()
        chain.perform()

    def point(self, x: float, y: float) -> None:
        """Click a place of the table."""
        chain = ActionChains(self.browser.driver, duration=20)
        chain.w3c_actions.pointer_action.move_to_location(*self.pixel(x, y))
        chain.w3c_actions.pointer_action.click()
        chain.perform()

    def complaint(self) -> str | None:
        """The line about what went wrong, if there is one."""
        line = self.browser.find("#error")
        return line.find_element("css selector", "span").text if line.is_displayed() else None

    def quiet(self) -> None:
        """Nothing was complained of, and nobody else was asked for anything."""
        assert self.browser.complaints() == []
        requests = self.browser.requests()
        assert requests
        for address in requests:
            assert address.startswith((self.address, f"blob:{self.address}")), address
        entries = "return performance.getEntries().map(one => one.name)"
        for name in self.browser.run(entries):
            assert "://" not in name or name.startswith(self.address), name
