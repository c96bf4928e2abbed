"""The text of an army list, as list builders export it, read by the `wh40kdc` package.

The package's adapters take any text; what they make of hostile text (endless lines,
thousands of units, compressed gigabytes) is kept from them here, and whatever they
raise becomes one `InputError`.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Any

from movesolver.errors import InputError, MoveSolverError
from movesolver.formats.trees import LARGEST_TEXT, read_tree
from movesolver.table.fields import shown

LONGEST_LIST = 100_000
"""Characters of the longest plain list; real ones have a few thousand."""
LONGEST_LINE = 4_000
"""Characters of its longest line: the adapters' patterns take time by the square of it."""
MOST_UNITS = 250
MOST_GEAR = 5_000
"""Units, and lines of equipment, that a list has at most: each is looked up for milliseconds."""

_READABLE = (
    "an army list as NewRecruit (JSON, WTC, simple text), ListForge, Rosterizer "
    "or the app export it (docs/data.md)"
)
_GZIP = "H4sI"
"""How every compressed ListForge list begins, in base64."""
_LARGEST_NUMBER = 1e300  # an export's time stamps are no distances


def read_list(text: str | bytes) -> tuple[dict[str, Any], str]:
    """Read an army list of any form that `wh40kdc` detects.

    Returns
    -------
    tuple of dict and str
        The roster as the package resolves it, and the name of the form.

    Raises
    ------
    InputError
        If the text is too long or in none of these forms.
    MoveSolverError
        If the `wh40kdc` package is not installed.
    """
    try:
        import wh40kdc
        from wh40kdc.imports import resolve
    except ImportError as error:
        raise MoveSolverError(
            "army lists need the wh40kdc package: pip install 'movesolver[data]'"
        ) from error
    decoded = _decoded(_as_text(text))
    for adapter in wh40kdc.REGISTERED_ADAPTERS:
        try:
            if not adapter.matches(decoded):
                continue
            parsed = adapter.parse(decoded)
            _check_size(parsed)
            return resolve(parsed, wh40kdc.Dataset.embedded(), adapter.id), adapter.id
        except InputError:
            raise
        except Exception as error:  # adapters stumble over what their patterns let through
            why = f"{type(error).__name__}: {error}"
            raise InputError(f"list ({adapter.id})", _READABLE, shown(why)) from None
    raise InputError("list", _READABLE, "a text in none of these forms")


def _check_size(parsed: dict[str, Any]) -> None:
    units = parsed["units"]
    if not units:
        raise InputError("list", "at least one unit", "none")
    if len(units) > MOST_UNITS:
        raise InputError("list", f"at most {MOST_UNITS} units", f"{len(units):,}")
    gear = sum(len(unit["wargear"]) for unit in units)
    if gear > MOST_GEAR:
        raise InputError("list", f"at most {MOST_GEAR:,} lines of equipment", f"{gear:,}")


def _as_text(text: str | bytes) -> str:
    if not isinstance(text, str | bytes):
        raise InputError("list", "text or bytes", shown(text))
    if len(text) > LARGEST_TEXT:
        got = f"{len(text):,} {'bytes' if isinstance(text, bytes) else 'characters'}"
        raise InputError("list", f"at most {LARGEST_TEXT:,} bytes", got)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            got = f"0x{text[error.start]:02x} at byte {error.start}"
            raise InputError("list", "text in UTF-8", got) from None
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise InputError("list", _READABLE, "an empty text")
    return text


def _decoded(text: str) -> object:
    """Return the tree of JSON, packed or not; else the text itself."""
    bare = text.strip()
    packed = bare.partition("/listforge/")[2]
    if not packed and re.match(r"https?://", bare, re.IGNORECASE):
        packed = bare.rpartition("/")[2]
    if not packed and bare.startswith(_GZIP):
        packed = bare
    if packed:
        bare = _unpacked(packed)
    if bare.startswith(("{", "[")):
        try:
            return read_tree(bare, largest=_LARGEST_NUMBER)
        except InputError as error:
            raise InputError(f"list: {error.place}", error.wanted, error.got) from None
    if len(text) > LONGEST_LIST:
        raise InputError(
            "list", f"at most {LONGEST_LIST:,} characters of plain text", f"{len(text):,}"
        )
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            wanted = f"a line of at most {LONGEST_LINE:,} characters"
            raise InputError(f"list, line {number}", wanted, f"{len(line):,}")
    return text


def _unpacked(packed: str) -> str:
    wanted = "a list of ListForge, gzip in base64"
    try:
        raw = base64.b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj(wbits=31)
        text = unpacker.decompress(raw, LARGEST_TEXT)
        if unpacker.unconsumed_tail:
            raise InputError("list", f"at most {LARGEST_TEXT:,} bytes unpacked", "more")
        if not unpacker.eof:
            raise InputError("list", wanted, "a text that breaks off")
        return text.decode().strip()
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("list", wanted, shown(f"{packed[:40]} ({error})")) from None
