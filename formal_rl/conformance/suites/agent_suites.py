"""The suites of agents: those of the benchmark whose code is small, as classes that are trained and asked by turns."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import floor
from random import Random
from types import MappingProxyType
from typing import Any

from attrs import frozen

from formal_rl.agents import (
    ConstantLearner,
    Learner,
    NaiveLearner,
    QLearner,
    QLearnerPublished,
    RandomLearner,
    SimpleLearner,
    Transition,
)
from formal_rl.conformance.adapters import agents as agent_adapters
from formal_rl.conformance.adapters.conventions import class_with_methods, has_methods
from formal_rl.conformance.engine.case_suites import Ask, Case, CaseClaim, CaseSuite, case, claims_of
from formal_rl.conformance.engine.smaller_cases import beginnings
from formal_rl.conformance.engine.subjects import Convention

Told = Mapping[str, Any]
"""What an agent is told beside the number of its actions."""

LONGEST = 12
"""How many trainings a drawn case has at most."""

LONG, DECIMAL, EACH = 256, 32, 8
"""How many trainings a long case has, one with numbers that are not dyadic, and one until something new is seen."""

MOST_ACTIONS = 12
"""How many actions there are in some cases that are drawn."""

_TRANSITIONS = tuple(product((0, 1), (0, 1), (-1, 1), (0, 1)))

_DRAWS = tuple(sixteenth / 16 for sixteenth in (3, 9, 14, 6, 0, 12, 15, 1))
_OTHER_DRAWS = tuple(sixteenth / 16 for sixteenth in (15, 1, 2, 13, 8, 5, 11, 7))


@frozen
class _Agent:
    """One agent: its suite, what it does in a line, the learner it is, and what it is told in the small cases.

    Some rewards are a ``half`` or part of it: a float where all numbers are floats.
    """

    name: str
    meaning: str
    learner: Callable[..., Learner[Any]]
    published: Callable[..., Learner[Any]]
    told: tuple[Told, ...] = ({},)
    told_as_published: tuple[Told, ...] = ({},)
    drawn: Callable[[Random, int], Told] = lambda draw, trainings: {}
    by_hand: tuple[Case, ...] = ()
    clear: Callable[[Case], Case] = lambda given: given
    more: Callable[[Callable[..., CaseClaim]], tuple[CaseClaim, ...]] = lambda claim: ()
    half: Any = Fraction(1, 2)
    source: str = "Alexander et al. 2022, Section 6"


def _answers(learner: Learner[Any], transitions: Any, asked: Any) -> tuple[tuple[int, ...], ...]:
    states = [learner.initial]
    for transition in transitions:
        states.append(learner.learn(states[-1], Transition(*transition)))
    return tuple(
        tuple(learner.act(state, observation) for observation in observations)
        for state, observations in zip(states, asked, strict=True)
    )


def _expected(make: Callable[..., Learner[Any]]) -> Callable[..., Any]:
    def expected(transitions: Any, asked: Any, **told: Any) -> Any:
        return _answers(make(**told), transitions, asked)

    return expected


def _cases(told: tuple[Told, ...], trainings: range) -> Callable[[str], Iterator[Case]]:
    """Return the cases of two actions: each training from few transitions, all observations asked after each."""

    def cases(profile: str) -> Iterator[Case]:
        for number in trainings:
            for transitions, each in product(product(_TRANSITIONS, repeat=number), told):
                asked = ((0, 1),) * (number + 1)
                yield case(number_of_actions=2, **each, transitions=transitions, asked=asked)

    return cases


def _drawn(make: Callable[[Random, int], Told], half: Any) -> Callable[[int], Case]:
    def drawn(seed: int) -> Case:
        draw = Random(seed)
        number_of_actions, observations = draw.choice((1, 2, 3, 4, MOST_ACTIONS)), range(draw.randrange(1, 4))
        transitions = tuple(
            (
                draw.choice(observations),
                draw.randrange(number_of_actions),
                draw.choice((-2, -1, -half, 0, half / 2, 1, 3)),
                draw.choice(observations),
            )
            for _ in range(draw.randrange(2, LONGEST + 1))
        )
        asked = tuple(tuple(draw.choices(observations, k=draw.randrange(1, 4))) for _ in range(len(transitions) + 1))
        told = make(draw, LONGEST)
        return case(number_of_actions=number_of_actions, **told, transitions=transitions, asked=asked)

    return drawn


def _long_cases(make: Callable[[Random, int], Told], profile: str) -> Iterator[Case]:
    long = (LONG,) * (10 if profile == "full" else 1)
    for seed, trainings in enumerate((0, 16, *long)):
        draw = Random(seed)
        yield _drawn_long(make, draw, draw.randrange(2, 5), trainings)
    yield _drawn_long(make, Random(len(long)), MOST_ACTIONS, LONG // 2)


def _drawn_long(make: Callable[[Random, int], Told], draw: Random, number_of_actions: int, trainings: int) -> Case:
    """Return a case of so many trainings, in which what was not seen before goes on coming."""
    transitions, asked = list[Any](), list[Any]([(0,)])
    for place in range(trainings):
        seen = (0, 0, 1 + place // EACH)
        action, reward = draw.randrange(number_of_actions), draw.choice((-1, 1))
        transitions.append((draw.choice(seen), action, reward, draw.choice(seen)))
        asked.append((transitions[-1][0],))
    asked[-1] = tuple(range(1 + -(-trainings // EACH)))  # in the end about all that was ever seen
    told = make(draw, trainings)
    return case(number_of_actions=number_of_actions, **told, transitions=tuple(transitions), asked=tuple(asked))


def _one_by_one(make: Callable[[Random, int], Told], half: Any) -> Case:
    """Return a case in which each of many actions is punished once, by less than 1; what it does is asked each time."""
    transitions = tuple((0, action, -half, 0) for action in range(MOST_ACTIONS))
    told, asked = make(Random(0), MOST_ACTIONS), ((0,),) * (MOST_ACTIONS + 1)
    return case(number_of_actions=MOST_ACTIONS, **told, transitions=transitions, asked=asked)


def beginnings_of_training(given: Case) -> Iterator[Case]:
    """Yield the case with its first trainings, as many rounds of questions and one."""
    for transitions in beginnings(given["transitions"]):
        yield case(**{**given, "transitions": transitions, "asked": given["asked"][: len(transitions) + 1]})


def fewer_trainings(given: Case) -> Iterator[Case]:
    """Yield the case without one of its trainings, the last first, and with shorter rounds of questions."""
    transitions, asked = given["transitions"], given["asked"]
    for place in reversed(range(len(transitions))):
        for left in (place, place + 1):
            fewer = asked[:left] + asked[left + 1 :]
            yield case(**{**given, "transitions": transitions[:place] + transitions[place + 1 :], "asked": fewer})
    for place, observations in enumerate(asked):
        for index in range(len(observations)):
            fewer = (*asked[:place], observations[:index] + observations[index + 1 :], *asked[place + 1 :])
            yield case(**{**given, "asked": fewer})


def asking_changes_nothing(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return the answers, and those where each question is put three times in a row, the last of each three."""
    asked = tuple(tuple(each for each in questions for _ in range(3)) for questions in given["asked"])
    return ask(given), tuple(answers[2::3] for answers in ask({**given, "asked": asked}))


def _claims(agent: _Agent, semantics: str) -> tuple[CaseClaim, ...]:
    as_published = semantics == "published"
    told = agent.told_as_published if as_published else agent.told
    expected = _expected(agent.published if as_published else agent.learner)

    def drawn_told(draw: Random, trainings: int) -> Told:
        drawn = agent.drawn(draw, trainings)
        return {**drawn, **{name: told[0][name] for name in drawn if name != "draws"}} if as_published else drawn

    drawn = _drawn(drawn_told, agent.half)
    claim = claims_of("reference", agent.source, expected=expected, smaller=fewer_trainings)
    few = "2 actions, 2 observations, rewards 1 and -1"
    by_hand = (*agent.by_hand, _one_by_one(drawn_told, agent.half))
    longer = f"drawn trainings on 2 to {LONGEST} transitions of up to {MOST_ACTIONS} actions and 3 observations"
    return (
        claim("untrained", "what it does before any training", few, cases=_cases(told, range(1))),
        claim(
            "trained",
            "what it does after training",
            f"all trainings on 1 or 2 transitions of {few}",
            cases=_cases(told, range(1, 3)),
        ),
        claim(
            "longer_training",
            "what it does along longer trainings",
            f"{longer}, and {len(by_hand)} by hand",
            cases=lambda profile: by_hand,
            drawn=drawn,
            number={"quick": 150, "full": 1_500},
        ),
        claim(
            "hundreds_of_trainings",
            "what it does along hundreds of trainings",
            f"drawn trainings on 0 to {LONG} transitions, and in the end questions about all that was seen",
            cases=lambda profile: map(agent.clear, _long_cases(drawn_told, profile)),
            smaller=beginnings_of_training,
        ),
        *(() if as_published else agent.more(claim)),
        claims_of("lemmas", "Alexander et al. 2022, Definition 6")(
            "asking",
            "asking it changes nothing",
            f"drawn trainings on 2 to {LONGEST} transitions",
            drawn=drawn,
            law=asking_changes_nothing,
            smaller=fewer_trainings,
        ),
    )


def wrong_actions(answer: Any) -> str | None:
    """Return what is wrong with the type of the answers of an agent, if anything."""
    flat = (each for part in answer for each in (part if isinstance(part, tuple) else (part,)))
    wrong = next((each for each in flat if type(each) is not int or each < 0), None)
    return None if wrong is None else f"{wrong!r} is no action, an int >= 0"


def _drawn_draws(draw: Random, trainings: int) -> Told:
    return {"draws": tuple(draw.randrange(16) / 16 for _ in range(2 * trainings + 2))}


def _drawn_numbers(draw: Random, trainings: int) -> Told:
    draws = _drawn_draws(draw, trainings)
    return {**draws, **{name: draw.randrange(1, 4) / 4 for name in ("epsilon", "learning_rate", "gamma")}}


def _drawn_at_the_ends(draw: Random, trainings: int) -> Told:
    """Return numbers of which some are 0 or 1; an epsilon of 1 shows most, and of 0 nothing."""
    drawn = {"epsilon": draw.choice((0.75, 1.0)), "learning_rate": draw.choice((0.5, 1.0))}
    return {**_drawn_draws(draw, trainings), **drawn, "gamma": draw.choice((0.0, 1.0))}


_BOTH_DRAWS = tuple({"draws": draws} for draws in (_DRAWS, _OTHER_DRAWS))
_NEAR_15_OF_100 = {"draws": (0.1501, 0.875, 0.1499, 0.875, 0.1501, 0.875)}
"""Draws on both sides of 15/100. The float 0.15 is less than that, and no less than itself: it is not asked about."""


def _paid(first: tuple[int, ...], second: tuple[int, ...]) -> Case:
    """Return the case of two actions that were paid so, of which the best is asked for after the last training."""
    transitions = tuple((0, action, r, 0) for action, paid in enumerate((first, second)) for r in paid)
    draws, asked = (0.5,) * (2 * len(transitions) + 2), (*((),) * len(transitions), (0,))
    return case(number_of_actions=2, draws=draws, transitions=transitions, asked=asked)


_EQUAL_AVERAGES = (_paid((-1, 1, 1), (-2, 3, 0)), _paid((-2, 3, 0), (-1, 1, 1)))
"""Averages of a third each. As a float that is moved by each reward, one of the two comes to be greater."""


_HALVES = {"epsilon": 0.75, "learning_rate": 0.5, "gamma": 0.5}
_AS_PUBLISHED = {"epsilon": 0.9, "learning_rate": 0.1, "gamma": 0.9}

_AT_EPSILON: Told = {"draws": (0.75, 0.875, 0.75, 0.875, 0.75, 0.125), **_HALVES}
_AT_EPSILON_AS_PUBLISHED: Told = {"draws": (0.9, 0.875, 0.9, 0.875, 0.9, 0.125), **_AS_PUBLISHED}
"""Draws that are just epsilon, which is not more than epsilon."""


# --- Numbers that are not dyadic ---

CLEAR = 1 / 100
"""By how much values that were trained differ at least where the greatest is asked for: rounding decides nothing."""


def without_close_values(given: Case) -> Case:
    """Return the case without the questions about observations of which two values that were trained are close."""
    learner = _exact_learner(**{name: value for name, value in given.items() if name not in {"transitions", "asked"}})
    state, moved, asked = learner.initial, set[Any](), list[Any]()
    for transition, questions in zip((None, *given["transitions"]), given["asked"], strict=True):
        if transition is not None:
            state = learner.learn(state, Transition(*transition))
            moved.add(transition[:2])
        asked.append(tuple(each for each in questions if _is_clear(learner.row(state, each), each, moved)))
    return case(**{**given, "asked": tuple(asked)})


def _is_clear(row: Any, seen: Any, moved: set[Any]) -> bool:
    """Whether no value that was trained is close to another, or to 0."""
    values = (*map(float, row), 0.0)
    return all(
        abs(values[action] - other) >= CLEAR
        for action in range(len(row))
        if (seen, action) in moved
        for place, other in enumerate(values)
        if place != action
    )


def _exact_learner(**told: Any) -> QLearner:
    """Return the learner that is told the decimal fractions as which its numbers are written."""
    exact: Any = {name: Fraction(str(each)) if isinstance(each, float) else each for name, each in told.items()}
    return QLearner(**exact)


def _decimal_expected(transitions: Any, asked: Any, **told: Any) -> Any:
    return _answers(_exact_learner(**told), transitions, asked)


def _drawn_decimal(seed: int) -> Case:
    """Return a case in which two of three trainings bring a value near to the best other."""
    draw = Random(seed)
    number_of_actions, transitions, asked = draw.randrange(2, 5), list[Any](), list[Any]([()])
    told = {"number_of_actions": number_of_actions, "draws": (0.5,) * (2 * DECIMAL + 2), **_AS_PUBLISHED}
    learner, moved = _exact_learner(**told), set[Any]()
    state = learner.initial
    for place in range(DECIMAL):
        seen, action, after = draw.randrange(2), draw.randrange(number_of_actions), draw.randrange(2)
        row = learner.row(state, seen)
        best = max(value for other, value in enumerate(row) if other != action)
        even = (
            row[action] + (best - row[action]) / learner.learning_rate - learner.gamma * max(learner.row(state, after))
        )
        reward = floor(even) + draw.randrange(2) if place % 3 else draw.randrange(1, 500)
        transitions.append((seen, action, reward, after))
        state = learner.learn(state, Transition(*transitions[-1]))
        moved.add((seen, action))
        asked.append((seen,) if _is_clear(learner.row(state, seen), seen, moved) else ())
    return case(**told, transitions=tuple(transitions), asked=tuple(asked))


def _with_other_numbers(claim: Callable[..., CaseClaim]) -> tuple[CaseClaim, ...]:
    return (
        claim(
            "at_the_ends",
            "what it does with gamma 0 or 1, and epsilon and learning rate up to 1",
            f"drawn trainings on 2 to {LONGEST} transitions of up to {MOST_ACTIONS} actions and 3 observations",
            "the reward itself is not discounted: with a gamma of 0 values move towards it, and not towards 0",
            drawn=_drawn(_drawn_at_the_ends, 0.5),
            number={"quick": 20, "full": 200},
        ),
        claim(
            "as_in_the_paper",
            "what it does with epsilon 0.9, learning rate 0.1 and gamma 0.9",
            f"drawn trainings on {DECIMAL} transitions",
            "a table of double precision will do: no two values that it is asked about are as close as 1/100",
            expected=_decimal_expected,
            drawn=_drawn_decimal,
            number={"quick": 6, "full": 60},
            smaller=beginnings_of_training,
        ),
    )


_AGENTS = (
    _Agent(
        "agent_constant",
        "always does 0",
        lambda number_of_actions: ConstantLearner(0),
        lambda number_of_actions: ConstantLearner(0),
    ),
    _Agent(
        "agent_random",
        "does the whole part of n times draw m, for n actions and m trainings so far",
        RandomLearner,
        RandomLearner,
        _BOTH_DRAWS,
        _BOTH_DRAWS,
        _drawn_draws,
    ),
    _Agent(
        "agent_naive",
        "does what had the best average immediate reward on this observation, the first of equals, what was never "
        "tried counting as 0; but the whole part of n times draw 2m + 1 where draw 2m is less than 15/100, for n "
        "actions and m trainings so far",
        NaiveLearner,
        NaiveLearner,
        (*_BOTH_DRAWS, _NEAR_15_OF_100),
        (*_BOTH_DRAWS, _NEAR_15_OF_100),
        _drawn_draws,
        _EQUAL_AVERAGES,
    ),
    _Agent(
        "agent_simple",
        "does the least action that was never followed by a negative reward on this observation, or 0 if there is none",
        SimpleLearner,
        SimpleLearner,
    ),
    _Agent(
        "agent_q",
        "does what has the greatest Q-value on this observation, the first of equals; but the whole part of n times "
        "draw 2m + 1 where draw 2m is more than epsilon, or all its Q-values on this observation are 0, for n actions "
        "and m trainings so far; training moves Q(o, a) by learning_rate towards r + gamma max Q(o', .), from 0",
        QLearner,
        QLearnerPublished,
        (*({**draws, **_HALVES} for draws in _BOTH_DRAWS), _AT_EPSILON),
        (*({**draws, **_AS_PUBLISHED} for draws in _BOTH_DRAWS), _AT_EPSILON_AS_PUBLISHED),
        _drawn_numbers,
        clear=without_close_values,
        more=_with_other_numbers,
        half=0.5,
    ),
)

_NAMES: Mapping[str, str] = {
    "number_of_actions": "how many actions there are (n_actions, or num_legal_actions, will do)",
    "draws": "a tuple of numbers in [0, 1)",
    "epsilon": "the probability to do what is best, as published; usually it is that to explore",
    "learning_rate": "how far a training moves a value",
    "gamma": "how much the next observation counts",
    "transitions": "what it is trained on, one by one: (o_prev, a, r, o_next)",
    "asked": "what it is asked about before any training, after the first, and so on",
}

_TOLD = "; what it is told, it is told by keywords that it takes, and else by class attributes"


def _suite(agent: _Agent) -> CaseSuite:
    told = dict(agent.told[0])
    names = ("number_of_actions", *told, "transitions", "asked")
    smoke = tuple(
        case(number_of_actions=2, **told, transitions=_TRANSITIONS[:number], asked=((0, 1),) * (number + 1))
        for number in range(3)
    )
    return CaseSuite(
        agent.name,
        agent.source,
        agent.meaning,
        {name: _NAMES[name] for name in names},
        (
            Convention(
                f"a class with act(obs) and train(o_prev, a, r, o_next){_TOLD}",
                agent_adapters.ActTrain,
                class_with_methods("act", "train"),
            ),
            Convention(
                "a class with predict(obs), which returns the action or (action, state) as Stable-Baselines3 does, and "
                f"learn(o_prev, a, r, o_next){_TOLD}",
                agent_adapters.PredictLearn,
                class_with_methods("predict", "learn"),
            ),
            Convention(
                "a class of learners, values with initial, act(state, obs) and learn(state, transition), made with the "
                "keywords that it takes; or such a value",
                agent_adapters.LearnerValue,
                has_methods("act", "learn"),
            ),
        ),
        smoke,
        wrong_actions,
        lambda semantics: _claims(agent, semantics),
        "as defined, in floating point numbers" if agent.name == "agent_q" else "as defined",
    )


AGENT_SUITES: Mapping[str, CaseSuite] = MappingProxyType({agent.name: _suite(agent) for agent in _AGENTS})
"""All of them, by name."""
