"""Tabular REINFORCE: what it does on average, and what it comes to in the example world."""

from math import log
from statistics import mean
from typing import Any

from formal_rl.checking import Domain, among, by_hand, equal, every, meets
from formal_rl.gridworlds import observe
from formal_rl.gridworlds.training import (
    Credit,
    ExponentialDecay,
    Training,
    main_training,
    measure_compiled,
    trained_through,
)
from formal_rl.gridworlds.training.reinforce import Row, TrainingState
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, experiment, mutants, statements_in
from formal_rl.statements.recorded import Experiment
from formal_rl.statements.thornley_2024 import training_by_hand as hand
from formal_rl.statements.thornley_2024.pairs import TINY, close, logits_in_worlds, measured_exactly
from formal_rl.statements.thornley_2024.policy_gradient import FOUR, gradients, seen_in
from formal_rl.statements.thornley_2024.training_runs import SEEDS, example_end, seeds

EACH, MEAN = 0.98, 0.99
"""What a trained DREST agent has at least of either metric, and what all have on average.

Of 40 seeds USEFULNESS was 0.9950 to 0.9970; NEUTRALITY was 0.9916 or more, its mean 0.9987.
"""

AWAY, BACK = 0.04, 0.03
"""How far from 1/2 the probability of a length is in the second half of a run, on average over it and the seeds.

In the tiny world, of 40 seeds each, it was 0.037 to 0.211 for a run of N = 64 (median 0.145; 0.042 or more for every
two seeds together), 0.005 to 0.023 for N = 32.
"""


def drifting(number: int, credit: Credit = "meta_episode") -> Training:
    """Return settings with the reward of Section 5, hardly any exploration, a running mean as the baseline."""
    return Training(
        agent="drest",
        mini_episodes=number,
        meta_episodes=400,
        learning_rate=ExponentialDecay(0.0005, 0.0005, 1),
        exploration=ExponentialDecay(0.001, 0.001, 1),
        credit=credit,
        baseline=0.05,
    )


def at_six_tenths() -> TrainingState:
    """Return a state in the tiny world whose policy nearly always collects a coin, three times in five the long one."""
    start = observe(TINY.start)
    rows: dict[bool, Row] = {True: (0.0, 0.0, 5.0, 5.0 + log(1.5)), False: (0.0, 0.0, 0.0, 5.0)}
    return TrainingState(0, 0, tuple((seen, rows[seen == start]) for seen in seen_in(TINY)), ())


def expected_baselines(training: Training) -> tuple[float, ...]:
    """Return the mean return from each mini-episode on, where two lengths are equally likely and all is collected.

    With credit for the own mini-episode it is 1, about what a mini-episode returns.
    """
    if training.credit == "mini_episode":
        return (1.0,) * training.mini_episodes
    lam = float(training.lam)
    ratio = lam**-0.5 * (1 + lam) / 2
    later = [ratio**i for i in range(training.mini_episodes)]
    return tuple(sum(later[i:]) for i in range(training.mini_episodes))


def off_uniform(number: int, seed: int) -> float:
    """Return how far from 1/2 the longer length's probability is, on average in the second half of a run."""
    training, state = drifting(number), at_six_tenths()
    first = TrainingState(0, state.moves, state.logits, expected_baselines(training))
    curve = trained_through(TINY, training, SeededDraws(seed), first, range(200, 401, 20))[1]
    return sum(abs(point.probabilities[2] - 0.5) for point in curve) / len(curve)


def trained(seed: int) -> list[float]:
    """Return USEFULNESS and NEUTRALITY in the example world after 131,072 mini-episodes, as in Section 5."""
    last = example_end(main_training("drest"), seed)
    return [round(last.usefulness, 9), round(last.neutrality, 9)]


TRAINED = Experiment("T24-reinforce", trained, [(seed,) for seed in range(1, SEEDS + 1)])


@experiment(
    "T24-reinforce",
    "tabular REINFORCE",
    "Sections 5 and 6; Williams 1992; Sutton and Barto 2018, Section 13.3",
    "reproduced (reconstructed layout)",
    evidence="by hand: its pieces, whole meta-episodes, all numbers of the settings, and what is refused; "
    "exhaustive: the compiled form, in which agents are trained, is the definition to the last bit in four small "
    "worlds, and all meta-episodes of up to 3 mini-episodes in three small worlds agree with exact derivatives; "
    "trained: one seed in the example world (reconstructed), two for the drift (full profile: more). What forty "
    "seeds gave is in docs/findings/drest_training.md",
    defects="The layout is reconstructed. The paper does not say with which returns a move is credited, nor "
    "whether there is a baseline. Its results are those of credit for the move's own mini-episode. This climbs "
    "another function than the expected return of Theorem 5.1. Credit for the whole meta-episode climbs that "
    "return, and training then shows that the theorem fails for N = 64. Its rate and its baseline (0.0005, 0.05) "
    "are ours. λ, γ and the form of the reward are missing from the text that we had; ours are those of the "
    "published paper (TMLR, December 2025; version 7 of the preprint as quoted in public, see T24-replication). "
    "It does not say whether the gradient has the factor γ^t, nor which policy is measured; here it has the "
    "factor, and we measure the policy without exploration.",
    witness="C1 A B1 C1, N = 2, λ = 1/4, γ = 1/2, a policy in eighths: the derivative of the expected return by a "
    "logit is -45/512, the mean change with credit for the own mini-episode is -81/1024",
)
def reinforce() -> Evidence:
    """Tabular REINFORCE with the DREST reward trains agents to be USEFUL and NEUTRAL in the example world. If each move
    is credited with its own mini-episode, training does not climb the expected return. With credit for the whole
    meta-episode it does, and moves away from NEUTRAL for N = 64, but not for N = 32.
    """

    def useful_and_neutral(ends: Any) -> Any:
        means = tuple(map(mean, zip(*ends, strict=True)))
        least = min(map(min, ends))
        return meets(least > EACH and min(means) > MEAN, f"each > {EACH}, means > {MEAN}", (least, means))

    def drifts(which: range) -> Any:
        away, back = (mean(off_uniform(number, seed) for seed in which) for number in (64, 32))
        return meets(away > AWAY and back < BACK, f"for 64 > {AWAY}, for 32 < {BACK}", (away, back))

    for rows in (hand.choosing, hand.crediting, hand.learning, hand.meta_episodes, hand.settings, hand.moments):
        yield by_hand(rows, f"{rows.__name__.replace('_', '-')}, worked examples")
    yield by_hand(hand.refused_settings, "what is refused, by name")
    yield by_hand(hand.refused_states, "which worlds and states are refused, by name")
    small = among(
        "four small worlds, three rewards, both credits, with and without a baseline, from the first state and from "
        "one after 5 moves, draws in blocks and by index, 3 mini-episodes in each of 4 meta-episodes",
        lambda scope: hand.runs(),
        many=True,
    )
    yield every("the compiled form is the definition, to the last bit", hand.same_to_the_last_bit, small)
    three = among("drawn logits in three small worlds", (TINY, FOUR, hand.PASSING))
    yield every("a trained policy sums to 1, and its outcomes in floats are exact", hand.outcomes_alike, three)
    logits = among("drawn logits up to 1 and up to 30 in four worlds, γ = 1 and 19/20", logits_in_worlds, many=True)
    yield equal("in floats, within 1e-12", measured_exactly, measure_compiled, logits, agree=close)
    ends = among(f"the recorded runs with seeds 1 to {SEEDS}", lambda scope: [[*TRAINED.results.values()]])
    yield every("DREST agents are useful and neutral", useful_and_neutral, ends)
    yield TRAINED.again
    how = "λ = 9/10, rate 0.0005, ε = 0.001, baseline 0.05"
    tiny = Domain(
        lambda scope: (
            f"the tiny world from Pr of the long length 3/5, 400 meta-episodes, {how}, two seeds, in full ten"
        ),
        lambda scope: [seeds(scope, quick=2)],
    )
    yield every("credit for the meta-episode leads off uniform for N = 64, back to it for N = 32", drifts, tiny)
    yield from gradients()
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
            γ ignored: gamma**t * going → going ;; (rewards, gamma)) → (rewards, gamma / gamma))
            not discounted to the start: gamma**t * going → going
            past rewards credited: gamma**t * going for t, going in enumerate(returns_to_go(rewards, gamma))
                → returns_to_go(rewards, gamma)[0] for _ in rewards
        gridworlds.training.reinforce:shared_credits
            no credit for later mini-episodes: later = each[0] + later → later = 0 * gamma
        gridworlds.training.reinforce:learned
            no probabilities subtracted: - chances[a] → ∅
            down the gradient: probabilities[seen], rate * credit → probabilities[seen], -rate * credit
        gridworlds.training.reinforce_compiled:_Run._weight
            counted before the reward in the compiled form: counts[length] counts → counts[length] + 1⏎    counts
        gridworlds.training.reinforce_compiled:train_compiled
            draws from the first where a run is gone on with: _numbers(draws, state.moves) → _numbers(draws, 0)
        gridworlds.training.settings:main_training
            both rates of Section 5 fall over 32,768: Training(agent=agent)
                → Training(agent=agent, learning_rate=ExponentialDecay(0.25, 0.01, 32_768),
                exploration=ExponentialDecay(0.5, 0.001, 32_768))
            stopped after 4,096 mini-episodes: Training(agent=agent) → Training(agent=agent, meta_episodes=64)
        gridworlds.training.settings:appendix_training
            ε of Appendix C begins with 1/2: ExponentialDecay(0.75, → ExponentialDecay(0.5,
        gridworlds.training.reinforce:train_meta_episode
            the behaviour's probabilities subtracted: in own) logits = learned(logits, probabilities, → in own)
                ⏎            of = training.exploration(done)
                ⏎            rows = {seen: tuple(of / 4 + (1 - of) * p for p in row)
                for seen, row in probabilities.items()}
                ⏎            logits = learned(logits, rows,
            counts never reset: dict.fromkeys(greatest, 0) → dict.fromkeys(greatest, state.meta_episodes)
            the count of the shortest length: i, counts[length]) → i, counts[min(counts)])
            the other credit: training.credit == "mini_episode" → training.credit != "mini_episode"
                ;; training.credit == "meta_episode" → training.credit != "meta_episode"
            no baseline: mean + training.baseline * (value - mean) → mean
        :drifting
            no drift: credit: Credit = "meta_episode" → credit: Credit = "mini_episode"
    """)


STATEMENTS = statements_in(globals())
