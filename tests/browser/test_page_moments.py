"""The page tells figures of one move at a time, and what belongs to Move only there."""

from __future__ import annotations

import pytest

from page_data import Player

pytestmark = pytest.mark.compiled

WATCH = """
    window.told = [];
    const node = document.querySelector("#now");
    const look = () => {
      const words = node.checkVisibility({ visibilityProperty: true }) ? node.textContent : "";
      if (window.told.at(-1) !== words) window.told.push(words);
      requestAnimationFrame(look);
    };
    look();
"""
"""What can be read beside the verdict, frame by frame."""

HOLD = """
    const real = window.fetch;
    window.fetch = async (...given) => {
      if (given[1]?.body?.includes('"kind":"check"'))
        await new Promise((go) => { window.release = go; });
      return real(...given);
    };
"""
"""Verdicts wait, as those of a busy engine do."""


def mode(player: Player, name: str) -> None:
    player.browser.run(f"document.querySelector('[name=mode][value={name}]').click()")
    player.seen("#moving" if name == "move" else "#setting")


def test_no_old_worth_stands_beside_a_new_bound(player: Player) -> None:
    player.browser.prefer("light")  # models walk, so that the moment is long
    player.browser.run(WATCH)
    old = player.browser.find("#now").text
    assert old.startswith("It is worth ")
    player.answered("#best")
    player.judged("legal")
    player.browser.wait("document.querySelector('#now').textContent.includes('of at most')")
    new = player.browser.find("#now").text
    assert player.browser.run("return window.told") == [old, "", new]
    # The bound holds for any move of this question, and so for the one that is back.
    player.click("#undo")
    player.judged("legal")
    player.browser.wait(f"document.querySelector('#now').textContent.startsWith('{old[:-1]} of')")
    told = player.browser.run("return window.told")
    assert told[3:] in ([told[-1]], ["", told[-1]])


def test_a_verdict_that_waits_is_no_verdict_on_what_is_there(player: Player) -> None:
    player.drag((10, 18), (10, 14.5))
    player.judged("illegal")
    player.browser.run(HOLD)
    player.click("#undo")
    player.seen("#verdict[data-stale]")
    player.browser.wait("getComputedStyle(document.querySelector('#said')).opacity < 0.5")
    assert player.browser.find("#now").text == ""
    player.browser.wait("window.release")
    player.browser.run("window.release()")
    player.judged("legal")
    assert not player.browser.find_all("#verdict[data-stale]")
    assert player.browser.find("#now").text.startswith("It is worth ")


def test_what_a_move_shows_is_not_shown_in_set_up(player: Player) -> None:
    player.answered("#reach")
    player.drag((10, 18), (10, 14.5))
    player.judged("illegal")
    player.browser.press("a")
    signs = ".reached, .way, .ghost, .link, .rim, .range, .aim, .preview, .wrong, .pointed"
    drawn = f"document.querySelectorAll('#board :is({signs})').length"
    player.browser.wait(f"{drawn} > 10")
    player.browser.hover("#violations li")
    player.browser.wait("document.querySelector('#board .pointed')")
    mode(player, "setup")
    player.browser.wait(f"{drawn} === 0")
    mode(player, "move")
    player.browser.wait("document.querySelectorAll('#board .reached').length === 4")
