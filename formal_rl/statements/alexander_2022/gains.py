"""Whom the reality check helps: where its gain is 0, the law of the gain, and why Repeater harms."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from operator import attrgetter
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import Exploration, GainSteps, agents, among, every, gain_law, mean_of
from formal_rl.checking.claims import Rows, by_hand, closed
from formal_rl.checking.domains import at
from formal_rl.checking.gains import OWN, BothRuns, CountingByPeriod, OwnPasts, is_symmetric, parts_fairly
from formal_rl.checking.uniform_learners import Chain, chain
from formal_rl.checking.unknown_values import Uncounted
from formal_rl.environments import CATALOGUE, IncrementalEnvironment, TableAgent, ignore_rewards
from formal_rl.environments.library.turn_by_turn import repeater
from formal_rl.environments.listed import DRAWS, TWO_TURNS
from formal_rl.histories import Percept, history
from formal_rl.statements.alexander_2022.own_pasts import FORMS, with_true_counts
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.library import DISTINCT_ENVIRONMENTS
from formal_rl.transforms import gain, opposite, others_pasts, reality_check_memoised

FIRST_GAINS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("ignore_rewards", "ignore_rewards_2", "ignore_observations", "flip_every_other"), (3, 2)),
    **dict.fromkeys(("delayed_rewards", "nth_reward_multiplied_by_n"), (4, 2)),
    **dict.fromkeys(("after_images", "censored_observation"), (5, 2)),
    **dict.fromkeys(("backward_consciousness", "ignore_actions", "repeater"), (2, -2)),
} | {"false_memories": (1, 2), "deja_vu": (2, 2), "shifted_rewards": (3, 2), "limited_memory": (7, 2)}
"""Where the gain is not always 0: the least horizon at which some agent gains or loses, and that agent's gain."""

NOT_FAIRLY = {"repeater", "false_memories", "as_if", "backward_consciousness", "deja_vu", "limited_memory"}
FAIRLY = tuple(name for name in DISTINCT_ENVIRONMENTS if name not in NOT_FAIRLY)
"""Here, once π and π_RC act differently, both are paid like two fair coins, which is checked in every merged state.
Of the others the first two do not pay so; the rest merge no states, since each keeps another learner or makes copies.
"""

HALF, EIGHTH, QUARTERS = Fraction(1, 2), Fraction(1, 8), Fraction(3, 4)
checked_gain = partial(gain, transform=reality_check_memoised)


# --- Identically 0 ---


@claim(
    "A22-gain-zero",
    "where the reality check changes nothing",
    "after Conjecture 9 (which scenarios are impossible); asked by this project",
    "holds",
    evidence="the first sentence follows from A22-T10.1, and is checked for all agents, 3 actions; the eleven: all "
    "learners, at every horizon (open counts are run with true ones to horizon 6); in each of the other fifteen an "
    "agent that gains or loses, at a horizon of at most 7. Asked about another history an agent may still gain 0",
    witness="after 2 actions some agent loses 2 in Repeater and in ignore actions; in limited memory the first "
    "that gains or loses does so after 7",
)
def gains_nothing() -> Evidence:
    """In an environment that asks an agent only about histories that it could have produced, π_RC gets what π gets.
    Eleven of the 26 environments are such; in each of the others some agent gains or loses.
    """

    def first_gain(name: str, known: tuple[int, int]) -> tuple[Any, Any]:
        exploration = Exploration(range(2))
        for horizon in range(1, known[0] + 1):
            run = partial(checked_gain, exploration.agent, DISTINCT_ENVIRONMENTS[name], horizon)
            if got := next(filter(None, exploration.runs(run)), None):
                return known, (horizon, got)
        return known, None

    one, two = history((0, 0)), history((0, 0), 0, (1, 0))
    strange = history((0, 0), 0, (0, 0), 0, (0, 0))
    helped = TableAgent({one: 0, two: 0, strange[:3]: 1, (*two, 0, Percept(-1, 0)): 0, strange: 1})

    def examples() -> Rows:
        why = "paid 1, then -1 as it does 1 on (0,0) 0 (0,0); it does 1 on (0,0) 0 (0,0) 0 (0,0), frozen 0: 1 - (-1)"
        yield why, 2, gain(helped, ignore_rewards, 3)
        yield "on (0,0) 0 (0,0) it does 1, not 0", (strange,), tuple(others_pasts(helped, ignore_rewards, 3))
        yield "(0,0) and (0,0) 0 (0,0)", (), tuple(others_pasts(helped, ignore_rewards, 2))

    def zero(agent: Agent, name: str, horizon: int) -> tuple[Any, Any]:
        asked = any(True for _ in others_pasts(agent, DISTINCT_ENVIRONMENTS[name], horizon))
        return 0, 0 if asked else checked_gain(agent, DISTINCT_ENVIRONMENTS[name], horizon)

    asks_much = ("backward_consciousness", "deja_vu", "false_memories")
    some = among("23 of the 26 environments", [name for name in DISTINCT_ENVIRONMENTS if name not in asks_much])
    yield by_hand(examples)
    name = "environments that ask about own pasts alone: gain 0 (beyond by A22-T10.1)"
    yield every(name, zero, agents, some, at(3, said="actions"))
    for name, form in FORMS.items():
        said = f"all learners of {{actions}} actions in {name}, any draws"
        own = lambda scope, form=form: lambda choose: OwnPasts(form(choose))  # noqa: E731
        yield closed(f"{name} asks only about own pasts", own, said, kinds=(OWN,))
        environment = form(lambda options: options[0])
        if isinstance(environment, Uncounted):  # closed without counting turns, so the count must not matter
            yield lambda scope, name=name, environment=environment: with_true_counts(name, environment)
    printed = "; ".join(f"{name} {got} in {least}" for name, (least, got) in FIRST_GAINS.items())
    others = among(f"the other fifteen, the first agent of 2 actions: {printed}", FIRST_GAINS.items(), many=True)
    yield every("some agent gains or loses", first_gain, others)
    listed = among("26: eleven and fifteen", [sorted(DISTINCT_ENVIRONMENTS)])
    yield every("each is in one list", lambda names: (names, sorted([*FORMS, *FIRST_GAINS])), listed)
    yield mutants("""
        transforms.gain:gain
            π less π_RC: sum(checked) - sum(plain) → sum(plain) - sum(checked)
            π_RC in an environment that simulates π: rewards(each, environment,
                → rewards(each, lambda _, play: environment(agent, play),
        transforms.gain:others_pasts
            only the last action is compared: range(1, len(prompt), 2) → range(1, len(prompt), 2)[-1:]
            no past is another's: if any( → if False and any(
        statements.alexander_2022.own_pasts:FORMS
            ignore rewards in place of ignore rewards 3: {name: as_it_is(name) for
                → {name: as_it_is(name.removesuffix("_3")) for
        environments.library.crying_baby:CryingBabyIncremental
            a count is read by its type: 1 if answer == LAUGH else → 1 if answer == LAUGH or type(turns) is not int else
    """)


# --- For an agent drawn uniformly ---


difference = attrgetter("difference")
"""The reward of π_RC less that of π in the last step of both runs."""


def listed_incremental(name: str, *arguments: Any) -> IncrementalEnvironment:
    """Return the incremental form of a listed environment; where it shows draws, its turns are counted by their period.

    Ledger: A22-gain-mean
    """
    record = CATALOGUE[name]
    made: IncrementalEnvironment = record.made("incremental", *arguments)
    return CountingByPeriod(made, len(DRAWS.values)) if record.draws else made


def followed(name: str, horizon: int, *arguments: Any) -> Chain:
    """Return the chain of both runs of a learner drawn uniformly."""
    return chain(GainSteps(listed_incremental(name, *arguments)), horizon, actions=range(2))


@claim(
    "A22-gain-mean",
    "what the reality check gains an agent drawn at random",
    "Conjecture 9; asked by this project",
    "holds",
    evidence="that π and π_RC are paid like two fair coins once they have parted, which is enough, is checked in "
    "every merged state for all learners: at every horizon in 16 environments, to horizon 10 (crying babies 6) in 4; "
    "the laws for all agents, 3 actions in each of the 26 environments (7 in limited memory) and in their opposites. "
    "Proved are these 16, and crying_baby, crying_baby_2 and as_if, whose gain is 0",
    witness="with the memories of the published library, two turns (0,0) 0, the mean gain in false memories is "
    "3/4 at every horizon; in Repeater it is not 0, and in Repeater's opposite it is the negative",
)
def mean_gains() -> Evidence:
    """For an agent that answers every prompt by a fair coin, π_RC and π earn the same on average in every listed
    environment but Repeater: proved in 19, checked to a few actions in 6; and in their opposites to 3 actions. It
    depends on the memories of false memories: with the library's the mean gain is 3/4.
    """

    def remembering_the_first() -> Chain:
        states = [
            BothRuns(None, None, 0, None, None, 0, parted=place > 0, difference=each)
            for place, each in enumerate((0, 2, -2, 0, 2, -2))
        ]
        one, both = {1: Fraction(1)}, ({2: HALF, 3: HALF}, {4: Fraction(1)}, {5: HALF, 6: HALF})
        return Chain((None, *states), (one, *both, {}, {}, {}), closed=False)

    def examples() -> Rows:
        found = remembering_the_first()
        *_, total = found.laws(2, difference)
        yield "2 and 0, or -2 and 2 or -2: 2, 0, -4 with 1/2, 1/4, 1/4", {2: HALF, 0: HALF / 2, -4: HALF / 2}, total
        yield "what follows depends on the first sign", False, parts_fairly(found)
        expected = {-2: EIGHTH, 0: QUARTERS, 2: EIGHTH}
        yield "half differ at 2; then two fair coins", expected, dict(gain_law(ignore_rewards, 3))
        why = "half do 0, 1 or 1, 0: π_RC is frozen and gets -1, π 1 or -1"
        yield why, {-2: Fraction(1, 4), 0: QUARTERS}, dict(gain_law(repeater, 2))
        remembering = CATALOGUE["false_memories"].made("definition", TWO_TURNS)
        why = "two turns (0,0) 0: π gets 1 or -1; π_RC 1, but for an eighth: who does 0, 0 on them and then 1"
        yield why, {0: Fraction(5, 8), 2: Fraction(3, 8)}, dict(gain_law(remembering, 1))

    once = cache(followed)  # two parts ask for the same chains

    def memories(steps: int) -> tuple[Any, Any]:
        *_, last = followed("false_memories", steps, TWO_TURNS).laws(steps, difference)
        return QUARTERS, mean_of(last)

    def symmetric(name: str, horizon: int) -> tuple[Any, Any]:
        mean = repeater_mean(horizon) if name == "repeater" else 0
        opposed = gain_law(opposite(DISTINCT_ENVIRONMENTS[name]), horizon)
        laws = gain_law(DISTINCT_ENVIRONMENTS[name], 7 if name == "limited_memory" else horizon), opposed
        return [(mean, not mean), (-mean, not mean)], [(mean_of(law), is_symmetric(law)) for law in laws]

    def fairly(name: str) -> tuple[bool, bool]:
        return name in FAIRLY, parts_fairly(once(name, 6 if name not in FAIRLY or "baby" in name else 10))

    def proved(names: Any) -> tuple[Any, Any]:
        closing = {name for name in names if "baby" not in name and once(name, 10).closed}
        return (16, 19), (len(closing), len(closing | set(FORMS)))

    yield by_hand(examples)
    library = "false memories of two turns (0,0) 0, as in the published library: mean 3/4 at every horizon"
    yield every(library, memories, at(12, 40))
    all_26 = among("the 26 environments (limited_memory: 7 actions) and their opposites", DISTINCT_ENVIRONMENTS)
    name = "all agents of 2 actions, drawn uniformly: the gain is symmetric in all but Repeater"
    yield every(name, symmetric, all_26, at(3, 4, "actions"))
    said, names = "10 steps; 6 in crying babies, repeater, false_memories", ("repeater", "false_memories", *FAIRLY)
    yield every("once parted, paid like two fair coins", fairly, among(said, names))
    fair = among("to 10 steps, and in 4 more", [FAIRLY])
    yield every("paid so at every horizon in 16; proved, with those of own pasts only, in 19 of 26", proved, fair)
    yield mutants("""
        checking.gains:gain_law
            every way to answer counts alike: Fraction(1, len(actions) ** exploration.asked) → 1 ;; return dict(law)
                → return {value: Fraction(number, sum(law.values())) for value, number in law.items()}
        checking.uniform_learners:chain
            the states that follow are equally probable: moves.append(_summed(found))
                → moves.append({after: Fraction(1, len(dict(found))) for after in dict(found)})
        checking.gains:GainSteps
            π is paid what π_RC is paid: other.reward - percept.reward → other.reward - other.reward
        checking.gains:parts_fairly
            no coin is looked at: return all( → return True or all(
            symmetric is enough after the parting: law == FAIR if state.parted else is_symmetric(law)
                → is_symmetric(law)
        transforms.reality_check:reality_check_memoised
            frozen to the latest percept: else prompt[:1] → else shorter[-1:]
    """)


# --- Repeater ---


def repeater_mean(horizon: int) -> Fraction:
    """Return the mean gain in Repeater of an agent of two actions, drawn uniformly: -4/9 in the limit.

    It is -4/9 + 2/9 ((-1/2)^(n-1) + (1/4)^(n-1)) in n >= 1 actions.
    """
    if horizon == 0:
        return Fraction(0)
    return (-4 + 2 * (Fraction(-1, 2) ** (horizon - 1) + Fraction(1, 4) ** (horizon - 1))) / 9


@claim(
    "A22-gain-repeater",
    "why Repeater harms",
    "Conjecture 9, and the published library's Repeater; asked by this project",
    "holds",
    evidence="argued in docs/findings/gain.md for every n; the means of all learners to horizon 9",
    witness="-1/2 in 2 actions, -15/32 in 4, -4/9 in the limit: an agent whose second action is not its first is "
    "frozen to the first, and punished for the second",
)
def harms() -> Evidence:
    """In Repeater the mean gain of an agent of two actions, drawn uniformly, is -4/9 + 2/9 ((-1/2)^(n-1) +
    (1/4)^(n-1)) in n >= 1 actions.
    """

    def gaining(steps: int) -> tuple[Any, Any]:
        found = gain_law(repeater, steps)
        share = sum(share for value, share in found.items() if value > 0)
        return (Fraction(15, 64), Fraction(-15, 32)), (share, mean_of(found))

    def of_learners(further: int) -> tuple[Any, Any]:
        laws = followed("repeater", further).laws(further, difference)
        return [*map(repeater_mean, range(further + 1))], [*map(mean_of, laws)]

    formula = "-4/9 + 2/9 ((-1/2)^(n-1) + (1/4)^(n-1)) in n >= 1 actions: -1/2 in 2, -15/32 in 4, -4/9 in the limit"
    yield every(f"the mean gain of all learners of 2 actions is {formula}", of_learners, at(9, 13))
    yield every("of all agents 15/64 gain", gaining, among("4 actions", [4]))
    yield mutants("""
        environments.library.turn_by_turn:repeater
            the past asked about once: (turn, turn) → (turn,)
        :repeater_mean
            the limit alone: if horizon == 0: return Fraction(0) → if True: return Fraction(-4, 9)
            the sign of 1/2: Fraction(-1, 2) → Fraction(1, 2)
        transforms.reality_check:reality_check_memoised
            π itself: return reality_checked → return agent
    """)


STATEMENTS = statements_in(globals())
