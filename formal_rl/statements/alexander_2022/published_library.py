"""Every environment of the published library in its readings, and where these depart from one another."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import starmap
from typing import Any

from attrs import frozen

from formal_rl.agents import ConstantLearner, LearnerClass, RepeatedDraws, as_agent
from formal_rl.checking import Part
from formal_rl.checking._path_exploration import Unknown, decide_each
from formal_rl.checking.departures import (
    every_sequence,
    first_difference,
    first_published_difference,
    functional_departure,
    one_sequence,
    published_departure,
)
from formal_rl.checking.outcome import Cover, Disagreement, decide_cases, unless
from formal_rl.environments import CATALOGUE, EnvironmentRecord, PublishedEnvironment
from formal_rl.environments.catalogue import RECORDS
from formal_rl.environments.library.crying_baby import Nutrition, published_contentment
from formal_rl.histories import Action, history
from formal_rl.on_demand import LazyMapping
from formal_rl.statements.entries import Evidence
from formal_rl.statements.library import OWN_RATE, RateReadingLearner, compared
from formal_rl.transforms import opposite
from formal_rl.transforms.opposite import OppositePublished

_PUBLISHED = {
    record.published_name: record
    for record in sorted(RECORDS, key=lambda record: record.published_name)
    if record.published_name
}
_RATE = CATALOGUE["incentivize_learning_rate"]


def _made(name: str) -> Any:
    return compared(_PUBLISHED[name], "published") if name in _PUBLISHED else _RATE.made("published_old")


PUBLISHED_FORMS: Mapping[str, PublishedEnvironment] = LazyMapping((*_PUBLISHED, f"{_RATE.published_name}_Old"), _made)
"""All but the inspector of steps. Where a form needs an altered agent, one that does one more."""

FORESEEN = {
    "functional adversarial_sequence_evader": "… on (0,0) 0 (1,1) 0: … got Percept(-1, 0)",
    "functional adversarial_sequence_predictor": "… on (0,0) 0 (-1,1) 0: … got Percept(1, 0)",
    "functional incentivize_zero": "… on (0,0) 0: … got Percept(1, 0)",
    "published self_recognition, the same observations": "… on (0,2) 0 (-1,2) 0: … got Percept(-1, 2)",
    "published incentivize_zero": "incentivize_zero: the first observation: expected 0, got 1",
}
"""Counterexamples that other statements name, by their parts; docs/findings/departures.md has them all."""


@frozen
class Comparison:
    """One form beside the definition: of which year, how it departs, and the part that shows it.

    An empty line claims that it does not depart, beyond having no initial percept, as far as the part looks.
    """

    year: int
    line: str
    compare: Callable[[], Part]

    def part(self) -> Part:
        """Compare; the part is meant to fail where the form departs."""
        part = self.compare()
        return part.meant_to_fail(FORESEEN.get(part.name, "…: expected …, got …")) if self.line else part


@frozen
class LibraryEnvironment:
    """One environment: its name here and there, where its definition is from, and its forms beside it.

    ``in_2021`` says what there was then, where no comparison of that year is made: nothing, or the definition itself.
    """

    name: str
    published_name: str
    origin: str
    comparisons: tuple[Comparison, ...]
    in_2021: str = ""


FOUR = every_sequence(4)
"""The action sequences that most comparisons use."""

_PLAYED = {
    ("crying_baby", "functional"): one_sequence(0, 0, 0, 0, 0, 1, 1, 1, 1),
    ("limited_memory", "functional"): one_sequence(0, 0, 0, 0, 0, 0),
    ("limited_memory", "published"): one_sequence(0, 0, 0, 0, 0, 0, 0),
}
"""The others."""


def _departure(record: EnvironmentRecord, form: str) -> Part:
    """Compare a form with the definition, for all learners or all agents."""
    depart: Callable[..., Part] = functional_departure if form == "functional" else published_departure
    actions = range(3 if record.name == "third_action_forbidden" else 2)
    played = _PLAYED.get((record.name, form), FOUR)
    return depart(record.name, compared(record, form), compared(record), actions=actions, played=played)


_published = partial(published_departure, actions=range(2), played=FOUR)


def _of_value(name: str, about: str, expected: object, got: object) -> Part:
    """Compare a plain value: what it is about, what the definition gives, what the form gives."""
    return decide_cases(name, [(about, unless(expected == got, about, expected, got))], domain="a plain value")


def _contentment() -> Part:
    expected = Nutrition().reward(Nutrition().level(3, 0))
    about = "contentment after 3 turns without a meal"
    return _of_value("published crying_baby, numbers", about, expected, published_contentment(2))


def _rate_that_is_not_told() -> Part:
    """Compare the older published form with its definition for a learner that has no rate but takes the keyword."""
    learner, published = ConstantLearner(0), _RATE.made("published_old")
    percept, _ = published.step(LearnerClass(learner), published.start(LearnerClass(learner))[1], 0)
    expected = _RATE.made("functional", learner)(as_agent(learner), history((0, 0), 0))
    about = "reward 1 of a constant learner"
    return _of_value("published incentivize_learning_rate, older", about, expected, percept)


def _observations_are_histories() -> Part:
    """Compare what self-recognition shows with Example 18, which shows histories."""
    shown = compared(CATALOGUE["self_recognition"])(lambda prompt: 0, ()).observation
    return _of_value("self_recognition, Example 18", "the kind of the first observation", tuple, type(shown))


def _rate(form: str) -> Part:
    """Compare a form with half the rate, for all learners with a rate; the functional one is of rate 1."""
    name = _RATE.name

    def claim(sequence: tuple[Action, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
        learner = RateReadingLearner(unknown.learner, OWN_RATE)
        definition, other = _RATE.load()(learner), _RATE.load(form)
        if form == "published":
            return first_published_difference(name, (other, definition), learner, sequence, cover)
        return first_difference(f"functional {name}", (other(learner), definition), as_agent(learner), sequence, cover)

    domain = f"all learners with a learning rate, {FOUR.words}"
    return decide_each(f"{form} {name}", claim, FOUR.sequences, actions=range(2), domain=domain)


def _the_same_observations(name: str, published: Any = (0, 0, *(Fraction(1, 2),) * 9), definition: Any = None) -> Part:
    """Compare the two with draws of which they make the same observations: a button at first, and never again."""
    record, form = CATALOGUE[name], f"{name}, the same observations"
    return _published(form, record.made("published", published), record.made("definition", definition or published[1:]))


_REVERSED = CATALOGUE["reverse_history"]
_ALWAYS = RepeatedDraws((Fraction(3, 8),))
"""Draws with which self-recognition always shows the same sentence."""

_LATER: Mapping[str, tuple[Callable[[], Part], ...]] = {
    "crying_baby": (_contentment,),
    "incentivize_learning_rate": (_rate_that_is_not_told,),
    "reverse_history": (lambda: _published("reverse_history", _REVERSED.made("published"), _REVERSED.made(), first=2),),
    "self_recognition": (
        partial(_the_same_observations, "self_recognition", _ALWAYS, _ALWAYS),
        _observations_are_histories,
    ),
    "tempting_button": (partial(_the_same_observations, "tempting_button"),),
    "tempting_button_variation": (partial(_the_same_observations, "tempting_button_variation"),),
}
"""Comparisons that show a published form's last departures: comparing all percepts shows none, or the first."""


def _comparisons(record: EnvironmentRecord) -> Iterator[Comparison]:
    """Compare the functional form, if there is one, and the published one, as often as it departs."""
    compare: Callable[[str], Part] = _rate if record is _RATE else partial(_departure, record)
    if record.has("functional"):
        yield Comparison(2021, record.functional_differs, partial(compare, "functional"))
    later = _LATER.get(record.name, ())
    lines = record.published_differs
    yield Comparison(2022, "" if len(lines) == len(later) else lines[0], partial(compare, "published"))
    yield from starmap(partial(Comparison, 2022), zip(lines[len(lines) - len(later) :], later, strict=True))


def _of_record(record: EnvironmentRecord) -> LibraryEnvironment:
    in_2021 = "" if record.has("functional") else record.in_2021
    return LibraryEnvironment(record.name, record.published_name, record.source, (*_comparisons(record),), in_2021)


_INSPECTOR = CATALOGUE["punish_nondeterministic_agent"]
_NEGATED = Comparison(
    2022,
    "rewards are negated on the way out: simulated agents are trained on rewards that are not negated",
    lambda: _published("opposite", OppositePublished(_INSPECTOR.made("published")), opposite(_INSPECTOR.made())),
)

LIBRARY: tuple[LibraryEnvironment, ...] = (
    *(_of_record(record) for record in sorted(RECORDS, key=lambda record: record.name) if record.published_name),
    LibraryEnvironment("opposite", "minus_rewards", "A22 Section 6", (_NEGATED,), "as defined"),
)
"""Every environment of the published library but the inspector of steps, which counts what depends on Python."""


def parts_of(name: str) -> Evidence:
    """Yield the comparisons of an environment, each made when it is decided."""
    for environment in LIBRARY:
        for comparison in environment.comparisons if environment.name == name else ():
            yield lambda scope, compare=comparison.part: compare()
