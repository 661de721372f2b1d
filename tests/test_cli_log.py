"""`pomona log`: what it prints where, and its exit codes. Each test has a log of its own."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
import zxingcpp

from tests.fakes import TREE, photo_bytes

ORCHARD = {"game": "orchard", "cards": 9, "dice": [{"col": 0, "row": 0, "fruit": "apple", "value": 6}]}
PINK = [{"colour": "pink", "sides": [0, 3]}]
TRELLIS = {
    "game": "trellis",
    "tiles": [{"q": 0, "r": 0, "vines": PINK}],
    "flowers": [{"q": 0, "r": 0, "vine": 0, "player": "peach"}],
}


@pytest.fixture(autouse=True)
def _own_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test may touch the log of whoever runs it."""
    monkeypatch.setenv("POMONA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("POMONA_DATABASE_URL", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    path = tmp_path / "orchard.json"
    path.write_text(json.dumps(ORCHARD))
    return path


@pytest.fixture
def logged(pomona, orchard):
    """Log a game of these players. -> it as JSON"""

    def add(*names: str, more: tuple[object, ...] = ()) -> dict:
        players = [word for name in names for word in ("--player", name)]
        ran = pomona("log", "add", *[orchard] * len(names), *players, *more, "--json")
        assert ran.code == 0, ran.err
        return ran.json[0]

    return add


def test_an_empty_log_says_so(pomona):
    ran = pomona("log", "list")
    assert (ran.code, ran.out.strip(), ran.err) == (0, "no games are logged", "")
    assert pomona("log", "list", "--json").out == ""
    assert "that fit" in pomona("log", "list", "--game", "orchard").out


def test_add_list_and_show(pomona, logged):
    night = logged("Ann", "Ben", more=("--date", "2026-01-02", "--place", "Hut", "--note", "rain"))
    assert [(it["name"], it["points"], it["rank"]) for it in night["seats"]] == [("Ann", 6, 1), ("Ben", 6, 1)]
    ran = pomona("log", "list")
    assert all(word in ran.out for word in (night["id"][:8], "2026-01-02", "Orchard", "Hut", "Ann 6 *"))
    (line,) = pomona("log", "list", "--json").json
    assert (line["id"], line["date"], line["photos"]) == (night["id"], "2026-01-02", 0)
    shown = pomona("log", "show", night["id"][:6])
    assert all(word in shown.out for word in (night["id"], "die:apple", "6 (1)", "total", "rain"))
    assert pomona("log", "show", night["id"], "--json").json == [night]


def test_the_list_is_narrowed(pomona, logged):
    first = logged("Ann", more=("--date", "2026-01-02"))["id"]
    second = logged("Ben", more=("--date", "2026-02-02"))["id"]
    for words, ids in (
        ((), [second, first]),
        (("--player", "ann"), [first]),
        (("--from", "2026-01-15"), [second]),
        (("--to", "2026-01-15"), [first]),
        (("--game", "espalier"), []),
    ):
        assert [it["id"] for it in pomona("log", "list", "--json", *words).json] == ids


def test_a_reading_is_logged_with_its_photo(pomona, tmp_path):
    (tmp_path / "tree.jpg").write_bytes(photo_bytes())
    read = pomona("read", "tree.jpg", "--game", "espalier", "--json")
    (tmp_path / "reading.json").write_text(read.out)
    ran = pomona("log", "add", "reading.json", "--player", "Ann", "--json")
    (photo,) = ran.json[0]["layouts"][0]["photos"]
    assert len(photo["reading"]["seen"]["grid"]) == len(TREE["tiles"])
    assert f"photo {photo['hash'][:12]} of Ann" in pomona("log", "show", ran.json[0]["id"]).out
    plain = pomona("log", "add", "-", "--player", "Ben", "--no-photos", "--json", stdin=read.out.encode())
    assert plain.json[0]["layouts"][0]["photos"] == []
    (tmp_path / "tree.jpg").unlink()
    gone = pomona("log", "add", "reading.json", "--player", "Ann")
    assert (gone.code, gone.err.count("\n")) == (2, 1)
    assert "--no-photos" in gone.err


def test_a_board_for_all(pomona):
    words = ("--player", "Ann", "--side", "peach", "--player", "Ben", "--side", "teal")
    ran = pomona("log", "add", "-", *words, stdin=json.dumps(TRELLIS).encode())
    assert ran.code == 0
    assert "Ann 1 *, Ben 0" in ran.out


def test_export_and_import_again(pomona, logged, tmp_path, monkeypatch):
    night = logged("Ann", "李 <b>")
    assert pomona("log", "export", "--out", "all.json").code == 0
    told = json.loads((tmp_path / "all.json").read_text())
    assert json.loads(pomona("log", "export").out) == told
    monkeypatch.setenv("POMONA_HOME", str(tmp_path / "another"))
    assert pomona("log", "import", "all.json").out == "all.json: 1 game, 0 photos; 0 were logged already\n"
    assert "0 games, 0 photos; 1 were logged already" in pomona("log", "import", "all.json").out
    again = pomona("log", "import", "-", stdin=(tmp_path / "all.json").read_bytes())
    assert "1 were logged already" in again.out
    assert pomona("log", "show", night["id"], "--json").json == [night]
    assert json.loads(pomona("log", "export").out) == told


def test_csv_and_pdf(pomona, logged, tmp_path):
    night = logged("Ann", "=1+1")
    lines = pomona("log", "export", "--as", "csv").out.splitlines()
    assert lines[0].startswith("game,date,place,night,player")
    assert any(",'=1+1," in line for line in lines)
    assert pomona("log", "export", night["id"], "--out", "sheet.pdf").code == 0
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


def test_link_and_code(pomona, logged, tmp_path):
    night = logged("Ann", "Ben")
    ran = pomona("log", "link", night["id"][:8], "--qr", "code.png")
    assert ran.out.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    (code,) = zxingcpp.read_barcodes(cv2.imread(str(tmp_path / "code.png")))
    assert code.text == ran.out.strip()
    assert pomona("log", "link", night["id"], "--qr", "code.svg").code == 0
    assert "<svg" in (tmp_path / "code.svg").read_text()


def test_delete_asks_first(pomona, logged):
    night = logged("Ann", "Ben")
    kept = pomona("log", "delete", night["id"], stdin=b"n\n")
    assert kept.code == 130
    assert night["id"][:8] in kept.err
    assert len(pomona("log", "list", "--json").json) == 1
    done = pomona("log", "delete", night["id"], night["id"][:8], stdin=b"y\n")
    assert (done.code, done.out.strip()) == (0, f"deleted the game {night['id'][:8]} of {night['date']}")
    assert pomona("log", "list", "--json").out == ""


def test_delete_a_name_and_a_photo(pomona, orchard, tmp_path):
    (tmp_path / "tree.jpg").write_bytes(photo_bytes())
    (tmp_path / "reading.json").write_text(json.dumps({"state": ORCHARD, "photo": {"file": "tree.jpg"}}))
    night = pomona("log", "add", "reading.json", "--player", "Ann", "--json").json[0]
    photo = night["layouts"][0]["photos"][0]["hash"]
    assert pomona("log", "delete", "--player", "ann", "--photo", photo[:12], "--yes").code == 0
    (after,) = pomona("log", "show", night["id"], "--json").json
    assert after["seats"][0]["name"] is None
    assert after["layouts"][0]["photos"] == []
    assert [path for path in (tmp_path / "home").rglob("*") if path.name == photo] == []


def test_markup_in_a_name_is_shown_as_it_is(pomona, logged):
    night = logged("[bold]Ann[/]", "[link=x]Ben")
    for ran in (pomona("log", "list"), pomona("log", "show", night["id"])):
        assert "[bold]Ann[/]" in ran.out
        assert "[link=x]Ben" in ran.out


REFUSED = {
    "no_such_game": (("show", "abcd"), "abcd"),
    "not_an_id": (("show", "%"), "does not hold it"),
    "unknown_player": (("list", "--player", "Nobody"), "Nobody"),
    "unknown_game": (("list", "--game", "chess"), "allowed: espalier"),
    "bad_date": (("list", "--from", "yesterday"), "yesterday"),
    "no_file": (("add", "none.json", "--player", "Ann"), "none.json"),
    "no_json": (("add", "bad.json", "--player", "Ann"), "bad.json"),
    "no_state": (("add", "list.json", "--player", "Ann"), "neither a state nor a reading"),
    "failed_reading": (("add", "failed.json", "--player", "Ann"), "this reading failed"),
    "stdin_twice": (("add", "-", "-", "--player", "Ann"), "only once"),
    "sides": (("add", "-", "--player", "Ann", "--player", "Ben", "--side", "x"), "--side"),
    "bad_rules": (("add", "-", "--player", "Ann", "--rules", "bad.json"), "bad.json"),
    "nothing_to_delete": (("delete",), "nothing to delete"),
    "delete_unknown": (("delete", "abcd", "--yes"), "abcd"),
    "unknown_photo": (("delete", "--photo", "abcd", "--yes"), "does not hold it"),
    "unknown_form": (("export", "--as", "xml"), "allowed: json, csv, pdf"),
    "pdf_of_all": (("export", "--out", "x.pdf"), "one ID"),
    "no_folder": (("export", "--out", "none/x.json"), "none/x.json"),
    "no_log": (("import", "list.json"), "list.json"),
    "import_none": (("import", "none.json"), "none.json"),
    "code_form": (("link", "abcd", "--qr", "x.gif"), ".svg or .png"),
}


@pytest.mark.parametrize(("words", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_told_in_a_line(pomona, tmp_path, words, said):
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "failed.json").write_text(json.dumps({"error": {"code": "x"}}))
    ran = pomona("log", *words, stdin=json.dumps(ORCHARD).encode())
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran.err
    assert ran.err.startswith("pomona: ")
    assert said in ran.err


def test_a_log_that_cannot_be_opened_is_told(pomona, tmp_path, monkeypatch):
    (tmp_path / "home").write_text("a file where the folder should be")
    ran = pomona("log", "list")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "POMONA_HOME" in ran.err
    monkeypatch.setenv("POMONA_DATABASE_URL", "mysql://me:secret@host/x")
    assert "secret" not in pomona("log", "list").err
