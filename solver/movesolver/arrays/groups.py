"""Bases and groups of bodies as arrays, checked once at the door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from movekernels.arrays import Bodies, Floats, Ints
from movekernels.boards.groups import pack_catalogue
from movesolver.errors import InputError
from movesolver.referee.outlines import outline_of_base, pack_outlines
from movesolver.table.bases import Base

One = tuple[Ints, Floats, Ints, Floats, Floats, Floats, Floats, Floats]
"""Catalogue and bodies, as the kernels of one board take them."""
Own = tuple[Ints, Ints, Floats, Floats, Floats, Floats, Floats]
"""Offsets and bodies."""
Arguments = tuple[Ints, Floats, Ints, Ints, Floats, Floats, Floats, Floats, Floats]
"""Catalogue, offsets and bodies, as the kernels of many boards take them."""


class Bases:
    """A catalogue of base outlines, which groups of bodies refer to by index.

    Parameters
    ----------
    bases
        One base or several, in order (`movesolver.bases`).

    Raises
    ------
    InputError
        If there is none, or something else than a base.
    """

    __slots__ = ("bases", "catalogue", "shapes")

    def __init__(self, bases: Base | Sequence[Base]) -> None:
        try:
            listed = (bases,) if isinstance(bases, Base) else tuple(bases)
        except TypeError:
            got = type(bases).__name__
            raise InputError("bases", "one or more of movesolver.bases", got) from None
        wrong = [base for base in listed if not isinstance(base, Base)]
        if wrong or not listed:
            got = repr(wrong[0]) if wrong else "none"
            raise InputError("bases", "one or more of movesolver.bases", got)
        self.bases = listed
        self.shapes = pack_outlines([outline_of_base(base) for base in listed])
        self.catalogue: tuple[Ints, Floats] = pack_catalogue(self.shapes)

    def __len__(self) -> int:
        return len(self.bases)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bases) and self.bases == other.bases

    def __hash__(self) -> int:
        return hash(self.bases)

    def __repr__(self) -> str:
        return f"Bases({list(self.bases)!r})"


class Groups:
    """Bodies in groups: the models of a unit, or the enemies on a board, board by board.

    Three forms.  One group: ``x`` of shape (n,), and checks answer with numbers.
    Groups of equal size: shape (b, n).  Ragged: shape (m,), group ``g`` being
    ``first[g]:first[g + 1]`` of them.  Checks of several groups answer with arrays.

    ``bodies`` holds the arrays, flat: ``shape`` (index of the base), ``x``, ``y``, ``cos``
    and ``sin`` of the heading, ``z``.  Write into them, as in ``bodies.x[:] += 1``, and
    check again.  A writable C-contiguous float64 ``x``, ``y`` or ``z`` is kept and shared,
    anything else is copied; so are headings given in degrees.

    The numbers are looked at by every check: a group with NaN, an infinite or an
    enormous coordinate (10^6 inches or more), a heading whose length is off by more than
    5e-10 or an unknown base gets the code `BAD`, and the others are judged.  Headings
    are not read where every base of the catalogue is round.

    Parameters
    ----------
    bases
        The catalogue.
    x, y
        Centres, inches; ``y`` shaped like ``x``, or one number for all.
    base
        Index into ``bases`` of every body, or of each; any shape that broadcasts.
    facing
        Headings in degrees counter-clockwise from +x; 0 where left out.
    turned
        Instead of ``facing``: headings as (cosines, sines), each shaped like ``x``; those
        of less than 64 bits are scaled to length 1.
    z
        Heights of the undersides, inches; 0 where left out.
    first
        Offsets of ragged groups, rising from 0 to m; shape (b + 1,).

    Raises
    ------
    InputError
        Naming the argument whose type or shape is wrong, what was wanted and given.
    """

    __slots__ = (
        "arguments",
        "bases",
        "bodies",
        "equal",
        "first",
        "one",
        "own",
        "shape",
        "single",
        "size",
        "widest",
    )

    def __init__(
        self,
        bases: Bases,
        x: ArrayLike,
        y: ArrayLike,
        *,
        base: ArrayLike = 0,
        facing: ArrayLike | None = None,
        turned: tuple[ArrayLike, ArrayLike] | None = None,
        z: ArrayLike | None = None,
        first: ArrayLike | None = None,
    ) -> None:
        if not isinstance(bases, Bases):
            raise InputError("bases", "a Bases", type(bases).__name__)
        across = _floats("x", x)
        self.shape = across.shape
        self.bases = bases
        self.first, self.widest = _offsets(across, first)
        self.single = across.ndim == 1 and first is None
        self.equal = first is None
        self.size = size = across.size
        cos, sin = _headings(facing, turned, self.shape, size)
        self.bodies = Bodies(
            _indices("base", base, self.shape, size),
            across.reshape(-1),
            like_x("y", y, self.shape),
            cos,
            sin,
            np.zeros(size) if z is None else like_x("z", z, self.shape),
        )
        self.own: Own = (self.first, *self.bodies)
        self.arguments: Arguments = (*bases.catalogue, *self.own)
        self.one: One = (*bases.catalogue, *self.bodies)

    def __len__(self) -> int:
        return len(self.first) - 1

    def __repr__(self) -> str:
        return f"<Groups: {len(self)} of {self.size} bodies, {len(self.bases)} bases>"

    def tiled(self, boards: int) -> Groups:
        """Return this single group on each of some boards: walls or enemies all share.

        Parameters
        ----------
        boards
            How many.

        Raises
        ------
        InputError
            If this is not a single group.
        """
        if not self.single:
            raise InputError("groups", "a single group", f"{len(self)} groups")
        shape, x, y, cos, sin, z = (np.tile(array, (boards, 1)) for array in self.bodies)
        return Groups(self.bases, x, y, base=shape, turned=(cos, sin), z=z)


def _numbers(name: str, value: ArrayLike) -> NDArray[np.generic]:
    """Return an array of numbers, and nothing that merely can be made into one."""
    if isinstance(value, np.ma.MaskedArray):
        raise InputError(name, "an array of numbers", "a masked array")
    try:
        array = np.asarray(value)
    except (TypeError, ValueError) as error:
        raise InputError(name, "an array of numbers", str(error)) from None
    if array.dtype.kind not in "iuf":
        raise InputError(name, "an array of numbers", f"{array.dtype}")
    return array


def _floats(name: str, value: ArrayLike) -> Floats:
    """Return a C-contiguous float64 array, the very one given if it is one."""
    given = _numbers(name, value)
    array = np.ascontiguousarray(given, dtype=np.float64)
    if given.ndim == 0:
        raise InputError(name, "an array of 1 or 2 dimensions", "a single number")
    if array.ndim > 2:
        raise InputError(name, "an array of 1 or 2 dimensions", f"one of {array.ndim}")
    return _writable(array)


def _writable(array: Floats) -> Floats:
    """Return a copy of a read-only array: compiled code tells the two apart."""
    return array if array.flags.writeable else array.copy()


def like_x(name: str, value: ArrayLike, shape: tuple[int, ...]) -> Floats:
    """Return a flat float64 array of as many numbers as ``x`` has, one for all spread.

    Raises
    ------
    InputError
        If it holds something else than numbers or has another shape.
    """
    given = _numbers(name, value)
    if given.shape == shape:
        return _writable(np.ascontiguousarray(given, dtype=np.float64).reshape(-1))
    try:
        return np.broadcast_to(given, shape).astype(np.float64).reshape(-1)
    except ValueError:
        wanted = f"shape {shape}, as x has"
        raise InputError(name, wanted, f"shape {given.shape}") from None


def _indices(name: str, value: ArrayLike, shape: tuple[int, ...], size: int) -> Ints:
    if type(value) is int and abs(value) < 2**62:
        return np.full(size, value, np.int64)
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise InputError(name, "whole numbers", f"{array.dtype}")
    if array.shape == shape and array.dtype == np.int64:
        flat: Ints = np.ascontiguousarray(array).reshape(-1)
        return flat if flat.flags.writeable else np.array(flat)
    try:
        spread: Ints = np.broadcast_to(array, shape).astype(np.int64).reshape(-1)
        return spread
    except ValueError:
        wanted = f"shape {shape}, as x has, or what broadcasts to it"
        raise InputError(name, wanted, f"shape {array.shape}") from None


def _headings(
    facing: ArrayLike | None,
    turned: tuple[ArrayLike, ArrayLike] | None,
    shape: tuple[int, ...],
    size: int,
) -> tuple[Floats, Floats]:
    if turned is not None:
        if facing is not None:
            raise InputError("turned", "either facing or turned", "both")
        if not isinstance(turned, tuple) or len(turned) != 2:
            raise InputError("turned", "a pair (cosines, sines)", repr(type(turned).__name__))
        cos, sin = (like_x(f"turned[{k}]", turned[k], shape) for k in (0, 1))
        if all(np.asarray(part).dtype == np.float64 for part in turned):
            return cos, sin
        length = np.hypot(cos, sin)
        length[length == 0.0] = 1.0  # no heading: its board's error
        return cos / length, sin / length
    if facing is None:
        return np.ones(size), np.zeros(size)
    radians = np.radians(like_x("facing", facing, shape))
    with np.errstate(invalid="ignore"):  # an infinite heading is its board's error, not ours
        return np.cos(radians), np.sin(radians)


def _offsets(x: Floats, first: ArrayLike | None) -> tuple[Ints, int]:
    """Return where each group begins, checked, as kernels rely on it; and the largest size."""
    if first is None:
        boards, n = x.shape if x.ndim == 2 else (1, x.size)
        equal: Ints = np.arange(boards + 1, dtype=np.int64) * n
        return equal, n
    if x.ndim != 1:
        raise InputError("first", "x of shape (m,) with it", f"x of shape {x.shape}")
    offsets = np.asarray(first)
    if offsets.dtype.kind not in "iu" or offsets.ndim != 1 or offsets.size == 0:
        got = f"{offsets.dtype} of shape {offsets.shape}"
        raise InputError("first", "whole numbers of shape (b + 1,)", got)
    offsets = offsets.astype(np.int64)  # a copy: nobody changes it behind our back
    sizes = np.diff(offsets)
    if offsets[0] != 0 or offsets[-1] != x.size or (sizes < 0).any():
        got = f"{offsets[0]} to {offsets[-1]}"
        if (sizes < 0).any():
            got += f", falling after {int(np.argmax(sizes < 0))}"
        raise InputError("first", f"offsets that rise from 0 to {x.size}", got)
    return offsets, int(sizes.max(initial=0))


Number = TypeVar("Number", np.float64, np.int64, np.uint8)


def check_pair(units: Groups, others: Groups, name: str) -> None:
    """Check that two sets of groups stand on the same boards and share a catalogue.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.
    """
    if not (isinstance(units, Groups) and isinstance(others, Groups)):
        wrong = name if isinstance(units, Groups) else "units"
        raise InputError(wrong, "Groups", type(others if wrong == name else units).__name__)
    if units.bases is not others.bases and units.bases != others.bases:
        raise InputError(name, "the same Bases as the units", "another catalogue")
    if len(units.first) != len(others.first):
        raise InputError(name, f"{len(units)} groups, as many as units", f"{len(others)}")


def check_out(out: object, kind: type[tuple[object, ...]]) -> None:
    """Check that ``out`` is an earlier answer of the right kind, or None.

    Raises
    ------
    InputError
        If it is something else.
    """
    if out is not None and not isinstance(out, kind):
        raise InputError("out", f"an earlier {kind.__name__}, or None", type(out).__name__)


def result_array(
    name: str, out: object, shape: tuple[int, ...], dtype: type[Number]
) -> NDArray[Number]:
    """Return ``out`` after a look at its type and shape, or a new array for None.

    Raises
    ------
    InputError
        Naming the array.
    """
    if out is None:
        return np.empty(shape, dtype)
    if not (isinstance(out, np.ndarray) and out.dtype == dtype and out.shape == shape):
        got = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else repr(out)
        raise InputError(name, f"{np.dtype(dtype)} of shape {shape}", got)
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise InputError(name, "a writable C-contiguous array", "another one")
    return out
