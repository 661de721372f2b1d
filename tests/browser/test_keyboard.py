"""A whole game night by keyboard alone: Tab, Enter, Space, arrows and typing, and no pointer at all."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SOON
from tests.browser.test_mend import scored
from tests.browser.test_night import doubt

pytestmark = pytest.mark.browser

MOST_TABS = 120
_COUNT_POINTERS = """() => {
    window.pointers = 0;
    for (const kind of ["pointerdown", "mousedown", "touchstart"]) {
        addEventListener(kind, () => { window.pointers += 1; }, true);
    }
}"""


def tab_to(page: Page, what: str) -> None:
    """Press Tab until something of that selector has the focus."""
    page.locator(what).first.wait_for(state="attached", timeout=SOON)
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("what => !!document.activeElement?.matches(what)", what):
            return
    raise AssertionError(f"no Tab leads to {what}")


def press(page: Page, what: str, key: str = "Enter") -> None:
    tab_to(page, what)
    page.keyboard.press(key)


def test_a_whole_night_by_keyboard_alone(page: Page):
    page.evaluate(_COUNT_POINTERS)
    press(page, ".st-key-pages a[href^=night]")
    tab_to(page, ".st-key-new_players input")
    for name in ("Cleo", "Dora"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(".st-key-new_players")).to_contain_text(name, timeout=SOON)
    press(page, ".st-key-night_start button")
    expect(page.locator(".st-key-player_2 a")).to_contain_text("Dora", timeout=SOON)

    press(page, ".st-key-player_1 a")
    press(page, ".st-key-sample button")
    expect(page.locator(".st-key-total strong")).to_have_text(scored(), timeout=SOON)

    # The lemon was none: by its doubt taken for an orange, then in the picture for nothing.
    classes = doubt(page, "Which fruit").get_attribute("class") or ""
    key = next(it for it in classes.split() if it.startswith("st-key-doubt_"))
    press(page, f".{key}_option_1 button", "Space")
    orange = [{"col": 0, "row": 0, "at": "NE", "kind": "orange"}]
    expect(page.locator(".st-key-total strong")).to_have_text(scored(fruit=orange), timeout=SOON)
    press(page, ".pomona-canvas .tool.mend")
    press(page, ".pomona-canvas .mending [data-tool=fruit]", "Space")
    tab_to(page, ".pomona-canvas .thing")
    walk_to(page, "fruit:1:-1")
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-total strong")).to_have_text(scored(fruit=[]), timeout=SOON)

    press(page, ".st-key-pages a[href^=night]")
    expect(page.locator("table.figures tr.total")).to_contain_text(scored(fruit=[]), timeout=SOON)
    press(page, ".st-key-finish button")
    expect(page.locator(".st-key-finish")).to_have_count(0, timeout=SOON)
    press(page, ".st-key-pages a[href^=history]")
    expect(page.locator(".st-key-nights a").first).to_contain_text(
        f"Cleo {scored(fruit=[])}, Dora", timeout=SOON
    )
    assert page.evaluate("window.pointers") == 0


def walk_to(page: Page, name: str) -> None:
    """Go to a thing in the picture by arrow keys: towards it, and another way from where that was tried before."""
    tried: Counter[str] = Counter()
    for _ in range(MOST_TABS):
        at = page.evaluate("document.activeElement.dataset.id")
        if at == name:
            return
        (x, y), (to_x, to_y) = (map(int, it.split(":")[1:3]) for it in (at, name))
        upright, along = ("Up", "Down"), ("Left", "Right")
        ways = [upright[y < to_y]] * (y != to_y) + [along[x < to_x]] * (x != to_x)
        ways += [way for way in (*along, *upright) if way not in ways]
        page.keyboard.press(f"Arrow{ways[tried[at] % len(ways)]}")
        tried[at] += 1
    raise AssertionError(f"no arrow leads to {name}: {dict(tried)}")
