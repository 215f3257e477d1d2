"""The environments and agents that have a name, and how text becomes one."""

import inspect
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import field, frozen

from formal_rl import transforms
from formal_rl.agents import CATALOGUE as AGENTS
from formal_rl.agents import (
    FORMS,
    REALITY_CHECK,
    Agent,
    Draw,
    Draws,
    HashedDraws,
    Learner,
    NamedAgent,
    agent_named,
    as_agent,
    from_class,
)
from formal_rl.environments import CATALOGUE, MEMORIES, RECORDS, ExtendedEnvironment, our_name
from formal_rl.errors import InvalidParameter, NotAnExtendedEnvironment, NotLoadable, UnknownName, nearest
from formal_rl.histories import Play, require_play
from formal_rl.loading import load_object
from formal_rl.numbers import plain_integer
from formal_rl.study._explained.environments import (
    ExplainedEnvironment,
    explained,
    explained_by_trial,
    explained_handicap,
    explained_mimic,
    explained_opposite,
    explained_ordinary,
)
from formal_rl.study._expressions import Expression, parse_expression

EnvironmentLike: TypeAlias = "str | ExplainedEnvironment | ExtendedEnvironment | Callable[[Play], Any]"
"""A name, an extended environment or an ordinary one."""

AgentLike: TypeAlias = "str | Agent | Learner[Any]"
"""A name, an agent, a learner, or a class with act and train."""


@frozen(kw_only=True)
class Settings:
    """What the named environments and agents are made with.

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
"""How many actions a play has at most that is classified, and of how many percepts it is made; else said otherwise."""

DEFAULT = Settings()
"""Seed 0, and the memories of the listed example."""


_DRAWN: Mapping[str, str] = MappingProxyType(
    {
        name: module
        for module, names in {
            "society": ("crying_baby", "village"),
            "pictures": ("mirror_room", "mirror_with_body", "binocular_blocks"),
            "recognition": (
                *("incentivize_self_recognition", "supervised_recognition", "unsupervised_recognition"),
                *("recognising_conversations", "recognising_predictions", "knowing"),
            ),
            "thought_experiments": (
                *("oracular_obstacle_course", "treasures_for_the_worthy", "clever_employer"),
                "newcombs_problem",
            ),
        }.items()
        for name in names
    }
)
"""Which module of `formal_rl.study._explained` draws an environment in its clause."""

_ENVIRONMENTS = tuple(record.name for record in RECORDS if record.group != "told" and record.name != "as_if")
"""All but those that alter the agent, which are made of the alteration."""


def _explaining(module: str) -> Any:
    """Return the module that explains, imported when it is asked for."""
    return import_module(f"formal_rl.study._explained.{module}")


def _named(name: str, settings: Settings) -> ExplainedEnvironment:
    """Return a listed environment, explained, with no more imported than it needs."""
    record = CATALOGUE[name]
    if name in _DRAWN:
        drawn: ExplainedEnvironment = next(each for each in _explaining(_DRAWN[name]).DRAWN if each.name == name)
        return drawn
    if name == "tempting_button":
        button: ExplainedEnvironment = _explaining("thought_experiments").explained_tempting_button(
            settings.environment_draws
        )
        return button
    if record.shown_as:
        return explained_mimic(record, *([settings.memories] if name == "false_memories" else []))
    if record.group == "ordinary":
        return explained_ordinary(name, record.made())
    definition = record.made("definition", *([settings.environment_draws] if record.draws else []))
    return explained_by_trial(name, definition, by_actions=record.own_game)


def _self_insert(environment: ExplainedEnvironment, **reading: bool) -> ExplainedEnvironment:
    inserted: ExplainedEnvironment = _explaining("pictures").explained_self_insert(environment, **reading)
    return inserted


_COMBINED: Mapping[str, tuple[int, Callable[..., ExplainedEnvironment]]] = MappingProxyType(
    {
        "opposite": (1, explained_opposite),
        "self_insert": (1, _self_insert),
        "self_insert_letter": (1, partial(_self_insert, by_the_letter=True)),
        "handicap": (2, explained_handicap),
        "handicap_letter": (2, partial(explained_handicap, by_the_letter=True)),
    }
)

ENVIRONMENT_FORMS = (
    *_ENVIRONMENTS,
    "opposite(E)",
    "self_insert(E)",
    "self_insert_letter(E)",
    "handicap(E, H)",
    "handicap_letter(E, H)",
    "module:object",
)
"""What may be said of environments."""

AGENT_FORMS = tuple(form for form in FORMS if not (form in AGENTS and AGENTS[form].deep))
"""What may be said of agents."""


def find_environment(environment: EnvironmentLike, settings: Settings = DEFAULT) -> ExplainedEnvironment:
    """Return the environment that is named, or the one that is given, explained as far as it is known.

    Raises `UnknownName` with the nearest names, `MalformedText` for what is not an expression, `NotLoadable` for a
    module:object that is not to be had, and `NotAnExtendedEnvironment` for what is not an environment.
    """
    if isinstance(environment, str):
        return _environment(parse_expression(environment), settings)
    return explained(environment)


def find_agent(agent: AgentLike, settings: Settings = DEFAULT) -> tuple[str, Agent]:
    """Return what the agent is called, and the agent that is named or given: learners and classes read as agents.

    Errors as for `find_environment`; what is not an agent is `InvalidParameter`.
    """
    if isinstance(agent, str):
        expression = _in_our_words(parse_expression(agent))
        return str(expression), _agent(expression, settings)
    name = getattr(agent, "__name__", type(agent).__name__)
    return name, _read_as_agent(agent)


def parse_draws(text: str) -> tuple[Draw, ...]:
    """Return the draws of a text such as 0,1/2,0.75: exact numbers in [0, 1), separated by commas.

    Raises `InvalidParameter`, naming the first that is none.
    """
    draws = []
    for index, word in enumerate(text.split(",")):
        number = word.strip()
        if not re.fullmatch(r"[0-9]{1,100}(/[0-9]{1,100}|\.[0-9]{1,100})?", number) or re.search("/0+$", number):
            raise InvalidParameter(f"draw {index}", number, "a number such as 0, 1/2 or 0.75")
        if Fraction(number) >= 1:
            raise InvalidParameter(f"draw {index}", number, "a number in [0, 1)")
        draws.append(Fraction(number))
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
    if word in _ENVIRONMENTS:
        return _named(word, settings)
    if ":" not in word:
        raise UnknownName(f"no environment {word!r}; {nearest(word, ENVIRONMENT_FORMS)}")
    try:
        return explained(load_object(word), word)
    except NotAnExtendedEnvironment as error:
        raise NotLoadable(word, str(error).removeprefix(f"{word} ")) from None


def _in_our_words(expression: Expression) -> Expression:
    """Return how we call an agent."""
    word = our_name(expression.word, (REALITY_CHECK,))
    if expression.arguments or word == REALITY_CHECK:
        return Expression(word, tuple(map(_in_our_words, expression.arguments)))
    named = agent_named(expression.word)
    return expression if named is None else Expression(named.name)


def _agent(expression: Expression, settings: Settings) -> Agent:
    word, arguments = expression.word, expression.arguments
    if word == REALITY_CHECK:
        if len(arguments) != 1:
            raise UnknownName(f"{expression}: reality_check takes 1 agent, not {len(arguments)}")
        return transforms.reality_check_memoised(_agent(arguments[0], settings))
    if arguments:
        raise UnknownName(f"no agent made from agents {word!r}; {nearest(word, (REALITY_CHECK,))}")
    named = agent_named(word)
    if named is not None and named.record.deep:
        raise UnknownName(f"{word} is an agent of the battery alone: it is told how many observations there are")
    if named is not None:
        return _hashed(named) if named.record.name == "hashed" else as_agent(named.learner(settings.agent_draws))
    try:
        return _read_as_agent(load_object(word))
    except InvalidParameter as error:
        raise NotLoadable(word, f"{error.value!r} is not an agent: expected {error.expected}") from None


def _hashed(named: NamedAgent) -> Agent:
    from formal_rl.checking import HashedAgent  # noqa: PLC0415 - with the machines that it samples, only here

    return HashedAgent(named.number or 0)


def _read_as_agent(found: Any) -> Agent:
    agent = _as_function(found)
    return lambda prompt: plain_integer(agent(prompt))


def _as_function(found: Any) -> Agent:
    if isinstance(found, type):
        if hasattr(found, "act") and hasattr(found, "train"):
            return as_agent(from_class(found))
    elif all(hasattr(found, name) for name in ("initial", "act", "learn")):
        return as_agent(found)
    elif callable(found) and _takes_a_prompt(found):
        return found  # type: ignore[no-any-return]
    raise InvalidParameter("the agent", found, "a function of a prompt, a learner, or a class with act and train")


def _takes_a_prompt(function: Any) -> bool:
    try:
        inspect.signature(function).bind(())
    except TypeError:
        return False
    except ValueError:  # no signature to be had
        return True
    return True
