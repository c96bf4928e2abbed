"""The pages of the documentation, and the blocks of code on them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "examples" / "README.md",
        ROOT / "benchmarks" / "README.md",
    ]
)
PYTHON = ("python",)
SHELL = ("sh", "console", "bash", "shell")
EXCUSE = re.compile(r"<!-- not run: (.+) -->")
"""Stands in the line above a block that the tests leave out, and says why."""
_FENCE = re.compile(r"(?P<indent> *)(?P<ticks>`{3,})(?P<language>[^`]*)")
_PRINTS = re.compile(r"prints?( something like)?:?")


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code on a page."""

    page: Path
    line: int
    language: str
    code: str
    excuse: str | None
    """Why it is not run."""
    printed: str | None
    """What the page says it prints: the ``text`` block after a paragraph "prints"."""

    @property
    def where(self) -> str:
        """The page and the line, for messages."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    """Return the blocks of a page in their order."""
    lines = page.read_text(encoding="utf-8").splitlines()
    found: list[Block] = []
    at, after = 0, ""
    while at < len(lines):
        opened = _FENCE.fullmatch(lines[at])
        if opened is None:
            after += lines[at]
            at += 1
            continue
        closing = opened["indent"] + opened["ticks"]
        end = lines.index(closing, at + 1)
        code = "".join(line[len(opened["indent"]) :] + "\n" for line in lines[at + 1 : end])
        excuse = EXCUSE.fullmatch(lines[at - 1].strip()) if at else None
        language = opened["language"].strip()
        if language == "text" and found and _PRINTS.fullmatch(after):
            last = found.pop()
            found.append(
                Block(last.page, last.line, last.language, last.code, last.excuse, printed=code)
            )
        found.append(
            Block(page, at + 1, language, code, excuse[1] if excuse else None, printed=None)
        )
        at, after = end + 1, ""
    return found


def commands_of(block: Block) -> list[str]:
    """Return the commands of a block of shell, lines that go on joined; a console has ``$``."""
    joined = re.sub(r" *\\\n *", " ", block.code)
    lines = [line.strip() for line in joined.splitlines()]
    if block.language == "console":
        lines = [line[2:] for line in lines if line.startswith("$ ")]
    return [line for line in lines if line and not line.startswith("#")]
