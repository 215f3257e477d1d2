"""Draws of a seed: numpy's numbers, by index, the same whatever was read before."""

import pickle
from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl import seeded_draws
from formal_rl.agents import draw
from formal_rl.errors import InvalidParameter
from formal_rl.seeded_draws import BLOCK, SeededDraws
from proofs_as_tests.rows import each_row_of, refused

NO_SEEDS = [-1, True, 1.0, None, "1", Fraction(1), numpy.bool_(1)]
SEEDS = [0, 1, 533475174, 2**200]


@pytest.mark.parametrize("seed", SEEDS)
def test_they_are_numpys_numbers(seed):
    """Draw by draw, over several blocks, they are those of numpy's generator, from a seed or a seed sequence."""
    draws, number = SeededDraws(seed), 3 * BLOCK + 7
    read = [draws[index] for index in range(number)]

    assert read == numpy.random.default_rng(numpy.random.SeedSequence(seed)).random(number).tolist()
    assert read == numpy.random.default_rng(seed).random(number).tolist()
    assert all(type(value) is float and 0 <= value < 1 for value in read)


@given(st.sampled_from(SEEDS), st.lists(st.integers(0, 5 * BLOCK), min_size=1, max_size=20))
def test_the_order_of_reading_changes_nothing(seed, indices):
    """Read forward, backward, again, or by another of the same seed, an index gives the same number."""
    seeded_draws._block.cache_clear()
    read = [SeededDraws(seed)[index] for index in indices]
    draws = SeededDraws(seed)

    assert [draws[index] for index in reversed(indices)] == read[::-1]
    assert [draws[index] for index in indices] == read


def test_far_away_there_are_draws_too():
    """They do not end, and the millionth is not found by keeping all before it."""
    far = 10**6
    assert SeededDraws(3)[far] == numpy.random.default_rng(3).random(far + 1)[far]
    assert 0 <= draw(SeededDraws(3), 10**30) < 1


def test_equality_is_that_of_seeds():
    """Draws are a value: equal, with one hash, if of one seed, read or not, also after a journey through a pickle."""
    read = SeededDraws(7)
    assert read[0] != SeededDraws(8)[0]
    assert read == SeededDraws(7) == pickle.loads(pickle.dumps(read))
    assert len({read, SeededDraws(7), SeededDraws(8)}) == 2
    assert repr(read) == repr(SeededDraws(numpy.int64(7))) == "SeededDraws(seed=7)"


@each_row_of(
    refused((InvalidParameter, {"name": "seed"}), SeededDraws, *((seed,) for seed in NO_SEEDS)),
    refused((InvalidParameter, {"name": "index"}), SeededDraws(1).__getitem__, (-1,), (True,), (1.0,), (slice(0, 2),)),
    refused(InvalidParameter, SeededDraws(7).between, (-1, 3), (0, 2.0), (True, 3)),
)
def test_what_is_no_number(row):
    """A seed, an index, and the ends of a run are ints of at least 0."""
    row()


@pytest.mark.parametrize(("first", "end"), [(0, 3), (5, 5), (9, 4), (1000, 2100), (123456, 123460)])
def test_draws_in_a_run_are_those_of_their_indices(first, end):
    draws = SeededDraws(7)
    assert draws.between(first, end).tolist() == [draws[index] for index in range(first, end)]
