"""``movesolver serve`` as a command: its options, and what may write to stdout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from engine_data import ROOT, serving, squad
from movesolver.cli import main
from movesolver.engine.web import Server


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--port", "8000"], "--port: wanted --http or --page beside it"),
        (["--allow-origin", "http://x"], "--allow-origin: wanted --http or --page beside it"),
        (["--http", "--port", "65536"], "wanted a number from 0 to 65535"),
        (["--http", "--threads", "0"], "wanted a whole number, 1 or more"),
        (["--max-ms", "x"], "wanted a whole number, 1 or more"),
        (["--http", "--host", "256.1.1.1"], "--host, --port: wanted somewhere to listen"),
        (["--http", "--host", "a" * 300], "--host, --port: wanted somewhere to listen"),
    ],
)
def test_bad_options(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: Any = main(["serve", *options])
    except SystemExit as left:
        code = left.code
    assert code == 2
    said = capsys.readouterr()
    assert complaint in said.err
    assert said.out == ""


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with serving() as server:
        assert main(["serve", "--http", "--port", str(server.server_address[1])]) == 2
    assert "Address already in use" in capsys.readouterr().err


@pytest.mark.compiled
@pytest.mark.parametrize(("host", "warned"), [(None, False), ("::1", False), ("0.0.0.0", True)])
def test_it_says_where_it_listens(
    host: str | None,
    warned: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(self: Server) -> None:
        self.engine.ready.wait()
        raise KeyboardInterrupt

    monkeypatch.setattr(Server, "serve_forever", interrupted)
    assert main(["serve", "--http", "--port", "0", *(["--host", host] if host else [])]) == 0
    out, err = capsys.readouterr()
    said = json.loads(out)
    assert said["op"] == "listening"
    name = f"[{host}]" if host == "::1" else host or "127.0.0.1"
    assert said["url"].startswith(f"http://{name}:")
    assert ("no password" in err) is warned


NOISY = """
import sys
from movesolver.cli import main
from movesolver.engine import asking

def noisy(question):
    print("noise")
    sys.stdout.flush()
    return {"legal": True, "violations": []}

asking._ANSWERS["check"] = noisy
sys.exit(main(["serve"]))
"""


def test_only_the_protocol_writes_to_stdout() -> None:
    paths = os.pathsep.join((str(ROOT / "solver"), str(ROOT / "kernels")))
    go = json.dumps({"op": "go", "kind": "check", "scenario": squad()})
    done = subprocess.run(
        [sys.executable, "-c", NOISY],
        input=go + "\n\n" + go,  # the last line need not be closed
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["op"] for line in done.stdout.splitlines()] == ["answer", "answer"]
    assert done.stderr.count("noise") == 2
