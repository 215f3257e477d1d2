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
    instance_class,
    to_class,
    transitions,
)
from formal_rl.checking import (
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide_each,
    equal,
)
from formal_rl.histories import Action, Observation, Percept, Prompt, all_prompts, history
from formal_rl.statements.alexander_2022.by_hand import answering
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import PublishedRealityCheck, reality_check, reality_check_class

ClassTransform = Callable[[MakesInstances], MakesInstances]

LONGEST_ASKED = 3
"""How long histories may be where every turn has further questions: each adds a fork."""

_PERCEPTS = (Percept(0, 0), Percept(1, 1))
_GENUINE, _OTHER = "a genuine history", "not a genuine history: frozen"
_PAID, _UNPAID = Transition(0, 1, 1, 0), Transition(0, 1, 0, 0)
_LEARNER = answering(
    {(): (1, 2), (_PAID,): (0, 3), (_UNPAID,): (2, 0), (Transition(0, 0, 1, 0),): (4, 4)}
    | {(_PAID, Transition(0, 0, 0, 0)): (2,), (_PAID, _PAID): (5, 5)}
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


def _worked_examples(construction: ClassTransform) -> Iterator[Example]:
    checked = construction(to_class(_LEARNER))
    one, wrong, late = history((0, 0), 1, (1, 0)), history((0, 0), 0, (1, 0)), history((0, 0), 1, (1, 0), 1, (1, 1))
    two, again = (*one, 0, Percept(0, 0)), (*wrong, 1, *late[-1:])
    yield ("untrained", "Π does 1", 1, _act_after, checked, history((0, 0)))
    yield ("untrained, another observation", "Π does 2", 2, _act_after, checked, history((0, 1)))
    yield ("one action of its own, paid", "Π trained on (0, 1, 1, 0) does 0", 0, _act_after, checked, one)
    yield ("one of its own", "trained on (0, 1, 0, 0): 2", 2, _act_after, checked, history((0, 0), 1, (0, 0)))
    yield ("two of its own", "y_1 = 1, y_2 = 0: 2", 2, _act_after, checked, two)
    yield ("0 is not its own", "Π does 1: frozen to 1", 1, _act_after, checked, wrong)
    yield ("the same, asked before", "about 1 it does 2, still frozen to 1", 1, _act_after, checked, wrong, (1,))
    yield ("y_2 = 1 is not its own", "Π does 0: frozen to y_1, on any observation", 1, _act_after, checked, late)
    yield ("frozen for good", "y_1 is wrong, y_2 = 1 is the frozen action: 1", 1, _act_after, checked, again)


def _compare(
    construction: ClassTransform, case: tuple[Prompt, tuple[Observation, ...]], unknown: Unknown, cover: Cover
) -> Disagreement | None:
    prompt, questions = case
    got = _act_after(construction(to_class(unknown.learner)), prompt, questions)
    asked = f", asked about {', '.join(map(repr, questions))} before every turn" if questions else ""
    return _is_definition_7(f"Σ trained along the history{asked}", got, prompt, unknown, cover)


def _is_definition_7(about: str, got: Action, prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
    agent = as_agent(unknown.learner)
    cover(_GENUINE if all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2)) else _OTHER)
    return equal(about, reality_check(agent)(prompt), got, prompt)


def _prompts(longest: int, actions: Sequence[Action]) -> Iterator[Prompt]:
    return (prompt for n in range(1, longest + 1) for prompt in all_prompts(_PERCEPTS, actions, n))


def class_reality_check(scope: Scope, *, construction: ClassTransform = reality_check_class) -> Iterator[Part]:
    """Check that Σ, trained along any history, acts as Definition 7 says for Π read as an agent."""
    actions, longest = scope.actions(), scope.steps(quick=4, full=5)
    shorter = min(LONGEST_ASKED, longest)
    over = f"percepts {', '.join(f'({r},{o})' for r, o in _PERCEPTS)} x {len(actions)} actions"

    def read_as_learner(prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
        learner: Learner[Any] = from_class(construction(to_class(unknown.learner)))
        return _is_definition_7("Σ read as a learner", as_agent(learner)(prompt), prompt, unknown, cover)

    def decided(name: str, claim: Any, instances: Iterator[Any], percepts: int, more: str = "") -> Part:
        domain = f"all learners, all histories of at most {percepts} percepts over {over}{more}"
        return decide_each(name, claim, instances, actions=actions, branches=(_GENUINE, _OTHER), domain=domain)

    trained = partial(_compare, construction)
    yield check_examples(_worked_examples(construction))
    plain = ((prompt, ()) for prompt in _prompts(longest, actions))
    yield decided("Σ is Definition 7", trained, plain, longest)
    asked = ((prompt, about) for prompt in _prompts(shorter, actions) for about in ((0,), (1,), (0, 1), (1, 0)))
    more = ", one or both observations asked about before every turn"
    yield decided("Σ is Definition 7, whatever it was asked", trained, asked, shorter, more)
    yield decided("Σ read as a learner is Definition 7", read_as_learner, _prompts(longest, actions), longest)
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
        claim="Take an instance that stores an instance of a semi-deterministic class, trains it while the actions "
        "agree with its own, and otherwise freezes to its action on the observation of its first training. Along "
        "every history, whatever it was asked, it acts as the reality check of the agent that the class defines.",
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
        defects="The text does not say whether the first action, to which an instance freezes, is the first that was "
        "asked for or the one on the first percept. With the first that was asked for, the class is neither "
        "Definition 7 nor semi-deterministic, although the text says that it is.",
        repair="the first action is the one on the observation of the first training",
        witness="π does 1 on observation 0 and 0 on observation 1: asked about 1 first, then trained along "
        "(0,0) 0 (0,0), it does 0; π_RC does 1",
    ),
)
