"""Every environment of the published library in its readings, and where these depart from one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Literal

from attrs import frozen

from formal_rl.checking.departures import (
    PAID,
    PUNISHED,
    Played,
    every_sequence,
    first_difference,
    first_published_difference,
    functional_departure,
    one_sequence,
    published_departure,
)
from formal_rl.checking.examples import decide_cases
from formal_rl.checking.forking import Unknown, decide_each
from formal_rl.checking.outcome import Disagreement, Note, Part
from formal_rl.environments import (
    ConstantLearner,
    ExtendedEnvironment,
    Learner,
    LearnerClass,
    PublishedEnvironment,
    PublishedTemptingButton,
    RepeatedDraws,
    as_agent,
    deja_vu,
    deja_vu_published,
    false_memories,
    false_memories_published,
    ignore_rewards,
    ignore_rewards_published,
    reverse_history,
    reverse_history_published,
    tempting_button,
)
from formal_rl.environments.adversarial_sequence_evader import (
    adversarial_sequence_evader,
    adversarial_sequence_evader_functional,
    adversarial_sequence_evader_published,
)
from formal_rl.environments.adversarial_sequence_predictor import (
    adversarial_sequence_predictor,
    adversarial_sequence_predictor_functional,
    adversarial_sequence_predictor_published,
)
from formal_rl.environments.after_images import PublishedAfterImages, after_images
from formal_rl.environments.as_if import AsIfPublished
from formal_rl.environments.censored_observation import PublishedCensoredObservation, censored_observation
from formal_rl.environments.crying_baby import (
    Nutrition,
    crying_baby,
    crying_baby_functional,
    crying_baby_published,
    published_contentment,
    published_nutrition,
)
from formal_rl.environments.crying_baby_2 import crying_baby_2, crying_baby_2_published
from formal_rl.environments.ignore_observations import (
    PublishedIgnoreObservations,
    ignore_observations,
    ignore_observations_functional,
)
from formal_rl.environments.ignore_rewards_3 import ignore_rewards_3, ignore_rewards_3_published
from formal_rl.environments.incentivize_learning_rate import (
    incentivize_learning_rate,
    incentivize_learning_rate_old,
    incentivize_learning_rate_old_published,
    incentivize_learning_rate_published,
)
from formal_rl.environments.incentivize_zero import (
    incentivize_zero,
    incentivize_zero_functional,
    incentivize_zero_published,
)
from formal_rl.environments.limited_memory import (
    limited_memory,
    limited_memory_functional,
    limited_memory_published,
)
from formal_rl.environments.self_recognition import PublishedSelfRecognition, self_recognition
from formal_rl.environments.tempting_button import tempting_button_functional
from formal_rl.environments.tempting_button_variation import (
    PublishedTemptingButtonVariation,
    tempting_button_variation,
    tempting_button_variation_functional,
)
from formal_rl.environments.third_action_forbidden import third_action_forbidden
from formal_rl.environments.turn_by_turn import (
    delayed_rewards,
    delayed_rewards_functional,
    delayed_rewards_published,
    flip_every_other,
    flip_every_other_published,
    ignore_actions,
    ignore_actions_published,
    ignore_rewards_2,
    ignore_rewards_2_functional,
    ignore_rewards_2_published,
    nth_reward_multiplied_by_n,
    nth_reward_multiplied_by_n_published,
    punish_nondeterministic_agent,
    punish_nondeterministic_agent_published,
    repeater,
    repeater_functional,
    repeater_published,
    shifted_rewards,
    shifted_rewards_published,
)
from formal_rl.histories import Action, history
from formal_rl.statements.library_pairs import EIGHTHS, next_in_turn
from formal_rl.statements.published_forms import next_in_turn_class
from formal_rl.statements.role_pairs import OWN_RATE, Told
from formal_rl.transforms import OppositePublished, opposite

_FORESEEN = {
    "functional adversarial_sequence_evader": (
        "adversarial_sequence_evader: percept 2, counted from 0, on (0,0) 0 (1,1) 0: expected "
        "Percept(1, 1), got Percept(-1, 0)"
    ),
    "functional adversarial_sequence_predictor": (
        "adversarial_sequence_predictor: percept 2, counted from 0, on (0,0) 0 (-1,1) 0: expec"
        "ted Percept(-1, 1), got Percept(1, 0)"
    ),
    "published censored_observation": (
        "censored_observation: percept 4, counted from 0, on (0,0) 0 (1,0) 0 (1,2) 1 (-1,0) 0:"
        " expected Percept(-1, 1), got Percept(1, 1)"
    ),
    "functional crying_baby": (
        "crying_baby: percept 9, … on (1,0) 0 (1,0) 0 (1,0) 0 (1,0) 0 (1,0) 0 (1,0) 1 (1,0) 1 "
        "(1,0) 1 (1,0) 1: expected Percept(-1, 1), got Percept(1, 0)"
    ),
    "published crying_baby": (
        "crying_baby: percept 2, counted from 0, on (0,0) 0 (1,0) 1: expected Percept(-1, 1), got Percept(1, 0)"
    ),
    "published crying_baby, numbers": ("contentment after 3 turns without a meal: expected 1, got -1"),
    "published crying_baby_2": (
        "crying_baby_2: percept 2, counted from 0, on (0,1) 0 (1,0) 1: expected Percept(1, 1), got Percept(1, 0)"
    ),
    "published deja_vu": ("deja_vu: percept 1, counted from 0, on (0,0) 0: expected Percept(1, 0), got Percept(0, 0)"),
    "functional delayed_rewards": (
        "delayed_rewards: percept 2, counted from 0, on (0,0) 0 (1,0) 0: expected Percept(-1, 0), got Percept(1, 0)"
    ),
    "published flip_every_other": (
        "flip_every_other: percept 2, counted from 0, on (0,0) 0 (1,0) 0: expected Percept(-1, 0), got Percept(1, 0)"
    ),
    "functional ignore_observations": (
        "ignore_observations: percept 0, counted from 0,: expected Percept(0, 1), got Percept(0, 0)"
    ),
    "published ignore_observations": (
        "ignore_observations: percept 1, counted from 0, on (0,1) 0: expected Percept(-1, 0), got Percept(1, 0)"
    ),
    "functional ignore_rewards_2": (
        "ignore_rewards_2: percept 3, counted from 0, on (0,0) 0 (1,0) 1 (-1,0) 0: expected Pe"
        "rcept(-1, 0), got Percept(1, 0)"
    ),
    "functional incentivize_learning_rate": (
        "functional incentivize_learning_rate: percept 1, counted from 0, on (0,0) 0: expected"
        " Percept(-1, 0), got Percept(1, 0)"
    ),
    "published incentivize_learning_rate, older": (
        "reward 1 of a constant learner: expected Percept(-1, 0), got Percept(1, 0)"
    ),
    "functional incentivize_zero": (
        "incentivize_zero: percept 1, counted from 0, on (0,0) 0: expected Percept(-1, 0), got Percept(1, 0)"
    ),
    "published incentivize_zero": ("incentivize_zero: the first observation: expected 0, got 1"),
    "functional limited_memory": (
        "limited_memory: percept 6, counted from 0, on (0,0) 0 (1,0) 0 (1,0) 0 (1,0) 0 (1,0) 0"
        " (1,0) 0: expected Percept(-1, 0), got Percept(1, 0)"
    ),
    "published nth_reward_multiplied_by_n": (
        "nth_reward_multiplied_by_n: percept 2, counted from 0, on (0,0) 0 (1,0) 0: expected P"
        "ercept(-1, 0), got Percept(1, 0)"
    ),
    "functional repeater": (
        "repeater: percept 2, counted from 0, on (0,0) 0 (1,0) 0: expected Percept(-1, 0), got Percept(1, 0)"
    ),
    "published reverse_history": ("reverse_history: percept …, 0)"),
    "published self_recognition": ("self_recognition: the first observation: expected 2, got 0"),
    "published self_recognition, the same observations": (
        "self_recognition, the same observations: percept 2, counted from 0, on (0,2) 0 (-1,2)"
        " 0: expected Percept(1, 2), got Percept(-1, 2)"
    ),
    "self_recognition, Example 18": ("the kind of the first observation: expected <class 'tuple'>, got <class 'int'>"),
    "functional tempting_button": (
        "tempting_button: percept 0, counted from 0,: expected Percept(0, 1), got Percept(0, 0)"
    ),
    "published tempting_button": ("tempting_button: the first observation: expected 1, got 0"),
    "published tempting_button, the same observations": (
        "tempting_button, the same observations: percept 2, counted from 0, on (0,0) 0 (1,1) 0"
        ": expected Percept(1, 1), got Percept(-1, 1)"
    ),
    "functional tempting_button_variation": (
        "tempting_button_variation: percept 0, counted from 0,: expected Percept(0, 1), got Percept(0, 0)"
    ),
    "published tempting_button_variation": ("tempting_button_variation: the first observation: expected 1, got 0"),
    "published tempting_button_variation, the same observations": (
        "tempting_button_variation, the same observations: percept 2, counted from 0, on (0,0)"
        " 0 (1,1) 0: expected Percept(1, 1), got Percept(-1, 1)"
    ),
    "published opposite": (
        "opposite: percept 2, counted from 0, on (0,0) 0 (-1,0) 0: expected Percept(1, 0), got Percept(-1, 0)"
    ),
}
"""What each part that is meant to fail fails on, by its name."""


EARLY = (Fraction(0), *(Fraction(1, 2),) * 9)
"""Draws with which the definitions show the button at first, and never again."""

LATE = (Fraction(0), Fraction(0), *(Fraction(1, 2),) * 9)
"""Draws with which the published forms do."""

TWO_TURNS = history((0, 0), 0, (0, 0), 0)
"""The false memories that the published library has."""


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
        return part.meant_to_fail(_FORESEEN) if self.line else part


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
"""What most forms are compared on."""

DOCUMENTED = "documented in the library"

SAME: Literal["same"] = "same"
"""For a form of 2021 that is the definition itself."""


def _compared(
    name: str,
    published_name: str,
    definition: ExtendedEnvironment,
    published: PublishedEnvironment,
    functional: ExtendedEnvironment | Literal["same"] | None,
    *,
    origin: str = DOCUMENTED,
    published_line: str = "",
    functional_line: str = "",
    functional_on: Played = FOUR,
    published_on: Played = FOUR,
    actions: Sequence[int] = (0, 1),
    more: tuple[Comparison, ...] = (),
) -> LibraryEnvironment:
    """Return the environment whose forms are compared for all learners and all agents."""
    comparisons = []
    if functional is not None and functional != SAME:
        of_2021 = partial(functional_departure, name, functional, definition, actions=actions, played=functional_on)
        comparisons.append(Comparison(2021, functional_line, of_2021))
    of_2022 = partial(published_departure, name, published, definition, actions=actions, played=published_on)
    comparisons.append(Comparison(2022, published_line, of_2022))
    in_2021 = "was not there" if functional is None else "as defined" if functional == SAME else ""
    return LibraryEnvironment(name, published_name, origin, (*comparisons, *more), in_2021)


def _later(
    line: str, name: str, published: PublishedEnvironment, definition: ExtendedEnvironment, first: int = 0
) -> Comparison:
    """Return another departure of the published form, which the first one hides."""
    part = partial(published_departure, name, published, definition, actions=range(2), played=FOUR, first=first)
    return Comparison(2022, line, part)


def _of_values(name: str, rows: Iterable[tuple[str, object, object]]) -> Part:
    """Compare plain values: what each is about, what the definition gives, what the form gives."""
    return decide_cases(
        name,
        ((about, None if got == expected else Disagreement(about, expected, got)) for about, expected, got in rows),
        domain="plain values, least first",
    )


def _contentment() -> Part:
    def rows() -> Iterator[tuple[str, object, object]]:
        level = 5
        for turns in range(1, 6):
            level = published_nutrition(level, fed=False)
            content = Nutrition().reward(Nutrition().level(turns, 0))
            yield f"contentment after {turns} turns without a meal", content, published_contentment(level)

    return _of_values("published crying_baby, numbers", rows())


def _rate_that_is_not_told() -> Part:
    """Compare the older published form with its definition for a learner that has no rate but takes the keyword."""
    learner = ConstantLearner(0)
    environment = incentivize_learning_rate_old_published
    _, state = environment.start(LearnerClass(learner))
    percept, _ = environment.step(LearnerClass(learner), state, 0)
    expected = incentivize_learning_rate_old(learner)(as_agent(learner), history((0, 0), 0))
    return _of_values(
        "published incentivize_learning_rate, older", [("reward 1 of a constant learner", expected, percept)]
    )


def _opposites() -> Part:
    """Compare the published opposite of the inspector of determinism with the definition's."""
    published = OppositePublished(punish_nondeterministic_agent_published)
    definition = opposite(punish_nondeterministic_agent)
    return published_departure("opposite", published, definition, actions=range(2), played=FOUR)


def _observations_are_histories() -> Part:
    """Compare what self-recognition shows with Example 18, which shows histories."""
    shown = (self_recognition(EIGHTHS)(lambda prompt: 0, ()).observation,)
    return _of_values("self_recognition, Example 18", [("the kind of the first observation", tuple, type(shown[0]))])


def _of_learners(
    name: str, other: Callable[[Learner[Any]], ExtendedEnvironment], learners: str, wrap: Callable[[Learner[Any]], Any]
) -> Part:
    """Compare another environment of learning rates with the one of half the rate, for all learners of a kind."""

    def claim(sequence: tuple[Action, ...], unknown: Unknown, note: Note) -> Disagreement | None:
        learner = wrap(unknown.learner)
        definition = incentivize_learning_rate(learner)
        return first_difference(name, (other(learner), definition), as_agent(learner), sequence, note)

    return decide_each(name, claim, FOUR.sequences, actions=range(2), domain=f"all {learners}, {FOUR.words}")


def _published_rate() -> Part:
    """Compare the published form of half the rate with its definition, for all learners that are told their rate."""

    def claim(sequence: tuple[Action, ...], unknown: Unknown, note: Note) -> Disagreement | None:
        learner = Told(unknown.learner, OWN_RATE)
        forms = (incentivize_learning_rate_published, incentivize_learning_rate(learner))
        return first_published_difference("incentivize_learning_rate", forms, learner, sequence, note)

    domain = f"all learners that are told their learning rate, {FOUR.words}"
    return decide_each(
        "published incentivize_learning_rate",
        claim,
        FOUR.sequences,
        actions=range(2),
        branches=(PAID, PUNISHED),
        domain=domain,
    )


LIBRARY: tuple[LibraryEnvironment, ...] = (
    _compared(
        "adversarial_sequence_evader",
        "AdversarialSequenceEvader",
        adversarial_sequence_evader,
        adversarial_sequence_evader_published,
        adversarial_sequence_evader_functional,
        functional_line="the copy's choices stand a turn late beside the agent's",
    ),
    _compared(
        "adversarial_sequence_predictor",
        "AdversarialSequencePredictor",
        adversarial_sequence_predictor,
        adversarial_sequence_predictor_published,
        adversarial_sequence_predictor_functional,
        functional_line="the copy's choices stand a turn late beside the agent's",
    ),
    _compared(
        "after_images",
        "AfterImages",
        after_images(EIGHTHS),
        PublishedAfterImages(EIGHTHS),
        SAME,
    ),
    _compared(
        "censored_observation",
        "CensoredObservation",
        censored_observation(EIGHTHS),
        PublishedCensoredObservation(EIGHTHS),
        SAME,
        published_line="keeps the action that answers the censored observation, and drops the one that led to it",
    ),
    _compared(
        "crying_baby",
        "CryingBaby",
        crying_baby,
        crying_baby_published,
        crying_baby_functional,
        published_line="the baby answers one thing and is told that it answered the one before",
        functional_line="a turn with a meal takes no nutrition, so that a meal adds 25 in all and not 22",
        origin="A21 Example 17",
        functional_on=one_sequence(0, 0, 0, 0, 0, 1, 1, 1, 1),
        more=(Comparison(2022, "it is content from 3 to 7 of 5 at first, not from 50 to 200 of 100", _contentment),),
    ),
    _compared(
        "crying_baby_2",
        "CryingBaby2",
        crying_baby_2,
        crying_baby_2_published,
        SAME,
        published_line="the parent answers one thing and is told that it answered the one before",
    ),
    _compared(
        "deja_vu",
        "DejaVu",
        deja_vu,
        deja_vu_published,
        SAME,
        published_line="the first reward is 0",
        origin="A21 Example 10",
    ),
    _compared(
        "delayed_rewards",
        "DelayedRewards",
        delayed_rewards,
        delayed_rewards_published,
        delayed_rewards_functional,
        functional_line="the first reward that is earned is delayed, not the second",
    ),
    _compared(
        "false_memories",
        "FalseMemories",
        false_memories(TWO_TURNS),
        false_memories_published,
        SAME,
        origin="A21 Example 8",
    ),
    _compared(
        "flip_every_other",
        "FlipEveryOther",
        flip_every_other,
        flip_every_other_published,
        None,
        published_line="flips the second, fourth, ... reward that is earned, where the first, third, ... are "
        "documented",
    ),
    _compared(
        "ignore_actions",
        "IgnoreActions",
        ignore_actions,
        ignore_actions_published,
        SAME,
    ),
    _compared(
        "ignore_observations",
        "IgnoreObservations",
        ignore_observations(EIGHTHS),
        PublishedIgnoreObservations(EIGHTHS),
        ignore_observations_functional(EIGHTHS),
        published_line="the copy is asked about the first observation for ever, where it should be asked about 0",
        functional_line="two observations, of which 0 is always shown first",
    ),
    _compared(
        "ignore_rewards",
        "IgnoreRewards",
        ignore_rewards,
        ignore_rewards_published,
        SAME,
        origin="A21 Example 6, A22 Example 3",
    ),
    _compared(
        "ignore_rewards_2",
        "IgnoreRewards2",
        ignore_rewards_2,
        ignore_rewards_2_published,
        ignore_rewards_2_functional,
        functional_line="deletes the action that answers a positive reward, not the one that earned it",
    ),
    _compared(
        "ignore_rewards_3",
        "IgnoreRewards3",
        ignore_rewards_3,
        ignore_rewards_3_published,
        SAME,
    ),
    LibraryEnvironment(
        "incentivize_learning_rate",
        "IncentivizeLearningRate",
        DOCUMENTED,
        (
            Comparison(
                2021,
                "learning rate 1, not half the agent's own; so too the published numbers of 2022",
                partial(
                    _of_learners,
                    "functional incentivize_learning_rate",
                    incentivize_learning_rate_old,
                    "learners that are told their learning rate",
                    lambda learner: Told(learner, OWN_RATE),
                ),
            ),
            Comparison(2022, "", _published_rate),
            Comparison(
                2022,
                "the form behind the published numbers compares learners that ignore the keyword with themselves",
                _rate_that_is_not_told,
            ),
        ),
    ),
    _compared(
        "incentivize_zero",
        "IncentivizeZero",
        incentivize_zero,
        incentivize_zero_published,
        incentivize_zero_functional,
        published_line="the agent is shown what the copy does, not 0",
        functional_line="the copy is rewarded before it is asked for the first time",
        origin="A21 Example 11",
    ),
    _compared(
        "limited_memory",
        "LimitedMemory",
        limited_memory,
        limited_memory_published,
        limited_memory_functional,
        functional_line="five percepts are remembered, which are four turns",
        functional_on=one_sequence(0, 0, 0, 0, 0, 0),
        published_on=one_sequence(0, 0, 0, 0, 0, 0, 0),
    ),
    _compared(
        "nth_reward_multiplied_by_n",
        "NthRewardMultipliedByN",
        nth_reward_multiplied_by_n,
        nth_reward_multiplied_by_n_published,
        SAME,
        published_line="multiplies by 0, 1, 2, ... where 1, 2, 3, ... is documented",
    ),
    _compared(
        "punish_nondeterministic_agent",
        "PunishNondeterministicAgent",
        punish_nondeterministic_agent,
        punish_nondeterministic_agent_published,
        SAME,
    ),
    _compared(
        "repeater",
        "Repeater",
        repeater,
        repeater_published,
        repeater_functional,
        functional_line="doubles each percept with the action that answers it, so that rewards stand elsewhere",
    ),
    _compared(
        "reverse_history",
        "ReverseHistory",
        reverse_history,
        reverse_history_published,
        SAME,
        published_line="the first reward is 0",
        origin="A22 Example 5",
        more=(
            _later(
                "a reversed transition has the reward that followed its action, not the one before it",
                "reverse_history",
                reverse_history_published,
                reverse_history,
                first=2,
            ),
        ),
    ),
    _compared(
        "self_recognition",
        "SelfRecognition",
        self_recognition(EIGHTHS),
        PublishedSelfRecognition(EIGHTHS),
        SAME,
        published_line="o_k is made from the draw u_{k+1}",
        more=(
            _later(
                "the copy has been trained on the true last observation, where another should be in its place",
                "self_recognition, the same observations",
                PublishedSelfRecognition(RepeatedDraws((Fraction(3, 8),))),
                self_recognition(RepeatedDraws((Fraction(3, 8),))),
            ),
            Comparison(
                2022,
                "four sentences are asked about, not all histories as in A21 Example 18",
                _observations_are_histories,
            ),
        ),
    ),
    _compared(
        "shifted_rewards",
        "ShiftedRewards",
        shifted_rewards,
        shifted_rewards_published,
        SAME,
    ),
    _compared(
        "tempting_button",
        "TemptingButton",
        tempting_button(EIGHTHS),
        PublishedTemptingButton(EIGHTHS),
        tempting_button_functional(EIGHTHS),
        published_line="the first room has the button for certain, and o_k is made from u_{k+1} the other way round",
        functional_line="0 and 1 are exchanged: 1 is the button, and to push",
        origin="A22 Example 4",
        more=(
            _later(
                "the copy has been trained on the true last observation, where the button should be in its place",
                "tempting_button, the same observations",
                PublishedTemptingButton(LATE),
                tempting_button(EARLY),
            ),
        ),
    ),
    _compared(
        "tempting_button_variation",
        "TemptingButtonVariation",
        tempting_button_variation(EIGHTHS),
        PublishedTemptingButtonVariation(EIGHTHS),
        tempting_button_variation_functional(EIGHTHS),
        published_line="the first room has the button for certain, and o_k is made from u_{k+1} the other way round",
        functional_line="0 and 1 are exchanged: 1 is the button, and to push",
        more=(
            _later(
                "the copy has been trained on the true last observation, where the button should be in its place",
                "tempting_button_variation, the same observations",
                PublishedTemptingButtonVariation(LATE),
                tempting_button_variation(EARLY),
            ),
        ),
    ),
    _compared(
        "third_action_forbidden",
        "ThirdActionForbidden",
        third_action_forbidden(next_in_turn),
        AsIfPublished(next_in_turn_class),
        SAME,
        actions=(0, 1, 2),
    ),
    LibraryEnvironment(
        "opposite",
        "minus_rewards",
        "A22 Section 6",
        (
            Comparison(
                2022,
                "rewards are negated on the way out: simulated agents are trained with what was not negated",
                _opposites,
            ),
        ),
        "as defined",
    ),
)
"""Every environment of the published library but the inspector of steps, which counts what depends on Python."""
