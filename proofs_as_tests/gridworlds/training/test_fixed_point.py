"""Where training with credit for the own mini-episode comes to rest: there each length that is chosen pays the same."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.gridworlds import greatest_coins_incremental, named_world
from formal_rl.gridworlds.training import fixed_point_shares, lopsided_training
from formal_rl.statements.thornley_2024.lopsided import balancing_coin, equilibrium

LOPSIDED = lopsided_training("drest")


def lopsided_rest(name, x=None, **changes):
    """The probabilities in a world with the lopsided reward."""
    training = evolve(LOPSIDED, **changes)
    return fixed_point_shares(training, greatest_coins_incremental(named_world(name, x), training.gamma))


@pytest.mark.parametrize(
    ("x", "long"), [(Fraction(1, 10), 0.155), (Fraction(1, 2), 0.397), (1, 0.5), (2, 0.603), (10, 0.845)]
)
def test_lopsided_agents_come_to_rest_where_lengths_pay_the_same(x, long):
    """There x f(p) = f(1 - p), f(p) the sum of q^i (1 - c p)^i, worked out term by term here."""
    shares = lopsided_rest("lopsided", x)

    def paid_by_terms(p):
        return sum((0.9**-0.5 * (1 - 0.1 * p)) ** i for i in range(64))

    assert round(shares[5], 3) == long
    assert float(x) * paid_by_terms(shares[5]) == pytest.approx(paid_by_terms(shares[3]), rel=1e-9)
    assert sum(shares.values()) == pytest.approx(1, abs=1e-9)


@given(x=st.fractions(Fraction(1, 20), 20), number=st.integers(2, 64))
@settings(max_examples=20)
def test_the_equilibrium_balances(x, number):
    """On one side of the equilibrium the long length returns more, on the other side less; at the ends it may not."""
    p = equilibrium(evolve(LOPSIDED, lam=Fraction(81, 100), mini_episodes=number), x)
    below, above = (Fraction(p) + Fraction(step, 4096) for step in (-1, 1))

    assert below < 0 or balancing_coin(below, Fraction(9, 10), number) < x
    assert above > 1 or balancing_coin(above, Fraction(9, 10), number) > x
