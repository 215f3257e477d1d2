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
    Part,
    Scope,
    Unknown,
    check_examples,
    decide_alike,
    decide_plays,
    equal,
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
    Reward,
    history,
    map_observations,
    prompt_of,
)
from formal_rl.statements.alexander_2022.by_hand import (
    answering,
    asking_otherwise,
    check_percepts,
    does_one_on,
    paying_otherwise,
)
from formal_rl.statements.alexander_2022.helper_learners import OWN_RATE, RateReadingLearner
from formal_rl.statements.alexander_2022.pairs import (
    EVADER,
    HALF_THE_RATE,
    PREDICTOR,
    RATE_ONE,
    RECOGNITION,
    SENTENCES_DRAWN,
    ZERO,
)
from formal_rl.statements.alexander_2022.published_library import FORESEEN
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.run_out import Ask, Written, percepts_along, published_percepts, run_out
from formal_rl.statements.statement import Statement

_ALPHABET = (Percept(0, 0), Percept(-1, 1))
_WITNESS = 3
"""How many actions are tried where another form may depart, whatever the scope."""

_published = partial(published_departure, actions=range(2), played=every_sequence(_WITNESS))
_functional = partial(functional_departure, actions=range(2), played=every_sequence(_WITNESS))

_PAID = {1: "paid", -1: "punished", 0: "neither"}
_THREE = ("at first", "paid", "punished")


def _as_written_out(
    scope: Scope,
    name: str,
    environment: ExtendedEnvironment,
    letter: ExtendedEnvironment,
    *,
    alphabet: Sequence[Percept] = _ALPHABET,
    branches: Iterable[str] = _THREE,
) -> Part:
    return decide_alike(
        f"{name}, as written out",
        (f"the percept of {name}", letter, environment),
        (scope.steps(quick=3, full=4), alphabet, scope.actions()),
        branch_of=lambda play, expected: _PAID[int(expected.reward)] if play else "at first",
        branches=branches,
    )


def _incrementally(scope: Scope, pair: Any, definition: Any, fast: IncrementalEnvironment) -> tuple[Part, ...]:
    """Compare as the pair does, a little less far, since the definition's own cost is the square of the turns."""
    parts: tuple[Part, ...] = evolve(pair, definition=definition, fast=fast).parts(
        evolve(scope, horizon=scope.steps(quick=4, full=6))
    )
    return parts


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


_REWARDED = does_one_on(
    history((0, 0)), history((1, 0)), history((0, 0), 1, (0, 0)), history((0, 0), 1, (1, 0), 0, (0, 0))
)
"""At first it does 1; rewarded by 1 it then does 0."""

_ZERO_ROWS = (
    ("at first", "e(T, ⟨⟩) = (0, 0)", Percept(0, 0), ()),
    ("the copy is given 1", "s' = (0,0) 1 (1,0), where it does 0: paid", Percept(1, 0), history((0, 0), 1)),
    ("given 0, which it would not do", "s' = (0,0) 1 (0,0): 1, punished", Percept(-1, 0), history((0, 0), 0)),
    ("two turns", "s' = (0,0) 1 (1,0) 0 (0,0): 1, punished", Percept(-1, 0), history((0, 0), 1, (1, 0), 0)),
    ("what was met is nothing", "s' = (0,0) 1 (1,0) 0 (1,0): 0", Percept(1, 0), history((5, 2), 1, (7, 3), 1)),
)


def _zero_forms(incremental: IncrementalEnvironment) -> Iterator[Example]:
    """Yield the other forms by hand, given 0 and 1: on (0,0) the learner does 1, and 0 when it was then given 1."""
    as_it_did, as_shown, given_1 = Transition(0, 1, 0, 0), Transition(0, 0, 0, 0), Transition(0, 1, 1, 0)
    learner = TableLearner(
        {((), 0): 1, ((as_it_did,), 0): 1, ((as_shown,), 0): 0}
        | {((first, given_1), 0): 0 for first in (as_it_did, as_shown)}
    )
    why, got = "trained on (0, 1, 0, 0), 1: punished; on (0, 1, 1, 0) too, 0: paid", (Percept(-1, 0), Percept(1, 0))
    yield ("incrementally", why, (Percept(0, 0), *got), percepts_along, incremental, learner, (0, 1))
    why, shown = "the same rewards, and the copy's 1, 1 and 0 are shown", (1, Percept(-1, 1), Percept(1, 0))
    yield ("published", why, shown, published_percepts, incentivize_zero_published, learner, (0, 1))
    functional, agent, at_first = incentivize_zero_functional, _REWARDED, history((0, 0))
    yield ("functional, at first", "(0, 0)", Percept(0, 0), functional, agent, ())
    yield ("functional, given 0", "on (0,0) it does 1: punished", Percept(-1, 0), functional, agent, (*at_first, 0))
    does_1 = does_one_on(at_first)
    yield ("functional, given 1", "on (1,0) it does 0: paid", Percept(1, 0), functional, does_1, (*at_first, 1))


def incentive_to_incentivize(
    scope: Scope,
    *,
    environment: ExtendedEnvironment = incentivize_zero,
    incremental: IncrementalEnvironment = incentivize_zero_incremental,
) -> Iterator[Part]:
    """Check incentivize zero: by hand, as written out, its incremental form, and against the other forms."""
    yield check_percepts(environment, _REWARDED, _ZERO_ROWS, "incentivize zero")
    yield check_examples(_zero_forms(incremental), "other forms of incentivize zero")
    yield _as_written_out(scope, "incentivize_zero", environment, _zero_letter)
    yield from _incrementally(scope, ZERO, environment, incremental)
    yield _published("incentivize_zero", incentivize_zero_published, environment).meant_to_fail(FORESEEN)
    yield _functional("incentivize_zero", incentivize_zero_functional, environment).meant_to_fail(FORESEEN)


# --- Self-recognition ---


def _recognition_letter(draws: Draws, pi: Agent, h_y: Play) -> Percept:
    """Return what the documentation says, the four sentences one by one."""
    shown = int(6 * draws[len(h_y) // 2])
    if h_y == () or h_y[-2].observation not in (2, 3, 4, 5):
        return Percept(0, shown)
    h, y = h_y[:-1], h_y[-1]
    were = {o: pi((*h[:-1], Percept(h[-1].reward, o))) for o in (0, 1)}
    if h[-1].observation == 2:
        right = "true" if were[0] == 0 else "false"
    elif h[-1].observation == 3:
        right = "true" if were[0] == 1 else "false"
    elif h[-1].observation == 4:
        right = "true" if were[1] == 0 else "false"
    else:
        right = "true" if were[1] == 1 else "false"
    return Percept(1 if {0: "false", 1: "true"}.get(y) == right else -1, shown)


_FOUR = ((), *product((0, 1), repeat=4))
_PAIRS = tuple(product((0, 1, 2), repeat=2))
_DRAWS_OF_SIX = RepeatedDraws(tuple(Fraction(eighth, 8) for eighth in (3, 1, 7, 0, 5, 6, 2)))
_OF_SIX = (2, 0, 5, 0, 3, 4, 1)
"""The observations that these draws show, one of six."""


def _recognition(*, first: int, replaced: bool) -> Written:
    """Return self-recognition written out: its draws from a ``first`` on; the last observation replaced, or added."""

    def percepts(ask: Ask, sequence: Sequence[Action]) -> Iterator[Percept]:
        told: list[Transition] = []
        shown = _OF_SIX[first:]
        yield Percept(0, shown[0])
        for turn, action in enumerate(sequence):
            seen, after, reward = shown[turn], shown[turn + 1], 0
            if seen not in {0, 1}:
                instead = {2: 0, 3: 0, 4: 1, 5: 1}[seen]
                last = [each._replace(next_observation=instead) for each in told[-1:]] if replaced else told[-1:]
                true = ask((*told[:-1], *last), instead) == {2: 0, 3: 1, 4: 0, 5: 1}[seen]
                reward = 1 if action == (1 if true else 0) else -1
            told.append(Transition(seen, action, reward, after))
            yield Percept(reward, after)

    return percepts


_SIX = tuple(Fraction(sixth, 6) for sixth in (2, 0, 5, 3))
"""Draws whose observations are 2, 0, 5, 3."""

_RECOGNISED = does_one_on(history((0, 0)), history((0, 5)), history((0, 2), 0, (1, 1)), history((0, 4), 1, (-1, 0)))


def _seen(observation: Observation, action: Action) -> Play:
    return history((0, observation), action)


_RECOGNITION_ROWS = (
    ("at first", "u_0 = 2/6 shows 2", Percept(0, 2), ()),
    ("2, 'if 0, you would do 0'", "on (0,0) it does 1; FALSE is 0: paid; u_1 shows 0", Percept(1, 0), _seen(2, 0)),
    ("the same, answered TRUE", "punished", Percept(-1, 0), _seen(2, 1)),
    ("3, 'if 0, you would do 1'", "true, and so answered", Percept(1, 0), _seen(3, 1)),
    ("5, 'if 1, you would do 1'", "on (0,1) it does 0; answered FALSE: paid", Percept(1, 0), _seen(5, 0)),
    ("neither TRUE nor FALSE", "2 is not an answer", Percept(-1, 0), _seen(5, 2)),
    ("no sentence", "nothing is paid; u_2 shows 5", Percept(0, 5), history((0, 2), 0, (1, 0), 1)),
    ("only the last is replaced", "on (0,2) 0 (1,1): 1, true: paid", Percept(1, 5), history((0, 2), 0, (1, 5), 1)),
    ("after another's action", "on (0,4) 1 (-1,0): 1, true: punished", Percept(-1, 5), history((0, 4), 1, (-1, 3), 0)),
)

_SEEN = (Percept(0, 0), Percept(0, 3), Percept(1, 4))


def _recognition_forms(incremental: Callable[[Draws], IncrementalEnvironment]) -> Iterator[Example]:
    """Yield the other forms by hand, answering 0 to sentence 2 twice."""
    as_if_0, as_shown = Transition(2, 0, 1, 0), Transition(2, 0, 1, 2)
    learner = TableLearner({((), 0): 1, ((as_if_0,), 0): 1, ((as_shown,), 0): 0, ((as_shown, as_shown), 0): 1})
    draws = (_SIX[0],) * 4
    why, got = "trained on (2, 0, 1, 0), its end replaced, it does 1: false, paid", (Percept(0, 2), Percept(1, 2))
    yield ("incrementally", why, (*got, Percept(1, 2)), percepts_along, incremental(draws), learner, (0, 0))
    why, got = "trained on (2, 0, 1, 2), as it truly came, it does 0: true, punished", (Percept(1, 2), Percept(-1, 2))
    yield ("published", why, (2, *got), published_percepts, PublishedSelfRecognition(draws), learner, (0, 0))
    form, why = PublishedSelfRecognition((0, 0, _SIX[0])), "the copy is asked about 0, which it answers alone"
    yield ("published, no sentence", why, (0, Percept(0, 2)), published_percepts, form, answering({(): (0,)}), (0,))


def recognising_oneself(
    scope: Scope,
    *,
    environment: Callable[[Draws], ExtendedEnvironment] = self_recognition,
    incremental: Callable[[Draws], IncrementalEnvironment] = SelfRecognitionIncremental,
) -> Iterator[Part]:
    """Check self-recognition: by hand, as documented, its incremental form, and against the published one."""
    yield check_percepts(environment(_SIX), _RECOGNISED, _RECOGNITION_ROWS, "self-recognition")
    yield check_examples(_recognition_forms(incremental), "other forms of self-recognition")
    for choices, sequences in ((range(2), _FOUR), (range(3), _PAIRS)):
        for kind, form, written in (
            ("published", PublishedSelfRecognition(_DRAWS_OF_SIX), _recognition(first=1, replaced=False)),
            ("incremental", incremental(_DRAWS_OF_SIX), _recognition(first=0, replaced=True)),
        ):
            name = f"{kind} self_recognition, {len(choices)} actions"
            yield run_out(name, form, written, sequences=sequences, actions=choices)
    draws, every = SENTENCES_DRAWN, (*_THREE, "neither")
    letter = partial(_recognition_letter, draws)
    yield _as_written_out(scope, "self_recognition", environment(draws), letter, alphabet=_SEEN, branches=every)
    yield from _incrementally(scope, RECOGNITION, environment(draws), incremental(draws))
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


_BOTH_SIDES = does_one_on(history((0, 0)), history((0, 0), 1, (1, 1)), history((0, 0), 1, (-1, 0)))

_PREDICTOR_ROWS = (
    ("at first", "(0, 0)", Percept(0, 0), ()),
    ("it predicts 1", "the evader does 1 on (0,0): paid, and shown 1", Percept(1, 1), history((0, 0), 1)),
    ("it predicts 0", "the evader does 1: punished, and shown 1", Percept(-1, 1), history((0, 0), 0)),
    ("1, then 0", "the evader is on (0,0) 1 (-1,1): 0, paid", Percept(1, 0), history((0, 0), 1, (1, 1), 0)),
    ("0, then 1", "the evader is on (0,0) 1 (1,0): 0, punished", Percept(-1, 0), history((0, 0), 0, (-1, 1), 1)),
)
_EVADER_ROWS = (
    ("it does 1", "the predictor does 1 on (0,0): punished", Percept(-1, 1), history((0, 0), 1)),
    ("it does 0, which it itself would not", "evaded: paid", Percept(1, 1), history((0, 0), 0)),
    ("0, then 0", "the predictor is on (0,0) 1 (-1,0): 1, evaded", Percept(1, 1), history((0, 0), 0, (1, 1), 0)),
)

_Game = Callable[[int], ExtendedEnvironment]
_IncrementalGame = Callable[[int], IncrementalEnvironment]


def _other_forms_of_the_game(game: _Game, incremental: _IncrementalGame) -> Iterator[Example]:
    """Yield what is refused, and the form of 2021 by hand."""
    functional, incorrect = adversarial_sequence_functional(1), "agreeing pays 1 or -1"
    for about, form, error in (
        ("game", game, InvalidParameter),
        ("form of 2021", adversarial_sequence_functional, InvalidParameter),
        ("incremental form", incremental, ValueError),
        ("published form", PublishedAdversarialSequence, ValueError),
    ):
        yield (f"the {about}, agreeing pays 0", incorrect, error, form, 0)
    for about, environment in (("a prompt", game(1)), ("a prompt, in 2021", functional)):
        yield (about, "not a play", MalformedHistory, environment, _BOTH_SIDES, history((0, 0)))
    no_action = history((0, -1), 1)
    yield ("in 2021, seeing -1", "the sides cannot be exchanged", MalformedHistory, functional, _BOTH_SIDES, no_action)
    why, sides = "(0,2) 1 (5,4) 3 has the sides (0,1) 2 (-5,0)", history((0, 1), 2, (-5, 0))
    yield ("mirrored", why, sides, mirrored, history((0, 2), 1, (5, 4), 3))
    yield ("one turn, mirrored", "0 stands for the last", history((-7, 0)), mirrored, history((7, 2), 1))
    yield ("in 2021, at first", "(0, 0)", Percept(0, 0), functional, _BOTH_SIDES, ())
    play = history((0, 0), 1, (1, 0), 0)
    yield ("in 2021, 1 on (0,0)", "the copy does 1: paid", Percept(1, 1), functional, _BOTH_SIDES, play[:2])
    copy = does_one_on(history((0, 1), 0, (-1, 0)))
    why = "it does 1 on (0,1) 0 (-1,0), the sides of (0,0) 1 (1,0) 0: -1 for 1"
    yield ("in 2021, then 0", why, Percept(-1, 1), functional, copy, play)


def adversarial_prediction(
    scope: Scope, *, game: _Game = adversarial_sequence, incremental: _IncrementalGame = AdversarialSequenceIncremental
) -> Iterator[Part]:
    """Check predictor and evader: by hand, played out, their incremental form, and against the other forms."""
    yield check_percepts(game(1), _BOTH_SIDES, _PREDICTOR_ROWS, "the predictor")
    yield check_percepts(game(-1), _BOTH_SIDES, _EVADER_ROWS, "the evader")
    learner = TableLearner({((), 0): 1, ((Transition(0, 1, -1, 1),), 1): 0, ((Transition(0, 1, 1, 1),), 1): 1})
    about, why = "the copy of a predictor that does 1 and 0", "untrained 1: paid; trained on (0, 1, -1, 1) 0: paid"
    percepts = (Percept(0, 0), Percept(1, 1), Percept(1, 0))
    yield check_examples(
        ((about, why, percepts, percepts_along, incremental(1), learner, (1, 0)),), "the predictor, incrementally"
    )
    yield check_examples(_other_forms_of_the_game(game, incremental), "the other forms of the game, and guards")
    for name, agreeing, pair in (
        ("adversarial_sequence_predictor", 1, PREDICTOR),
        ("adversarial_sequence_evader", -1, EVADER),
    ):
        environment = game(agreeing)
        yield _as_written_out(scope, name, environment, partial(_game_letter, agreeing))
        yield from _incrementally(scope, pair, environment, incremental(agreeing))
        yield _published(name, PublishedAdversarialSequence(agreeing), environment)
        yield _functional(name, adversarial_sequence_functional(agreeing), environment).meant_to_fail(FORESEEN)


# --- The learning rate ---

_HALF, _OWN, _ONE = OWN_RATE / 2, OWN_RATE, Fraction(1)

_TABLES = RateReadingLearner(
    TableLearner(
        {
            (trained, (0, rate)): action
            for trained, at_half in (((), 1), ((Transition(0, 1, 1, 0),), 0), ((Transition(0, 1, -1, 0),), 0))
            for rate, action in {_HALF: at_half, _OWN: 1 - at_half, 2 * _OWN: 1 - at_half, _ONE: 1 - at_half}.items()
        }
    ),
    OWN_RATE,
)
"""At first 1 at half its rate and else 0; trained on action 1, the other way round."""

_Q = QLearner((Fraction(1, 2),) * 8, 2, learning_rate=Fraction(1, 2), gamma=Fraction(0))
_MIXED = history((0, 0), 0, (4, 0), 0, (0, 0), 1, (Fraction(5, 2), 0))
_NO_RATE = TableLearner({((), 0): 0})

ByLearner = Callable[[Learner[Any]], ExtendedEnvironment]


def _paid(build: ByLearner, learner: Learner[Any], *play: Any) -> Percept:
    return build(learner)(as_agent(learner), play)


def _half_the_rate(half: ByLearner) -> Iterator[Example]:
    x_0 = Percept(0, 0)
    yield ("at first", "(0, 0)", x_0, _paid, half, _TABLES)
    yield ("the action at half the rate", "it does 0, at half its rate 1", Percept(1, 0), _paid, half, _TABLES, x_0, 1)
    yield ("its own action", "punished", Percept(-1, 0), _paid, half, _TABLES, x_0, 0)
    why, play = "trained on (0, 1, 1, 0), at half the rate it does 0: paid", history((0, 0), 1, (1, 0), 0)
    yield ("the past is the true one", why, Percept(1, 0), _paid, half, _TABLES, *play)
    why = "at 1/4, Q = (1 - 1/4) 4/4 = 3/4 and 5/8: it does 0, and 0 is paid; at 1/2, 1 and 5/4: it does 1 itself"
    yield ("a Q-learner of rate 1/2 without foresight", why, Percept(1, 0), _paid, half, _Q, *_MIXED, 0)
    yield ("the same, its own action", "punished", Percept(-1, 0), _paid, half, _Q, *_MIXED, 1)
    yield ("no learning rate", "punished", Percept(-1, 0), _paid, half, _NO_RATE, x_0, 0)


def _rate_one(old: ByLearner) -> Iterator[Example]:
    x_0 = Percept(0, 0)
    yield ("at rate 1", "it does 0 on (0,0): paid", Percept(1, 0), _paid, old, _TABLES, x_0, 0)
    yield ("not as at rate 1", "punished", Percept(-1, 0), _paid, old, _TABLES, x_0, 1)
    why = "Q(0,0) = 0 and Q(0,1) = 5/2: it does 1, and 1 is paid"
    yield ("the Q-learner at rate 1", why, Percept(1, 0), _paid, old, _Q, *_MIXED, 1)
    yield ("no learning rate", "punished", Percept(-1, 0), _paid, old, _NO_RATE, x_0, 0)


def _rates_incrementally(form: IncrementalEnvironment) -> Iterator[Example]:
    why = "untrained it does 1: paid; trained on (0, 1, 1, 0) it does 0: paid"
    percepts = (Percept(0, 0), Percept(1, 0), Percept(1, 0))
    yield ("the copy at half the rate, on 1 and 0", why, percepts, percepts_along, form, _TABLES, (1, 0))
    without = (Percept(0, 0), Percept(-1, 0))
    yield ("without a learning rate", "punished", without, percepts_along, form, _NO_RATE, (0,))


def _classes_by_rate() -> Iterator[Example]:
    """Yield what the published classes are told of their rate."""
    at_half, at_one = evolve(_Q, learning_rate=Fraction(1, 4)), evolve(_Q, learning_rate=1)
    yield ("a Q-learner, half its rate", "1/2", LearnerClass(at_half), class_at_half_the_rate, LearnerClass(_Q))
    yield ("a Q-learner, rate 1", "1/2 becomes 1", LearnerClass(at_one), class_at_rate_one, LearnerClass(_Q))
    for about, change in (("half the rate", class_at_half_the_rate), ("rate 1", class_at_rate_one)):
        yield (f"made of no learner, {about}", "nobody can be told", None, change, object())
        yield (f"no rate, {about}", "nobody can be told", None, change, LearnerClass(_NO_RATE))
    half, one = incentivize_learning_rate_published, incentivize_learning_rate_old_published
    punished = (0, Percept(-1, 0))
    for learner in (ConstantLearner(1), NaiveLearner((Fraction(0),)), RandomLearner((Fraction(0),)), SimpleLearner()):
        named, name = LearnerClass(learner), type(learner).__name__
        yield (f"{name}, half the rate", "nobody can be told", None, class_at_half_the_rate, named)
        yield (f"{name}, rate 1", "takes any keyword: as it was", named, class_at_rate_one, named)
        yield (f"{name}, published", "-1 for every action", punished, published_percepts, half, learner, (0,))
    why = "it is compared with itself: 0 is paid, 1 is punished, and then 0 is its own"
    paid = (0, Percept(1, 0), Percept(-1, 0), Percept(1, 0))
    yield ("SimpleLearner, published, rate 1", why, paid, published_percepts, one, SimpleLearner(), (0, 1, 0))


def _rates_written_out(scope: Scope, name: str, build: ByLearner, rate: Fraction) -> Part:
    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        free = unknown.learner
        state = free.initial
        for before, action, after in zip(play[0::2], play[1::2], play[2::2], strict=False):
            state = free.learn(state, Transition(before.observation, action, after.reward, after.observation))
        expected = Percept(0, 0)
        if play:
            hypothetical = free.act(state, (play[-2].observation, rate))
            expected = Percept(1 if play[-1] == hypothetical else -1, 0)
        cover(_PAID[int(expected.reward)] if play else "at first")
        got = _paid(build, RateReadingLearner(free, OWN_RATE), *play)
        return equal(f"the percept for {name}", expected, got, play)

    return decide_plays(
        f"{name}, as written out",
        claim,
        (scope.steps(quick=3, full=4), _ALPHABET, scope.actions()),
        who="all learners that are told their learning rate",
        branches=_THREE,
    )


class _Contrary(RateReadingLearner):
    """The same learner at its own rate, and at any other rate one that does the other of the actions 0 and 1."""

    def act(self, state: Any, observation: Observation) -> Action:
        action = super().act(state, observation)
        return action if self.learning_rate == OWN_RATE else 1 - action


def _equal_agents_are_paid_alike(build: ByLearner) -> Part:
    about = "what is paid to two learners that are one agent"

    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        one, other = RateReadingLearner(unknown.learner, OWN_RATE), _Contrary(unknown.learner, OWN_RATE)
        return equal(about, _paid(build, one, *play), _paid(build, other, *play), play)

    return decide_plays(
        "learners that are one agent are paid alike",
        claim,
        (_WITNESS - 1, _ALPHABET, range(2)),
        who="all learners that are told their learning rate, and one equal at that rate",
        more=", whatever the scope",
    ).meant_to_fail(f"{about} on (0,0) 0: expected Percept(1, 0), got Percept(-1, 0)")


def learning_rates(
    scope: Scope,
    *,
    environment: ByLearner = incentivize_learning_rate,
    old: ByLearner = incentivize_learning_rate_old,
    incremental: IncrementalEnvironment = incentivize_learning_rate_incremental,
    old_incremental: IncrementalEnvironment = incentivize_learning_rate_old_incremental,
) -> Iterator[Part]:
    """Check both environments of learning rates: by hand, as documented, and their incremental forms."""
    yield check_examples(_half_the_rate(environment), "half the learning rate")
    yield check_examples(_rate_one(old), "learning rate 1")
    yield check_examples(_rates_incrementally(incremental), "incrementally")
    yield check_examples(_classes_by_rate(), "classes that are told a rate")
    yield _rates_written_out(scope, "half the learning rate", environment, _HALF)
    yield _rates_written_out(scope, "learning rate 1", old, _ONE)
    yield from _incrementally(scope, HALF_THE_RATE, environment, incremental)
    yield from _incrementally(scope, RATE_ONE, old, old_incremental)
    yield _equal_agents_are_paid_alike(environment)


# --- Mutants ---


def _everywhere(agent: Agent, play: Play) -> Agent:
    return lambda prompt: agent(map_observations(lambda seen: prompt[-1].observation, prompt))


def _asking(asked: Callable[[Agent, Play], Agent]) -> Callable[[Draws], ExtendedEnvironment]:
    return lambda draws: asking_otherwise(self_recognition(draws), asked)


def _scoring(score: Callable[[Agent, Play, Percept], Reward]) -> Callable[[Draws], ExtendedEnvironment]:
    return lambda draws: paying_otherwise(self_recognition(draws), score)


def _without_a_sentence(agent: Agent, play: Play, right: Percept) -> Reward:
    return right.reward if play[-2].observation in SENTENCES else 1


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
        claim='Shown one of four sentences, "if this observation were o, you would take action y" for o and y 0 or 1, '
        "the agent is paid 1 for a right answer and -1 for any other: 1 is right if the sentence is true of the agent "
        "on the same history with o as its last observation, and 0 if not. Shown 0 or 1, it is paid 0.",
        source=f"{ALEXANDER_2022}, Section 3.4, first item, as the published library documents it",
        check=recognising_oneself,
        mutants={
            "asked on the sentence itself": {"environment": _asking(lambda agent, play: lambda h: agent(play[:-1]))},
            "every observation replaced": {"environment": _asking(_everywhere)},
            "paid without a sentence too": {"environment": _scoring(_without_a_sentence)},
            "what is no answer counts as FALSE": {
                "environment": _scoring(lambda agent, play, right: right.reward * (-1 if play[-1] > 1 else 1))
            },
            "observations a turn late": {"environment": lambda draws: self_recognition(_Late(draws))},
            "the copy is asked after the true observation": {"incremental": _TrainedOnTheTruth},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions; the incremental "
        "form for all learners, all sequences of at most 4 actions; 40 hashed learners at 4",
        defects="The paper gives one sentence and no definition. Its library documents the four sentences and the "
        "rewards when none is shown. The published code asks its copy after training it on the true observation, so "
        "the copy has seen it; the functional code replaces it in the history, as here.",
        witness="published: a learner that does 0 on 0 when trained on (2, 0, -1, 2), and 1 when trained on (2, 0, -1, "
        "0); on (0,2) 0 (-1,2) 0 the reward is -1, and the definition gives 1",
    ),
    Statement(
        id="A22-S34-rate",
        kind="example",
        title="incentivize a learning rate",
        claim="Paid for acting as the same agent would on the same history if its learning rate were half as large, "
        "or, in the version behind the published numbers, if it were 1. An agent without a learning rate is paid -1.",
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
        defects="An extended environment gets an agent, which is a function of prompts, and this does not determine a "
        "learning rate: two learners that are the same agent can differ at half their rate, and should be paid "
        "differently. Here the environment knows the learner it faces. The paper does not say which rate it means; "
        "its numbers are for rate 1, and its library has used half the rate since.",
        witness="two learners that both do 0 untrained, and at half their rates 0 and 1: on (0,0) 0 one is paid 1 and "
        "the other -1",
    ),
    Statement(
        id="A22-S34-adversarial",
        kind="example",
        title="sequence predictor and evader",
        claim="The agent and its copy first meet (0, 0), then choose simultaneously, and each is shown what the other "
        "chose. The predictor is paid 1 if the choices are equal, else -1, and the evader the opposite. The agent is "
        "the predictor in one environment and the evader in the other, and the copy acts by itself on what it was "
        "paid and shown.",
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
        defects="The paper gives no definition. The published code agrees, in the form of Section 4. The functional "
        "code asks the copy about the agent's history with both sides exchanged, so each of its choices is compared "
        "with the agent's next one, and its last observation is always 0.",
        witness="functional: predicting 0 and 0, an agent that does 1 on (0,0), 0 on (0,0) 0 (1,0) and 1 on (0,0) 1 "
        "(1,0) is paid 1 for the second, and the definition gives -1",
    ),
)
