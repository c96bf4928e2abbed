"""The clients that the page about the engine shows are run: Python, Node.js, curl and Lua."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from lupa.lua54 import LuaRuntime

from engine_data import ROOT, Message, squad
from movesolver.engine.messages import KINDS

PAGE = (ROOT / "docs" / "engine.md").read_text()
HERE = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join((str(ROOT / "solver"), str(ROOT / "kernels"))),
}
SERVE = [sys.executable, "-m", "movesolver", "serve"]


def block(language: str) -> str:
    (code,) = (
        text
        for text in re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
        if "engine_client" not in text
    )
    return str(code)


def run(command: list[str], **more: Any) -> str:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=HERE,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        **more,
    )
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """An engine over HTTP as a user starts it, and where it listens."""
    command = [*SERVE, "--http", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, env=HERE, stdout=subprocess.PIPE) as engine:
        assert engine.stdout is not None
        said = json.loads(engine.stdout.readline())
        assert said["op"] == "listening"
        yield str(said["url"])
        engine.terminate()


@pytest.mark.compiled
@pytest.mark.parametrize("files", [["examples/squad.json"], []])
def test_python(files: list[str]) -> None:
    assert "examples/engine_client.py" in PAGE
    said = run([sys.executable, "examples/engine_client.py", *files])
    assert "FEASIBLE" in said
    assert "legal: True" in said
    assert said.endswith("stopped: STOPPED\n")


@pytest.mark.compiled
# Node.js and curl are no Python packages: `make test` cannot bring them.
@pytest.mark.skipif(shutil.which("node") is None, reason="no node: the Node.js client is not run")
def test_node(url: str) -> None:
    assert "examples/engine_client.mjs" in PAGE
    said = run(["node", "examples/engine_client.mjs", "examples/squad.json", url, *SERVE])
    assert said.splitlines()[1:] == [
        "pipes: FEASIBLE true",
        "stopped: STOPPED",
        "HTTP: 200 bestmove 4 models",
        f'HTTP: 400 kind: wanted one of {", ".join(sorted(KINDS))}, got "win"',
    ]


@pytest.mark.compiled
@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl: its command is not run")
def test_curl(url: str) -> None:
    command = block("sh").replace("http://127.0.0.1:8740/", url)
    assert url in command
    reply = json.loads(run(["sh", "-c", command]))
    assert reply["op"] == "bestmove"
    assert set(reply["answer"]["ends"]) == {"a1", "a2", "a3", "captain"}


class Simulator:
    """What the snippet needs of a table simulator."""

    def __init__(self, lua: LuaRuntime, url: str) -> None:
        self.lua, self.url = lua, url
        self.said: list[str] = []
        self.moved: dict[str, list[float]] = {}
        scope = lua.globals()
        scope.JSON = lua.table(encode=lambda value: json.dumps(self.plain(value)))
        scope.JSON.decode = lambda text: lua.table_from(json.loads(text), recursive=True)
        scope.WebRequest = lua.table(custom=self.custom)
        scope.print = self.said.append

    def plain(self, value: Any) -> Any:
        """Return a Lua table as lists and dicts."""
        if not hasattr(value, "items"):
            return value
        found = {key: self.plain(item) for key, item in value.items()}
        return [found[k] for k in sorted(found)] if found and 1 in found else found

    def custom(
        self, url: str, method: str, download: bool, data: str, headers: Any, callback: Any
    ) -> None:
        assert url == "http://127.0.0.1:8740/"
        assert download is True
        request = urllib.request.Request(
            self.url, data.encode(), self.plain(headers), method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                text = response.read().decode()
        except urllib.error.HTTPError as error:
            text = error.read().decode()
        callback(self.lua.table(text=text))

    def model(self, name: str) -> Any:
        def put(place: Any) -> None:
            self.moved[name] = self.plain(place)

        return self.lua.table(
            getPosition=lambda: self.lua.table(x=0.0, y=1.5, z=0.0), setPositionSmooth=put
        )


@pytest.mark.compiled
def test_lua(url: str) -> None:
    lua = LuaRuntime()
    simulator = Simulator(lua, url)
    lua.execute(block("lua"))
    scenario: Message = squad()
    names = [model["id"] for model in scenario["units"][0]["models"]]
    models = lua.table_from({name: simulator.model(name) for name in names})
    ask = lua.globals().askForMove
    ask(lua.table_from(scenario, recursive=True), models)
    assert simulator.said == []
    assert set(simulator.moved) == set(names)
    assert all(place[1] == 1.5 for place in simulator.moved.values())
    starts = {model["id"]: model["at"] for model in scenario["units"][0]["models"]}
    assert any(place[::2] != starts[name] for name, place in simulator.moved.items())
    scenario["units"][0]["models"][1]["at"] = [1]
    ask(lua.table_from(scenario, recursive=True), models)
    (said,) = simulator.said
    assert said.startswith("movesolver: scenario.units[0].models[1].at: wanted")
