"""One browser for all tests of pages, and the page of an engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser_data import Browser, need_browser, open_browser
from movesolver.warm.jobs import jobs
from page_data import Player, page_served


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Kernels are compiled before anybody waits for a page: the first time takes minutes."""
    for job in jobs():
        job.do()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A Chromium that stays open for the session."""
    with open_browser() as opened:
        yield opened


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    """The browser with a blank page of 1280 by 900, for a reader who prefers light."""
    chromium.resize(1280, 900)
    chromium.prefer("light")
    chromium.visit("about:blank")
    return chromium


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the page of an engine is served."""
    need_browser()
    with page_served() as server:
        yield server.url


@pytest.fixture
def player(browser: Browser, address: str) -> Iterator[Player]:
    """Somebody at that page, who hears no complaint."""
    one = Player(browser, address)
    one.arrive()
    yield one
    one.quiet()
