"""The examples as handicaps: whether a best agent accepts a penalty, and over which environments."""

from collections.abc import Mapping
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import Exploration, Rows, agents, among, by_hand, environments, every
from formal_rl.environments import (
    Environment,
    ExtendedEnvironment,
    TableAgent,
    bandit,
    embed,
    false_memories,
    interaction,
    maze,
    rock_paper_scissors,
)
from formal_rl.environments.ordinary import beating_the_last_move
from formal_rl.histories import Action, Percept, Play, Prompt, Reward, history, percepts
from formal_rl.statements.entries import Evidence, example, mutants, statements_in
from formal_rl.statements.library import SECTION_3_EXAMPLES
from formal_rl.transforms import with_handicap_repaired

HANDICAPS: Mapping[str, ExtendedEnvironment] = {
    **SECTION_3_EXAMPLES,
    "false_memories of (0,0) 0": false_memories(history((0, 0), 0)),
}
"""The examples of Section 3, and false memories once more: of one turn that may well happen.

Those of the listed example hold a reward that a merciful environment never gives.
"""

ORDINARY = (
    ("a maze of two steps", maze("S.\n#G"), 4, 3, 1),
    ("rock, paper, scissors, 2 for a win", rock_paper_scissors(beating_the_last_move(), (2, 1, 0)), 3, 3, 4),
)
"""Merciful ordinary environments, with the number of their actions, a horizon, and the greatest total to it.

That is worked by hand, without a handicap, since each can be won from the first action on. The opponent does what beats
one's last move.
"""

FREE = ("ignore_rewards", "false_memories", "backward_consciousness")
"""The handicaps that need not ever punish; over the others there is an environment where they must."""


def never_needed(name: str) -> Any:
    """Return the claim that each run of an agent in e is the run in e * h of some agent that is never punished."""

    def claim(agent: Agent, environment: Any, steps: int) -> tuple[Any, Any]:
        """Let another agent act along the run as the first, and answer what else it is asked with what was done."""
        obliging: dict[Prompt, Action] = {}

        def merciful(play: Play) -> Percept:
            reward, shown = environment(play)
            return Percept(abs(reward), shown)

        composed = with_handicap_repaired(embed(merciful), HANDICAPS[name])
        play: Play = ()
        for step in range(1, steps + 1):
            done = play[-1:]
            expected, got = merciful(play), composed(lambda asked: obliging.setdefault(asked, *done), play)  # noqa: B023
            if got != expected or step == steps:
                return (play, expected), (play, got)
            prompt = (*play, expected)
            play = (*prompt, agent(prompt))
            if obliging.setdefault(prompt, play[-1]) != play[-1]:
                break
        return ("one question, one answer", prompt, play[-1]), ("two answers", prompt, obliging[prompt])

    return claim


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

    def total_of(agent: Agent, environment: ExtendedEnvironment, horizon: int) -> tuple[Reward, bool]:
        """Return the sum of the first ``horizon`` rewards, and whether one of them was negative."""
        play = interaction(agent, environment, horizon - 1, remember=False)
        rewards = [percept.reward for percept in (*percepts(play), environment(agent, play))]
        return sum(rewards), min(rewards) < 0

    def totals(name: str, horizon: int, number_of_actions: int, *them: Environment) -> tuple[Reward | None, Reward]:
        """Return the most that an unpunished agent gets under a handicap over these environments, and the most at all.

        One agent meets every environment in turn and gets ``horizon`` percepts of each; totals are added.
        """
        exploration = Exploration(range(number_of_actions))
        composed = [with_handicap_repaired(embed(environment), HANDICAPS[name]) for environment in them]

        def run() -> tuple[Reward, bool]:
            results = [total_of(exploration.agent, environment, horizon) for environment in composed]
            return sum(total for total, _ in results), any(punished for _, punished in results)

        results = set(exploration.runs(run))
        unpunished = [total for total, punished in results if not punished]
        return max(unpunished, default=None), max(total for total, _ in results)

    def paying(payments: Mapping[str, Reward]) -> Environment:
        """Show 0 and pay after these turns only, looking at punishments only where a payment does."""
        told = "punished" in "".join(payments)

        def environment(play: Play) -> Percept:
            turns = zip(play[::2], play[1::2], strict=True)
            done = " ".join(f"{'punished, ' * (told and percept.reward < 0)}{action}" for percept, action in turns)
            return Percept(payments.get(done, 0), 0)

        return environment

    def accepted(name: str, horizon: int, best: tuple[Reward, Reward], *payments: Mapping[str, Reward]) -> Rows:
        why = f"{name}, {' and '.join(map(str, payments))}: {best[1]} with a penalty, {best[0]} without"
        yield why, best, totals(name, horizon, 2, *map(paying, payments))

    def examples() -> Rows:
        arms = with_handicap_repaired(embed(bandit((0, 1))), HANDICAPS["ignore_rewards"])
        once = history((0, 0), 1)
        eater = TableAgent({once[:1]: 1, (*once, Percept(1, 0)): 1, (*once, Percept(0, 0)): 0})
        why = "0 at first; arm 1: 1; arm 1, but unpaid it would pull 0: -1 in place of 1; together 0"
        yield why, (0, True), total_of(eater, arms, 3)
        for where, environment, actions, horizon, best in ORDINARY:
            for name in HANDICAPS:
                yield f"{where}, {name}", (best, best), totals(name, horizon, actions, environment)
        yield from accepted("ignore_rewards", 3, (1, 2), {"": 1, "0 punished, 0": 2})
        yield from accepted("false_memories", 3, (0, 1), {"0 punished, 0": 2})
        yield from accepted("backward_consciousness", 4, (1, 2), {"": 1, "0 0 punished, 0": 2})
        yield from accepted("deja_vu", 3, (0, 1), {"0 1": 2})
        yield from accepted("false_memories of (0,0) 0", 3, (0, 1), {"0 1": 2})
        yield from accepted("ignore_rewards", 3, (3, 4), {"": 1, "0 0": 2}, {"1": 2})
        yield from accepted("backward_consciousness", 4, (5, 6), {"0": 1, "0 0 0": 3}, {"": 1, "0 1 0": 3})

    yield by_hand(examples)
    horizon = among("to horizon 4", [4])
    for name in HANDICAPS:
        part = every(f"{name}: no run needs a penalty", never_needed(name), agents, environments, horizon)
        twice = "…('two answers', (Percept(0, 0), 0, Percept(0, 0)), 0)"
        yield part if name in FREE else part.fails(twice)
    yield mutants("""
        transforms.handicap:with_handicap_repaired
            by the letter: e if h.reward >= 0 else Percept(-1, e.observation)
                → with_handicap(environment, handicap)(agent, play)
            1 less for a violation: Percept(-1, → Percept(e.reward - 1,
            a violation is let through: Percept(-1, e.observation) → e
        environments.examples.deja_vu:repeated
            déjà vu asks what one truly does: concatenate(play, prompt_of(play)) → prompt_of(play)
    """)


STATEMENTS = statements_in(globals())
