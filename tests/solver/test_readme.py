"""The README begins with its two commands, and links lead somewhere.

Its code is run by test_docs_code.py.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pages_data import PAGES, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_screen_shows_the_two_commands() -> None:
    first = README.splitlines()[:20]
    assert any(line.startswith("make demo") for line in first)
    assert any(line.startswith("make test") for line in first)


def test_it_stays_short() -> None:
    assert len(README.splitlines()) <= 110


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """As they stand, without the site."""
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_page_can_be_found_from_the_first() -> None:
    """By links alone, as on a forge."""
    found, open_ = set(), {ROOT / "README.md"}
    while open_:
        page = open_.pop()
        found.add(page)
        for target in re.findall(r"\]\(([^)#:\s]+\.md)", page.read_text(encoding="utf-8")):
            if (linked := (page.parent / target).resolve()) not in found:
                open_.add(linked)
    # Those of the reference are made by the site, and stand in its margin.
    assert {page for page in PAGES if page.parent.name != "reference"} <= found
