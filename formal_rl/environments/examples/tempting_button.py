"""A button that is free to push, among rooms that pay for what one would do if there were a button."""

from collections.abc import Callable
from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.agents import Agent, AgentClass, Draws, Learner, Transition, draw
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.simulated_copy import CopyBehind, with_last_observation
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, require_play

LEDGER = ("A22-E4",)

BUTTON, NO_BUTTON = 0, 1
"""B, and the one observation here that is not B."""

PUSH = 0
"""A."""

SKIP = 1
"""The other action of the published environment, which has two."""


def seeing_a_button(play: Play) -> Prompt:
    """Return h' for a nonempty play h⌢y: h with the observation of its last percept replaced by B.

    Source: Alexander et al. 2022, Example 4 (h').
    Ledger: A22-E4*
    """
    return with_last_observation(play, BUTTON)


def shown_observation(draws: Draws, turn: int) -> Observation:
    """Return o_turn: B with probability 1/4, where u_turn < 1/4.

    Source: Alexander et al. 2022, Example 4.
    Ledger: A22-E4*
    """
    return BUTTON if 4 * draw(draws, turn) < 1 else NO_BUTTON


def tempting_button(draws: Draws) -> ExtendedEnvironment:
    """Return the tempting button, o_0, o_1, ... made from the draws u_0, u_1, ...

    With B in the last percept: 1 for pushing, -1 for not pushing. With anything else there: -1 if the agent would
    push on h', and 1 if it would not, whatever it did. Raises `DrawsExhausted` where the draws end.

    Source: Alexander et al. 2022, Example 4, with B = 0, A = 0 and 1 for what is not B.
    Ledger: A22-E4*, A22-E4-value*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        n = len(play) // 2
        o_n = shown_observation(draws, n)
        if play == ():
            return Percept(0, o_n)
        h, y_n = play[:-1], play[-1]
        if h[-1].observation == BUTTON:
            return Percept(1, o_n) if y_n == PUSH else Percept(-1, o_n)
        return Percept(-1, o_n) if agent(seeing_a_button(play)) == PUSH else Percept(1, o_n)

    return environment


def tempting_button_functional(draws: Draws) -> ExtendedEnvironment:
    """Return the functional form. Differs: 0 and 1 are exchanged: 1 is the button, and to push; 0 is neither.

    So for two observations and two actions it is the definition under other names. Raises as that does.

    Ledger: A22-E4*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        n = len(play) // 2
        o_n = 1 if shown_observation(draws, n) == BUTTON else 0
        if play == ():
            return Percept(0, o_n)
        if play[-2].observation != 0:
            return Percept(1, o_n) if play[-1] == 1 else Percept(-1, o_n)
        return Percept(1, o_n) if agent(with_last_observation(play, 1)) == 0 else Percept(-1, o_n)

    return environment


class TemptingButtonState(NamedTuple):
    """Turns so far, the copy (in the incremental form one transition behind), and the current observation."""

    turn: int
    copy: Any
    observation: Observation


@frozen
class TemptingButtonIncremental:
    """The tempting button with one simulated copy, a transition behind so that its end can be replaced.

    Source: Alexander et al. 2022, Example 4, in the form of its Section 4.
    Ledger: A22-E4*, A22-S4*
    """

    draws: Draws

    def start(self, learner: Learner[Any]) -> tuple[Percept, TemptingButtonState]:
        """Return (0, o_0), and an untrained copy."""
        first = shown_observation(self.draws, 0)
        return Percept(0, first), TemptingButtonState(0, CopyBehind(learner.initial), first)

    def advance(
        self, learner: Learner[Any], state: TemptingButtonState, action: Action
    ) -> tuple[Percept, TemptingButtonState]:
        """Return the next percept; the copy is asked only where there is no button."""
        turn, copy, seen = state.turn + 1, state.copy, state.observation
        reward = self.reward(seen, action, lambda: copy.act_with_last_observation(learner, BUTTON))
        after = shown_observation(self.draws, turn)
        passed = Transition(seen, action, reward, after)
        return Percept(reward, after), TemptingButtonState(turn, copy.followed_by(learner, passed), after)

    def reward(self, seen: Observation, action: Action, would: Callable[[], Action]) -> int:
        """Return what is paid, given what is seen and done; ``would`` asks what would be done on seeing B."""
        if seen == BUTTON:
            return 1 if action == PUSH else -1
        return -1 if would() == PUSH else 1


@frozen
class PublishedTemptingButton:
    """Published form. Differs: no initial percept; o_0 is always B; o_k is B where u_{k+1} >= 3/4; the copy has
    been trained on the true last observation when it is asked about B, and is asked on every turn.

    Ledger: A22-E4*
    """

    draws: Draws

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, TemptingButtonState]:
        """Return B, and a new copy."""
        return BUTTON, TemptingButtonState(0, agent_class.initial, BUTTON)

    def step(
        self, agent_class: AgentClass[Any], state: TemptingButtonState, action: Action
    ) -> tuple[Percept, TemptingButtonState]:
        """Return reward and observation, and the copy asked and trained."""
        turn, seen = state.turn + 1, state.observation
        would, copy = agent_class.ask(state.copy, BUTTON)
        reward = self.reward(seen, action, would)
        after = NO_BUTTON if 4 * draw(self.draws, turn + 1) < 3 else BUTTON
        copy = agent_class.train(copy, Transition(seen, action, reward, after))
        return Percept(reward, after), TemptingButtonState(turn, copy, after)

    def reward(self, seen: Observation, action: Action, would: Action) -> int:
        """Return what is paid, given what is seen, what is done, and what would be done on seeing B."""
        wins = action == PUSH if seen == BUTTON else would == SKIP
        return 1 if wins else -1
