"""The route by which the browser fetches pictures."""

import gc

import pytest
from starlette.requests import Request
from starlette.responses import Response

from ui.pictures import Picture, serve_picture


def get(url: str) -> Response:
    token = url.removeprefix("/picture/")
    answering = serve_picture(Request({"type": "http", "path_params": {"token": token}}))
    # It waits for nothing, so it needs no event loop; the browser tests beside these keep one running.
    with pytest.raises(StopIteration) as done:
        answering.send(None)
    return done.value.value


def test_a_picture_is_served_under_its_token():
    picture = Picture(b"\xff\xd8 data")
    answer = get(picture.url)
    assert (answer.status_code, answer.body) == (200, b"\xff\xd8 data")
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_tokens_cannot_be_guessed():
    assert get("/picture/1").status_code == 404
    tokens = {Picture(b"same").token for _ in range(50)}
    assert len(tokens) == 50
    assert min(map(len, tokens)) >= 32


def test_a_picture_leaves_with_the_last_one_who_holds_it():
    picture = Picture(b"data")
    url = picture.url
    del picture
    gc.collect()
    assert get(url).status_code == 404
