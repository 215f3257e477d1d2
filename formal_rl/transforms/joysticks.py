"""Two joysticks that play an ordinary environment alike, and a penalty for holding the wrong one."""

from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.environments import Environment, ExtendedEnvironment, IncrementalEnvironment, without_rewards
from formal_rl.histories import Action, Observation, Percept, Play, actions, require_play

LEDGER = ("A22-joysticks*",)


def joystick(action: Action) -> int:
    """Return which of the two joysticks an action moves: 0 or 1."""
    return action % 2


def move(action: Action) -> Action:
    """Return the action of the game that an action makes with its joystick."""
    return action // 2


def penalised(percept: Percept) -> Percept:
    """Return the percept with a reward that is less by 1, and -1 at most.

    The paper says *penalize*, not by how much; this is the rule of the experiment published with it. A reward of at
    least 0 becomes -1, as for a handicap, and a lower one still gets worse.
    """
    return percept._replace(reward=min(percept.reward - 1, -1))


def two_joysticks(environment: Environment) -> ExtendedEnvironment:
    """Return the game with two joysticks: it is played by the moves, and the wrong joystick is penalised.

    Action 2m + j makes move m with joystick j. The percepts of the game depend on the moves alone. It is
    `penalised` if the last joystick is not the one that the agent would have used on the same history with every
    reward 0; the move that it would have made then does not matter.

    Source: Alexander et al. 2022, Section 6, on future work, and its Example 3 (x').
    """

    def with_joysticks(agent: Agent, play: Play) -> Percept:
        require_play(play)
        percept = environment(_game(environment, play))
        if play == () or joystick(play[-1]) == joystick(agent(without_rewards(play))):
            return percept
        return penalised(percept)

    return with_joysticks


def _game(environment: Environment, play: Play) -> Play:
    # The play as the game knows it: the moves, and before each its own percept, without any penalty.
    game: Play = ()
    for action in actions(play):
        game = (*game, environment(game), move(action))
    return game


JoysticksState: TypeAlias = tuple[Any, Any, Observation]
"""The state of the game, the copy that is never paid, and the last observation of the game."""


@frozen
class TwoJoysticksIncremental:
    """The game with two joysticks, in its own incremental form, with one simulated copy that is never paid.

    Source: Alexander et al. 2022, Section 6, in the form of its Section 4.
    """

    environment: IncrementalEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Percept, JoysticksState]:
        """Return the first percept of the game, and an untrained copy."""
        percept, game = self.environment.start(learner)
        return percept, (game, learner.initial, percept.observation)

    def advance(self, learner: Learner[Any], state: JoysticksState, action: Action) -> tuple[Percept, JoysticksState]:
        """Return the percept of the game, penalised if the copy holds the other joystick, and the copy trained on 0."""
        game, copy, observation = state
        right = joystick(action) == joystick(learner.act(copy, observation))
        percept, game = self.environment.advance(learner, game, move(action))
        copy = learner.learn(copy, Transition(observation, action, 0, percept.observation))
        return percept if right else penalised(percept), (game, copy, percept.observation)
