"""Files to take along, as the browser fetches them."""

import gc

from starlette.requests import Request
from starlette.responses import Response
from streamlit.testing.v1 import AppTest

from ledger.errors import DatabaseError
from tests.ui.pages import visit, words
from ui.downloads import Download, serve_download


def get(url: str) -> Response:
    token = url.removeprefix("/download/")
    return serve_download(Request({"type": "http", "path_params": {"token": token}}))


def test_a_file_is_made_when_it_is_fetched_and_saved_under_its_name():
    made: list[str] = []
    file = Download("night.csv", "text/csv", lambda: made.append("once") or "a,b")
    assert made == []
    answer = get(file.url)
    assert (answer.status_code, answer.body, made) == (200, b"a,b", ["once"])
    assert answer.headers["content-disposition"] == 'attachment; filename="night.csv"'
    assert answer.headers["cache-control"] == "no-store"


def test_a_file_leaves_with_the_visit_that_held_it():
    file = Download("night.csv", "text/csv", lambda: "")
    url = file.url
    del file
    gc.collect()
    assert get(url).status_code == 404
    assert get("/download/1").status_code == 404


def test_a_file_that_cannot_be_made_says_why():
    def fail() -> str:
        raise DatabaseError("busy", "The log is busy; try again in a moment.")

    file = Download("night.csv", "text/csv", fail)
    answer = get(file.url)
    assert (answer.status_code, answer.body) == (503, b"The log is busy; try again in a moment.")


def test_no_file_of_a_deleted_night_can_be_fetched(page: AppTest):
    saved(page)
    urls = addresses(page)
    assert [get(url).status_code for url in urls] == [200] * 3
    page.button(key="night_delete_yes").click().run()
    gc.collect()
    assert [get(url).status_code for url in urls] == [404] * 3


def test_a_file_keeps_its_address_from_one_drawing_to_the_next(page: AppTest):
    saved(page)
    before = addresses(page)
    assert len(before) == 3
    assert addresses(page.run()) == before


def saved(page: AppTest) -> None:
    """Go to the page of a game that was saved."""
    page.button(key="sample_0").click().run()
    page.button(key="save").click().run()
    night = page.query_params["night"]
    visit(page, "night", night=night if isinstance(night, str) else night[0])


def addresses(page: AppTest) -> list[str]:
    return [part.split('"')[0] for part in words(page).split('href="') if part.startswith("/download/")]
