"""The reality check as practitioners write it: of functions, flat functions and classes; right ones and wrong ones."""

# ruff: noqa: D102, N803

from typing import Any

from formal_rl.agents import Transition
from formal_rl.conformance.adapters.users_classes import UsersAgentClass
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.transforms import PublishedRealityCheck, reality_check, reality_check_alternate, reality_check_fold

# --- Right ones ---


def checks_each_action(agent: Any) -> Any:
    """Compare each past action with its own."""

    def checked(prompt: Any) -> Any:
        own = all(prompt[index] == checked(prompt[:index]) for index in range(1, len(prompt), 2))
        return agent(prompt if own else prompt[:1])

    return checked


def checks_each_action_flat(T: Any) -> Any:
    """Compare each past action with its own, flat."""

    def checked(prompt: Any) -> Any:
        own = all(prompt[index] == checked(prompt[:index]) for index in range(2, len(prompt), 3))
        return T(prompt if own else prompt[:2])

    return checked


class Checked:
    """Freezes at a foreign action, to what it did at first."""

    def __init__(self, A: Any) -> None:
        self.inner, self.first, self.frozen = A(), None, False

    def act(self, obs: Any) -> Any:
        return self.first if self.frozen else self.inner.act(obs)

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        if self.frozen:
            return
        own = self.inner.act(o_prev)
        if self.first is None:
            self.first = own
        if a == own:
            self.inner.train(o_prev, a, r, o_next)
        else:
            self.frozen = True


class CheckedAsPublished:
    """What the published library does."""

    def __init__(self, A: Any) -> None:
        self.agents = PublishedRealityCheck(UsersAgentClass(A, {}))
        self.state = self.agents.initial

    def act(self, obs: Any) -> Any:
        action, self.state = self.agents.ask(self.state, obs)
        return action

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.state = self.agents.train(self.state, Transition(o_prev, a, r, o_next))


# --- Wrong ones ---


def freezes_to_the_foreign_action(agent: Any) -> Any:
    """Do the foreign action ever after."""

    def checked(prompt: Any) -> Any:
        places = range(1, len(prompt), 2)
        return next((prompt[place] for place in places if prompt[place] != checked(prompt[:place])), agent(prompt))

    return checked


def looks_at_the_last_action_only(agent: Any) -> Any:
    """Forgive what is not the last."""

    def checked(prompt: Any) -> Any:
        own = len(prompt) == 1 or prompt[-2] == agent(prompt[:-2])
        return agent(prompt if own else prompt[:1])

    return checked


def never_looks_at_the_last_action(agent: Any) -> Any:
    """Compare all past actions but the last."""

    def checked(prompt: Any) -> Any:
        own = all(prompt[index] == checked(prompt[:index]) for index in range(1, len(prompt) - 2, 2))
        return agent(prompt if own else prompt[:1])

    return checked


def does_0_once_frozen(agent: Any) -> Any:
    """Freeze to 0."""

    def checked(prompt: Any) -> Any:
        own = all(prompt[index] == agent(prompt[:index]) for index in range(1, len(prompt), 2))
        return agent(prompt) if own else 0

    return checked


def remembers_by_actions_only(agent: Any) -> Any:
    """Keep its answers by the actions of a prompt, without the percepts."""
    memory: dict[Any, Any] = {}
    right = checks_each_action(agent)

    def checked(prompt: Any) -> Any:
        return memory.setdefault(prompt[1::2], right(prompt))

    return checked


class ChecksSixSteps(Checked):
    """Takes any action for its own after six of them."""

    steps = 0

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.steps += 1
        if self.steps <= 6 or self.frozen:
            super().train(o_prev, a, r, o_next)
        else:
            self.inner.train(o_prev, a, r, o_next)


class MustBeAsked(Checked):
    """Compares with what it answered last, and so must be asked before each training."""

    answer = None

    def act(self, obs: Any) -> Any:
        self.answer = super().act(obs)
        return self.answer

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        if self.first is None:
            self.first = self.answer
        if self.answer == a and not self.frozen:
            self.inner.train(o_prev, a, r, o_next)
        else:
            self.frozen = True


def puts_itself_in_the_class(A: Any) -> Any:
    """Change the class that is given."""
    act = A.act
    A.act = lambda self, obs: act(self, obs) + 0
    return A


def _wrong(implementation: Any, caught_by: str, sentence: str) -> WrongImplementation:
    return wrong(implementation, "reality_check", caught_by, sentence)


WRONG: tuple[WrongImplementation, ...] = (
    _wrong(CheckedAsPublished, "actions", "freezes to the first action other than 0, as published"),
    _wrong(freezes_to_the_foreign_action, "actions", "freezes to the foreign action"),
    _wrong(looks_at_the_last_action_only, "actions", "forgives what is not the last"),
    _wrong(never_looks_at_the_last_action, "actions", "looks at all past actions but the last"),
    _wrong(does_0_once_frozen, "actions", "freezes to 0"),
    _wrong(remembers_by_actions_only, "after", "keeps its answers without the percepts"),
    _wrong(ChecksSixSteps, "longer_histories", "takes any action for its own after six of them"),
    _wrong(MustBeAsked, "trained_only", "must be asked before each training"),
    _wrong(puts_itself_in_the_class, "mutates", "changes the class that is given"),
)
"""Wrong by the paper."""

RIGHT: tuple[RightImplementation, ...] = (
    *(
        RightImplementation(each.__name__, each, "reality_check")
        for each in (reality_check, reality_check_alternate, checks_each_action, checks_each_action_flat, Checked)
    ),
    RightImplementation("reality_check_fold", reality_check_fold, "reality_check"),
    RightImplementation("CheckedAsPublished", CheckedAsPublished, "reality_check", "published"),
)
"""Right in each form."""
