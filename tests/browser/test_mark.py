"""Marking a tile in a real browser: by taps, by dragging its corners with mouse or finger, and by keyboard alone."""

from __future__ import annotations

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import SOON
from tests.browser.test_play import choose_sample, upload
from tests.fakes import photo_bytes

pytestmark = pytest.mark.browser

CANVAS = ".st-key-picture .pomona-canvas"


def mark(page: Page, canvas: str, points: list[tuple[float, float]]) -> None:
    """Tap on places of a picture, in shares of its width and height."""
    box = page.locator(f"{canvas} svg.scene").bounding_box()
    assert box is not None
    for x, y in points:
        page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])


QUAD = [(0.4, 0.4), (0.6, 0.41), (0.59, 0.6), (0.4, 0.6)]


def test_a_tile_is_marked_where_nothing_was_found(page: Page):
    upload(page, "table.jpg", photo_bytes(Image.new("RGB", (640, 480), "grey")))
    canvas = ".st-key-unread .pomona-canvas"
    expect(page.locator(f"{canvas} .says")).to_contain_text("0 of 4", timeout=30_000)
    go = page.locator(f"{canvas} .go")
    page.locator(f"{canvas} svg.scene").scroll_into_view_if_needed()
    mark(page, canvas, QUAD)
    expect(page.locator(f"{canvas} .pins polygon")).to_have_count(2)
    page.locator(f"{canvas} .back").click()
    expect(page.locator(f"{canvas} .says")).to_contain_text("3 of 4")
    expect(go).to_be_disabled()
    mark(page, canvas, QUAD[3:])
    for button in page.locator(f"{canvas} .marking button:visible").all():
        size = button.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 43.5
    go.click()
    page.locator(".st-key-total").wait_for(timeout=30_000)
    expect(page.locator(canvas)).to_have_count(0)
    expect(page.locator(".st-key-message")).to_have_count(0)


def test_a_wrong_lattice_is_mended_from_one_tile(page: Page):
    choose_sample(page)
    canvas = ".st-key-picture .pomona-canvas"
    page.locator(f"{canvas} .mark").click()
    expect(page.locator(f"{canvas} svg.scene")).to_have_attribute("viewBox", "0 0 1200 900")
    mark(page, canvas, QUAD[:2])
    expect(page.locator(f"{canvas} .handle")).to_have_count(2)
    page.locator(f"{canvas} .stop").click()
    expect(page.locator(f"{canvas} .handle")).to_have_count(0)
    page.locator(f"{canvas} .mark").click()
    mark(page, canvas, QUAD)
    page.locator(f"{canvas} .go").click()
    expect(page.locator(f"{canvas} .says")).to_contain_text("Tap anything", timeout=30_000)
    expect(page.locator(f"{canvas} .mark")).to_be_visible()


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag from one place of the screen to another: with a finger where there is one, else with the mouse."""
    if not page.evaluate("navigator.maxTouchPoints"):
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=5)
        page.mouse.up()
        return
    screen = page.context.new_cdp_session(page)
    along = [
        (start[0] + (end[0] - start[0]) * k / 5, start[1] + (end[1] - start[1]) * k / 5) for k in range(6)
    ]
    for k, (x, y) in enumerate(along):
        kind = "touchMove" if k else "touchStart"
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    box = page.locator(f"{CANVAS} svg.scene").bounding_box()
    assert box is not None
    return (box["x"] + x * box["width"], box["y"] + y * box["height"])


def lie_still(page: Page) -> None:
    """Wait until the page has come to rest: parts that come or go above the picture move it."""
    before = None
    for _ in range(20):
        now = page.locator(f"{CANVAS} svg.scene").bounding_box()
        if now == before:
            return
        before = now
        page.wait_for_timeout(300)
    raise AssertionError("the picture never lies still")


def middle(page: Page, handle: int) -> tuple[float, float]:
    box = page.locator(f"{CANVAS} .handle").nth(handle).locator(".reach").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 43.5
    return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_corner_is_dragged_to_where_it_is(page: Page):
    choose_sample(page)
    page.locator(f"{CANVAS} .mark").click()
    mark(page, CANVAS, [*QUAD[:3], (0.56, 0.47)])  # the last one within the others: no tile lies so
    handles = page.locator(f"{CANVAS} .handle")
    expect(handles).to_have_count(4)
    lie_still(page)
    before = page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop")
    drag(page, middle(page, 3), on_screen(page, *QUAD[3]))
    assert middle(page, 3) == pytest.approx(on_screen(page, *QUAD[3]), abs=2)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == before
    expect(handles).to_have_count(4)  # the finger that lets go taps nothing
    expect(page.locator(f"{CANVAS} .says")).to_contain_text("All four are set")
    page.locator(f"{CANVAS} .go").click()
    expect(page.locator(f"{CANVAS} .says")).to_contain_text("Tap anything", timeout=SOON)
    expect(page.locator(".st-key-message")).to_have_count(0)


def test_a_corner_stays_in_the_photo(page: Page):
    choose_sample(page)
    page.locator(f"{CANVAS} .mark").click()
    mark(page, CANVAS, QUAD[:1])
    drag(page, middle(page, 0), on_screen(page, -0.3, 0.5))
    circle = page.locator(f"{CANVAS} .handle .reach")
    assert float(circle.get_attribute("cx") or "nan") == 0


def test_corners_that_are_left_where_no_tile_can_be_are_refused(page: Page):
    choose_sample(page)
    page.locator(f"{CANVAS} .mark").click()
    mark(page, CANVAS, [*QUAD[:3], (0.56, 0.47)])
    page.locator(f"{CANVAS} .go").click()
    expect(page.locator(".st-key-message")).to_be_visible(timeout=SOON)
    expect(page.locator(f"{CANVAS} .says")).to_contain_text("Tap anything")


def test_a_tile_that_was_tapped_is_where_its_corners_begin(page: Page):
    choose_sample(page)
    tile = page.locator(f"{CANVAS} .thing[data-id='tile:0:0'] .reach").bounding_box()
    assert tile is not None
    page.mouse.click(tile["x"] + 0.25 * tile["width"], tile["y"] + 0.75 * tile["height"])
    expect(page.locator(f"{CANVAS} .says")).to_contain_text("Tile · column 0, row 0")
    page.locator(f"{CANVAS} .mark").click()
    expect(page.locator(f"{CANVAS} .handle")).to_have_count(4)
    expect(page.locator(f"{CANVAS} .go")).to_be_enabled()
    page.locator(f"{CANVAS} .stop").click()
    expect(page.locator(f"{CANVAS} .handle")).to_have_count(0)


def test_corners_are_set_and_moved_by_keyboard(page: Page):
    choose_sample(page)
    page.locator(f"{CANVAS} .mark").focus()
    page.keyboard.press("Enter")
    page.locator(f"{CANVAS} svg.scene").focus()
    for _ in range(4):
        page.keyboard.press("Enter")
    expect(page.locator(f"{CANVAS} .handle")).to_have_count(4)
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Corner 4 of 4")
    lie_still(page)
    x, y = middle(page, 3)
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowDown")
    assert middle(page, 3) == pytest.approx((x - 20, y + 2), abs=0.5)
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Corner 4 of 4")
    page.locator(f"{CANVAS} .go").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"{CANVAS} .says")).to_contain_text("Tap anything", timeout=SOON)
    expect(page.locator(".st-key-message")).to_have_count(0)
