"""Section 5: the reality check and Theorem 10."""

from collections.abc import Callable
from typing import Any

from formal_rl.agents import Agent, Transition
from formal_rl.histories import Action, Observation, Prompt
from formal_rl.statements.checks import reality_check
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import PublishedRealityCheck, RealityCheckFold
from formal_rl.transforms import reality_check as right_reality_check
from formal_rl.transforms.reality_check import PublishedRealityCheckState, RealityCheckState


def _recursive(condition: Callable[[Prompt, Agent, int], bool], freeze: Callable[[Prompt], Prompt]) -> Any:
    """Return a reality check with another comparison of y_i or another prompt to freeze to."""

    def transform(agent: Agent) -> Agent:
        def checked(prompt: Prompt) -> Action:
            n = (len(prompt) + 1) // 2
            if all(condition(prompt, checked, i) for i in range(1, n)):
                return agent(prompt)
            return agent(freeze(prompt))

        return checked

    return transform


def _equal(prompt: Prompt, checked: Agent, i: int) -> bool:
    return bool(prompt[2 * i - 1] == checked(prompt[: 2 * i - 1]))


_unequal = _recursive(lambda prompt, checked, i: not _equal(prompt, checked, i), lambda prompt: prompt[:1])
_frozen_late = _recursive(_equal, lambda prompt: prompt[:3])
_frozen_to_last = _recursive(_equal, lambda prompt: prompt[-1:])
_last_action_only = _recursive(
    lambda prompt, checked, i: i < len(prompt) // 2 or _equal(prompt, checked, i), lambda prompt: prompt[:1]
)


def _recent_past_only(agent: Agent) -> Agent:
    def rho(prompt: Prompt) -> Action:
        n = (len(prompt) + 1) // 2
        if all(prompt[2 * i - 1] == agent(prompt[: 2 * i - 1]) for i in range(2, n)):
            return agent(prompt)
        return agent(prompt[:1])

    return rho


def _contrary(agent: Agent) -> Agent:
    """On a history that is not genuine, do the other one of the actions 0 and 1 than π would."""
    checked = right_reality_check(agent)

    def contrary(prompt: Prompt) -> Action:
        own = all(prompt[i] == checked(prompt[:i]) for i in range(1, len(prompt), 2))
        return agent(prompt) if own else 1 - agent(prompt)

    return contrary


def _contrary_after_the_first_turn(agent: Agent) -> Agent:
    """From the second turn on, do the other one of the actions 0 and 1 than π_RC would: done twice, it is π_RC."""
    checked = right_reality_check(agent)
    return lambda prompt: checked(prompt) if len(prompt) == 1 else 1 - checked(prompt)


def _memo_by_actions(agent: Agent) -> Agent:
    """Remember by the actions alone, so that prompts with other percepts share an answer."""
    checked = right_reality_check(agent)
    memory: dict[Prompt, Action] = {}
    return lambda prompt: memory.setdefault((len(prompt), *prompt[1::2]), checked(prompt))


def _memo_of_beginnings(agent: Agent) -> Agent:
    """Remember, for every beginning of a prompt not met before, the answer to the whole."""
    checked = right_reality_check(agent)
    memory: dict[Prompt, Action] = {}

    def reality_checked(prompt: Prompt) -> Action:
        if prompt not in memory:
            action = checked(prompt)
            for end in range(1, len(prompt) + 1, 2):
                memory.setdefault(prompt[:end], action)
        return memory[prompt]

    return reality_checked


class _BlindFold(RealityCheckFold):
    """Train on every transition as if its reward were 0."""

    def learn(self, state: RealityCheckState, transition: Transition) -> RealityCheckState:
        return super().learn(state, transition._replace(reward=0))


class _LateFold(RealityCheckFold):
    """Freeze to the action of the step at which the history stops being genuine."""

    def learn(self, state: RealityCheckState, transition: Transition) -> RealityCheckState:
        if state.frozen:
            return state
        return super().learn(state._replace(first_action=None), transition)


class _KeepsZero(PublishedRealityCheck):
    """Keep the answer 0 to a question until trained."""

    def ask(
        self, state: PublishedRealityCheckState, observation: Observation
    ) -> tuple[Action, PublishedRealityCheckState]:
        if not state.frozen and 0 in dict(state.answered).values():
            return 0, state
        return super().ask(state, observation)


class _ComparesTheLatest(PublishedRealityCheck):
    """Compare with the answer given last, whatever the question was."""

    def train(self, state: PublishedRealityCheckState, transition: Transition) -> PublishedRealityCheckState:
        if state.answered and not state.frozen:
            state = state._replace(answered=((transition.observation, state.answered[-1][1]),))
        return super().train(state, transition)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-D7",
        kind="definition",
        title="the reality check",
        claim="π_RC acts as π on a history each of whose actions is the one π_RC would have taken, and otherwise does "
        "what π does on the first percept.",
        source=f"{ALEXANDER_2022}, Definition 7",
        check=reality_check.definition,
        mutants={
            "≠ for =": {"reality_check": _unequal},
            "frozen to the second action": {"reality_check": _frozen_late},
            "frozen to the latest percept": {"reality_check": _frozen_to_last},
            "only the last action compared": {"reality_check": _last_action_only},
            "a prompt answers for its beginnings too": {"memoised": _memo_of_beginnings},
            "the memory keyed by actions alone": {"memoised": _memo_by_actions},
            "a fold that ignores rewards": {"fold": _BlindFold},
            "a fold frozen to a later action": {"fold": _LateFold},
            "the published form keeps an answer 0": {"published": _KeepsZero},
            "the published form compares with its latest answer": {"published": _ComparesTheLatest},
        },
        verdict="defined",
        evidence="exhaustive: recursive = memoised for all agents and pairs of histories of at most 3 percepts, and "
        "for histories of at most 6, recursive = fold for all learners and histories of at most 4, over 2 percepts "
        "x 2 actions; both to 8 percepts shown in turn, to 12 with the actions in turn too; sampled to 10; the "
        "published form written out, all learners, at most 3 questions and trainings",
        defects="The published transformation freezes to the first action it computes that is not 0, and being asked "
        "changes it; it is kept apart under its own name.",
        witness="published: π(⟨x_1⟩) = 0, π(x_1 0 x_2) = 1; on (0,0) 0 (0,0) 0 (0,0) it does 1, and π_RC does 0",
    ),
    Statement(
        id="A22-T10.1",
        kind="theorem",
        title="alternate definition",
        claim="Comparing each past action with π's instead of π_RC's defines the same agent.",
        source=f"{ALEXANDER_2022}, Theorem 10 part 1",
        check=reality_check.alternate_definition,
        mutants={
            "the first action is not compared": {"alternate": _recent_past_only},
            "≠ for =": {"reality_check": _unequal},
        },
        verdict="holds",
        evidence="exhaustive: all agents, all histories of at most 6 percepts over 2 percepts x 2 actions; of at most "
        "8 that show (0,0), (1,1) and (-1/2,2) in turn, and of at most 12 with the actions in turn too",
    ),
    Statement(
        id="A22-T10.2",
        kind="theorem",
        title="idempotence",
        claim="The reality check of a reality check is that reality check.",
        source=f"{ALEXANDER_2022}, Theorem 10 part 2",
        check=reality_check.idempotence,
        mutants={
            "contrary where the history is not genuine": {"reality_check": _contrary},
            "contrary after the first turn": {"reality_check": _contrary_after_the_first_turn},
        },
        verdict="holds",
        evidence="exhaustive: all agents, all histories of at most 6 percepts over 2 percepts x 2 actions",
    ),
    Statement(
        id="A22-T10.3",
        kind="theorem",
        title="equivalence on genuine history",
        claim="Along its own interaction with any extended environment, π_RC acts as π.",
        source=f"{ALEXANDER_2022}, Theorem 10 part 3",
        check=reality_check.genuine_history,
        mutants={
            "≠ for =": {"reality_check": _unequal},
            "a fold that ignores rewards": {"fold": _BlindFold},
        },
        verdict="holds",
        evidence="exhaustive: all agents x all extended environments to horizon 6, 3 percepts x 2 actions; ρ (equal by "
        "A22-T10.1, on histories as long as are asked about) to horizon 8 over all that pay 1 or -1, and in each named "
        "one to horizons from 4 to 8; the fold (equal by A22-D7) in ignore_rewards to 10 by path exploration "
        "and to 100 by state merging",
    ),
    Statement(
        id="A22-T10.4",
        kind="theorem",
        title="equivalence in non-extended RL",
        claim="In every ordinary environment π_RC and π have the same interaction.",
        source=f"{ALEXANDER_2022}, Theorem 10 part 4",
        check=reality_check.ordinary_environments,
        mutants={
            "≠ for =": {"reality_check": _unequal},
            "frozen from the start": {"reality_check": lambda pi: lambda h: pi(h[:1])},
        },
        verdict="holds",
        evidence="exhaustive: all agents x all ordinary environments to horizon 6, 3 percepts x 2 actions; to horizon "
        "8 in the named ones",
    ),
)
"""In the order of the paper."""
