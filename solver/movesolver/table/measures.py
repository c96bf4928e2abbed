"""Inches and millimetres."""

from __future__ import annotations

MM_PER_INCH = 25.4


def inches(millimetres: float) -> float:
    """Convert a size in mm to inches."""
    return millimetres / MM_PER_INCH
