"""The library's environments that ask what an agent would do if each turn were reported to it differently.

A turn is an action with the percept that followed it; the first percept is in no turn. Each environment is one record:
a report in place of each turn. From it come φ, the definition `mimic(φ)`, the incremental form and the published form.
R_1, R_2, ... are the rewards of the turns, so that R_1 is what the first action earned.

The definitions are the documented intention of the published library, which the docstrings name in parentheses. Where
the library's code of 2022 (``_published``) or of 2021 (``_functional``) does something else, that form says so. No
published form has an initial percept.
"""

from collections.abc import Callable
from functools import cached_property, partial
from itertools import chain
from typing import TypeAlias

from attrs import frozen

from formal_rl.agents import Agent, Transition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.library_protocol import RunningSimulation
from formal_rl.environments.mimic import mimic
from formal_rl.environments.record import EnvironmentRecord, NamedByRecord, recorded
from formal_rl.environments.simulated_copy import RewrittenIncremental
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, Percept, Play, Prompt, Reward, prompt_of

LEDGER = ("A22-lib*",)

Turn: TypeAlias = tuple[Action, Percept]

RewriteOfTurn: TypeAlias = Callable[[int, Reward, Turn], tuple[Turn, ...]]
"""The report of a turn, given its number from 1, the reward of the turn before (0 at first) and itself."""


def _rewrite(report: RewriteOfTurn, number: int, before: Transition | None, true: Transition) -> tuple[Transition, ...]:
    """Apply ``report`` to a transition. A copy of the agent is trained on the result."""
    seen, action, reward, after = true
    turns = report(number, 0 if before is None else before.reward, (action, Percept(reward, after)))
    return tuple([Transition(seen, action, *percept) for action, percept in turns])


@frozen(eq=False, repr=False, slots=False)
class TurnByTurn(NamedByRecord):
    """The environment that pays for acting as if ``report`` had rewritten each turn, with its other forms.

    ``period``: `report` reads the number of a turn by its remainder alone; ``None`` where it reads all of it.

    Source: the published library and its documentation.
    """

    report: RewriteOfTurn
    period: int | None = 1

    @cached_property
    def definition(self) -> ExtendedEnvironment:
        """``mimic(hypothetical)``."""
        return mimic(self.hypothetical)

    @cached_property
    def incremental(self) -> RewrittenIncremental:
        """The incremental form: a copy of the agent is trained on the reports."""
        return RewrittenIncremental(partial(_rewrite, self.report), self.period)

    @cached_property
    def published(self) -> RunningSimulation:
        """The form in which the published library runs it."""
        return RunningSimulation(partial(_rewrite, self.report))

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept of ``mimic(hypothetical)``; `MalformedHistory` for anything that is not a play."""
        return self.definition(agent, play)

    def hypothetical(self, play: Play) -> Prompt:
        """φ: return the prompt of a nonempty play with its first percept unchanged, then the report of each turn."""
        prompt, before = prompt_of(play), 0
        asked = [*prompt[:1]]
        for number, turn in enumerate(zip(prompt[1::2], prompt[2::2], strict=True), start=1):
            asked += chain.from_iterable(self.report(number, before, turn))
            before = turn[1].reward
        return tuple(asked)


def paid(reward: Callable[[int, Reward, Reward], Reward]) -> RewriteOfTurn:
    """Tell of the same turn with another reward, made from its number, the reward before and its own."""
    return lambda n, before, turn: ((turn[0], Percept(reward(n, before, turn[1].reward), turn[1].observation)),)


ignore_rewards_2 = TurnByTurn(lambda n, before, turn: () if turn[1].reward > 0 else (turn,))
"""Had the turns with a positive reward not been (IgnoreRewards2). Where the last was paid, φ ends before it."""
ignore_rewards_2_incremental = ignore_rewards_2.incremental
ignore_rewards_2_published = ignore_rewards_2.published


def without_paid_percepts(play: Play) -> Prompt:
    """Return x_i y_i x_j y_j ... x_k: the percepts without a positive reward, each with the action that answered it.

    The last of them stands without its action. Raises `MalformedHistory` where every reward is positive.

    Source: the published library in its functional form of 2021 (IgnoreRewards2).
    """
    prompt_of(play)
    answered = zip(play[0::2], play[1::2], strict=True)
    kept = tuple(chain.from_iterable(pair for pair in answered if pair[0].reward <= 0))
    if kept == ():
        raise MalformedHistory(0, play[0], "at least one percept whose reward is not positive")
    return kept[:-1]


ignore_rewards_2_functional = mimic(without_paid_percepts)
"""Of 2021. Differs: deletes the action that answered a positive reward, not the one that earned it."""

ignore_actions = TurnByTurn(lambda n, before, turn: ((0, turn[1]),))
"""Had every action been 0 (IgnoreActions)."""
ignore_actions_incremental = ignore_actions.incremental
ignore_actions_published = ignore_actions.published

shifted_rewards = TurnByTurn(paid(lambda n, before, reward: before))
"""Had the rewards been 0, R_1, R_2, ... (ShiftedRewards): documented, 1, 5, 6, 2, 8 become 0, 1, 5, 6, 2.

If the reward of x_1 is counted as the first instead, nothing changes where it is 0.
"""
shifted_rewards_incremental = shifted_rewards.incremental
shifted_rewards_published = shifted_rewards.published

delayed_rewards = TurnByTurn(paid(lambda n, before, reward: reward + before if n % 2 else 0), period=2)
"""Had the rewards been R_1, 0, R_2 + R_3, 0, R_4 + R_5, ... (DelayedRewards): documented, 1, 3, 7 become 1, 0, 10.

The documented example of five rewards 1 settles that the reward of x_1, which is 0, is not the first of them.
"""
delayed_rewards_incremental = delayed_rewards.incremental
delayed_rewards_published = delayed_rewards.published
delayed_rewards_functional = TurnByTurn(paid(lambda n, before, reward: 0 if n % 2 else reward + before), period=2)
"""Of 2021. Differs: counts the reward of x_1 as the first, so that R_1, R_3, ... are delayed: 0, R_1 + R_2, 0, ..."""

repeater = TurnByTurn(lambda n, before, turn: (turn, turn))
"""Had each turn happened twice, x_1 y_1 x_2 y_1 x_2 y_2 x_3 y_2 x_3 ... (Repeater)."""
repeater_incremental = repeater.incremental
repeater_published = repeater.published


def with_percepts_doubled(play: Play) -> Prompt:
    """Return x_1 y_1 x_1 y_1 x_2 y_2 x_2 y_2 ... x_n for the nonempty play x_1 y_1 x_2 y_2 ... x_n y_n.

    Source: the published library in its functional form of 2021 (Repeater).
    """
    prompt = prompt_of(play)
    answered = zip(prompt[0:-1:2], prompt[1::2], strict=True)
    return (*chain.from_iterable(pair + pair for pair in answered), prompt[-1])


repeater_functional = mimic(with_percepts_doubled)
"""Of 2021. Differs: doubles a percept with the action that answered it, not one with the action before."""

nth_reward_multiplied_by_n = TurnByTurn(paid(lambda n, before, reward: n * reward), period=None)
"""Had the rewards been R_1, 2 R_2, 3 R_3, ... (NthRewardMultipliedByN).

The documentation has no example; the first reward is counted as in the other environments of the library.
"""
nth_reward_multiplied_by_n_incremental = nth_reward_multiplied_by_n.incremental
nth_reward_multiplied_by_n_published = TurnByTurn(
    paid(lambda n, before, reward: (n - 1) * reward), period=None
).published
"""Of 2022. Differs: R_1, R_2, R_3, ... are multiplied by 0, 1, 2, ..."""

flip_every_other = TurnByTurn(paid(lambda n, before, reward: -reward if n % 2 else reward), period=2)
"""Had the rewards been -R_1, R_2, -R_3, R_4, ... (FlipEveryOther): documented, the first, the third and so on.

The documentation has no example; the first reward is counted as in the other environments of the library.
"""
flip_every_other_incremental = flip_every_other.incremental
flip_every_other_published = TurnByTurn(
    paid(lambda n, before, reward: reward if n % 2 else -reward), period=2
).published
"""Of 2022. Differs: R_2, R_4, ... are flipped, and not R_1, R_3, ..."""

punish_nondeterministic_agent = TurnByTurn(lambda n, before, turn: (turn,))
"""When asked again about all as it was (PunishNondeterministicAgent): an agent that is a function is always paid in its
own interaction.

Source: Alexander et al. 2021, Section 3 (other extended environments).
Ledger: A21-S3-determinism*
"""
punish_nondeterministic_agent_incremental = punish_nondeterministic_agent.incremental
punish_nondeterministic_agent_published = punish_nondeterministic_agent.published

RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "ignore_rewards_2",
        asked="had the percepts of positive reward, all but the first, and the actions that earned them, never been",
        shown_as="the history without the turns that were paid",
        functional_differs="deletes the action that answers a positive reward, not the one that earned it",
    ),
    EnvironmentRecord(
        "ignore_actions", asked="had every action so far been 0", shown_as="the history with every action 0"
    ),
    EnvironmentRecord("punish_nondeterministic_agent", asked="when asked again", shown_as="the same history again"),
    EnvironmentRecord(
        "shifted_rewards",
        asked="had the rewards after the first percept's, R_1, R_2, R_3, ..., been 0, R_1, R_2, ...",
        shown_as="the history with every reward a turn late",
    ),
    EnvironmentRecord(
        "delayed_rewards",
        asked="had the rewards after the first percept's, R_1, R_2, ..., been R_1, 0, R_2 + R_3, 0, R_4 + R_5, ...",
        shown_as="the history with every other reward delayed",
        functional_differs="the first reward that is earned is delayed, not the second",
    ),
    EnvironmentRecord(
        "repeater",
        asked="had each turn, an action and the percept that followed, happened twice in a row",
        shown_as="the history with every turn doubled",
        functional_differs="doubles each percept with the action that answers it, so that rewards stand elsewhere",
    ),
    EnvironmentRecord(
        "nth_reward_multiplied_by_n",
        asked="had the rewards after the first percept's, R_1, R_2, ..., been R_1, 2 R_2, 3 R_3, ...",
        shown_as="the history with its nth earned reward multiplied by n",
        published_differs=("multiplies by 0, 1, 2, ... instead of 1, 2, 3, ..., as documented",),
    ),
    EnvironmentRecord(
        "flip_every_other",
        asked="had the rewards after the first percept's, R_1, R_2, ..., been -R_1, R_2, -R_3, ...",
        shown_as="the history with every other reward negated",
        published_differs=(
            "flips the second, fourth, ... reward that is earned, not the first, third, ..., as documented",
        ),
        in_2021="did not exist",
    ),
)
