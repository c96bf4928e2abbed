"""Every block of Python and of shell in the documentation is run, so that it stays true.

The blocks of a page are run in their order, in a fresh namespace and a folder with nothing in it
but ``examples``; a ``text`` block after the word "prints" is what comes out.  A block that is not
run says why in the line above it: ``<!-- not run: reason -->``.
"""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from movesolver.cli import main
from pages_data import EXCUSE, PAGES, PYTHON, ROOT, SHELL, Block, blocks_of, commands_of

RUN = {page: [one for one in blocks_of(page) if one.language in PYTHON + SHELL] for page in PAGES}
WITH_CODE = [page for page in PAGES if any(one.excuse is None for one in RUN[page])]
EXIT_CODE = re.compile(r"# .*\bexit code (\d)")


def run_command(line: str, where: str) -> str:
    """Run ``movesolver ...`` or ``python FILE.py ...``; return what it printed on stdout."""
    words, expected = shlex.split(line, comments=True), EXIT_CODE.search(line)
    file = words.pop() if ">" in words[-2:-1] else None
    if file is not None:
        words.pop()
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        if words[0] == "movesolver":
            assert words[1] != "serve", (
                f"{where}: it would wait for messages: say why it is not run"
            )
            code = main(words[1:])
        else:
            assert words[0] == "python", f"{where}: only movesolver and python are run here: {line}"
            code = 0
            sys.argv = words[1:]
            runpy.run_path(words[1], run_name="__main__")
    assert code == (int(expected[1]) if expected else 0), f"{where}: {line}"
    if file is not None:
        Path(file).write_text(out.getvalue(), encoding="utf-8")
        return ""
    return out.getvalue()


def run_block(block: Block, names: dict[str, object]) -> str:
    """Run a block; return what it printed."""
    if block.language in SHELL:
        return "".join(run_command(line, block.where) for line in commands_of(block))
    # Line numbers of a traceback are those of the page.
    code = compile("\n" * block.line + block.code, str(block.page), "exec")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, names)
    return out.getvalue()


@pytest.mark.compiled
@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_code_of_the_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["movesolver"])
    names: dict[str, object] = {"__name__": "__main__"}
    for block in RUN[page]:
        if block.excuse is None:
            printed = run_block(block, names)
            if block.printed is not None:
                assert printed == block.printed, block.where


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_excuses_are_for_blocks(page: Path) -> None:
    """One that stands above nothing, or above what nobody would run, hides a mistake."""
    lines = page.read_text(encoding="utf-8").splitlines()
    written = sum(EXCUSE.fullmatch(line.strip()) is not None for line in lines)
    assert written == sum(one.excuse is not None for one in RUN[page])


def test_there_is_code_to_run() -> None:
    assert len(WITH_CODE) > 12
    assert sum(one.excuse is None for blocks in RUN.values() for one in blocks) > 15
    assert sum(one.printed is not None for blocks in RUN.values() for one in blocks) > 1


def test_blocks_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A\n\n```python\nprint(1)\n```\n\nprints\n\n```text\n1\n```\n\n"
        "<!-- not run: takes a day -->\n```sh\nmake world \\\n  --slowly\n```\n"
        "\n- a list\n\n  ```python\n  for k in ():\n      pass\n  ```\n",
        encoding="utf-8",
    )
    first, text, second, third = blocks_of(page)
    assert (first.language, first.code, first.printed) == ("python", "print(1)\n", "1\n")
    assert text.language == "text"
    assert second.excuse == "takes a day"
    assert commands_of(second) == ["make world --slowly"]
    assert third.code == "for k in ():\n    pass\n"
