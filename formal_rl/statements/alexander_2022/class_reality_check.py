"""The reality check of classes with act and train, against the definition for agents."""

from collections.abc import Sequence
from typing import Any

from formal_rl.agents import (
    AgentInstance,
    LearnerClass,
    Transition,
    as_agent,
    from_class,
    instance_class,
    to_class,
    transitions,
)
from formal_rl.agents.practitioner import MakesInstances
from formal_rl.checking import among, every, histories
from formal_rl.checking.claims import GENUINE, Rows, by_hand, kinds
from formal_rl.checking.domains import learners
from formal_rl.histories import Action, Observation, Percept, Prompt, history
from formal_rl.statements.alexander_2022.by_hand import answering
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.transforms import reality_check, reality_check_class
from formal_rl.transforms.reality_check import PublishedRealityCheck


def published_class(agent_class: MakesInstances) -> type[AgentInstance]:
    """Return the published reality check of a class, as a class."""
    return instance_class(PublishedRealityCheck(LearnerClass(from_class(agent_class))))


@lemma(
    "A22-S5-class",
    "the reality check of a class",
    "Section 5, last paragraph",
    "holds (repaired)",
    defects="The text does not say whether the first action, to which an instance freezes, is the first that was "
    "asked for or the one on the first percept. With the first that was asked for, as published unless it is 0, the "
    "class is neither Definition 7 nor semi-deterministic, although the text says that it is.",
    repair="the first action is the one on the observation of the first training",
    witness="π does 0 on observation 0 and 1 on observation 1: asked about 1 first, then trained along "
    "(0,0) 1 (0,0), the published one does 1; π_RC does 0",
)
def of_a_class() -> Evidence:
    """Take an instance that stores an instance of a semi-deterministic class, trains it while the actions agree with
    its own, and otherwise freezes to its action on the observation of its first training. Along every history,
    whatever it was asked, it acts as the reality check of the agent that the class defines.
    """

    def act_after(agent_class: MakesInstances, prompt: Prompt, questions: Sequence[Observation]) -> Action:
        instance = agent_class()
        for transition in (*transitions(prompt), None):  # None is the turn that is not over: asked, not trained
            for question in questions:
                instance.act(question)
            if transition:
                instance.train(*transition)
        return instance.act(prompt[-1].observation)

    def examples() -> Rows:
        paid = Transition(0, 1, 1, 0)
        learner = answering(
            {(): (1, 2), (paid,): (0, 3), (Transition(0, 0, 1, 0),): (4, 4)}
            | {(paid, Transition(0, 0, 0, 0)): (2,), (paid, Transition(0, 1, 1, 1)): (6, 6)}
        )
        checked, wrong = reality_check_class(to_class(learner)), history((0, 0), 0, (1, 0))
        for why, action, prompt, asked in (
            ("y_1 = 1, y_2 = 0: 2", 2, history((0, 0), 1, (1, 0), 0, (0, 0)), ()),
            ("asked about 1 before it does 2, and is still frozen to 1", 1, wrong, (1,)),
            ("y_2 = 1, and Π does 0: frozen to y_1 on any observation", 1, history((0, 0), 1, (1, 0), 1, (1, 1)), ()),
            ("frozen for good: y_2 = 1 is the frozen action", 1, (*wrong, 1, Percept(1, 1)), ()),
        ):
            yield why, action, act_after(checked, prompt, asked)

    def as_pi_rc(form: Any) -> Any:
        return lambda learner, prompt, asked: (
            reality_check(as_agent(learner))(prompt),
            act_after(form(to_class(learner)), prompt, asked),
        )

    of_3 = histories(3, percepts=3)
    genuine = kinds(lambda learner, prompt, asked: GENUINE.of(learner, prompt), *GENUINE.names)
    questions = among("none, one or both observations asked about before every turn", [(), (0,), (1,), (0, 1), (1, 0)])
    yield by_hand(examples)
    yield every("Σ, whatever it was asked", as_pi_rc(reality_check_class), learners, of_3, questions, kinds=genuine)
    one = among("one observation asked about", [(0,), (1,)])
    yield every("the published class", as_pi_rc(published_class), learners, of_3, one).fails(
        "the published class, (1) on (0,0) 1 (0,0): expected 0, got 1"
    )
    yield mutants("""
        transforms.reality_check:reality_check_class
            the published one: return RealityChecked
                → from formal_rl.statements.alexander_2022.class_reality_check import published_class;
                return published_class(agent_class)
            frozen to the first action asked for: return self._stored.act(obs)
                → action = self._stored.act(obs);
                self._first_action: Any = action if self._first_action is None else self._first_action;
                return action
            frozen to a later action: self._frozen = True → self._frozen, self._first_action = True, own
            never frozen: if a == own: → if True:
            ignores instead: self._frozen = True → pass
            frozen until it agrees: if self._frozen: return
                → if self._frozen: self._frozen = a != self._first_action; return
    """)


STATEMENTS = statements_in(globals())
