"""Tabular REINFORCE: the shares of the actions, and going on from a state."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.gridworlds import named_world
from formal_rl.gridworlds.training import (
    main_training,
    train_compiled,
)
from formal_rl.gridworlds.training.reinforce import (
    chosen_action,
)
from formal_rl.seeded_draws import SeededDraws

EXAMPLE = named_world("example")


# --- By hand ---


@given(st.integers(0, 2**20 - 1), st.sampled_from([0.5, 0.25, 0.125]))
def test_each_action_has_its_share_of_the_draws(seed, exploration):
    """Counted over a fine grid of draws, shares are those of the ε-greedy policy."""
    raw = [1 + (seed >> shift) % 32 for shift in (0, 5, 10, 15)]
    probabilities = tuple(each / sum(raw) for each in raw)
    grid = 4096
    counts = [0] * 4
    for place in range(grid):
        counts[chosen_action(probabilities, exploration, place / grid)] += 1
    for action in range(4):
        share = exploration / 4 + (1 - exploration) * probabilities[action]
        assert abs(counts[action] / grid - share) <= 2 / grid


# --- Two forms, one result ---


@given(st.integers(0, 12), st.integers(0, 2**32))
def test_a_run_can_be_gone_on_with(halfway, seed):
    settings, draws = evolve(main_training("drest"), mini_episodes=4, meta_episodes=12), SeededDraws(seed)
    state = train_compiled(EXAMPLE, settings, draws, until=halfway)
    assert state.meta_episodes == halfway
    assert train_compiled(EXAMPLE, settings, draws, state) == train_compiled(EXAMPLE, settings, draws)
