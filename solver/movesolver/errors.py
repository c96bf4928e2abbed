"""What the library raises: a small tree on `ValueError`, only for wrong questions.

"There is no legal move" is an answer, not an error.
"""

from __future__ import annotations


class MoveSolverError(ValueError):
    """Base of everything raised on purpose by movesolver."""


class InputError(MoveSolverError):
    """An argument or a field of a file is not what was asked for.

    The message names the place, what was wanted and what was given.
    """

    def __init__(self, place: str, wanted: str, got: str) -> None:
        self.place = place
        self.wanted = wanted
        self.got = got
        super().__init__(
            f"{place}: wanted {wanted}, got {got}" if place else f"wanted {wanted}, got {got}"
        )

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, str]]:
        """Let the error travel between processes."""
        return type(self), (self.place, self.wanted, self.got)


class UnsupportedError(MoveSolverError):
    """A valid question that this version cannot answer yet; the message says which part."""
