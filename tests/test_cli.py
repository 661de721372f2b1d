"""The `pomona` command: what it prints where, and its exit codes. The reader is a fake one."""

import json
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer
from PIL import Image

import cli
from tests.fakes import TREE, FakeGame, photo_bytes
from vision.games import GAMES

ROOT = Path(__file__).parents[1]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    path = tmp_path / "tree.json"
    path.write_text(json.dumps(TREE))
    return path


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "tree.jpg"
    path.write_bytes(photo_bytes())
    return path


@pytest.fixture
def blank(tmp_path: Path) -> Path:
    """A photo without any tile."""
    path = tmp_path / "blank.png"
    Image.new("RGB", (400, 300), "grey").save(path)
    return path


def one_line(ran, *parts: str) -> None:
    assert ran.err.count("\n") == 1, ran.err
    assert "Traceback" not in ran.err
    for part in parts:
        assert part in ran.err


# --- score ----------------------------------------------------------------------------------------------


def test_score_prints_a_sheet_a_line(pomona, state: Path):
    ran = pomona("score", state, state, "--json")
    assert (ran.code, ran.err) == (0, "")
    first, second = ran.json
    assert first == second
    assert first["game"] == "espalier"
    assert first["total"] == sum(item["points"] for item in first["items"])


def test_score_without_json_is_a_table_with_the_total(pomona, state: Path):
    ran = pomona("score", state)
    assert ran.code == 0
    assert "triangle" in ran.out
    assert "Total" in ran.out


def test_score_says_why(pomona, state: Path):
    (sheet,) = pomona("score", state, "--json").json
    assert all(len(item["why"]) >= 1 for item in sheet["items"] if item["points"])


def test_score_names_what_nearly_scores(pomona, state: Path):
    (sheet,) = pomona("score", state, "--near", 2, "--json").json
    assert len(sheet["near"]) == 2
    assert all(1 <= len(miss["missing"]) <= 2 for miss in sheet["near"])
    told = pomona("score", state, "--near", 2)
    assert all(miss["why"] in told.out for miss in sheet["near"])


def test_a_design_of_any_name_is_told_as_it_is(pomona, state: Path, tmp_path: Path):
    """Names are players' own: what looks like markup to the terminal ended the command."""
    boat = {"name": "[/x]", "points": 40, "outline": [[0, 0], [2, 0], [4, 2], [0, 2]]}
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps({"designs": [boat]}))
    told = pomona("score", state, "--near", 1, "--rules", rules)
    assert (told.code, told.err) == (0, "")
    assert "40 more: The [/x] with" in told.out


ORCHARD = {"game": "orchard", "cards": 9, "dice": [{"col": 0, "row": 0, "fruit": "apple", "value": 6}]}


def test_the_other_games_are_scored_from_their_states(pomona):
    (sheet,) = pomona("score", "-", "--json", stdin=json.dumps(ORCHARD).encode()).json
    assert (sheet["game"], sheet["total"]) == ("orchard", 6)


PINK = [{"colour": "pink", "sides": [0, 3]}]
TRELLIS = {
    "game": "trellis",
    "tiles": [{"q": 0, "r": 0, "vines": PINK}, {"q": 1, "r": 0, "vines": PINK}],
    "flowers": [{"q": 0, "r": 0, "vine": 0, "player": "peach"}],
}
ARBOR2 = {
    "game": "arbor2",
    "roots": [{"col": 3, "row": 3}],
    "tiles": [{"col": col, "row": 3, "owner": "black", "kind": "tree"} for col in (2, 4)],
    "ancients": [{"owner": "black", "col": 2, "row": 3}],
}


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (ORCHARD, ["rating: Pal-tree"]),
        (TRELLIS, ["left: peach 14", "The empty pink vine at q 1, r 0", "by peach", "winners: none"]),
        (ARBOR2, ["cut off: black 1", "cut off tiles: black (4, 3)", "cut off glory: black 1"]),
    ],
)
def test_without_json_the_other_games_tell_all_that_their_sheets_hold(pomona, state, told):
    ran = pomona("score", "-", stdin=json.dumps(state).encode())
    assert ran.code == 0
    for text in told:
        assert text in ran.out


def test_a_game_of_a_long_name_is_refused_in_a_short_line(pomona):
    ran = pomona("score", "-", stdin=json.dumps({"game": "x" * 100_000}).encode())
    assert ran.code == 2
    one_line(ran, "game", "allowed: espalier")
    assert len(ran.err) < 500


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without an end")
def test_an_endless_file_is_refused(pomona):
    ran = pomona("score", "/dev/zero")
    assert ran.code == 2
    one_line(ran, "/dev/zero", "longer than")


def test_near_is_refused_where_nothing_nearly_scores(pomona):
    ran = pomona("score", "-", "--near", 3, stdin=json.dumps(ORCHARD).encode())
    assert ran.code == 2
    one_line(ran, "--near", "Orchard")


def test_photos_of_a_game_without_a_reader_are_refused(pomona, photo: Path):
    ran = pomona("read", photo, "--game", "trellis")
    assert ran.code == 2
    one_line(ran, "Trellis", "state")


def test_score_reads_standard_input(pomona, state: Path):
    assert (
        pomona("score", "-", "--json", stdin=state.read_bytes()).json == pomona("score", state, "--json").json
    )


def test_standard_input_can_be_named_once(pomona):
    ran = pomona("score", "-", "-")
    assert ran.code == 2
    one_line(ran, "standard input")


def test_a_reader_of_the_output_may_leave_early(state: Path):
    command = [sys.executable, "-c", "import cli; cli.main()", "score", *[str(state)] * 100, "--json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_rules_are_followed(pomona, state: Path, tmp_path: Path):
    rules = tmp_path / "rules.json"
    rules.write_text('{"variant": "novice"}')
    items = pomona("score", state, "--rules", rules, "--json").json[0]["items"]
    assert {"unconnected", "lemon"}.isdisjoint(item["category"] for item in items)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "JSON"),
        ("[]", "game"),
        ('{"game": "chess"}', "chess"),
        ('{"game": ["espalier"]}', "espalier"),
        ('{"game": "espalier"}', "tiles"),
        ('{"game": "espalier", "tiles": [], "colour": 1}', "colour"),
        ('{"game": "espalier", "tiles": [{"col": "x", "row": 0, "kind": "pot", "branches": []}]}', "col"),
    ],
)
def test_a_bad_state_is_named_in_one_line(pomona, tmp_path: Path, text: str, said: str):
    path = tmp_path / "bad.json"
    path.write_text(text)
    ran = pomona("score", path, "--json")
    assert (ran.code, ran.out) == (2, "")
    one_line(ran, "bad.json", said)


def test_the_good_states_are_scored_beside_a_bad_one(pomona, state: Path):
    ran = pomona("score", "gone.json", state, "--json")
    assert ran.code == 2
    assert len(ran.json) == 1
    one_line(ran, "gone.json")


def test_bad_rules_are_named(pomona, state: Path, tmp_path: Path):
    rules = tmp_path / "rules.json"
    rules.write_text('{"variant": "expert"}')
    ran = pomona("score", state, "--rules", rules)
    assert ran.code == 2
    one_line(ran, "rules.json", "expert", "novice")


# --- read -----------------------------------------------------------------------------------------------


def test_read_prints_a_reading_a_line_in_the_order_of_the_photos(pomona, photo: Path, tmp_path: Path):
    other = tmp_path / "other.jpg"
    other.write_bytes(photo.read_bytes())
    ran = pomona("read", other, photo, "--game", "espalier", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert [told["photo"]["file"] for told in ran.json] == [str(other), str(photo)]


def test_an_unreadable_photo_has_its_line_and_the_others_are_read(pomona, photo: Path, tmp_path: Path):
    rubbish = tmp_path / "rubbish.jpg"
    rubbish.write_text("not a photo")
    ran = pomona("read", rubbish, photo, "--game", "espalier", "--json")
    assert ran.code == 2
    first, second = ran.json
    assert first["photo"] == {"file": str(rubbish)}
    assert first["error"]["code"] == "not_a_photo"
    assert second["state"]["game"] == "espalier"
    one_line(ran, "rubbish.jpg")


def test_a_photo_without_a_layout_is_exit_code_3(pomona, blank: Path, photo: Path):
    ran = pomona("read", photo, blank, "--game", "espalier", "--json")
    assert ran.code == 3
    assert ran.json[1]["error"]["code"] == "no_tiles"


def test_without_json_there_is_a_sheet_a_range_and_the_doubts(pomona, photo: Path):
    ran = pomona("read", photo, "--game", "espalier")
    assert ran.code == 0
    assert "Total" in ran.out
    assert "95% sure" in ran.out
    assert "orange" in ran.out


def test_without_json_nothing_is_printed_for_an_unread_photo(pomona, blank: Path):
    ran = pomona("read", blank, "--game", "espalier")
    assert (ran.code, ran.out) == (3, "")


def test_the_overlay_of_one_photo_goes_where_it_is_told(pomona, photo: Path, tmp_path: Path):
    out = tmp_path / "seen.png"
    assert pomona("read", photo, "--game", "espalier", "--overlay", out).code == 0
    with Image.open(out) as picture:
        assert picture.size == (1200, 900)


def test_each_of_several_photos_has_its_overlay(pomona, photo: Path, tmp_path: Path):
    (tmp_path / "b").mkdir()
    twin = tmp_path / "b" / "tree.jpg"
    twin.write_bytes(photo.read_bytes())
    pomona("read", photo, twin, "--game", "espalier", "--overlay", tmp_path / "seen.png", "--json")
    assert {path.name for path in tmp_path.glob("seen*")} == {"seen-tree.png", "seen-tree-2.png"}


def test_an_overlay_that_cannot_be_written_is_one_line(pomona, photo: Path, tmp_path: Path):
    ran = pomona("read", photo, "--game", "espalier", "--overlay", tmp_path / "no" / "seen.png")
    assert ran.code == 2
    one_line(ran, "seen.png")


def test_an_overlay_must_be_a_picture(pomona, photo: Path):
    ran = pomona("read", photo, "--game", "espalier", "--overlay", "seen.pdf")
    assert ran.code == 2
    one_line(ran, "seen.pdf", ".png")


def test_readings_are_also_written_to_a_folder(pomona, photo: Path, tmp_path: Path):
    ran = pomona("read", photo, "--game", "espalier", "--json", "--out", tmp_path / "a" / "b")
    assert json.loads((tmp_path / "a" / "b" / "tree.json").read_text()) == ran.json[0]


def test_a_copy_that_was_never_trained_is_said(pomona, photo: Path):
    ran = pomona("read", photo, "--game", "espalier", "--set", "ours")
    assert ran.code == 2
    one_line(ran, "ours")


def test_photos_of_the_same_tree_make_one_reading(pomona, photo: Path, tmp_path: Path):
    other = tmp_path / "other.jpg"
    other.write_bytes(photo.read_bytes())
    out = tmp_path / "seen.png"
    words = ("read", photo, other, "--game", "espalier", "--same", "--json")
    ran = pomona(*words, "--overlay", out, "--out", tmp_path / "out")
    assert (ran.code, ran.err) == (0, "")
    assert [told["photo"]["file"] for told in ran.json] == [str(photo)]
    assert out.exists()
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["tree.json"]
    assert len(ran.json[0]["doubts"]) <= len(
        pomona("read", photo, "--game", "espalier", "--json").json[0]["doubts"]
    )


def test_one_of_the_same_that_cannot_be_read_is_named(pomona, photo: Path, blank: Path):
    ran = pomona("read", photo, blank, "--game", "espalier", "--same", "--json")
    assert ran.code == 3
    assert ran.json[0]["error"]["code"] == "no_tiles"
    one_line(ran, "blank.png")


def test_a_game_that_cannot_be_combined_says_so(pomona, photo: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES, "espalier", FakeGame(can_be_combined=False))
    ran = pomona("read", photo, photo, "--game", "espalier", "--same")
    assert ran.code == 2
    one_line(ran, "--same")


TAPS = "300,200 420,205 415,320 295,315"


def test_corners_and_size_lead_the_reading(pomona, blank: Path):
    reader = GAMES["espalier"].reader
    assert pomona("read", blank, "--game", "espalier", "--json").code == 3
    ran = pomona("read", blank, "--game", "espalier", "--json", "--corners", "20,10 90,12 91,85 18,83")
    assert (ran.code, len(ran.json)) == (0, 1)
    assert reader.marked.corners == ((20, 10), (90, 12), (91, 85), (18, 83))
    assert reader.marked.size is None
    pomona("read", blank, "--game", "espalier", "--corners", "20,10 390,12 391,285 18,283", "--size", "5x4")
    assert reader.marked.size == (5, 4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--corners", "300,200 420,205 415,320"], "four corners"),
        (["--corners", "300,200 420,205 415,320 a,b"], "four corners"),
        (["--corners", ""], "four corners"),
        (["--corners", "300 200 420 205 415 320 295 315"], "four corners"),
        (["--corners", "300,200 420,205 415,320 295,9000"], "outside"),
        (["--corners", "-3,200 420,205 415,320 295,315"], "outside"),
        (["--corners", "300,200 420,200 300,201 420,320"], "close"),
        (["--corners", "300,200 500,200 330,230 300,400"], "no quadrilateral"),
        (["--corners", "300,200 400,200 500,200 600,200"], "no quadrilateral"),
        (["--corners", TAPS, "--size", "five"], "5x4"),
        (["--corners", TAPS, "--size", "0x4"], "5x4"),
        (["--size", "5x4"], "--corners"),
        (["b.jpg", "--corners", TAPS], "one photo"),
    ],
)
def test_corners_that_cannot_be_are_one_line(pomona, photo: Path, words: list[str], said: str):
    ran = pomona("read", photo, "--game", "espalier", *words)
    assert (ran.code, ran.out) == (2, "")
    one_line(ran, said)


def test_a_game_without_a_lattice_takes_no_corners(pomona, photo: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES, "espalier", FakeGame(can_be_marked=False))
    ran = pomona("read", photo, "--game", "espalier", "--corners", TAPS)
    assert ran.code == 2
    one_line(ran, "lattice")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["read", "a.jpg"], "--game"),
        (["read", "a.jpg", "--game", "chess"], "espalier"),
        (["read", "--game", "espalier"], "PHOTO"),
        (["score"], "STATE"),
        (["frobnicate"], "frobnicate"),
        (["score", "a.json", "--fast"], "--fast"),
        (["app", "--port", "x"], "port"),
        (["app", "--port", "70000"], "65535"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(pomona, words: list[str], said: str):
    ran = pomona(*words)
    assert (ran.code, ran.out) == (2, "")
    one_line(ran, said)


def test_a_name_that_looks_like_markup_is_shown_as_it_stands(pomona, state: Path, tmp_path: Path):
    odd = tmp_path / "[red]tree.json"
    odd.write_bytes(state.read_bytes())
    assert "[red]tree.json" in pomona("score", odd).out


def test_help_names_every_command(pomona):
    ran = pomona("--help")
    assert ran.code == 0
    for command in ("app", "read", "score"):
        assert command in ran.out


def test_help_needs_none_of_the_heavy_libraries():
    heavy = "('cv2', 'numpy', 'onnxruntime', 'streamlit', 'skimage', 'PIL', 'pydantic')"
    code = f"import sys, cli; print(*[name for name in {heavy} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []


def test_a_port_that_is_taken_is_one_line(pomona):
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = pomona("app", "--no-browser", "--port", port)
    assert (ran.code, ran.out) == (2, "")
    one_line(ran, str(port), "--port")


def test_streamlit_offers_players_nothing_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened in a browser, it offered to install help for programmers: a box over the photo."""
    asked: list[list[str]] = []
    monkeypatch.setattr(cli, "_check_free", lambda _: None)
    monkeypatch.setattr(cli.os, "execv", lambda _, command: asked.append(command))
    monkeypatch.setattr(cli.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0))
    with pytest.raises(typer.Exit):
        cli.serve(port=8600, browser=True)
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert "--logger.hideWelcomeMessage=true" in asked[0]
    assert config["logger"]["hideWelcomeMessage"] is True
