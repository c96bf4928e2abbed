"""The site is built without a warning, its links lead somewhere, and it has every public name."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("sphinx")
pytest.importorskip("myst_parser")
pytest.importorskip("furo")

from sphinx.util.inventory import InventoryFile

ROOT = Path(__file__).parents[1]
MODULES = (
    "movesolver",
    "movesolver.arrays",
    "movesolver.gym",
    "movesolver.rules",
    "movesolver.testing",
    "movesolver.formats.tabletop",
    "movesolver.formats.wh40kdc",
    "movesolver.formats.tabletop",
)
"""What is public: what these export."""


def build(source: Path, out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Build a site as ``make docs`` does."""
    paths = os.pathsep.join((str(ROOT / "solver"), str(ROOT / "kernels")))
    return subprocess.run(
        [sys.executable, "-m", "sphinx", "-c", str(ROOT / "docs" / "site"), "-b", "html", "-q",
         "-W", "--keep-going", "-d", str(out.parent / "doctrees"), *options, str(source), str(out)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("docs") / "site"
    done = build(ROOT, out)
    assert done.returncode == 0, done.stderr
    assert not done.stderr.strip()
    return out


class Page(HTMLParser):
    """The anchors of a page, and where its links lead."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag says."""
        told = dict(attrs)
        for key in ("id", "name"):
            if value := told.get(key):
                self.anchors.add(value)
        for key in ("href", "src"):
            if value := told.get(key):
                self.links.add(value)


def broken_links(site: Path) -> Iterator[str]:
    """Yield the links between files of a site that lead nowhere."""
    pages = {path: Page(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{path.relative_to(site)}: {link}"
            elif target in pages and parts.fragment:
                anchors = pages[target].anchors
                if unquote(parts.fragment) not in anchors:
                    yield f"{path.relative_to(site)}: {link}"


def test_every_link_leads_somewhere(site: Path) -> None:
    assert len(list(site.rglob("*.html"))) > 35
    assert list(broken_links(site.resolve())) == []


def test_every_page_is_in_the_site(site: Path) -> None:
    for page in (*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"):
        assert (site / page.relative_to(ROOT)).with_suffix(".html").exists(), page
    assert 'url=docs/index.html"' in (site / "index.html").read_text(encoding="utf-8")


def public_names() -> dict[str, object]:
    """Return what is exported by its full name; what two modules export by that of the first."""
    found: dict[str, object] = {}
    top = import_module(MODULES[0])
    for module in map(import_module, MODULES):
        for name in module.__all__:
            item = getattr(module, name)
            home = top if getattr(top, name, None) is item else module
            found[f"{home.__name__}.{name}"] = item
    for name in ("round", "oval", "rectangle", "hull"):
        found[f"movesolver.bases.{name}"] = getattr(import_module("movesolver.table.bases"), name)
    return found


def test_every_public_name_is_described_and_no_other(site: Path) -> None:
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    kinds = ("py:class", "py:exception", "py:function", "py:data", "py:module")
    described = {name for kind in kinds for name in inventory.data[kind]}
    public = public_names()
    assert len(public) > 120
    missing = {name: public[name] for name in public.keys() - described}
    assert not missing, "docs/reference leaves out these names, or the part they are made in"
    # A class is also entered where it is made, so that types in signatures find it.
    made = {
        f"{item.__module__}.{item.__qualname__}"
        for item in public.values()
        if isinstance(item, type)
    }
    assert described - public.keys() <= made


FAULTS = {
    "[there](nowhere.md)": "nowhere.md",
    "[there](index.md#nowhere)": "nowhere",
    "![it](nothing.svg)": "nothing.svg",
    "```{nonsense}\n```": "nonsense",
}


@pytest.mark.parametrize("faults", [[], list(FAULTS)], ids=["none", "all"])
def test_faults_on_a_page_are_errors(faults: list[str], tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "index.md").write_text("\n\n".join(["# A page", *faults]))
    options = ("-D", "root_doc=index", "-D", "include_patterns=**", "-D", "extensions=myst_parser")
    done = build(source, tmp_path / "site", *options)
    assert (done.returncode == 0) is (not faults), done.stderr
    for fault in faults:
        assert FAULTS[fault] in done.stderr


def test_broken_links_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="x"></h1><a href="b.html#y"></a><a href="#x"></a>')
    (tmp_path / "b.html").write_text('<a href="a.html#z"></a><img src="c.svg"><a href="a.html">')
    assert sorted(broken_links(tmp_path.resolve())) == [
        "a.html: b.html#y",
        "b.html: a.html#z",
        "b.html: c.svg",
    ]
