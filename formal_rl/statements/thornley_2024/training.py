"""Tabular REINFORCE: by hand, its compiled form, what it climbs on average, and what it comes to.

It is long, since one statement has the algorithm, the settings of three sections, and two results of training.

Why credit for the whole meta-episode climbs the expected return, beyond the world looked at. The gradient of the
probability of a play is that probability times the sum over its moves of the gradient of log π. A move has no effect on
what was collected before it, so this may be left out; what is left is that credit.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import log, prod
from statistics import mean
from typing import Any, get_args

from attrs import astuple, evolve

from formal_rl import gridworlds as g
from formal_rl.agents import HashedDraws
from formal_rl.checking import among, equal, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.gridworlds import training as tr
from formal_rl.gridworlds.training import curves
from formal_rl.gridworlds.training import reinforce as right
from formal_rl.gridworlds.training._reinforce_compiled import train_compiled
from formal_rl.gridworlds.training.reinforce import PlayedEpisode, Row, TrainingState
from formal_rl.gridworlds.training.softmax_policies import measure_compiled
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, experiment, mutants, statements_in
from formal_rl.statements.recorded import Experiment
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, fractions, slope_at_0
from formal_rl.statements.thornley_2024.pairs import TINY, close, drawn_logits, logits_in_worlds, measured_exactly
from formal_rl.statements.thornley_2024.training_runs import SEEDS, curve

START = g.observe(TINY.start)
ONE, EVEN = tr.ExponentialDecay(1.0, 1.0, 1), tr.ExponentialDecay(0.5, 0.5, 1)

PLAIN = tr.Training(
    agent="drest", lam=QUARTER, gamma=HALF, mini_episodes=2, meta_episodes=1, learning_rate=ONE, exploration=EVEN
)
"""At rate 1, with ε = 1/2. The draw 0.8 goes left, where left has 1/4 or more, as all the others have equal shares."""


def worked() -> Rows:
    """Work out the policy, the credits, updates, and the numbers of the settings where the paper tells them."""
    yield "1, 1, 1, 3 of 6", 0.5, round(right.softmax((0.0, 0.0, 0.0, log(3)))[3], 9)
    chosen = [right.chosen_action((0.125, 0.125, 0.25, 0.5), 0.5, u) for u in (0.2, 0.49, 0.55, 0.5625, 0.74, 0.75)]
    shares = "u < ε = 1/2: the whole part of 8 u; else 2 u - 1, the first share above it ends at 0.125, 0.25, 0.5, 1"
    yield shares, [1, 3, 0, 1, 2, 3], chosen
    places, agents = ((1, 0), (2, 0), (2, 1)), get_args(tr.AgentKind)
    weights = [right.weight(PLAIN, 2, 0.5, i, n) for i, n in places]
    yield "2 λ^(n - (i - 1)/2), m = 1/2, λ = 1/4: 2 · 1; 2 · 2; 2 · 1/2", [2, 4, 1], weights
    of_kinds = [right.weight(evolve(PLAIN, agent=agent), 2, 0.5, 2, 1) for agent in agents]
    yield "by default 1; 2 · 1/2; not divided by m", [1, 1, 0.5], of_kinds
    own = right.own_credits(fractions("0", "1", "0", "2"), HALF)
    yield "G is 3/4, 3/2, 1, 2; times 1, 1/2, 1/4, 1/8", fractions("3/4", "3/4", "1/4", "1/4"), own
    shared = right.shared_credits((fractions("1", "0"), fractions("0", "2"), fractions("4")), HALF)
    all_later = "own: 1, 0; 1, 1; 4. Then 1 + 1 + 4, 0 + 1 + 4; 1 + 4, 1 + 4; 4"
    yield all_later, (fractions("6", "5"), fractions("5", "5"), fractions("4")), shared
    played = PlayedEpisode((START,) * 2, (0, 2), (0.0,) * 2)
    updated = right.learned({START: (0.0, 0.0, 0.0, 0.0)}, {START: (0.25,) * 4}, played, (2.0, 4.0), 0.5)[START]
    yield "3/4 - 1/2; -1/4 - 1/2; -1/4 + 3/2", (0.25, -0.75, 1.25, -0.75), updated
    left = dict(tr.train(TINY, PLAIN, (0.8, 0.8)).logits)[START][2]
    again = "3/4; then left has s = e/(e + 3); λ^(1 - 1/2) = 1/2: 3/4 + (1 - s)/2"
    yield again, 1.012317, round(left, 6)
    nineteen, kept = Fraction(19, 20), ("mini_episode", 0.0)
    for place, drest, numbers, found in (
        ("5", "drest", (nineteen, 64, 2048, (0.25, 0.01, 65_536), (0.5, 0.001, 65_536)), tr.main_training),
        ("6.1", "lopsided", (1, 64, 512, (0.25, 0.003, 16_384), (0.5, 0.0001, 16_384)), tr.lopsided_training),
        ("C", "drest", (nineteen, 32, 1024, (0.25, 0.003, 16_384), (0.75, 0.0001, 16_384)), tr.appendix_training),
    ):
        expected = [(kind, Fraction(9, 10), *numbers, *kept) for kind in ("default", drest)]
        got = [astuple(found(kind)) for kind in ("default", "drest")]
        yield f"Section {place}: λ, γ, N, meta-episodes, rates", expected, got
    rates = [round(tr.main_training("drest").learning_rate(i), 12) for i in (0, 32768, 65536, 100000)]
    yield "1/4; the root of 1/4 · 1/100; 1/100; it stays", [0.25, 0.05, 0.01, 0.01], rates
    short = tr.Training(agent="drest", mini_episodes=2, meta_episodes=10, learning_rate=EVEN, exploration=EVEN)
    looks = [each.mini_episodes for each in curves.trained(TINY, short, SeededDraws(1), 3)[1]]
    yield "twice the whole part of 10 i / 3", [0, 6, 12, 20], looks


def runs() -> Iterator[tuple[Any, ...]]:
    """Yield runs of a few meta-episodes: what a form of training is given."""
    rate, exploration = (tr.ExponentialDecay(start, start / 8, 8) for start in (0.75, 0.625))  # 8 of 12 mini-episodes
    falling = evolve(PLAIN, mini_episodes=3, meta_episodes=4, learning_rate=rate, exploration=exploration)
    worlds = TINY, *map(g.parse_layout, ("length 2\nC1 A B1", "length 1\nC1 C1 .\nB1 A B2", "length 3\nC1 A B1 C2"))
    agents = zip(get_args(tr.AgentKind), (1, Fraction(19, 20), HALF), strict=True)
    for world, credit, (agent, gamma), baseline in product(worlds, get_args(tr.Credit), agents, (0.0, 0.25)):
        training = evolve(falling, lam=Fraction(1, 3), agent=agent, gamma=gamma, credit=credit, baseline=baseline)
        begun = TrainingState(1, 5, drawn_logits(world, 1, 1), (2 * baseline,) * 3)
        yield from ((world, training, SeededDraws(3), None), (world, training, HashedDraws(2), begun))


def climbs(credit: tr.Credit) -> Any:
    """Return a derivative of the expected return by a logit, and its mean change in training where that is another.

    It is the mean over all draws of a meta-episode in the tiny world. The rate is so low that the policy hardly changes
    before the end.
    """
    chances = {1 / 16: Fraction(1, 8), 3 / 16: Fraction(1, 8), 1 / 2: HALF, 7 / 8: QUARTER}  # a draw for each action
    rows = dict.fromkeys(right.observations(TINY), tuple(chances.values()))
    rate, exploration = (tr.ExponentialDecay(each, each, 1) for each in (2.0**-20, 2.0**-40))
    training = evolve(PLAIN, credit=credit, learning_rate=rate, exploration=exploration)
    before: Row = (log(1 / 8), log(1 / 8), log(1 / 2), log(1 / 4))
    begun = TrainingState(0, 0, tuple((seen, before) for seen in rows), (0.0, 0.0))
    changes = dict.fromkeys(product(rows, range(4)), 0.0)
    for draws in product(chances, repeat=4):
        after = dict(tr.train(TINY, training, draws, begun).logits)
        chance = float(prod(chances[each] for each in draws))
        for seen, action in changes:
            changes[seen, action] += chance * (after[seen][action] - before[action]) / rate(0)

    def along(seen: g.GridObservation, action: int, h: Fraction) -> Fraction:
        # the derivative of π_b by the logit of a is π_b (1{a = b} - π_a)
        moved = tuple(p * (1 + h * ((other == action) - rows[seen][action])) for other, p in enumerate(rows[seen]))
        measured = g.measure_incremental(TINY, g.MemorylessPolicy({**rows, seen: moved}), HALF)
        p, coins = (tuple(each.values()) for each in measured)
        return g.expected_return(p, (coins[0], 2 * coins[1]), HALF, 2)

    pairs = ((slope_at_0(partial(along, *logit)), round(change, 4)) for logit, change in changes.items())
    return next(((slope, change) for slope, change in pairs if abs(slope - change) > 1e-4), (True, True))


ALL_SEEDS = range(1, SEEDS + 1)


def trained(seed: int) -> list[float]:
    """Return USEFULNESS and NEUTRALITY in the example world after 131,072 mini-episodes, as in Section 5."""
    last = curve("example", tr.main_training("drest"), seed)[-1]
    return [last.usefulness, last.neutrality]


TRAINED = Experiment("T24-reinforce", trained, [(seed,) for seed in ALL_SEEDS])


def off_uniform(number: int, seed: int) -> float:
    """Return how far from 1/2 the longer length's probability is, on average in the second half of a run.

    It begins with a policy that nearly always collects a coin, three times in five the long one. The reward is that of
    Section 5, with hardly any exploration, and a running mean as the baseline, which begins with the mean return from
    each mini-episode on of a policy that is USEFUL and NEUTRAL.
    """
    rate, exploration = (tr.ExponentialDecay(each, each, 1) for each in (0.0005, 0.001))
    settings = tr.Training(agent="drest", mini_episodes=number, meta_episodes=400, credit="meta_episode", baseline=0.05)
    training = evolve(settings, learning_rate=rate, exploration=exploration)
    rows: dict[bool, Row] = {True: (0.0, 0.0, 5.0, 5.0 + log(1.5)), False: (0.0, 0.0, 0.0, 5.0)}
    logits = tuple((seen, rows[seen == START]) for seen in right.observations(TINY))
    later = [(0.9**-0.5 * (1 + 0.9) / 2) ** i for i in range(number)]
    first = TrainingState(0, 0, logits, tuple(sum(later[i:]) for i in range(number)))
    points = curves.trained_through(TINY, training, SeededDraws(seed), first, range(200, 401, 20))[1]
    return mean(abs(point.probabilities[2] - 0.5) for point in points)


DRIFTS = Experiment("T24-reinforce-drift", off_uniform, [*product((64, 32), ALL_SEEDS)])


@experiment(
    "T24-reinforce",
    "tabular REINFORCE",
    "Sections 5 and 6; Williams 1992; Sutton and Barto 2018, Section 13.3",
    "reproduced (reconstructed layout)",
    defects="The layout is reconstructed. The paper does not say with which returns a move is credited, nor "
    "whether there is a baseline. Its results are those of credit for the move's own mini-episode. This climbs "
    "another function than the expected return of Theorem 5.1. Credit for the whole meta-episode climbs that "
    "return, and training then shows that the theorem fails for N = 64. Its rate and its baseline (0.0005, 0.05) "
    "are ours. λ, γ and the form of the reward are missing from the text that we had; ours are those of the "
    "published paper (TMLR, December 2025; version 7 of the preprint as quoted in public, see T24-replication). "
    "It does not say whether the gradient has the factor γ^t, nor which policy is measured; here it has the "
    "factor, and we measure the policy without exploration.",
    witness="C1 A B1 C1, N = 2, λ = 1/4, γ = 1/2, a policy in eighths: the derivative of the expected return by a "
    "logit is -81/512, the mean change with credit for the own mini-episode is -0.1377",
)
def reinforce() -> Evidence:
    """Tabular REINFORCE with the DREST reward trains agents to be USEFUL and NEUTRAL in the example world. If each move
    is credited with its own mini-episode, training does not climb the expected return. With credit for the whole
    meta-episode it does, and moves away from NEUTRAL for N = 64, but not for N = 32.
    """

    def useful_and_neutral(place: int) -> Any:
        ends = [found[place] for found in TRAINED.results.values()]
        return meets(min(ends) > 0.98 and mean(ends) > 0.99, "each > 0.98, their mean > 0.99", ends)

    def drifts(number: int) -> Any:
        got = mean(off for given, off in DRIFTS.results.items() if given[0] == number)
        return meets(got > 0.04 if number == 64 else got < 0.03, "> 0.04 for 64, < 0.03 for 32", got)

    yield by_hand(worked)
    said = "four small worlds, three rewards, both credits, with and without a baseline, from the first state and later"
    small = among(said, lambda scope: runs(), many=True)  # small, for the definition is slow
    yield equal("the compiled form is the definition, to the last bit", tr.train, train_compiled, small)
    logits = among("drawn logits up to 1 and up to 30 in four worlds, γ = 1 and 19/20", logits_in_worlds, many=True)
    yield equal("in floats, within 1e-12", measured_exactly, measure_compiled, logits, agree=close)
    ends = among("the recorded runs with seeds 1 to 10: USEFULNESS, NEUTRALITY", (0, 1))
    yield every("DREST agents are useful and neutral", useful_and_neutral, ends)
    how = "400 meta-episodes, λ = 9/10, rate 0.0005, ε = 0.001, baseline 0.05, ten seeds"
    tiny = among(f"N = 64, 32 in the tiny world from Pr of the long length 3/5, {how}", (64, 32))
    yield every("credit for the meta-episode leads off uniform for N = 64, back to it for N = 32", drifts, tiny)
    yield TRAINED.again
    yield DRIFTS.again
    name = "the mean change of each logit in the tiny world is the slope of the expected return, within 1/10,000"
    draws = "N = 2, λ = 1/4, γ = 1/2, a policy in eighths, all draws of C1 A B1 C1, credit for the"
    yield every(name, climbs, among(f"{draws} meta-episode", ("meta_episode",)))
    yield every(name, climbs, among(f"{draws} mini-episode", ("mini_episode",))).fails(
        "…: expected Fraction(-81, 512), got -0.1377"
    )
    yield mutants("""
        gridworlds.training.reinforce:softmax
            powers of 2 in place of e: exp(each) → 2.0**each
        gridworlds.training.reinforce:chosen_action
            no exploration: if u < exploration: → exploration = 0.0⏎    if u < exploration:
            the likeliest action: v = (u - exploration) → return max(range(4), key=probabilities.__getitem__)
                ⏎    v = (u - exploration)
        gridworlds.training.reinforce:weight
            the reward not divided by m: factor / greatest if → factor if
            λ inverted: ** (n - (i - 1) / k) → ** -(n - (i - 1) / k)
            earlier choices do not count: (n - (i - 1) / k) → (-(i - 1) / k)
            the place in the meta-episode ignored: (n - (i - 1) / k) → n
        gridworlds.training.reinforce:own_credits
            not discounted to the start: gamma**t * going → going
            past rewards credited: gamma**t * going for t, going in enumerate(returns_to_go(rewards, gamma))
                → returns_to_go(rewards, gamma)[0] for _ in rewards
        gridworlds.training.reinforce:shared_credits
            no credit for later mini-episodes: later = each[0] + later → later = 0 * gamma
        gridworlds.training.reinforce:learned
            no probabilities subtracted: - chances[a] → ∅
            down the gradient: probabilities[seen], rate * credit → probabilities[seen], -rate * credit
        gridworlds.training._reinforce_compiled:_Run._weight
            counted before the reward in the compiled form: counts[length] counts → counts[length] + 1⏎    counts
        gridworlds.training._reinforce_compiled:train_compiled
            draws from the first where a run is gone on with: _numbers(draws, state.moves) → _numbers(draws, 0)
        gridworlds.training.settings:main_training
            stopped after 4,096 mini-episodes: Training(agent=agent) → Training(agent=agent, meta_episodes=64)
        gridworlds.training.settings:appendix_training
            ε of Appendix C begins with 1/2: ExponentialDecay(0.75, → ExponentialDecay(0.5,
        gridworlds.training.reinforce:train_meta_episode
            the behaviour's probabilities subtracted: in own) logits = learned(logits, probabilities, → in own)
                ⏎            logits = learned(logits, {seen: tuple(training.exploration(done) / 4
                + (1 - training.exploration(done)) * p for p in row) for seen, row in probabilities.items()},
            counts never reset: dict.fromkeys(greatest, 0) → dict.fromkeys(greatest, state.meta_episodes)
            the count of the shortest length: i, counts[length]) → i, counts[min(counts)])
            the other credit: training.credit == "mini_episode" → training.credit != "mini_episode"
                ;; training.credit == "meta_episode" → training.credit != "meta_episode"
            no baseline: mean + training.baseline * (value - mean) → mean
        :off_uniform
            no drift: credit="meta_episode" → credit="mini_episode"
    """)


STATEMENTS = statements_in(globals())
