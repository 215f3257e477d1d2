"""Right implementations in the forms in which people write them conform; a mistake in such a form is found."""

import math
from functools import partial
from pathlib import Path

import numpy
import pytest

from formal_rl.conformance import check
from formal_rl.conformance.adapters.agents import accepted_keywords
from formal_rl.conformance.adapters.cases import signature_of
from formal_rl.loading import load_object

EXAMPLES = Path(__file__).parents[2] / "examples" / "conformance"
ARRAYS, BATCHES = "a function of arrays", "a function of batches"


def array_entropy(p, log=numpy.log2):
    """Take an array, as in ``p[p > 0]``."""
    return -(p[p > 0] * log(p[p > 0])).sum()


def long_entropy(probabilities):
    """Answer with what ``.item()`` leaves as it is."""
    return numpy.longdouble(-sum(float(p) * math.log2(p) for p in probabilities if p))


def scipy_entropy(p, base=2):
    """Take the columns of a batch, if it is handed one."""
    return pytest.importorskip("scipy.stats").entropy(p, base=base)


def rows_of_entropy(p):
    """Take batches only."""
    return -(p * numpy.log2(p.clip(1e-300))).sum(axis=1)


def compiled(function):
    """Compile with numba, if it is there."""
    return pytest.importorskip("numba").njit(function)


def looped_usefulness(p, coins, m):
    """Loop over arrays."""
    total = 0.0
    for place in range(len(p)):
        total += p[place] * coins[place] / m[place]
    return total


class Tensor:
    """A number or numbers as torch has them, made of floats only."""

    shape = ()

    def __init__(self, values):
        """Refuse Fractions."""
        self.values = [each + 0.0 if isinstance(each, float) else {}["no float"] for each in values]

    def item(self):
        """Return the one number."""
        return self.values[0]


def tensor_entropy(p):
    """Compute with tensors."""
    return Tensor([float(array_entropy(numpy.array(Tensor(p).values)))])


def log_reward(value, m, n, i, k, lam):  # noqa: PLR0917
    """Take the power by logarithms of numpy."""
    return numpy.exp((n - (i - 1) / k) * numpy.log(lam)) * value / m


def log_returns(rows, greatest, root, gamma):
    """Take the powers by logarithms of numpy, by position."""
    chosen, returns = dict.fromkeys(greatest, 0), []
    for i, values in enumerate(rows):
        factor = numpy.exp(numpy.log(root) * (len(greatest) * chosen[len(values)] - i))
        returns.append(factor * sum(v * gamma**t for t, v in enumerate(values)) / greatest[len(values)])
        chosen[len(values)] += 1
    return returns


@pytest.mark.parametrize(
    ("suite", "right", "read_as", "wrong"),
    [
        ("neutrality", array_entropy, ARRAYS, lambda p: array_entropy(p, numpy.log)),
        ("neutrality", scipy_entropy, ARRAYS, lambda p: scipy_entropy(p, math.e)),
        ("neutrality", rows_of_entropy, BATCHES, lambda p: rows_of_entropy(p) / 2),
        ("neutrality", tensor_entropy, ARRAYS, lambda p: Tensor([2 * tensor_entropy(p).item()])),
        ("neutrality", long_entropy, "a tuple of Fractions", lambda p: 2 * long_entropy(p)),
        ("usefulness", partial(compiled, looped_usefulness), ARRAYS, lambda p, c, m: (p * c).sum()),
        ("drest_reward", log_reward, "floats, by name", lambda value, m, lam: numpy.sqrt(lam) * value / m),
        ("drest_reward", partial(compiled, log_reward), "floats, by name", lambda value, m: numpy.sqrt(value) / m),
        ("drest_return", log_returns, "floats, by position", lambda *given: log_returns(*given)[::-1]),
    ],
)
def test_functions_of_floats(suite, right, read_as, wrong):
    """What refuses Fractions is read as a function of floats, and of batches only where it refuses single cases."""
    report = check(right() if isinstance(right, partial) else right, suite)

    assert report.exit_code == 0, str(report)
    assert read_as in report.shape
    assert check(wrong, suite).exit_code == 1


def test_where_nothing_is_answered_the_report_is_of_exact_numbers():
    """Neither Fractions, nor floats, nor a batch."""
    report = check(lambda probabilities: 1 / 0, "neutrality")

    assert (report.exit_code, "tuple of Fractions" in report.shape) == (1, True)


class Base:
    """Takes two things by name, and says which."""

    def __init__(self, draws, number_of_actions=2):
        """Keep them."""
        self.made_with = (draws, number_of_actions)


class Passing(Base):
    """Passes everything on."""

    def __init__(self, *arguments, **keywords):
        """Change nothing."""
        super().__init__(*arguments, **keywords)


class PassingMore(Passing):
    """Takes one more, and passes the rest on two times."""

    def __init__(self, world, **keywords):
        """Keep the world."""
        super().__init__(**keywords)
        self.world = world


class ToObject:
    """Passes on what object does not take."""

    def __init__(self, world, **keywords):
        """Keep the world."""
        super().__init__(**keywords)


class TakesAny:
    """Uses its keywords itself."""

    def __init__(self, **settings):
        """Keep them."""
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

    assert check(Passed, "gridworld_env").exit_code == 0
    assert check(CountedFrom0, "gridworld_env").exit_code == 1


class Drawn:
    """The agent that reads a draw for each training."""

    def __init__(self, draws, n_actions):
        """Keep them."""
        self.draws, self.n_actions, self.trained = draws, n_actions, 0

    def act(self, obs):
        """Read the draw."""
        return int(self.draws[self.trained] * self.n_actions)

    def train(self, o_prev, a, r, o_next):
        """Count."""
        self.trained += 1


class DrawnPassed(Drawn):
    """The same."""

    def __init__(self, *arguments, **keywords):
        """Pass everything on."""
        super().__init__(*arguments, **keywords)


def test_an_agent_that_passes_keywords_on():
    """It is made with what the class takes to which they are passed."""
    assert [check(each, "agent_random").exit_code for each in (Drawn, DrawnPassed)] == [0, 0]


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
    report = check(BoxedWrong, "ignore_rewards", in_process=True)

    assert check(Boxed, "ignore_rewards").exit_code == 0
    assert (report.exit_code, report.counterexample.outcome) == (1, "value differs")
