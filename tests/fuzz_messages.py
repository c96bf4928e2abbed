"""Messages spoiled in many ways, for an engine that must survive them all.

``PYTHONPATH=tests python -m fuzz_messages 100000`` sends so many to a real engine over its
pipes, and one in fifty to one over HTTP.
"""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine_data import Message, charging, serving, squad, wire

AHEAD = 48
"""Messages on their way at the same time; the engine keeps more questions waiting."""
JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**53 + 1, 2**70, 0.5, -0.0, 1e-300, 1e6, 1e300,
    float("nan"), float("inf"), "", "a1", "squad", "centre", "normal", "charge", "grid", "all",
    "\ud800", "\x00", "x" * 300, [], [[]], [1], [1, 2], [0, 0, 0, 0], {}, {"a1": [1, 2]},
    {"round": 32}, {"unit": "riders"}, [[0, 0], [1, 0], [0, 1]], {"a1": [[10, 18], [11, 19]]},
)  # fmt: skip
PIECES = (
    b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"NaN", b"-Infinity", b"1e9", b"1e999",
    b"-0", b"\\ud800", b"null", b"\x00", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"[" * 200,
    b'{"op":' * 90, b"9" * 400, b'"op":"go",', b'"kind":"mask",', b"/*", b"'", b"\r", b"\t",
)  # fmt: skip


def small() -> Message:
    """Return the least scenario worth asking about."""
    return {
        "movesolver": 1,
        "table": {"width": 20, "height": 20},
        "units": [
            {"id": "squad", "side": "a", "keywords": ["INFANTRY"], "move": 3, "models": [
                {"id": "a1", "base": {"round": 32}, "at": [8, 8]},
                {"id": "a2", "base": {"round": 32}, "at": [8, 10]}]},
            {"id": "foe", "side": "b", "models": [
                {"id": "b1", "base": {"round": 32}, "at": [14, 10]}]},
        ],
        "action": {"unit": "squad", "move": "normal", "goal": [{"near": [12, 12]}]},
    }  # fmt: skip


def seeds() -> list[Message]:
    """Return good messages of every kind, cheap to answer."""
    ends = {"unit": "squad", "move": "normal", "ends": {"a1": [9, 8, 0, 0]}}
    go: Message = {"op": "go", "scenario": small()}
    return [
        {"op": "hello", "id": 1, "protocol": 1},
        {"op": "isready"},
        {"op": "setoption", "name": "info_ms", "value": 5},
        {"op": "setoption", "name": "short", "value": True},
        {"op": "setoption", "name": "seed", "value": None},
        {"op": "position", "scenario": small()},
        {"op": "position", "scenario": squad()},
        {"op": "position", "action": ends},
        {"op": "stop", "go": "seven"},
        go | {"id": "one", "iterations": 4, "seed": 1, "info": True, "info_ms": 0, "short": True},
        go | {"time_ms": 2, "certify": "all", "gap": 0.5, "proof_ms": 2},
        go | {"kind": "propose", "iterations": 4, "k": 2, "apart": 0.5},
        go | {"kind": "snap", "iterations": 4, "wished": {"a1": [9, 9], "a2": [9, 11, 0]}},
        go | {"kind": "check", "action": ends, "reach": True},
        go | {"kind": "mask", "time_ms": 5, "paths": False,
              "places": {"a1": [[9, 8], [9, 9]], "a2": [[9, 10], [9, 11, 0, 0]]}},
        {"op": "go", "kind": "odds", "iterations": 4, "scenario": charging()},
        go | {"kind": "reach", "step": 1, "model": "a1", "within": 2, "of": [10, 9], "mates": True},
        go | {"kind": "reach", "step": 1, "to": [9, 9, 0, 0], "passing": True},
        go | {"kind": "threat", "step": 1, "side": "b", "plus": 1},
        go | {"kind": "regain", "unit": "squad", "weights": {"a1": 2, "a2": 1}},
        go | {"kind": "describe", "action": ends},
    ]  # fmt: skip


def places(tree: Any) -> list[tuple[Any, Any]]:
    """Return every (holder, key or index) of a tree."""
    found, queue = [], [tree]
    while queue:
        holder = queue.pop()
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            found.append((holder, key))
            if isinstance(holder[key], dict | list):
                queue.append(holder[key])
    return found


def spoil_tree(draw: random.Random, tree: Any) -> None:
    """Change one thing somewhere in a message."""
    known = places(tree)
    if not known:
        return
    holder, key = draw.choice(known)
    how = draw.choice(("delete", "replace", "replace", "repeat", "inject", "text", "list", "scale"))
    value = holder[key]
    if how == "delete":
        del holder[key]
    elif how == "replace":
        holder[key] = copy.deepcopy(draw.choice(JUNK))
    elif how == "repeat" and isinstance(holder, list):
        holder.append(copy.deepcopy(value))
    elif how == "inject" and isinstance(value, dict):
        name = draw.choice(("", "at", "id", "op", "k", "scenario", "\ud800"))
        value[name] = copy.deepcopy(draw.choice(JUNK))
    elif how == "text":
        holder[key] = str(value)
    elif how == "scale" and isinstance(value, int | float) and not isinstance(value, bool):
        holder[key] = value * draw.choice((-1, 0.1, 1.5, 10, 1000, 1e9))
    else:
        holder[key] = [value]


def spoil_bytes(draw: random.Random, raw: bytes) -> bytes:
    """Change some bytes of a message."""
    at, width = draw.randrange(len(raw) + 1), draw.choice((0, 0, 1, 3, 12))
    put = draw.choice((*PIECES, draw.randbytes(draw.randrange(4))))
    if draw.random() < 0.1:
        return raw[:at]
    return raw[:at] + put + raw[at + width :]


def messages(seed: int, count: int) -> Iterator[bytes]:
    """Yield spoiled messages, each on one line; some are as good as before."""
    draw, known = random.Random(seed), seeds()
    for _ in range(count):
        tree = copy.deepcopy(draw.choice(known))
        raw = b""
        for _ in range(draw.choice((0, 1, 1, 1, 2, 3))):
            if draw.random() < 0.7:
                spoil_tree(draw, tree)
        raw = json.dumps(tree).encode()
        for _ in range(draw.choice((0, 0, 0, 1, 2))):
            raw = spoil_bytes(draw, raw)
        # a quit that was made by chance would end the engine, as it should
        line = raw.replace(b"\n", b" ").replace(b"quit", b"quiz")
        yield line if line.strip() else b"?"


def counted(reply: Message) -> str:
    """Return what is counted of a reply; raise if it is not one that may come."""
    op = reply["op"]
    if op == "error":
        assert set(reply) <= {"op", "id", "code", "text", "place", "wanted", "got"}, reply
        assert "\n" not in reply["text"], reply
        assert len(json.dumps(reply)) < 4000, reply
        return str(reply["code"])
    assert op in ("hello", "readyok", "ok", "bestmove", "answer"), reply
    return str(op)


def over_pipes(seed: int, count: int, ahead: int = AHEAD) -> tuple[Counter[str], float]:
    """Send messages to an engine of its own, up to ``ahead`` before they are answered.

    Returns the replies, one for each message, and the longest wait for one, seconds.
    """
    command = [sys.executable, "-m", "movesolver", "serve", "--max-ms", "2000"]
    found: Counter[str] = Counter()
    room = threading.Semaphore(ahead)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        pipe = engine.stdin

        def send() -> None:
            for raw in messages(seed, count):
                room.acquire()
                pipe.write(raw + b"\n")
                pipe.flush()
            pipe.close()

        sender = threading.Thread(target=send)
        sender.start()
        longest, before = 0.0, time.perf_counter()
        for line in engine.stdout:
            reply = json.loads(line)
            if reply["op"] == "info":
                continue
            name = counted(reply)
            if name == "INTERNAL":
                print(reply, flush=True)
            found[name] += 1
            room.release()
            if found.total() % 5000 == 0:
                print(f"  {found.total():,}", flush=True)
            now = time.perf_counter()
            longest, before = max(longest, now - before), now
        sender.join()
    assert engine.returncode == 0
    return found, longest


def over_http(seed: int, count: int) -> Counter[str]:
    """Send messages to a server, by eight clients at once; return its replies."""
    found: Counter[str] = Counter()
    with serving() as server:

        def client(number: int) -> None:
            with wire(server) as one:
                for raw in messages(seed + number, count // 8):
                    one.post(raw)
                    lines = one.reply()[2].splitlines()
                    found[counted(json.loads(lines[-1]))] += 1

        threads = [threading.Thread(target=client, args=(k,)) for k in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return found


def main() -> int:
    """Run it; the exit code is 1 if there was a fault or a reply is missing."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    begun = time.perf_counter()
    found, longest = over_pipes(seed, count)
    print(f"pipes: {found.total():,} replies in {time.perf_counter() - begun:,.0f} s")
    print(f"  {dict(found.most_common())}, longest wait {longest:.1f} s")
    web = over_http(seed, count // 50)
    print(f"HTTP: {web.total():,} replies: {dict(web.most_common())}")
    missing = found.total() != count or web.total() != count // 50 // 8 * 8
    return int(missing or bool(found["INTERNAL"] or web["INTERNAL"]))


if __name__ == "__main__":
    sys.exit(main())
