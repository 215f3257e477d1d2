"""Whom the reality check helps: where its gain is 0, the law of the gain, and why Repeater harms."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import (
    OWN,
    BothRuns,
    Chain,
    CountingByPeriod,
    Domain,
    Exploration,
    GainSteps,
    Kinds,
    OwnPasts,
    Rows,
    Scope,
    Uncounted,
    agents,
    among,
    at,
    by_hand,
    chain,
    closed,
    every,
    gain_law,
    is_symmetric,
    kinds,
    mean_of,
    parts_fairly,
    up_to,
)
from formal_rl.environments import CATALOGUE, TWO_TURNS, IncrementalEnvironment, TableAgent, repeater
from formal_rl.environments.catalogue import DRAWS
from formal_rl.histories import Percept, Prompt, Reward, history
from formal_rl.statements.alexander_2022.own_pasts import FORMS, Form, with_true_counts
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.library import DISTINCT_ENVIRONMENTS
from formal_rl.transforms import gain, opposite, others_pasts, reality_check_memoised, rewards

FIRST_GAINS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        **dict.fromkeys(("ignore_rewards", "flip_every_other", "ignore_observations", "ignore_rewards_2"), (3, 2)),
        **dict.fromkeys(("shifted_rewards",), (3, 2)),
        **dict.fromkeys(("delayed_rewards", "nth_reward_multiplied_by_n"), (4, 2)),
        **dict.fromkeys(("after_images", "censored_observation"), (5, 2)),
        **dict.fromkeys(("backward_consciousness", "ignore_actions", "repeater"), (2, -2)),
        "false_memories": (1, 2),
        "deja_vu": (2, 2),
        "limited_memory": (7, 2),
    }
)
"""The others: the least horizon at which some agent gains or loses, and what the first such agent gains."""

WITHOUT_STEPS = ("as_if", "backward_consciousness", "deja_vu", "limited_memory")
"""Those whose runs are not merged: they keep another learner, or make new copies."""

ASKS_MUCH = ("backward_consciousness", "deja_vu", "false_memories")

FAIRLY = tuple(name for name in DISTINCT_ENVIRONMENTS if name not in {"repeater", "false_memories", *WITHOUT_STEPS})
"""Those in which π and π_RC are paid like two fair coins once they have parted, in all states that are merged."""

HALF, EIGHTH, QUARTERS = Fraction(1, 2), Fraction(1, 8), Fraction(3, 4)
checked_gain = partial(gain, transform=reality_check_memoised)


def listed_incremental(name: str, *arguments: Any) -> IncrementalEnvironment:
    """Return the incremental form of a listed environment; where it shows draws, its turns are counted by their period.

    Ledger: A22-gain-mean
    """
    record = CATALOGUE[name]
    made: IncrementalEnvironment = record.made("incremental", *arguments)
    return CountingByPeriod(made, len(DRAWS.values)) if record.draws else made


# --- Identically 0 ---


def own_pasts(name: str, form: Form, scope: Scope) -> Any:
    """Return the claim about one environment: with any draws, where that does not take long."""
    listed = name == "self_recognition" and not scope.is_full
    return lambda choose: OwnPasts(listed_incremental(name) if listed else form(choose))


def first_gain(name: str, most: int) -> tuple[int, Reward] | None:
    """Return the least horizon at which some agent gains or loses, and what the first such agent gains."""
    exploration = Exploration(range(2))
    for horizon in range(1, most + 1):
        run = partial(checked_gain, exploration.agent, DISTINCT_ENVIRONMENTS[name], horizon)
        for got in exploration.runs(run):
            if got:
                return horizon, got
    return None


@claim(
    "A22-gain-zero",
    "where the reality check changes nothing",
    "after Conjecture 9 (which scenarios are impossible); asked by this project",
    "holds",
    evidence="that an agent that is asked about such histories alone gains 0 follows from A22-T10.1, and is "
    "checked for all agents, 3 actions in the environments; the eleven: all learners, at every horizon (the forms "
    "with open counts are run with true ones to horizon 6); in each of the other fifteen an agent that gains or "
    "loses, at a horizon of at most 7. An agent that is asked about another history may gain 0 all the "
    "same",
    witness="after 2 actions some agent loses 2 in Repeater and in ignore actions; in limited memory the first "
    "that gains or loses does so after 7",
)
def gains_nothing() -> Evidence:
    """In an environment that asks an agent only about histories that it could have produced, π_RC gets what π gets.
    Eleven of the 26 environments are such; in each of the others some agent gains or loses.
    """
    one, two = history((0, 0)), history((0, 0), 0, (1, 0))
    strange = history((0, 0), 0, (0, 0), 0, (0, 0))
    helped = TableAgent({one: 0, two: 0, strange[:3]: 1, (*two, 0, Percept(-1, 0)): 0, strange: 1})
    harmed = TableAgent({one: 0, two: 1, (*two, 0, Percept(1, 0)): 1})

    def examples() -> Rows:
        ignoring = DISTINCT_ENVIRONMENTS["ignore_rewards"]
        why = "paid 1, then -1 as it does 1 on (0,0) 0 (0,0); it does 1 on (0,0) 0 (0,0) 0 (0,0), frozen 0: 1 - (-1)"
        yield why, 2, gain(helped, ignoring, 3)
        yield "(0,0) 0 (0,0) is its own past: alike", 0, gain(helped, ignoring, 2)
        yield "on (0,0) 0 (0,0) it does 1, not 0", (strange,), tuple(others_pasts(helped, ignoring, 3))
        yield "(0,0) and (0,0) 0 (0,0)", (), tuple(others_pasts(helped, ignoring, 2))
        yield "Repeater: on (0,0) 0 (1,0) 0 (1,0) it does 1, and frozen 0: -1 - 1", -2, gain(harmed, repeater, 2)

    own, other, alike = "only its own pasts: gains 0", "another past: gains or loses", "another past: gains 0"

    def zero(agent: Agent, name: str, horizon: int) -> tuple[Any, Any]:
        asked = any(True for _ in others_pasts(agent, DISTINCT_ENVIRONMENTS[name], horizon))
        got = checked_gain(agent, DISTINCT_ENVIRONMENTS[name], horizon)
        kind = (other if got else alike) if asked else own
        return (kind, 0), (kind, 0 if asked else got)

    some = Domain(
        lambda scope: "the 26 environments" + ("" if scope.is_full else f" but {', '.join(ASKS_MUCH)}"),
        lambda scope: (name for name in DISTINCT_ENVIRONMENTS if scope.is_full or name not in ASKS_MUCH),
    )
    three = Kinds((own, other, alike), lambda expected: expected[0], of_what_should_be=True)
    yield by_hand(examples)
    yield every(
        "who is asked about its own pasts alone gains 0 (beyond by A22-T10.1)",
        zero,
        agents,
        some,
        at(3, 4, "actions"),
        kinds=three,
    )
    for name, form in FORMS.items():
        said = f"all learners of {{actions}} actions in {name}, any draws"
        yield closed(f"{name} asks only about own pasts", partial(own_pasts, name, form), said, kinds=(OWN,))
        environment = form(lambda options: options[0])
        if isinstance(environment, Uncounted):
            yield lambda scope, name=name, environment=environment: with_true_counts(name, environment)
    printed = "; ".join(f"{name} {got} in {least}" for name, (least, got) in FIRST_GAINS.items())
    signs = kinds(
        lambda name, known: "the first one gains" if known[1] > 0 else "the first one loses",
        *(
            "the first one gains",
            "the first one loses",
        ),
    )
    others = among(f"the other fifteen, the first agent of 2 actions: {printed}", FIRST_GAINS.items(), many=True)
    yield every(
        "some agent gains or loses", lambda name, known: (known, first_gain(name, known[0])), others, kinds=signs
    )
    listed = among("26: eleven and fifteen", lambda scope: [sorted(DISTINCT_ENVIRONMENTS)])
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


def difference(after: BothRuns) -> Reward:
    """Return what π_RC was paid more in the last step."""
    return after.difference


def remembering_the_first() -> Chain:
    """Return a chain that parts by 2 or -2, and goes on with 0 after 2, with 2 or -2 after -2."""
    states = [
        BothRuns(None, None, 0, None, None, 0, parted=place > 0, difference=each)
        for place, each in enumerate((0, 2, -2, 0, 2, -2))
    ]
    one, both = {1: Fraction(1)}, ({2: HALF, 3: HALF}, {4: Fraction(1)}, {5: HALF, 6: HALF})
    return Chain((None, *states), (one, *both, {}, {}, {}), closed=False)


def of_name(name: str, horizon: int) -> Any:
    """Return the law of the gain in a named environment."""
    return gain_law(DISTINCT_ENVIRONMENTS[name], horizon)


def followed(name: str, horizon: int, *arguments: Any) -> Chain:
    """Return the chain of both runs of a learner drawn uniformly."""
    return chain(GainSteps(listed_incremental(name, *arguments)), horizon, actions=range(2))


@claim(
    "A22-gain-mean",
    "what the reality check gains an agent drawn at random",
    "Conjecture 9; asked by this project",
    "holds",
    evidence="a sufficient condition, that π and π_RC are paid like two fair coins once they have parted, is "
    "checked in every merged state for all learners: at every horizon in 16 environments, to horizon 10 (crying "
    "babies 6) in 4; the laws themselves for all agents, 3 actions in each of the 26 environments (7 in limited "
    "memory, where nobody gains before) and in their opposites. Proved are these 16, and crying_baby, "
    "crying_baby_2 and as_if, whose gain is 0. Backward consciousness and reverse history are one environment",
    witness="with the memories of the published library, two turns (0,0) 0, the mean gain in false memories is "
    "3/4 at every horizon; in Repeater it is not 0, and in Repeater's opposite it is the negative",
)
def mean_gains() -> Evidence:
    """For an agent that answers every prompt by a fair coin, π_RC and π earn the same on average in every listed
    environment but Repeater: proved in 19, checked to a few actions in 6; and in their opposites to 3 actions. It
    depends on the memories of false memories: with the library's the mean gain is 3/4.
    """

    def examples() -> Rows:
        found = remembering_the_first()
        *_, total = found.laws(2, difference)
        yield "2 and 0, or -2 and 2 or -2: 2, 0, -4 with 1/2, 1/4, 1/4", {2: HALF, 0: HALF / 2, -4: HALF / 2}, total
        yield "what follows depends on the first sign", False, parts_fairly(found)
        yield "two actions on own pasts: alike", {0: 1}, dict(of_name("ignore_rewards", 2))
        expected = {-2: EIGHTH, 0: QUARTERS, 2: EIGHTH}
        yield "half differ at 2; then two fair coins", expected, dict(of_name("ignore_rewards", 3))
        why = "half do 0, 1 or 1, 0: π_RC is frozen and gets -1, π 1 or -1"
        yield why, {-2: Fraction(1, 4), 0: QUARTERS}, dict(of_name("repeater", 2))
        remembering = CATALOGUE["false_memories"].made("definition", TWO_TURNS)
        why = "two turns (0,0) 0: π gets 1 or -1; π_RC 1, but for an eighth: who does 0, 0 on them and then 1"
        yield why, {0: Fraction(5, 8), 2: Fraction(3, 8)}, dict(gain_law(remembering, 1))

    once = cache(followed)

    def memories(steps: int) -> tuple[Any, Any]:
        *_, last = followed("false_memories", steps, TWO_TURNS).laws(steps, difference)
        return QUARTERS if steps else 0, mean_of(last)

    def symmetric(name: str, horizon: int) -> tuple[Any, Any]:
        found = of_name(name, max(horizon, 7) if name == "limited_memory" else horizon)
        return (repeater_mean(horizon) if name == "repeater" else 0, name != "repeater"), (
            mean_of(found),
            is_symmetric(found),
        )

    def in_opposites(name: str, horizon: int) -> tuple[Any, Any]:
        found = gain_law(opposite(DISTINCT_ENVIRONMENTS[name]), min(horizon, 3))
        there = of_name(name, min(horizon, 3)) if name == "repeater" else found
        return {-value: share for value, share in there.items()}, dict(found)

    def fairly(name: str, further: int) -> tuple[Any, Any]:
        shorter = 6 if further == 10 else 12
        found = once(name, shorter if "baby" in name or name in ("repeater", "false_memories") else further)
        kind = ("at every horizon" if found.closed else "to a horizon") if name in FAIRLY else "not fairly"
        return (kind, name in FAIRLY), (kind, parts_fairly(found))

    def proved(further: int) -> tuple[int, int]:
        merged_ = {name for name in FAIRLY if "baby" not in name and once(name, further).closed}
        return 19, len(merged_ | set(FORMS))

    def of_agents(name: str, horizon: int) -> tuple[Any, Any]:
        *_, got = followed(name, horizon).laws(horizon, difference)
        return dict(of_name(name, horizon)), dict(got)

    all_26 = among(
        "all agents of 2 actions, drawn uniformly, in the 26 environments (limited_memory: 7)", DISTINCT_ENVIRONMENTS
    )
    opposites = among(
        "the 26 environments' opposites, as in the paper, to 3; in Repeater's the mean is 3/8", DISTINCT_ENVIRONMENTS
    )
    parted = ("at every horizon", "to a horizon", "not fairly")
    of_what = Kinds(parted, lambda expected: expected[0], of_what_should_be=True)
    names = among(
        f"not in repeater and false_memories; 6 in crying babies; in {', '.join(FAIRLY)}",
        ("repeater", "false_memories", *FAIRLY),
    )
    shared = [name for name in DISTINCT_ENVIRONMENTS if name not in {"false_memories", *WITHOUT_STEPS}]
    yield by_hand(examples)
    library = "false memories of two turns (0,0) 0, as in the published library: mean 3/4 at every horizon"
    yield every(library, memories, at(12, 40, "steps"))
    yield every("the gain is symmetric in all but Repeater", symmetric, all_26, at(3, 4, "actions"))
    yield every("mirrored in the opposite", in_opposites, opposites, at(3, 4, "actions"))
    yield every("once parted, paid like two fair coins", fairly, names, at(10, 20, "steps"), kinds=of_what)
    yield every("proved in 19 of 26, with those that ask only about own pasts", proved, at(10, 20, "steps"))
    yield every("learners gain what agents do", of_agents, among(", ".join(shared), shared), at(3, 4, "actions"))
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


def constant(action: int, turns: int) -> Prompt:
    """Return c_m: the first percept, and m turns of one action that is paid."""
    return (Percept(0, 0), *(action, Percept(1, 0)) * turns)


def first_loss(agent: Agent, most: int) -> int:
    """Return at which action π_RC is first punished in Repeater, or a number above ``most``.

    With f the least m at which π does not do y_1 on c_m, x_1 and m paid turns of y_1, that is f + 1 where f is odd, and
    f/2 + 1 where it is even.
    """
    first = agent(constant(0, 0))
    for f in range(1, 2 * most):
        if agent(constant(first, f)) != first:
            return f + 1 if f % 2 else f // 2 + 1
    return most + 1


@claim(
    "A22-gain-repeater",
    "why Repeater harms",
    "Conjecture 9, and the published library's Repeater; asked by this project",
    "holds",
    evidence="argued in docs/findings/gain.md for every n; checked for all agents to horizon 4 and all learners "
    "to horizon 9: the means, the action at which π_RC is first punished, and that rewards are fair after it",
    witness="-1/2 in 2 actions, -15/32 in 4, -4/9 in the limit: an agent whose second action is not its first is "
    "frozen to the first, and punished for the second",
)
def harms() -> Evidence:
    """In Repeater the mean gain of an agent of two actions, drawn uniformly, is -4/9 + 2/9 ((-1/2)^(n-1) +
    (1/4)^(n-1)) in n >= 1 actions.
    """

    def examples() -> Rows:
        yield "it is asked about x_1 itself: both are paid", Fraction(0), repeater_mean(1)
        yield "2 actions: half of the agents lose 1 on average", -HALF, repeater_mean(2)
        yield (
            "a quarter did y_1 twice and was paid; half of these, frozen, are paid 1: 1/8",
            -3 * EIGHTH,
            repeater_mean(3),
        )
        yield "4 actions: -4/9 + 2/9 (-1/8 + 1/64)", Fraction(-15, 32), repeater_mean(4)
        yield "-4/9, within 2/9 (2^-50 + 4^-50)", -0.44444444444444, round(float(repeater_mean(51)), 14)

    def of_agents(steps: int) -> tuple[Any, Any]:
        return repeater_mean(steps), mean_of(gain_law(repeater, steps))

    def gaining(steps: int) -> tuple[Any, Any]:
        return Fraction(15, 64), sum(share for value, share in gain_law(repeater, steps).items() if value > 0)

    def of_learners(further: int) -> tuple[Any, Any]:
        laws = followed("repeater", further).laws(further, difference)
        return [*map(repeater_mean, range(further + 1))], [*map(mean_of, laws)]

    def punished(agent: Agent, steps: int) -> tuple[Any, Any]:
        got = rewards(reality_check_memoised(agent), repeater, steps)
        loss = min(first_loss(agent, steps), steps + 1)
        expected = [1 if action < loss else -1 for action in range(1, min(loss, steps) + 1)]
        return expected, [*got[: len(expected)]]

    def fair(horizon: int) -> tuple[Any, Any]:
        exploration = Exploration(range(2))

        def both() -> list[list[Reward]]:
            agent, loss = exploration.agent, first_loss(exploration.agent, horizon)
            plain, checked = (rewards(each, repeater, horizon) for each in (agent, reality_check_memoised(agent)))
            return [[*plain[1:]], [each * (n > loss) for n, each in enumerate(checked, start=1)][1:]]

        means = [[Fraction(0)] * (horizon - 1) for _ in range(2)]
        for found in exploration.runs(both):
            share = Fraction(1, 2**exploration.asked)
            means = [[a + share * b for a, b in zip(*each, strict=True)] for each in zip(means, found, strict=True)]
        return [[0] * (horizon - 1)] * 2, means

    soon = Kinds(
        ("punished", "not punished"), lambda of: "punished" if of[-1] < 0 else "not punished", of_what_should_be=True
    )
    yield by_hand(examples, "-4/9 + 2/9 ((-1/2)^(n-1) + (1/4)^(n-1)), by hand, n >= 1")
    yield every(
        "the mean gain of all agents of 2 actions: -1/2 in 2, -15/32 in 4, -4/9 in the limit",
        of_agents,
        up_to(4, full=5, least=0, said="horizons"),
    )
    yield every("15/64 of them gain", gaining, among("4 actions", [4]))
    yield every("the mean gain of all learners of 2 actions, equal states merged", of_learners, at(9, 13, "steps"))
    yield every("when π_RC is first punished", punished, agents, up_to(4, full=5), kinds=soon)
    name = "fair coins for π from the second action on, and for π_RC from its first punishment on"
    yield every(name, fair, at(4, 5, "actions"))
    yield mutants("""
        environments.library.turn_by_turn:repeater
            the past asked about once: (turn, turn) → (turn,)
        :repeater_mean
            the limit alone: if horizon == 0: return Fraction(0) → if True: return Fraction(-4, 9)
            the sign of 1/2: Fraction(-1, 2) → Fraction(1, 2)
        :first_loss
            punished at f + 1 whatever f is: f + 1 if f % 2 else f // 2 + 1 → f + 1
        transforms.reality_check:reality_check_memoised
            π itself: return reality_checked → return agent
    """)


STATEMENTS = statements_in(globals())
