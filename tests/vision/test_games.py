"""The table of games: which can be read from photos."""

from vision.games import Game


def test_a_game_is_read_when_its_reader_and_its_nets_are_there() -> None:
    assert Game("espalier", "Espalier", ("finder.onnx", "look.onnx")).reads_photos
    assert not Game("espalier", "Espalier", ("finder.onnx", "no_such_net.onnx")).reads_photos
    assert not Game("no_such_game", "Nothing").reads_photos
