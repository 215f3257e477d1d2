"""Whom the reality check helps: its gain in every environment, for every agent, and for one drawn uniformly."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, Learner
from formal_rl.checking import (
    OWN,
    BothRuns,
    Case,
    Chain,
    CountingByPeriod,
    Cover,
    Disagreement,
    Example,
    Exploration,
    GainSteps,
    Law,
    OwnPasts,
    Part,
    Scope,
    Transform,
    Uncounted,
    Unknown,
    chain,
    check_examples,
    close_steps,
    decide,
    decide_each,
    equal,
    gain_law,
    is_symmetric,
    mean_of,
    part,
    parts_fairly,
    unless,
)
from formal_rl.environments import (
    CATALOGUE,
    TWO_TURNS,
    CryingBabyIncremental,
    ExtendedEnvironment,
    IncrementalEnvironment,
    Nutrition,
    TableAgent,
    interact,
    mimic,
)
from formal_rl.environments.catalogue import DRAWS
from formal_rl.histories import Action, Percept, Prompt, Reward, history
from formal_rl.statements.alexander_2022.own_pasts import FORMS, Form, as_it_is, uncounted, with_true_counts
from formal_rl.statements.library import DISTINCT_ENVIRONMENTS
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
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

_WITHOUT_STEPS = ("as_if", "backward_consciousness", "deja_vu", "limited_memory")
"""Those whose runs are not merged: they keep another learner, or make new copies."""

_ASKS_MUCH = ("backward_consciousness", "deja_vu", "false_memories")


def listed_incremental(name: str, *arguments: Any) -> IncrementalEnvironment:
    """Return the incremental form of a listed environment; where it shows draws, its turns are counted by their period.

    Ledger: A22-gain-mean
    """
    record = CATALOGUE[name]
    made: IncrementalEnvironment = record.made("incremental", *arguments)
    return CountingByPeriod(made, len(DRAWS.values)) if record.draws else made


# --- Identically 0 ---


_FIRST, _SECOND = history((0, 0)), history((0, 0), 0, (1, 0))
_HELPED = TableAgent(
    {_FIRST: 0, _SECOND: 0, history((0, 0), 0, (0, 0)): 1, history((0, 0), 0, (1, 0), 0, (-1, 0)): 0}
    | {history((0, 0), 0, (0, 0), 0, (0, 0)): 1}
)
"""The smallest agent that the reality check helps in ignore rewards."""

_HARMED = TableAgent({_FIRST: 0, _SECOND: 1, history((0, 0), 0, (1, 0), 0, (1, 0)): 1})
"""The smallest agent that it harms in Repeater."""

Gain = Callable[..., Reward]
OthersPasts = Callable[[Agent, ExtendedEnvironment, int], Iterable[Prompt]]


def _by_hand(gain: Gain, others_pasts: OthersPasts) -> Iterator[Example]:
    ignoring, repeating = DISTINCT_ENVIRONMENTS["ignore_rewards"], DISTINCT_ENVIRONMENTS["repeater"]
    why = "paid 1, then -1 as it does 1 on (0,0) 0 (0,0); then it does 1 on (0,0) 0 (0,0) 0 (0,0), and its reality "
    yield ("ignore rewards, 3 actions", why + "check, frozen, does 0: 1 - (-1)", 2, gain, _HELPED, ignoring, 3)
    yield ("the same, 2 actions", "(0,0) 0 (0,0) is its own past: alike", 0, gain, _HELPED, ignoring, 2)
    strange, asked = history((0, 0), 0, (0, 0), 0, (0, 0)), lambda *given: tuple(others_pasts(*given))
    yield (
        "what ignore rewards asks of it",
        "on (0,0) 0 (0,0) it does 1, not 0",
        (strange,),
        asked,
        _HELPED,
        ignoring,
        3,
    )
    yield ("the same, 2 actions", "(0,0) and (0,0) 0 (0,0)", (), asked, _HELPED, ignoring, 2)
    why = "it does 0, then 1; on (0,0) 0 (1,0) 0 (1,0) it does 1: 1; its reality check, for which the second 0 is not "
    yield ("Repeater, 2 actions", why + "its own, is frozen to 0: -1", -2, gain, _HARMED, repeating, 2)


_OWN, _OTHER, _ALIKE = "only its own pasts: gains 0", "another past: gains or loses", "another past: gains 0"


def gains_nothing(
    scope: Scope,
    *,
    gain: Gain = gain,
    others_pasts: OthersPasts = others_pasts,
    forms: Mapping[str, Form] = FORMS,
) -> Iterator[Part]:
    """Check where the gain is 0 for every agent: where only pasts are asked about that are the agent's own doing."""
    yield check_examples(_by_hand(gain, others_pasts))
    horizon = scope.steps(quick=3, full=4)

    def own_pasts(name: str, unknown: Unknown, cover: Cover) -> Disagreement | None:
        environment = DISTINCT_ENVIRONMENTS[name]
        asked = tuple(others_pasts(unknown.agent, environment, horizon))
        got = gain(unknown.agent, environment, horizon, transform=reality_check_memoised)
        cover(_OWN if not asked else _OTHER if got else _ALIKE)
        return equal(f"the gain in {name}, which asks about no other past", 0, got) if not asked else None

    yield decide_each(
        "who is asked about its own pasts alone gains 0",
        own_pasts,
        (name for name in DISTINCT_ENVIRONMENTS if scope.is_full or name not in _ASKS_MUCH),
        actions=range(2),
        branches=(_OWN, _OTHER, _ALIKE),
        domain=f"all agents of 2 actions, {horizon} actions in each of the 26 environments (beyond, by A22-T10.1)"
        + ("" if scope.is_full else f" but {', '.join(_ASKS_MUCH)}"),
    )
    for name, form in forms.items():
        yield _own_pasts(scope, name, form)
        environment = form(lambda options: options[0])
        if isinstance(environment, Uncounted):
            yield with_true_counts(name, environment)
    yield _somebody_gains(gain)


def _own_pasts(scope: Scope, name: str, form: Form) -> Part:
    """Return the part about one environment: with any draws, where that does not take long."""
    listed = name == "self_recognition" and not scope.is_full
    return close_steps(
        f"{name} asks only about own pasts",
        lambda choose: OwnPasts(listed_incremental(name) if listed else form(choose)),
        actions=range(2),
        branches=(OWN,),
        domain=f"all learners of 2 actions in {name}, {'the listed' if listed else 'any'} draws",
    )


_GAINS, _LOSES = "the first one gains", "the first one loses"


def _somebody_gains(gain: Gain) -> Part:
    @part(
        "in each of the others some agent gains or loses",
        branches=(_GAINS, _LOSES),
        domain="all agents of 2 actions in each of the other fifteen, to the least horizon where one gains or loses, "
        "whatever the scope: " + "; ".join(f"{name} {got} in {least}" for name, (least, got) in FIRST_GAINS.items()),
    )
    def cases() -> Iterator[Case]:
        for name, (horizon, expected) in FIRST_GAINS.items():
            found = _first_gain(name, horizon, gain)
            yield _GAINS if expected > 0 else _LOSES, equal(name, (horizon, expected), found)
        for name in DISTINCT_ENVIRONMENTS:
            if name not in FIRST_GAINS:
                yield "not among the others", unless(name in FORMS, name, "among the eleven", "in neither list")

    return cases()


def _first_gain(name: str, most: int, gain: Gain) -> tuple[int, Reward] | None:
    """Return the least horizon at which some agent gains or loses, and what the first such agent gains."""
    exploration = Exploration(range(2))
    for horizon in range(1, most + 1):
        run = partial(gain, exploration.agent, DISTINCT_ENVIRONMENTS[name], horizon, transform=reality_check_memoised)
        for got in exploration.runs(run):
            if got:
                return horizon, got
    return None


# --- For an agent drawn uniformly ---


LawOf = Callable[..., Law]
ChainOf = Callable[..., Chain]

HALF = Fraction(1, 2)

_EIGHTH, _QUARTERS = Fraction(1, 8), Fraction(3, 4)


def _remembering_the_first() -> Chain:
    """Return a chain that parts by 2 or -2, and goes on with 0 after 2, with 2 or -2 after -2."""
    states = [
        BothRuns(None, None, 0, None, None, 0, parted=place > 0, difference=each)
        for place, each in enumerate((0, 2, -2, 0, 2, -2))
    ]
    moves: tuple[Law, ...] = ({1: Fraction(1)}, {2: HALF, 3: HALF}, {4: Fraction(1)}, {5: HALF, 6: HALF}, {}, {}, {})
    return Chain((None, *states), moves, closed=False)


def _laws_by_hand(law: LawOf, fairly: Callable[[Chain], bool]) -> Iterator[Example]:
    found, why = _remembering_the_first(), "2 and 0, or -2 and 2 or -2: 2, 0, -4 with 1/2, 1/4, 1/4"
    *_, total = found.laws(2, _difference)
    expected = {2: HALF, 0: HALF / 2, -4: HALF / 2}
    yield ("a later law that depends on the first sign", why, (expected, False), lambda: (total, fairly(found)))
    ignoring, repeating = DISTINCT_ENVIRONMENTS["ignore_rewards"], DISTINCT_ENVIRONMENTS["repeater"]
    why = "two actions on own pasts: alike"
    yield ("ignore rewards, 2 actions", why, {0: 1}, lambda: dict(law(ignoring, 2)))
    why = "half of the agents differ at 2; then π and π_RC are paid like two fair coins: -2, 0, 2 with 1/4, 1/2, 1/4"
    expected = {-2: _EIGHTH, 0: _QUARTERS, 2: _EIGHTH}
    yield ("ignore rewards, 3 actions", why, expected, lambda: dict(law(ignoring, 3)))
    why = "half do 0, 1 or 1, 0: π_RC is frozen and gets -1, π gets 1 or -1; half do 0, 0 or 1, 1: alike"
    yield ("Repeater, 2 actions", why, {-2: Fraction(1, 4), 0: _QUARTERS}, lambda: dict(law(repeating, 2)))
    remembering = CATALOGUE["false_memories"].made("definition", TWO_TURNS)
    why = "π gets 1 or -1; π_RC gets 1, but for an eighth: who does 0, 0 on its memories and then 1 after them"
    expected = {0: Fraction(5, 8), 2: Fraction(3, 8)}
    yield ("false memories of two turns (0,0) 0, 1 action", why, expected, lambda: dict(law(remembering, 1)))


FAIRLY = tuple(name for name in DISTINCT_ENVIRONMENTS if name not in {"repeater", "false_memories", *_WITHOUT_STEPS})
"""Those in which π and π_RC are paid like two fair coins once they have parted, in all states that are merged."""


PROVED = 19
"""How many environments have mean gain 0 by proof: those that part fairly at every horizon or ask about own pasts."""


def _difference(after: BothRuns) -> Reward:
    return after.difference


def mean_gains(
    scope: Scope,
    *,
    law: LawOf = gain_law,
    chain: ChainOf = chain,
    transform: Transform = reality_check_memoised,
    fairly: Callable[[Chain], bool] = parts_fairly,
) -> Iterator[Part]:
    """Check the laws of the gain: by hand, for all agents, along chains of merged states, and in the opposites."""
    yield check_examples(_laws_by_hand(partial(law, transform=transform), fairly))
    horizon = scope.steps(quick=3, full=4)
    yield _with_the_librarys_memories(scope, chain)
    yield _symmetric(horizon, law, transform)
    yield _in_opposites(horizon, law, transform)
    yield _fairly(scope, chain, fairly)
    yield _of_agents(horizon, law, chain, transform)


_SYMMETRIC, _NOT, _MIRRORED = "symmetric", "not symmetric", "mirrored"


def _symmetric(horizon: int, law: LawOf, transform: Transform) -> Part:
    further = max(horizon, FIRST_GAINS["limited_memory"][0])

    @part(
        "the gain is symmetric in all but Repeater",
        branches=(_SYMMETRIC, _NOT),
        domain=f"all agents of 2 actions, drawn uniformly, {horizon} actions in each of the 26 environments, {further} "
        f"in limited_memory; the mean is 0, but in Repeater {repeater_mean(horizon)}",
    )
    def cases() -> Iterator[Case]:
        for name, environment in DISTINCT_ENVIRONMENTS.items():
            found = law(environment, further if name == "limited_memory" else horizon, transform=transform)
            expected = repeater_mean(horizon) if name == "repeater" else 0
            symmetric = is_symmetric(found)
            wrong = equal(f"the mean gain in {name}", expected, mean_of(found))
            wrong = wrong or equal(f"{name}, symmetric", name != "repeater", symmetric)
            yield _SYMMETRIC if symmetric else _NOT, wrong

    return cases()


def _in_opposites(horizon: int, law: LawOf, transform: Transform) -> Part:
    shorter = min(horizon, 3)

    @part(
        "an environment and its opposite together",
        branches=(_SYMMETRIC, _MIRRORED),
        domain=f"all agents of 2 actions, drawn uniformly, {shorter} actions in the 26 environments' opposites, as in "
        f"the paper; in Repeater's the mean is {-repeater_mean(shorter)}, in Repeater {repeater_mean(shorter)}",
    )
    def cases() -> Iterator[Case]:
        for name, environment in DISTINCT_ENVIRONMENTS.items():
            found = law(opposite(environment), shorter, transform=transform)
            if name == "repeater":
                there = law(environment, shorter, transform=transform)
                yield _MIRRORED, equal(name, {-value: share for value, share in there.items()}, dict(found))
            else:
                yield _SYMMETRIC, unless(is_symmetric(found), name, "a symmetric law", dict(found))

    return cases()


def _fairly(scope: Scope, chain: ChainOf, fairly: Callable[[Chain], bool]) -> Part:
    further, shorter = scope.steps(quick=10, full=20), scope.steps(quick=6, full=12)
    every, to, unfairly = "fairly at every horizon", f"fairly to horizon {shorter} or {further}", "not fairly"

    @part(
        "once parted, paid like two fair coins",
        branches=(every, to, unfairly),
        domain=f"all learners of 2 actions in {', '.join(FAIRLY)}: at every horizon where no merged state is added, "
        f"else to horizon {further}, {shorter} in crying babies; in repeater and false_memories they are not; so of "
        f"{len(DISTINCT_ENVIRONMENTS)} environments {PROVED} are proved, with those that ask only about own pasts",
    )
    def cases() -> Iterator[Case]:
        for name in ("repeater", "false_memories"):
            found = chain(GainSteps(listed_incremental(name)), shorter, actions=range(2))
            yield unfairly, unless(not fairly(found), name, "they do not part fairly", "they do")
        proved = set(FORMS)
        for name in FAIRLY:
            found = chain(GainSteps(listed_incremental(name)), shorter if "baby" in name else further, actions=range(2))
            yield every if found.closed else to, unless(fairly(found), name, "they part fairly", "they do not")
            proved |= {name} if found.closed else set()
        yield "all that is proved", equal("how many environments", PROVED, len(proved))

    return cases()


def _of_agents(horizon: int, law: LawOf, chain: ChainOf, transform: Transform) -> Part:
    shared = [name for name in DISTINCT_ENVIRONMENTS if name not in {"false_memories", *_WITHOUT_STEPS}]

    @part(
        "learners drawn uniformly gain what agents do",
        domain=f"{horizon} actions in {', '.join(shared)}: the law over all agents beside that over all learners",
    )
    def cases() -> Iterator[Case]:
        for name in shared:
            expected = dict(law(DISTINCT_ENVIRONMENTS[name], horizon, transform=transform))
            *_, got = chain(GainSteps(listed_incremental(name)), horizon, actions=range(2)).laws(horizon, _difference)
            yield "some gain" if len(got) > 1 else "nobody gains", equal(name, expected, dict(got))

    return cases()


def _with_the_librarys_memories(scope: Scope, chain: ChainOf) -> Part:
    further = scope.steps(quick=12, full=40)

    @part(
        "false memories of two turns (0,0) 0",
        domain=f"all learners of 2 actions to horizon {further}, with the memories of the published library: 3/4 at "
        "the first action and 0 at every later one",
    )
    def cases() -> Iterator[Case]:
        found = chain(GainSteps(listed_incremental("false_memories", TWO_TURNS)), further, actions=range(2))
        for steps, got in enumerate(found.laws(further, _difference)):
            yield (
                "mean 3/4" if steps else "mean 0",
                equal(f"the mean gain in {steps} actions", _QUARTERS if steps else 0, mean_of(got)),
            )

    return cases()


# --- Repeater ---


REPEATER_LIMIT = Fraction(-4, 9)
"""The mean gain in Repeater in the limit."""


def repeater_mean(horizon: int) -> Fraction:
    """Return the mean gain in Repeater of an agent of two actions, drawn uniformly: -4/9 in the limit.

    It is -4/9 + 2/9 ((-1/2)^(n-1) + (1/4)^(n-1)) in n >= 1 actions.
    """
    if horizon == 0:
        return Fraction(0)
    return (-4 + 2 * (Fraction(-1, 2) ** (horizon - 1) + Fraction(1, 4) ** (horizon - 1))) / 9


MeanAt = Callable[[int], Fraction]

GAINING = Fraction(15, 64)
"""The share of agents of two actions that gain in 4 actions of Repeater."""

_SIGNS = ("mean 0", "a mean below 0")


def _constant(action: int, turns: int) -> Prompt:
    """Return c_m: the first percept, and m turns of one action that is paid."""
    return (Percept(0, 0), *(action, Percept(1, 0)) * turns)


def first_loss(agent: Agent, most: int) -> int:
    """Return at which action π_RC is first punished in Repeater, or a number above ``most``.

    With f the least m at which π does not do y_1 on c_m, x_1 and m paid turns of y_1, that is f + 1 where f is odd, and
    f/2 + 1 where it is even.
    """
    first = agent(_constant(0, 0))
    for f in range(1, 2 * most):
        if agent(_constant(first, f)) != first:
            return f + 1 if f % 2 else f // 2 + 1
    return most + 1


_SOON, _LATE = "punished within the horizon", "not punished within it"


def harms(
    scope: Scope,
    *,
    environment: ExtendedEnvironment | None = None,
    mean: MeanAt = repeater_mean,
    first_loss: Callable[[Agent, int], int] = first_loss,
    transform: Transform = reality_check_memoised,
) -> Iterator[Part]:
    """Check the mean gain in Repeater against the formula, and the steps of its proof."""
    environment = environment or DISTINCT_ENVIRONMENTS["repeater"]
    yield check_examples(_means_by_hand(mean), "-4/9 + 2/9 ((-1/2)^(n-1) + (1/4)^(n-1)), by hand, n >= 1")
    horizon = scope.steps(quick=4, full=5)
    yield _means_of_agents(environment, mean, horizon, transform)
    yield _means_of_learners(scope, mean)
    yield _first_losses(environment, first_loss, horizon, transform)
    yield _fair_before_and_after(environment, first_loss, horizon, transform)


def _means_by_hand(mean: MeanAt) -> Iterator[Example]:
    yield ("1 action", "it is asked about x_1 itself: both are paid", Fraction(0), mean, 1)
    yield ("2 actions", "half of the agents lose 1 on average", Fraction(-1, 2), mean, 2)
    yield (
        "3 actions",
        "a quarter did y_1 twice and was paid; half of these, frozen, are paid 1: 1/8",
        -3 * _EIGHTH,
        mean,
        3,
    )
    yield ("4 actions", "-4/9 + 2/9 (-1/8 + 1/64)", Fraction(-15, 32), mean, 4)
    why = "within 2/9 (2^-50 + 4^-50)"
    yield ("51 actions, rounded to 14 digits", why, -0.44444444444444, lambda: round(float(mean(51)), 14))


def _means_of_agents(environment: ExtendedEnvironment, mean: MeanAt, horizon: int, transform: Transform) -> Part:
    printed = f"{mean(2)} in 2 actions, {mean(4)} in 4, where {GAINING} gain; {REPEATER_LIMIT} in the limit"

    @part(
        "the mean gain of agents", domain=f"all agents of 2 actions, drawn uniformly, to horizon {horizon}: {printed}"
    )
    def cases() -> Iterator[Case]:
        for steps in range(horizon + 1):
            got = mean_of(gain_law(environment, steps, transform=transform))
            yield _SIGNS[got < 0], equal(f"{steps} actions", mean(steps), got)
        law = gain_law(environment, 4, transform=transform)
        gaining = sum(share for value, share in law.items() if value > 0)
        yield _SIGNS[1], equal("how many gain in 4 actions", GAINING, gaining)

    return cases()


def _means_of_learners(scope: Scope, mean: MeanAt) -> Part:
    further = scope.steps(quick=9, full=13)

    @part("the mean gain of learners", domain=f"all learners of 2 actions to horizon {further}, equal states merged")
    def cases() -> Iterator[Case]:
        laws = chain(GainSteps(listed_incremental("repeater")), further, actions=range(2)).laws(further, _difference)
        for steps, got in enumerate(laws):
            yield _SIGNS[mean_of(got) < 0], equal(f"{steps} actions", mean(steps), mean_of(got))

    return cases()


def _first_losses(
    environment: ExtendedEnvironment, first_loss: Callable[[Agent, int], int], horizon: int, transform: Transform
) -> Part:
    def claim_at(steps: int) -> Any:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            got = rewards(transform(unknown.agent), environment, steps)
            loss = min(first_loss(unknown.agent, steps), steps + 1)
            cover(_SOON if loss <= steps else _LATE)
            expected = tuple(1 if action < loss else -1 for action in range(1, min(loss, steps) + 1))
            return equal("what π_RC is paid up to its first punishment", expected, got[: len(expected)])

        return claim

    name, domain = "when π_RC is first punished", f"all agents of 2 actions to horizon {horizon}"
    return decide(name, claim_at, horizon, actions=range(2), branches=(_SOON, _LATE), domain=domain)


def _fair_before_and_after(
    environment: ExtendedEnvironment, first_loss: Callable[[Agent, int], int], horizon: int, transform: Transform
) -> Part:
    @part(
        "fair coins for π from the second action on, and for π_RC from its first punishment on",
        domain=f"all agents of 2 actions, drawn uniformly, to horizon {horizon}",
    )
    def cases() -> Iterator[Case]:
        exploration = Exploration(range(2))
        plain, after = defaultdict[int, Fraction](Fraction), defaultdict[int, Fraction](Fraction)

        def run() -> tuple[tuple[Reward, ...], tuple[Reward, ...], int]:
            agent = exploration.agent
            both = rewards(agent, environment, horizon), rewards(transform(agent), environment, horizon)
            return *both, first_loss(agent, horizon)

        for of_plain, of_checked, loss in exploration.runs(run):
            share = Fraction(1, 2**exploration.asked)
            for action in range(2, horizon + 1):
                plain[action] += share * of_plain[action - 1]
                after[action] += share * of_checked[action - 1] * (action > loss)
        for action in range(2, horizon + 1):
            yield "π", equal(f"the mean reward of π for action {action}", 0, plain[action])
            yield "π_RC", equal(f"that of π_RC, where it was punished before, for action {action}", 0, after[action])

    return cases()


def wrong_reality_check(
    own: Callable[[Any, Any, int], bool] | None = None, frozen: Callable[[Any, Any], Any] | None = None
) -> Any:
    """Return a reality check with another comparison of y_i, or another action where the history is not genuine."""

    def transform(agent: Any) -> Any:
        def checked(prompt: Any) -> Any:
            if all((own or _is_own)(prompt, checked, i) for i in range(1, (len(prompt) + 1) // 2)):
                return agent(prompt)
            return frozen(agent, prompt) if frozen else agent(prompt[:1])

        return checked

    return transform


def _is_own(prompt: Any, checked: Any, i: int) -> bool:
    return bool(prompt[2 * i - 1] == checked(prompt[: 2 * i - 1]))


# --- Mutants ---


def _other_way_round(agent: Agent, environment: ExtendedEnvironment, horizon: int, **more: Any) -> Reward:
    return -gain(agent, environment, horizon, **more)


def _in_the_agents_world(
    agent: Agent, environment: ExtendedEnvironment, horizon: int, *, transform: Transform = reality_check_memoised
) -> Reward:
    """Let π_RC act in an environment that simulates π."""
    facing = interact(transform(agent), lambda _, play: environment(agent, play))
    got = [percept.reward for percept in islice(facing, 2, 2 * horizon + 1, 2)]  # type: ignore[union-attr]
    return sum(got) - sum(rewards(agent, environment, horizon))


def _last_action_alone(agent: Agent, environment: ExtendedEnvironment, horizon: int) -> Iterator[Prompt]:
    asked: dict[Prompt, None] = {}

    def noting(prompt: Prompt) -> int:
        asked[prompt] = None
        return agent(prompt)

    tuple(islice(interact(noting, environment), 2 * horizon + 1))
    return (prompt for prompt in asked if len(prompt) > 1 and prompt[-2] != agent(prompt[:-2]))


def _counted(environment: ExtendedEnvironment, horizon: int, *, transform: Transform) -> Law:
    """Count every way to answer alike, however many questions there were."""
    exploration = Exploration(range(2))
    run = partial(gain, exploration.agent, environment, horizon, transform=transform)
    got = Counter(exploration.runs(run))
    return {value: Fraction(number, got.total()) for value, number in got.items()}


def _symmetric_is_enough(chain: Chain) -> bool:
    return all(is_symmetric(law) for _, law in chain.following(_difference))


def _half_each(run: Any, horizon: int, *, actions: Sequence[int]) -> Chain:
    """Take the states that follow a state to be equally probable."""
    found = chain(run, horizon, actions=actions)
    return evolve(found, moves=tuple({after: Fraction(1, len(moves)) for after in moves} for moves in found.moves))


def _paid_alike(run: Any, horizon: int, *, actions: Sequence[int]) -> Chain:
    """Take π to have been paid what π_RC is paid."""
    found = chain(run, horizon, actions=actions)
    return evolve(found, states=tuple(state and state._replace(difference=0) for state in found.states))


def _at_the_first_other_action(agent: Agent, most: int) -> int:
    first = agent(_constant(0, 0))
    return next((f + 1 for f in range(1, most) if agent(_constant(first, f)) != first), most + 1)


class _ReadByType(CryingBabyIncremental):
    """Look at the type of the count: every baby is content whose turns are not known."""

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        percept, after = super().advance(learner, state, action)
        return percept if type(state.turns) is int else percept._replace(reward=1), after


def _once(play: Any) -> Prompt:
    prompt: Prompt = play[:-1]
    return prompt


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-gain-zero",
        kind="claim",
        title="where the reality check changes nothing",
        claim="In an environment that asks an agent only about histories that it could have produced, π_RC gets what "
        "π gets. Eleven of the 26 environments are such; in each of the others some agent gains or loses.",
        source=f"{ALEXANDER_2022}, after Conjecture 9 (which scenarios are impossible); asked by this project",
        check=gains_nothing,
        mutants={
            "π less π_RC": {"gain": _other_way_round},
            "π_RC in an environment that simulates π": {"gain": _in_the_agents_world},
            "only the last action is compared": {"others_pasts": _last_action_alone},
            "no past is another's": {"others_pasts": lambda agent, environment, horizon: ()},
            "ignore rewards in place of ignore rewards 3": {"forms": {"ignore_rewards_3": as_it_is("ignore_rewards")}},
            "a count is read by its type": {"forms": {"crying_baby": uncounted(_ReadByType(Nutrition()))}},
        },
        verdict="holds",
        evidence="that an agent that is asked about such histories alone gains 0 follows from A22-T10.1, and is "
        "checked for all agents, 3 actions in the environments; the eleven: all learners, at every horizon (the forms "
        "with open counts are run with true ones to horizon 6); in each of the other fifteen an agent that gains or "
        "loses, at a horizon of at most 7. An agent that is asked about another history may gain 0 all the "
        "same",
        witness="after 2 actions some agent loses 2 in Repeater and in ignore actions; in limited memory the first "
        "that gains or loses does so after 7",
    ),
    Statement(
        id="A22-gain-mean",
        kind="claim",
        title="what the reality check gains an agent drawn at random",
        claim="For an agent that answers every prompt by a fair coin, π_RC and π earn the same on average in every "
        "listed environment but Repeater: proved in 19, checked to a few actions in 6; and in their opposites to 3 "
        "actions. It depends on the memories of false memories: with the library's the mean gain is 3/4.",
        source=f"{ALEXANDER_2022}, Conjecture 9; asked by this project",
        check=mean_gains,
        mutants={
            "every way to answer counts alike": {"law": _counted},
            "the states that follow are equally probable": {"chain": _half_each},
            "π is paid what π_RC is paid": {"chain": _paid_alike},
            "no coin is looked at": {"fairly": lambda chain: True},
            "symmetric is enough after the parting": {"fairly": _symmetric_is_enough},
            "frozen to the latest percept": {
                "transform": wrong_reality_check(frozen=lambda agent, prompt: agent(prompt[-1:]))
            },
        },
        verdict="holds",
        evidence="a sufficient condition, that π and π_RC are paid like two fair coins once they have parted, is "
        "checked in every merged state for all learners: at every horizon in 16 environments, to horizon 10 (crying "
        "babies 6) in 4; the laws themselves for all agents, 3 actions in each of the 26 environments (7 in limited "
        "memory, where nobody gains before) and in their opposites. Proved are these 16, and crying_baby, "
        "crying_baby_2 and as_if, whose gain is 0. Backward consciousness and reverse history are one environment",
        witness="with the memories of the published library, two turns (0,0) 0, the mean gain in false memories is "
        "3/4 at every horizon; in Repeater it is not 0, and in Repeater's opposite it is the negative",
    ),
    Statement(
        id="A22-gain-repeater",
        kind="claim",
        title="why Repeater harms",
        claim="In Repeater the mean gain of an agent of two actions, drawn uniformly, is -4/9 + 2/9 ((-1/2)^(n-1) + "
        "(1/4)^(n-1)) in n >= 1 actions.",
        source=f"{ALEXANDER_2022}, Conjecture 9, and the published library's Repeater; asked by this project",
        check=harms,
        mutants={
            "the past asked about once": {"environment": mimic(_once)},
            "the limit alone": {"mean": lambda horizon: Fraction(-4, 9)},
            "the sign of 1/2": {"mean": lambda n: (-4 + 2 * (HALF ** (n - 1) + HALF ** (2 * n - 2))) / 9 if n else 0},
            "punished at f + 1 whatever f is": {"first_loss": _at_the_first_other_action},
            "π itself": {"transform": lambda agent: agent},
        },
        verdict="holds",
        evidence="argued in docs/findings/gain.md for every n; checked for all agents to horizon 4 and all learners "
        "to horizon 9: the means, the action at which π_RC is first punished, and that rewards are fair after it",
        witness="-1/2 in 2 actions, -15/32 in 4, -4/9 in the limit: an agent whose second action is not its first is "
        "frozen to the first, and punished for the second",
    ),
)
