"""The domain of a part: the bounds of a check, by profile or option, and domains of values, with their names."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from itertools import product
from random import Random
from typing import Any, Literal

from attrs import evolve, field, frozen
from attrs.validators import ge, in_, optional

from formal_rl.histories import Action, Percept, Prompt, all_plays, all_prompts, percept_alphabet
from formal_rl.numbers import plain_integer

Profile = Literal["quick", "full"]


@frozen(kw_only=True)
class Scope:
    """The bounds of a verification: a profile, and whatever of it is overridden.

    Each check states its own bounds for the two profiles; ``horizon``, ``number_of_percepts`` and
    ``number_of_actions``, where given, replace them. ``seed`` is the seed of everything sampled.
    """

    profile: Profile = field(default="quick", validator=in_(("quick", "full")))
    horizon: int | None = field(default=None, validator=optional(ge(1)))
    number_of_percepts: int | None = field(default=None, validator=optional(ge(1)))
    number_of_actions: int | None = field(default=None, validator=optional(ge(1)))
    seed: int = field(default=0, converter=plain_integer)

    def steps(self, *, quick: int, full: int) -> int:
        """Return the horizon: as asked for, else by profile."""
        if self.horizon is not None:
            return self.horizon
        return quick if self.profile == "quick" else full

    def percepts(self, size: int) -> tuple[Percept, ...]:
        """Return the percept alphabet: of the size asked for, else of ``size``."""
        return percept_alphabet(self.number_of_percepts or size)

    def actions(self, size: int = 2) -> tuple[Action, ...]:
        """Return the action alphabet: of the size asked for, else of ``size``."""
        return tuple(range(self.number_of_actions or size))

    @property
    def is_full(self) -> bool:
        """Whether the profile is the deeper one."""
        return self.profile == "full"


Who = Literal["", "agent", "environment", "learner"]


@frozen
class Domain:
    """Values to try, smallest first, and their description; or, with ``who``, every agent, environment or learner.

    The check tries each of these by every answer to each question: one of ``actions`` actions or ``percepts`` percepts,
    two and three unless the scope has others.
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
    """Return all agents, or learners, with ``number`` actions."""
    return evolve(of, actions=number, said=lambda scope: f"{of.said(scope)} of {len(scope.actions(number))} actions")


def among(said: str, values: Iterable[Any] | Callable[[Scope], Iterable[Any]], *, many: bool = False) -> Domain:
    """Return these values, called so; or what a function gives in a scope. With ``many``, each is several in one."""
    if callable(values):
        return Domain(lambda scope: said, values, many=many)
    listed = tuple(values)
    return Domain(lambda scope: said.format(len(listed)), lambda scope: listed, many=many)


def deeper(quick: int, full: int | None) -> Callable[[Scope], int]:
    """Return a function that gives a scope's horizon: ``full``, if any, in the full profile, else ``quick``."""
    return lambda scope: scope.steps(quick=quick, full=full or quick)


def up_to(quick: int, full: int | None = None, *, least: int = 1, said: str = "steps") -> Domain:
    """Return the numbers up to ``quick``, or up to ``full`` in the full profile."""
    most = deeper(quick, full)
    return Domain(lambda scope: f"{said} to {most(scope)}", lambda scope: range(least, most(scope) + 1))


def at(quick: int, full: int | None = None, said: str = "steps") -> Domain:
    """Return the number ``quick``, or ``full`` in the full profile."""
    number = deeper(quick, full)
    return Domain(lambda scope: f"{number(scope)} {said}", lambda scope: [number(scope)])


def histories(quick: int, full: int | None = None, *, percepts: int = 2) -> Domain:
    """Return all histories up to a number of percepts: x_1, x_1 y_1 x_2, ..."""
    return _sequences(quick, full, percepts, least=1, said="all histories of at most {} percepts", every=all_prompts)


def plays(quick: int, full: int | None = None, *, percepts: int = 3, least: int = 0) -> Domain:
    """Return all plays up to a number of actions: (), x_1 y_1, x_1 y_1 x_2 y_2, ..."""
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
    """Return all sequences up to a number of actions."""
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
    """Return ``quick`` or ``full`` values, each from its own generator, seeded by the scope's seed and an index."""

    def number(scope: Scope) -> int:
        return full or quick if scope.is_full else quick

    return Domain(
        lambda scope: f"{number(scope)} {said}, drawn from seed {scope.seed}",
        lambda scope: (make(Random(f"{scope.seed} {each}")) for each in range(number(scope))),
        sampled=True,
        many=many,
    )


@frozen
class HashedAgent:
    """A deterministic agent without any pattern: its action is a hash of the seed and the prompt."""

    seed: int = field(converter=plain_integer)
    number_of_actions: int = 2

    def __call__(self, prompt: Prompt) -> Action:
        """Hash the question."""
        digest = blake2b(repr((self.seed, prompt)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % self.number_of_actions
