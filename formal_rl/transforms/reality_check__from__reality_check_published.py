"""The reality check as the published library computes it, which is not Definition 7."""

from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.environments import AgentClass, Transition
from formal_rl.histories import Action, Observation


class PublishedRealityCheckState(NamedTuple):
    """The inner instance, its answers since it was last trained, the action to freeze to, whether frozen.

    Ledger: A22-D7
    """

    inner: Any
    answered: tuple[tuple[Observation, Action], ...]
    frozen_action: Action
    frozen: bool


@frozen
class PublishedRealityCheck:
    """The reality check of an agent-class in the published reading.

    Differs: it freezes to the first action that is not 0 among all it ever computed (0 if there is none), where
    Definition 7 freezes to π(⟨x_1⟩); and since any question counts as computing, being asked changes it.

    Source: the transformation of the library released with Alexander et al. 2022, not its Definition 7.
    Ledger: A22-D7*
    """

    agent_class: AgentClass[Any]

    @property
    def initial(self) -> PublishedRealityCheckState:
        """A new instance that has computed nothing."""
        return PublishedRealityCheckState(self.agent_class.initial, (), 0, False)

    def ask(
        self, state: PublishedRealityCheckState, observation: Observation
    ) -> tuple[Action, PublishedRealityCheckState]:
        """Return the frozen action, or the inner instance's, remembered for this observation."""
        if state.frozen:
            return state.frozen_action, state
        action, inner = self.agent_class.ask(state.inner, observation)
        answered = tuple(pair for pair in state.answered if pair[0] != observation)
        return action, PublishedRealityCheckState(
            inner, (*answered, (observation, action)), state.frozen_action or action, False
        )

    def train(self, state: PublishedRealityCheckState, transition: Transition) -> PublishedRealityCheckState:
        """Return the instance trained if the action is its own for the observation, else frozen for good."""
        if state.frozen:
            return state
        if transition.observation not in dict(state.answered):
            _, state = self.ask(state, transition.observation)
        if dict(state.answered)[transition.observation] != transition.action:
            return state._replace(frozen=True)
        return PublishedRealityCheckState(
            self.agent_class.train(state.inner, transition), (), state.frozen_action, False
        )
