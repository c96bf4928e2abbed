"""One browser for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser_data import Browser, open_browser


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
