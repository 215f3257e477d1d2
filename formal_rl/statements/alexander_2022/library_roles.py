"""Checks of the environments in which a copy of the agent plays a role, or is asked what it would do otherwise."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import (
    Agent,
    ConstantLearner,
    Draw,
    Draws,
    Learner,
    LearnerClass,
    NaiveLearner,
    QLearner,
    RandomLearner,
    RepeatedDraws,
    SimpleLearner,
    Transition,
    as_agent,
)
from formal_rl.checking import (
    Cover,
    Disagreement,
    Example,
    Pair,
    Part,
    Scope,
    Unknown,
    check_example_rows,
    check_examples,
    decide_alike,
    decide_each,
    decide_plays,
    disagreement,
    every_sequence,
    functional_departure,
    published_departure,
)
from formal_rl.environments import (
    SENTENCES,
    AdversarialSequenceIncremental,
    ExtendedEnvironment,
    IncrementalEnvironment,
    PublishedAdversarialSequence,
    PublishedSelfRecognition,
    SelfRecognitionIncremental,
    TableAgent,
    TableLearner,
    adversarial_sequence,
    adversarial_sequence_functional,
    as_if,
    class_at_rate_one,
    incentivize_learning_rate,
    incentivize_learning_rate_incremental,
    incentivize_learning_rate_old,
    incentivize_learning_rate_old_incremental,
    incentivize_learning_rate_old_published,
    incentivize_learning_rate_published,
    incentivize_zero,
    incentivize_zero_functional,
    incentivize_zero_incremental,
    incentivize_zero_published,
    learning_rate_one,
    mimic,
    self_recognition,
    simulated_play,
)
from formal_rl.environments.altered_agent import AsIfIncremental
from formal_rl.environments.library.adversarial_sequence import AdversarialSequenceState, mirrored
from formal_rl.environments.library.incentivize_learning_rate import class_at_half_the_rate
from formal_rl.environments.library.self_recognition import SelfRecognitionState
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import (
    Action,
    Observation,
    Percept,
    Play,
    actions,
    all_plays,
    history,
    map_observations,
    prompt_of,
)
from formal_rl.statements.alexander_2022.helper_learners import OWN_RATE, RateReadingLearner
from formal_rl.statements.alexander_2022.role_pairs import (
    EVADER,
    HALF_THE_RATE,
    PREDICTOR,
    RATE_ONE,
    RECOGNITION,
    SENTENCES_DRAWN,
    ZERO,
)
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.run_out import percepts_along, published_percepts, run_out
from formal_rl.statements.statement import Statement

_FORESEEN = {
    "functional adversarial_sequence_predictor": (
        "adversarial_sequence_predictor: percept 2, counted from 0, on (0,0) 0 (-1,1) 0: expec"
        "ted Percept(-1, 1), got Percept(1, 0)"
    ),
    "functional adversarial_sequence_evader": (
        "adversarial_sequence_evader: percept 2, counted from 0, on (0,0) 0 (1,1) 0: expected "
        "Percept(1, 1), got Percept(-1, 0)"
    ),
}
"""What each part that is meant to fail fails on, by its name."""


def _as_written_out(
    scope: Scope,
    name: str,
    environment: ExtendedEnvironment,
    letter: ExtendedEnvironment,
    alphabet: Sequence[Percept],
    *,
    branches: Iterable[str] = ("at first", "paid", "punished"),
) -> Part:
    longest, choices = scope.steps(quick=3, full=4), scope.actions()
    paid = {1: "paid", -1: "punished", 0: "neither"}
    return decide_alike(
        f"{name}, as written out",
        (f"the percept of {name}", letter, environment),
        (longest, alphabet, choices),
        branch_of=lambda play, expected: paid[int(expected.reward)] if play else "at first",
        branches=branches,
    )


def _incrementally(scope: Scope, pair: Pair) -> tuple[Part, ...]:
    """Compare as the pair does, a little less far, since the definition's own cost is the square of the turns."""
    return pair.parts(evolve(scope, horizon=scope.steps(quick=4, full=6)))


_ALPHABET = (Percept(0, 0), Percept(-1, 1))
_WITNESS = 3
"""How many actions are tried where another form may depart, whatever the scope."""

_published = partial(published_departure, actions=range(2), played=every_sequence(_WITNESS))
_functional = partial(functional_departure, actions=range(2), played=every_sequence(_WITNESS))


# --- Incentive to incentivize ---


def _zero_letter(T: Agent, s: Play) -> Percept:  # noqa: N803 - the paper's letters
    """Return what Example 11 gives, written out."""
    if s == ():
        return Percept(0, 0)
    a = s[1::2]
    r_prime: list[int] = [0, *a]
    s_prime: Play = (Percept(r_prime[0], 0),)
    for i in range(len(a)):
        a_prime = T(s_prime)
        s_prime = (*s_prime, a_prime, Percept(r_prime[i + 1], 0))
    return Percept(1 if T(s_prime) == 0 else -1, 0)


_REWARDED = TableAgent(
    {
        history((0, 0)): 1,
        history((1, 0)): 1,
        history((0, 0), 0, (0, 0)): 0,
        history((0, 0), 1, (0, 0)): 1,
        history((0, 0), 1, (1, 0)): 0,
        history((0, 0), 1, (1, 0), 0, (0, 0)): 1,
        history((0, 0), 1, (1, 0), 0, (1, 0)): 0,
    }
)
"""At first it does 1; rewarded by 1 it then does 0."""


def incentive_to_incentivize(
    scope: Scope,
    *,
    environment: ExtendedEnvironment = incentivize_zero,
    incremental: IncrementalEnvironment = incentivize_zero_incremental,
) -> Iterator[Part]:
    """Check incentivize zero: by hand, as written out, its incremental form, and against the other forms."""
    yield check_example_rows(
        environment,
        (
            ("at first", "e(T, ⟨⟩) = (0, 0)", _REWARDED, (), Percept(0, 0)),
            (
                "the copy is given 1",
                "it does 1 on (0,0); then s' = (0,0) 1 (1,0), where it does 0: paid",
                _REWARDED,
                history((0, 0), 1),
                Percept(1, 0),
            ),
            (
                "the copy is given 0, which the agent would not do",
                "s' = (0,0) 1 (0,0), where it does 1: punished; nothing but 0 is shown",
                _REWARDED,
                history((0, 0), 0),
                Percept(-1, 0),
            ),
            (
                "two turns",
                "s' = (0,0) 1 (1,0) 0 (0,0), where it does 1: punished",
                _REWARDED,
                history((0, 0), 1, (1, 0), 0),
                Percept(-1, 0),
            ),
            (
                "what the agent met does not matter",
                "for the actions 1 and 1, s' = (0,0) 1 (1,0) 0 (1,0), where it does 0: paid",
                _REWARDED,
                history((5, 2), 1, (7, 3), 1),
                Percept(1, 0),
            ),
        ),
        "incentivize zero",
    )
    learner = TableLearner(
        {
            ((), 0): 1,
            ((Transition(0, 1, 0, 0),), 0): 1,
            ((Transition(0, 0, 0, 0),), 0): 0,
            ((Transition(0, 1, 0, 0), Transition(0, 1, 1, 0)), 0): 0,
            ((Transition(0, 0, 0, 0), Transition(0, 1, 1, 0)), 0): 0,
        }
    )
    yield check_examples(
        (
            (
                "the copy, incrementally, given 0 and 1",
                "it does 1; trained on (0, 1, 0, 0) it does 1: punished; on (0, 1, 1, 0) too, 0: paid",
                (Percept(0, 0), Percept(-1, 0), Percept(1, 0)),
                percepts_along,
                incremental,
                learner,
                (0, 1),
            ),
            (
                "published, given 0 and 1",
                "the same rewards, and the copy's 1, 1 and 0 are shown",
                (1, Percept(-1, 1), Percept(1, 0)),
                published_percepts,
                incentivize_zero_published,
                learner,
                (0, 1),
            ),
            *(
                (f"functional, given {actions(play)}", why, expected, incentivize_zero_functional, agent, play)
                for why, agent, play, expected in (
                    ("(0, 0) at first", _REWARDED, (), Percept(0, 0)),
                    ("on (0,0) it does 1: punished", _REWARDED, history((0, 0), 0), Percept(-1, 0)),
                    ("on (1,0) it does 0: paid", TableAgent({history((1, 0)): 0}), history((0, 0), 1), Percept(1, 0)),
                )
            ),
        ),
        "other forms of incentivize zero",
    )
    yield _as_written_out(scope, "incentivize_zero", environment, _zero_letter, _ALPHABET)
    yield from _incrementally(scope, evolve(ZERO, definition=environment, fast=incremental))
    yield _published("incentivize_zero", incentivize_zero_published, environment).meant_to_fail(
        "incentivize_zero: the first observation: expected 0, got 1"
    )
    yield _functional("incentivize_zero", incentivize_zero_functional, environment).meant_to_fail(
        "incentivize_zero: percept 1, counted from 0, on (0,0) 0: expected Percept(-1, 0), got Percept(1, 0)"
    )


# --- Self-recognition ---


def _recognition_letter(draws: Draws, pi: Agent, h_y: Play) -> Percept:
    """Return what the documentation says, the four sentences one by one."""
    shown = int(6 * draws[len(h_y) // 2])
    if h_y == ():
        return Percept(0, shown)
    h, y = h_y[:-1], h_y[-1]
    were = {o: pi((*h[:-1], Percept(h[-1].reward, o))) for o in (0, 1)} if h[-1].observation in (2, 3, 4, 5) else {}
    if h[-1].observation == 2:
        right = "true" if were[0] == 0 else "false"
    elif h[-1].observation == 3:
        right = "true" if were[0] == 1 else "false"
    elif h[-1].observation == 4:
        right = "true" if were[1] == 0 else "false"
    elif h[-1].observation == 5:
        right = "true" if were[1] == 1 else "false"
    else:
        return Percept(0, shown)
    return Percept(1 if {0: "false", 1: "true"}.get(y) == right else -1, shown)


_FOUR = ((), *product((0, 1), repeat=4))
_PAIRS = tuple(product((0, 1, 2), repeat=2))
_OF_SIX = (2, 0, 5, 0, 3, 4, 1)
"""The observations that the draws 3/8, 1/8, 7/8, 0, 5/8, 6/8 and 2/8 show, one of six."""


def _answered(seen: int, action: Action, would: Callable[[int], Action]) -> int:
    """Return what an answer to what was seen pays."""
    if seen in {0, 1}:
        return 0
    true = would({2: 0, 3: 0, 4: 1, 5: 1}[seen]) == {2: 0, 3: 1, 4: 0, 5: 1}[seen]
    return 1 if action == (1 if true else 0) else -1


def _published_recognition(
    ask: Callable[[Sequence[Transition], Observation], Action], sequence: Sequence[Action]
) -> Iterator[Percept]:
    told: list[Transition] = []
    yield Percept(0, _OF_SIX[1])
    for turn, action in enumerate(sequence, start=1):
        seen, after = _OF_SIX[turn], _OF_SIX[turn + 1]
        reward = _answered(seen, action, partial(ask, told))
        told.append(Transition(seen, action, reward, after))
        yield Percept(reward, after)


def _incremental_recognition(
    ask: Callable[[Sequence[Transition], Observation], Action], sequence: Sequence[Action]
) -> Iterator[Percept]:
    told: list[Transition] = []
    yield Percept(0, _OF_SIX[0])
    for turn, action in enumerate(sequence):
        seen, after = _OF_SIX[turn], _OF_SIX[turn + 1]
        before = tuple(told)

        def would(instead: int, before: tuple[Transition, ...] = before) -> Action:
            return ask((*before[:-1], *(last._replace(next_observation=instead) for last in before[-1:])), instead)

        reward = _answered(seen, action, would)
        told.append(Transition(seen, action, reward, after))
        yield Percept(reward, after)


_SIX = tuple(Fraction(sixth, 6) for sixth in (2, 0, 5, 3))
"""Draws whose observations are 2, 0, 5, 3."""

_RECOGNISED = TableAgent(
    {
        history((0, 0)): 1,
        history((0, 1)): 0,
        history((0, 2)): 0,
        history((0, 3)): 0,
        history((0, 5)): 1,
        history((0, 2), 0, (1, 0)): 1,
        history((0, 2), 0, (1, 1)): 1,
        history((0, 2), 0, (1, 5)): 0,
        history((0, 1), 0, (1, 1)): 0,
        history((0, 4), 1, (-1, 0)): 1,
        history((0, 4), 1, (-1, 3)): 0,
        history((0, 0), 1, (-1, 0)): 0,
    }
)

_SEEN = (Percept(0, 0), Percept(0, 3), Percept(1, 4))


def recognising_oneself(
    scope: Scope,
    *,
    environment: Callable[[Draws], ExtendedEnvironment] = self_recognition,
    incremental: Callable[[Draws], IncrementalEnvironment] = SelfRecognitionIncremental,
) -> Iterator[Part]:
    """Check self-recognition: by hand, as documented, its incremental form, and against the published one."""
    agent = _RECOGNISED
    yield check_example_rows(
        environment(_SIX),
        (
            ("at first", "u_0 = 2/6 shows 2", agent, (), Percept(0, 2)),
            (
                "if this were 0, you would take 0: it is false, and so answered",
                "on (0,0) the agent does 1; FALSE is 0: paid; u_1 = 0 shows 0",
                agent,
                history((0, 2), 0),
                Percept(1, 0),
            ),
            ("the same, answered TRUE", "punished", agent, history((0, 2), 1), Percept(-1, 0)),
            ("if this were 0, you would take 1", "true, and so answered", agent, history((0, 3), 1), Percept(1, 0)),
            (
                "if this were 1, you would take 1, answered FALSE, which the agent would not answer",
                "on (0,1) it does 0, so it is false: paid",
                agent,
                history((0, 5), 0),
                Percept(1, 0),
            ),
            ("neither TRUE nor FALSE", "2 is no answer", agent, history((0, 5), 2), Percept(-1, 0)),
            ("no sentence", "nothing is paid; u_2 shows 5", agent, history((0, 2), 0, (1, 0), 1), Percept(0, 5)),
            (
                "only the last observation is replaced",
                "on (0,2) 0 (1,1) the agent does 1, so *if this were 1, you would take 1* is true: paid",
                agent,
                history((0, 2), 0, (1, 5), 1),
                Percept(1, 5),
            ),
            (
                "after what the agent would not have done",
                "on (0,4) 1 (-1,0) it does 1, so *if this were 0, you would take 1* is true, answered FALSE: punished",
                agent,
                history((0, 4), 1, (-1, 3), 0),
                Percept(-1, 5),
            ),
        ),
        "self-recognition",
    )
    learner = TableLearner(
        {
            ((), 0): 1,
            ((), 1): 0,
            ((Transition(2, 0, 1, 0),), 0): 1,
            ((Transition(2, 0, 1, 2),), 0): 0,
            ((Transition(2, 0, 1, 2), Transition(2, 0, 1, 2)), 0): 1,
        }
    )
    yield check_examples(
        (
            (
                "the copy, incrementally, answering 0 to sentence 2 twice",
                (
                    "untrained it does 1 on 0: false, paid; trained on (2, 0, 1, 0), its end replaced, "
                    "it does 1: false, paid"
                ),
                (Percept(0, 2), Percept(1, 2), Percept(1, 2)),
                percepts_along,
                incremental((_SIX[0],) * 3),
                learner,
                (0, 0),
            ),
            (
                "the same, published",
                "trained on (2, 0, 1, 2), which shows what truly came, it does 0 on 0: true, punished",
                (2, Percept(1, 2), Percept(-1, 2)),
                published_percepts,
                PublishedSelfRecognition((_SIX[0],) * 4),
                learner,
                (0, 0),
            ),
        ),
        "other forms of self-recognition",
    )
    eighths = RepeatedDraws(tuple(Fraction(eighth, 8) for eighth in (3, 1, 7, 0, 5, 6, 2)))
    yield check_examples(
        (("a prompt", "no play", MalformedHistory, lambda: environment(_SIX)(agent, history((0, 0)))),),
        "what is no play",
    )
    for choices, sequences in ((range(2), _FOUR), (range(3), _PAIRS)):
        name = f"published self_recognition, {len(choices)} actions"
        form = PublishedSelfRecognition(eighths)
        yield run_out(name, form, _published_recognition, sequences=sequences, actions=choices)
        name = f"incremental self_recognition, {len(choices)} actions"
        yield run_out(name, incremental(eighths), _incremental_recognition, sequences=sequences, actions=choices)
    draws, every = SENTENCES_DRAWN, ("at first", "paid", "punished", "neither")
    yield _as_written_out(
        scope, "self_recognition", environment(draws), partial(_recognition_letter, draws), _SEEN, branches=every
    )
    yield from _incrementally(scope, evolve(RECOGNITION, definition=environment(draws), fast=incremental(draws)))
    same = (_SIX[0],) * (_WITNESS + 2)
    yield _published("self_recognition", PublishedSelfRecognition(same), environment(same)).meant_to_fail(
        "self_recognition: percept 2, counted from 0, on (0,2) 0 (-1,2) 0: expected Percept(1, 2), got Percept(-1, 2)"
    )


# --- Adversarial sequence prediction ---


def _game_letter(agreeing: int, pi: Agent, play: Play) -> Percept:
    """Return the last percept of the game, played from the beginning, a turn at a time."""
    ours, theirs = Percept(0, 0), Percept(0, 0)
    seen: Play = ()
    for y in play[1::2]:
        z = pi((*seen, theirs))
        seen = (*seen, theirs, z)
        won = agreeing if y == z else -agreeing
        ours, theirs = Percept(won, z), Percept(-won, y)
    return ours


_BOTH_SIDES = TableAgent(
    {
        history((0, 0)): 1,
        history((0, 1)): 0,
        history((0, 0), 1, (-1, 1)): 0,
        history((0, 0), 1, (1, 1)): 1,
        history((0, 0), 1, (1, 0)): 0,
        history((0, 0), 1, (-1, 0)): 1,
        history((0, 1), 0, (-1, 0)): 1,
        history((0, 1), 0, (1, 0)): 1,
    }
)


def _guards_of_the_game(
    game: Callable[[int], ExtendedEnvironment], incremental: Callable[[int], IncrementalEnvironment]
) -> Iterator[Example]:
    """Yield what is refused, and the form of 2021 by hand."""
    prompt = history((0, 0))
    for agreeing in (0, 2):
        about, why = f"agreeing pays {agreeing}", "1 or -1"
        yield (about, why, InvalidParameter, game, agreeing)
        yield (f"{about}, in 2021", why, InvalidParameter, adversarial_sequence_functional, agreeing)
        yield (f"{about}, incrementally", why, ValueError, incremental, agreeing)
        yield (f"{about}, published", why, ValueError, PublishedAdversarialSequence, agreeing)
    yield ("a prompt", "no play", MalformedHistory, game(1), _BOTH_SIDES, prompt)
    functional = adversarial_sequence_functional(1)
    yield ("a prompt, in 2021", "no play", MalformedHistory, functional, _BOTH_SIDES, prompt)
    yield (
        "an observation that is no action, in 2021",
        "the sides cannot be exchanged",
        MalformedHistory,
        functional,
        _BOTH_SIDES,
        history((0, -1), 1),
    )
    yield ("in 2021, at first", "(0, 0)", Percept(0, 0), functional, _BOTH_SIDES, ())
    yield (
        "mirrored",
        "(0,2) 1 (5,4) 3 has the sides (0,1) 2 (-5,0)",
        history((0, 1), 2, (-5, 0)),
        mirrored,
        history((0, 2), 1, (5, 4), 3),
    )
    yield ("one turn, mirrored", "0 stands for the last", history((-7, 0)), mirrored, history((7, 2), 1))
    yield (
        "in 2021, 1 on (0,0)",
        "the copy does 1 on (0,0): paid",
        Percept(1, 1),
        functional,
        _BOTH_SIDES,
        history((0, 0), 1),
    )
    yield (
        "in 2021, then 0",
        "it does 0 on (0,1) 0 (-1,0), the sides of (0,0) 1 (1,0) 0: -1 for 1",
        Percept(-1, 1),
        functional,
        _BOTH_SIDES,
        history((0, 0), 1, (1, 0), 0),
    )


def adversarial_prediction(
    scope: Scope,
    *,
    game: Callable[[int], ExtendedEnvironment] = adversarial_sequence,
    incremental: Callable[[int], IncrementalEnvironment] = AdversarialSequenceIncremental,
) -> Iterator[Part]:
    """Check predictor and evader: by hand, played out, their incremental form, and against the other forms."""
    agent = _BOTH_SIDES
    predictor, evader = game(1), game(-1)
    yield check_example_rows(
        predictor,
        (
            ("at first", "(0, 0)", agent, (), Percept(0, 0)),
            (
                "it predicts 1",
                "the evader does 1 on (0,0): paid, and shown 1",
                agent,
                history((0, 0), 1),
                Percept(1, 1),
            ),
            (
                "it predicts 0, which it itself would not",
                "the evader does 1: punished, and shown 1",
                agent,
                history((0, 0), 0),
                Percept(-1, 1),
            ),
            (
                "it predicts 1, then 0",
                "the evader is on (0,0) 1 (-1,1), and does 0: paid",
                agent,
                history((0, 0), 1, (1, 1), 0),
                Percept(1, 0),
            ),
            (
                "it predicts 0, then 1",
                "the evader is on (0,0) 1 (1,0), and does 0: punished",
                agent,
                history((0, 0), 0, (-1, 1), 1),
                Percept(-1, 0),
            ),
        ),
        "the predictor",
    )
    yield check_example_rows(
        evader,
        (
            ("at first", "(0, 0)", agent, (), Percept(0, 0)),
            ("it does 1", "the predictor does 1 on (0,0): punished", agent, history((0, 0), 1), Percept(-1, 1)),
            ("it does 0, which it itself would not", "evaded: paid", agent, history((0, 0), 0), Percept(1, 1)),
            (
                "it does 0, then 0",
                "the predictor is on (0,0) 1 (-1,0), and does 1: evaded, paid",
                agent,
                history((0, 0), 0, (1, 1), 0),
                Percept(1, 1),
            ),
        ),
        "the evader",
    )
    learner = TableLearner(
        {
            ((), 0): 1,
            ((Transition(0, 1, -1, 1),), 1): 0,
            ((Transition(0, 1, 1, 1),), 1): 1,
        }
    )
    yield check_examples(
        (
            (
                "the copy, incrementally, of a predictor that does 1 and 0",
                "untrained it does 1: paid; trained on (0, 1, -1, 1), on 1, it does 0: paid",
                (Percept(0, 0), Percept(1, 1), Percept(1, 0)),
                percepts_along,
                incremental(1),
                learner,
                (1, 0),
            ),
        ),
        "the predictor, incrementally",
    )
    yield check_examples(_guards_of_the_game(game, incremental), "the other forms of the game, and guards")
    for name, agreeing, environment, pair in (
        ("adversarial_sequence_predictor", 1, predictor, PREDICTOR),
        ("adversarial_sequence_evader", -1, evader, EVADER),
    ):
        yield _as_written_out(scope, name, environment, partial(_game_letter, agreeing), _ALPHABET)
        yield from _incrementally(scope, evolve(pair, definition=environment, fast=incremental(agreeing)))
        yield _published(name, PublishedAdversarialSequence(agreeing), environment)
        yield _functional(name, adversarial_sequence_functional(agreeing), environment).meant_to_fail(_FORESEEN)


# --- The learning rate ---

_HALF, _OWN, _ONE = OWN_RATE / 2, OWN_RATE, Fraction(1)


def _by_rate(answers: dict[Any, dict[Fraction, Action]]) -> RateReadingLearner:
    """Return a learner that is told the rate 1/5 and answers a list and an observation by the rate."""
    return RateReadingLearner(
        TableLearner(
            {
                (trained, (observation, rate)): action
                for (trained, observation), by_rate in answers.items()
                for rate, action in by_rate.items()
            }
        ),
        OWN_RATE,
    )


_TABLES = _by_rate(
    {
        ((), 0): {_HALF: 1, _OWN: 0, 2 * _OWN: 0, _ONE: 0},
        ((Transition(0, 1, 1, 0),), 0): {_HALF: 0, _OWN: 1, 2 * _OWN: 1, _ONE: 1},
        ((Transition(0, 1, -1, 0),), 0): {_HALF: 0, _OWN: 1, 2 * _OWN: 1, _ONE: 1},
    }
)
_Q = QLearner((Fraction(1, 2),) * 8, 2, learning_rate=Fraction(1, 2), gamma=Fraction(0))
_MIXED = history((0, 0), 0, (4, 0), 0, (0, 0), 1, (Fraction(5, 2), 0))
_NO_RATE = TableLearner({((), 0): 0})

ByLearner = Callable[[Learner[Any]], ExtendedEnvironment]


def learning_rates(
    scope: Scope,
    *,
    environment: ByLearner = incentivize_learning_rate,
    old: ByLearner = incentivize_learning_rate_old,
    incremental: IncrementalEnvironment = incentivize_learning_rate_incremental,
    old_incremental: IncrementalEnvironment = incentivize_learning_rate_old_incremental,
) -> Iterator[Part]:
    """Check both environments of learning rates: by hand, as documented, and their incremental forms."""

    def pays(build: ByLearner, learner: Learner[Any], play: Play) -> Callable[[], object]:
        return lambda: build(learner)(as_agent(learner), play)

    yield check_examples(
        (
            ("at first", "(0, 0)", Percept(0, 0), pays(environment, _TABLES, ())),
            (
                "the action at half the rate, which is not the agent's own",
                "the agent does 0 on (0,0), and at half its rate 1: 1 is paid",
                Percept(1, 0),
                pays(environment, _TABLES, history((0, 0), 1)),
            ),
            ("its own action", "punished", Percept(-1, 0), pays(environment, _TABLES, history((0, 0), 0))),
            (
                "the past is the true one",
                "trained on (0, 1, 1, 0), at half the rate it does 0: paid",
                Percept(1, 0),
                pays(environment, _TABLES, history((0, 0), 1, (1, 0), 0)),
            ),
            (
                "a Q-learner of rate 1/2 without foresight",
                (
                    "at 1/4, Q(0,0) = (1 - 1/4) 4/4 = 3/4 and Q(0,1) = 5/8: it does 0, and 0 is paid; "
                    "at 1/2, Q(0,0) = 1 and Q(0,1) = 5/4: it does 1 itself"
                ),
                Percept(1, 0),
                pays(environment, _Q, (*_MIXED, 0)),
            ),
            ("the same, its own action", "punished", Percept(-1, 0), pays(environment, _Q, (*_MIXED, 1))),
            ("no learning rate", "punished", Percept(-1, 0), pays(environment, _NO_RATE, history((0, 0), 0))),
        ),
        "half the learning rate",
    )
    yield check_examples(
        (
            ("at rate 1", "it does 0 on (0,0): paid", Percept(1, 0), pays(old, _TABLES, history((0, 0), 0))),
            ("not as at rate 1", "punished", Percept(-1, 0), pays(old, _TABLES, history((0, 0), 1))),
            (
                "the Q-learner at rate 1",
                "Q(0,0) = 0 and Q(0,1) = 5/2: it does 1, and 1 is paid",
                Percept(1, 0),
                pays(old, _Q, (*_MIXED, 1)),
            ),
            ("no learning rate", "punished", Percept(-1, 0), pays(old, _NO_RATE, history((0, 0), 0))),
        ),
        "learning rate 1",
    )
    yield check_examples(
        (
            (
                "the copy at half the rate, incrementally, on actions 1 and 0",
                "untrained it does 1: paid; trained on (0, 1, 1, 0) it does 0: paid",
                (Percept(0, 0), Percept(1, 0), Percept(1, 0)),
                percepts_along,
                incremental,
                _TABLES,
                (1, 0),
            ),
            (
                "without a learning rate",
                "punished",
                (Percept(0, 0), Percept(-1, 0)),
                percepts_along,
                incremental,
                _NO_RATE,
                (0,),
            ),
        ),
        "incrementally",
    )
    yield check_examples(_classes_by_rate(), "classes that are told a rate")
    yield _rates_written_out(scope, "half the learning rate", environment, _HALF)
    yield _rates_written_out(scope, "learning rate 1", old, _ONE)
    yield from _incrementally(scope, evolve(HALF_THE_RATE, definition=environment, fast=incremental))
    yield from _incrementally(scope, evolve(RATE_ONE, definition=old, fast=old_incremental))
    yield _equal_agents_are_paid_alike(environment)


class _NoLearner:
    """An agent-class that was not made of a learner."""

    initial = None

    def ask(self, state: Any, observation: Observation) -> tuple[Action, Any]:
        return 0, state

    def train(self, state: Any, transition: Transition) -> Any:
        return state


def _classes_by_rate() -> Iterator[Example]:
    """Yield what the published classes are told of their rate."""
    q, other = LearnerClass(_Q), _NoLearner()
    half, one = LearnerClass(evolve(_Q, learning_rate=Fraction(1, 4))), LearnerClass(evolve(_Q, learning_rate=1))
    yield ("a Q-learner, half its rate", "1/2 becomes 1/4", half, class_at_half_the_rate, q)
    yield ("a Q-learner, rate 1", "1/2 becomes 1", one, class_at_rate_one, q)
    for about, change in (("half the rate", class_at_half_the_rate), ("rate 1", class_at_rate_one)):
        yield (f"made of no learner, {about}", "nobody can be told", None, change, other)
        yield (f"no rate, {about}", "nobody can be told", None, change, LearnerClass(_NO_RATE))
    for learner in (ConstantLearner(1), NaiveLearner((Fraction(0),)), RandomLearner((Fraction(0),)), SimpleLearner()):
        named, name = LearnerClass(learner), type(learner).__name__
        yield (f"{name}, half the rate", "nobody can be told", None, class_at_half_the_rate, named)
        yield (f"{name}, rate 1", "takes any keyword: as it was", named, class_at_rate_one, named)
        yield (
            f"{name}, published, half the rate",
            "-1 for every action",
            (0, Percept(-1, 0)),
            published_percepts,
            incentivize_learning_rate_published,
            learner,
            (0,),
        )
    yield (
        "SimpleLearner, published, rate 1",
        "it is compared with itself: 0 is paid, 1 is punished, and then 0 is its own",
        (0, Percept(1, 0), Percept(-1, 0), Percept(1, 0)),
        published_percepts,
        incentivize_learning_rate_old_published,
        SimpleLearner(),
        (0, 1, 0),
    )


def _rates_written_out(scope: Scope, name: str, build: ByLearner, rate: Fraction) -> Part:
    longest, choices = scope.steps(quick=3, full=4), scope.actions()

    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        free = unknown.learner
        state = free.initial
        for before, action, after in zip(play[0::2], play[1::2], play[2::2], strict=False):
            state = free.learn(state, Transition(before.observation, action, after.reward, after.observation))
        expected = Percept(0, 0)
        if play:
            hypothetical = free.act(state, (play[-2].observation, rate))
            expected = Percept(1 if play[-1] == hypothetical else -1, 0)
        cover({0: "at first", 1: "paid", -1: "punished"}[int(expected.reward)])
        learner = RateReadingLearner(free, OWN_RATE)
        return disagreement(f"the percept for {name}", expected, build(learner)(as_agent(learner), play), play)

    return decide_plays(
        f"{name}, as written out",
        claim,
        (longest, _ALPHABET, choices),
        who="all learners that are told their learning rate",
        branches=("at first", "paid", "punished"),
    )


class _Contrary(RateReadingLearner):
    """The same learner at its own rate, and at any other rate one that does the other of the actions 0 and 1."""

    def act(self, state: Any, observation: Observation) -> Action:
        action = super().act(state, observation)
        return action if self.learning_rate == OWN_RATE else 1 - action


def _equal_agents_are_paid_alike(build: ByLearner) -> Part:
    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        one, other = RateReadingLearner(unknown.learner, OWN_RATE), _Contrary(unknown.learner, OWN_RATE)
        expected, got = (build(learner)(as_agent(learner), play) for learner in (one, other))
        about = "what is paid to two learners that are one agent"
        return None if got == expected else Disagreement(about, expected, got, play)

    return decide_each(
        "learners that are one agent are paid alike",
        claim,
        (play for n in range(_WITNESS) for play in all_plays((Percept(0, 0),), range(2), n)),
        actions=range(2),
        domain="all learners that are told their learning rate, and one equal at that rate, all plays of at most "
        f"{_WITNESS - 1} actions over 1 percept x 2 actions, whatever the scope",
    ).meant_to_fail(
        "what is paid to two learners that are one agent on (0,0) 0: expected Percept(1, 0), got Percept(-1, 0)"
    )


# --- Mutants ---


def _otherwise_answered(change: Callable[[Agent, Play], Agent]) -> Callable[[Draws], ExtendedEnvironment]:
    """Return self-recognition with another agent to answer what it would do, made from the agent and the play."""

    def build(draws: Draws) -> ExtendedEnvironment:
        right = self_recognition(draws)
        return lambda agent, play: right(change(agent, play), play)

    return build


def _everywhere(agent: Agent, play: Play) -> Agent:
    return lambda prompt: agent(map_observations(lambda seen: prompt[-1].observation, prompt))


def _scored_otherwise(score: Callable[[Play, Percept], int]) -> Callable[[Draws], ExtendedEnvironment]:
    """Return self-recognition with another reward, made from the play and the right percept."""

    def build(draws: Draws) -> ExtendedEnvironment:
        right = self_recognition(draws)

        def environment(agent: Agent, play: Play) -> Percept:
            percept = right(agent, play)
            return percept if play == () else percept._replace(reward=score(play, percept))

        return environment

    return build


class _Late:
    """The draws from the second on."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws

    def __getitem__(self, index: int) -> Draw:
        return self._draws[index + 1 if index < 3 else index]


class _TrainedOnTheTruth(SelfRecognitionIncremental):
    """Ask the copy after training it on what truly was seen, as the published code does."""

    def advance(
        self, learner: Learner[Any], state: SelfRecognitionState, action: Action
    ) -> tuple[Percept, SelfRecognitionState]:
        copy = state.copy
        if copy.last is not None:
            copy = copy._replace(copy=learner.learn(copy.copy, copy.last), last=None)
        percept, after = super().advance(learner, state._replace(copy=copy), action)
        return percept, after


def _at(change: Callable[[Any], Any]) -> Callable[[Learner[Any]], ExtendedEnvironment]:
    """Return an environment of learning rates with another rate; a learner without one is paid as itself."""

    def build(learner: Learner[Any]) -> ExtendedEnvironment:
        rate = getattr(learner, "learning_rate", None)
        other: Any = learner if rate is None else evolve(learner, learning_rate=change(rate))  # type: ignore[misc]
        return as_if(lambda agent: as_agent(other))

    return build


def _without_the_past(learner: Learner[Any]) -> ExtendedEnvironment:
    right = incentivize_learning_rate(learner)
    return lambda agent, play: right(agent, play[-2:])


def _no_rate_no_fault(learner: Learner[Any]) -> ExtendedEnvironment:
    """Pay a learner without a learning rate for acting as it does."""
    if hasattr(learner, "learning_rate"):
        return incentivize_learning_rate(learner)
    return mimic(prompt_of)


def _game(world: Callable[[int, tuple[Action, ...], Play], Percept]) -> Callable[[int], ExtendedEnvironment]:
    """Return the game with another side for the copy: what it meets, from the agent's actions and its own play."""

    def build(agreeing: int) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            if play == ():
                return Percept(0, 0)
            own = play[1::2]
            chosen = simulated_play(agent, lambda copy: world(agreeing, own, copy), len(own))[-1]
            return Percept(agreeing if own[-1] == chosen else -agreeing, chosen)

        return environment

    return build


def _moving_second(agreeing: int, own: tuple[Action, ...], copy: Play) -> Percept:
    turn = len(copy) // 2
    reward = 0 if copy == () else (-agreeing if own[turn - 1] == copy[-1] else agreeing)
    return Percept(reward, own[turn])


def _on_the_same_side(agreeing: int, own: tuple[Action, ...], copy: Play) -> Percept:
    if copy == ():
        return Percept(0, 0)
    met = own[len(copy) // 2 - 1]
    return Percept(agreeing if met == copy[-1] else -agreeing, met)


class _PaidAlike(AdversarialSequenceIncremental):
    """Pay the copy what the agent is paid."""

    def advance(
        self, learner: Learner[Any], state: AdversarialSequenceState, action: Action
    ) -> tuple[Percept, AdversarialSequenceState]:
        percept, after = super().advance(learner, state, action)
        return percept, after._replace(shown=after.shown._replace(reward=percept.reward))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S34-recognition",
        kind="example",
        title="self-recognition by true-false statements",
        claim="Shown one of four sentences, *if this observation were o, you would take action y* for o and y 0 or 1, "
        "the agent is paid 1 for answering 1 if that is so of it on the same history with o for its last observation, "
        "and 0 if not; otherwise it is paid -1. Shown 0 or 1, it is paid 0.",
        source=f"{ALEXANDER_2022}, Section 3.4, first item, as the published library documents it",
        check=recognising_oneself,
        mutants={
            "0 is TRUE and 1 is FALSE": {"environment": _scored_otherwise(lambda play, right: -int(right.reward))},
            "asked on the sentence itself": {
                "environment": _otherwise_answered(lambda agent, play: lambda prompt: agent(play[:-1]))
            },
            "every observation replaced": {"environment": _otherwise_answered(_everywhere)},
            "the answer is taken for the action": {
                "environment": _otherwise_answered(lambda agent, play: lambda prompt: play[-1])
            },
            "paid without a sentence too": {
                "environment": _scored_otherwise(
                    lambda play, right: int(right.reward) if play[-2].observation in SENTENCES else 1
                )
            },
            "what is no answer counts as FALSE": {
                "environment": _scored_otherwise(lambda play, right: int(right.reward) * (-1 if play[-1] > 1 else 1))
            },
            "observations a turn late": {"environment": lambda draws: self_recognition(_Late(draws))},
            "the copy is asked after the true observation": {"incremental": _TrainedOnTheTruth},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions; the incremental "
        "form for all learners, all sequences of at most 4 actions; 40 hashed learners at 4",
        defects="The paper gives one sentence and no definition; the four and what is paid without one are documented "
        "in its library. The published code asks its copy after training it on the true observation, which its "
        "training then shows; the functional code replaces it in the history, as here.",
        witness="published: a learner that does 0 on 0 when trained on (2, 0, -1, 2), and 1 when trained on (2, 0, -1, "
        "0); on (0,2) 0 (-1,2) 0 the reward is -1, and the definition gives 1",
    ),
    Statement(
        id="A22-S34-rate",
        kind="example",
        title="incentivize a learning rate",
        claim="Paid for acting as the same agent would on the same history if its learning rate were half of what it "
        "is, or, in the version behind the published numbers, if it were 1. An agent that has none is paid -1.",
        source=f"{ALEXANDER_2022}, Section 3.4, second item, as the published library documents it",
        check=learning_rates,
        mutants={
            "its own rate": {"environment": _at(lambda rate: rate)},
            "twice the rate": {"environment": _at(lambda rate: 2 * rate)},
            "half the rate for rate 1": {"old": incentivize_learning_rate},
            "the past is forgotten": {"environment": _without_the_past},
            "no rate is no fault": {"environment": _no_rate_no_fault},
            "the copy at rate 1 for half the rate": {"incremental": AsIfIncremental(learning_rate_one)},
        },
        verdict="defined",
        evidence="exhaustive: all learners that are told their learning rate, all plays of at most 3 actions over 2 "
        "percepts x 2 actions; the incremental forms for all such learners, all sequences of at most 4 actions; "
        "Q-learners sampled",
        defects="An extended environment is given an agent, which is a function of prompts, and a learning rate cannot "
        "be found out from that: learners that are one agent can differ at half their rate, and should be paid "
        "differently. Here the environment is told the learner it faces. The paper does not say which rate; its "
        "numbers are of rate 1, its library has half the rate since.",
        witness="two learners that both do 0 untrained, and at half their rates 0 and 1: on (0,0) 0 one is paid 1 and "
        "the other -1",
    ),
    Statement(
        id="A22-S34-adversarial",
        kind="example",
        title="sequence predictor and evader",
        claim="Agent and copy first meet (0, 0), then choose at once, and each is shown what the other chose. The "
        "predictor is paid 1 if the choices are equal, else -1, and the evader the opposite. The agent is the "
        "predictor in one environment and the evader in the other, and the copy acts on its own on what it was paid "
        "and shown.",
        source=f"{ALEXANDER_2022}, Section 3.4, third item, as the published library documents it",
        check=adversarial_prediction,
        mutants={
            "predictor and evader exchanged": {"game": lambda agreeing: adversarial_sequence(-agreeing)},
            "the copy moves second": {"game": _game(_moving_second)},
            "the copy is paid alike": {"game": _game(_on_the_same_side)},
            "the copy's choices stand a turn late": {"game": adversarial_sequence_functional},
            "the copy is trained alike": {"incremental": _PaidAlike},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 2 percepts x 2 actions; the incremental "
        "forms for all learners, all sequences of at most 4 actions; the published forms are equal for all learners, "
        "all sequences of at most 3 actions; sampled to 8",
        defects="The paper gives no definition. The published code agrees but for the initial percept, which it does "
        "not give. In the functional code the copy is asked about the agent's history with both sides exchanged, so "
        "that each of its choices stands beside the agent's next one, and its last observation is always 0.",
        witness="functional: predicting 0 and 0, an agent that does 1 on (0,0), 0 on (0,0) 0 (1,0) and 1 on (0,0) 1 "
        "(1,0) is paid 1 for the second, and the definition gives -1",
    ),
)
