"""The engine over HTTP: the same answers, 8 clients at once, and hostile ones."""

from __future__ import annotations

import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import movesolver as ms
from engine_data import Message, Wire, charging, serving, squad, wire
from movesolver.engine import asking, connection, web
from movesolver.engine import wire as wires
from movesolver.engine.limits import Limits
from movesolver.engine.schema import schema


def head(*lines: str) -> bytes:
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def without_time(reply: Message) -> Message:
    answer = dict(reply["answer"])
    answer.pop("milliseconds")
    return answer


@pytest.mark.compiled
def test_it_answers_as_the_library_does() -> None:
    result = ms.solve(ms.loads(json.dumps(squad())), iterations=60, seed=2)
    with serving() as server, wire(server) as client:
        status, reply = client.ask("go", id=1, scenario=squad(), iterations=60, seed=2)
        assert (status, reply["op"], reply["id"]) == (200, "bestmove", 1)
        assert reply["answer"]["ends"] == {k: list(pose) for k, pose in result.ends.items()}
        status, reply = client.ask("go", kind="odds", scenario=charging(), short=True)
        assert (status, reply["op"]) == (200, "answer")
        assert client.ask("isready")[1]["op"] == "readyok"
        assert client.ask("hello", id="x")[1]["id"] == "x"


@pytest.mark.compiled
def test_eight_clients_get_their_own_answers() -> None:
    questions = [
        {"id": k, "scenario": squad(), "iterations": 40 + k % 3, "seed": k} for k in range(24)
    ]
    expected = [
        [list(pose) for pose in ms.solve(
            ms.loads(json.dumps(q["scenario"])), iterations=40 + k % 3, seed=k
        ).ends.values()]
        for k, q in enumerate(questions)
    ]  # fmt: skip
    assert len({json.dumps(ends) for ends in expected}) > 4
    together = threading.Barrier(8)

    with serving() as server:

        def client(number: int) -> list[Message]:
            together.wait(30)
            with wire(server) as one:
                return [one.ask("go", **questions[k])[1] for k in range(number, 24, 8)]

        with ThreadPoolExecutor(8) as pool:
            said = list(pool.map(client, range(8)))
    for number, replies in enumerate(said):
        for k, reply in zip(range(number, 24, 8), replies, strict=True):
            assert reply["id"] == k
            assert list(reply["answer"]["ends"].values()) == expected[k]


@pytest.mark.compiled
def test_progress_comes_as_lines() -> None:
    with serving() as server, wire(server) as client:
        body = {"op": "go", "scenario": squad(), "iterations": 1500, "info": True, "info_ms": 0}
        client.post(json.dumps(body).encode())
        status, fields, lines = client.reply()
        assert (status, fields["content-type"]) == (200, "application/x-ndjson")
        *infos, best = [json.loads(line) for line in lines.splitlines()]
        assert len(infos) > 2
        assert {info["op"] for info in infos} == {"info"}
        assert best["op"] == "bestmove"
        assert client.ask("hello")[0] == 200  # the connection goes on
        client.post(json.dumps(body).encode(), "Connection: close")
        _, fields, lines = client.reply()
        assert fields["connection"] == "close"
        assert json.loads(lines.splitlines()[-1])["op"] == "bestmove"
        assert client.ended()


@pytest.mark.compiled
def test_a_question_is_stopped_from_another_connection() -> None:
    with serving() as server, wire(server) as asking_one, wire(server) as other:
        body = {"op": "go", "id": "u1", "scenario": squad(), "time_ms": 50_000, "info": True}
        asking_one.post(json.dumps(body).encode())
        asking_one.socket.recv(1, socket.MSG_PEEK)  # it has begun
        assert other.ask("stop")[1]["place"] == "go"
        assert other.ask("stop", go="u1")[1]["op"] == "ok"
        lines = [json.loads(line) for line in asking_one.reply()[2].splitlines()]
        assert lines[-1]["answer"]["limit"] == "STOPPED"


@pytest.mark.compiled
def test_who_hangs_up_wants_no_answer() -> None:
    with serving() as server:
        pool = server.engine.pool
        with wire(server) as client:
            body = {"op": "go", "scenario": squad(), "time_ms": 50_000}
            client.post(json.dumps(body).encode())
            while not pool._open:
                time.sleep(0.01)
        assert pool.finish(20.0)


def test_a_question_without_an_answer_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    monkeypatch.setitem(asking._ANSWERS, "check", lambda question: {"waited": done.wait(30)})
    monkeypatch.setattr(connection, "GRACE", 0.2)
    with serving(Limits(time_ms=100.0), threads=1) as server, wire(server) as client:
        status, reply = client.ask("go", id=3, kind="check", scenario=squad())
        assert (status, reply["code"], reply["id"]) == (504, "TOO_SLOW", 3)
        done.set()
        assert client.ask("hello")[0] == 200


def test_too_many_questions_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    monkeypatch.setitem(asking._ANSWERS, "check", lambda question: {"waited": done.wait(30)})
    body = json.dumps({"op": "go", "kind": "check", "scenario": squad()}).encode()
    with serving(Limits(waiting=1), threads=1) as server:
        clients = [Wire(server) for _ in range(2)]
        for count, one in enumerate(clients, 1):
            one.post(body)
            while len(server.engine.pool._open) < count:
                time.sleep(0.01)
        with wire(server) as third:
            third.post(body)
            status, _, reply = third.reply()
            assert (status, json.loads(reply)["code"]) == (503, "BUSY")
        done.set()
        for one in clients:
            assert one.reply()[0] == 200
            one.close()


def test_too_many_connections_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "CONNECTIONS", 2)
    with serving() as server, wire(server) as one, wire(server) as two:
        assert one.ask("hello")[0] == two.ask("hello")[0] == 200
        with wire(server) as three:
            status, _, reply = three.reply()
            assert (status, json.loads(reply)["code"]) == (503, "BUSY")
            assert three.ended()
        assert one.ask("hello")[0] == 200


def test_what_get_shows() -> None:
    with serving() as server, wire(server) as client:
        client.send(head("GET / HTTP/1.1", "Host: localhost"))
        assert json.loads(client.reply()[2])["op"] == "hello"
        client.send(head("GET /schema HTTP/1.1", "Host: [::1]:80"))
        _, fields, body = client.reply()
        assert fields["content-type"] == "application/schema+json"
        assert json.loads(body) == json.loads(json.dumps(schema()))


HELLO = b'{"op": "hello"}'
LENGTH = f"Content-Length: {len(HELLO)}"
HOST = "Host: 127.0.0.1:8740"
POST = "POST / HTTP/1.1"

REFUSED: dict[str, tuple[bytes, int]] = {
    "another path": (head("POST /x HTTP/1.1", HOST, LENGTH) + HELLO, 404),
    "another method": (head("PUT / HTTP/1.1", HOST, "Content-Length: 0"), 405),
    "a body where none belongs": (head("GET / HTTP/1.1", HOST, LENGTH) + HELLO, 400),
    "a page of somebody's": (head(POST, HOST, LENGTH, "Origin: http://evil.example") + HELLO, 403),
    "a page without origin": (head(POST, HOST, LENGTH, "Origin: null") + HELLO, 403),
    "a name of somebody's": (head(POST, "Host: evil.example", LENGTH) + HELLO, 403),
    "a name that begins alike": (head(POST, "Host: 127.0.0.1.evil.example", LENGTH) + HELLO, 403),
    "a name with more behind its port": (head(POST, f"{HOST}.evil.example", LENGTH) + HELLO, 403),
    "no name for us": (head(POST, LENGTH) + HELLO, 400),
    "no name for us, asked for little": (head("GET / HTTP/1.1"), 400),
    "two names for us": (head(POST, HOST, HOST, LENGTH) + HELLO, 400),
    "no length": (head(POST, HOST), 411),
    "chunks": (head(POST, HOST, "Transfer-Encoding: chunked") + b"0\r\n\r\n", 411),
    "a negative length": (head(POST, HOST, "Content-Length: -1"), 400),
    "a length in words": (head(POST, HOST, "Content-Length: ten"), 400),
    "a length of other digits": (head(POST, HOST, "Content-Length: \xb2"), 400),
    "two lengths": (head(POST, HOST, LENGTH, "Content-Length: 3") + HELLO, 400),
    "too long a body": (head(POST, HOST, "Content-Length: 2000001"), 413),
    "a length beyond all": (head(POST, HOST, "Content-Length: " + "9" * 5000), 413),
    "too long, and asked before": (
        head(POST, HOST, "Content-Length: 2000001", "Expect: 100-continue"),
        413,
    ),
    "another version": (head("POST / HTTP/9.9", HOST, LENGTH) + HELLO, 505),
    "no HTTP at all": (b"\x16\x03\x01\x02\x00\x01\x00 hello there, TLS\r\n\r\n", 400),
    "too long a first line": (b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
    "too long a line": (head(POST, "X: " + "y" * 70_000), 431),
    "too many lines": (head(POST, *(f"X-{k}: y" for k in range(200))), 431),
}


def test_only_the_old_version_may_leave_out_its_host() -> None:
    with serving() as server:
        for version in ("1.0", "1.1"):
            with wire(server) as client:
                client.send(head(f"POST / HTTP/{version}", LENGTH) + HELLO)
                status, fields, _ = client.reply()
                assert status == (200 if version == "1.0" else 400)
                assert fields["connection"] == "close"


def test_a_reply_to_head_is_a_head() -> None:
    with serving() as server, wire(server) as client:
        for path, kind in (("/", "json"), ("/schema", "schema+json")):
            client.send(head(f"GET {path} HTTP/1.1", HOST))
            _, whole, body = client.reply()
            client.send(head(f"HEAD {path} HTTP/1.1", HOST))
            status, fields, _ = client.reply(bare=True)
            assert (status, fields["content-type"]) == (200, f"application/{kind}")
            assert fields == whole
            assert int(fields["content-length"]) == len(body)
        client.send(head("HEAD /nothing HTTP/1.1", HOST))
        assert client.reply(bare=True)[0] == 404
        client.socket.shutdown(socket.SHUT_WR)
        assert client.ended()


def test_what_is_not_let_in() -> None:
    with serving() as server:
        for name, (data, expected) in REFUSED.items():
            with wire(server) as client:
                client.send(data)
                status, fields, body = client.reply()
                assert status == expected, name
                assert fields["content-type"] == "application/json"
                reply = json.loads(body)
                assert reply["op"] == "error", name
                assert fields["connection"] == "close"
                client.socket.shutdown(socket.SHUT_WR)
                assert client.ended(), name
        with wire(server) as client:
            assert client.ask("hello")[0] == 200


def test_a_length_that_is_too_large_is_only_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "READING", 0.3)
    with serving() as server, wire(server) as client:
        client.send(head(POST, HOST, "Content-Length: 100") + HELLO)
        status, _, reply = client.reply()
        assert (status, json.loads(reply)["code"]) == (408, "TOO_SLOW")


def test_a_body_that_ends_too_soon() -> None:
    with serving() as server, wire(server) as client:
        client.send(head(POST, HOST, "Content-Length: 100") + HELLO)
        client.socket.shutdown(socket.SHUT_WR)
        assert client.reply()[0] == 400


def test_more_than_the_length_says_is_the_next_request() -> None:
    with serving() as server, wire(server) as client:
        client.send(head(POST, HOST, LENGTH) + HELLO + b'{"op": "quit"}\r\n\r\n')
        assert json.loads(client.reply()[2])["op"] == "hello"
        assert client.reply()[0] == 400
        assert client.ended()


@pytest.mark.parametrize("part", [b"POST / HT", head(POST, HOST)[:-2], head(POST, HOST, LENGTH)])
def test_who_sends_too_slowly_is_let_go(part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "READING", 0.4)
    monkeypatch.setattr(connection, "IDLE", 0.4)
    with serving() as server, wire(server) as client:
        begun = time.monotonic()
        client.send(part)
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            for_ever(client)
        assert time.monotonic() - begun < 10


def for_ever(client: Wire) -> None:
    """Send one byte at a time."""
    for _ in range(1000):
        client.send(b"X")
        time.sleep(0.02)


def test_who_says_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "IDLE", 0.1)
    with serving() as server, wire(server) as client:
        assert client.ended()


def test_bodies_that_are_no_messages() -> None:
    bodies: dict[bytes, str] = {
        b"": "document",
        b" ": "document",
        b"nonsense": "line 1, column 1",
        b"\xff": "document",
        b'{"op": "go", "time_ms": NaN}': "time_ms",
        b"[" * 100_000: "line 1, column 65",
        b'{"op": "go"}': "scenario",
        b'{"op": "position", "scenario": {}}': "op",
        b'{"op": "setoption", "name": "seed", "value": 1}': "op",
        b'{"op": "quit"}': "op",
    }
    with serving() as server, wire(server) as client:
        for body, place in bodies.items():
            client.post(body)
            status, _, reply = client.reply()
            assert (status, json.loads(reply)["place"]) == (400, place)
            if not body.strip():
                assert json.loads(reply)["wanted"] == "a message, one JSON object"
        assert client.ask("hello")[0] == 200


def test_a_good_question_beyond_this_version_has_a_status_of_its_own() -> None:
    document = squad()
    document["units"][0]["models"] = [
        {"id": f"m{k}", "base": {"round": 25}, "at": [5 + k % 10 * 1.1, 5 + k // 10 * 1.1]}
        for k in range(63)
    ]
    document["action"]["goal"] = []
    with serving() as server, wire(server) as client:
        status, reply = client.ask("go", scenario=document)
        assert (status, reply["code"]) == (422, "UNSUPPORTED")


def test_pages_that_are_let_in_are_told_so() -> None:
    page = "http://localhost:3000"
    with serving(origins=(page,)) as server, wire(server) as client:
        client.send(head("OPTIONS / HTTP/1.1", HOST, f"Origin: {page}"))
        status, fields, _ = client.reply()
        assert (status, fields["access-control-allow-origin"]) == (200, page)
        assert "content-type" in fields["access-control-allow-headers"].lower()
        client.post(HELLO, f"Origin: {page}")
        status, fields, _ = client.reply()
        assert (status, fields["access-control-allow-origin"]) == (200, page)
        client.post(HELLO)
        assert "access-control-allow-origin" not in client.reply()[1]


def test_a_fault_of_ours_is_told_and_survived(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> Any:
        raise ZeroDivisionError("so small a number")

    with serving() as server, wire(server) as client:
        with monkeypatch.context() as patched:
            patched.setattr(type(server.engine), "greeting", broken)
            assert client.ask("hello")[1]["code"] == "INTERNAL"
        assert client.ask("hello")[0] == 200
    assert "Traceback" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("localhost", True), ("::1", True),
     ("0.0.0.0", False), ("192.168.0.4", False), ("127.0.0.1.example.org", False), ("", False)],
)  # fmt: skip
def test_what_only_this_machine_reaches(host: str, local: bool) -> None:
    assert wires.is_loopback(host) is local
