"""The cheapest flow by exchanges on a tree: least cost, whole units, and prices that prove it."""

import numpy
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife.side_effects._cheapest_flow import cheapest_flow


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
    import networkx

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
