"""What docs/batches.md shows is run, so that it stays true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "batches.md").read_text()


def test_the_page_in_python(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(ROOT)
    exec(compile(code, "batches.md", "exec"), {})
    assert capsys.readouterr().out.split() == ["20", "False", "True"]


def test_every_failure_is_explained() -> None:
    from movesolver import Failure

    for failure in Failure:
        assert failure is Failure.NONE or f"`{failure.name}`" in PAGE
