"""The lines of an army list as plain text: those that name a unit, and whether it was read.

The adapters of `wh40kdc` pass over every line that fits none of their patterns, so that a
unit written a little otherwise is missing from the answer without a word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from movesolver.errors import InputError
from movesolver.formats.wh40kdc.bundle import bundle
from movesolver.table.fields import shown
from movesolver.table.names import plain

COMPACT = "newrecruit-wtc-compact"
_UNIT_LINES = {
    COMPACT: "10x Name (100 pts): equipment",
    "newrecruit-wtc-full": "10x Name (100 pts)",
    "newrecruit-simple": "Name [100 pts]: equipment",
}
"""How a form writes a unit; those left out write it as `_UNIT_LINE`."""
_UNIT_LINE = "Name (100 pts)"
_LONGEST_SHOWN = 60

# The repetitions are bounded: lines are hostile, and two loops over blanks take the square.
_PRICE = re.compile(
    r"[(\[]\s{0,9}(\d[\d,.'\u2019\u00a0\u202f ]{0,12}?)\s{0,9}(?:pts?|points?)\s{0,9}"
    r"(?:,[^\])]{0,80})?[)\]]",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:Char\d+\s*:\s*)?(?:(\d+)\s*[x\u00d7]\s+)?(.*)", re.IGNORECASE | re.S)
_SLOT = re.compile(r"Char\d+\s*:", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(?:Enhancement|Attachment)s?\s*:", re.IGNORECASE)
_MARKS = "+#*\u2022\u25e6"
"""Marks before headings and equipment; behind them only the name of a datasheet is a unit."""
_SECTIONS = frozenset(
    {
        *("character", "characters", "epic hero", "epic heroes", "battleline", "other"),
        *("dedicated transport", "dedicated transports", "transports", "other datasheets"),
        *("allied units", "allies", "fortifications", "attached units"),
    }
)
_SIZES = frozenset({"combat patrol", "incursion", "strike force", "strikeforce", "onslaught"})
_LEAST_TITLE = 500
"""Points of a title or a limit at least; below, a datasheet's name is a unit, not a title."""
_HEADER_UNITS = re.compile(r"^\+\s*NUMBER OF UNITS:\s*(\d{1,9})\s*$", re.IGNORECASE | re.MULTILINE)


class _Line(NamedTuple):
    number: int
    text: str
    name: str
    """As `plain` writes it, without slot and number of models."""
    points: int | None
    marked: bool
    """Whether it begins with a mark of headings and equipment."""
    slot: bool
    """Whether it begins as a character of the WTC forms."""


def with_wargear(text: str) -> str:
    """Give each unit of the compact WTC form its part for equipment where it has none.

    `wh40kdc` reads ``10x Boyz (80 pts): Slugga``, and neither ``10x Boyz (80 pts)`` nor
    ``10x Boyz (80 points): Slugga``.
    """
    lines = re.split(r"\r?\n", text)
    for i, line in enumerate(lines):
        price = _PRICE.search(line)
        if price is None or line.lstrip()[:1] in _MARKS:
            continue
        before, after = line[: price.start()], line[price.end() :].strip()
        counted = _NUMBERED.match(before.strip())
        if counted is None or counted[1] is None or after[:1] not in ("", ":"):
            continue
        lines[i] = f"{before}({_points(price[1])} pts): {after[1:].strip()}"
    return "\n".join(lines)


def lost_lines(text: str, parsed: Mapping[str, Any], form: str) -> list[InputError]:
    """Return an error for each line that names a unit which was not read."""
    read = Counter(_named(str(unit["raw_name"])) for unit in parsed["units"])
    names = frozenset(read)
    lost = []
    begun = False  # whether units, or their sections, have begun
    last = ""
    for line in _lines(text):
        known = line.name in _datasheets()
        if line.points is None:
            begun = begun or line.name in _SECTIONS
            if not (known or line.slot) or form != COMPACT or line.marked:
                continue
        if line.marked:
            same = form == "newrecruit-simple" or line.name == last
            model = same and not line.text.startswith("#")
            if read[line.name] and not model:  # the app's text on few lines marks units, too
                read[line.name] -= 1
                begun, last = True, line.name
                continue
            if model or not known:
                continue
        elif read[line.name]:
            read[line.name] -= 1
            begun, last = True, line.name
            continue
        elif _is_heading(line, begun, known) or _is_pair(line, form, names):
            continue
        wanted = f"a unit as this form writes it, {shown(_UNIT_LINES.get(form, _UNIT_LINE))}"
        got = line.text[:_LONGEST_SHOWN] + ("…" if len(line.text) > _LONGEST_SHOWN else "")
        lost.append(InputError(f"list, line {line.number}", wanted, shown(got)))
    return lost


def stated(text: str, parsed: Mapping[str, Any]) -> tuple[list[InputError], list[str]]:
    """Return problems and notes where a list's head says otherwise than its units.

    Fewer units than it says are a problem, for some are missing. More of them, and other
    points, are noted: people add units by hand, and write the limit for the sum.
    """
    problems, notes = [], []
    units = len(parsed["units"])
    match = _HEADER_UNITS.search(text)
    if match is not None and int(match[1]) > units:
        problems.append(InputError("list, NUMBER OF UNITS", f"{match[1]} units", f"{units}"))
    elif match is not None and int(match[1]) < units:
        notes.append(f"the list says {match[1]} units and has {units}")
    told, total = parsed.get("total_reported"), parsed.get("total_computed")
    if type(told) is int and type(total) is int and told != total:
        notes.append(f"the list says {told} points and its units cost {total}")
    return problems, notes


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines that a unit may stand on, and the names of sections."""
    for number, raw in enumerate(re.split(r"\r?\n", text), 1):
        line = raw.strip()
        bare = line.lstrip(_MARKS + "-\u2013\u2014 \t\u00a0")
        if not bare or _ATTRIBUTE.match(bare):
            continue
        price = _PRICE.search(bare)
        name = bare[: price.start()] if price else _without_equipment(bare)
        points = _points(price[1]) if price else None
        marked = line[0] in _MARKS
        yield _Line(number, line, _named(name), points, marked, bool(_SLOT.match(bare)))


def _without_equipment(line: str) -> str:
    slot = _SLOT.match(line)
    return line[slot.end() if slot else 0 :].partition(":")[0]


def _points(digits: str) -> int:
    return int(re.sub(r"\D", "", digits))


def _named(name: str) -> str:
    match = _NUMBERED.match(name.lstrip(_MARKS + "-\u2013\u2014 \t\u00a0"))
    return plain(match[2] if match else name)


def _is_heading(line: _Line, begun: bool, known: bool) -> bool:
    if line.name in _SECTIONS or line.name in _SIZES or line.name.startswith("battle size"):
        return True
    return not begun and line.points is not None and (line.points >= _LEAST_TITLE or not known)


def _is_pair(line: _Line, form: str, names: frozenset[str]) -> bool:
    """Return whether a line only heads a leader and its unit, which both were read."""
    parts = _PRICE.split(line.text)[0].split(" + ")
    return (
        form == "listforge-text" and len(parts) > 1 and all(_named(part) in names for part in parts)
    )


@cache
def _datasheets() -> frozenset[str]:
    return frozenset(plain(name) for one in bundle().units for name in (one.name, *one.aliases))
