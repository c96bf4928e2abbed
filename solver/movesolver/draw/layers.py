"""The layers of a page: what each is called, and which parts of the picture belong to it."""

from __future__ import annotations

from typing import NamedTuple


class Layer(NamedTuple):
    """Parts of a picture that are shown or hidden together."""

    key: str
    words: str
    classes: tuple[str, ...]


LAYERS = (
    Layer("starts", "Starts", ("ghost",)),
    Layer("paths", "Paths", ("path", "joint")),
    Layer("links", "Coherency", ("links", "links-before", "apart")),
    Layer("breaks", "What breaks the unit", ("breaks",)),
    Layer("lost", "Losses", ("lost",)),
    Layer("wrong", "Broken rules", ("wrong", "place")),
    Layer("engaged", "Who is engaged", ("engaged",)),
    Layer("engagement", "Engagement range", ("engagement",)),
    Layer("duties", "Duties", ("duty",)),
    Layer("wishes", "Wishes", ("wish",)),
    Layer("bound", "Where the bound comes from", ("bound",)),
    Layer("refuted", "Why there is no legal end", ("refuted",)),
    Layer("acting", "Who may still act", ("acting",)),
    Layer("places", "Listed places", ("places", "own-places")),
    Layer("reach", "Reach", ("reach", "reach-outer", "own-reaches")),
    Layer("contours", "Inches of path", ("reach-line", "reach-labels")),
    Layer("levels", "Reach at other heights", ("reach-level",)),
    Layer("threat", "Threat", ("threat",)),
    Layer("ranges", "Inches after a move", ("threat-line", "threat-labels")),
    Layer("names", "Names of places", ("names",)),
    Layer("numbers", "Labels of models", ("labels",)),
    Layer("zones", "Zones", ("zone",)),
    Layer("markers", "Objectives", ("marker",)),
    Layer("terrain", "Terrain", ("footprint", "wall")),
    Layer("floors", "Floors", ("floor",)),
)
"""In the order in which a page lists them."""

START_HIDDEN = ("bound",)
"""What a page shows on demand only."""


def layers_in(markup: str) -> list[Layer]:
    """Return the layers that a picture has something of."""
    return [layer for layer in LAYERS if any(f'class="{name}"' in markup for name in layer.classes)]


def hiding_rules() -> str:
    """Return style rules by which a page hides layers: their keys stand in ``data-off``."""
    return "\n".join(
        ",".join(f"[data-off~={layer.key}] .picture .{name}" for name in layer.classes)
        + "{display:none}"
        for layer in LAYERS
    )
