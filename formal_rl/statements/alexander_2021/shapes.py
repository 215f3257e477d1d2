"""The helpers of this paper's checks: plain agents and plays, plays over other percepts, and numberings."""

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from attrs import evolve

from formal_rl.checking import Part, Scope, equal, every, up_to
from formal_rl.checking.claims import Every, along, stepping
from formal_rl.checking.domains import Domain, deeper, learners, sequences_of_actions
from formal_rl.environments.metered_agents import CostedAgent
from formal_rl.histories import Action, Percept, Play, Prompt, all_plays


def always(value: Any) -> Callable[..., Any]:
    """Return the agent that always takes this action, or the environment that always gives this percept."""
    return lambda *_: value


def lived(*own: Action) -> Play:
    """Return a play of these actions; what was met is (0, 0) throughout."""
    return tuple(element for action in own for element in (Percept(0, 0), action))


def when_punished(prompt: Prompt) -> Action:
    """Do 1 when the last reward is negative, else 0."""
    return 1 if prompt[-1].reward < 0 else 0


def as_seen(prompt: Prompt) -> Any:
    """Do what was seen last."""
    return prompt[-1].observation


def program_of(answer: Callable[[Prompt], tuple[Action, Iterable[int]]]) -> CostedAgent:
    """Return the agent that gives this action, after a step for each of these numbers, and stores so much at it."""

    def program(prompt: Prompt) -> Generator[tuple[Any, ...], None, Action]:
        action, stored = answer(prompt)
        for number in stored:
            yield (None,) * number
        return action

    return CostedAgent(program)


def plays_over(alphabet: Sequence[tuple[Any, Any]], quick: int, full: int | None = None) -> Domain:
    """Return all plays over these percepts, whatever percepts the scope has, up to a number of actions."""
    percepts, longest = [Percept(*each) for each in alphabet], deeper(quick, full)
    return Domain(
        lambda scope: f"all plays of at most {longest(scope)} actions over {len(percepts)} percepts",
        lambda scope: (play for n in range(longest(scope) + 1) for play in all_plays(percepts, scope.actions(), n)),
    )


def usual(part: Every) -> Any:
    """Return a part that is decided over the usual alphabets, whatever the scope has."""

    def decided(scope: Scope) -> Part:
        return part(evolve(scope, number_of_actions=None, number_of_percepts=None))

    decided.evidence = part.evidence  # type: ignore[attr-defined]
    return decided


def incrementally(definition: Any, form: Any, quick: int = 4, full: int = 6) -> Every:
    """Return the part that an incremental form is its definition."""
    over = learners, sequences_of_actions(quick, full)
    return equal("incrementally", along(definition), stepping(form), *over)


def numbered(name: str, decode: Callable[[int], Any], encode: Callable[[Any], int]) -> Every:
    """Return the part that each number is that of one thing."""
    numbers = up_to(1000, full=20_000, least=0, said="the numbers from 0")
    return every(f"{name}, each once", lambda number: (number, encode(decode(number))), numbers)
