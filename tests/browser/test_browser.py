"""The browser that judges pages sees what it is to see."""

from __future__ import annotations

from pathlib import Path

import pytest

import browser_data
from browser_data import Browser


def test_a_quiet_page_asks_for_itself_alone(browser: Browser) -> None:
    browser.show("<!doctype html><title>Quiet</title><p id=x>here</p>")
    assert browser.find("#x").text == "here"
    assert browser.complaints() == []
    assert [address.rpartition("/")[2] for address in browser.requests()] == ["page.html"]


def test_errors_on_the_console_are_heard(browser: Browser) -> None:
    browser.show("<!doctype html><script>throw new Error('on purpose')</script>")
    assert any("on purpose" in said for said in browser.complaints())
    browser.show("<!doctype html>")
    assert browser.complaints() == []


def test_requests_are_counted_and_reach_nobody(browser: Browser) -> None:
    browser.show("<!doctype html><img src='https://movesolver.example/x.png'>")
    assert "https://movesolver.example/x.png" in browser.requests()
    assert browser.run("return document.images[0].naturalWidth") == 0


def test_light_dark_and_sizes_are_as_asked(browser: Browser, tmp_path: Path) -> None:
    dark = "return matchMedia('(prefers-color-scheme: dark)').matches"
    browser.show("<!doctype html>")
    assert browser.run(dark) is False
    browser.prefer("dark")
    assert browser.run(dark) is True
    browser.resize(500, 400)
    assert browser.run("return [innerWidth, innerHeight]") == [500, 400]
    browser.screenshot(tmp_path / "seen.png")
    assert (tmp_path / "seen.png").read_bytes().startswith(b"\x89PNG")


def test_without_a_browser_tests_skip_unless_one_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_data, "DRIVER", "no-such-driver")
    monkeypatch.delenv(browser_data.NEEDED, raising=False)
    with pytest.raises(pytest.skip.Exception, match="no no-such-driver on this machine"):
        browser_data.need_browser()
    monkeypatch.setenv(browser_data.NEEDED, "1")
    with pytest.raises(pytest.fail.Exception, match="MOVESOLVER_NEEDS_BROWSER=1"):
        browser_data.need_browser()
