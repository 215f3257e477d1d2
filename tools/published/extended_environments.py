"""The library released with Alexander et al. 2022, from a checkout: its parts as the suites take them.

Nothing of it is in this package: it is imported from where the user has it. Environments without draws, and the
opposite of an environment, are taken as they are.
"""

import importlib
import subprocess
import sys
from collections.abc import Iterator, MutableSequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from formal_rl.conformance.suites.suite_facts import LIBRARY
from formal_rl.environments.catalogue import RECORDS
from formal_rl.errors import FormalRLError
from tools.published.library import PublishedLibrary, PublishedPart

PACKAGE = "extended_rl"


class NoCheckout(FormalRLError):
    """A path has no checkout of the library, or one that cannot be imported; the message says what is missing."""


_MODULES = {
    "AdversarialSequenceEvader": "AdversarialSequencePredictor",
    "PunishNondeterministicAgent": "DeterminismInspector",
}
"""Where an environment is not in the module of its name."""

_AGENTS = {
    "agent_constant": ("misc_agents", "ConstantAgent"),
    "agent_random": ("misc_agents", "RandomAgent"),
    "agent_simple": ("simple_learner", "SimpleLearner"),
    "agent_q": ("Q_learner", "Q_learner"),
}

_FREEZES = {
    "SimpleLearner": "the published reality check freezes to the first action other than 0 that it ever computed, so "
    "that a question in between changes what it does once it is frozen (A22-D6)"
}
"""Why the reality check of an agent is not a learner by Definition 6, where the suite finds that out."""

LEFT_OUT = {
    "PunishSlowAgent": "it pays by the steps of a debugger, which do not depend on the history alone",
    "SBL3_A2C, SBL3_DQN, SBL3_PPO": "they need stable-baselines3 1.1.0, and no definition of them is written down",
}
"""What of the library is not looked at, and why."""

_POOL = "its pool of draws holds the draws of the question"
_NUMBERS = "the agent-class is told how many actions and observations there are"


def extended_environments(path: Path) -> PublishedLibrary:
    """Return the library of a checkout, imported.

    Raises `NoCheckout`.
    """
    if not (path / PACKAGE / "prerandom.py").is_file():
        raise NoCheckout(f"{str(path)!r} is not a checkout of {LIBRARY}: there is no {PACKAGE}/prerandom.py")
    version = commit_of(path)
    with _imported_from(path):
        return PublishedLibrary(LIBRARY, version, tuple(_parts(path)), LEFT_OUT)


def commit_of(path: Path) -> str:
    """Return commit and date of a checkout of the library, in words, as git has them."""

    def git(*arguments: str) -> str:
        asked = ("git", "-C", str(path), *arguments)
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()

    try:
        git("ls-files", "--error-unmatch", PACKAGE)
        commit, changes = git("log", "-1", "--format=%H of %cs"), git("status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.CalledProcessError):
        return "a copy whose commit is not known, since it is under no git"
    return f"commit {commit}" + (", with changes that are not committed" if changes else "")


@contextmanager
def _imported_from(path: Path) -> Iterator[None]:
    """Have the package imported from there, whatever other checkout was before."""
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    sys.path.insert(0, str(path.resolve()))
    try:
        yield
    finally:
        sys.path.remove(str(path.resolve()))


def _found(path: Path, module: str, name: str) -> Any:
    try:
        return getattr(importlib.import_module(f"{PACKAGE}.{module}"), name)
    except Exception as error:
        raise NoCheckout(f"{str(path)!r} has no {name} in {PACKAGE}.{module}: {error}") from None


def _parts(path: Path) -> Iterator[PublishedPart]:
    pools = importlib.import_module(f"{PACKAGE}.prerandom")
    for each in sorted(RECORDS, key=lambda record: record.name):
        published = each.published_name
        if not published:
            continue
        environment = _found(path, f"environments.{_MODULES.get(published, published)}", published)
        if each.draws:
            yield PublishedPart(published, each.name, environment_from_draws(environment, pools), _POOL)
        else:
            yield PublishedPart(published, each.name, environment)
    yield PublishedPart("minus_rewards", "opposite", _found(path, "environments.MinusRewards", "minus_rewards"))
    checks = with_numbers(_found(path, "agents.reality_check", "reality_check"))
    yield PublishedPart("reality_check", "reality_check", checks, _NUMBERS)
    for suite, (module, name) in _AGENTS.items():
        agent = _found(path, f"agents.{module}", name)
        checked = _found(path, "agents.reality_check", "reality_check")(agent)
        yield PublishedPart(name, suite, agent_from_draws(agent, pools), _POOL)
        yield PublishedPart(f"{name}, as a learner", "learner", agent_from_draws(agent, pools), _POOL)
        frozen = agent_from_draws(checked, pools)
        yield PublishedPart(f"{checked.__name__}, as a learner", "learner", frozen, _POOL, _FREEZES.get(name, ""))


# --- Adapters ---


def _fill(pools: Any, pool: MutableSequence[float], draws: Any) -> None:
    """Have the next draws of a pool be these; all are counted modulo the number that there is."""
    pool[:] = draws
    pools.num_randoms = len(draws)


def environment_from_draws(environment: Any, pools: Any) -> type:
    """Return an environment of the library as a class with start and step that takes the keyword draws."""

    class FromDraws:
        n_actions, n_obs = environment.n_actions, environment.n_obs

        def __init__(self, A: Any, draws: Any = ()) -> None:  # noqa: N803
            self.draws = draws
            _fill(pools, pools.env_randoms, draws)
            self.underlying = environment(A)

        def start(self) -> Any:
            _fill(pools, pools.env_randoms, self.draws)
            return self.underlying.start()

        def step(self, action: Any) -> Any:
            _fill(pools, pools.env_randoms, self.draws)
            return self.underlying.step(action)

    return _named(FromDraws, environment)


def agent_from_draws(agent: Any, pools: Any) -> type:
    """Return an agent of the library that takes its draws, and the numbers of an agent of Q-values, as arguments."""

    class FromDraws(agent):  # type: ignore[misc]
        draws: Any = (0.5,)

        def __init__(
            self, draws: Any = None, epsilon: Any = None, learning_rate: Any = None, gamma: Any = None
        ) -> None:
            if draws is not None:
                self.draws = draws
            given = {"epsilon": epsilon, "learning_rate": learning_rate, "gamma": gamma}
            _fill(pools, pools.agent_randoms, self.draws)
            super().__init__(**{name: value for name, value in given.items() if value is not None})

        def act(self, obs: Any) -> Any:
            _fill(pools, pools.agent_randoms, self.draws)
            return super().act(obs)

        def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> Any:
            _fill(pools, pools.agent_randoms, self.draws)
            return super().train(o_prev, a, r, o_next)

    return _named(FromDraws, agent)


def with_numbers(reality_check: Any) -> Any:
    """Return the transformation with a class that says how many actions and observations there are."""

    def transformed(A: Any) -> type:  # noqa: N803
        return type("Checked", (reality_check(A),), {"n_actions": 3, "n_obs": 10})

    return transformed


def _named(adapted: type, original: Any) -> type:
    adapted.__name__ = adapted.__qualname__ = original.__name__
    return adapted
