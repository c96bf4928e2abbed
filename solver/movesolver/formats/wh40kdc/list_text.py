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
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from movesolver.errors import InputError, MoveSolverError
from movesolver.formats.problems import ProblemsError
from movesolver.formats.trees import LARGEST_TEXT, read_tree
from movesolver.formats.wh40kdc.list_lines import COMPACT, lost_lines, stated, with_wargear
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


class ListRead(NamedTuple):
    """An army list as `wh40kdc` understands it."""

    roster: dict[str, Any]
    form: str
    """The package's name of its form."""
    problems: list[InputError]
    """Units that the text names and the package did not read."""
    notes: list[str]
    """Where the text's head says otherwise than its units."""


def read_list(text: str | bytes) -> ListRead:
    """Read an army list of any form that `wh40kdc` detects.

    Raises
    ------
    InputError
        If the text is too long, in none of these forms or without a unit that can be read.
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
    for adapter, tree in _tries(wh40kdc.REGISTERED_ADAPTERS, decoded):
        try:
            if not adapter.matches(tree):
                continue
            if adapter.id == COMPACT:
                tree = with_wargear(tree)
            parsed = adapter.parse(tree)
            problems: list[InputError] = []
            notes: list[str] = []
            if isinstance(decoded, str):
                problems, notes = stated(decoded, parsed)
                problems[:0] = lost_lines(decoded, parsed, adapter.id)
                if problems and not parsed["units"]:
                    raise ProblemsError(problems)
            _check_size(parsed)
            roster = resolve(parsed, wh40kdc.Dataset.embedded(), adapter.id)
            return ListRead(roster, adapter.id, problems, notes)
        except InputError:
            raise
        except Exception as error:  # adapters stumble over what their patterns let through
            why = f"{type(error).__name__}: {error}"
            raise InputError(f"list ({adapter.id})", _READABLE, shown(why)) from None
    raise InputError("list", _READABLE, "a text in none of these forms")


def _tries(adapters: Iterable[Any], decoded: object) -> Iterator[tuple[Any, Any]]:
    """Yield the adapters with what each is to read.

    The compact WTC form is only detected where some unit has equipment.
    """
    for adapter in adapters:
        yield adapter, decoded
        if adapter.id == COMPACT and isinstance(decoded, str):
            yield adapter, with_wargear(decoded)


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
