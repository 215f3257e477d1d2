"""The reality check: verify that the past is one's own doing, and freeze if it is not."""

from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.environments import Agent, Learner, Transition
from formal_rl.histories import Action, Observation, Prompt, check_prompt

# In a prompt x_1 y_1 ... x_n, the action y_i is prompt[2*i - 1] and x_1 y_1 ... x_i is prompt[: 2*i - 1].


def reality_check(agent: Agent) -> Agent:
    """Return π_RC, exactly as the recursion is written.

    π_RC(x_1 y_1 ... x_n) is π(x_1 y_1 ... x_n) if y_i = π_RC(x_1 y_1 ... x_i) for all 1 <= i < n, and
    π(⟨x_1⟩) otherwise. On a history of n percepts that π_RC itself could have produced it asks π
    2^(n-1) questions.

    Raises `MalformedHistory` on what is no prompt.

    Source: Alexander et al. 2022, Definition 7.
    Ledger: A22-D7*, A22-T10.2*, A22-T10.3*, A22-T10.4*, A22-S5-trivialise*
    """

    def checked(prompt: Prompt) -> Action:
        n = (len(prompt) + 1) // 2
        if all(prompt[2 * i - 1] == checked(prompt[: 2 * i - 1]) for i in range(1, n)):
            return agent(prompt)
        return agent(prompt[:1])

    def reality_checked(prompt: Prompt) -> Action:
        check_prompt(prompt)
        return checked(prompt)

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
        check_prompt(prompt)
        genuine = True
        for end in range(1, len(prompt) + 1, 2):
            shorter = prompt[:end]
            if shorter not in memory:
                memory[shorter] = agent(shorter if genuine else prompt[:1]), genuine
            action, genuine = memory[shorter]
            genuine = genuine and prompt[end : end + 1] == (action,)
        return action

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
    Ledger: A22-D7, A22-C9*
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
    Ledger: A22-D7*
    """
    return RealityCheckFold(learner)
