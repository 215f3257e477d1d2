"""Section 5, last paragraph: the reality check of agent-classes."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from formal_rl.agents import MakesInstances
from formal_rl.histories import Action, Observation
from formal_rl.statements.checks import class_reality_check
from formal_rl.statements.checks.class_reality_check import freezing_to_first_asked, published_class
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement

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
        check=class_reality_check.class_reality_check,
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
"""In the order of the paper."""
