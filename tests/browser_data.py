"""A real headless Chromium for tests of pages: what it shows, says, and asks the net for.

Debian's ``chromium`` and ``chromium-driver``, driven by Selenium.  Where either is missing, tests
that need them skip with the reason; with ``MOVESOLVER_NEEDS_BROWSER=1`` (``.ci/run`` sets it) they
fail instead.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

NEEDED = "MOVESOLVER_NEEDS_BROWSER"
CHROMIUM, DRIVER = "chromium", "chromedriver"
_OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    # Nothing but this machine has a name or an address.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
_LOADING = 20.0
"""Seconds a page has, on a busy machine."""


class Browser:
    """One window; every `show` starts with an empty console and no request counted."""

    def __init__(self, driver: webdriver.Chrome, folder: Path) -> None:
        self.driver = driver
        self.folder = folder
        self._said: list[dict[str, Any]] = []
        self._asked: list[str] = []

    def show(self, html: str) -> None:
        """Show a page given as text, from a file as a reader would open it."""
        file = self.folder / "page.html"
        file.write_text(html, encoding="utf-8")
        self.visit(file.as_uri())

    def visit(self, address: str) -> None:
        """Go to an address and wait until all of it is there."""
        self.driver.get("about:blank")
        self._read_logs()
        self._said, self._asked = [], []
        self.driver.get(address)
        # A page has the focus even where the last one gave it back to the window.
        self.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
        self.wait("document.readyState === 'complete'")

    def run(self, script: str, *arguments: Any) -> Any:
        """Return what a script returns in the page."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition: str, seconds: float = _LOADING) -> None:
        """Wait until an expression of JavaScript is true; fail if it never is."""
        WebDriverWait(self.driver, seconds, poll_frequency=0.02).until(
            lambda _: self.run(f"return Boolean({condition})"), f"never came true: {condition}"
        )

    def find(self, css: str) -> WebElement:
        """Return the first element that a selector finds."""
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def find_all(self, css: str) -> list[WebElement]:
        """Return all elements that a selector finds."""
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def hover(self, css: str) -> None:
        """Rest the pointer on an element."""
        ActionChains(self.driver).move_to_element(self.find(css)).perform()

    def prefer(self, scheme: Literal["light", "dark"], *, still: bool = False) -> None:
        """Let the reader prefer light or dark, and perhaps no motion."""
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def resize(self, width: int, height: int) -> None:
        """Set the size of the page shown, CSS pixels."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def screenshot(self, file: str | Path) -> None:
        """Write what is seen as PNG."""
        Path(file).write_bytes(self.driver.get_screenshot_as_png())

    def complaints(self) -> list[str]:
        """Return what the console said since the page was opened, warnings and errors."""
        self._read_logs()
        return [f"{said['level']}: {said['message']}" for said in self._said]

    def requests(self) -> list[str]:
        """Return every address asked for since the page was opened, the page's own included."""
        self._read_logs()
        return list(self._asked)

    def _read_logs(self) -> None:
        levels = ("WARNING", "SEVERE")
        self._said += [s for s in self.driver.get_log("browser") if s["level"] in levels]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self._asked.append(message["params"]["request"]["url"])


def missing() -> str | None:
    """Return which program a test of pages lacks, or None."""
    gone = [name for name in (CHROMIUM, DRIVER) if shutil.which(name) is None]
    return f"no {' and no '.join(gone)} on this machine" if gone else None


def need_browser() -> None:
    """Skip the test that asks, with the reason, where there is no browser; fail if one is due."""
    reason = missing()
    if reason is None:
        return
    if os.environ.get(NEEDED) == "1":
        pytest.fail(f"{reason}, and {NEEDED}=1")
    pytest.skip(reason)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start a Chromium with a profile of its own; stop it and forget the profile at the end."""
    need_browser()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which(CHROMIUM) or ""
        for option in (*_OPTIONS, f"--user-data-dir={folder}/profile"):
            options.add_argument(option)
        logging = {"browser": "ALL", "performance": "ALL"}
        options.set_capability("goog:loggingPrefs", logging)
        # The driver's place is named, so that Selenium looks for none to download.
        service = webdriver.ChromeService(executable_path=shutil.which(DRIVER) or "")
        driver = webdriver.Chrome(options=options, service=service)
        try:
            yield Browser(driver, Path(folder))
        finally:
            driver.quit()
