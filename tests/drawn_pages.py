"""Pages of answers as tests ask about them: where a base is seen, what is hidden, what is said."""

from __future__ import annotations

from pathlib import Path

from browser_data import Browser
from movesolver import Scenario
from movesolver.table.army import Model
from movesolver.table.bases import round as round_base
from movesolver.table.scenario import Action, RulesChoice
from reach_data import situation

SQUAD = Path(__file__).parents[1] / "examples" / "squad.json"
WAYS = {
    "a0": ((30.0, 22.0, 0.0, 0.0), (33.0, 22.0, 0.0, 0.0), (33.0, 25.0, 0.0, 0.0)),
    "a1": ((33.0, 19.0, 0.0, 0.0), (37.0, 19.0, 0.0, 0.0)),
}


def moving(order: tuple[tuple[str, int], ...] | None = None) -> Scenario:
    """Two discs of radius 1 with paths, a third that stays, an enemy 5 inches off."""
    action = Action("alpha", "move" if order else "normal", paths=WAYS, order=order)
    return situation(
        at=((30.0, 22.0), (33.0, 19.0), (30.0, 25.0)),
        foes=(Model("e0", round_base(50.8), (40.0, 25.0)),),
        action=action,
        rules=RulesChoice(game="voidsiege") if order else None,
    )


def place(browser: Browser, model: str) -> tuple[float, float]:
    """Return where a base is seen, in inches of the table."""
    found = browser.run(
        """
        const node = [...document.querySelectorAll('.view:not([hidden]) g.model')]
          .find((one) => one.dataset.model === arguments[0]);
        const base = node.querySelector('.base');
        const box = base.getBBox();
        const spot = base.ownerSVGElement.createSVGPoint();
        [spot.x, spot.y] = [box.x + box.width / 2, box.y + box.height / 2];
        const board = document.querySelector('.view:not([hidden]) .figures');
        const seen = spot.matrixTransform(base.getScreenCTM())
          .matrixTransform(board.getScreenCTM().inverse());
        return [seen.x, seen.y];
        """,
        model,
    )
    return found[0], found[1]


def slide(browser: Browser, share: float) -> None:
    """Draw the slider to a share of its length, as a hand would."""
    browser.run(
        """
        const slider = document.querySelector('.view:not([hidden]) input[type=range]');
        slider.value = 200 * arguments[0];
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        """,
        share,
    )


def words(browser: Browser, css: str) -> str:
    return browser.find(f".view:not([hidden]) {css}").text


def seen(browser: Browser, css: str) -> bool:
    """Return whether something of a selector can be seen."""
    shown: bool = browser.run(
        """
        return [...document.querySelectorAll(arguments[0])].some((node) =>
          node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0);
        """,
        css,
    )
    return shown


def quiet(browser: Browser) -> None:
    assert browser.complaints() == []
    assert [address.rpartition("/")[2] for address in browser.requests()] == ["page.html"]
