"""The language: chosen, kept over a reload by the address, and as the browser asks for it."""

from streamlit.testing.v1 import AppTest

from tests.ui.pages import words


def test_the_language_is_chosen_and_stands_in_the_address(page: AppTest):
    assert "Oder eines von unseren" not in words(page)
    page.button_group(key="language_choice").set_value("de").run()
    assert not page.exception
    assert "Oder eines von unseren" in words(page)
    assert page.query_params["lang"] == "de"
    page.button_group(key="language_choice_de").set_value("en").run()
    assert "Or try one of ours" in words(page)


def test_the_address_says_the_language(page: AppTest):
    page.query_params["lang"] = "de"
    assert "Oder eines von unseren" in words(page.run())
    page.query_params["lang"] = "xx"
    assert "Or try one of ours" in words(page.run())
