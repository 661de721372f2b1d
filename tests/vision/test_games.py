"""The table of games: which can be read from photos."""

from vision.games import GAMES, Game


def test_a_game_is_read_when_its_reader_and_its_nets_are_there() -> None:
    assert Game("espalier", "Espalier", ("finder.onnx", "look.onnx")).reads_photos
    assert not Game("espalier", "Espalier", ("finder.onnx", "no_such_net.onnx")).reads_photos
    assert not Game("no_such_game", "Nothing").reads_photos


def test_a_game_is_entered_by_hand_when_its_reader_can_tell_a_state() -> None:
    assert {name for name, game in GAMES.items() if game.can_be_entered} == {"espalier", "orchard"}
    for name in ("espalier", "orchard"):
        reader, rules = GAMES[name].reader, GAMES[name].rules
        assert rules.total(reader.BLANK, rules.Rules()) == 0
