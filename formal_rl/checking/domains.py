"""What a part ranges over, said once: values to try, and their name in words, in a scope."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from random import Random
from typing import Any, Literal

from attrs import evolve, frozen

from formal_rl.checking.scope import Scope
from formal_rl.histories import all_plays, all_prompts

Who = Literal["", "agent", "environment", "learner"]


@frozen
class Domain:
    """Values to try, smallest first, and what they are in words; or, where it says ``who``, every one there can be.

    Every agent, environment or learner is tried by answering each question that it is asked in every way: with so many
    ``actions`` or ``percepts``, two and three unless the scope has others.
    """

    said: Callable[[Scope], str]
    values: Callable[[Scope], Iterable[Any]] = lambda scope: ()
    who: Who = ""
    actions: int = 2
    percepts: int = 3
    sampled: bool = False
    many: bool = False
    """Whether each value is a tuple of several, for as many arguments of a claim."""


def _every(who: Who) -> Domain:
    return Domain(lambda scope: f"all {who}s", who=who)


agents, learners, environments = _every("agent"), _every("learner"), _every("environment")


def with_actions(number: int, of: Domain = agents) -> Domain:
    """Return all agents, or learners, of so many actions."""
    return evolve(of, actions=number, said=lambda scope: f"{of.said(scope)} of {len(scope.actions(number))} actions")


def among(said: str, values: Iterable[Any] | Callable[[Scope], Iterable[Any]], *, many: bool = False) -> Domain:
    """Return these values, called so; or what a function gives in a scope. With ``many``, each is several in one."""
    if callable(values):
        return Domain(lambda scope: said, values, many=many)
    listed = tuple(values)
    return Domain(lambda scope: said.format(len(listed)), lambda scope: listed, many=many)


def deeper(quick: int, full: int | None) -> Callable[[Scope], int]:
    """Return what gives the horizon in a scope: the second in the full profile, where there is one."""
    return lambda scope: scope.steps(quick=quick, full=full or quick)


def up_to(quick: int, full: int | None = None, *, least: int = 1, said: str = "steps") -> Domain:
    """Return the numbers up to one, or up to another in the full profile."""
    most = deeper(quick, full)
    return Domain(lambda scope: f"{said} to {most(scope)}", lambda scope: range(least, most(scope) + 1))


def at(quick: int, full: int | None = None, said: str = "steps") -> Domain:
    """Return one number, or another in the full profile."""
    number = deeper(quick, full)
    return Domain(lambda scope: f"{number(scope)} {said}", lambda scope: [number(scope)])


def histories(quick: int, full: int | None = None, *, percepts: int = 2) -> Domain:
    """Return all histories of at most so many percepts: x_1, x_1 y_1 x_2, ..."""
    return _sequences(quick, full, percepts, least=1, said="all histories of at most {} percepts", every=all_prompts)


def plays(quick: int, full: int | None = None, *, percepts: int = 3, least: int = 0) -> Domain:
    """Return all plays of at most so many actions: (), x_1 y_1, x_1 y_1 x_2 y_2, ..."""
    return _sequences(quick, full, percepts, least=least, said="all plays of at most {} actions", every=all_plays)


def _sequences(quick: int, full: int | None, percepts: int, *, least: int, said: str, every: Any) -> Domain:
    longest = deeper(quick, full)

    def over(scope: Scope) -> str:
        symbols = f"{len(scope.percepts(percepts))} percepts x {len(scope.actions())} actions"
        return f"{said.format(longest(scope))} over {symbols}"

    def values(scope: Scope) -> Iterator[Any]:
        for length in range(least, longest(scope) + 1):
            yield from every(scope.percepts(percepts), scope.actions(), length)

    return Domain(over, values)


def sequences_of_actions(quick: int, full: int | None = None) -> Domain:
    """Return all sequences of at most so many actions."""
    longest = deeper(quick, full)
    return Domain(
        lambda scope: f"all sequences of at most {longest(scope)} actions of {len(scope.actions())}",
        lambda scope: (each for n in range(longest(scope) + 1) for each in product(scope.actions(), repeat=n)),
    )


def pairs(of: Domain) -> Domain:
    """Return each after each."""
    return evolve(
        of,
        said=lambda scope: f"{of.said(scope)}, each after each",
        values=lambda scope: ((first, second) for second in of.values(scope) for first in of.values(scope)),
    )


def both(*domains: Domain) -> Domain:
    """Return the values of one domain, then those of another."""
    return Domain(
        lambda scope: "; ".join(each.said(scope) for each in domains),
        lambda scope: (value for each in domains for value in each.values(scope)),
    )


def drawn(
    said: str, make: Callable[[Random], Any], quick: int, full: int | None = None, *, many: bool = False
) -> Domain:
    """Return so many values, each made from a generator of its own, whose seed is that of the scope and a number."""

    def number(scope: Scope) -> int:
        return full or quick if scope.is_full else quick

    return Domain(
        lambda scope: f"{number(scope)} {said}, drawn from seed {scope.seed}",
        lambda scope: (make(Random(f"{scope.seed} {each}")) for each in range(number(scope))),
        sampled=True,
        many=many,
    )
