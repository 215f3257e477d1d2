"""Handicaps: what is merciful, what is a handicap, and what comes of putting one on an environment."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from types import MappingProxyType
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent
from formal_rl.checking import (
    Cover,
    Disagreement,
    Example,
    Part,
    Refutation,
    Scope,
    Unknown,
    check_examples,
    decide_each,
    decide_plays,
    equal,
    never_negative,
    pays_one_and_shows_zero,
)
from formal_rl.environments import (
    Environment,
    ExtendedEnvironment,
    TableAgent,
    bandit,
    corridor,
    embed,
    guess_the_number,
    ignore_rewards,
    interaction,
    mimic,
)
from formal_rl.errors import InvalidParameter, UndefinedComposition
from formal_rl.histories import Action, Percept, Play, history, percept_alphabet
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2021.shapes import always, plays
from formal_rl.statements.library import SECTION_3_EXAMPLES
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement
from formal_rl.transforms import with_handicap, with_handicap_repaired

_FORESEEN = {
    "merciful": "merciful: the percept on (0,0) 0: expected 'a reward >= 0', got Percept(-1, 0)",
    "a handicap": "a handicap: the percept: expected '(1, 0) or (-1, 0)', got Percept(0, 0)",
}
"""What every example of Section 3 fails on, as it is not either."""

Compose = Callable[[ExtendedEnvironment, ExtendedEnvironment], ExtendedEnvironment]
Decide = Callable[..., Part]

MERCIFUL: Mapping[str, Environment] = MappingProxyType(
    {"bandit": bandit((0, 1)), "corridor": corridor(2), "guess_the_number": guess_the_number(1, 2, wrong=0)}
)
"""Ordinary environments of two actions that are merciful."""

_HALF = Fraction(1, 2)
_PERCEPTS = percept_alphabet(2)
_ACTIONS = (0, 1)


def _found(decide: Decide, environment: ExtendedEnvironment) -> tuple[Play, object] | None:
    """Return the smallest play and the percept on it that refute a property, if there are."""
    refutation = decide(environment, horizon=1, percepts=_PERCEPTS, actions=_ACTIONS).refutation
    return None if refutation is None else (refutation.disagreement.history, refutation.disagreement.got)


def _horizons(decide: Decide) -> Part:
    """Return which horizons there are: on 0 the empty play alone is decided, and no other is below 0."""

    def plays(horizon: object) -> int:
        return decide(always(Percept(1, 0)), horizon=horizon, percepts=_PERCEPTS, actions=_ACTIONS).cases

    rows: list[Example] = [
        ("horizon 0", "the empty play", 1, plays, 0),
        ("horizon 2", "1 + 4 + 16 plays, on which nothing is asked", 21, plays, 2),
        ("horizon -1", "below 0", InvalidParameter, plays, -1),
        ("horizon True", "not an int", InvalidParameter, plays, True),
    ]
    return check_examples(rows, "horizons")


def _punishing_what_it_never_pays(agent: Agent, play: Play) -> Percept:
    """Show (0, 0); but on a play in which 1 was paid, which it never does, punish."""
    return Percept(-1 if any(percept.reward == 1 for percept in play[::2]) else 0, 0)


def merciful(scope: Scope, *, decide: Decide = never_negative) -> Iterator[Part]:
    """Check the decision of mercy: by hand, on the ordinary environments, and on the examples of Section 3."""
    zero, paid, half = history((0, 0), 0), history((1, 0), 0), always(Percept(_HALF, 0))
    guess = embed(guess_the_number(1, 2))
    rows: list[tuple[str, str, object, ExtendedEnvironment]] = [
        ("a bandit that pays 0 and 2", "0 and 2 are not negative", None, embed(bandit((0, 2)))),
        ("always 0", "0 is not negative", None, always(Percept(0, 0))),
        ("always 1/2", "1/2 is not negative", None, half),
        ("always -1/2", "-1/2 is negative", ((), Percept(-_HALF, 0)), always(Percept(-_HALF, 0))),
        ("guessing the number 1", "on (0,0) 0: -1, and 1 is greater", (zero, Percept(-1, 1)), guess),
        ("ignore rewards", "on (0,0) 0, where T((0,0)) = 1: -1", (zero, Percept(-1, 0)), ignore_rewards),
        ("on a play that it never makes", "-1 all the same", (paid, Percept(-1, 0)), _punishing_what_it_never_pays),
    ]
    yield check_examples((about, why, found, _found, decide, e) for about, why, found, e in rows)
    for name, ordinary in MERCIFUL.items():
        yield _decided(scope, decide, embed(ordinary), f"{name} is merciful")
    yield from _examples_are_not(scope, decide, "merciful")
    yield _horizons(decide)


def handicap(scope: Scope, *, decide: Decide = pays_one_and_shows_zero) -> Iterator[Part]:
    """Check the decision of being a handicap: by hand, and on the examples of Section 3 as they are and repaired."""
    one, half = history((0, 0), 1), Percept(_HALF, 0)
    late = embed(lambda play: bandit((1, 0))(play) if play else Percept(1, 0))
    rows: list[tuple[str, str, object, ExtendedEnvironment]] = [
        ("always (1, 0)", "1, and 0 is shown", None, always(Percept(1, 0))),
        ("always (-1, 0)", "-1, and 0 is shown", None, always(Percept(-1, 0))),
        ("always (1, 2)", "2 is shown", ((), Percept(1, 2)), always(Percept(1, 2))),
        ("always (2, 0)", "2 is neither 1 nor -1", ((), Percept(2, 0)), always(Percept(2, 0))),
        ("always (1/2, 0)", "1/2 is not 1", ((), half), always(half)),
        ("ignore rewards", "at first it pays 0", ((), Percept(0, 0)), ignore_rewards),
        ("1, then arms 1 and 0", "on (0,0) 1, which no run of it makes, 0", (one, Percept(0, 0)), late),
    ]
    yield check_examples((about, why, found, _found, decide, e) for about, why, found, e in rows)
    yield from _examples_are_not(scope, decide, "a handicap")
    for name in SECTION_3_EXAMPLES:
        repaired = mimic(LETTERS[name].hypothetical, initial=Percept(1, 0))
        yield _decided(scope, decide, repaired, f"{name} with (1, 0) at first is a handicap")
    yield _horizons(decide)


def _examples_are_not(scope: Scope, decide: Decide, what: str) -> Iterator[Part]:
    for name, example in SECTION_3_EXAMPLES.items():
        yield _decided(scope, decide, example, f"{name} is {what}").meant_to_fail(_FORESEEN[what])


def _decided(scope: Scope, decide: Decide, environment: ExtendedEnvironment, name: str) -> Part:
    horizon = scope.steps(quick=3, full=4)
    return evolve(decide(environment, horizon=horizon, percepts=scope.percepts(3), actions=_ACTIONS), name=name)


_FOLLOWER = TableAgent({history((0, 0)): 1, history((1, 0)): 0, history((0, 0), 0, (0, 0)): 0})
"""Does 1 at first; on (0,0) 0 (0,0) it does 0."""


_Pair = tuple[ExtendedEnvironment, ExtendedEnvironment]
_E, _PAY, _PUNISH = always(Percept(3, 7)), always(Percept(1, 0)), always(Percept(-1, 0))
_ARMS: _Pair = embed(bandit((2, 5))), ignore_rewards

_DEFINED: tuple[tuple[str, str, Percept, _Pair, Play], ...] = (
    ("r_h = 1", "e's own percept: (3, 7)", Percept(3, 7), (_E, _PAY), ()),
    ("e pays 1/2", "e's own: (1/2, 0)", Percept(_HALF, 0), (always(Percept(_HALF, 0)), _PAY), ()),
    ("r_h = -1", "-1 for e's reward of 3, and e's observation 7", Percept(-1, 7), (_E, _PUNISH), ()),
    ("acting as if unpaid", "on (0,0) it does 1: kept; arm 1 pays 5", Percept(5, 0), _ARMS, history((1, 0), 1)),
    ("acting otherwise", "on (0,0) it does 1: not kept; arm 0 pays 2", Percept(-1, 0), _ARMS, history((0, 0), 0)),
    ("another's play", "on (0,0) 0 (0,0) it does 0: kept", Percept(2, 0), _ARMS, history((0, 0), 0, (1, 0), 0)),
)
"""What both readings give alike to `_FOLLOWER`."""

_UNDEFINED: tuple[tuple[str, str, _Pair], ...] = (
    ("r_h = 0", "neither 1 nor -1", (_E, always(Percept(0, 0)))),
    ("h shows 1", "a handicap shows 0", (_E, always(Percept(1, 1)))),
    ("e punishes", "e is not merciful", (_PUNISH, _PAY)),
    ("r_h = 1/2", "neither 1 nor -1", (_E, always(Percept(_HALF, 0)))),
    ("r_h = -1/2", "neither 1 nor -1", (_E, always(Percept(-_HALF, 0)))),
    ("e pays -1/2", "e is not merciful", (always(Percept(-_HALF, 0)), _PAY)),
    ("ignore rewards at first", "r_h = 0", _ARMS),
)
"""Where the letter says nothing."""

_REPAIRED: tuple[tuple[str, str, Percept, _Pair, Play], ...] = (
    ("r_h = 0", "not negative: e's own percept", Percept(3, 7), _UNDEFINED[0][2], ()),
    ("r_h = -2", "negative: -1", Percept(-1, 7), (_E, always(Percept(-2, 1))), ()),
    ("r_h = -1/2", "negative: -1", Percept(-1, 7), _UNDEFINED[4][2], ()),
    ("r_h = 1/2", "not negative: (3, 7)", Percept(3, 7), _UNDEFINED[3][2], ()),
    ("e pays -1/2", "e's own percept", Percept(-_HALF, 0), _UNDEFINED[5][2], ()),
)
"""Where the repair says something more."""


def _composed(compose: Compose, pair: _Pair, play: Play) -> Percept:
    return compose(*pair)(_FOLLOWER, play)


def composition(
    scope: Scope, *, compose: Compose = with_handicap, repaired: Compose = with_handicap_repaired
) -> Iterator[Part]:
    """Check e * h as printed and repaired: by hand, as written out, and that the repair extends the printed form."""
    letter: list[Example] = [
        *((about, why, percept, _composed, compose, pair, play) for about, why, percept, pair, play in _DEFINED),
        *((about, why, UndefinedComposition, _composed, compose, pair, ()) for about, why, pair in _UNDEFINED),
    ]
    repair: list[Example] = [
        (about, why, percept, _composed, repaired, pair, play)
        for about, why, percept, pair, play in (*_DEFINED, *_REPAIRED)
    ]
    yield check_examples(letter, "worked examples of the letter")
    yield check_examples(repair, "worked examples of the repair")

    def as_written(found: _Found) -> object:
        if found.e.reward < 0 or found.h.observation != 0 or found.h.reward not in {1, -1}:
            return UndefinedComposition
        return found.e if found.h.reward == 1 else Percept(-1, found.e.observation)

    def of_letter(found: _Found) -> _Laws:
        yield "the letter", as_written(found), found.composed(compose)

    def extension(found: _Found) -> _Laws:
        yield "the repair", as_written(found), found.composed(repaired)

    def repair_as_written(found: _Found) -> _Laws:
        expected = found.e if found.h.reward >= 0 else Percept(-1, found.e.observation)
        yield "the repair", expected, found.composed(repaired)

    yield _pointwise(scope, "the letter as written out", of_letter, _ANY, _ANY_HANDICAP)
    yield _pointwise(scope, "the repair as written out", repair_as_written, _ANY, _ANY_HANDICAP)
    yield _pointwise(scope, "the repair where the letter is defined", extension, _MERCIFUL, _HANDICAP)


def _asked_nothing(prompt: Play) -> Action:
    raise AssertionError(prompt)  # what e and h answer is unknown already; they need no agent


_Law = tuple[str, object, object]
_Laws = Iterator[_Law]

_MERCIFUL = (Percept(0, 0), Percept(_HALF, 0), Percept(2, 1))
_HANDICAP = (Percept(1, 0), Percept(-1, 0))
_ANY = (*_MERCIFUL, Percept(-_HALF, 0), Percept(-1, 0), Percept(-2, 1))
_ANY_HANDICAP = (*_HANDICAP, Percept(0, 0), Percept(_HALF, 0), Percept(-_HALF, 0), Percept(1, 1), Percept(-2, 1))
_OTHER_HANDICAP = (Percept(1, 0), Percept(-_HALF, 0), Percept(-2, 1))


class _Found:
    """One play, and what unknown environments e, h and h' answer to it, all three in one answer."""

    def __init__(self, play: Play, unknown: Unknown) -> None:
        self.play = play
        self._unknown = unknown
        self.e, self.h, self.other = (self._answer(index, play) for index in range(3))

    def _answer(self, index: int, play: Play) -> Percept:
        answers: tuple[Percept, Percept, Percept] = self._unknown.environment(play).observation  # type: ignore[assignment]
        return answers[index]

    def of_e(self, agent: Agent, play: Play) -> Percept:
        return self._answer(0, play)

    def of_h(self, agent: Agent, play: Play) -> Percept:
        return self._answer(1, play)

    def of_other(self, agent: Agent, play: Play) -> Percept:
        return self._answer(2, play)

    def composed(self, compose: Compose, *more: ExtendedEnvironment) -> Any:
        """Return what e * h gives on the play, or e * h under more handicaps; or that it is not defined."""
        try:
            return reduce(compose, more, compose(self.of_e, self.of_h))(_asked_nothing, self.play)
        except UndefinedComposition as undefined:
            return type(undefined)


def _together(*alphabets: Iterable[Percept]) -> tuple[Percept, ...]:
    """Return the percepts whose observation is one percept of each alphabet: the answers of several environments."""
    return tuple(Percept(0, answers) for answers in product(*alphabets))


_KEPT, _PUNISHED = "h does not punish", "h punishes"


def _pointwise(
    scope: Scope,
    name: str,
    laws: Callable[[_Found], _Laws],
    of_e: Sequence[Percept],
    of_h: Sequence[Percept],
    *,
    of_other: Sequence[Percept] = (),
) -> Part:
    """Decide laws of e * h on each play, for every answer of e, h and, where it has answers, h' to it."""
    longest = scope.steps(quick=2, full=3)
    rewards = ", ".join(map(str, sorted({percept.reward for percept in (*of_e, *of_h)})))
    answers = (
        f"all e, h and h' with answers among {len(of_e)}, {len(of_h)} and {len(of_other)} percepts"
        if of_other
        else f"all e and h with answers among {len(of_e)} and {len(of_h)} percepts"
    )
    percepts, actions = (Percept(0, 0), Percept(-1, 1)), scope.actions()

    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        found = _Found(play, unknown)
        cover(_PUNISHED if found.h.reward < 0 else _KEPT)
        return next((Disagreement(*law, play) for law in laws(found) if law[1] != law[2]), None)

    return decide_plays(
        name,
        claim,
        (longest, percepts, actions),
        who=f"all agents, {answers} of the rewards {rewards}",
        percepts=_together(of_e, of_h, of_other or _HANDICAP[:1]),
        branches=(_KEPT, _PUNISHED),
    )


def _compared(compose: Compose) -> Callable[[_Found], _Laws]:
    """Return the laws that compare e * h with e."""

    def laws(found: _Found) -> _Laws:
        composed = found.composed(compose)
        yield "the observation of e * h", found.e.observation, composed.observation
        yield "the reward of e * h is at most e's", True, composed.reward <= found.e.reward
        if found.h.reward >= 0:
            yield "e * h where h does not punish", found.e, composed
        else:
            yield "the reward of e * h where h punishes", -1, composed.reward

    return laws


def laws(
    scope: Scope, *, compose: Compose = with_handicap, repaired: Compose = with_handicap_repaired
) -> Iterator[Part]:
    """Check the laws of e * h, in both readings, for every e and h; and what is no law."""

    def repeated(found: _Found) -> _Laws:
        yield "(e * h) * h", found.composed(repaired), found.composed(repaired, found.of_h)
        exchanged = repaired(repaired(found.of_e, found.of_other), found.of_h)(_asked_nothing, found.play)
        yield "(e * h) * h'", exchanged, found.composed(repaired, found.of_other)

    def repeated_by_the_letter(found: _Found) -> _Laws:
        yield "(e * h) * h", found.composed(compose), found.composed(compose, found.of_h)

    def stays_merciful(found: _Found) -> _Laws:
        yield "e * h is merciful", True, found.composed(compose).reward >= 0

    yield _pointwise(scope, "e * h against e, by the letter", _compared(compose), _MERCIFUL, _HANDICAP)
    yield _pointwise(scope, "e * h against e, repaired", _compared(repaired), _MERCIFUL, _ANY_HANDICAP)
    yield _pointwise(
        scope, "twice, and in either order, repaired", repeated, _ANY, _ANY_HANDICAP, of_other=_OTHER_HANDICAP
    )
    yield _named(scope, repaired)
    yield _pointwise(scope, "e * h is merciful", stays_merciful, _MERCIFUL, _HANDICAP).meant_to_fail(
        "e * h is merciful: expected True, got False"
    )
    twice = _pointwise(scope, "(e * h) * h by the letter", repeated_by_the_letter, _MERCIFUL, _HANDICAP)
    yield twice.meant_to_fail(
        "(e * h) * h: expected Percept(-1, 0), got <class 'formal_rl.errors.UndefinedComposition'>"
    )
    unmerciful = _pointwise(scope, "e * h against an e that is not merciful", _compared(repaired), _ANY, _HANDICAP)
    yield unmerciful.meant_to_fail("the reward of e * h is at most e's: expected True, got False")


def _named(scope: Scope, repaired: Compose) -> Part:
    longest = scope.steps(quick=2, full=3)
    percepts = scope.percepts(3)

    def claim(case: tuple[Play, tuple[str, str]], unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, (e_name, h_name) = case
        e, h = embed(MERCIFUL[e_name]), SECTION_3_EXAMPLES[h_name]
        once, twice = repaired(e, h), repaired(repaired(e, h), h)
        plain, got = e(unknown.agent, play), once(unknown.agent, play)
        punished = h(unknown.agent, play).reward < 0
        cover(_PUNISHED if punished else _KEPT)
        expected = Percept(-1, plain.observation) if punished else plain
        return equal(f"{e_name} * {h_name}", expected, got, play) or equal(
            f"({e_name} * {h_name}) * {h_name}", got, twice(unknown.agent, play), play
        )

    return decide_each(
        "the named ones",
        claim,
        product(plays(longest, percepts, _ACTIONS), tuple(product(MERCIFUL, SECTION_3_EXAMPLES))),
        actions=_ACTIONS,
        branches=(_KEPT, _PUNISHED),
        domain=f"all agents, all plays of at most {longest} actions over {len(percepts)} percepts x 2 actions; "
        f"{', '.join(MERCIFUL)} under {', '.join(SECTION_3_EXAMPLES)}",
    )


# --- Mutants ---


def _deciding(fault: Callable[[Percept, Play], bool]) -> Callable[..., Part]:
    """Return a decision that calls a percept on a play at fault by another rule; it asks two agents only."""

    def decide(environment: ExtendedEnvironment, *, horizon: int, percepts: Any, actions: Any) -> Part:
        for play, action in product(plays(horizon, percepts, actions), actions):
            percept = environment(always(action), play)
            if fault(percept, play):
                return Part("", "", 1, {}, Refutation(Disagreement("at fault", "", percept, play)))
        return Part("", "", sum(1 for _ in product(plays(horizon, percepts, actions), actions)), {})

    return decide


def _along_runs_only(environment: ExtendedEnvironment, *, horizon: int, actions: Sequence[Action], **_: Any) -> Part:
    """Look at the percepts of runs, and not at the other plays."""
    for action in actions:
        run = interaction(always(action), environment, horizon + 1)
        for index in range(0, len(run), 2):
            if run[index].reward < 0:
                return Part("", "", 1, {}, Refutation(Disagreement("at fault", "", run[index], run[:index])))
    return Part("", "", 1, {})


def _composing(percept: Callable[[Percept, Percept], Percept]) -> Callable[..., ExtendedEnvironment]:
    """Return a composition of environments, percept by percept."""

    def compose(e: ExtendedEnvironment, h: ExtendedEnvironment) -> ExtendedEnvironment:
        return lambda agent, play: percept(e(agent, play), h(agent, play))

    return compose


_showing_the_handicap = _composing(lambda e, h: Percept(e.reward if h.reward >= 0 else -1, h.observation))
_subtracting = _composing(lambda e, h: e if h.reward >= 0 else Percept(e.reward - 1, e.observation))
_signs_exchanged = _composing(lambda e, h: e if h.reward < 0 else Percept(-1, e.observation))
_forfeiting_only = _composing(lambda e, h: e if h.reward >= 0 else Percept(0, e.observation))
_never_punishing = _composing(lambda e, h: e)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-D12-merciful",
        kind="definition",
        title="merciful",
        claim="An extended environment is merciful if it never outputs a negative reward, for any agent and play.",
        source=f"{ALEXANDER_2021}, Definition 12 part 1",
        check=merciful,
        mutants={
            "0 counts as negative": {"decide": _deciding(lambda percept, play: percept.reward <= 0)},
            "only the first percept counts": {
                "decide": _deciding(lambda percept, play: not play and percept.reward < 0)
            },
            "only plays that it makes itself count": {"decide": _along_runs_only},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, in merciful "
        "ordinary environments and in the examples of Section 3, none of which is merciful",
        witness="ignore rewards on (0,0) 0, for an agent with T((0,0)) = 1: (-1, 0)",
    ),
    Statement(
        id="A21-D12-handicap",
        kind="definition",
        title="handicap",
        claim="A handicap is an extended environment that always shows 0 and always pays 1 or -1.",
        source=f"{ALEXANDER_2021}, Definition 12 part 2",
        check=handicap,
        mutants={
            "the first percept does not count": {
                "decide": _deciding(lambda p, play: bool(play) and (p.reward not in {1, -1} or p.observation != 0))
            },
            "any observation will do": {"decide": _deciding(lambda percept, play: percept.reward not in {1, -1})},
            "any reward will do": {"decide": _deciding(lambda percept, play: percept.observation != 0)},
            "merciful instead": {"decide": never_negative},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, in the examples "
        "of Section 3 as they are, and with 1 as their first reward",
        defects="As printed, no example of Section 3 is a handicap, since each pays 0 at first.",
        repair="with (1, 0) as its first percept each is one; or r_h >= 0 in place of r_h = 1 in e * h",
        witness="e(T, ⟨⟩) = (0, 0), for each example e and every T",
    ),
    Statement(
        id="A21-D12-compose",
        kind="definition",
        title="e * h",
        claim="For e merciful and h a handicap, e * h pays what e pays where h pays 1, and -1 where h pays -1; it "
        "shows what e shows. Repaired: what e pays where h pays at least 0, and -1 elsewhere.",
        source=f"{ALEXANDER_2021}, Definition 12 part 3",
        check=composition,
        mutants={
            "h's observation is shown": {"compose": _showing_the_handicap},
            "1 less for a violation": {"compose": _subtracting},
            "signs exchanged": {"compose": _signs_exchanged},
            "defined everywhere": {"compose": with_handicap_repaired},
            "nothing is repaired": {"repaired": with_handicap},
            "repaired, but the reward is only forfeited": {"repaired": _forfeiting_only},
        },
        verdict="defined",
        evidence="exhaustive: all e and h with answers among 6 and 7 percepts, 1/2 and -1/2 among their rewards, all "
        "plays of at most 2 actions over 2 percepts x 2 actions",
        defects="The definition does not cover the reward 0, which every example of Section 3 gives at first.",
        repair="r_h >= 0 in place of r_h = 1, and r_h < 0 in place of r_h = -1",
    ),
    Statement(
        id="A21-D12-laws",
        kind="lemma",
        title="laws of handicaps",
        claim="e * h shows what e shows, pays at most what e pays, and is e where h never punishes. Putting h on "
        "twice is the same as putting it on once, and the order of two handicaps does not matter.",
        source=f"{ALEXANDER_2021}, Definition 12 and the remarks after it",
        check=laws,
        mutants={
            "h's observation is shown": {"compose": _showing_the_handicap},
            "1 less for a violation": {"repaired": _subtracting},
            "signs exchanged": {"repaired": _signs_exchanged},
            "a violation is let through": {"compose": _never_punishing},
            "h need not be a handicap, nor e merciful": {"compose": with_handicap_repaired},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all e, h and h' with answers among 3 or 6, 2 or 7, and 3 percepts, of rewards from -2 "
        "to 2 with 1/2 and -1/2, all plays of at most 2 actions; all agents in the named ones",
        defects="The paper puts one handicap on an environment. To put on a second one, e * h must be defined for an "
        "e that is not merciful; e * h may then pay more than e. On a play of e * h, e is asked about a past with "
        "rewards of -1, which it never gave.",
        repair="the last two laws, which are ours, are of the repaired e * h",
        witness="e and h that always give (0, 0) and (-1, 0): e * h gives (-1, 0), and (e * h) * h is not defined",
    ),
)
