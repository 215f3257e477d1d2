"""Right implementations in the forms in which people write them conform; a mistake in such a form is found."""

from functools import partial, wraps
from pathlib import Path

import numpy
import pytest

from formal_rl.conformance.adapters.agents import accepted_keywords
from formal_rl.conformance.adapters.cases import signature_of
from formal_rl.loading import load_object
from proofs_as_tests.conformance.here import check_here
from proofs_as_tests.conformance.zoo import drest, floats

EXAMPLES = Path(__file__).parents[2] / "examples" / "conformance"
ARRAYS, BATCHES = "a function of arrays", "a function of batches"


def array_entropy(p):
    return -(p[p > 0] * numpy.log2(p[p > 0])).sum()


def rows_of_entropy(p):
    """Take batches only."""
    return -(p * numpy.log2(p.clip(1e-300))).sum(axis=1)


def log_returns(rows, greatest, root, gamma):
    """Take the powers by logarithms of numpy, by position."""
    chosen, returns = dict.fromkeys(greatest, 0), []
    for i, values in enumerate(rows):
        factor = numpy.exp(numpy.log(root) * (len(greatest) * chosen[len(values)] - i))
        returns.append(factor * sum(v * gamma**t for t, v in enumerate(values)) / greatest[len(values)])
        chosen[len(values)] += 1
    return returns


@pytest.mark.parametrize(
    ("suite", "right", "read_as"),
    [
        ("neutrality", array_entropy, ARRAYS),
        ("neutrality", floats.neutrality__scipy, ARRAYS),
        ("neutrality", floats.neutrality__tensor, ARRAYS),
        ("neutrality", rows_of_entropy, BATCHES),
        ("neutrality", drest.entropy_in_longdoubles, "a tuple of Fractions"),
        ("usefulness", floats.usefulness__numba, ARRAYS),
        ("drest_reward", floats.drest_reward__numpy, "floats, by name"),
        ("drest_reward", floats.drest_reward__numba, "floats, by name"),
        ("drest_return", log_returns, "floats, by position"),
    ],
)
def test_functions_of_floats(suite, right, read_as):
    """What refuses Fractions is read as a function of floats, and of batches only where it refuses single cases."""
    if "numba" in right.__name__:
        pytest.importorskip("numba")
    report = check_here(right, suite)

    @wraps(right)
    def twice(*given, **named):
        return 2 * numpy.asarray(right(*given, **named))

    assert report.exit_code == 0, str(report)
    assert read_as in report.shape
    assert check_here(twice, suite).exit_code == 1


def test_where_nothing_is_answered_the_report_is_of_exact_numbers():
    """Neither Fractions, nor floats, nor a batch."""
    report = check_here(lambda probabilities: 1 / 0, "neutrality")

    assert (report.exit_code, "tuple of Fractions" in report.shape) == (1, True)


class Base:
    def __init__(self, draws, number_of_actions=2):
        self.made_with = (draws, number_of_actions)


class Passing(Base):
    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)


class PassingMore(Passing):
    """Takes one more, and passes the rest on two times."""

    def __init__(self, world, **keywords):
        super().__init__(**keywords)
        self.world = world


class ToObject:
    def __init__(self, world, **keywords):
        super().__init__(**keywords)


class TakesAny:
    def __init__(self, **settings):
        self.settings = settings


def test_keywords_that_are_passed_on():
    """The parameters are those of the class that takes them."""
    names = {made: [*signature_of(made).parameters] for made in (Passing, PassingMore, ToObject, TakesAny, Base)}

    assert names == {
        Passing: ["draws", "number_of_actions"],
        PassingMore: ["world", "draws", "number_of_actions"],
        ToObject: ["world"],
        TakesAny: ["settings"],
        Base: ["draws", "number_of_actions"],
    }
    assert [*signature_of(partial(PassingMore, 0)).parameters] == ["draws", "number_of_actions"]
    assert accepted_keywords(Passing, {"draws": (), "picture": ""}) == {"draws": ()}


def example(name):
    """Return an object of the examples."""
    return load_object(f"{EXAMPLES}/{name}")


def test_a_gridworld_that_passes_keywords_on_and_counts_actions_from_1():
    """`Discrete(4, start=1)`; another start is found."""
    spaces = pytest.importorskip("gymnasium").spaces

    class Passed(example("gridworld.py:Grid")):
        action_space = spaces.Discrete(4, start=1)

        def __init__(self, *arguments, **keywords):
            super().__init__(*arguments, **keywords)

        def step(self, action):
            return super().step(action - 1)

    class CountedFrom0(Passed):
        action_space = spaces.Discrete(4)

    assert check_here(Passed, "gridworld_env").exit_code == 0
    assert check_here(CountedFrom0, "gridworld_env").exit_code == 1


class Drawn:
    """The agent that reads a draw for each training."""

    def __init__(self, draws, n_actions):
        self.draws, self.n_actions, self.trained = draws, n_actions, 0

    def act(self, obs):
        return int(self.draws[self.trained] * self.n_actions)

    def train(self, o_prev, a, r, o_next):
        self.trained += 1


class DrawnPassed(Drawn):
    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)


def test_an_agent_that_passes_keywords_on():
    """It is made with what the class takes to which they are passed."""
    assert [check_here(each, "agent_random").exit_code for each in (Drawn, DrawnPassed)] == [0, 0]


class Boxed(example("extended_environments.py:IgnoreRewards")):
    """Shows and hands its copy what `Box(0, 1, (1,))` has."""

    trained_reward = 0

    def reset(self, **options):
        """Show an array of one."""
        super().reset()
        return numpy.zeros(1, numpy.float32), {}

    def step(self, action):
        """Hand over arrays of one."""
        seen = numpy.zeros(1, numpy.float32)
        reward = 1 if self.copy.act(obs=seen) == action else -1
        self.copy.train(seen, action, self.trained_reward * reward, seen)
        return seen, reward, False, False, {}


class BoxedWrong(Boxed):
    """Trains its copy on what is paid."""

    trained_reward = 1


def test_observations_in_arrays_of_one():
    """They are the number in them."""
    report = check_here(BoxedWrong, "ignore_rewards", in_process=True)

    assert check_here(Boxed, "ignore_rewards").exit_code == 0
    assert (report.exit_code, report.counterexample.outcome) == (1, "value differs")
