"""Helpers of examples worked by hand: agents given by the prompts on which they do 1, learners by answers."""

from collections.abc import Mapping

from formal_rl.agents import Agent, Transition
from formal_rl.environments import TableLearner
from formal_rl.histories import Action, Prompt


def does_one_on(*prompts: Prompt) -> Agent:
    """Return the agent that does 1 on these prompts, and 0 on every other."""
    return lambda prompt: 1 if prompt in prompts else 0


def answering(answers: Mapping[tuple[Transition, ...], tuple[Action, ...]]) -> TableLearner:
    """Return the learner that, trained on this, answers the observations 0, 1, ... with these actions."""
    return TableLearner({(past, seen): action for past, each in answers.items() for seen, action in enumerate(each)})
