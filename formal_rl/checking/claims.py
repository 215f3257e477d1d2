"""Parts of a statement, as they are read: for every value of these domains, this is that; and examples by hand.

    pi_rc, rho = answers(reality_check), answers(reality_check_alternate)
    equal("π_RC = ρ", pi_rc, rho, agents, histories(6, full=8), kinds=GENUINE)

A part is decided when it is called with a scope. Any function of a scope that returns a `Part`, or yields some, is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from numbers import Rational
from operator import eq
from typing import Any, Protocol, TypeAlias

from attrs import evolve, frozen

from formal_rl.agents import Agent, Learner, as_agent
from formal_rl.checking._path_exploration import Unknown, decide_each
from formal_rl.checking.domains import Domain, Scope
from formal_rl.checking.outcome import Case, Cover, Disagreement, Part, Refutation, decide_cases
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment
from formal_rl.errors import FormalRLError
from formal_rl.histories import Action, Percept, Play, Prompt


class Decidable(Protocol):
    """A part of a statement that is not decided yet."""

    def __call__(self, scope: Scope, /) -> Part | Iterable[Part]:
        """Decide it."""


@frozen
class Kinds:
    """The kinds of cases that must all occur, and a function that classifies a case.

    The function gets the values of the claim, or, with ``of_what_should_be``, the expected result.
    """

    names: tuple[str, ...] = ()
    of: Callable[..., str] = lambda *values: ""
    of_what_should_be: bool = False


def kinds(of: Callable[..., str], *names: str) -> Kinds:
    """Return the kinds of these names, by the values of which a claim is made."""
    return Kinds(names, of)


def outcomes(of: Mapping[Any, str]) -> Kinds:
    """Return the kinds of percepts, by their reward."""
    return Kinds(tuple(of.values()), lambda percept: of[percept.reward], of_what_should_be=True)


def _own_or_not(whose: Agent | Learner[Any], prompt: Prompt) -> str:
    agent = whose if callable(whose) else as_agent(whose)
    own = all(prompt[place] == agent(prompt[:place]) for place in range(1, len(prompt), 2))
    return "a genuine history" if own else "not a genuine history"


GENUINE = kinds(_own_or_not, "a genuine history", "not a genuine history")
"""Whether each action of a history is what the agent, or the learner, does."""


@frozen
class Every:
    """For every value of the domains the claim gives two equal things: the expected and the actual one."""

    name: str
    claim: Callable[..., tuple[Any, Any]]
    domains: tuple[Domain, ...]
    kinds: Kinds = Kinds()
    agree: Callable[[Any, Any], bool] = eq
    foreseen: str | None = None

    def fails(self, on: str) -> Every:
        """Return this part as one that is meant to fail, on this; ``…`` in it stands for any text."""
        return evolve(self, foreseen=on)

    def __call__(self, scope: Scope) -> Part:
        """Decide it: by every answer of who is unknown, on all values.

        What is meant to fail is looked for where its witness is, whatever the scope.
        """
        scope = scope if self.foreseen is None else Scope(seed=scope.seed)
        who = [each for each in self.domains if each.who]
        known = [each for each in self.domains if not each.who]
        values = (
            tuple(
                value for domain, each in zip(known, chosen, strict=True) for value in (each if domain.many else [each])
            )
            for chosen in product(*(each.values(scope) for each in known))
        )
        asked: dict[str, Any] = {"branches": self.kinds.names, "domain": self._said(scope)}
        if who:
            asked["actions"] = scope.actions(max(each.actions for each in who))
            asked["percepts"] = scope.percepts(max(each.percepts for each in who))
            part = decide_each(self.name, self._of_unknown, values, **asked)
        else:
            part = decide_cases(self.name, (self._case(each, each) for each in values), **asked)
            part = evolve(part, branches={kind: number for kind, number in part.branches.items() if kind})
        return part if self.foreseen is None else part.meant_to_fail(self.foreseen)

    def evidence(self, scope: Scope) -> tuple[str, str]:
        """Return the kind of evidence and its domain, in words."""
        kind = "sampled" if any(each.sampled for each in self.domains) else "exhaustive"
        return kind, f"{self.name}: {self._said(scope)}"

    def _said(self, scope: Scope) -> str:
        return ", ".join(each.said(scope) for each in self.domains)

    def _of_unknown(self, values: tuple[Any, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
        known = iter(values)
        given = [getattr(unknown, each.who) if each.who else next(known) for each in self.domains]
        kind, wrong = self._case([*given, *known], values)
        if kind:
            cover(kind)
        return wrong

    def _case(self, values: Iterable[Any], shown: tuple[Any, ...]) -> Case:
        expected, got = self.claim(*values)
        kind = self.kinds.of(expected) if self.kinds.of_what_should_be else self.kinds.of(*values)
        if self.agree(expected, got):
            return kind, None
        history = next(
            (each for each in shown if isinstance(each, tuple) and each and isinstance(each[0], Percept)), ()
        )
        others = [_written(each) for each in shown if each is not history]
        return kind, Disagreement(", ".join([self.name, *others]), expected, got, history)


def _written(value: Any) -> str:
    """Return a value in words that are the same in every process: without addresses, sets in order."""
    if type(value) is tuple:
        return f"({', '.join(map(_written, value))})"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(_written, value)))}}}"
    if isinstance(value, partial):
        return f"{_written(value.func)}({', '.join(map(_written, value.args))})"
    return re.sub(r" at 0x[0-9a-f]+", "", str(getattr(value, "__name__", value)))


def every(name: str, claim: Callable[..., tuple[Any, Any]], *domains: Domain, **how: Any) -> Every:
    """Return the part that, for every value of the domains, ``claim(*values)`` gives two equal things.

    ``kinds`` are those of cases that must occur, ``agree`` is how two things are compared.
    """
    return Every(name, claim, domains, **how)


def equal(name: str, definition: Callable[..., Any], form: Callable[..., Any], *domains: Domain, **how: Any) -> Every:
    """Return the part that a form gives what the definition gives, for every value of the domains."""
    return every(name, lambda *values: (definition(*values), form(*values)), *domains, **how)


def meets(right: bool, rule: str, found: Any) -> tuple[str, Any]:
    """Return expected and actual of a claim that is not an equation: the rule, and the rule again or the violation."""
    return rule, rule if right else found


def answers(form: Callable[[Any], Agent]) -> Callable[[Any, Prompt], Action]:
    """Return what an agent that is made of another, or of a learner, does on a history."""
    return lambda of, prompt: form(of)(prompt)


def along(environment: ExtendedEnvironment) -> Callable[[Learner[Any], Sequence[Action]], tuple[Percept, ...]]:
    """Return the percepts that an environment gives to a learner along these actions."""

    def percepts(learner: Learner[Any], actions: Sequence[Action]) -> tuple[Percept, ...]:
        agent = as_agent(learner)
        play: Play = ()
        for action in actions:
            play = (*play, environment(agent, play), action)
        return (*play[::2], environment(agent, play))

    return percepts


def stepping(form: IncrementalEnvironment) -> Callable[[Learner[Any], Sequence[Action]], tuple[Percept, ...]]:
    """Return the percepts that an incremental form gives to a learner along these actions."""

    def percepts(learner: Learner[Any], actions: Sequence[Action]) -> tuple[Percept, ...]:
        percept, state = form.start(learner)
        found = [percept]
        for action in actions:
            percept, state = form.advance(learner, state, action)
            found.append(percept)
        return tuple(found)

    return percepts


@frozen
class Closed:
    """A claim in steps, for every learner at every horizon: it may choose in a step, and is made of the scope."""

    name: str
    claim: Callable[[Scope], Any]
    said: str
    kinds: tuple[str, ...]
    decided: Callable[..., Part]

    def evidence(self, scope: Scope) -> tuple[str, str]:
        """Return the kind of evidence and its domain, in words."""
        return "every horizon", f"{self.name}: {self._domain(scope)}"

    def __call__(self, scope: Scope) -> Part:
        """Decide it."""
        how: dict[str, Any] = {"actions": scope.actions(), "branches": self.kinds, "domain": self._domain(scope)}
        return self.decided(self.name, self.claim(scope), **how)

    def _domain(self, scope: Scope) -> str:
        return self.said.format(actions=len(scope.actions()), percepts=len(scope.percepts(3)))


def closed(name: str, claim: Callable[[Scope], Any], said: str, *, kinds: tuple[str, ...] = ()) -> Closed:
    """Return the part that a claim in steps holds for every learner at every horizon.

    In ``said``, ``{actions}`` and ``{percepts}`` are how many there are.
    """
    from formal_rl.checking.every_horizon import close_steps  # noqa: PLC0415 - here, so that its self-checks are run

    return Closed(name, claim, said, kinds, close_steps)


Rows: TypeAlias = Iterator[tuple[str, Any, Any]]
"""Examples by hand: of each its arithmetic, the value, and the computed value."""


@frozen
class ByHand:
    """Examples that somebody worked by hand: the computed value equals theirs, and is a number of the same kind."""

    rows: Callable[[], Rows]
    name: str

    def evidence(self, scope: Scope) -> tuple[str, str]:
        """Return the kind of evidence; its domain is the examples themselves."""
        return "by hand", ""

    def __call__(self, scope: Scope) -> Part:
        """Compute each, to the first that is another value."""
        number, last = 0, ""
        try:
            for number, (last, expected, got) in enumerate(self.rows(), start=1):
                if _differ(last, expected, got):
                    return Part(self.name, "by hand", number, {}, Refutation(Disagreement(last, expected, got)))
        except (FormalRLError, ArithmeticError, LookupError) as error:
            # The row was not yielded, so that its arithmetic is not known here.
            wrong = Disagreement(f"the example after {last!r}", "a value", type(error))
            return Part(self.name, "by hand", number + 1, {}, Refutation(wrong))
        return Part(self.name, "by hand", number, {})


def by_hand(rows: Callable[[], Rows], name: str = "worked examples") -> ByHand:
    """Return the part that in each row the computed value equals the one worked by hand.

    Where a definition raises an error of the package, of arithmetic or of looking up, the example is refuted that comes
    after the last; see `raised`. Any other error is raised: it says that the example is wrong, not the definition.
    """
    return ByHand(rows, name)


def _differ(arithmetic: str, expected: Any, got: Any) -> bool:
    return bool(got != expected) or _kind_of_number(got) is not _kind_of_number(expected)


def _kind_of_number(value: Any) -> Any:
    return type(value) if isinstance(value, bool | float) else Rational if isinstance(value, Rational) else object


def raised(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Return the type of what a function raises, or what it gives."""
    try:
        return function(*given, **named)
    except Exception as error:
        return type(error)
