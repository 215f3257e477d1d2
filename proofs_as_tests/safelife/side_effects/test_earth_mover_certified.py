"""The certified earth mover deviation: equal to the definition, with bounds that are checked apart."""

import subprocess
import sys
from fractions import Fraction

import numpy
import pytest

from formal_rl.errors import InvalidParameter, MalformedDensity, NotCertified, UnknownName
from formal_rl.safelife.side_effects import (
    Density,
    _earth_mover_certified,
    check_certificate,
    earth_mover_distance_certified,
)
from formal_rl.safelife.side_effects._earth_mover_certified import certified_rounds
from formal_rl.safelife.side_effects.ground_distance import LENGTHS

SMALLEST = Fraction(1, 10**9)


@pytest.mark.parametrize("distance", LENGTHS)
@pytest.mark.parametrize("size", [(20, 20), (9, 31), (1, 200), (12, 3)])
def test_bigger_densities_are_certified_in_rounds(distance, size):
    random = numpy.random.default_rng(sum(size))
    first, second = (Density.from_array(random.integers(0, 1001, size), 1000) for _ in range(2))
    gaps = []
    for found in certified_rounds(first, second, distance):
        bounds = check_certificate(first, second, found, distance)
        gaps.append(bounds.upper - bounds.lower)
    assert gaps == sorted(gaps, reverse=True)
    assert 0 <= gaps[-1] <= SMALLEST * max(first.mass, second.mass)


def test_masses_in_floating_point_are_taken_exactly():
    random = numpy.random.default_rng(3)
    first, second = (Density.from_array(random.random((5, 6))) for _ in range(2))
    deviation = earth_mover_distance_certified(first, second, "torus", SMALLEST)
    bounds = check_certificate(first, second, deviation)
    assert bounds.upper - bounds.lower <= SMALLEST * max(first.mass, second.mass)


def test_the_solver_prints_nothing():
    """It would print past Python, into what a command prints as JSON; the first solver of a process has most to say."""
    code = (
        "from formal_rl.safelife.side_effects import Density\n"
        "from formal_rl.safelife.side_effects._earth_mover_certified import certified_rounds\n"
        "print(len(list(certified_rounds(Density([[3, 0]]), Density([[0, 2]])))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


def test_invalid_arguments_raise():
    density = Density([[1, 2], [3, 4]])
    with pytest.raises(InvalidParameter, match="second density is '2 x 1'"):
        earth_mover_distance_certified(density, Density([[1], [2]]))
    with pytest.raises(UnknownName, match="no ground distance 'tours'"):
        earth_mover_distance_certified(density, density, "tours")
    with pytest.raises(InvalidParameter, match="gap"):
        earth_mover_distance_certified(density, density, "torus", 0)
    big = Density([[0] * 1025] * 1024)
    with pytest.raises(InvalidParameter, match="locations"):
        earth_mover_distance_certified(big, big)
    for value in (-1.0, float("inf"), float("nan")):
        with pytest.raises(MalformedDensity, match="row 0, column 1"):
            Density.from_array(numpy.array([[0.5, value]]))


def test_a_search_that_ends_too_early_says_how_close_it_came(monkeypatch):
    random = numpy.random.default_rng(3)
    first, second = (Density.from_array(random.integers(0, 11, (12, 12)), 10) for _ in range(2))
    monkeypatch.setattr(_earth_mover_certified, "FEW", 0)
    monkeypatch.setattr(_earth_mover_certified, "NEAR", 1)
    monkeypatch.setattr(_earth_mover_certified, "_missing_arcs", lambda *_: numpy.empty(0, dtype=numpy.int64))
    with pytest.raises(NotCertified, match="apart: more than"):
        earth_mover_distance_certified(first, second)
