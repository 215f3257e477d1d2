"""The suites of agents: those of the benchmark whose code is small, and learners, whatever they do.

They are trained and asked by turns. An agent does what its definition says; learners that are trained alike act alike.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from math import floor
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl import agents
from formal_rl.checking.semideterminism import SCHEDULES, ProgramStep, Schedule, trials
from formal_rl.conformance.adapters import agents as drivers
from formal_rl.conformance.adapters.cases import class_with_methods, has_methods
from formal_rl.conformance.engine.search import beginnings
from formal_rl.conformance.engine.suite import (
    Adapter,
    Ask,
    Case,
    Claim,
    Suite,
    Symmetry,
    case,
    changed,
    claims_of,
    in_words,
    of_the_paper,
)

_SOURCE = "Alexander et al. 2022, Section 6"

Settings: TypeAlias = Mapping[str, Any]
"""The settings of an agent besides its number of actions."""

LONGEST = 12
"""How many trainings a drawn case has at most."""

LONG, DECIMAL, EACH = 256, 32, 8
"""How many trainings a long case has, one with numbers that are not dyadic, and one until something new is seen."""

MOST_ACTIONS, MOST_QUESTIONS = 12, 40
"""How many actions there are in some drawn cases, and questions in the longest program that asks often."""

_LONGER = f"drawn trainings on 2 to {LONGEST} transitions of up to {MOST_ACTIONS} actions and 3 observations"

_TRANSITIONS = tuple(product((0, 1), (0, 1), (-1, 1), (0, 1)))

_DRAWS = tuple(sixteenth / 16 for sixteenth in (3, 9, 14, 6, 0, 12, 15, 1))
_OTHER_DRAWS = tuple(sixteenth / 16 for sixteenth in (15, 1, 2, 13, 8, 5, 11, 7))


@frozen
class _Agent:
    """One agent: its suite, its meaning in a line, its learner, and its settings in the small cases.

    ``clear`` makes a long case one that rounding does not decide, and ``more`` adds claims of its own. Some rewards
    are a ``half`` or part of it: a float where all numbers are floats. ``published`` is the agent as published, if
    that takes other settings.
    """

    name: str
    meaning: str
    learner: Callable[..., agents.Learner[Any]]
    small: tuple[Settings, ...] = ({},)
    drawn: Callable[[Random, int], Settings] = lambda draw, trainings: {}
    by_hand: tuple[Case, ...] = ()
    clear: Callable[[Case], Case] = lambda given: given
    more: Callable[[Callable[..., Claim]], Iterable[Claim]] = lambda claim: ()
    half: Any = Fraction(1, 2)
    hint: str = ""
    published: "_Agent | None" = None


def _expected(make: Callable[..., agents.Learner[Any]]) -> Callable[..., Any]:
    def expected(transitions: Any, asked: Any, **settings: Any) -> Any:
        return next(drivers.as_learner(make(**settings))({**settings, "transitions": transitions, "asked": asked}))

    return expected


def _cases(agent: _Agent, trainings: range, profile: str) -> Iterator[Case]:
    """Yield the cases of two actions: each training from few transitions, all observations asked after each."""
    for number in trainings:
        for transitions, settings in product(product(_TRANSITIONS, repeat=number), agent.small):
            yield case(number_of_actions=2, **settings, transitions=transitions, asked=((0, 1),) * (number + 1))


def _drawn(agent: _Agent, seed: int) -> Case:
    draw = Random(seed)
    number_of_actions, observations = draw.choice((1, 2, 3, 4, MOST_ACTIONS)), range(draw.randrange(1, 4))
    rewards = (-2, -1, -agent.half, 0, agent.half / 2, 1, 3)
    kinds = (observations, range(number_of_actions), rewards, observations)
    transitions = tuple(tuple(map(draw.choice, kinds)) for _ in range(draw.randrange(2, LONGEST + 1)))
    asked = tuple(tuple(draw.choices(observations, k=draw.randrange(1, 4))) for _ in range(len(transitions) + 1))
    settings = agent.drawn(draw, LONGEST)
    return case(number_of_actions=number_of_actions, **settings, transitions=transitions, asked=asked)


def _long_cases(agent: _Agent, profile: str) -> Iterator[Case]:
    long = (LONG,) * (10 if profile == "full" else 1)
    for seed, trainings in enumerate((0, 16, *long)):
        draw = Random(seed)
        yield agent.clear(_drawn_long(agent, draw, draw.randrange(2, 5), trainings))
    yield agent.clear(_drawn_long(agent, Random(len(long)), MOST_ACTIONS, LONG // 2))


def _drawn_long(agent: _Agent, draw: Random, number_of_actions: int, trainings: int) -> Case:
    """Return a case with a number of trainings, in which new observations keep coming."""
    transitions, asked = list[Any](), list[Any]([(0,)])
    for place in range(trainings):
        seen = (0, 0, 1 + place // EACH)
        action, reward = draw.randrange(number_of_actions), draw.choice((-1, 1))
        transitions.append((draw.choice(seen), action, reward, draw.choice(seen)))
        asked.append((transitions[-1][0],))
    asked[-1] = tuple(range(1 + -(-trainings // EACH)))  # in the end about all that was ever seen
    settings = agent.drawn(draw, trainings)
    return case(number_of_actions=number_of_actions, **settings, transitions=tuple(transitions), asked=tuple(asked))


def _one_by_one(agent: _Agent) -> Case:
    """Return a case that punishes each of many actions once, by less than 1, and asks for the action each time."""
    transitions = tuple((0, action, -agent.half, 0) for action in range(MOST_ACTIONS))
    settings, asked = agent.drawn(Random(0), MOST_ACTIONS), ((0,),) * (MOST_ACTIONS + 1)
    return case(number_of_actions=MOST_ACTIONS, **settings, transitions=transitions, asked=asked)


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


def _claims(agent: _Agent, semantics: str) -> tuple[Claim, ...]:
    agent = (semantics == "published" and agent.published) or agent
    claim = claims_of("reference", _SOURCE, reference=_expected(agent.learner), smaller=fewer_trainings)
    by_hand = (*agent.by_hand, _one_by_one(agent))
    claims = in_words(
        claim,
        f"""
        untrained: what it does before any training
          2 actions, 2 observations, rewards 1 and -1
        trained: what it does after training
          all trainings on 1 or 2 transitions of 2 actions, 2 observations, rewards 1 and -1
        longer_training: what it does along longer trainings
          {_LONGER}, and {len(by_hand)} by hand
        hundreds_of_trainings: what it does along hundreds of trainings
          drawn trainings on 0 to {LONG} transitions, and in the end questions about all that was seen
        """,
        untrained={"cases": partial(_cases, agent, range(1))},
        trained={"cases": partial(_cases, agent, range(1, 3))},
        longer_training={
            "cases": lambda profile: by_hand,
            "draw": partial(_drawn, agent),
            "number": {"quick": 150, "full": 1_500},
        },
        hundreds_of_trainings={"cases": partial(_long_cases, agent), "smaller": beginnings_of_training},
    )
    return (*claims, *agent.more(claim))


def wrong_actions(answer: Any) -> str | None:
    """Return what is wrong with the type of the answers of an agent, if anything."""
    flat = (each for part in answer for each in (part if isinstance(part, tuple) else (part,)))
    wrong = next((each for each in flat if type(each) is not int or each < 0), None)
    return None if wrong is None else f"{wrong!r} is no action, an int >= 0"


def _drawn_draws(draw: Random, trainings: int) -> Settings:
    return {"draws": tuple(draw.randrange(16) / 16 for _ in range(2 * trainings + 2))}


def _drawn_numbers(draw: Random, trainings: int) -> Settings:
    draws = _drawn_draws(draw, trainings)
    return {**draws, **{name: draw.randrange(1, 4) / 4 for name in ("epsilon", "learning_rate", "gamma")}}


def _drawn_at_the_ends(draw: Random, trainings: int) -> Settings:
    """Return numbers of which some are 0 or 1; an epsilon of 1 shows most, and of 0 nothing."""
    drawn = {"epsilon": draw.choice((0.75, 1.0)), "learning_rate": draw.choice((0.5, 1.0))}
    return {**_drawn_draws(draw, trainings), **drawn, "gamma": draw.choice((0.0, 1.0))}


_BOTH_DRAWS = tuple({"draws": draws} for draws in (_DRAWS, _OTHER_DRAWS))
_NEAR_15_OF_100 = {"draws": (0.1501, 0.875, 0.1499, 0.875, 0.1501, 0.875)}
"""Draws on both sides of 15/100. The float 0.15 is less than that, and no less than itself: it is not asked about."""


def _paid(first: tuple[int, ...], second: tuple[int, ...]) -> Case:
    """Return the case of two actions with these rewards, which asks for the best after the last training."""
    transitions = tuple((0, action, r, 0) for action, paid in enumerate((first, second)) for r in paid)
    draws, asked = (0.5,) * (2 * len(transitions) + 2), (*((),) * len(transitions), (0,))
    return case(number_of_actions=2, draws=draws, transitions=transitions, asked=asked)


_EQUAL_AVERAGES = (_paid((-1, 1, 1), (-2, 3, 0)), _paid((-2, 3, 0), (-1, 1, 1)))
"""Averages of a third each. As a float that is moved by each reward, one of the two comes to be greater."""

_HALVES = {"epsilon": 0.75, "learning_rate": 0.5, "gamma": 0.5}
_AS_PUBLISHED = {"epsilon": 0.9, "learning_rate": 0.1, "gamma": 0.9}

_AT_EPSILON: Settings = {"draws": (0.75, 0.875, 0.75, 0.875, 0.75, 0.125), **_HALVES}
_AT_EPSILON_AS_PUBLISHED: Settings = {"draws": (0.9, 0.875, 0.9, 0.875, 0.9, 0.125), **_AS_PUBLISHED}
"""Draws that are just epsilon, which is not more than epsilon."""


# --- Numbers that are not dyadic ---

CLEAR = 1 / 100
"""The least difference of trained values if a case asks for the greatest: rounding decides nothing."""


def without_close_values(given: Case) -> Case:
    """Return the case without the questions about observations of which two values that were trained are close."""
    learner = _exact_learner(**{name: value for name, value in given.items() if name not in {"transitions", "asked"}})
    state, moved, asked = learner.initial, set[Any](), list[Any]()
    for transition, questions in zip((None, *given["transitions"]), given["asked"], strict=True):
        if transition is not None:
            state = learner.learn(state, agents.Transition(*transition))
            moved.add(transition[:2])
        clear = (each for each in questions if _is_clear(learner.row(state, each), {a for o, a in moved if o == each}))
        asked.append(tuple(clear))
    return case(**{**given, "asked": tuple(asked)})


def _is_clear(row: Any, moved: set[int]) -> bool:
    """Whether no value of an action that was trained is close to another, or to 0."""
    values = (*map(float, row), 0.0)
    return all(
        abs(values[action] - other) >= CLEAR
        for action in moved
        for place, other in enumerate(values)
        if place != action
    )


def _exact_learner(**settings: Any) -> agents.QLearner:
    """Return the learner whose numbers are the decimal fractions that the floats print as."""
    exact: Any = {name: Fraction(str(each)) if isinstance(each, float) else each for name, each in settings.items()}
    return agents.QLearner(**exact)


def _drawn_decimal(seed: int) -> Case:
    """Return a case in which two of three trainings bring a value near to the best other."""
    draw = Random(seed)
    number_of_actions, transitions, asked = draw.randrange(2, 5), list[Any](), list[Any]([()])
    settings = {"number_of_actions": number_of_actions, "draws": (0.5,) * (2 * DECIMAL + 2), **_AS_PUBLISHED}
    learner = _exact_learner(**settings)
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
        state = learner.learn(state, agents.Transition(*transitions[-1]))
        asked.append((seen,))
    return without_close_values(case(**settings, transitions=tuple(transitions), asked=tuple(asked)))


_AT_THE_ENDS = _Agent("agent_q", "", agents.QLearner, drawn=_drawn_at_the_ends, half=0.5)


def _with_other_numbers(claim: Callable[..., Claim]) -> Iterable[Claim]:
    return in_words(
        claim,
        f"""
        at_the_ends: what it does with gamma 0 or 1, and epsilon and learning rate up to 1
          {_LONGER}
          the reward itself is not discounted: with a gamma of 0 values move towards it, and not towards 0
        as_in_the_paper: what it does with epsilon 0.9, learning rate 0.1 and gamma 0.9
          drawn trainings on {DECIMAL} transitions
          a table of double precision will do: no question compares two values as close as 1/100
        """,
        at_the_ends={"draw": partial(_drawn, _AT_THE_ENDS), "number": {"quick": 20, "full": 200}},
        as_in_the_paper={
            "reference": _expected(_exact_learner),
            "draw": _drawn_decimal,
            "number": {"quick": 6, "full": 60},
            "smaller": beginnings_of_training,
        },
    )


_AGENTS = (
    _Agent(
        "agent_constant",
        "always does 0",
        lambda number_of_actions: agents.ConstantLearner(0),
        hint="it does 0 on every observation, trained or not",
    ),
    _Agent(
        "agent_random",
        "does the whole part of n times draw m, for n actions and m trainings so far",
        agents.RandomLearner,
        _BOTH_DRAWS,
        _drawn_draws,
        hint="it reads draw m after m trainings, whatever the number of questions in between",
    ),
    _Agent(
        "agent_naive",
        "does what had the best average immediate reward on this observation, the first of equals, what was never "
        "tried counting as 0; but the whole part of n times draw 2m + 1 where draw 2m is less than 15/100, for n "
        "actions and m trainings so far",
        agents.NaiveLearner,
        (*_BOTH_DRAWS, _NEAR_15_OF_100),
        _drawn_draws,
        _EQUAL_AVERAGES,
        hint="it reads draws 2m and 2m + 1 after m trainings, whatever the number of questions in between; it "
        "takes the average of the rewards that followed the action on this observation, not their sum",
    ),
    _Agent(
        "agent_simple",
        "does the least action that was never followed by a negative reward on this observation, or 0 if there is none",
        agents.SimpleLearner,
        hint="one negative reward rules an action out on that observation for ever; where all are ruled out it does 0",
    ),
    _Agent(
        "agent_q",
        "does what has the greatest Q-value on this observation, the first of equals; but the whole part of n times "
        "draw 2m + 1 where draw 2m is more than epsilon, or all its Q-values on this observation are 0, for n actions "
        "and m trainings so far; training moves Q(o, a) by learning_rate towards r + gamma max Q(o', .), from 0",
        agents.QLearner,
        (*({**draws, **_HALVES} for draws in _BOTH_DRAWS), _AT_EPSILON),
        _drawn_numbers,
        clear=without_close_values,
        more=_with_other_numbers,
        half=0.5,
        hint="it reads draws 2m and 2m + 1 after m trainings, whatever the number of questions in between; it "
        "explores where draw 2m is more than epsilon, and where all its Q-values on this observation are 0",
        published=_Agent(
            "agent_q",
            "",
            agents.QLearnerPublished,
            (*({**draws, **_AS_PUBLISHED} for draws in _BOTH_DRAWS), _AT_EPSILON_AS_PUBLISHED),
            lambda draw, trainings: {**_drawn_draws(draw, trainings), **_AS_PUBLISHED},
            clear=without_close_values,
            half=0.5,
        ),
    ),
)

_NAMES: Mapping[str, str] = {
    "number_of_actions": "how many actions there are (n_actions, or num_legal_actions, will do)",
    "draws": "a tuple of numbers in [0, 1)",
    "epsilon": "the probability to do what is best, as published; usually it is that to explore",
    "learning_rate": "how far a training moves a value",
    "gamma": "how much the next observation counts",
    "transitions": "what it is trained on, one by one: (o_prev, a, r, o_next)",
    "asked": "the observations to answer before any training, after the first, and so on",
}

_BY_KEYWORD = "; it gets its settings as the keywords that it takes, and else as class attributes"


def agent_adapters(acted: Any, predicted: Any, learnt: Any) -> tuple[Adapter, ...]:
    """Return the shapes of agents: a class with act, one with predict, and learners, driven so."""
    return (
        Adapter(
            acted,
            f"a class with act(obs) and train(o_prev, a, r, o_next){_BY_KEYWORD}",
            class_with_methods("act", "train"),
        ),
        Adapter(
            predicted,
            "a class with predict(obs), which returns the action or (action, state) as Stable-Baselines3 does, and "
            f"learn(o_prev, a, r, o_next){_BY_KEYWORD}",
            class_with_methods("predict", "learn"),
        ),
        Adapter(
            learnt,
            "a class of learners, values with initial, act(state, obs) and learn(state, transition), made with the "
            "keywords that it takes; or such a value",
            has_methods("act", "learn"),
        ),
    )


_ADAPTERS = agent_adapters(drivers.act_and_train, drivers.predict_and_learn, drivers.as_learner)


def _trained(answer: Any, given: Case) -> Mapping[str, Mapping[str, Any]]:
    parts = {}
    for trainings, (asked, actions) in enumerate(zip(given["asked"], answer, strict=True)):
        after = f"after {trainings} training{'s' * (trainings > 1)}" if trainings else "before any training"
        again = len(set(asked)) < len(asked)
        parts[after] = {
            f"question {place}, it sees {seen!r}" if again else f"it sees {seen!r}": action
            for place, (seen, action) in enumerate(zip(asked, actions, strict=True), start=1)
        }
    return parts


def shifted(draw: Random, given: Case) -> Case:
    """Shift observations, which agents only compare, and turn the actions of programs, which tell none from another."""
    shift, number = draw.randrange(1, 1_000), given["number_of_actions"]
    turn = draw.randrange(number) if "deeds" in given else 0
    new: dict[str, Callable[[Any], Any]] = {
        "trained": lambda what: (what[0] + shift, (what[1] + turn) % number, what[2], what[3] + shift),
        "asked": lambda what: what + shift,
    }
    return changed(
        given,
        transitions=lambda each: tuple(map(new["trained"], each)),
        asked=lambda each: tuple(tuple(map(new["asked"], observations)) for observations in each),
        deeds=lambda each: tuple((who, verb, new[verb](what) if verb in new else what) for who, verb, what in each),
    )


def _suite(agent: _Agent) -> Suite:
    settings = dict(agent.small[0])
    return Suite(
        agent.name,
        _SOURCE,
        agent.meaning,
        {name: _NAMES[name] for name in ("number_of_actions", *settings, "transitions", "asked")},
        _ADAPTERS,
        tuple(
            case(number_of_actions=2, **settings, transitions=_TRANSITIONS[:number], asked=((0, 1),) * (number + 1))
            for number in range(3)
        ),
        wrong_actions,
        lambda adapter, semantics, depth: _claims(agent, semantics),
        "as defined, in floating point numbers" if agent.name == "agent_q" else "as defined",
        hint=agent.hint,
        parts=_trained,
        symmetry=Symmetry("observations shifted", shifted),
    )


# --- Learners: whatever an agent does, those that are trained alike act alike, and asking changes nothing ---

_OF_LEARNERS = "Alexander et al. 2022, Definition 6"

_OBSERVATIONS = (0, 1)
_FEW_TRANSITIONS = ((0, 0, -1, 0), (0, 1, 1, 1), (1, 0, -1, 0))
"""The transitions of cases that try every training."""

_FOR_PROGRAMS = tuple(sixteenth / 16 for sixteenth in (3, 14, 9, 6, 0, 12, 15, 1) * 4)


def _of_deeds(deeds: Any) -> Case:
    return case(number_of_actions=2, draws=_FOR_PROGRAMS, deeds=tuple(map(tuple, deeds)))


def a_and_b_do_the_same(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return the last answers of a and b, which were trained alike."""
    asked = [name for name, verb, _ in given["deeds"] if verb == "asked"]
    answers = dict(zip(asked, ask(given), strict=True))
    return answers["a"], answers["b"]


def a_and_b_answer_alike(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return all answers of a and b, which were trained alike, to each question, repeated ones included."""
    asked = [(name, what) for name, verb, what in given["deeds"] if verb == "asked"]
    answers = dict.fromkeys((*question, answer) for question, answer in zip(asked, ask(given), strict=True))
    a, b = (tuple(each[1:] for each in answers if each[0] == name) for name in "ab")
    return a, b


def _kept(script: Any, observation: Any, observations: Any, transitions: Any) -> Iterator[list[ProgramStep]]:
    """Yield programs in which another goes on from where a stands, and in which a is the copy."""
    for other in transitions:
        a = [ProgramStep("a", "made"), *(ProgramStep("a", "trained", each) for each in script)]
        c = [("c", "copied", "a"), ProgramStep("c", "trained", other)]
        b = [ProgramStep("b", "made"), *(ProgramStep("b", "trained", each) for each in script)]
        asked = (ProgramStep("a", "asked", observation), *b, ProgramStep("b", "asked", observation))
        yield [*a, *c, *asked]  # type: ignore[list-item]
        original = [("c", *step[1:]) for step in a]
        yield [*original, ("a", "copied", "c"), ("c", "trained", other), *asked]  # type: ignore[list-item]


_SCHEDULES: Mapping[str, tuple[str, Schedule]] = {
    "side_by_side": ("two that are trained alike, step by step in turns, act alike", SCHEDULES["side by side"]),
    "made_later": ("one that is made and trained later acts alike", SCHEDULES["b made later"]),
    "made_earlier": ("one that is made earlier and trained later acts alike", SCHEDULES["b made earlier"]),
    "asked_repeatedly": ("asking again changes nothing", SCHEDULES["a asked repeatedly"]),
    "asked_in_between": ("asking between trainings changes nothing", SCHEDULES["a asked in between"]),
    "another_trained": ("training another changes nothing", SCHEDULES["another trained in between"]),
    "kept": ("where it stands is kept while another goes on from there", _kept),
}


def _asked_often(questions_to_a_training: int) -> Iterator[Case]:
    """Yield programs that query a more and more often, and b once; both are trained alike, twice at first."""
    for number in range(1, MOST_QUESTIONS + 1):
        course: list[Any] = [("made", None), *(("trained", each) for each in _FEW_TRANSITIONS[:2])]
        for place in range(number):
            if place and place % questions_to_a_training == 0:
                course.append(("trained", _FEW_TRANSITIONS[place // questions_to_a_training % len(_FEW_TRANSITIONS)]))
            course.append(("asked", _OBSERVATIONS[place % len(_OBSERVATIONS)]))
        b = (deed for deed in course if deed[0] != "asked")
        yield _of_deeds((*(("a", *deed) for deed in course), *(("b", *deed) for deed in (*b, course[-1]))))


_OFTEN = {"asked_repeatedly": MOST_QUESTIONS, "asked_in_between": 3}
"""The claims that go on to such programs, and how many questions there are to a training."""


def _programs(name: str, schedule: Schedule, profile: str) -> Iterator[Case]:
    found = trials(
        3 if profile == "full" else 2,
        observations=_OBSERVATIONS,
        transitions=_FEW_TRANSITIONS,  # type: ignore[arg-type]
        schedules={"": schedule},
    )
    yield from (_of_deeds(trial.program) for trial in found)
    if name in _OFTEN:
        yield from _asked_often(_OFTEN[name])


def _drawn_program(seed: int) -> Case:
    draw = Random(seed)
    observations = range(draw.randrange(1, 4))
    waiting: dict[str, list[Any]] = {"a": [], "b": []}
    for _ in range(draw.randrange(3, LONGEST + 1)):
        transition = (draw.choice(observations), draw.randrange(2), draw.choice((-2, 0, 1)), draw.choice(observations))
        for course in waiting.values():
            course.extend([("asked", draw.choice(observations))] * draw.randrange(2))
            course.append(("trained", transition))
    deeds: list[Any] = [("a", "made", None), ("b", "made", None)]
    while any(waiting.values()):
        name = draw.choice([name for name, course in waiting.items() if course])
        deeds.append((name, *waiting[name].pop(0)))
    observation = draw.choice(observations)
    return _of_deeds((*deeds, ("a", "asked", observation), ("b", "asked", observation)))


def _long_program(seed: int) -> Case:
    """Return a program in which a, then c on something else, and then b is trained; what is new goes on coming."""
    draw = Random(seed)
    courses: tuple[list[Any], list[Any]] = ([], [])
    for course in courses:
        for place in range(LONG):
            o_prev, o_next = draw.choices((0, 1 + place // 16), k=2)
            course.append((o_prev, draw.choice((0, 1, 8, 11)), draw.choice((-2, 0, 1, 1)), o_next))
    deeds: list[Any] = [(name, "made", None) for name in "acb"]
    for name, course in zip("acb", (*courses, courses[0]), strict=True):
        deeds += [(name, "trained", transition) for transition in course]
    for name, times in (("a", 3), ("b", 1)):
        deeds += [(name, "asked", observation) for observation in range(2 + LONG // 16) for _ in range(times)]
    return case(**{**_of_deeds(deeds), "number_of_actions": MOST_ACTIONS, "draws": _FOR_PROGRAMS * (LONG // 15)})


def beginnings_of_programs(given: Case) -> Iterator[Case]:
    """Yield the program with the first trainings of each, and all questions."""
    trainings = sum(deed[:2] == ("a", "trained") for deed in given["deeds"])
    for kept in beginnings(tuple(range(trainings))):
        seen, deeds = Counter[str](), list[Any]()
        for deed in given["deeds"]:
            seen[deed[0]] += deed[1] == "trained"
            if deed[1] != "trained" or seen[deed[0]] <= len(kept):
                deeds.append(deed)
        yield case(**{**given, "deeds": tuple(deeds)})


def shorter_programs(given: Case) -> Iterator[Case]:
    """Yield the program without one of its trainings, of a and of b alike, or without a question; last ones first."""
    deeds = given["deeds"]
    trained = {name: [place for place, deed in enumerate(deeds) if deed[:2] == (name, "trained")] for name in "ab"}
    for pair in reversed(list(zip(trained["a"], trained["b"], strict=False))):
        yield case(**{**given, "deeds": tuple(deed for place, deed in enumerate(deeds) if place not in pair)})
    for place in reversed(range(len(deeds) - 2)):
        if deeds[place][1] == "asked":
            yield case(**{**given, "deeds": (*deeds[:place], *deeds[place + 1 :])})


def _program_text(deeds: Any, given: Case) -> str:
    """Return what is done with learners: a line each time another one is turned to, and each verb once in a row."""
    lines: list[str] = []
    last: tuple[str, str] = ("", "")
    for who, verb, what in deeds:
        if who != last[0]:
            lines.append(f"{who}: {verb}")
        elif verb != last[1]:
            lines[-1] += f", {verb}"
        lines[-1] += "" if what is None else f" {what}"
        last = who, verb
    return "\n".join(lines)


_of_programs = claims_of("reference", _OF_LEARNERS, law=a_and_b_do_the_same)
_FEW = f"all programs with at most 2 transitions (full: 3) of {len(_FEW_TRANSITIONS)}"
_ABOUT_PROGRAMS = (
    *(
        _of_programs(
            name,
            sentence,
            f"{_FEW}, and up to {MOST_QUESTIONS} questions" if name in _OFTEN else _FEW,
            cases=partial(_programs, name, schedule),
        )
        for name, (sentence, schedule) in _SCHEDULES.items()
    ),
    _of_programs(
        "longer_training",
        "two that are trained alike, and asked whatever in between, act alike",
        f"drawn programs with 3 to {LONGEST} transitions",
        draw=_drawn_program,
        smaller=shorter_programs,
    ),
    _of_programs(
        "hundreds_of_trainings",
        "two that are trained alike, hundreds of times, act alike, whatever another is trained on",
        f"drawn programs with {LONG} transitions",
        cases=lambda profile: map(_long_program, range(20 if profile == "full" else 2)),
        law=a_and_b_answer_alike,
        smaller=beginnings_of_programs,
    ),
)

_LEARNER = Suite(
    "learner",
    _OF_LEARNERS,
    "those that were trained alike act alike, whatever was asked in between and whatever others there are",
    {
        "number_of_actions": "how many actions there are (n_actions, or num_legal_actions, will do)",
        "draws": "a tuple of numbers in [0, 1), for those that draw",
        "deeds": "what is done, one by one: who, is made, trained, asked or copied, and on what",
    },
    agent_adapters(drivers.deeds_of_instances, drivers.deeds_of_predictors, drivers.deeds_of_a_learner),
    tuple(
        _of_deeds(
            (("a", "made", None), *(("a", "trained", each) for each in _FEW_TRANSITIONS[:number]), ("a", "asked", 0))
        )
        for number in range(3)
    ),
    wrong_actions,
    of_the_paper(_ABOUT_PROGRAMS),
    symmetry=Symmetry("actions renumbered alike, observations shifted", shifted),
    hint="two that are trained alike act alike: look for what a question changes, and for what instances share",
    written={"deeds": _program_text},
)

AGENT_SUITES: Mapping[str, Suite] = MappingProxyType({each.name: each for each in (*map(_suite, _AGENTS), _LEARNER)})
"""All of them, by name."""
