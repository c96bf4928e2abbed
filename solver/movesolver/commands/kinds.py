"""What an argument may be: each raises what argparse turns into one line."""

from __future__ import annotations

import argparse


def whole(text: str) -> int:
    """Return a whole number, 0 or more."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
    if value < 0:
        raise argparse.ArgumentTypeError(f"wanted a whole number, 0 or more, got {text!r}")
    return value


def positive(text: str) -> float:
    """Return a finite number above zero."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"wanted a positive number, got {text!r}")
    return value


def not_negative(text: str) -> float:
    """Return a finite number, 0 or more."""
    return 0.0 if text in ("0", "0.0") else positive(text)


def file_name(text: str) -> str:
    """Return a name of at least one character."""
    if not text:
        raise argparse.ArgumentTypeError("wanted a file name, got nothing")
    return text
