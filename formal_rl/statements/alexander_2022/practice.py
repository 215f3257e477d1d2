"""Section 4: extended environments in practice."""

from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, Learner, Transition, as_agent
from formal_rl.environments import IgnoreRewardsIncremental, ReplayedIncremental, RunningSimulation, ignore_rewards
from formal_rl.environments.simulated_copy import as_it_was
from formal_rl.histories import Action, Percept, Play, Prompt
from formal_rl.statements.checks import practice
from formal_rl.statements.checks.examples import IGNORE_REWARDS
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement


class _AskedAfterTraining(IgnoreRewardsIncremental):
    """Train the copy on the step before asking it."""

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        trained = learner.learn(state, Transition(0, action, 0, 0))
        return Percept(1 if action == learner.act(trained, 0) else -1, 0), trained


class _LastTurnOnly(ReplayedIncremental):
    """Forget all but the last percept."""

    def advance(self, learner: Learner[Any], state: Play, action: Action) -> tuple[Percept, Play]:
        percept, prompt = super().advance(learner, state, action)
        return percept, prompt[-1:]


def _with_the_first_reward(learner: Learner[Any]) -> Agent:
    """Let the reward of the first percept count."""

    def agent(prompt: Prompt) -> Action:
        action = as_agent(learner)(prompt)
        return action if prompt[0].reward == 0 else action + 1

    return agent


class _TrainedOnTheReward(practice.ListedIgnoreRewards):
    """Train the copy on the reward that is given."""

    def step(self, action: Action) -> tuple[int, int]:
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=reward, o_next=0)
        return reward, 0


class _TrainedBeforeAsked(practice.ListedIgnoreRewards):
    """Train the copy on the step before asking it."""

    def step(self, action: Action) -> tuple[int, int]:
        self.copy.train(o_prev=0, a=action, r=0, o_next=0)
        return (1 if self.copy.act(obs=0) == action else -1), 0


class _TrainedElsewhere(practice.ListedIgnoreRewards):
    """Train the copy to see 1 next."""

    def step(self, action: Action) -> tuple[int, int]:
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=0, o_next=1)
        return reward, 0


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S4",
        kind="lemma",
        title="the practical form is the definition, for every learner",
        claim="For every learner, an environment run by start and step over copies of it that are trained as it goes "
        "has the interaction of the definition with the learner read as a function of the history. A learner is not "
        "told the reward of the first percept.",
        source=f"{ALEXANDER_2022}, Section 4",
        check=practice.practical_form,
        mutants={
            "the copy is trained before it is asked": {"pairs": (evolve(IGNORE_REWARDS, fast=_AskedAfterTraining()),)},
            "the copy is trained on the true rewards": {
                "published": {"ignore_rewards": (RunningSimulation(as_it_was), ignore_rewards)}
            },
            "the play is forgotten": {"replayed": _LastTurnOnly},
            "the first reward counts": {"as_agent": _with_the_first_reward},
        },
        verdict="holds",
        evidence="exhaustive: all learners to horizon 5, 2 actions, in every environment that has such a form, but for "
        "the abstract ones; those replayed from the beginning (backward consciousness, déjà vu, reverse history) "
        "against themselves as printed; all learners on all histories of at most 3 percepts over 2 percepts x 2 "
        "actions for the first reward",
        defects="The practical form gives no initial percept, only an observation, and training carries no reward for "
        "it; so an agent that looks at the first reward has no practical form.",
        witness="the agent that does 0 on (0,0) and 1 on (1,0) is no learner",
    ),
    Statement(
        id="A22-S4-listing",
        kind="example",
        title="Listing 2 is Example 3",
        claim="One copy of the agent, asked on observation 0 and then trained on the action with reward 0, gives the "
        "rewards of ignore rewards.",
        source=f"{ALEXANDER_2022}, Listing 2",
        check=practice.listing,
        mutants={
            "trained on the reward that is given": {"listed": _TrainedOnTheReward},
            "trained before it is asked": {"listed": _TrainedBeforeAsked},
            "trained to see something else": {"listed": _TrainedElsewhere},
        },
        verdict="defined",
        evidence="exhaustive: all learners, all sequences of at most 5 actions of 2",
        defects="The listing has the observation 0 for O, and drops the initial percept (0, O).",
    ),
)
"""In the order of the paper."""
