"""Tabular REINFORCE: the shares of the actions, and going on from a state."""

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.gridworlds import named_world, parse_layout
from formal_rl.gridworlds.training import ExponentialDecay, Training, main_training, measured_after, train
from formal_rl.gridworlds.training._reinforce_compiled import train_compiled
from formal_rl.gridworlds.training.reinforce import chosen_action, first_state, require_training, softmax
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.thornley_2024.pairs import TINY
from proofs_as_tests.rows import each_row_of, refused

EXAMPLE = named_world("example")


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


@given(st.integers(0, 12), st.integers(0, 2**32))
def test_a_run_can_be_resumed(halfway, seed):
    settings, draws = evolve(main_training("drest"), mini_episodes=4, meta_episodes=12), SeededDraws(seed)
    state = train_compiled(EXAMPLE, settings, draws, until=halfway)
    assert state.meta_episodes == halfway
    assert train_compiled(EXAMPLE, settings, draws, state) == train_compiled(EXAMPLE, settings, draws)


SMALL = Training(agent="drest", lam=Fraction(1, 3), mini_episodes=2, meta_episodes=2)
READY = first_state(TINY, SMALL)
HUGE = parse_layout("length 3\nC1 . . A . B2 Cx\n", {"x": Fraction("1e400")})
(SEEN, ROW), *OTHERS = READY.logits
NO_COIN, SHORT = parse_layout("length 1\nC1 A B1 ."), parse_layout("length 1\nC1 A")
NAN, INF = float("nan"), float("inf")


def named(name):
    """The refusal of this parameter."""
    return InvalidParameter, {"name": name}


def setting(**changes):
    """Settings of a DREST agent with these changes."""
    return Training(**{"agent": "drest", **changes})


def each(name, *values):
    """Rows that refuse each of these values of a parameter of the settings."""
    return [row for value in values for row in refused(named(name), setting, (), **{name: value})]


def ready(row):
    """The first state with another row of logits."""
    return READY._replace(logits=((SEEN, row), *OTHERS))


def steep(number, gamma=1, agent="drest"):
    """Return settings with λ = 1/10 and this many mini-episodes in a meta-episode."""
    return setting(lam=Fraction(1, 10), gamma=gamma, mini_episodes=number, agent=agent)


def fits(world, training, state=None):
    """Check a run that begins in ``state``, by default the first."""
    return require_training(world, training, state or first_state(world, training))


@each_row_of(
    each("mini_episodes", 0, -1, 1.0, True),
    each("meta_episodes", 0, 2.0),
    each("agent", "greedy"),
    each("credit", "episode"),
    each("lam", 0, 1, Fraction(3, 2), 0.9),
    each("gamma", -1, 2, Fraction(3, 2), 0.9),
    each("baseline", -0.5, 1.5, 1),
    each("exploration", ExponentialDecay(1.5, 0.5, 1), ExponentialDecay(0.5, 1.5, 1), 0.1),
    each("learning_rate", 0.1),
    refused(named("start"), ExponentialDecay, *((odd, 0.5, 1) for odd in (0.0, -1.0, 1, INF, NAN))),
    refused(named("end"), ExponentialDecay, *((0.5, odd, 1) for odd in (0.0, -1.0, 1, INF, NAN))),
    refused(named("over"), ExponentialDecay, (0.5, 0.5, 0), (0.5, 0.5, 1.0)),
    refused(named("points"), measured_after, (SMALL, 0), (SMALL, 1.0)),
    refused(named("logits"), softmax, ((0.0, 710.0, 0.0, 0.0),)),
    refused(named("k"), fits, (SHORT, setting()), (SHORT, setting(agent="lopsided"))),
    refused(named("m_2"), fits, (NO_COIN, setting())),
    refused(
        named("mini_episodes"), fits, *((TINY, steep(*given)) for given in ((595,), (595, 1, "lopsided"), (2000,)))
    ),
    refused(named("mini_episodes"), fits, (TINY, steep(575, Fraction(1, 10**10)))),
    refused(named("coins"), fits, *((HUGE, setting(agent=agent)) for agent in ("drest", "lopsided", "default"))),
    refused(named("state"), fits, (NO_COIN, evolve(SMALL, agent="default"), READY)),
    refused(
        named("state"),
        fits,
        *((TINY, SMALL, READY._replace(logits=READY.logits[part])) for part in (slice(1), slice(None, None, -1))),
    ),
    refused(
        named(f"logits of {SEEN}"),
        fits,
        *((TINY, SMALL, ready(row)) for row in (ROW[:3], (*ROW, 0.0), (0, *ROW[1:]), (NAN, *ROW[1:]), (*ROW[:3], INF))),
    ),
    refused(named("baselines"), fits, *((TINY, SMALL, READY._replace(baselines=(0.0,) * number)) for number in (1, 3))),
    *(
        refused(DrawsExhausted, form, (TINY, evolve(SMALL, mini_episodes=1), (0.8,)))
        for form in (train, train_compiled)
    ),
)
def test_invalid_runs_raise(row):
    """Settings out of range, worlds without what the reward needs, rewards beyond floats, states of another run."""
    row()


def test_runs_at_the_edge():
    """Settings at the ends of their ranges, and rewards and logits that floats just hold, are allowed."""
    rate = ExponentialDecay(1e-300, 1e300, 1)
    setting(baseline=1.0, gamma=0, exploration=ExponentialDecay(1.0, 1.0, 1), learning_rate=rate)
    assert softmax((709.0, 0.0, 0.0, -1e9))[0] == 1.0
    fits(SHORT, setting(agent="default"))
    fits(NO_COIN, setting(agent="lopsided"))
    fits(TINY, SMALL, ready((-1e300, 700.0, 0.0, 0.5)))
    for sizes in ((593,), (573, Fraction(1, 10**10)), (575, Fraction(1, 10**10), "lopsided"), (2000, 1, "default")):
        fits(TINY, steep(*sizes))
