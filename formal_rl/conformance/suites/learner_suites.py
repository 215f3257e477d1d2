"""The suite of learners: whatever an agent does, those that are trained alike act alike, and asking changes nothing."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any

from formal_rl.checking import SCHEDULES, ProgramStep, Schedule, trials
from formal_rl.conformance.adapters import agents as drivers
from formal_rl.conformance.engine.search import beginnings
from formal_rl.conformance.engine.suite import Ask, Case, Suite, Symmetry, case, claims_of, of_the_paper
from formal_rl.conformance.suites.agent_suites import MOST_ACTIONS, agent_adapters, shifted, wrong_actions

SOURCE = "Alexander et al. 2022, Definition 6"

OBSERVATIONS = (0, 1)
TRANSITIONS = ((0, 0, -1, 0), (0, 1, 1, 1), (1, 0, -1, 0))
"""What learners are asked about and trained on, where everything is gone through."""

_DRAWS = tuple(sixteenth / 16 for sixteenth in (3, 14, 9, 6, 0, 12, 15, 1) * 4)


def _case(deeds: Any) -> Case:
    return case(number_of_actions=2, draws=_DRAWS, deeds=tuple(map(tuple, deeds)))


def a_and_b_do_the_same(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return what a and b, which were trained alike, do when each is asked for the last time."""
    asked = [name for name, verb, _ in given["deeds"] if verb == "asked"]
    answers = dict(zip(asked, ask(given), strict=True))
    return answers["a"], answers["b"]


def a_and_b_answer_alike(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return all that a and b, which were trained alike, answer to each question, however often they are asked it."""
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


_SENTENCES: Mapping[str, tuple[str, Schedule]] = {
    "side_by_side": ("two that are trained alike, step by step in turns, act alike", SCHEDULES["side by side"]),
    "made_later": ("one that is made and trained later acts alike", SCHEDULES["b made later"]),
    "made_earlier": ("one that is made earlier and trained later acts alike", SCHEDULES["b made earlier"]),
    "asked_repeatedly": ("asking again changes nothing", SCHEDULES["a asked repeatedly"]),
    "asked_in_between": ("asking between trainings changes nothing", SCHEDULES["a asked in between"]),
    "another_trained": ("training another changes nothing", SCHEDULES["another trained in between"]),
    "kept": ("where it stands is kept while another goes on from there", _kept),
}


MOST_QUESTIONS = 40
"""How many questions there are in the longest program that asks often."""


def _asked_often(questions_to_a_training: int) -> Iterator[Case]:
    """Yield programs in which a is asked more and more often, and b once; both are trained alike, twice at first."""
    for number in range(1, MOST_QUESTIONS + 1):
        course: list[Any] = [("made", None), *(("trained", each) for each in TRANSITIONS[:2])]
        for place in range(number):
            if place and place % questions_to_a_training == 0:
                course.append(("trained", TRANSITIONS[place // questions_to_a_training % len(TRANSITIONS)]))
            course.append(("asked", OBSERVATIONS[place % len(OBSERVATIONS)]))
        b = (deed for deed in course if deed[0] != "asked")
        yield _case((*(("a", *deed) for deed in course), *(("b", *deed) for deed in (*b, course[-1]))))


_OFTEN = {"asked_repeatedly": MOST_QUESTIONS, "asked_in_between": 3}
"""The claims that go on to such programs, and how many questions there are to a training."""


def _programs(name: str, schedule: Schedule, profile: str) -> Iterator[Case]:
    found = trials(
        3 if profile == "full" else 2,
        observations=OBSERVATIONS,
        transitions=TRANSITIONS,  # type: ignore[arg-type]
        schedules={"": schedule},
    )
    yield from (_case(trial.program) for trial in found)
    if name in _OFTEN:
        yield from _asked_often(_OFTEN[name])


LONGEST, LONG = 14, 260
"""How many trainings a drawn program has at most, and a long one."""


def _drawn(seed: int) -> Case:
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
    return _case((*deeds, ("a", "asked", observation), ("b", "asked", observation)))


def _drawn_long(seed: int) -> Case:
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
    return case(**{**_case(deeds), "number_of_actions": MOST_ACTIONS, "draws": _DRAWS * (LONG // 15)})


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


def _program(deeds: Any, given: Case) -> str:
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


_claim = claims_of("reference", SOURCE, law=a_and_b_do_the_same)
_FEW = f"all programs with at most 2 transitions (full: 3) of {len(TRANSITIONS)}"
_CLAIMS = (
    *(
        _claim(
            name,
            sentence,
            f"{_FEW}, and up to {MOST_QUESTIONS} questions" if name in _OFTEN else _FEW,
            cases=partial(_programs, name, schedule),
        )
        for name, (sentence, schedule) in _SENTENCES.items()
    ),
    _claim(
        "longer_training",
        "two that are trained alike, and asked whatever in between, act alike",
        f"drawn programs with 3 to {LONGEST} transitions",
        draw=_drawn,
        smaller=shorter_programs,
    ),
    _claim(
        "hundreds_of_trainings",
        "two that are trained alike, hundreds of times, act alike, whatever another is trained on",
        f"drawn programs with {LONG} transitions",
        cases=lambda profile: map(_drawn_long, range(20 if profile == "full" else 2)),
        law=a_and_b_answer_alike,
        smaller=beginnings_of_programs,
    ),
)

LEARNER = Suite(
    "learner",
    SOURCE,
    "those that were trained alike act alike, whatever was asked in between and whatever others there are",
    {
        "number_of_actions": "how many actions there are (n_actions, or num_legal_actions, will do)",
        "draws": "a tuple of numbers in [0, 1), for those that draw",
        "deeds": "what is done, one by one: who, is made, trained, asked or copied, and on what",
    },
    agent_adapters(drivers.deeds_of_instances, drivers.deeds_of_predictors, drivers.deeds_of_a_learner),
    tuple(
        _case((("a", "made", None), *(("a", "trained", each) for each in TRANSITIONS[:number]), ("a", "asked", 0)))
        for number in range(3)
    ),
    wrong_actions,
    of_the_paper(_CLAIMS),
    symmetry=Symmetry("actions renumbered alike, observations shifted", shifted),
    hint="two that are trained alike act alike: look for what a question changes, and for what instances share",
    written={"deeds": _program},
)

LEARNER_SUITES: Mapping[str, Suite] = MappingProxyType({LEARNER.name: LEARNER})
"""All of them, by name."""
