"""What is doubted, in which order, and how far the total can move."""

from dataclasses import replace
from unittest.mock import Mock

import pytest

from scoring import espalier
from vision import doubts
from vision.doubts import find_doubts, score_range
from vision.observe import Candidate, Edit, Place, Reading, Value

RULES = espalier.Rules()


def total(reading: Reading) -> int:
    return espalier.score(reading.state, RULES).total or 0


def test_only_the_unsure_things_are_doubted(reading: Reading):
    found = find_doubts(reading, RULES)
    assert {(d.what, d.observation.place) for d in found} == {
        ("branch", Place(1, 0, direction="N")),
        ("branch", Place(0, 0, direction="NW")),
        ("fruit", Place(0, 0, at="NE")),
    }


def test_the_sure_reading_has_no_doubts_and_no_range(sure_reading: Reading):
    assert find_doubts(sure_reading, RULES) == ()
    span = score_range(sure_reading, RULES)
    assert span.low <= total(sure_reading) <= span.high


def test_doubts_are_sorted_by_stake_times_the_chance_of_being_wrong(reading: Reading):
    found = find_doubts(reading, RULES)
    worth = [d.points_at_stake * (1 - d.seen.probability) for d in found]
    assert worth == sorted(worth, reverse=True)
    assert found[-1].observation.place == Place(0, 0, direction="NW")
    assert found[-1].points_at_stake == 0


def doubted(reading: Reading, place: Place, wrong: float, other: Value | None = None) -> bool:
    """Whether a thing is doubted that has but this chance of being wrong, and what it would be else."""
    observations = tuple(
        replace(
            o,
            candidates=(
                replace(o.best, probability=1 - wrong),
                Candidate(o.candidates[1].value if other is None else other, wrong),
            ),
        )
        if o.place == place
        else o
        for o in reading.observations
    )
    changed = replace(reading, seen=replace(reading.seen, observations=observations))
    return place in {d.observation.place for d in find_doubts(changed, RULES)}


def test_what_is_rarely_wrong_is_doubted_where_many_points_hang_on_it(
    reading: Reading, monkeypatch: pytest.MonkeyPatch
):
    doubt = next(d for d in find_doubts(reading, RULES) if d.what == "branch" and d.points_at_stake)
    place = doubt.observation.place
    monkeypatch.setattr(doubts, "LOSS", 0.004 * doubt.points_at_stake)
    assert doubted(reading, place, 0.005)
    assert not doubted(reading, place, 0.003)
    assert not doubted(reading, place, doubts.RARELY / 2)


def test_what_is_doubted_is_never_called_entirely_sure(reading: Reading):
    doubt = find_doubts(reading, RULES)[0]
    for chance, percent in ((0.997, 99), (0.8, 80)):
        sure = (Candidate(doubt.seen.value, chance),)
        assert replace(doubt, observation=replace(doubt.observation, candidates=sure)).percent == percent


def test_tokens_are_doubted_from_less_on_than_bare_branches(reading: Reading):
    """Half of what is wrong on trees are tokens."""
    place = next(d.observation.place for d in find_doubts(reading, RULES) if not d.points_at_stake)
    assert doubted(reading, place, 0.006, other="prune")
    assert not doubted(reading, place, 0.006, other=False)
    assert not doubted(reading, place, 0.0025, other="prune")


def test_the_stake_is_what_the_total_would_change_by(reading: Reading):
    for doubt in find_doubts(reading, RULES):
        changes = []
        for other in doubt.alternatives:
            mended = reading.corrected([Edit(doubt.observation.what, doubt.observation.place, other.value)])
            assert doubt.totals[other.value] == total(mended)
            changes.append(abs(total(mended) - total(reading)))
        assert doubt.points_at_stake == max(changes)


def test_a_settled_doubt_is_gone_and_the_range_is_narrower(reading: Reading):
    before = score_range(reading, RULES)
    doubt = find_doubts(reading, RULES)[0]
    mended = reading.corrected([Edit(doubt.observation.what, doubt.observation.place, doubt.seen.value)])
    after = score_range(mended, RULES)
    assert doubt.observation.place not in {d.observation.place for d in find_doubts(mended, RULES)}
    assert total(mended) == total(reading)
    assert after.high - after.low < before.high - before.low


def test_the_range_holds_the_total_and_is_the_same_every_time(reading: Reading):
    span = score_range(reading, RULES)
    assert span.low <= total(reading) <= span.high
    assert span.low < span.high
    assert span == score_range(reading, RULES)
    assert span.level == pytest.approx(0.95)


def test_what_nobody_is_asked_is_not_drawn(sure_reading: Reading, monkeypatch: pytest.MonkeyPatch):
    """A tile's season scores nothing, but each unsure one would make nearly every drawn tree another one to count."""
    unsure = (Candidate("spring", 0.5), Candidate("summer", 0.5))
    observations = tuple(
        replace(o, candidates=unsure) if o.what == "kind" else o for o in sure_reading.seen.observations
    )
    assert observations != sure_reading.seen.observations
    count = Mock(wraps=doubts._total)
    monkeypatch.setattr(doubts, "_total", count)
    score_range(sure_reading, RULES)
    counted = count.call_count
    score_range(replace(sure_reading, seen=replace(sure_reading.seen, observations=observations)), RULES)
    assert count.call_count == 2 * counted


def test_a_total_that_comes_in_one_of_ten_is_within_the_range_and_in_one_of_two_hundred_is_not(
    sure_reading: Reading,
):
    branch = next(
        k for k, o in enumerate(sure_reading.seen.observations) if o.what == "branch" and o.value is True
    )

    def with_chance(wrong: float) -> Reading:
        observations = list(sure_reading.seen.observations)
        told = (Candidate(True, 1 - wrong), Candidate(False, wrong))
        observations[branch] = replace(observations[branch], candidates=told)
        return replace(sure_reading, seen=replace(sure_reading.seen, observations=tuple(observations)))

    often, seldom = (score_range(with_chance(wrong), RULES) for wrong in (0.1, 0.005))
    assert often.low < often.high
    assert seldom.low == seldom.high == total(sure_reading)


def test_a_correction_leaves_the_first_reading_as_it_was(reading: Reading):
    state = reading.state
    mended = reading.corrected([Edit("fruit", Place(0, 0, at="NE"), "none")])
    assert mended.state.fruit == ()
    assert reading.state is state
    assert len(state.fruit) == 1
