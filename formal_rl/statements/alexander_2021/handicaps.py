"""Handicaps: what is merciful, what is a handicap, and what comes of putting one on an environment."""

from fractions import Fraction
from typing import Any

from attrs import evolve

from formal_rl.checking import Decidable, Rows, among, by_hand, every, never_negative, pays_one_and_shows_zero, raised
from formal_rl.environments import TableAgent, bandit, embed, ignore_rewards, mimic
from formal_rl.errors import UndefinedComposition
from formal_rl.histories import Percept, Play, history, percept_alphabet
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2021.shapes import MERCIFUL, always, plays_over
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in
from formal_rl.statements.library import SECTION_3_EXAMPLES
from formal_rl.transforms import with_handicap, with_handicap_repaired

HALF = Fraction(1, 2)


def found(decide: Any, environment: Any) -> tuple[Play, object] | None:
    """Return the smallest play and the percept on it that refute a property, if there are."""
    for horizon in (0, 1):
        refutation = decide(environment, horizon=horizon, percepts=percept_alphabet(2), actions=(0, 1)).refutation
    return refutation and (refutation.disagreement.history, refutation.disagreement.got)


def decided(decide: Any, environment: Any, name: str, foreseen: str = "") -> Decidable:
    """Return the part that an environment has a property, or that it is meant not to."""

    def part(scope: Any) -> Any:
        horizon = scope.steps(quick=3, full=4)
        found = evolve(decide(environment, horizon=horizon, percepts=scope.percepts(3), actions=(0, 1)), name=name)
        return found.meant_to_fail(foreseen) if foreseen else found

    return part


@definition(
    "A21-D12-merciful",
    "merciful",
    "Definition 12 part 1",
    evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, in merciful "
    "ordinary environments and in the examples of Section 3, none of which is merciful",
    witness="ignore rewards on (0,0) 0, for an agent with T((0,0)) = 1: (-1, 0)",
)
def merciful() -> Evidence:
    """An extended environment is merciful if it never outputs a negative reward, for any agent and play."""

    def examples() -> Rows:
        on_0_0, paid = history((0, 0), 0), history((1, 0), 0)
        never: Any = lambda agent, play: Percept(-1 if any(x.reward == 1 for x in play[::2]) else 0, 0)  # noqa: E731
        for why, fault, environment in (
            ("0 is not negative", None, always(Percept(0, 0))),
            ("-1/2 is negative", ((), Percept(-HALF, 0)), always(Percept(-HALF, 0))),
            ("on (0,0) 0, where T((0,0)) = 1: -1", (on_0_0, Percept(-1, 0)), ignore_rewards),
            ("-1 on a play that it never makes", (paid, Percept(-1, 0)), never),
        ):
            yield why, fault, found(never_negative, environment)

    yield by_hand(examples)
    for name, ordinary in MERCIFUL.items():
        yield decided(never_negative, embed(ordinary), f"{name} is merciful")
    on = "merciful: the percept on (0,0) 0: expected 'a reward >= 0', got Percept(-1, 0)"
    for name, example in SECTION_3_EXAMPLES.items():
        yield decided(never_negative, example, f"{name} is merciful", on)
    yield mutants("""
        checking.properties:never_negative
            0 counts as negative: percept.reward < 0 → percept.reward <= 0
        checking.properties:_decide
            only the first percept counts: fault(percept) → None if play else fault(percept)
            only plays that it makes itself count: fault(percept) → fault(percept) if all(
                play[i] == respond(environment, unknown.agent, play[:i]) for i in range(0, len(play), 2)) else None
    """)


@definition(
    "A21-D12-handicap",
    "handicap",
    "Definition 12 part 2",
    evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, in the examples "
    "of Section 3 as they are, and with 1 as their first reward",
    defects="As printed, no example of Section 3 is a handicap, since each pays 0 at first.",
    repair="with (1, 0) as its first percept each is one; or r_h >= 0 in place of r_h = 1 in e * h",
    witness="e(T, ⟨⟩) = (0, 0), for each example e and every T",
)
def handicap() -> Evidence:
    """A handicap is an extended environment that always shows 0 and always pays 1 or -1."""

    def examples() -> Rows:
        late = embed(lambda play: bandit((1, 0))(play) if play else Percept(1, 0))
        for why, fault, environment in (
            ("-1, and 0 is shown", None, always(Percept(-1, 0))),
            ("2 is shown", ((), Percept(1, 2)), always(Percept(1, 2))),
            ("1/2 is not 1", ((), Percept(HALF, 0)), always(Percept(HALF, 0))),
            ("on (0,0) 1, which no run of it makes, 0", (history((0, 0), 1), Percept(0, 0)), late),
        ):
            yield why, fault, found(pays_one_and_shows_zero, environment)

    yield by_hand(examples)
    on = "a handicap: the percept: expected '(1, 0) or (-1, 0)', got Percept(0, 0)"
    for name, example in SECTION_3_EXAMPLES.items():
        yield decided(pays_one_and_shows_zero, example, f"{name} is a handicap", on)
        repaired = mimic(LETTERS[name].hypothetical, initial=Percept(1, 0))
        yield decided(pays_one_and_shows_zero, repaired, f"{name} with (1, 0) at first is a handicap")
    yield mutants("""
        checking.properties:_decide
            the first percept does not count: fault(percept) → fault(percept) if play else None
        checking.properties:pays_one_and_shows_zero
            any observation will do: percept.observation == 0 and percept.reward in {1, -1}
                → percept.reward in {1, -1}
            any reward will do: percept.observation == 0 and percept.reward in {1, -1} → percept.observation == 0
            merciful instead: percept.observation == 0 and percept.reward in {1, -1} → percept.reward >= 0
    """)


# --- e * h ---

KIND = [Percept(0, 0), Percept(HALF, 0), Percept(2, 1)]
HANDICAPS = [Percept(1, 0), Percept(-1, 0)]
OF_E = among("all answers of e among {} percepts", [*KIND, Percept(-HALF, 0), Percept(-1, 0), Percept(-2, 1)])
OF_H = among(
    "all answers of h among {} percepts",
    [*HANDICAPS, *(Percept(*each) for each in ((0, 0), (HALF, 0), (-HALF, 0), (1, 1), (-2, 1)))],
)
MERCIFUL_E, HANDICAP_H = among("all of a merciful e among {}", KIND), among("all of a handicap h", HANDICAPS)
OTHER_H = among("all of h' among {}", [Percept(1, 0), Percept(-HALF, 0), Percept(-2, 1)])
PLAYS = plays_over([(0, 0), (-1, 1)], 2, full=3)


def on_it(play: Play, compose: Any, e: Percept, *handicaps: Percept) -> Any:
    """Return what e * h * ... gives on a play, on which its parts give these percepts; on others they give (9, 9)."""
    composed = giving(play, e)
    for h in handicaps:
        composed = compose(composed, giving(play, h))
    return raised(composed, None, play)  # no agent: what e and h answer is known already


def giving(play: Play, percept: Percept) -> Any:
    """Return the environment that gives this percept on this play."""
    return lambda agent, asked: percept if asked == play else Percept(9, 9)


def repaired(e: Percept, h: Percept) -> Percept:
    """Return what the repaired definition says."""
    return e if h.reward >= 0 else Percept(-1, e.observation)


@definition(
    "A21-D12-compose",
    "e * h",
    "Definition 12 part 3",
    defects="The definition does not cover the reward 0, which every example of Section 3 gives at first.",
    repair="r_h >= 0 in place of r_h = 1, and r_h < 0 in place of r_h = -1",
)
def composition() -> Evidence:
    """For e merciful and h a handicap, e * h pays what e pays where h pays 1, and -1 where h pays -1; it shows what e
    shows. Repaired: what e pays where h pays at least 0, and -1 elsewhere.
    """
    ways = with_handicap, with_handicap_repaired

    def printed(e: Percept, h: Percept) -> Any:
        if e.reward < 0 or h.observation != 0 or h.reward not in {1, -1}:
            return UndefinedComposition
        return e if h.reward == 1 else Percept(-1, e.observation)

    def examples() -> Rows:
        follower = TableAgent({history((0, 0)): 1, history((1, 0)): 0, history((0, 0), 0, (0, 0)): 0})
        arms = embed(bandit((2, 5))), ignore_rewards
        for compose in ways:
            kept = compose(*arms)(follower, history((0, 0), 0, (1, 0), 0))
            yield "on (0,0) 0 (0,0) it does 0: kept, another's play; arm 0 pays 2", Percept(2, 0), kept
        undefined = UndefinedComposition
        for why, e, h, letter, repair in (
            ("r_h = -1: -1 for e's reward of 3, and e's observation 7", (3, 7), (-1, 0), (-1, 7), (-1, 7)),
            ("r_h = 0, neither 1 nor -1; not negative", (3, 7), (0, 0), undefined, (3, 7)),
            ("r_h = -2, and 1 is shown; negative: -1", (3, 7), (-2, 1), undefined, (-1, 7)),
            ("e pays -1/2, it is not merciful", (-HALF, 0), (1, 0), undefined, (-HALF, 0)),
        ):
            got = [on_it((), compose, Percept(*e), Percept(*h)) for compose in ways]
            yield why, [letter, repair], got

    yield by_hand(examples)
    for name, says, compose in (
        ("the letter as written out", printed, with_handicap),
        ("the repair as written out", repaired, with_handicap_repaired),
    ):
        claim = lambda play, e, h, says=says, compose=compose: (says(e, h), on_it(play, compose, e, h))  # noqa: E731
        yield every(name, claim, PLAYS, OF_E, OF_H)
    yield mutants("""
        transforms.handicap:with_handicap
            h's observation is shown: e if h.reward == 1 else Percept(-1, e.observation)
                → Percept(e.reward if h.reward == 1 else -1, h.observation)
            1 less for a violation: Percept(-1, → Percept(e.reward - 1,
            signs exchanged: h.reward == 1 → h.reward == -1
            defined everywhere: e.reward < 0 → False ;; h.observation != 0 or h.reward not in {1, -1} → False ;;
                h.reward == 1 → h.reward >= 0
        transforms.handicap:with_handicap_repaired
            nothing is repaired: e if h.reward >= 0 else Percept(-1, e.observation)
                → with_handicap(environment, handicap)(agent, play)
            repaired, but the reward is only forfeited: Percept(-1, → Percept(0,
    """)


@lemma(
    "A21-D12-laws",
    "laws of handicaps",
    "Definition 12 and the remarks after it",
    "holds (repaired)",
    defects="The paper puts one handicap on an environment. To put on a second one, e * h must be defined for an "
    "e that is not merciful; e * h may then pay more than e. On a play of e * h, e is asked about a past with "
    "rewards of -1, which it never gave.",
    repair="the last two laws, which are ours, are of the repaired e * h",
    witness="e and h that always give (0, 0) and (-1, 0): e * h gives (-1, 0), and (e * h) * h is not defined",
)
def laws() -> Evidence:
    """e * h shows what e shows, pays at most what e pays, and is e where h never punishes. Putting h on twice is the
    same as putting it on once, and the order of two handicaps does not matter.
    """  # noqa: D403 - e is an environment
    letter, repair = with_handicap, with_handicap_repaired

    def against_e(compose: Any) -> Any:
        def claim(play: Play, e: Percept, h: Percept) -> tuple[Any, Any]:
            got = on_it(play, compose, e, h)
            return (repaired(e, h), True), (got, got.reward <= e.reward)

        return claim

    def repeated(play: Play, e: Percept, h: Percept, other: Percept) -> tuple[Any, Any]:
        once, exchanged = on_it(play, repair, e, h), on_it(play, repair, e, other, h)
        return (once, exchanged), (on_it(play, repair, e, h, h), on_it(play, repair, e, h, other))

    def twice(play: Play, e: Percept, h: Percept) -> tuple[Any, Any]:
        return on_it(play, letter, e, h), on_it(play, letter, e, h, h)

    yield every("e * h against e, by the letter", against_e(letter), PLAYS, MERCIFUL_E, HANDICAP_H)
    yield every("e * h against e, repaired", against_e(repair), PLAYS, MERCIFUL_E, OF_H)
    yield every("twice, and in either order, repaired", repeated, PLAYS, OF_E, OF_H, OTHER_H)
    yield every("(e * h) * h by the letter", twice, PLAYS, MERCIFUL_E, HANDICAP_H).fails(
        "…, Percept(0, 0), Percept(-1, 0): expected Percept(-1, 0), got <class '…UndefinedComposition'>"
    )
    yield every("e * h against an e that is not merciful", against_e(repair), PLAYS, OF_E, HANDICAP_H).fails("…False)")
    yield mutants("""
        transforms.handicap:with_handicap
            h's observation is shown: e if h.reward == 1 else Percept(-1, e.observation)
                → Percept(e.reward if h.reward == 1 else -1, h.observation)
            a violation is let through: Percept(-1, e.observation) → e
            h need not be a handicap, nor e merciful: e.reward < 0 → False ;;
                h.observation != 0 or h.reward not in {1, -1} → False ;; h.reward == 1 → h.reward >= 0
        transforms.handicap:with_handicap_repaired
            1 less for a violation: Percept(-1, → Percept(e.reward - 1,
            signs exchanged: h.reward >= 0 → h.reward < 0
    """)


STATEMENTS = statements_in(globals())
