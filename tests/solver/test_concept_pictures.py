"""The pictures of docs/concepts.md are those drawn today, and show what the page says."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PICTURES: dict[str, Callable[[], str]] = runpy.run_path(str(DOCS / "make_pictures.py"))["PICTURES"]


@pytest.mark.compiled
@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_current(name: str) -> None:
    committed = (DOCS / "images" / f"{name}.svg").read_text(encoding="utf-8")
    assert PICTURES[name]() == committed, "make pictures"


def test_every_picture_is_on_the_page_and_no_other_exists() -> None:
    page = (DOCS / "concepts.md").read_text(encoding="utf-8")
    shown = re.findall(r"\(images/(\w+)\.svg\)", page)
    assert sorted(shown) == sorted(PICTURES)
    assert {path.stem for path in (DOCS / "images").iterdir()} == set(PICTURES)


def test_the_pictures_show_what_the_page_says() -> None:
    def words(name: str) -> set[str]:
        return set(re.findall(r"[A-Z_]{4,}", (DOCS / "images" / f"{name}.svg").read_text()))

    assert {"NO_NEIGHBOUR", "SPREAD", "SPLIT"} <= words("coherency")
    assert "ENGAGED" in words("engagement")
    assert "LEGAL" in words("ways")
    assert not {"NO_NEIGHBOUR", "ENGAGED", "THROUGH_ENEMY", "THROUGH_TERRAIN"} & words("ways")
