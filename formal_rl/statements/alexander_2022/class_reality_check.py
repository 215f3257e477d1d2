"""Checks of the reality check of classes with act and train against the definition for agents."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Literal

from formal_rl.agents import (
    AgentInstance,
    Learner,
    LearnerClass,
    MakesInstances,
    Transition,
    as_agent,
    from_class,
    to_class,
    transitions,
)
from formal_rl.agents.practitioner import instance_class
from formal_rl.checking import Cover, Disagreement, Part, Scope, Unknown, check_examples, decide_each
from formal_rl.environments import TableLearner
from formal_rl.histories import Action, Observation, Percept, Prompt, all_prompts, history
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import PublishedRealityCheck, reality_check, reality_check_class

ClassTransform = Callable[[MakesInstances], MakesInstances]

LONGEST_ASKED = 3
"""How long histories may be where every turn has further questions: each adds a fork."""

_PERCEPTS = (Percept(0, 0), Percept(1, 1))
_GENUINE, _OTHER = "a genuine history", "not a genuine history: frozen"
_PAID, _UNPAID = Transition(0, 1, 1, 0), Transition(0, 1, 0, 0)
_LEARNER = TableLearner(
    {
        ((), 0): 1,
        ((), 1): 2,
        ((_PAID,), 0): 0,
        ((_PAID,), 1): 3,
        ((_UNPAID,), 0): 2,
        ((_UNPAID,), 1): 0,
        ((Transition(0, 0, 1, 0),), 0): 4,
        ((Transition(0, 0, 1, 0),), 1): 4,
        ((_PAID, Transition(0, 0, 0, 0)), 0): 2,
        ((_PAID, _PAID), 0): 5,
        ((_PAID, _PAID), 1): 5,
    }
)


def published_class(agent_class: MakesInstances) -> type[AgentInstance]:
    """Return the published reality check of a class, as a class."""
    return instance_class(PublishedRealityCheck(LearnerClass(from_class(agent_class))))


def freezing_to_first_asked(agent_class: MakesInstances) -> type[AgentInstance]:
    """Return Σ in the other reading of *its first action*: the first that was ever asked for."""

    class FreezesToFirstAsked:
        def __init__(self) -> None:
            self._stored = agent_class()
            self._first_action: Action | None = None
            self._frozen = False

        def act(self, obs: Observation) -> Action:
            if self._frozen and self._first_action is not None:
                return self._first_action
            action = self._stored.act(obs)
            if self._first_action is None:
                self._first_action = action
            return action

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            if self._frozen:
                return
            if a == self.act(o_prev):
                self._stored.train(o_prev, a, r, o_next)
            else:
                self._frozen = True

    return FreezesToFirstAsked


def _act_after(agent_class: MakesInstances, prompt: Prompt, questions: Sequence[Observation] = ()) -> Action:
    """Train a new instance along a history, put the questions to it before every turn, and return its action."""
    instance = agent_class()
    for transition in transitions(prompt):
        for question in questions:
            instance.act(question)
        instance.train(*transition)
    for question in questions:
        instance.act(question)
    return instance.act(prompt[-1].observation)


def _worked_examples(construction: ClassTransform) -> Part:
    checked = construction(to_class(_LEARNER))
    on = partial(partial, _act_after, checked)
    wrong, late = history((0, 0), 0, (1, 0)), history((0, 0), 1, (1, 0), 1, (1, 1))
    return check_examples(
        (
            ("untrained", "Π does 1", 1, on(history((0, 0)))),
            ("untrained, another observation", "Π does 2", 2, on(history((0, 1)))),
            ("one action of its own, paid", "Π trained on (0, 1, 1, 0) does 0", 0, on(history((0, 0), 1, (1, 0)))),
            ("one action of its own", "Π trained on (0, 1, 0, 0) does 2", 2, on(history((0, 0), 1, (0, 0)))),
            ("two of its own", "y_1 = 1, y_2 = 0: 2", 2, on(history((0, 0), 1, (1, 0), 0, (0, 0)))),
            ("0 is not its own", "Π does 1: frozen to 1", 1, on(wrong)),
            ("0 is not its own, asked before", "asked about 1 it does 2, still frozen to 1", 1, on(wrong, (1,))),
            ("y_2 = 1 is not its own", "Π does 0: frozen to y_1 = 1, on any observation", 1, on(late)),
            ("frozen for good", "y_1 is wrong, y_2 = 1 is the frozen action: 1", 1, on((*wrong, 1, *late[-1:]))),
        )
    )


def _compare(
    construction: ClassTransform,
    case: tuple[Prompt, tuple[Observation, ...]],
    unknown: Unknown,
    cover: Cover,
) -> Disagreement | None:
    prompt, questions = case
    agent = as_agent(unknown.learner)
    got = _act_after(construction(to_class(unknown.learner)), prompt, questions)
    expected = reality_check(agent)(prompt)
    cover(_GENUINE if all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2)) else _OTHER)
    asked = f", asked about {', '.join(map(repr, questions))} before every turn" if questions else ""
    return None if got == expected else Disagreement(f"Σ trained along the history{asked}", expected, got, prompt)


def _prompts(longest: int, actions: Sequence[Action]) -> Iterator[Prompt]:
    return (prompt for n in range(1, longest + 1) for prompt in all_prompts(_PERCEPTS, actions, n))


def class_reality_check(scope: Scope, *, construction: ClassTransform = reality_check_class) -> Iterator[Part]:
    """Check that Σ, trained along any history, acts as Definition 7 says for Π read as an agent."""
    actions, longest = scope.actions(), scope.steps(quick=4, full=5)
    shorter = min(LONGEST_ASKED, longest)
    over = f"percepts {', '.join(f'({r},{o})' for r, o in _PERCEPTS)} x {len(actions)} actions"
    branches = (_GENUINE, _OTHER)

    def read_as_learner(prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
        agent = as_agent(unknown.learner)
        learner: Learner[Any] = from_class(construction(to_class(unknown.learner)))
        got, expected = as_agent(learner)(prompt), reality_check(agent)(prompt)
        cover(_GENUINE if all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2)) else _OTHER)
        return None if got == expected else Disagreement("Σ read as a learner", expected, got, prompt)

    yield _worked_examples(construction)
    yield decide_each(
        "Σ is Definition 7",
        partial(_compare, construction),
        ((prompt, ()) for prompt in _prompts(longest, actions)),
        actions=actions,
        branches=branches,
        domain=f"all learners, all histories of at most {longest} percepts over {over}",
    )
    yield decide_each(
        "Σ is Definition 7, whatever it was asked",
        partial(_compare, construction),
        ((prompt, asked) for prompt in _prompts(shorter, actions) for asked in ((0,), (1,), (0, 1), (1, 0))),
        actions=actions,
        branches=branches,
        domain=f"all learners, all histories of at most {shorter} percepts over {over}, "
        "one or both observations asked about before every turn",
    )
    yield decide_each(
        "Σ read as a learner is Definition 7",
        read_as_learner,
        _prompts(longest, actions),
        actions=actions,
        branches=branches,
        domain=f"all learners, all histories of at most {longest} percepts over {over}",
    )
    yield decide_each(
        "frozen to the first action ever asked for",
        partial(_compare, freezing_to_first_asked),
        ((prompt, (other,)) for prompt in _prompts(2, range(2)) for other in (0, 1)),
        actions=range(2),
        domain="all learners, all histories of at most 2 percepts over percepts (0,0), (1,1) x 2 actions, "
        "one observation asked about before every turn, whatever the scope",
    ).meant_to_fail("Σ trained along the history, asked about 1 before every turn on (0,0) 0 (0,0): expected 1, got 0")


# --- Mutants ---


Instead = Literal["later action", "train", "ignore", "thaw"]


class _Wrong:
    """Does something else than freeze to the first action when trained on an action that is not its own."""

    def __init__(self, agent_class: MakesInstances, instead: Instead) -> None:
        self._stored = agent_class()
        self._instead = instead
        self._first_action: Action | None = None
        self._frozen_action: Action | None = None

    def act(self, obs: Observation) -> Action:
        return self._stored.act(obs) if self._frozen_action is None else self._frozen_action

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        own = self.act(o_prev)
        if self._first_action is None:
            self._first_action = own
        if self._frozen_action is not None:
            if self._instead == "thaw" and a == own:
                self._frozen_action = None
        elif a == own or self._instead == "train":
            self._stored.train(o_prev, a, r, o_next)
        elif self._instead != "ignore":
            self._frozen_action = own if self._instead == "later action" else self._first_action


def _wrong(instead: Instead) -> Callable[[MakesInstances], MakesInstances]:
    return lambda agent_class: partial(_Wrong, agent_class, instead)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S5-class",
        kind="lemma",
        title="the reality check of a class",
        claim="An instance that stores an instance of a semi-deterministic class, trains it on what agrees with its "
        "own actions and otherwise freezes to its action on the observation of its first training acts along every "
        "history, whatever it was asked, as the reality check of the agent that the class is.",
        source=f"{ALEXANDER_2022}, Section 5, last paragraph",
        check=class_reality_check,
        mutants={
            "the published one": {"construction": published_class},
            "frozen to the first action asked for": {"construction": freezing_to_first_asked},
            "frozen to a later action": {"construction": _wrong("later action")},
            "never frozen": {"construction": _wrong("train")},
            "ignores instead": {"construction": _wrong("ignore")},
            "frozen until it agrees": {"construction": _wrong("thaw")},
        },
        verdict="holds (repaired)",
        evidence="by hand; exhaustive: all learners as classes, all histories of at most 4 percepts over 2 percepts x "
        "2 actions, and of at most 3 with one or both observations asked about before every turn",
        defects="The text does not say whether the first action, to which an instance freezes, is the first that "
        "anybody asked for or the one on the first percept. With the first that was asked for it is not Definition 7, "
        "nor semi-deterministic, which the text says it is.",
        repair="the first action is the one on the observation of the first training",
        witness="π does 1 on observation 0 and 0 on observation 1: asked about 1 first, then trained along "
        "(0,0) 0 (0,0), it does 0; π_RC does 1",
    ),
)
