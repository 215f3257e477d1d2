"""The cheapest flow by exchanges on a tree: least cost, whole units, and prices that prove it."""

from itertools import product

import networkx
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidCertificate, NotCertified
from formal_rl.safelife.side_effects import (
    Density,
    check_certificate,
    earth_mover_certified,
    earth_mover_distance,
    earth_mover_distance_certified,
)
from formal_rl.safelife.side_effects._cheapest_flow import Flow, cheapest_flow


def proven_cost(costs, supplies, demands, flow):
    """Return what a flow costs, if it is one, and its prices prove that none costs less."""
    for source, row in enumerate(costs):
        for target, cost in enumerate(row):
            lacking = cost - flow.source_prices[source] - flow.target_prices[target]
            assert lacking >= 0
            assert lacking == 0 or (source, target) not in flow.masses
    assert all(type(mass) is int and mass > 0 for mass in flow.masses.values())
    for number, supply in enumerate(supplies):
        assert sum(mass for (source, _), mass in flow.masses.items() if source == number) == supply
    for number, demand in enumerate(demands):
        assert sum(mass for (_, target), mass in flow.masses.items() if target == number) == demand
    return sum(costs[source][target] * mass for (source, target), mass in flow.masses.items())


def least_cost(costs, supplies, demands):
    """Return the least cost, by networkx."""
    graph = networkx.DiGraph()
    for source, supply in enumerate(supplies):
        graph.add_node(("from", source), demand=-supply)
    for target, demand in enumerate(demands):
        graph.add_node(("to", target), demand=demand)
    for source, row in enumerate(costs):
        for target, cost in enumerate(row):
            graph.add_edge(("from", source), ("to", target), weight=cost, capacity=sum(supplies))
    return networkx.network_simplex(graph)[0]


def found(costs, supplies, demands):
    return cheapest_flow(numpy.array(costs, dtype=numpy.int64), supplies, demands)


def test_all_small_flows():
    """All costs from 0 to 2 between two sources and two targets, or three targets and costs to 1; masses of 1 and 2."""
    cases = 0
    for targets, most in ((2, 3), (3, 2)):
        for supplies in product((1, 2), repeat=2):
            for demands in product((1, 2), repeat=targets):
                if sum(supplies) != sum(demands):
                    continue
                for flat in product(range(most), repeat=2 * targets):
                    costs = [list(flat[:targets]), list(flat[targets:])]
                    flow = found(costs, supplies, demands)
                    assert proven_cost(costs, supplies, demands, flow) == least_cost(costs, supplies, demands)
                    cases += 1
    assert cases > 700


@st.composite
def flows(draw):
    """Costs, some of them as large as may be; masses, some of them huge; as much on both sides."""
    sources, targets = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    cost = st.integers(0, draw(st.sampled_from([1, 5, 2**55])))
    costs = draw(st.lists(st.lists(cost, min_size=targets, max_size=targets), min_size=sources, max_size=sources))
    mass = st.integers(1, draw(st.sampled_from([1, 3, 1000, 10**30])))
    supplies, demands = (draw(st.lists(mass, min_size=many, max_size=many)) for many in (sources, targets))
    surplus = sum(supplies) - sum(demands)
    demands[0] += max(surplus, 0)
    supplies[0] += max(-surplus, 0)
    return costs, supplies, demands


@given(flows())
def test_it_is_the_cheapest(drawn):
    flow = found(*drawn)
    assert proven_cost(*drawn, flow) == least_cost(*drawn)


def test_a_long_chain_of_the_greatest_costs():
    """Prices that grow along a path as fast as they can do fit: 501 sources and targets, each beside the next."""
    sources, targets = 250, 251
    costs = numpy.full((sources, targets), 2**55, dtype=numpy.int64)
    numpy.fill_diagonal(costs, 0)
    supplies, demands = [2] * sources, [1, *[2] * (targets - 2), 1]
    flow = cheapest_flow(costs, supplies, demands)
    assert proven_cost(costs.tolist(), supplies, demands, flow) == 2**55


# --- What is wrong is refused ---

FIRST = Density([[4, 0, 3, 0], [0, 2, 0, 0], [0, 0, 0, 1]], 2)
SECOND = Density([[0, 3, 0, 2], [1, 0, 0, 0], [0, 3, 0, 0]], 2)


def spoilt(monkeypatch, change):
    """Let the flow be another one than the cheapest."""
    monkeypatch.setattr(earth_mover_certified, "cheapest_flow", lambda *problem: change(cheapest_flow(*problem)))


def test_the_flow_unspoilt():
    got = earth_mover_distance_certified(FIRST, SECOND)
    assert check_certificate(FIRST, SECOND, got).upper >= got.value
    assert got.value == earth_mover_distance(FIRST, SECOND).value


@pytest.mark.parametrize("more", [1, -1])
def test_a_wrong_mass_is_refused(monkeypatch, more):
    """A unit more or less on one pair: the plan turns the first density into another than the second, or costs more."""

    def changed(flow: Flow) -> Flow:
        pair = next(iter(flow.masses))
        return flow._replace(masses={**flow.masses, pair: flow.masses[pair] + more})

    spoilt(monkeypatch, changed)
    with pytest.raises((InvalidCertificate, NotCertified)):
        check_certificate(FIRST, SECOND, earth_mover_distance_certified(FIRST, SECOND))


def test_a_dearer_flow_is_not_certified(monkeypatch):
    """All units go, but two of them to each other's targets, where that costs more."""

    def changed(costs, *masses):
        flow = cheapest_flow(costs, *masses)
        (one, here), (other, there) = max(
            product(flow.masses, repeat=2),
            key=lambda pairs: (
                costs[pairs[0][0], pairs[1][1]] + costs[pairs[1][0], pairs[0][1]] - costs[pairs[0]] - costs[pairs[1]]
            ),
        )
        after = dict(flow.masses)
        for pair, more in (((one, here), -1), ((other, there), -1), ((one, there), 1), ((other, here), 1)):
            after[pair] = after.get(pair, 0) + more
        return flow._replace(masses={pair: mass for pair, mass in after.items() if mass})

    monkeypatch.setattr(earth_mover_certified, "cheapest_flow", changed)
    with pytest.raises(NotCertified, match="apart"):
        earth_mover_distance_certified(FIRST, SECOND)


@pytest.mark.parametrize("by", [2**50, -(2**50)])
def test_a_wrong_price_is_not_certified(monkeypatch, by):
    """A price of a target is off by 1/32: what the prices then prove is too little."""

    def changed(flow: Flow) -> Flow:
        first, *others = flow.target_prices
        return flow._replace(target_prices=[first + by, *others])

    spoilt(monkeypatch, changed)
    with pytest.raises(NotCertified, match="apart"):
        earth_mover_distance_certified(FIRST, SECOND)
