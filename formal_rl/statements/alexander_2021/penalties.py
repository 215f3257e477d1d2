"""The examples as handicaps: whether a best agent accepts a penalty, and over which environments."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, groupby, product
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from attrs import evolve

from formal_rl.agents import Agent
from formal_rl.checking import (
    Case,
    Claim,
    Cover,
    Disagreement,
    Example,
    Exploration,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide,
    decide_cases,
    equal,
    part,
)
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
    mimic,
    rock_paper_scissors,
)
from formal_rl.environments.ordinary import beating_the_last_move, playing_in_turn
from formal_rl.histories import Action, Percept, Play, Prompt, Reward, actions, history
from formal_rl.statements.alexander_2021.handicaps import Compose, _never_punishing, _subtracting
from formal_rl.statements.library import SECTION_3_EXAMPLES
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement
from formal_rl.transforms import with_handicap, with_handicap_repaired

_TWICE = "{}: one question, two answers on (0,0) 0 (0,0): expected 1, got 0"
"""What a handicap that must punish fails on."""

_FORESEEN = {
    "ignore_rewards": "1 after nothing and 2 after 0 punished, 0: best total to horizon 3: expected 1, got 2",
    "false_memories": "2 after 0 punished, 0: best total to horizon 3: expected 0, got 1",
    "backward_consciousness": "1 after nothing and 2 after 0 0 punished, 0: best total to horizon 4: expected 1, got 2",
    "deja_vu": "{(0, 1): 2}: best total to horizon 3: expected 0, got 1",
    "false_memories of (0,0) 0": "{(0, 1): 2}: best total to horizon 3: expected 0, got 1",
}
"""The smallest e over which every best agent is punished, by the handicap."""

_Handicaps = Mapping[str, ExtendedEnvironment]

SHORT_MEMORIES = history((0, 0), 0)
"""One turn that may well happen; those of the listed example hold a reward that a merciful environment never gives."""

HANDICAPS: _Handicaps = MappingProxyType(
    {**SECTION_3_EXAMPLES, "false_memories of (0,0) 0": false_memories(SHORT_MEMORIES)}
)
"""The examples of Section 3, and false memories once more."""

FREE = ("ignore_rewards", "false_memories", "backward_consciousness")
"""The handicaps that need not ever punish; over the others there is an environment where they must."""

_PAPER_SCISSORS = "rock, paper, scissors against {}, 2 for a win, 1 for a draw"

ORDINARY: Mapping[str, tuple[Environment, int, int, Reward]] = MappingProxyType(
    {
        "a bandit of arms 0 and 1": (bandit((0, 1)), 2, 4, 3),
        "a corridor of length 2": (corridor(2), 2, 4, 2),
        "guess the number 1 of 3, 0 for a wrong guess": (guess_the_number(1, 3, wrong=0), 3, 3, 2),
        "a maze of two steps": (maze("S.\n#G"), 4, 3, 1),
        _PAPER_SCISSORS.format("rock and paper in turn"): (
            *(rock_paper_scissors(playing_in_turn((0, 1)), (2, 1, 0)), 3, 3, 4),
        ),
        _PAPER_SCISSORS.format("what beats one's last move"): (
            *(rock_paper_scissors(beating_the_last_move(), (2, 1, 0)), 3, 3, 4),
        ),
    }
)
"""Merciful ordinary environments, with the number of their actions, a horizon, and the greatest total to it.

That is worked by hand, without a handicap, since each can be won from the first action on.
"""


class Totals(NamedTuple):
    """The greatest total reward of all agents, and of those the handicap never punishes, ``None`` without one."""

    best: Reward
    unpunished: Reward | None


def totals(
    environments: Sequence[Environment],
    handicap: ExtendedEnvironment,
    horizon: int,
    actions: Sequence[Action],
    *,
    compose: Compose = with_handicap_repaired,
) -> tuple[int, Totals]:
    """Return how many agents were run, and the greatest totals; over several environments totals are added.

    One agent meets every environment in turn, each under the handicap, and gets ``horizon`` percepts of each.
    """
    exploration = Exploration(actions)
    composed = tuple(compose(embed(environment), handicap) for environment in environments)

    def run() -> tuple[Reward, bool]:
        total: Reward = 0
        punished = False
        for environment in composed:
            reward, met = total_of(exploration.agent, environment, horizon)
            total, punished = total + reward, punished or met
        return total, punished

    results = list(exploration.runs(run))
    unpunished = [total for total, punished in results if not punished]
    return len(results), Totals(max(total for total, _ in results), max(unpunished, default=None))


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


_Turns = tuple[tuple[bool, Action], ...]
"""The turns of a play: whether the percept was a punishment, and the action."""

_Place = TypeVar("_Place", bound=Hashable)


def paying(payments: Mapping[_Turns, Reward]) -> Environment:
    """Return the environment that shows 0 and pays on the plays with the listed turns only."""

    def environment(play: Play) -> Percept:
        turns = tuple((percept.reward < 0, action) for percept, action in zip(play[::2], play[1::2], strict=True))
        return Percept(payments.get(turns, 0), 0)

    return environment


def paying_for_actions(payments: Mapping[tuple[Action, ...], Reward]) -> Environment:
    """Return the environment that shows 0 and pays for the listed sequences of actions only."""
    return lambda play: Percept(payments.get(tuple(actions(play)), 0), 0)


_LOCK = paying_for_actions({(0, 1): 2})
_OBEDIENT = TableAgent(
    {
        history((0, 0)): 0,
        history((0, 0), 0, (0, 0)): 0,
        history((0, 0), 0, (0, 0), 0, (0, 0), 0, (0, 0)): 0,
        history((0, 0), 0, (-1, 0)): 1,
        history((0, 0), 1, (0, 0)): 1,
    }
)
"""Does 0 and 0 under déjà vu, and would do so again."""

_ACCEPTING = TableAgent(
    {
        history((0, 0)): 0,
        history((0, 0), 0, (0, 0)): 1,
        history((0, 0), 0, (-1, 0)): 1,
        history((0, 0), 0, (-1, 0), 1, (0, 0), 0, (-1, 0)): 1,
        history((0, 0), 0, (0, 0), 1, (0, 0), 0, (0, 0)): 1,
    }
)
"""Does 0, though it would do 1 if all this happened again; then does 1, as it would again."""

_REWARD_EATER = TableAgent(
    {history((0, 0)): 1, history((0, 0), 1, (1, 0)): 1, history((0, 0), 1, (0, 0)): 0, history((0, 0), 1, (-1, 0)): 0}
)
"""Pulls arm 1, and again where it was paid; it would not if it had been paid nothing."""


def _worked_examples(handicaps: _Handicaps, compose: Compose) -> Part:
    deja_vu = compose(embed(_LOCK), handicaps["deja_vu"])
    arms = compose(embed(bandit((0, 1))), handicaps["ignore_rewards"])
    other = history((0, 0), 1), history((0, 0), 1, (1, 0), 0)
    rows: list[Example] = [
        (
            "déjà vu over a payment of 2 for 0 then 1, an agent that accepts a penalty",
            "0 at first; does 0 and would do 1 again: -1; does 1 and would again: 2; together 1",
            (1, True),
            *(total_of, _ACCEPTING, deja_vu, 3),
        ),
        ("accepting none", "0; does 0 as it would again: 0, 0", (0, False), total_of, _OBEDIENT, deja_vu, 3),
        ("on another's play", "after (0,0) 1 it would do 1: kept; 0", Percept(0, 0), deja_vu, _OBEDIENT, other[0]),
        (
            "ignore rewards over a bandit of arms 0 and 1, an agent that follows its rewards",
            "0 at first; arm 1: 1; arm 1, but unpaid it would pull 0: -1 in place of 1; together 0",
            (0, True),
            *(total_of, _REWARD_EATER, arms, 3),
        ),
        ("the other arm", "it does as if unpaid: kept; arm 0 pays 0", Percept(0, 0), arms, _REWARD_EATER, other[1]),
    ]
    return check_examples(rows)


def accepting_penalties(
    scope: Scope, *, handicaps: _Handicaps = HANDICAPS, compose: Compose = with_handicap_repaired
) -> Iterator[Part]:
    """Check the examples as handicaps: by hand, in ordinary environments, and where a penalty is worth it."""
    yield _worked_examples(handicaps, compose)
    for name in FREE:
        yield _never_needed(scope, name, handicaps[name], compose)
    for name in (name for name in handicaps if name not in FREE):
        yield _never_needed(scope, name, handicaps[name], compose).meant_to_fail(_TWICE.format(name))
    yield _in_ordinary_ones(handicaps, compose)
    for name, handicap in handicaps.items():
        smallest = _smallest(name, handicap, compose, answering_to_punishments=name in FREE)
        yield smallest.meant_to_fail(f"{name} over {_FORESEEN[name]}")
    yield _smallest_pair(handicaps["ignore_rewards"], compose).meant_to_fail(
        "ignore_rewards over {(): 1, (0, 0): 2} and {(1,): 2}: best total to horizon 3: expected 3, got 4"
    )
    yield _pair_for_backward_consciousness(handicaps["backward_consciousness"], compose)


def _never_needed(scope: Scope, name: str, handicap: ExtendedEnvironment, compose: Compose) -> Part:
    """Decide whether each run of an agent in e is the run in e * h of some agent that is never punished.

    That agent acts along the run as the first one, and answers whatever else it is asked with the action that is being
    looked at. It is not an agent only where one question would need two answers.
    """
    horizon = max(3, scope.steps(quick=4, full=5))
    percepts, choices = (Percept(0, 0), Percept(1, 0), Percept(2, 1)), scope.actions()

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            obliging: dict[Prompt, Action] = {}
            composed = compose(embed(unknown.environment), handicap)
            play: Play = ()
            for step in range(1, steps + 1):
                oblige = partial(_oblige, obliging, play, cover)
                expected, got = unknown.environment(play), composed(oblige, play)
                if got != expected:
                    return Disagreement(f"{name}: the percept of e * h", expected, got, play)
                if step < steps:
                    prompt = (*play, expected)
                    action = unknown.agent(prompt)
                    if obliging.setdefault(prompt, action) != action:
                        return Disagreement(f"{name}: one question, two answers", action, obliging[prompt], prompt)
                    play = (*prompt, action)
            return None

        return claim

    return decide(
        f"{name}: no run needs a penalty",
        claim_at,
        horizon,
        actions=choices,
        percepts=percepts,
        branches=("asked about another prompt than the true one",),
        domain=f"all agents x all e to horizon {horizon}, {len(percepts)} percepts x {len(choices)} actions",
    )


def _oblige(obliging: dict[Prompt, Action], play: Play, cover: Cover, prompt: Prompt) -> Action:
    if prompt != play[:-1]:
        cover("asked about another prompt than the true one")
    return obliging.setdefault(prompt, play[-1])


@part(
    "in ordinary environments a best agent does as well as without a handicap, and unpunished",
    branches=HANDICAPS,
    domain=f"all agents in {len(ORDINARY)} merciful environments under {len(HANDICAPS)} handicaps, to horizon 3 or 4, "
    "whatever the scope",
)
def _in_ordinary_ones(handicaps: _Handicaps, compose: Compose) -> Iterator[Case]:
    for (where, (environment, number, horizon, best)), (name, handicap) in product(ORDINARY.items(), handicaps.items()):
        _, got = totals((environment,), handicap, horizon, range(number), compose=compose)
        yield name, equal(f"best totals in {where} under {name}, to horizon {horizon}", Totals(best, best), got)


def _by_size(places: Sequence[_Place], most: int) -> Iterator[tuple[tuple[_Place, Reward], ...]]:
    """Yield payments of 1 or 2 at no more than ``most`` places: fewest first, then least in all."""
    for number in range(most + 1):
        rewards = sorted(product((1, 2), repeat=number), key=sum)
        for _, alike in groupby(rewards, key=sum):
            for chosen, each in product(combinations(places, number), tuple(alike)):
                yield tuple(zip(chosen, each, strict=True))


def _sequences(horizon: int) -> list[tuple[Action, ...]]:
    return [done for length in range(horizon) for done in product((0, 1), repeat=length)]


def _turns(horizon: int) -> list[_Turns]:
    """Return the turns of all plays of less than ``horizon`` actions; the first percept is no punishment."""
    return [
        tuple(zip((False, *punished), done, strict=True)) if done else ()
        for done in _sequences(horizon)
        for punished in product((False, True), repeat=max(0, len(done) - 1))
    ]


def _smallest(name: str, handicap: ExtendedEnvironment, compose: Compose, *, answering_to_punishments: bool) -> Part:
    """Look for the smallest e over which every best agent is punished."""
    reading = "their actions and punishments" if answering_to_punishments else "their actions"

    def of_size(horizon: int) -> Iterator[tuple[object, Environment]]:
        if answering_to_punishments:
            yield from ((_shown(each), paying(dict(each))) for each in _by_size(_turns(horizon), 2))
        else:
            yield from ((dict(each), paying_for_actions(dict(each))) for each in _by_size(_sequences(horizon), 2))

    @part(
        f"{name}: no best agent is punished, over any e",
        domain="all agents; all e of two actions that show 0 and pay 1 or 2 on at most two plays to horizon 1, 2, 3, "
        f"4, plays being told apart by {reading}; smallest first, whatever the scope",
    )
    def cases() -> Iterator[Case]:
        for horizon in range(1, 5):
            for shown, environment in of_size(horizon):
                yield "", _accepted(f"{name} over {shown}", (environment,), handicap, horizon, compose)

    return cases()


@part(
    "ignore_rewards: no best agent over two e is punished",
    domain="all agents; all pairs of e of two actions that show 0 and pay 1 or 2 for at most three sequences of "
    "actions to horizon 3; smallest first, whatever the scope",
)
def _smallest_pair(handicap: ExtendedEnvironment, compose: Compose) -> Iterator[Case]:
    """Look for the smallest two e, looking at actions only, over which together every best agent is punished."""
    for payments in _by_size([(which, done) for which in (0, 1) for done in _sequences(3)], 3):
        pair = [{done: reward for (which, done), reward in payments if which == index} for index in (0, 1)]
        both = tuple(paying_for_actions(each) for each in pair)
        yield "", _accepted(f"ignore_rewards over {pair[0]} and {pair[1]}", both, handicap, 3, compose)


def _pair_for_backward_consciousness(handicap: ExtendedEnvironment, compose: Compose) -> Part:
    """Decide the best over two e whose runs are one another's reversal."""
    pair = (paying_for_actions({(0,): 1, (0, 0, 0): 3}), paying_for_actions({(): 1, (0, 1, 0): 3}))
    number, got = totals(pair, handicap, 4, (0, 1), compose=compose)
    wrong = equal("best over both, and best unpunished", Totals(6, 5), got)
    about = "backward_consciousness: over two e the best agent is punished"
    decided = decide_cases(about, [("", wrong)], domain="all agents to horizon 4 over one pair, whatever the scope")
    return evolve(decided, cases=number, branches={})


def _accepted(
    about: str, environments: Sequence[Environment], handicap: ExtendedEnvironment, horizon: int, compose: Compose
) -> Disagreement | None:
    _, found = totals(environments, handicap, horizon, (0, 1), compose=compose)
    return equal(f"{about}: best total to horizon {horizon}", found.unpunished, found.best)


def _shown(payments: Sequence[tuple[_Turns, Reward]]) -> str:
    return " and ".join(
        f"{reward} after "
        + (" ".join(f"{'punished, ' if punished else ''}{action}" for punished, action in turns) or "nothing")
        for turns, reward in payments
    )


# --- Mutants ---


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E13",
        kind="example",
        title="the examples as handicaps",
        claim="Each example of Section 3 can be put on a merciful environment as a handicap. For each there are "
        "merciful environments in which every best agent accepts a penalty to win more later.",
        source=f"{ALEXANDER_2021}, Example 13",
        check=accepting_penalties,
        mutants={
            "by the letter": {"compose": with_handicap},
            "1 less for a violation": {"compose": _subtracting},
            "a violation is let through": {"compose": _never_punishing},
            "déjà vu asks what one truly does": {"handicaps": {**HANDICAPS, "deja_vu": mimic(lambda play: play[:-1])}},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all agents x all e over 3 percepts x 2 actions to horizon 4 (no run needs a penalty, for "
        "three of the handicaps); all agents in six ordinary environments to horizon 3 or 4; all agents "
        "over each e in increasing size until a penalty is accepted",
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
    ),
)
