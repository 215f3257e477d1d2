"""The environments and agents that have a name, and how text becomes one."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import field, frozen

from formal_rl.checking.loading import load_object
from formal_rl.checking.sampling import HashedAgent
from formal_rl.environments import (
    Agent,
    Draw,
    Draws,
    ExtendedEnvironment,
    HashedDraws,
    Learner,
    as_agent,
    from_class,
)
from formal_rl.environments.adversarial_sequence_evader import adversarial_sequence_evader
from formal_rl.environments.adversarial_sequence_predictor import adversarial_sequence_predictor
from formal_rl.environments.after_images import after_images
from formal_rl.environments.agent_catalogue import CATALOGUE, FORMS, REALITY_CHECK, NamedAgent, agent_named, our_name
from formal_rl.environments.catalogue import MEMORIES
from formal_rl.environments.censored_observation import censored_observation
from formal_rl.environments.crying_baby_2 import crying_baby_2
from formal_rl.environments.ignore_observations import ignore_observations
from formal_rl.environments.ignore_rewards_3 import ignore_rewards_3
from formal_rl.environments.incentivize_zero import incentivize_zero
from formal_rl.environments.self_recognition import self_recognition
from formal_rl.environments.shown_trials import SUPERVISED_SHOWN, UNSUPERVISED_SHOWN
from formal_rl.environments.societies import VILLAGE
from formal_rl.environments.supervised_trials import asked_for_a_label
from formal_rl.environments.tempting_button_variation import tempting_button_variation
from formal_rl.environments.unsupervised_trials import asked_in_turn
from formal_rl.errors import InvalidParameter, NotAnExtendedEnvironment, NotLoadable, UnknownName, nearest
from formal_rl.histories import Play, check_play
from formal_rl.statements.library import ORDINARY_ENVIRONMENTS
from formal_rl.study.explained import (
    MIMICS,
    Explained,
    ExplainedHandicap,
    ExplainedOpposite,
    ExplainedOrdinary,
    ExplainedTemptingButton,
    Unexplained,
    explained,
    explained_false_memories,
)
from formal_rl.study.explained_conversations import (
    EXPLAINED_CONVERSATIONS,
    EXPLAINED_KNOWING,
    EXPLAINED_PREDICTIONS,
)
from formal_rl.study.explained_introduction import ExplainedEmployer, ExplainedObstacleCourse, ExplainedTreasures
from formal_rl.study.explained_learning_trials import ExplainedSupervised, ExplainedUnsupervised
from formal_rl.study.explained_mirrors import ExplainedBlocks, ExplainedMirrorRoom, ExplainedMirrorWithBody
from formal_rl.study.explained_newcomb import ExplainedNewcomb
from formal_rl.study.explained_self_insert import ExplainedSelfInsert
from formal_rl.study.explained_self_recognition import ExplainedSelfRecognition
from formal_rl.study.explained_society import ExplainedCryingBaby, ExplainedSociety
from formal_rl.study.expressions import Expression, parse_expression
from formal_rl.transforms import reality_check_memoised

EnvironmentLike: TypeAlias = "str | Explained | ExtendedEnvironment | Callable[[Play], Any]"
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
    memories: Play = field(default=MEMORIES, validator=lambda _, __, value: check_play(value))

    @property
    def environment_draws(self) -> Draws:
        """The draws of environments."""
        return HashedDraws(self.seed) if self.draws is None else self.draws

    @property
    def agent_draws(self) -> Draws:
        """The draws of agents."""
        return HashedDraws(-1 - self.seed)


DEFAULT = Settings()
"""Seed 0, and the memories of the listed example."""


def _fixed(environment: Explained) -> Callable[[Settings], Explained]:
    return lambda settings: environment


def _drawing(name: str, make: Callable[[Draws], ExtendedEnvironment]) -> Callable[[Settings], Explained]:
    return lambda settings: Unexplained(name, make(settings.environment_draws))


_PLAYING: Mapping[str, ExtendedEnvironment] = MappingProxyType(
    {
        "adversarial_sequence_evader": adversarial_sequence_evader,
        "adversarial_sequence_predictor": adversarial_sequence_predictor,
        "crying_baby_2": crying_baby_2,
        "ignore_rewards_3": ignore_rewards_3,
        "incentivize_zero": incentivize_zero,
    }
)
"""Those in which a copy of the agent plays a game of its own."""

_SHOWING: Mapping[str, Callable[[Draws], ExtendedEnvironment]] = MappingProxyType(
    {
        "after_images": after_images,
        "censored_observation": censored_observation,
        "ignore_observations": ignore_observations,
        "self_recognition": self_recognition,
        "tempting_button_variation": tempting_button_variation,
    }
)
"""Those that show what is drawn."""

_DRAWN: tuple[Explained, ...] = (
    ExplainedCryingBaby(),
    ExplainedSociety("village", VILLAGE),
    ExplainedMirrorRoom(),
    ExplainedMirrorWithBody(),
    ExplainedBlocks(),
    ExplainedSelfRecognition(),
    ExplainedSupervised("supervised_recognition", asked_for_a_label, SUPERVISED_SHOWN),
    ExplainedUnsupervised("unsupervised_recognition", asked_in_turn, UNSUPERVISED_SHOWN),
    EXPLAINED_CONVERSATIONS,
    EXPLAINED_PREDICTIONS,
    EXPLAINED_KNOWING,
    ExplainedNewcomb(),
    ExplainedObstacleCourse(),
    ExplainedTreasures(),
    ExplainedEmployer(),
)
"""The abstract examples made concrete, Newcomb's problem and the thought experiments: each drawn in its clause."""

_ENVIRONMENTS: Mapping[str, Callable[[Settings], Explained]] = MappingProxyType(
    {
        **{example.name: _fixed(example) for example in MIMICS},
        **{example.name: _fixed(example) for example in _DRAWN},
        **{name: _fixed(Unexplained(name, environment)) for name, environment in _PLAYING.items()},
        **{name: _drawing(name, make) for name, make in _SHOWING.items()},
        "false_memories": lambda settings: explained_false_memories(settings.memories),
        "tempting_button": lambda settings: ExplainedTemptingButton(settings.environment_draws),
        **{name: _fixed(ExplainedOrdinary(name, environment)) for name, environment in ORDINARY_ENVIRONMENTS.items()},
    }
)

_COMBINED: Mapping[str, tuple[int, Callable[..., Explained]]] = MappingProxyType(
    {
        "opposite": (1, ExplainedOpposite),
        "self_insert": (1, ExplainedSelfInsert),
        "self_insert_letter": (1, lambda environment: ExplainedSelfInsert(environment, True)),
        "handicap": (2, ExplainedHandicap),
        "handicap_letter": (2, lambda environment, handicap: ExplainedHandicap(environment, handicap, True)),
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

AGENT_FORMS = tuple(form for form in FORMS if not (form in CATALOGUE and CATALOGUE[form].deep))
"""What may be said of agents."""


def find_environment(environment: EnvironmentLike, settings: Settings = DEFAULT) -> Explained:
    """Return the environment that is named, or the one that is given, explained as far as it is known.

    Raises `UnknownName` with the nearest names, `MalformedText` for what is no expression, `NotLoadable` for a
    module:object that is not to be had, and `NotAnExtendedEnvironment` for what is no environment.
    """
    if isinstance(environment, str):
        return _environment(parse_expression(environment), settings)
    return explained(environment)


def find_agent(agent: AgentLike, settings: Settings = DEFAULT) -> tuple[str, Agent]:
    """Return what the agent is called, and the agent that is named or given: learners and classes read as agents.

    Errors as for `find_environment`; what is no agent is `InvalidParameter`.
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


def _environment(expression: Expression, settings: Settings) -> Explained:
    word, arguments = our_name(expression.word, (*_ENVIRONMENTS, *_COMBINED)), expression.arguments
    if word in _COMBINED:
        number, combine = _COMBINED[word]
        if len(arguments) != number:
            raise UnknownName(f"{expression}: {word} takes {_environments(number)}, not {len(arguments)}")
        return combine(*(_environment(argument, settings) for argument in arguments))
    if arguments:
        raise UnknownName(f"no combination of environments {word!r}; {nearest(word, _COMBINED)}")
    if word in _ENVIRONMENTS:
        return _ENVIRONMENTS[word](settings)
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
        return reality_check_memoised(_agent(arguments[0], settings))
    if arguments:
        raise UnknownName(f"no agent made from agents {word!r}; {nearest(word, (REALITY_CHECK,))}")
    named = agent_named(word)
    if named is not None and named.record.deep:
        raise UnknownName(f"{word} is an agent of the battery alone: it is told how many observations there are")
    if named is not None:
        return HashedAgent(named.number or 0) if named.record.name == "hashed" else _learning(named, settings)
    try:
        return _read_as_agent(load_object(word))
    except InvalidParameter as error:
        raise NotLoadable(word, f"{error.value!r} is no agent: expected {error.expected}") from None


def _learning(named: NamedAgent, settings: Settings) -> Agent:
    return as_agent(named.learner(settings.agent_draws))


def _read_as_agent(found: Any) -> Agent:
    if isinstance(found, type):
        if hasattr(found, "act") and hasattr(found, "train"):
            return as_agent(from_class(found))
    elif all(hasattr(found, name) for name in ("initial", "act", "learn")):
        return as_agent(found)
    elif callable(found) and _takes_a_prompt(found):
        agent: Agent = found
        return agent
    raise InvalidParameter("the agent", found, "a function of a prompt, a learner, or a class with act and train")


def _takes_a_prompt(function: Any) -> bool:
    try:
        inspect.signature(function).bind(())
    except TypeError:
        return False
    except ValueError:  # no signature to be had
        return True
    return True


def _environments(number: int) -> str:
    return "1 environment" if number == 1 else f"{number} environments"
