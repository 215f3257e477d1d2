"""The environments and agents that have a name, and how text becomes one."""

from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any, TypeAlias

from attrs import field, frozen

from formal_rl import transforms
from formal_rl.agents import Agent, Draw, Draws, HashedDraws, Learner, agent_named, as_agent, from_class
from formal_rl.agents.catalogue import REALITY_CHECK
from formal_rl.environments import CATALOGUE, ExtendedEnvironment
from formal_rl.environments.catalogue import GROUPS, our_name
from formal_rl.environments.listed import MEMORIES
from formal_rl.environments.metered_agents import CostedAgent
from formal_rl.errors import InvalidParameter, NotAnExtendedEnvironment, NotLoadable, UnknownName, folded, nearest
from formal_rl.histories import Action, Play, Prompt, require_play
from formal_rl.loading import load_object
from formal_rl.numbers import plain_integer
from formal_rl.study._explained import (
    ExplainedEnvironment,
    can_be_called,
    explained,
    explained_by_trial,
    explained_handicap,
    explained_mimic,
    explained_opposite,
    explained_ordinary,
    explained_tempting_button,
)
from formal_rl.study._expressions import Expression, parse_expression
from formal_rl.study.numbers import exact_number
from formal_rl.transforms.self_insert import self_insert_letter

EnvironmentLike: TypeAlias = "str | ExplainedEnvironment | ExtendedEnvironment | Callable[[Play], Any]"
"""A name, an extended environment or an ordinary one."""

AgentLike: TypeAlias = "str | Agent | Learner[Any]"
"""A name, an agent, a learner, or a class with act and train."""


@frozen(kw_only=True)
class Settings:
    """Settings of the named environments and agents.

    ``draws`` are those of environments that draw, by default hashed from ``seed``; the draws of agents are hashed from
    another seed, -1 - ``seed``, so that the two have nothing to do with each other.
    """

    seed: int = 0
    draws: Draws | None = None
    memories: Play = field(default=MEMORIES, validator=lambda _, __, value: require_play(value))

    @property
    def environment_draws(self) -> Draws:
        """The draws of environments."""
        return HashedDraws(self.seed) if self.draws is None else self.draws

    @property
    def agent_draws(self) -> Draws:
        """The draws of agents."""
        return HashedDraws(-1 - self.seed)


HORIZON, PERCEPTS = 3, 4
"""The default number of actions of a play to classify, and of its percepts."""

DEFAULT = Settings()
"""Seed 0, and the memories of the listed example."""

_ENVIRONMENTS = tuple(name for name, group in GROUPS.items() if group != "altered" and name != "as_if")
"""All but those that alter the agent, which are made of the alteration."""


def _named(name: str, settings: Settings) -> ExplainedEnvironment:
    record = CATALOGUE[name]
    if name == "tempting_button":
        return explained_tempting_button(settings.environment_draws)
    if record.shown_as:
        return explained_mimic(record, *([settings.memories] if name == "false_memories" else []))
    if record.group == "ordinary":
        return explained_ordinary(name, record.made())
    definition = record.made("definition", *([settings.environment_draws] if record.draws else []))
    if name == "mirror_with_body":
        return explained_by_trial(name, lambda agent, play: definition(reading_first(agent), play))
    return explained_by_trial(name, definition, by_actions=record.own_game or name == "village")


def reading_first(agent: Agent) -> CostedAgent:
    """Return the program that reads the prompt, a step for each percept, and then answers as the agent does.

    A function does not declare the cost of its answers, which the mirror with a body needs.
    """

    def program(prompt: Prompt) -> Generator[tuple[Any, ...], None, Action]:
        for _ in prompt[::2]:
            yield ()
        return agent(prompt)

    return CostedAgent(program)


def _self_insert(environment: ExplainedEnvironment, *, by_the_letter: bool = False) -> ExplainedEnvironment:
    insert = self_insert_letter if by_the_letter else transforms.self_insert
    return explained_by_trial(f"{insert.__name__}({environment.name})", insert(environment))


_COMBINED: Mapping[str, tuple[int, Callable[..., ExplainedEnvironment]]] = {
    "opposite": (1, explained_opposite),
    "self_insert": (1, _self_insert),
    "self_insert_letter": (1, partial(_self_insert, by_the_letter=True)),
    "handicap": (2, explained_handicap),
    "handicap_letter": (2, partial(explained_handicap, by_the_letter=True)),
}

ENVIRONMENT_FORMS = (
    *_ENVIRONMENTS,
    *("opposite(E)", "self_insert(E)", "self_insert_letter(E)", "handicap(E, H)", "handicap_letter(E, H)"),
    "module:object",
)
"""Expressions for environments."""


def find_environment(environment: EnvironmentLike, settings: Settings = DEFAULT) -> ExplainedEnvironment:
    """Return the environment that is named, or the one that is given, explained as far as it is known.

    The beginning of a name is enough where no other name begins so.

    Raises `UnknownName` with the nearest names, `MalformedText` for a malformed expression, `NotLoadable` for a
    module:object that cannot be loaded, and `NotAnExtendedEnvironment` for any other object.
    """
    if isinstance(environment, str):
        return _environment(parse_expression(environment), settings)
    return explained(environment)


def find_agent(agent: AgentLike, settings: Settings = DEFAULT) -> tuple[str, Agent]:
    """Return the name of the agent, and the agent that is named or given: learners and classes read as agents.

    Errors as for `find_environment`; `InvalidParameter` for an object that is not an agent.
    """
    if isinstance(agent, str):
        return _agent(parse_expression(agent), settings)
    name = getattr(agent, "__name__", type(agent).__name__)
    return name, _read_as_agent(agent)


def parse_draws(text: str) -> tuple[Draw, ...]:
    """Return the draws of a text such as 0,1/2,0.75: exact numbers in [0, 1), separated by commas.

    Raises `InvalidParameter`, naming the first that is none.
    """
    draws = []
    for index, word in enumerate(text.split(",")):
        number = exact_number(f"draw {index}", word)
        if not 0 <= number < 1:
            raise InvalidParameter(f"draw {index}", word.strip(), "a number in [0, 1)")
        draws.append(number)
    return tuple(draws)


def _environment(expression: Expression, settings: Settings) -> ExplainedEnvironment:
    word, arguments = our_name(expression.word, (*_ENVIRONMENTS, *_COMBINED)), expression.arguments
    if word in _COMBINED:
        number, combine = _COMBINED[word]
        if len(arguments) != number:
            raise UnknownName(
                f"{expression}: {word} takes {number} environment{'s' * (number > 1)}, not {len(arguments)}"
            )
        return combine(*(_environment(argument, settings) for argument in arguments))
    if arguments:
        raise UnknownName(f"no combination of environments {word!r}; {nearest(word, _COMBINED)}")
    begun = [name for name in _ENVIRONMENTS if name == word or name.startswith(folded(word))]
    if word in begun or len(begun) == 1:
        return _named(word if word in begun else begun[0], settings)
    if ":" not in word and not word.endswith(".py"):
        raise UnknownName(f"no environment {word!r}; {nearest(word, ENVIRONMENT_FORMS)}")
    try:
        return explained(load_object(word), word)
    except NotAnExtendedEnvironment as error:
        raise NotLoadable(word, str(error).removeprefix(f"{word} ")) from None


def _agent(expression: Expression, settings: Settings) -> tuple[str, Agent]:
    word, arguments = our_name(expression.word, (REALITY_CHECK,)), expression.arguments
    if word == REALITY_CHECK:
        if len(arguments) != 1:
            raise UnknownName(f"{expression}: reality_check takes 1 agent, not {len(arguments)}")
        name, agent = _agent(arguments[0], settings)
        return f"{word}({name})", transforms.reality_check_memoised(agent)
    if arguments:
        raise UnknownName(f"no agent made from agents {word!r}; {nearest(word, (REALITY_CHECK,))}")
    named = agent_named(word)
    if named is None:
        try:
            return word, _read_as_agent(load_object(word))
        except InvalidParameter as error:
            raise NotLoadable(word, f"{error.value!r} is not an agent: expected {error.expected}") from None
    if named.record.name == "hashed":
        from formal_rl.checking.domains import HashedAgent  # noqa: PLC0415 - with the machines that it samples, only here

        return named.name, HashedAgent(named.number or 0)
    return named.name, as_agent(named.learner(settings.agent_draws))


def _read_as_agent(found: Any) -> Agent:
    agent: Agent
    if isinstance(found, type) and hasattr(found, "act") and hasattr(found, "train"):
        agent = as_agent(from_class(found))
    elif not isinstance(found, type) and all(hasattr(found, name) for name in ("initial", "act", "learn")):
        agent = as_agent(found)
    elif not isinstance(found, type) and can_be_called(found, ()):
        agent = found
    else:
        raise InvalidParameter("the agent", found, "a function of a prompt, a learner, or a class with act and train")
    return lambda prompt: plain_integer(agent(prompt))
