"""Groups of photos are drawn once, each where no other is."""

from __future__ import annotations

from pathlib import Path

from bench.drawn import FRESH, KNOWN, Group, drawn


def test_groups_are_told_apart_by_name_and_folder() -> None:
    groups = (*KNOWN, *FRESH)
    for of in ("name", "folder"):
        assert len({getattr(group, of) for group in groups}) == len(groups)


def test_a_group_is_drawn_where_photos_are_missing_and_kept_where_they_are_all_there(tmp_path: Path) -> None:
    asked = []

    def draw(out: Path, count: int) -> None:
        asked.append(out)
        out.mkdir(exist_ok=True)
        for k in range(count):
            (out / f"{k}.json").write_text("{}", "utf-8")

    group = Group("three", "of-three", 3, draw)
    assert drawn(tmp_path, [group, group]) == [f"three={tmp_path / 'of-three'}"] * 2
    assert asked == [tmp_path / "of-three"]
    (tmp_path / "of-three" / "2.json").unlink()
    drawn(tmp_path, [group])
    assert len(asked) == 2
