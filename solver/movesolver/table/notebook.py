"""What shows itself in a notebook: the one place from which things reach up to the drawing."""

from __future__ import annotations


class Shown:
    """Something to look at: a page in a notebook, and a picture where pages are not run."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        from movesolver.draw.page import picture_svg

        return picture_svg(self)

    def _repr_html_(self) -> str:
        """Show its page in a notebook."""
        from movesolver.draw.page import framed_page

        return framed_page(self)
