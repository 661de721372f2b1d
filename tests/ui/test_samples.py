"""Which photos are offered as samples."""

from pathlib import Path

from ui.samples import list_samples


def test_pairs_of_photo_and_truth_are_samples(samples: Path):
    found = list_samples("espalier", samples)
    assert [(s.path.name, s.title, s.total) for s in found] == [
        ("a-tree.jpg", "Small tree", 7),
        ("b-tree.jpg", "B tree", 7),
    ]
    assert found[0].thumbnail.data.startswith(b"\xff\xd8")


def test_other_games_have_none(samples: Path):
    assert list_samples("orchard", samples) == ()


def test_a_missing_folder_is_no_error(tmp_path: Path):
    assert list_samples("espalier", tmp_path / "gone") == ()
