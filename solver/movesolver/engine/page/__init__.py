"""The page to try the engine in: its files, its colours, and how they are sent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from importlib.resources import files

from movesolver.draw import palette

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
"""What is sent, by the end of a file's name; nothing else is."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""Nothing from elsewhere, nothing inline, and no text that becomes markup."""

_HEAD = (
    f"Content-Security-Policy: {POLICY}\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Cache-Control: no-store\r\n"
)


@cache
def page_files() -> dict[str, bytes]:
    """Return the whole reply to a GET of each path that the page has; there are no others.

    They are read once, so what a request asks for is looked up and never opened.
    """
    found = {}
    root = files(__name__) / "static"
    for folder in ("", "examples"):
        for entry in (root / folder if folder else root).iterdir():
            kind = KINDS.get(entry.name[entry.name.rfind(".") :])
            if kind is not None and entry.is_file():
                path = "/" if entry.name == "index.html" else f"/{folder}/{entry.name}"
                found[path.replace("//", "/")] = _reply(kind, entry.read_bytes())
    found["/colours.css"] = _reply(KINDS[".css"], colours().encode())
    return found


def colours() -> str:
    """Return the colours of the pictures as names that the page's style uses, light and dark."""
    named = {
        "ink": palette.INK,
        "soft": palette.SOFT_INK,
        "table": palette.TABLE,
        "grid": palette.GRID,
        "six": palette.GRID_STRONG,
        "frame": palette.FRAME,
        "wall": palette.WALL,
        "raised": palette.RAISED_WALL,
        "floor": palette.FLOOR,
        "marker": palette.MARKER,
        "link": palette.LINK,
        "way": palette.PATH,
        "legal": palette.LEGAL,
        "illegal": palette.ILLEGAL,
        "wrong": palette.WRONG,
    }
    for category, (fill, rim) in palette.FOOTPRINT.items():
        named |= {category: fill, f"{category}-line": rim}
    for k, hue in enumerate(palette.SIDES):
        parts = hue._asdict().items()
        named |= {f"{name.replace('_', '-')}-{k}": colour for name, colour in parts}

    def block(twins: Mapping[str, str]) -> str:
        lines = (f"--{name}: {twins.get(colour, colour)};" for name, colour in named.items())
        return f":root {{ {' '.join(lines)} }}"

    # Paper is always light.
    dark = f"@media screen and (prefers-color-scheme: dark) {{ {block(palette.DARK)} }}"
    return f"{block({})}\n{dark}\n"


def _reply(kind: str, body: bytes) -> bytes:
    head = (
        f"HTTP/1.1 200 {HTTPStatus.OK.phrase}\r\nContent-Type: {kind}\r\n{_HEAD}"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode("latin-1") + body
