"""The examples as handicaps: whether a best agent accepts a penalty, and over which environments."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, groupby, product
from typing import Any, NamedTuple

from formal_rl.agents import Agent
from formal_rl.checking import Exploration, Rows, agents, among, by_hand, environments, every
from formal_rl.environments import (
    Environment,
    ExtendedEnvironment,
    TableAgent,
    bandit,
    corridor,
    embed,
    false_memories,
    guess_the_number,
    maze,
    rock_paper_scissors,
)
from formal_rl.environments.ordinary import beating_the_last_move, playing_in_turn
from formal_rl.histories import Action, Percept, Play, Prompt, Reward, history
from formal_rl.statements.entries import Evidence, example, mutants, statements_in
from formal_rl.statements.library import SECTION_3_EXAMPLES
from formal_rl.transforms import with_handicap_repaired

SHORT_MEMORIES = history((0, 0), 0)
"""One turn that may well happen; those of the listed example hold a reward that a merciful environment never gives."""

HANDICAPS: Mapping[str, ExtendedEnvironment] = {
    **SECTION_3_EXAMPLES,
    "false_memories of (0,0) 0": false_memories(SHORT_MEMORIES),
}
"""The examples of Section 3, and false memories once more."""

FREE = ("ignore_rewards", "false_memories", "backward_consciousness")
"""The handicaps that need not ever punish; over the others there is an environment where they must."""

AGAINST = "rock, paper, scissors against {}, 2 for a win, 1 for a draw"
ORDINARY: Mapping[str, tuple[Environment, int, int, Reward]] = {
    "a bandit of arms 0 and 1": (bandit((0, 1)), 2, 4, 3),
    "a corridor of length 2": (corridor(2), 2, 4, 2),
    "guess the number 1 of 3, 0 for a wrong guess": (guess_the_number(1, 3, wrong=0), 3, 3, 2),
    "a maze of two steps": (maze("S.\n#G"), 4, 3, 1),
    AGAINST.format("rock and paper in turn"): (rock_paper_scissors(playing_in_turn((0, 1)), (2, 1, 0)), 3, 3, 4),
    AGAINST.format("what beats one's last move"): (rock_paper_scissors(beating_the_last_move(), (2, 1, 0)), 3, 3, 4),
}
"""Merciful ordinary environments, with the number of their actions, a horizon, and the greatest total to it.

That is worked by hand, without a handicap, since each can be won from the first action on.
"""


class Totals(NamedTuple):
    """The greatest total reward of all agents, and of those the handicap never punishes, ``None`` without one."""

    best: Reward
    unpunished: Reward | None


def total_of(agent: Agent, environment: ExtendedEnvironment, horizon: int) -> tuple[Reward, bool]:
    """Return the sum of the first ``horizon`` rewards, and whether one of them was negative."""
    play: Play = ()
    total: Reward = 0
    punished = False
    for step in range(1, horizon + 1):
        percept = environment(agent, play)
        total, punished = total + percept.reward, punished or percept.reward < 0
        if step < horizon:
            prompt = (*play, percept)
            play = (*prompt, agent(prompt))
    return total, punished


def totals(
    them: Sequence[Environment], handicap: ExtendedEnvironment, horizon: int, actions: Sequence[Action]
) -> Totals:
    """Return the greatest totals of all agents; over several environments totals are added.

    One agent meets every environment in turn, each under the handicap, and gets ``horizon`` percepts of each.
    """
    exploration = Exploration(actions)
    composed = [with_handicap_repaired(embed(environment), handicap) for environment in them]

    def run() -> tuple[Reward, bool]:
        results = [total_of(exploration.agent, environment, horizon) for environment in composed]
        return sum(total for total, _ in results), any(punished for _, punished in results)

    results = set(exploration.runs(run))
    unpunished = [total for total, punished in results if not punished]
    return Totals(max(total for total, _ in results), max(unpunished, default=None))


def turns(done: Sequence[Action], punished: Sequence[bool]) -> str:
    """Return turns in words: each action, and whether there was a punishment before it."""
    return " ".join(f"{'punished, ' if of else ''}{action}" for action, of in zip(done, punished, strict=True))


def paying(payments: Mapping[str, Reward], *, told: bool) -> Environment:
    """Return the environment that shows 0 and pays after these turns only; punishments count if it is told of them."""
    return lambda play: Percept(payments.get(turns(play[1::2], [told and x.reward < 0 for x in play[::2]]), 0), 0)


def places(horizon: int, *, told: bool) -> list[str]:
    """Return the turns of all plays of less than ``horizon`` actions of two; the first percept is no punishment."""
    return [
        turns(done, (False, *punished)[: len(done)])
        for length in range(horizon)
        for done in product((0, 1), repeat=length)
        for punished in product((False, True)[: 1 + told], repeat=max(0, length - 1))
    ]


def by_size(where: Sequence[Any], most: int) -> Iterator[dict[Any, Reward]]:
    """Yield payments of 1 or 2 at no more than ``most`` places: fewest first, then least in all."""
    for number in range(most + 1):
        rewards = sorted(product((1, 2), repeat=number), key=sum)
        for _, alike in groupby(rewards, key=sum):
            for chosen, each in product(combinations(where, number), tuple(alike)):
                yield dict(zip(chosen, each, strict=True))


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


def over(told: bool, name: str, horizon: int, *payments: Mapping[str, Reward]) -> tuple[Reward | None, Reward]:
    """Return the most that an unpunished agent gets under a handicap over such environments, and the most at all."""
    got = totals([paying(each, told=told) for each in payments], HANDICAPS[name], horizon, (0, 1))
    return got.unpunished, got.best


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

    def examples() -> Rows:
        deja_vu = with_handicap_repaired(embed(paying({"0 1": 2}, told=False)), HANDICAPS["deja_vu"])
        arms = with_handicap_repaired(embed(bandit((0, 1))), HANDICAPS["ignore_rewards"])
        four = history((0, 0), 0, (0, 0), 0, (0, 0), 0, (0, 0))
        obedient = TableAgent(
            {four[:1]: 0, four[:3]: 0, four: 0, history((0, 0), 0, (-1, 0)): 1, history((0, 0), 1, (0, 0)): 1}
        )
        punished = history((0, 0), 0, (-1, 0))
        again = (*punished, 1, *punished), history((0, 0), 0, (0, 0), 1, (0, 0), 0, (0, 0))
        accepting = TableAgent({four[:1]: 0, four[:3]: 1, punished: 1, again[0]: 1, again[1]: 1})
        once = history((0, 0), 1)
        eater = TableAgent(
            {once[:1]: 1, (*once, Percept(1, 0)): 1, (*once, Percept(0, 0)): 0, (*once, Percept(-1, 0)): 0}
        )
        why = "0 at first; does 0 and would do 1 again: -1; does 1 and would again: 2 for 0 then 1; together 1"
        yield why, (1, True), total_of(accepting, deja_vu, 3)
        yield "0; does 0 as it would again: 0, 0", (0, False), total_of(obedient, deja_vu, 3)
        yield "after (0,0) 1 it would do 1: kept; 0", Percept(0, 0), deja_vu(obedient, once)
        why = "0 at first; arm 1: 1; arm 1, but unpaid it would pull 0: -1 in place of 1; together 0"
        yield why, (0, True), total_of(eater, arms, 3)
        yield "it does as if unpaid: kept; arm 0 pays 0", Percept(0, 0), arms(eater, (*once, Percept(1, 0), 0))

    def ordinary(where: str, name: str) -> tuple[Totals, Totals]:
        environment, number, horizon, best = ORDINARY[where]
        return Totals(best, best), totals((environment,), HANDICAPS[name], horizon, range(number))

    yield by_hand(examples)
    horizon = among("to horizon 4", [4])
    for name in HANDICAPS:
        part = every(f"{name}: no run needs a penalty", never_needed(name), agents, environments, horizon)
        twice = "…('two answers', (Percept(0, 0), 0, Percept(0, 0)), 0)"
        yield part if name in FREE else part.fails(twice)
    pairs = among("all agents in six ordinary environments under 5 handicaps", product(ORDINARY, HANDICAPS), many=True)
    yield every("a best agent does as well as without a handicap, and unpunished", ordinary, pairs)
    for name, foreseen in (
        ("ignore_rewards", "3, {'': 1, '0 punished, 0': 2}: expected 1, got 2"),
        ("false_memories", "3, {'0 punished, 0': 2}: expected 0, got 1"),
        ("backward_consciousness", "4, {'': 1, '0 0 punished, 0': 2}: expected 1, got 2"),
        ("deja_vu", "3, {'0 1': 2}: expected 0, got 1"),
        ("false_memories of (0,0) 0", "3, {'0 1': 2}: expected 0, got 1"),
    ):
        told = name in FREE
        sizes = lambda scope, told=told: ((n, e) for n in range(1, 5) for e in by_size(places(n, told=told), 2))  # noqa: E731
        smallest = among(
            f"all e that pay 1 or 2 on at most two plays to horizon 1, 2, 3, 4{', told of punishments' * told}",
            sizes,
            many=True,
        )
        yield every(f"{name}: no best agent is punished", partial(over, told, name), smallest).fails(f"…{foreseen}")
    which = [(index, done) for index in (0, 1) for done in places(3, told=False)]

    two = among(
        "all pairs of e that pay 1 or 2 for at most three sequences of actions to horizon 3",
        lambda scope: (
            ("ignore_rewards", 3, *({done: r for (of, done), r in both.items() if of == index} for index in (0, 1)))
            for both in by_size(which, 3)
        ),
        many=True,
    )
    yield every("over two e no best agent is punished", partial(over, False), two).fails(
        "…{'': 1, '0 0': 2}, {'1': 2}: expected 3, got 4"
    )
    reversal = among("two e", [("backward_consciousness", 4, {"0": 1, "0 0 0": 3}, {"": 1, "0 1 0": 3})], many=True)
    yield every("over two e that are one another's reversal", partial(over, False), reversal).fails(
        "…: expected 5, got 6"
    )
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
