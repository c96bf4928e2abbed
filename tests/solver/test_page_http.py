"""The page over HTTP without a browser: what is sent, with which headers, and to whom."""

from __future__ import annotations

import json
import re
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import movesolver as ms
from engine_data import ROOT, serving, squad, wire
from movesolver.cli import main
from movesolver.draw import palette
from movesolver.engine.page import KINDS, page_files
from movesolver.engine.web import Server

STATIC = ROOT / "solver" / "movesolver" / "engine" / "page" / "static"
LONGEST = 400
SOURCES = sorted(path for path in STATIC.rglob("*") if path.is_file())
EXAMPLES = sorted((STATIC / "examples").glob("*.json"))


def head(*lines: str) -> bytes:
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(files=page_files()) as one:
        yield one


def get(server: Server, path: str, *lines: str, method: str = "GET") -> Any:
    """Ask for a path by its raw name, as no browser would write it."""
    with wire(server) as client:
        client.send(head(f"{method} {path} HTTP/1.1", *(lines or ("Host: localhost",))))
        return client.reply(bare=method == "HEAD")


def test_every_file_is_sent_as_it_is(server: Server) -> None:
    assert len(SOURCES) + 1 == len(page_files())  # the colours are made, not kept
    for path in SOURCES:
        name = "/" if path.name == "index.html" else f"/{path.relative_to(STATIC)}"
        status, fields, body = get(server, name)
        assert status == 200, name
        assert body == path.read_bytes()
        assert fields["content-type"] == KINDS[path.suffix]


def test_its_headers_keep_everything_else_out(server: Server) -> None:
    for path in page_files():
        _, fields, _ = get(server, path)
        policy = dict(
            part.strip().partition(" ")[::2]
            for part in fields["content-security-policy"].split(";")
        )
        assert policy.pop("default-src") == "'none'"
        assert policy.pop("require-trusted-types-for") == "'script'"
        assert policy.pop("trusted-types") == "'none'"
        assert set(policy.values()) == {"'self'", "'none'"}
        assert "unsafe" not in fields["content-security-policy"]
        assert policy["frame-ancestors"] == "'none'"
        assert fields["x-content-type-options"] == "nosniff"
        assert fields["cross-origin-opener-policy"] == "same-origin"
        assert fields["cross-origin-resource-policy"] == "same-origin"
        assert fields["referrer-policy"] == "no-referrer"
        assert fields["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in fields


def test_head_is_the_head_of_get(server: Server) -> None:
    with wire(server) as client:
        for path in ("/", "/page.js", "/examples/squad.json"):
            client.send(head(f"GET {path} HTTP/1.1", "Host: localhost"))
            status, fields, body = client.reply()
            client.send(head(f"HEAD {path} HTTP/1.1", "Host: localhost"))
            assert client.reply(bare=True)[:2] == (status, fields)
            assert int(fields["content-length"]) == len(body)


@pytest.mark.parametrize(
    "path",
    [
        "/../", "/../__init__.py", "/examples/../../__init__.py", "/%2e%2e/__init__.py",
        "/..%2f__init__.py", "//etc/passwd", "/etc/passwd", "/static/page.js", "/examples/",
        "/examples", "/index.html/", "/page.js/..", "/page.js?x=1", "/./page.js", "/PAGE.JS",
        "/page.js%00.html", "\\page.js", "page.js", "http://localhost/page.js", "/favicon.ico",
    ],
)  # fmt: skip
def test_there_is_nothing_else_to_get(server: Server, path: str) -> None:
    status, _, body = get(server, path)
    assert status == 404
    assert json.loads(body)["code"] == "REFUSED"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "get"])
def test_files_are_only_got(server: Server, method: str) -> None:
    status, fields, _ = get(
        server, "/page.css", "Host: localhost", "Content-Length: 0", method=method
    )
    assert status == 405
    assert fields["connection"] == "close"


OURS, OTHER = "127.0.0.1:8740", "evil.example"


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        (OURS, None, 200),
        (OURS, f"http://{OURS}", 200),
        ("localhost:8740", "http://localhost:8740", 200),
        ("[::1]:8740", "http://[::1]:8740", 200),
        (OURS, "http://127.0.0.1:9999", 403),
        (OURS, "http://localhost:8740", 403),
        (OURS, "http://127.0.0.1", 403),
        (OURS, f"https://{OURS}", 403),
        (OURS, f"http://{OURS}/", 403),
        (OURS, f"http://{OTHER}", 403),
        (OURS, "null", 403),
        (OURS, "", 403),
        (OTHER, f"http://{OTHER}", 403),
        (OTHER, None, 403),
        (f"{OURS}.{OTHER}", f"http://{OURS}.{OTHER}", 403),
        (f"localhost:8740.{OTHER}", None, 403),
        ("10.0.0.4:8740", "http://10.0.0.4:8740", 403),
    ],
)
def test_only_our_own_page_may_ask(
    server: Server, host: str, origin: str | None, status: int
) -> None:
    body = b'{"op": "hello"}'
    lines = [f"Host: {host}", *([] if origin is None else [f"Origin: {origin}"])]
    with wire(server) as client:
        client.send(head("POST / HTTP/1.1", *lines, f"Content-Length: {len(body)}") + body)
        found, fields, _ = client.reply()
        assert found == status
        assert "access-control-allow-origin" not in fields
    assert get(server, "/", *lines)[0] == status


def test_who_closes_is_told_so(server: Server) -> None:
    with wire(server) as client:
        client.send(head("GET / HTTP/1.1", "Host: localhost", "Connection: close"))
        status, fields, body = client.reply()
        assert (status, fields["connection"]) == (200, "close")
        assert body == (STATIC / "index.html").read_bytes()
        assert client.ended()


def test_a_request_without_host_gets_nothing(server: Server) -> None:
    with wire(server) as client:
        client.send(head("GET / HTTP/1.1"))
        assert client.reply()[0] == 400


def test_there_is_no_page_unless_it_is_asked_for() -> None:
    with serving() as server:
        assert get(server, "/page.js")[0] == 404
        assert json.loads(get(server, "/")[2])["op"] == "hello"


@pytest.mark.compiled
def test_the_engine_answers_as_without_it(server: Server) -> None:
    with wire(server) as client:
        status, reply = client.ask("go", kind="check", scenario=squad(ends={"a1": [10, 17, 0, 0]}))
        assert (status, reply["answer"]["legal"]) == (200, True)


def test_the_page_refers_to_nobody_else() -> None:
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        # Names of XML are no addresses: nothing is asked there.
        text = text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|//[a-z]+\.|@import|url\(", text), path.name


def test_nothing_of_it_becomes_markup() -> None:
    for path in STATIC.glob("*.js"):
        words = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|srcdoc"
        assert not re.search(words, path.read_text(encoding="utf-8")), path.name
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?! type=\"module\" src=)", page)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_its_files_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_its_colours_are_those_of_the_pictures(server: Server) -> None:
    status, fields, body = get(server, "/colours.css")
    assert (status, fields["content-type"]) == (200, KINDS[".css"])
    light, dark = body.decode().split("@media")
    used = set(re.findall(r"var\(--([\w-]+)\)", (STATIC / "page.css").read_text()))
    for block, twins in ((light, {}), (dark, palette.DARK)):
        found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
        assert found["on-pale-1"] == twins.get(palette.SIDES[1].on_pale, palette.SIDES[1].on_pale)
        assert found["dense-line"] == twins.get(
            palette.FOOTPRINT["dense"][1], palette.FOOTPRINT["dense"][1]
        )
        assert found["way"] == twins.get(palette.PATH, palette.PATH)
        own = {"paper", "card", "edge", "accent", "on-accent", "halo", "reach", "pixel"}
        own |= {"fill", "rim", "strong", "pale", "line", "on-strong", "on-pale"}  # of one element
        assert used <= set(found) | own


@pytest.mark.compiled
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_its_examples_can_be_solved(path: Path) -> None:
    result = ms.solve(ms.load(path), seed=0, iterations=30)
    assert result.moved is not None
    assert ms.check(result.moved).legal


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--page", "--host", "0.0.0.0"], "--host: wanted 127.0.0.1, ::1 or localhost with --page"),
        (["--page", "--host", "192.168.0.4"], "--host: wanted 127.0.0.1"),
        (["--page", "--host", "example.org"], "--host: wanted 127.0.0.1"),
        (["--no-open"], "--no-open: wanted --page beside it"),
        (["--http", "--no-open"], "--no-open: wanted --page beside it"),
    ],
)
def test_bad_options(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *options]) == 2
    said = capsys.readouterr()
    assert complaint in said.err
    assert len(said.err.splitlines()) == 1
    assert said.out == ""


@pytest.mark.compiled
@pytest.mark.parametrize("opened", [True, False, None])
def test_the_command_says_where_it_is_and_opens_it(
    opened: bool | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []
    paths: list[str] = []

    def look(url: str) -> bool:
        seen.append(url)
        return bool(opened)

    def interrupted(self: Server) -> None:
        paths.extend(self.files)
        self.engine.ready.wait()
        raise KeyboardInterrupt

    monkeypatch.setattr(webbrowser, "open", look)
    monkeypatch.setattr(Server, "serve_forever", interrupted)
    options = ["--no-open"] if opened is None else []
    assert main(["serve", "--page", "--port", "0", *options]) == 0
    out, err = capsys.readouterr()
    url = json.loads(out)["url"]
    assert url.startswith("http://127.0.0.1:")
    assert f"the page is at {url}" in err
    assert seen == ([] if opened is None else [url])
    assert ("no browser" in err) is (opened is False)
    assert "/page.js" in paths
