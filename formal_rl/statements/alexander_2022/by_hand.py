"""What examples worked by hand share, and wrong environments: agents given by where they do 1, rows about one agent."""

from collections.abc import Callable, Mapping

from formal_rl.agents import Agent, Transition
from formal_rl.environments import ExtendedEnvironment, TableLearner
from formal_rl.histories import Action, Percept, Play, Prompt, Reward


def does_one_on(*prompts: Prompt) -> Agent:
    """Return the agent that does 1 on these prompts, and 0 on every other."""
    return lambda prompt: 1 if prompt in prompts else 0


def answering(answers: Mapping[tuple[Transition, ...], tuple[Action, ...]]) -> TableLearner:
    """Return the learner that, trained on this, answers the observations 0, 1, ... with these actions."""
    return TableLearner({(told, seen): action for told, each in answers.items() for seen, action in enumerate(each)})


# --- Wrong environments ---


def asking_otherwise(environment: ExtendedEnvironment, asked: Callable[[Agent, Play], Agent]) -> ExtendedEnvironment:
    """Return the environment with another agent to be asked, made from the agent and the play."""
    return lambda agent, play: environment(asked(agent, play), play)


def paying_otherwise(
    environment: ExtendedEnvironment, reward: Callable[[Agent, Play, Percept], Reward | None]
) -> ExtendedEnvironment:
    """Return the environment with another reward after an action, where one is given; the right percept is told."""

    def otherwise(agent: Agent, play: Play) -> Percept:
        right = environment(agent, play)
        other = reward(agent, play, right) if play else None
        return right if other is None else right._replace(reward=other)

    return otherwise
