"""The same small army as every list builder exports it; the lists are made up."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

FENCE = "+++++++++++++++++++++++++++++++++++++++++++++++"

WTC_COMPACT = f"""{FENCE}
+ FACTION KEYWORD: Chaos - World Eaters
+ DETACHMENT: Berzerker Warband
+ TOTAL ARMY POINTS: 460pts
+
+ WARLORD: Char1: Master of Executions
+ NUMBER OF UNITS: 4
{FENCE}

Char1: 1x Master of Executions (80 pts): Axe of dismemberment, Bolt pistol, Warlord
Attachment: leader -> Khorne Berzerkers
10x Khorne Berzerkers (180 pts): 10x Bolt pistol
10x Jakhals (65 pts): 10x Autopistol
3x Eightbound (135 pts): 3x Eightbound eviscerator
"""

WTC_FULL = f"""{FENCE}
+ FACTION KEYWORD: Chaos - World Eaters
+ DETACHMENT: Berzerker Warband
+ TOTAL ARMY POINTS: 460pts
{FENCE}

BATTLELINE

Char1: 1x Master of Executions (80 pts)
1 with Axe of dismemberment, Bolt pistol, Warlord
Attachment: leader -> Khorne Berzerkers

10x Khorne Berzerkers (180 pts)
• 1x Khorne Berzerker Champion
1 with Plasma pistol
• 9x Khorne Berzerker
9 with Bolt pistol

10x Jakhals (65 pts)
• 1x Jakhal Pack Leader
1 with Autopistol
• 1x Dishonoured
1 with Paired manglers
• 8x Jakhal
8 with Autopistol

OTHER DATASHEETS

3x Eightbound (135 pts)
3 with Eightbound eviscerator
"""

SIMPLE = """Chaos - World Eaters - Red Test - [500 pts]

# ++ Army Roster ++ [460 pts]
## Configuration
Battle Size: Incursion
Detachment: Berzerker Warband

## Characters [80 pts]
Master of Executions [80 pts]: Warlord, Attachment: leader -> Khorne Berzerkers

## Battleline [245 pts]
Khorne Berzerkers [180 pts]:
• 1x Khorne Berzerker Champion: Plasma pistol
• 9x Khorne Berzerker: Bolt pistol
Jakhals [65 pts]:
• 1x Jakhal Pack Leader: Autopistol
• 1x Dishonoured: Paired manglers
• 8x Jakhal: Autopistol
Eightbound [135 pts]:
• 3x Eightbound: Eightbound eviscerator
"""

GW = f"""{FENCE}
+ FACTION KEYWORD: Chaos - World Eaters
+ DETACHMENT: Berzerker Warband
+ TOTAL ARMY POINTS: 460pts
{FENCE}

CHARACTERS

Master of Executions (80 pts)
• Warlord
• 1x Axe of dismemberment

BATTLELINE

Khorne Berzerkers (180 pts)
• 1x Khorne Berzerker Champion
    • 1x Plasma pistol
• 9x Khorne Berzerker
    • 9x Bolt pistol

Jakhals (65 pts)
• 1x Jakhal Pack Leader
    • 1x Autopistol
• 1x Dishonoured
    • 1x Paired manglers
• 8x Jakhal
    • 8x Autopistol

OTHER DATASHEETS

Eightbound (135 pts)
• 3x Eightbound
    • 3x Eightbound eviscerator
"""

APP = """Red Test (460 Points)

World Eaters
Berzerker Warband
Incursion (1,000 Points)

ATTACHED UNITS

Attached Unit 1

Master of Executions (80 Points)
  • Attached as: Leader
  • Warlord
  • 1x Axe of dismemberment

Khorne Berzerkers (180 Points)
  • Attached as: Bodyguard
  • 1x Khorne Berzerker Champion
     ◦ 1x Plasma pistol
  • 9x Khorne Berzerker
     ◦ 9x Bolt pistol

BATTLELINE

Jakhals (65 Points)
  • 1x Jakhal Pack Leader
     ◦ 1x Autopistol
  • 1x Dishonoured
     ◦ 1x Paired manglers
  • 8x Jakhal
     ◦ 8x Autopistol

OTHER DATASHEETS

Eightbound (135 Points)
  • 3x Eightbound
     ◦ 3x Eightbound eviscerator
"""

LISTFORGE_TEXT = """Red Test - World Eaters - Berzerker Warband (460 Points)

Attached Units:
Master of Executions + Khorne Berzerkers (260 pts)
  Master of Executions (80 pts)
    • Warlord
    • Axe of dismemberment
  Khorne Berzerkers (180 pts)
    • 1x Khorne Berzerker Champion
      • 1x Plasma pistol
    • 9x Khorne Berzerker
      • 9x Bolt pistol

Battleline:
Jakhals (65 pts)
  • 1x Jakhal Pack Leader
    • 1x Autopistol
  • 1x Dishonoured
    • 1x Paired manglers
  • 8x Jakhal
    • 8x Autopistol

Other:
Eightbound (135 pts)
  • 3x Eightbound
    • 3x Eightbound eviscerator
"""


def _selection(name: str, kind: str, number: int = 1, *inner: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "number": number, "selections": list(inner), **more}


def _unit(name: str, points: int, kind: str, *inner: Any) -> dict[str, Any]:
    return _selection(
        name,
        kind,
        1,
        *inner,
        categories=[{"name": "Faction: World Eaters", "primary": False}],
        costs=[{"name": "pts", "value": points}],
    )


def battlescribe(newrecruit: bool) -> dict[str, Any]:
    """The tree that NewRecruit and ListForge share."""
    leads = _selection("Khorne Berzerkers", "upgrade", group="40kdc Attachment:leader:confirmed")
    roster: dict[str, Any] = {
        "name": "Red Test",
        "costs": [{"name": "pts", "value": 460}],
        "forces": [
            {
                "name": "Army Roster",
                "catalogueName": "Chaos - World Eaters",
                "selections": [
                    _selection(
                        "Detachment", "upgrade", 1, _selection("Berzerker Warband", "upgrade")
                    ),
                    _unit("Master of Executions", 80, "model", leads),
                    _unit(
                        "Khorne Berzerkers",
                        180,
                        "unit",
                        _selection("Khorne Berzerker Champion", "model"),
                        _selection("Khorne Berzerker", "model", 9),
                    ),
                    _unit(
                        "Jakhals",
                        65,
                        "unit",
                        _selection("Jakhal Pack Leader", "model"),
                        _selection("Dishonoured w/ paired manglers", "model"),
                        _selection("Jakhal", "model", 8),
                    ),
                    _unit("Eightbound", 135, "unit", _selection("Eightbound", "model", 3)),
                ],
            }
        ],
    }
    if newrecruit:
        roster["xmlns"] = "http://www.battlescribe.net/schema/rosterSchema"
        roster["exported"] = 1_700_000_000_000  # larger than any distance
    return {"name": "Red Test \u2013 1", "roster": roster}


NEWRECRUIT = json.dumps(battlescribe(True))
LISTFORGE = json.dumps(battlescribe(False))
PACKED = base64.b64encode(gzip.compress(LISTFORGE.encode(), mtime=0)).decode()
LINK = f"https://lists.example/#/listforge/{PACKED}"


def _asset(item: str, quantity: int = 1, *included: Any, **more: Any) -> dict[str, Any]:
    return {"item": item, "quantity": quantity, "assets": {"included": list(included)}, **more}


ROSTERIZER = json.dumps(
    {
        "rulebook": {"name": "A rulebook"},
        "snapshot": _asset(
            "Roster\u00a7Roster",
            1,
            _asset("Faction\u00a7World Eaters"),
            _asset("Detachment\u00a7Berzerker Warband"),
            _asset(
                "Unit\u00a7Master of Executions",
                1,
                _asset("Attachment\u00a7Attachment: leader -> Khorne Berzerkers"),
            ),
            _asset(
                "Unit\u00a7Khorne Berzerkers",
                1,
                _asset("Model\u00a7Khorne Berzerker Champion"),
                _asset("Model\u00a7Khorne Berzerker", 9),
            ),
            _asset(
                "Unit\u00a7Jakhals",
                1,
                _asset("Model\u00a7Jakhal Pack Leader"),
                _asset("Model\u00a7Dishonoured"),
                _asset("Model\u00a7Jakhal", 8),
            ),
            _asset("Unit\u00a7Eightbound", 1, _asset("Model\u00a7Eightbound", 3)),
            name="Red Test",
        ),
    }
)


def _row(name: str, count: int, points: int, leads: str | None = None) -> dict[str, Any]:
    attached = leads and {
        "bodyguard_ref": {"raw_name": leads},
        "role": "leader",
        "provisional": False,
    }
    return {
        "ref": {"raw_name": name},
        "model_count": count,
        "points": points,
        "is_warlord": False,
        "enhancement": None,
        "enhancement_points": None,
        "wargear": [],
        "leader_attachment": attached,
    }


def roster_json(faction: str, *rows: tuple[str, int, str | None]) -> str:
    """Units, each with its number of models and whom it leads, as the package writes them."""
    return json.dumps(
        {
            "name": "Red Test",
            "source": {"format": "roster-json", "generated_by": None},
            "faction_id": faction,
            "detachments": [],
            "battle_size": None,
            "points": {"declared_limit": None, "total_reported": None, "total_computed": 0},
            "units": [_row(name, count, 1, leads) for name, count, leads in rows],
            "game_version": {"edition": "11th"},
            "diagnostics": {},
        }
    )


ROSTER_JSON = roster_json(
    "world-eaters",
    ("Master of Executions", 1, "Khorne Berzerkers"),
    ("Khorne Berzerkers", 10, None),
    ("Jakhals", 10, None),
    ("Eightbound", 3, None),
)

TEXTS = {
    "newrecruit-wtc-compact": WTC_COMPACT,
    "newrecruit-wtc-full": WTC_FULL,
    "newrecruit-simple": SIMPLE,
    "newrecruit-json": NEWRECRUIT,
    "gw": GW,
    "gw (app)": APP,
    "listforge-text": LISTFORGE_TEXT,
    "listforge": LISTFORGE,
    "listforge (packed)": PACKED,
    "listforge (link)": LINK,
    "rosterizer": ROSTERIZER,
    "roster-json": ROSTER_JSON,
}
"""By the form that `wh40kdc` detects."""
SEPARATE = ("gw",)
"""Forms that cannot say whom a character leads."""
