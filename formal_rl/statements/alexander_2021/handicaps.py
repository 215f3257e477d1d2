"""Handicaps: what is merciful, what is a handicap, what comes of putting one on, and whether a penalty pays."""

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import Exploration, agents, among, every, properties
from formal_rl.checking.claims import Every, Rows, by_hand, raised
from formal_rl.checking.domains import environments
from formal_rl.environments import TableAgent, embed, ignore_rewards, interaction, mimic, ordinary
from formal_rl.environments.examples.false_memories import false_memories
from formal_rl.errors import UndefinedComposition
from formal_rl.histories import Action, Percept, Play, Prompt, Reward, history, percept_alphabet, percepts
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2021.shapes import always, usual
from formal_rl.statements.entries import Evidence, definition, example, lemma, mutants, statements_in
from formal_rl.statements.library import SECTION_3_EXAMPLES
from formal_rl.transforms import with_handicap, with_handicap_repaired

HALF = Fraction(1, 2)


def found(decide: Any, environment: Any) -> tuple[Play, object] | None:
    """Return the smallest play of at most 3 actions and the percept on it that refute a property, if there are."""
    refutation = decide(environment, horizon=3, percepts=percept_alphabet(3), actions=(0, 1)).refutation
    return refutation and (refutation.disagreement.history, refutation.disagreement.got)


def decided(name: str, decide: Any, violation: Any, them: Mapping[str, Any]) -> Every:
    """Return the part that this is the smallest violation of a property by each of these environments."""
    over = "all agents, all plays of at most 3 actions over 3 percepts x 2 actions"
    domain = among(f"{over}, in {', '.join(them)}", them)
    return every(name, lambda each: (violation, found(decide, them[each])), domain)


@definition(
    "A21-D12-merciful",
    "merciful",
    "Definition 12 part 1",
    witness="ignore rewards on (0,0) 0, for an agent with T((0,0)) = 1: (-1, 0)",
)
def merciful() -> Evidence:
    """An extended environment is merciful if it never outputs a negative reward, for any agent and play."""
    on_0_0, paid = history((0, 0), 0), history((1, 0), 0)

    def examples() -> Rows:
        never: Any = lambda agent, play: Percept(-1 if any(x.reward == 1 for x in play[::2]) else 0, 0)  # noqa: E731
        negative = properties.never_negative
        at_first = negative(always(Percept(0, 0)), horizon=0, percepts=(), actions=())
        yield "without actions, the empty play alone", 1, at_first.cases
        yield "on (0,0) 0, where T((0,0)) = 1: -1", (on_0_0, Percept(-1, 0)), found(negative, ignore_rewards)
        yield "-1 on a play that it never makes", (paid, Percept(-1, 0)), found(negative, never)

    yield by_hand(examples)
    plain = {"bandit": embed(ordinary.bandit((0, 1))), "corridor": embed(ordinary.corridor(2))}
    yield decided("merciful", properties.never_negative, None, plain)
    fault = on_0_0, Percept(-1, 0)
    yield decided("not merciful: -1 on (0,0) 0", properties.never_negative, fault, SECTION_3_EXAMPLES)
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
    defects="As printed, no example of Section 3 is a handicap, since each pays 0 at first.",
    repair="with (1, 0) as its first percept each is one; or r_h >= 0 in place of r_h = 1 in e * h",
    witness="e(T, ⟨⟩) = (0, 0), for each example e and every T",
)
def handicap() -> Evidence:
    """A handicap is an extended environment that always shows 0 and always pays 1 or -1."""
    one_or_minus_one = properties.pays_one_and_shows_zero

    def examples() -> Rows:
        late = embed(lambda play: ordinary.bandit((1, 0))(play) if play else Percept(1, 0))
        yield "observation 2", ((), Percept(1, 2)), found(one_or_minus_one, always(Percept(1, 2)))
        why = "on (0,0) 1, which no run of it makes, 0"
        yield why, (history((0, 0), 1), Percept(0, 0)), found(one_or_minus_one, late)

    yield by_hand(examples)
    yield decided("no handicap: (0, 0) on ⟨⟩", one_or_minus_one, ((), Percept(0, 0)), SECTION_3_EXAMPLES)
    repaired = {name: mimic(LETTERS[name].hypothetical, initial=Percept(1, 0)) for name in SECTION_3_EXAMPLES}
    yield decided("with (1, 0) at first a handicap", one_or_minus_one, None, repaired)
    yield mutants("""
        checking.properties:_decide
            the first percept does not count: fault(percept) → fault(percept) if play else None
        checking.properties:pays_one_and_shows_zero
            any observation will do: percept.observation == 0 and percept.reward in {1, -1}
                → percept.reward in {1, -1}
            any reward will do: percept.observation == 0 and percept.reward in {1, -1} → percept.observation == 0
    """)


# --- e * h ---

KIND, GRIM = [Percept(0, 0), Percept(HALF, 0), Percept(2, 1)], [Percept(-HALF, 0), Percept(-1, 0), Percept(-2, 1)]
ONE_OR_MINUS_ONE = [Percept(1, 0), Percept(-1, 0)]
OTHERS = [Percept(0, 0), Percept(HALF, 0), Percept(-HALF, 0), Percept(1, 1), Percept(-2, 1)]
OF_E, OF_H = among("{} answers of e", KIND + GRIM), among("{} answers of h", ONE_OR_MINUS_ONE + OTHERS)
MERCIFUL_E, HANDICAP_H = among("{} of a merciful e", KIND), among("both of a handicap h", ONE_OR_MINUS_ONE)
PLAY = history((0, 0), 1, (-1, 1), 0)


def on_it(compose: Any, *given: Percept) -> Any:
    """Return what e * h * ... gives on a play, on which its parts give these percepts; on others they give (9, 9)."""
    parts = [lambda agent, asked, each=each: each if asked == PLAY else Percept(9, 9) for each in given]
    return raised(reduce(compose, parts), None, PLAY)  # no agent: what e and h answer is known already


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
        arms = embed(ordinary.bandit((2, 5))), ignore_rewards
        for compose in ways:
            kept = compose(*arms)(follower, history((0, 0), 0, (1, 0), 0))
            yield "on (0,0) 0 (0,0) it does 0: kept, another's play; arm 0 pays 2", Percept(2, 0), kept
        for why, e, h, letter, repair in (
            ("r_h = -1: -1 for e's reward of 3, and e's observation 7", (3, 7), (-1, 0), (-1, 7), (-1, 7)),
            ("r_h = 0, neither 1 nor -1; not negative", (3, 7), (0, 0), UndefinedComposition, (3, 7)),
        ):
            yield why, [letter, repair], [on_it(compose, Percept(*e), Percept(*h)) for compose in ways]

    def written_out(e: Percept, h: Percept) -> tuple[Any, Any]:
        return [printed(e, h), repaired(e, h)], [on_it(compose, e, h) for compose in ways]

    yield by_hand(examples)
    yield every("the letter and the repair, as written out", written_out, OF_E, OF_H)
    yield mutants("""
        transforms.handicap:with_handicap
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
    "e that is not merciful. On a play of e * h, the question to e has a past with rewards of -1, which it never gave.",
    repair="the last two laws, which are ours, are of the repaired e * h",
    witness="e and h that always give (0, 0) and (-1, 0): e * h gives (-1, 0), and (e * h) * h is not defined",
)
def laws() -> Evidence:
    """e * h shows what e shows, pays at most what e pays, and is e where h never punishes. Putting h on twice is the
    same as putting it on once, and the order of two handicaps does not matter.
    """  # noqa: D403 - e is an environment
    letter, repair = with_handicap, with_handicap_repaired

    def against_e(e: Percept, h: Percept, compose: Any) -> tuple[Any, Any]:
        got = on_it(compose, e, h)
        return (repaired(e, h), True), (got, got.reward <= e.reward)

    def repeated(e: Percept, h: Percept, other: Percept) -> tuple[Any, Any]:
        once, exchanged = on_it(repair, e, h), on_it(repair, e, other, h)
        return (once, exchanged), (on_it(repair, e, h, h), on_it(repair, e, h, other))

    def twice(e: Percept, h: Percept) -> tuple[Any, Any]:
        return on_it(letter, e, h), on_it(letter, e, h, h)

    yield every("e * h against e", against_e, MERCIFUL_E, HANDICAP_H, among("both readings", (letter, repair)))
    yield every("twice, and in either order, repaired", repeated, OF_E, OF_H, OF_H)
    yield every("(e * h) * h by the letter", twice, MERCIFUL_E, HANDICAP_H).fails(
        "…, Percept(0, 0), Percept(-1, 0): expected Percept(-1, 0), got <class '…UndefinedComposition'>"
    )
    yield mutants("""
        transforms.handicap:with_handicap
            shows h's observation: e if h.reward == 1 else Percept(-1, e.observation)
                → Percept(e.reward if h.reward == 1 else -1, h.observation)
            a violation is let through: Percept(-1, e.observation) → e
        transforms.handicap:with_handicap_repaired
            1 less for a violation: Percept(-1, → Percept(e.reward - 1,
            signs exchanged: h.reward >= 0 → h.reward < 0
    """)


# --- Whether a penalty pays ---

HANDICAPS = {**SECTION_3_EXAMPLES, "false_memories of (0,0) 0": false_memories(history((0, 0), 0))}
"""False memories once more, of a turn that may well happen: a merciful environment never gives those of the example."""

FREE = ("ignore_rewards", "false_memories", "backward_consciousness")
"""The handicaps that need not ever punish."""


def never_needed(agent: Agent, environment: Any, name: str) -> tuple[Any, Any]:
    """Claim that a run in e is that in e * h of one who acts as along it and answers all else with the action done."""
    obliging: dict[Prompt, Action] = {}
    composed = with_handicap_repaired(embed(environment), HANDICAPS[name])
    play: Play = ()
    while True:
        expected, got = environment(play), composed(lambda asked: obliging.setdefault(asked, *play[-1:]), play)  # noqa: B023
        if got != expected or len(play) == 6:
            return (play, expected), (play, got)
        prompt = (*play, expected)
        play = (*prompt, agent(prompt))
        if obliging.setdefault(prompt, play[-1]) != play[-1]:
            return (prompt, play[-1]), (prompt, obliging[prompt])


@example(
    "A21-E13",
    "the examples as handicaps",
    "Example 13",
    "holds (repaired)",
    defects="As printed, e * h is not defined at first. A best agent that knows e need not be punished by ignore "
    "rewards, false memories of a punishment or backward consciousness: they ask about histories that do not "
    "occur, where it may answer as it likes. So with these a penalty pays only if e reacts to it, or if one agent "
    "meets two e. Déjà vu, and false memories that may come true, punish any agent that would win more by not "
    "repeating itself.",
    repair="e * h repaired; for ignore rewards, backward consciousness and the listed false memories, over an e "
    "that answers to punishments; for the first two also over two e at once",
    witness="déjà vu, or false memories of (0,0) 0, over e that pays 2 for 0 then 1: 1 with a penalty, 0 without. "
    "ignore rewards over an e that pays 1 at first, and 2 for 0 after a punishment: 2, 1. Over e that pays 1 "
    "at first and 2 for 0 then 0, and e' that pays 2 for 1: 4, 3",
)
def accepting_penalties() -> Evidence:
    """Each example of Section 3 can be put on a merciful environment as a handicap. For each there are merciful
    environments in which every best agent accepts a penalty to win more later.
    """

    def totals(name: str, horizon: int, number_of_actions: int, *them: Any) -> tuple[Reward, Reward]:
        """Return the most that an unpunished agent gets in so many percepts of each of these, and the most at all."""
        exploration = Exploration(range(number_of_actions))
        composed = [with_handicap_repaired(embed(environment), HANDICAPS[name]) for environment in them]

        def run() -> tuple[Reward, bool]:
            rewards: list[Reward] = []
            for environment in composed:
                play = interaction(exploration.agent, environment, horizon - 1, remember=False)
                rewards += [each.reward for each in (*percepts(play), environment(exploration.agent, play))]
            return sum(rewards), min(rewards) < 0

        results = set(exploration.runs(run))  # one run for each way to answer, so every agent is among them
        return max(total for total, punished in results if not punished), max(total for total, _ in results)

    def paying(payments: Mapping[str, Reward]) -> Any:
        """Show 0 and pay after these turns only, looking at punishments only where a payment does."""
        marks = "punished" in "".join(payments)

        def environment(play: Play) -> Percept:
            turns = zip(play[::2], play[1::2], strict=True)
            done = " ".join(f"{'punished, ' * (marks and percept.reward < 0)}{action}" for percept, action in turns)
            return Percept(payments.get(done, 0), 0)

        return environment

    def examples() -> Rows:
        rock = ordinary.rock_paper_scissors(ordinary.beating_the_last_move(), (2, 1, 0))
        for name in FREE:
            yield f"a maze of two steps, {name}", (1, 1), totals(name, 3, 4, ordinary.maze("S.\n#G"))
            yield f"rock, paper, scissors, 2 for a win, {name}", (4, 4), totals(name, 3, 3, rock)
        for name, steps, without, penalised, *payments in (
            ("ignore_rewards", 3, 1, 2, {"": 1, "0 punished, 0": 2}),
            ("false_memories", 3, 0, 1, {"0 punished, 0": 2}),
            ("backward_consciousness", 4, 1, 2, {"": 1, "0 0 punished, 0": 2}),
            ("deja_vu", 3, 0, 1, {"0 1": 2}),
            ("false_memories of (0,0) 0", 3, 0, 1, {"0 1": 2}),
            ("ignore_rewards", 3, 3, 4, {"": 1, "0 0": 2}, {"1": 2}),
            ("backward_consciousness", 4, 5, 6, {"0": 1, "0 0 0": 3}, {"": 1, "0 1 0": 3}),
        ):
            why = f"{name}, {' and '.join(map(str, payments))}: {penalised} with a penalty, {without} without"
            yield why, (without, penalised), totals(name, steps, 2, *map(paying, payments))

    yield by_hand(examples)
    free = among(", ".join(FREE), FREE)
    yield usual(every("no run of 3 turns needs a penalty", never_needed, agents, environments, free))
    again = every("nor does any with déjà vu", never_needed, agents, environments, among("one handicap", ["deja_vu"]))
    yield again.fails("…expected ((Percept(0, 0), 0, Percept(0, 0)), 1), got ((Percept(0, 0), 0, Percept(0, 0)), 0)")
    yield mutants("""
        transforms.handicap:with_handicap_repaired
            by the letter: e if h.reward >= 0 else Percept(-1, e.observation)
                → with_handicap(environment, handicap)(agent, play)
            a violation is let through: Percept(-1, e.observation) → e
        environments.examples.deja_vu:repeated
            déjà vu asks what one truly does: concatenate(play, prompt_of(play)) → prompt_of(play)
    """)


STATEMENTS = statements_in(globals())
