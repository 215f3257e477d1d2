"""The check that rewinding an environment under one agent is not simulating the agent."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from formal_rl.agents import Learner, Transition
from formal_rl.agents._finite_learner import FiniteLearner, finite_learners
from formal_rl.checking import (
    Case,
    Cover,
    Disagreement,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide_each,
    disagreement,
    part,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, Percept, Prompt, all_prompts, history
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import backtracked_action, simulated_action

_Backtracked = Callable[[Learner[Any], Prompt, Prompt], Action]
_Simulated = Callable[[Learner[Any], Prompt], Action]

_ALTERNATING = FiniteLearner(
    (((0, 0),), ((0, 1),)),
    (
        ((Transition(0, 0, 0, 0), 1), (Transition(0, 1, 0, 0), 1)),
        ((Transition(0, 0, 0, 0), 0), (Transition(0, 1, 0, 0), 0)),
    ),
)
"""Does 0, 1, 0, 1, ...: two states, toggled by every transition."""


def rewinding_is_not_simulating(
    scope: Scope,
    *,
    backtracked_action: _Backtracked = backtracked_action,
    simulated_action: _Simulated = simulated_action,
) -> Iterator[Part]:
    """Check that the two agree for memoryless learners, and find the smallest learner for which they differ."""
    length = min(4, max(2, scope.steps(quick=3, full=4)))
    percepts, actions = (Percept(0, 0), Percept(1, 0)), (0, 1)
    ways = [path for n in range(1, length + 1) for path in all_prompts(percepts, actions, n)]
    one_turn = [path for path in ways if len(path) <= 3]
    seen = [Transition(0, action, reward, 0) for action, reward in product(actions, (0, 1))]

    branches = ("no transition on the first path", "a longer first path")

    def finite(name: str, number_of_states: int, paths: list[Prompt], domain: str, *required: str) -> Part:
        @part(name, branches=required, domain=domain)
        def cases() -> Iterator[Case]:
            for learner in finite_learners(number_of_states, observations=(0,), actions=actions, transitions=seen):
                for first, path in product(paths, repeat=2):
                    expected, got = simulated_action(learner, path), backtracked_action(learner, first, path)
                    about = f"the action of {learner!r} on the second path, after {first!r}"
                    yield branches[len(first) > 1], disagreement(about, expected, got, path)

        return cases()

    def free(pair: tuple[Prompt, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
        first, path = pair
        cover(branches[len(first) > 1])
        expected, got = simulated_action(unknown.learner, path), backtracked_action(unknown.learner, first, path)
        return disagreement("the action on the second path", expected, got, path)

    path, walk, other = history((0, 0)), history((0, 0), 0, (0, 0)), history((0, 0), 1, (0, 0), 1, (0, 0))
    why = "two transitions, 0 to 1 to 0, then one more on the second path: 1"
    yield check_examples(
        (
            ("alternating, simulated", "untrained: 0", 0, simulated_action, _ALTERNATING, path),
            ("alternating, rewound", "a transition remembered: 1", 1, backtracked_action, _ALTERNATING, walk, path),
            ("the same, after another's actions", why, 1, backtracked_action, _ALTERNATING, other, walk),
            *(
                ("a play", "not a path", MalformedHistory, backtracked_action, _ALTERNATING, *paths)
                for paths in ((walk[:2], path), (path, walk[:2]))
            ),
        )
    )
    over = f"all learners with 1 state, all pairs of paths of at most {length} percepts over 2 percepts x 2 actions"
    yield finite("memoryless learners: equal", 1, ways, over, *branches)
    over = "learners with 2 states in order, paths of at most 2 percepts over 2 percepts x 2 actions"
    yield finite("learners with 2 states: equal", 2, one_turn, over).meant_to_fail(
        "the action of FiniteLear… on (0,0): expected 0, got 1"
    )
    yield decide_each(
        "all learners: equal",
        free,
        product(one_turn, repeat=2),
        actions=actions,
        domain="all learners, all pairs of paths of at most 2 percepts over 2 percepts x 2 actions",
    ).meant_to_fail("the action on the second path on (0,0): expected 0, got 1")


# --- Mutants ---


def _forgetful(learner: Learner[Any], first: Prompt, path: Prompt) -> Action:
    return simulated_action(learner, path)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S1-backtrack",
        kind="lemma",
        title="rewinding the environment is not simulating the agent",
        claim="Sent along a second path after the environment alone was rewound, an agent with memory may act "
        "otherwise than a fresh copy would; a memoryless one may not.",
        source=f"{ALEXANDER_2022}, Section 1",
        check=rewinding_is_not_simulating,
        mutants={
            "the agent is rewound too": {"backtracked_action": _forgetful},
        },
        verdict="holds",
        evidence="exhaustive: all learners with 1 state on all pairs of paths of at most 3 percepts over 2 "
        "percepts x 2 actions; the smallest of those with 2 states; the symbolic learner's two questions",
        witness="two states, 0 and 1, doing 0 and 1: sent over one transition that leads from 0 to 1, then rewound",
    ),
)
