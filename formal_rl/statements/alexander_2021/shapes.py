"""What the checks of this paper share: plain agents and plays, and an environment beside itself written out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from formal_rl.agents import Agent, Learner
from formal_rl.checking import (
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide_each,
    decide_plays,
    equal,
)
from formal_rl.checking.claims import Every, every
from formal_rl.checking.domains import Domain, among
from formal_rl.environments import ExtendedEnvironment, TableAgent
from formal_rl.histories import Action, Percept, Play, Prompt, all_plays
from formal_rl.statements.run_out import percepts_along

Written = Callable[[Agent, Any], tuple[Percept, str]]
"""What an environment gives an agent on a play, written out; and the name of the branch."""


def always(value: Any) -> Callable[..., Any]:
    """Return the agent that always takes this action, or the environment that always gives this percept."""
    return lambda *_: value


def lived(*own: Action) -> Play:
    """Return a play of these actions; what was met is (0, 0) throughout."""
    return tuple(element for action in own for element in (Percept(0, 0), action))


def incrementally(why: str, expected: Percept, form: Any, learner: Learner[Any], *own: Action) -> Part:
    """Return one worked example of an incremental form: its last percept along these actions."""
    row: Example = ("along the actions", why, expected, lambda: percepts_along(form, learner, own)[-1])
    return check_examples([row], "a worked example of the incremental form")


def plays(longest: int, percepts: Sequence[Percept], actions: Sequence[Action]) -> Iterator[Play]:
    """Return the plays of at most so many actions, the shortest first."""
    return (play for n in range(longest + 1) for play in all_plays(percepts, actions, n))


def answering(prompts: Sequence[Prompt], choices: Sequence[Action]) -> tuple[Agent, ...]:
    """Return an agent for each way to answer these prompts."""
    return tuple(TableAgent(dict(zip(prompts, done, strict=True))) for done in product(choices, repeat=len(prompts)))


def plays_over(alphabet: Sequence[tuple[Any, Any]], quick: int, full: int | None = None, *, least: int = 0) -> Domain:
    """Return all plays of at most so many actions over these percepts, whatever percepts the scope has."""
    percepts = [Percept(*each) for each in alphabet]

    def longest(scope: Scope) -> int:
        return scope.steps(quick=quick, full=full or quick)

    return Domain(
        lambda scope: f"all plays of at most {longest(scope)} actions over {len(percepts)} percepts",
        lambda scope: (
            play for n in range(least, longest(scope) + 1) for play in all_plays(percepts, scope.actions(), n)
        ),
    )


def numbered(name: str, decode: Any, encode: Any, things: Callable[[], Iterable[Any]], said: str) -> Iterator[Every]:
    """Yield the parts that the first numbers stand for things with these numbers, and that things come back."""
    first, those = among("the first 1000 numbers", range(1000)), among(said, lambda scope: things())
    yield every(f"numbers of {name}", lambda number: (number, encode(decode(number))), first)
    yield every(f"{name} of numbers", lambda thing: (thing, decode(encode(thing))), those)


def written_out(
    name: str,
    environment: ExtendedEnvironment,
    written: Written,
    small: tuple[int, Sequence[Percept], Sequence[Action]],
    *,
    about: str = "the percept",
    **how: Any,
) -> Part:
    """Compare an environment with itself written out, for every agent on every play that is small."""
    return decide_plays(name, _claim(about, environment, written, lambda play: play), small, **how)


def written_out_on(
    name: str,
    environment: ExtendedEnvironment,
    written: Written,
    instances: Iterable[Any],
    *,
    play_of: Callable[[Any], Play] = lambda play: play,
    about: str = "the percept",
    **how: Any,
) -> Part:
    """Compare an environment with itself written out, for every agent on the plays of some instances."""
    return decide_each(name, _claim(about, environment, written, play_of), instances, **how)


def _claim(
    about: str, environment: ExtendedEnvironment, written: Written, play_of: Callable[[Any], Play]
) -> Callable[[Any, Unknown, Cover], Disagreement | None]:
    def claim(instance: Any, unknown: Unknown, cover: Cover) -> Disagreement | None:
        expected, branch = written(unknown.agent, instance)
        if branch:
            cover(branch)
        play = play_of(instance)
        return equal(about, expected, environment(unknown.agent, play), play)

    return claim
