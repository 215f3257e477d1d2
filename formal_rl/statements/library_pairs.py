"""The pairs of the library's environments in which the agent is to act as if its past had been another."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from attrs import frozen

from formal_rl.checking.equality import EnvironmentPair
from formal_rl.environments import Agent, Learner, RepeatedDraws, RewrittenIncremental, Transition, as_it_was, mimic
from formal_rl.environments.after_images import AfterImagesIncremental, after_images
from formal_rl.environments.as_if import AsIfIncremental, as_if
from formal_rl.environments.censored_observation import CensoredObservationIncremental, censored_observation
from formal_rl.environments.ignore_observations import IgnoreObservationsIncremental, ignore_observations
from formal_rl.environments.ignore_rewards_3 import (
    IgnoreRewards3Incremental,
    ignore_rewards_3,
    ignore_rewards_3_incremental,
)
from formal_rl.environments.limited_memory import (
    LimitedMemoryIncremental,
    limited_memory,
    limited_memory_incremental,
)
from formal_rl.environments.turn_by_turn import (
    delayed_rewards,
    delayed_rewards_incremental,
    flip_every_other,
    flip_every_other_incremental,
    ignore_actions,
    ignore_actions_incremental,
    ignore_rewards_2,
    ignore_rewards_2_incremental,
    nth_reward_multiplied_by_n,
    nth_reward_multiplied_by_n_incremental,
    punish_nondeterministic_agent,
    punish_nondeterministic_agent_incremental,
    repeater,
    repeater_incremental,
    shifted_rewards,
    shifted_rewards_incremental,
)
from formal_rl.histories import Action, Observation, prompt_of

EIGHTHS = RepeatedDraws(tuple(Fraction(eighth, 8) for eighth in (3, 1, 7, 0, 5, 6, 2)))
"""Draws for environments that show what is drawn."""


@frozen
class NextInTurn:
    """The learner that does one more, modulo a number of actions: it stands for one that is told something else."""

    learner: Learner[Any]
    number_of_actions: int = 3

    @property
    def initial(self) -> Any:
        """The untrained state."""
        return self.learner.initial

    def act(self, state: Any, observation: Observation) -> Action:
        """Return one more than the learner's action."""
        return (self.learner.act(state, observation) + 1) % self.number_of_actions

    def learn(self, state: Any, transition: Transition) -> Any:
        """Return the learner's state after training."""
        return self.learner.learn(state, transition)


def next_in_turn(agent: Agent, number_of_actions: int = 3) -> Agent:
    """Return the agent that does one more, modulo a number of actions."""
    return lambda prompt: (agent(prompt) + 1) % number_of_actions


def _one_of_two(learner: Learner[Any]) -> Learner[Any]:
    return NextInTurn(learner, 2)


MIMICRY_PAIRS = tuple(
    EnvironmentPair(name, definition, fast)
    for name, definition, fast in (
        ("ignore_rewards_2_incremental", ignore_rewards_2, ignore_rewards_2_incremental),
        ("ignore_rewards_3_incremental", ignore_rewards_3, ignore_rewards_3_incremental),
        ("IgnoreRewards3Incremental", ignore_rewards_3, IgnoreRewards3Incremental()),
        ("ignore_actions_incremental", ignore_actions, ignore_actions_incremental),
        (
            "punish_nondeterministic_agent_incremental",
            punish_nondeterministic_agent,
            punish_nondeterministic_agent_incremental,
        ),
        ("shifted_rewards_incremental", shifted_rewards, shifted_rewards_incremental),
        ("delayed_rewards_incremental", delayed_rewards, delayed_rewards_incremental),
        ("repeater_incremental", repeater, repeater_incremental),
        ("limited_memory_incremental", limited_memory, limited_memory_incremental),
        ("LimitedMemoryIncremental", limited_memory, LimitedMemoryIncremental()),
        (
            "nth_reward_multiplied_by_n_incremental",
            nth_reward_multiplied_by_n,
            nth_reward_multiplied_by_n_incremental,
        ),
        ("flip_every_other_incremental", flip_every_other, flip_every_other_incremental),
        ("RewrittenIncremental", mimic(prompt_of), RewrittenIncremental(as_it_was)),
        ("AsIfIncremental", as_if(lambda agent: next_in_turn(agent, 2)), AsIfIncremental(_one_of_two)),
        ("IgnoreObservationsIncremental", ignore_observations(EIGHTHS), IgnoreObservationsIncremental(EIGHTHS)),
        ("AfterImagesIncremental", after_images(EIGHTHS), AfterImagesIncremental(EIGHTHS)),
        ("CensoredObservationIncremental", censored_observation(EIGHTHS), CensoredObservationIncremental(EIGHTHS)),
    )
)
"""Each for every learner."""
