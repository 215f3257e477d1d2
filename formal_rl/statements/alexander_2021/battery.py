"""The battery: every handicap put on every ordinary environment."""

from itertools import product
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import agents, among, every
from formal_rl.checking.claims import Rows, by_hand, raised
from formal_rl.environments import bandit, ignore_rewards, respond
from formal_rl.environments.examples.deja_vu import deja_vu
from formal_rl.environments.ordinary import corridor
from formal_rl.histories import Percept, Play, Prompt, history
from formal_rl.statements.alexander_2021.shapes import always, plays_over, usual
from formal_rl.statements.entries import Evidence, experiment, mutants, statements_in
from formal_rl.statements.library import ORDINARY_ENVIRONMENTS, SECTION_3_EXAMPLES
from formal_rl.transforms import battery_table, handicapped_battery, with_handicap
from formal_rl.transforms.handicap import HandicappedEnvironment

TABLE = """\
2 turns            1, but once  0
bandit * ignore            1/2  0
bandit * again             1/2  0
corridor * ignore          1/2  0
corridor * again             0  0
on average                 3/8  0"""


@experiment(
    "A21-S7",
    "the battery",
    "Section 7",
    "holds (repaired)",
    defects="As printed, no member is defined at the start, since the examples of Section 3 pay 0 there; and "
    "Definition 12 asks for merciful environments, which Section 7 does not mention. The paper does not say how "
    "performances are combined.",
    repair="e * h in the repaired reading, over any ordinary environment; average rewards with equal weights",
    witness="the bandit under ignore rewards, as printed: not defined on ⟨⟩",
)
def battery() -> Evidence:
    """Putting every handicap on every ordinary environment gives a battery of extended environments, one for each pair;
    an agent is measured by its average reward over all of them.
    """

    def examples() -> Rows:
        def one_but_once(prompt: Prompt) -> int:
            """Do 1, but 0 on (0,0) 1 (0,0): there no first turn of either environment leads, and both handicaps ask."""
            return 0 if prompt == history((0, 0), 1, (0, 0)) else 1

        few = {"bandit": bandit((0, 2)), "corridor": corridor(2)}
        small = handicapped_battery(few, {"ignore": ignore_rewards, "again": deja_vu})
        first, second = next(iter(small.values())), history((0, 0), 1, (2, 0), 1)
        yield "2; but on (0,0) 1 (0,0) it does 0: -1", Percept(-1, 0), first(one_but_once, second)
        why = "2, -1; -1, 2; 0, 1; -1, 1: 1/4 (1/2 + 1/2 + 1/2 + 0) = 3/8; doing 0 earns nothing"
        yield why, TABLE, str(battery_table({"1, but once": one_but_once, "0": always(0)}, small, 2))

    def member(agent: Agent, play: Play, e: str, h: str) -> tuple[Percept, Percept]:
        plain = ORDINARY_ENVIRONMENTS[e](play)
        broken = SECTION_3_EXAMPLES[h](agent, play).reward < 0
        expected = Percept(-1, plain.observation) if broken else plain
        return expected, respond(repaired[HandicappedEnvironment(e, h)], agent, play)

    def at_first(e: str, h: str) -> tuple[Any, Any]:
        name = HandicappedEnvironment(e, h)
        return repaired[name](always(0), ()), raised(letter[name], always(0), ())

    yield by_hand(examples)
    repaired = handicapped_battery(ORDINARY_ENVIRONMENTS, SECTION_3_EXAMPLES)
    pairs = among("every pair of the two", product(ORDINARY_ENVIRONMENTS, SECTION_3_EXAMPLES), many=True)
    some_plays = plays_over([(0, 0), (1, 0), (0, 1)], 2, full=3)
    yield usual(every("every member, repaired", member, agents, some_plays, pairs))
    letter = handicapped_battery(ORDINARY_ENVIRONMENTS, SECTION_3_EXAMPLES, compose=with_handicap)
    yield every("by the letter, at the start", at_first, pairs).fails(
        "…, bandit, ignore_rewards: expected Percept(0, 0), got <class 'formal_rl.errors.UndefinedComposition'>"
    )
    yield mutants("""
        transforms.handicap:handicapped_battery
            one handicap for each environment: for e, environment in environments.items()
                for h, handicap in handicaps.items()
                → for (e, environment), (h, handicap) in zip(environments.items(), handicaps.items())
            by the letter always: compose(embed( → with_handicap(embed(
            by the letter never: compose(embed( → with_handicap_repaired(embed(
        transforms.handicap:battery_table
            sums of rewards: tuple(average_reward(agent, e, turns) → tuple(turns * average_reward(agent, e, turns)
            the best member alone: sum((w * x for w, x in zip(weights, row, strict=True)), Fraction(0)) → max(row)
    """)


STATEMENTS = statements_in(globals())
