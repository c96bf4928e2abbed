"""Talk to the engine over its pipes; any language that can start a process can do the same.

python examples/engine_client.py [SCENARIO.json]

Without a file it moves the squad of squad.json beside it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

Message = dict[str, Any]


class Engine:
    """An engine in a process of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "movesolver", "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, op: str, **fields: object) -> None:
        """Send a message."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
        self._process.stdin.flush()

    def read(self) -> Message:
        """Return the next reply."""
        assert self._process.stdout is not None
        reply: Message = json.loads(self._process.stdout.readline())
        return reply

    def ask(self, op: str, **fields: object) -> Message:
        """Send a message and return its last reply; progress is printed meanwhile."""
        self.send(op, **fields)
        while (reply := self.read())["op"] == "info":
            print(f"  {reply['iterations']} iterations: {reply['objective']} of {reply['bound']}")
        if reply["op"] == "error":
            raise ValueError(reply["text"])
        return reply

    def quit(self) -> None:
        """End the engine."""
        self.ask("quit")
        self._process.communicate()


def main() -> None:
    """Move a unit, see whether the referee agrees, and let it search until it is told to stop."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("squad.json")
    scenario = json.loads(file.read_text())
    engine = Engine()
    hello = engine.ask("hello", protocol=1)
    print(hello["name"], hello["version"], "answers", ", ".join(hello["kinds"]))
    engine.ask("isready")
    engine.ask("position", scenario=scenario)

    best = engine.ask("go", kind="solve", time_ms=100, seed=1)["answer"]
    print(best["status"], round(best["objective"], 2), "of at most", round(best["bound"], 2))

    action = scenario["action"] | {"paths": best["paths"]}
    print("legal:", engine.ask("go", kind="check", action=action)["answer"]["legal"])

    engine.send("go", id="long", time_ms=30_000, info_ms=0)
    while engine.read()["op"] != "info":
        pass
    engine.send("stop", id="stop")  # it answers that and then what it has found
    replies = [engine.read() for _ in range(2)]
    while replies[-1]["op"] != "bestmove":
        replies.append(engine.read())
    print("stopped:", replies[-1]["answer"]["limit"])
    engine.quit()


if __name__ == "__main__":
    main()
