"""On paper pages are light, have nothing to press, and leave nothing out."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import movesolver
from browser_data import Browser
from drawn_pages import SQUAD, quiet, seen
from movesolver.draw.page import draw_page
from page_data import Player

CONTROLS = "button:not(.pick), input, select, textarea, dialog"
PAPER = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"


@contextmanager
def on_paper(browser: Browser) -> Iterator[None]:
    """Show the page as a printer gets it, of a reader who prefers dark."""
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    told = {"media": "print", "features": dark}
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", told)
    try:
        yield
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def pdf(browser: Browser) -> bytes:
    printed = browser.driver.execute_cdp_cmd("Page.printToPDF", {})
    return base64.b64decode(printed["data"])


def test_all_moves_of_an_answer_are_printed_light_and_without_controls(browser: Browser) -> None:
    browser.prefer("dark")
    browser.show(draw_page(movesolver.propose(movesolver.load(SQUAD), 2, seed=0)))
    browser.find("button.theme").click()
    browser.find("button.theme").click()  # dark, and by choice
    with on_paper(browser):
        assert not seen(browser, CONTROLS)
        assert not seen(browser, ".zoom, .player, .choices, .details, .status")
        assert [view.is_displayed() for view in browser.find_all(".view")] == [True, True]
        for part in (".verdict", ".facts", "table"):
            assert seen(browser, part), part
        assert seen(browser, ".layers .sign svg")
        assert browser.run(PAPER, "body", "backgroundColor") == "rgb(255, 255, 255)"
        assert browser.run(PAPER, "body", "color") == "rgb(28, 31, 35)"
        # What is hidden needs no explanation.
        explained = browser.run(
            "return [...document.querySelectorAll('.layers .sign')]"
            ".filter((sign) => sign.checkVisibility()).map((sign) => sign.textContent)"
        )
        assert 'neighbours, within 2"' in explained
        assert "room for one model, at a price" not in explained
    assert pdf(browser).startswith(b"%PDF-")
    quiet(browser)


@pytest.mark.compiled
@pytest.mark.parametrize("mode", ["move", "setup"])
def test_the_table_of_the_page_is_printed_with_its_verdict(player: Player, mode: str) -> None:
    browser = player.browser
    player.answered("#best")
    player.judged("legal")
    browser.run(f"document.querySelector('[name=mode][value={mode}]').click()")
    player.seen("#moving" if mode == "move" else "#setting")
    with on_paper(browser):
        assert not seen(
            browser, "button:not([data-row]), input, select, textarea, dialog, #zoom, #hint"
        )
        assert seen(browser, "#board .model")
        for part in ("#said", "#now", "#lengths", "#answer"):
            assert seen(browser, part) is (mode == "move"), part
        assert browser.run(PAPER, "body", "backgroundColor") == "rgb(255, 255, 255)"
        assert browser.run(PAPER, "#board .model.mover .base", "fill") == "rgb(0, 103, 165)"
        tall = browser.run("return document.querySelector('#board').getBoundingClientRect().height")
        assert tall > 300
    assert pdf(browser).startswith(b"%PDF-")
