"""Going to a page of the app in its tests, as a link in it does."""

from streamlit.testing.v1 import AppTest


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
