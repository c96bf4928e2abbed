"""Which files a picture can be written to, by what their names end in."""

from __future__ import annotations

import argparse

SUFFIXES = (".html", ".svg", ".png")
LISTED = f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"


def picture_file(text: str) -> str:
    """Return the name of a file to draw to, for a command line.

    Raises
    ------
    argparse.ArgumentTypeError
        If it does not end in one of `SUFFIXES`.
    """
    if not text.lower().endswith(SUFFIXES):
        raise argparse.ArgumentTypeError(f"wanted a file name that ends in {LISTED}, got {text!r}")
    return text
