"""What the app's tests do on its pages: go to one, read it, answer a doubt."""

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button


def visit(app: AppTest, name: str, **address: str) -> AppTest:
    """The page of that name in the same visit."""
    known = {info.get("url_pathname"): page for page, info in app._registered_pages.items()}
    app._page_hash = known["" if name == "score" else name]
    app.query_params.clear()
    app.query_params.update(address)
    app.run()
    assert not app.exception
    return app


def words(app: AppTest) -> str:
    """All that a page says as HTML."""
    return " ".join(block.proto.body for block in app.get("html"))


def answers(app: AppTest) -> list[list[Button]]:
    """For each doubt on the page the buttons of its readings."""
    found: dict[str, list[Button]] = {}
    for button in app.button:
        if button.key and button.key.startswith("answer_"):
            found.setdefault(button.key.rpartition("_")[0], []).append(button)
    return list(found.values())
