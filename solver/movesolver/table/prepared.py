"""What was made once from things that never change, found again by their identity."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Prepared(Generic[T]):
    """A bounded memory, safe to share between threads.

    Whatever is asked for is made from the things that it is asked by, and from nothing else; they
    must never change (frozen structs, tuples, strings).  They are held as long as what was
    made from them, so that no other thing can take on the identity of one.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._made: dict[tuple[int, ...], tuple[tuple[object, ...], T]] = {}
        self._lock = Lock()

    def of(self, things: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return what was made from these very things; ``make`` it where they are new."""
        key = tuple(map(id, things))
        found = self._made.get(key)
        if found is not None:
            return found[1]
        made = make()
        with self._lock:
            if len(self._made) >= self._size:
                for old in list(islice(self._made, 1 + self._size // 4)):
                    del self._made[old]
            return self._made.setdefault(key, (things, made))[1]

    def forget(self) -> None:
        """Forget everything."""
        with self._lock:
            self._made.clear()

    def __len__(self) -> int:
        return len(self._made)
