"""Verdicts: what is wrong with a move, why, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from html import escape

Json = dict[str, object]
Slack = dict[str, float]
Place = tuple[float, float, float]
"""x, y and height, inches."""


class Code(StrEnum):
    """The ways in which a move can be illegal; docs/codes.md lists each with its rule."""

    TOO_FAR = "TOO_FAR"
    """A path is longer than the model may move."""
    OFF_TABLE = "OFF_TABLE"
    """A base crosses the edge of the battlefield."""
    THROUGH_ENEMY = "THROUGH_ENEMY"
    """A path cuts through an enemy model."""
    THROUGH_FRIEND = "THROUGH_FRIEND"
    """A path cuts through a friendly model that bars this mover."""
    THROUGH_TERRAIN = "THROUGH_TERRAIN"
    """A path cuts through a wall or a floor that bars this mover."""
    OVERLAP = "OVERLAP"
    """A base ends on another base."""
    IN_TERRAIN = "IN_TERRAIN"
    """A base ends in a wall or part-way through a surface."""
    OVERHANG = "OVERHANG"
    """A base ends over the outer edge of the surface it stands on."""
    CLIMB = "CLIMB"
    """A model moves vertically where nothing can be climbed."""
    NO_NEIGHBOUR = "NO_NEIGHBOUR"
    """A model has too few mates near it."""
    SPREAD = "SPREAD"
    """Two models of the unit are too far apart."""
    HEIGHT = "HEIGHT"
    """Two models of the unit are too far apart vertically."""
    SPLIT = "SPLIT"
    """The unit is not one group."""
    ENGAGED = "ENGAGED"
    """The unit ends engaged and must not."""
    NOT_ENGAGED = "NOT_ENGAGED"
    """The unit, or a model, must end engaged with somebody and does not."""
    ENGAGED_WITH_OTHER = "ENGAGED_WITH_OTHER"
    """The unit ends engaged with an enemy that is no target."""
    NOT_CLOSER = "NOT_CLOSER"
    """A model must end closer and does not."""
    DUTY = "DUTY"
    """A model could have ended as the rules wish it to, and did not."""
    LOCKED = "LOCKED"
    """A model in base contact with an enemy moved."""
    TOO_CLOSE = "TOO_CLOSE"
    """A model ends inside the clearance that must be kept from enemies."""
    NOT_ELIGIBLE = "NOT_ELIGIBLE"
    """The unit may not make this move now."""
    MODE = "MODE"
    """The mode cannot be chosen."""
    MOVED = "MOVED"
    """A model moved in a move that moves nothing."""
    NO_PATH = "NO_PATH"
    """No legal path leads to the end, or none was found (the text says which)."""
    TARGET = "TARGET"
    """A target cannot be chosen, or one that must be was not."""
    OUTSIDE_ZONE = "OUTSIDE_ZONE"
    """A model is not set up wholly within its zone."""
    OUTSIDE_SETUP = "OUTSIDE_SETUP"
    """A model is not set up wholly within the set-up distance."""
    ENEMY_ZONE = "ENEMY_ZONE"
    """A model is set up in, or too near to, the enemy's deployment zone."""
    NOT_PLACED = "NOT_PLACED"
    """A model of a unit that is set up as a whole is not set up."""
    OUT_OF_RANGE = "OUT_OF_RANGE"
    """A model, or the unit, is not in range of the objective or the transport."""
    SURFACE = "SURFACE"
    """A model may not stand on the surface it ends on."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong.

    ``found`` is the quantity the rule limits, in inches, ``allowed`` its limit;
    both None where nothing is measured.  What happens on the way also says where:
    ``at``, ``after`` and ``step``, None for all else.
    """

    code: Code
    rule: str
    models: tuple[str, ...]
    text: str
    found: float | None = None
    allowed: float | None = None
    at: Place | None = None
    """Centre of the mover's base when it happens: x, y, z in inches."""
    after: float | None = None
    """What the mover has spent of its maximum until then, inches."""
    step: int | None = None
    """Step of the path, counted from 1: step k leads from pose k - 1 to pose k."""

    def to_json(self) -> Json:
        """Return the violation as it stands in ``check --json``."""
        return {
            "code": str(self.code),
            "rule": self.rule,
            "models": list(self.models),
            "found": self.found,
            "allowed": self.allowed,
            "at": None if self.at is None else list(self.at),
            "after": self.after,
            "step": self.step,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's answer about one move.

    ``slack`` holds signed distances to the limits, in inches, negative where one
    is broken, for callers with a policy of their own: ``distance`` (what is left
    of the maximum), ``edge``, ``overlap``, ``neighbour``, ``span``, ``height``,
    ``engagement``.  Limits that do not apply are left out.
    """

    violations: tuple[Finding, ...]
    slack: dict[str, float]
    shunted: bool | None = None
    """VoidSiege: whether no model moved 2" or more (VS9).  None in other games, and where
    only the ends are known and a way there might be longer."""

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.violations

    @property
    def codes(self) -> tuple[Code, ...]:
        """The codes found, each once, in the order found."""
        return tuple(dict.fromkeys(finding.code for finding in self.violations))

    def explain(self) -> str:
        """Return the verdict in plain sentences, one a line."""
        if self.legal:
            said = {True: " The unit is shunted.", False: " The unit is not shunted.", None: ""}
            return "The move is legal." + said[self.shunted]
        return "\n".join(f"{f.text} [{f.code}, {f.rule}]" for f in self.violations)

    def _repr_html_(self) -> str:
        """Show it in a notebook: in words, as a verdict alone has no table to draw."""
        if self.legal:
            return f"<p>{escape(self.explain())}</p>"
        rows = "".join(
            f"<tr><td>{one.code}</td><td>{escape(one.rule)}</td>"
            f"<td>{escape(listed(one.models))}</td><td>{escape(one.text)}</td></tr>"
            for one in self.violations
        )
        head = "<tr><th>code</th><th>rule</th><th>models</th><th>what is wrong</th></tr>"
        return f"<p>The move is illegal.</p><table>{head}{rows}</table>"

    def to_json(self) -> Json:
        """Return the verdict as ``check --json`` prints it."""
        return {
            "legal": self.legal,
            "violations": [finding.to_json() for finding in self.violations],
            "slack": dict(self.slack),
            "shunted": self.shunted,
        }


def told(value: float, limit: float) -> str:
    """Return a number with as many digits as it takes not to look like the limit it breaks."""
    for digits in (4, 6, 8, 10):
        text = f"{value:.{digits}g}"
        if text != f"{limit:.{digits}g}":
            return text
    return repr(value)


def article(word: str) -> str:
    """Return a word with its article: ``a charge``, ``an advance``."""
    return f"{'an' if word[:1].lower() in 'aeio' else 'a'} {word}"


def listed(models: tuple[str, ...] | list[str]) -> str:
    """Return ids as words: ``a1``, ``a1 and a2``, ``a1, a2 and a3``."""
    if len(models) <= 1:
        return "".join(models)
    return f"{', '.join(models[:-1])} and {models[-1]}"
