"""The app in German in a real browser: on every page and behind every link, in what is seen and in what is fetched."""

from __future__ import annotations

import re
import zlib
from base64 import a85decode
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SOON, opened
from tests.browser.test_night import add_player, give_second_player_a_photo, visit
from tests.browser.test_play import choose_sample
from tests.ui.test_german import english_in

pytestmark = pytest.mark.browser

SEEN = """() => {
    const told = [];
    for (const it of document.querySelectorAll("body *")) {
        if (it.closest("style, script") || !it.getClientRects().length) continue;
        const small = getComputedStyle(it).fontSize === "0px";
        const own = [...it.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && !small);
        told.push(...own.map((node) => node.textContent), it.getAttribute("placeholder"), it.getAttribute("alt"));
    }
    for (const it of document.querySelectorAll(".pomona-canvas *")) told.push(it.getAttribute("aria-label"));
    return told.filter(Boolean).join("\\n");
}"""
"""All that is seen, and what is said to those who cannot see the picture. What has no size was replaced."""
OF_STREAMLIT = ("Skip to main content",)
"""For the keyboard alone; Streamlit has no other words for it."""


def seen(page: Page) -> str:
    said = str(page.evaluate(SEEN))
    for words in OF_STREAMLIT:
        said = said.replace(words, "")
    return said


def pdf_words(data: bytes) -> str:
    """What a PDF of reportlab says."""
    packed = [a85decode(part) for part in re.findall(rb"stream\r?\n(.*?)~>\s*endstream", data, re.DOTALL)]
    pages = [zlib.decompress(part) for part in packed if part.startswith(b"x")]  # the others are photos
    return " ".join(text.decode("latin-1") for page in pages for text in re.findall(rb"\((.*?)\) Tj", page))


def test_a_night_is_german_from_photo_to_sheet(browser: Browser, fake_app: str, tmp_path: Path):
    with opened(browser, fake_app, "phone", at="/?lang=de") as page:
        expect(page.locator("html")).to_have_attribute("lang", "de", timeout=SOON)
        expect(page.locator(".st-key-upload")).to_contain_text("Von oben", timeout=SOON)
        assert english_in(seen(page)) == []
        choose_sample(page)
        page.locator(".st-key-save button").click()
        expect(page.locator(".st-key-seats")).to_contain_text("Jede Änderung", timeout=SOON)
        for closed in page.locator("details:not([open]) summary").all():
            closed.click()
        expect(page.locator(".st-key-near_0")).to_contain_text("Es fehlt der Ast", timeout=SOON)
        assert english_in(seen(page).replace("Small tree", "")) == []
        visit(page, "Abend")
        add_player(page, "Ben")
        give_second_player_a_photo(page, "Ben")
        assert english_in(seen(page)) == [], "a link keeps the language"
        page.locator(".st-key-doubt_0_option_2 button").click()
        expect(page.locator(".st-key-total strong")).not_to_have_text("16", timeout=SOON)
        visit(page, "Abend")
        expect(page.locator(".why")).to_have_text(
            "Person 1 gewinnt mit 16 Punkten gegen 12 von Ben.", timeout=SOON
        )
        page.locator("[class*=st-key-photos_show] label").first.click()
        expect(page.locator(".taken").first).to_be_visible(timeout=SOON)
        assert english_in(seen(page)) == []
        with page.expect_download() as fetched:
            page.locator(".st-key-file_pdf a").click()
        fetched.value.save_as(tmp_path / "night.pdf")
        printed = pdf_words((tmp_path / "night.pdf").read_bytes())
        assert "Person 1 gewinnt mit 16 Punkten gegen 12 von Ben." in printed
        assert "Summe" in printed
        assert english_in(printed) == []
        visit(page, "Verlauf")
        expect(page.locator(".st-key-nights")).to_contain_text("Sieg: Person 1", timeout=SOON)
        expect(
            page.locator("[data-testid=stVegaLiteChart] svg, [data-testid=stVegaLiteChart] canvas").first
        ).to_be_visible(timeout=SOON)
        assert english_in(seen(page)) == []
        visit(page, "Formen")
        expect(page.locator(".st-key-lattice")).to_be_visible(timeout=SOON)
        assert english_in(seen(page)) == []
        visit(page, "Werten")
        page.locator(".st-key-photo").wait_for()


def test_streamlits_own_words_are_said_by_the_style_sheet(page: Page):
    """Else those in German would be English: a new Streamlit may call its parts otherwise."""
    button = page.locator(".st-key-photo [data-testid=stFileUploaderDropzone] button p").first
    limit = page.locator(".st-key-photo [data-testid=stFileUploaderDropzoneInstructions] span").first
    for part, words in ((button, "Take or choose a photo"), (limit, "up to 40 MB")):
        part.wait_for(state="attached", timeout=SOON)
        told = "e => [getComputedStyle(e).fontSize, getComputedStyle(e, '::after').content]"
        assert part.evaluate(told) == ["0px", f'"{words}"']
    visit(page, "Designs")
    page.locator(".st-key-design_name input").fill("Kite")
    hint = page.locator("[data-testid=InputInstructions] span").first
    hint.wait_for(state="attached", timeout=SOON)
    assert hint.evaluate("e => getComputedStyle(e, '::after').content") == '"Press Enter to apply"'
