"""The reality check, in all its forms: verify that the past is one's own doing, and freeze if it is not.

Anything that is not a prompt is a `MalformedHistory`.
"""

from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.agents import Agent, AgentClass, AgentInstance, Learner, Transition
from formal_rl.agents.practitioner import MakesInstances
from formal_rl.histories import Action, Observation, Prompt, require_prompt

# In a prompt x_1 y_1 ... x_n, the action y_i is prompt[2*i - 1] and x_1 y_1 ... x_i is prompt[: 2*i - 1].


def reality_check(agent: Agent) -> Agent:
    """Return π_RC, exactly as the recursion is written.

    π_RC(x_1 y_1 ... x_n) is π(x_1 y_1 ... x_n) if y_i = π_RC(x_1 y_1 ... x_i) for all 1 <= i < n, and
    π(⟨x_1⟩) otherwise. On a history of n percepts that π_RC itself could have produced it asks π
    2^(n-1) questions.

    Source: Alexander et al. 2022, Definition 7.
    Ledger: A22-D7*, A22-T10.1*, A22-T10.2*, A22-T10.3*, A22-T10.4*
    Ledger: A22-S5-trivialise*
    """

    def checked(prompt: Prompt) -> Action:
        n = (len(prompt) + 1) // 2
        if all(prompt[2 * i - 1] == checked(prompt[: 2 * i - 1]) for i in range(1, n)):
            return agent(prompt)
        return agent(prompt[:1])

    def reality_checked(prompt: Prompt) -> Action:
        require_prompt(prompt)
        return checked(prompt)

    reality_checked.__name__ = f"reality_check({getattr(agent, '__name__', type(agent).__name__)})"
    return reality_checked


def reality_check_memoised(agent: Agent) -> Agent:
    """Return π_RC, each value computed once and remembered by its prompt, shorter prompts first.

    Beside π_RC(x_1 y_1 ... x_i) is remembered whether y_j = π_RC(x_1 y_1 ... x_j) for all 1 <= j < i, so that the next
    prompt adds one comparison. Asks π one question for each new prompt and each new prefix of it; the memory
    lives as long as the result.

    Source: Alexander et al. 2022, Definition 7.
    Ledger: A22-D7*
    """
    memory: dict[Prompt, tuple[Action, bool]] = {}

    def reality_checked(prompt: Prompt) -> Action:
        require_prompt(prompt)
        genuine = True
        for end in range(1, len(prompt) + 1, 2):
            shorter = prompt[:end]
            if shorter not in memory:
                memory[shorter] = agent(shorter if genuine else prompt[:1]), genuine
            action, genuine = memory[shorter]
            genuine = genuine and prompt[end : end + 1] == (action,)
        return action

    reality_checked.__name__ = f"reality_check({getattr(agent, '__name__', type(agent).__name__)})"
    return reality_checked


class RealityCheckState(NamedTuple):
    """The learner's own state until frozen (then ``None``), its first action once known, and whether frozen.

    Ledger: A22-D7
    """

    inner: Any
    first_action: Action | None
    frozen: bool


@frozen
class RealityCheckFold:
    """π_RC for a learner, as a fold over its transitions: itself a learner, O(1) per step.

    Training compares the action with the learner's own. If they agree the learner is trained; otherwise
    the state freezes to the first action for good. The memory is the learner's state and one action.

    Source: Alexander et al. 2022, Definition 7, by Theorem 10 part 1; Section 5.
    Ledger: A22-D7, A22-C9*, A22-T10.3
    """

    learner: Learner[Any]

    @property
    def initial(self) -> RealityCheckState:
        """The untrained learner, not frozen."""
        return RealityCheckState(self.learner.initial, None, False)

    def act(self, state: RealityCheckState, observation: Observation) -> Action:
        """Return the first action if frozen, else the learner's."""
        if state.first_action is not None and state.frozen:
            return state.first_action
        return self.learner.act(state.inner, observation)

    def learn(self, state: RealityCheckState, transition: Transition) -> RealityCheckState:
        """Return the state trained, or frozen at the first action that is not the learner's own."""
        if state.frozen:
            return state
        own = self.learner.act(state.inner, transition.observation)
        first = own if state.first_action is None else state.first_action
        if transition.action != own:
            return RealityCheckState(None, first, True)
        return RealityCheckState(self.learner.learn(state.inner, transition), first, False)


def reality_check_fold(learner: Learner[Any]) -> RealityCheckFold:
    """Return the reality check of a learner, as a learner.

    Source: Alexander et al. 2022, Definition 7, by Theorem 10 part 1; Section 5.
    Ledger: A22-D7*, A22-T10.3*
    """
    return RealityCheckFold(learner)


def reality_check_alternate(agent: Agent) -> Agent:
    """Return ρ: as π_RC, but each past action is compared with π's instead of π_RC's.

    ρ(x_1 y_1 ... x_n) is π(x_1 y_1 ... x_n) if y_i = π(x_1 y_1 ... x_i) for all 1 <= i < n, and π(⟨x_1⟩)
    otherwise. It asks π at most n questions.

    Source: Alexander et al. 2022, Theorem 10 part 1 and its proof.
    Ledger: A22-T10.1*, A22-T10.3, A22-trivialise-all*
    """

    def rho(prompt: Prompt) -> Action:
        require_prompt(prompt)
        n = (len(prompt) + 1) // 2
        if all(prompt[2 * i - 1] == agent(prompt[: 2 * i - 1]) for i in range(1, n)):
            return agent(prompt)
        return agent(prompt[:1])

    return rho


def reality_check_class(agent_class: MakesInstances) -> type[AgentInstance]:
    """Return Σ for an agent-class Π: its instances compute actions with one stored Π-instance.

    On training the action is compared with the instance's own on that observation. If they agree, the stored
    instance is trained; if not, the instance freezes: it ignores all further training and repeats its first action.

    The text does not say which action is the first. Here it is the one on the observation of the first training,
    which is π(⟨x_1⟩) of Definition 7. If it were the first computed action, a question would change the instance.

    Source: Alexander et al. 2022, Section 5, last paragraph.
    Ledger: A22-S5-class*, A22-D6*, A22-T10.3
    """

    class RealityChecked:
        """An instance with the Π-instance it stores, its first action once known, and whether it is frozen."""

        def __init__(self) -> None:
            self._stored = agent_class()
            self._first_action: Action | None = None
            self._frozen = False

        def act(self, obs: Observation) -> Action:
            if self._frozen and self._first_action is not None:
                return self._first_action
            return self._stored.act(obs)

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            if self._frozen:
                return
            own = self.act(o_prev)
            if self._first_action is None:
                self._first_action = own
            if a == own:
                self._stored.train(o_prev, a, r, o_next)
            else:
                self._frozen = True

    return RealityChecked


# The reality check as the published library computes it, which is not Definition 7.


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
    Definition 7 freezes to π(⟨x_1⟩); and since any question computes an action, a question changes it.

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
