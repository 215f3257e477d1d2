"""Sections 5 to 7: training by REINFORCE, default and DREST agents, and the shutdownability tax."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import evolve

from formal_rl.environments import Draws
from formal_rl.gridworlds import reinforce as right
from formal_rl.gridworlds.metrics import greatest_coins_incremental, usefulness
from formal_rl.gridworlds.policies import Markov, PlanPolicy
from formal_rl.gridworlds.reinforce import Number, Played, Row, Rows, TrainingState
from formal_rl.gridworlds.training import AgentKind, Training, appendix_training, main_training
from formal_rl.gridworlds.training_curves import USEFUL, CurvePoint, mini_episodes_until
from formal_rl.gridworlds.world import Value, World
from formal_rl.statements.checks.drest_training import reinforce
from formal_rl.statements.checks.drest_training_default import default_agents, expected_coins, measured
from formal_rl.statements.checks.drest_training_gradient import Pieces, Train
from formal_rl.statements.checks.drest_training_tax import settings_of, tax
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement, Twin, twins

# --- Wrong pieces of REINFORCE ---


def _powers_of_two(row: Row) -> Row:
    up, down, left, right_ = (2.0**each for each in row)
    total = up + down + left + right_
    return up / total, down / total, left / total, right_ / total


def _never_explores(probabilities: Row, exploration: float, u: float) -> int:
    return right.chosen_action(probabilities, 0.0, u)


def _takes_the_likeliest(probabilities: Row, exploration: float, u: float) -> int:
    if u < exploration:
        return right.chosen_action(probabilities, exploration, u)
    return max(range(len(probabilities)), key=probabilities.__getitem__)


def _not_divided(training: Training, k: int, greatest: float, i: int, n: int) -> float:
    return right.weight(training, k, 1.0, i, n)


def _lam_inverted(training: Training, k: int, greatest: float, i: int, n: int) -> float:
    factor = right.weight(training, k, greatest, i, n)
    return factor if training.agent == "default" else 1 / (factor * greatest**2)


def _first_of_its_length(training: Training, k: int, greatest: float, i: int, n: int) -> float:
    return right.weight(training, k, greatest, i, 0)


def _whatever_place(training: Training, k: int, greatest: float, i: int, n: int) -> float:
    return right.weight(training, k, greatest, 1, n)


def _undiscounted(rewards: Sequence[Number], gamma: Number) -> tuple[Number, ...]:
    return right.own_credits(rewards, gamma / gamma)


def _whole_return(rewards: Sequence[Number], gamma: Number) -> tuple[Number, ...]:
    return (right.own_credits(rewards, gamma)[0],) * len(rewards)


def _own_only(rewards: Sequence[Sequence[Number]], gamma: Number) -> tuple[tuple[Number, ...], ...]:
    return tuple(right.own_credits(each, gamma) for each in rewards)


def _nothing_subtracted(logits: Rows, probabilities: Rows, played: Played, given: Sequence[float], rate: float) -> Rows:
    return right.learned(logits, dict.fromkeys(probabilities, (0.0,) * 4), played, given, rate)


def _learned_backwards(logits: Rows, probabilities: Rows, played: Played, given: Sequence[float], rate: float) -> Rows:
    return right.learned(logits, probabilities, played, given, -rate)


# --- Wrong training ---


def _own_probabilities(row: Row, exploration: float) -> Row:
    return row


def _of_behaviour(row: Row, exploration: float) -> Row:
    up, down, left, right_ = (exploration / 4 + (1 - exploration) * each for each in row)
    return up, down, left, right_


def _training_with(
    *,
    scored: Callable[[Row, float], Row] = _own_probabilities,
    kept: bool = False,
    of_the_shortest: bool = False,
) -> Train:
    """Return training that is wrong where said, if its credit is for the own mini-episode and it has no baseline.

    ``scored`` are the probabilities that are subtracted; counts are ``kept`` from one meta-episode to the next; or the
    count is that of the shortest length, which a mini-episode has until the button is pressed.
    """

    def train(world: World, training: Training, draws: Draws, state: TrainingState | None = None) -> TrainingState:
        if training.credit == "meta_episode" or training.baseline:
            return right.train(world, training, draws, state)
        state = right.first_state(world, training) if state is None else state
        greatest = right.check_training(world, training, state)
        logits, moves, counts = dict(state.logits), state.moves, dict.fromkeys(greatest, 0)
        for done in range(training.all_mini_episodes):
            i = done % training.mini_episodes + 1
            if i == 1 and not kept:
                counts = dict.fromkeys(greatest, 0)
            exploration = training.exploration(done)
            probabilities = {seen: right.softmax(row) for seen, row in logits.items()}
            episode = right.played(world, probabilities, exploration, draws, moves)
            length = len(episode.actions)
            moves += length
            count = counts[min(counts) if of_the_shortest else length]
            scale = right.weight(training, len(counts), greatest[length], i, count)
            counts[length] += 1
            given = right.own_credits(tuple(scale * value for value in episode.collected), float(training.gamma))
            subtracted = {seen: scored(row, exploration) for seen, row in probabilities.items()}
            logits = right.learned(logits, subtracted, episode, given, training.learning_rate(done))
        return TrainingState(training.meta_episodes, moves, tuple(logits.items()), state.baselines)

    return train


def _training_as(change: Callable[[Training], Training]) -> Train:
    """Return training that is right for other settings than those it is given."""

    def train(world: World, training: Training, draws: Draws, state: TrainingState | None = None) -> TrainingState:
        return right.train(world, change(training), draws, state)

    return train


def _credited_otherwise(training: Training) -> Training:
    return evolve(training, credit="mini_episode" if training.credit == "meta_episode" else "meta_episode")


def _without_baseline(training: Training) -> Training:
    return evolve(training, baseline=0.0)


def _an_eighth(agent: AgentKind) -> Training:
    return evolve(main_training(agent), meta_episodes=256)


def _as_drest(agent: AgentKind) -> Training:
    return appendix_training("drest")


# --- Wrong values of a policy ---


def _usefulness(world: World, policy: Markov | PlanPolicy, gamma: Value) -> Fraction:
    return usefulness(measured(world, policy, gamma), greatest_coins_incremental(world, gamma))


def _whatever_the_chance(world: World, policy: Markov | PlanPolicy, gamma: Value) -> Fraction:
    return sum(measured(world, policy, gamma).expected_coins.values(), Fraction(0))


def _undiscounted_coins(world: World, policy: Markov | PlanPolicy, gamma: Value) -> Fraction:
    return expected_coins(world, policy, 1)


# --- Wrong taxes ---


def _first_time(curve: Sequence[CurvePoint]) -> int | None:
    return next((point.mini_episodes for point in curve if point.usefulness >= USEFUL), None)


def _more_than(curve: Sequence[CurvePoint]) -> int | None:
    return mini_episodes_until(curve, USEFUL + 1e-9)


def _last_time_not(curve: Sequence[CurvePoint]) -> int | None:
    return max((point.mini_episodes for point in curve if point.usefulness < USEFUL), default=0)


def _slower_for_drest(name: str, agent: AgentKind) -> Training:
    training = settings_of(name, agent)
    if agent == "default":
        return training
    rate = training.learning_rate
    return evolve(training, learning_rate=evolve(rate, start=rate.start / 8, end=rate.end / 8))


def _with_wrong_pieces(**wrong: Mapping[str, Any]) -> tuple[Twin, ...]:
    """Return a twin for each wrong piece, by what it takes the place of and the twin's name."""
    pieces = {
        name: Pieces()._replace(**{piece: each}) for piece, named in wrong.items() for name, each in named.items()
    }
    return twins(reinforce, pieces=pieces)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-reinforce",
        kind="experiment",
        title="tabular REINFORCE",
        claim="Tabular REINFORCE with the DREST reward trains agents to be USEFUL and NEUTRAL in the example world. "
        "With credit for the own mini-episode it does not climb the expected return; with credit for the "
        "meta-episode it does, and is led off NEUTRAL for N = 64, not for N = 32.",
        source=f"{THORNLEY_2024}, Sections 5 and 6; Williams 1992; Sutton and Barto 2018, Section 13.3",
        code=(
            "formal_rl.gridworlds.reinforce.train",
            "formal_rl.gridworlds.reinforce_compiled.train_compiled",
            "formal_rl.gridworlds.training.main_training",
            "formal_rl.gridworlds.softmax_policies.measure_compiled",
        ),
        check=reinforce,
        twins=(
            *_with_wrong_pieces(
                softmax={"powers of 2 in place of e": _powers_of_two},
                chosen_action={"no exploration": _never_explores, "the likeliest action": _takes_the_likeliest},
                weight={
                    "the reward not divided by m": _not_divided,
                    "λ inverted": _lam_inverted,
                    "earlier choices do not count": _first_of_its_length,
                    "the place in the meta-episode ignored": _whatever_place,
                },
                own_credits={
                    "γ ignored": _undiscounted,
                    "not discounted to the start": right.returns_to_go,
                    "past rewards credited": _whole_return,
                },
                shared_credits={"no credit for later mini-episodes": _own_only},
                learned={"no probabilities subtracted": _nothing_subtracted, "down the gradient": _learned_backwards},
            ),
            *twins(
                reinforce,
                train={
                    "the behaviour's probabilities subtracted": _training_with(scored=_of_behaviour),
                    "counts never reset": _training_with(kept=True),
                    "the count of the shortest length": _training_with(of_the_shortest=True),
                    "the other credit": _training_as(_credited_otherwise),
                    "no baseline": _training_as(_without_baseline),
                },
                settings={"an eighth of the training": _an_eighth},
                drifting={"no drift": "mini_episode"},
            ),
        ),
        verdict="reproduced",
        evidence="by hand; one seed in the example world (reconstructed), two for the drift (full profile: ten); "
        "exhaustive: all meta-episodes of up to 3 mini-episodes in three small worlds against exact derivatives. Of "
        "40 seeds in the example world NEUTRALITY 0.9916 to 1.0000, USEFULNESS 0.9950 to 0.9970, the long length "
        "with 0.458 to 0.554. Drift, as the mean distance of that from 1/2: from 3/5 in a tiny world 0.037 to 0.211 "
        "for N = 64, 0.005 to 0.023 for N = 32 (40 seeds); from trained agents in the example world 0.069 to 0.207 "
        "and 0.003 to 0.010 (30 seeds); at the expected optimum of N = 64 it is 0.183",
        defects="Which returns a move is credited with is not said, nor whether there is a baseline. The results are "
        "those of credit for the own mini-episode, which climbs another function than the expected return that "
        "Theorem 5.1 is about; credit for the whole meta-episode climbs that one, and shows in training what refutes "
        "the theorem for N = 64. Its rate and its baseline (0.0005, 0.05) are ours. λ, γ and least ε are missing "
        "from the text that was at hand.",
        witness="C1 A B1 C1, N = 2, λ = 1/4, γ = 1/2, a policy in eighths: the derivative of the expected return by a "
        "logit is -45/512, the mean change with credit for the own mini-episode is -81/1024",
    ),
    Statement(
        id="T24-default",
        kind="claim",
        title="default agents press",
        claim="Default agents press the button of the example world with probability near 1; and what is best for "
        "expected coins has one length, so NEUTRALITY 0.",
        source=f"{THORNLEY_2024}, Sections 4 (footnote 2), 6 and 7",
        code=(
            "formal_rl.gridworlds.reinforce_compiled.train_compiled",
            "formal_rl.gridworlds.metrics.greatest_coins_incremental",
        ),
        check=default_agents,
        twins=twins(
            default_agents,
            settings={"trained by the DREST reward": _as_drest, "an eighth of the training": _an_eighth},
            value={
                "USEFULNESS for coins": _usefulness,
                "coins of each length added": _whatever_the_chance,
                "coins not discounted": _undiscounted_coins,
            },
        ),
        verdict="reproduced",
        evidence="exhaustive: by hand, and the best of expected coins on mixtures of best ways in three worlds "
        "(reconstructed), argued for all policies; one seed in the example world (full profile: ten). Of 40 seeds "
        "the long length with 0.9980 to 0.9997, NEUTRALITY 0.004 to 0.021, USEFULNESS 0.9964 to 0.9986",
        defects="Near 1 is not 1: a softmax policy has full support. That the best has one length needs that no two "
        "lengths are equally good: in the lopsided world (reconstructed) with Cx = 1 they are, and every mixture is "
        "best.",
    ),
    Statement(
        id="T24-tax",
        kind="claim",
        title="the shutdownability tax",
        claim="Training DREST agents to be USEFUL does not take many more mini-episodes than training default agents.",
        source=f"{THORNLEY_2024}, Sections 1 and 7",
        code=(
            "formal_rl.gridworlds.training_curves.mini_episodes_until",
            "formal_rl.gridworlds.training_curves.trained",
        ),
        check=tax,
        twins=twins(
            tax,
            until={
                "the first time": _first_time,
                "more than 0.95": _more_than,
                "the last time that it was less": _last_time_not,
            },
            settings={"an eighth of the rate for DREST agents": _slower_for_drest},
        ),
        verdict="reproduced",
        evidence="by hand; one seed in last_moment and one in fewer_for_longer (full profile: ten seeds in all ten "
        "worlds, reconstructed); in the example world with the settings of Section 5, else those of Appendix C or of "
        "6.1. Mini-episodes of DREST agents to those of default agents, ratio of the means (and for single seeds): "
        "example 0.74 (0.59 to 1.20; 40 seeds, about 26,400 to 35,700), lopsided 0.87 (0.55 to 1.83), last_moment "
        "0.90 (0.58 to 1.27), spacious 0.89 (0.62 to 1.30), equal_value 1.17 (0.71 to 2.00), one_coin_only 1.23 "
        "(0.86 to 1.71), royal_road 1.25 (1.00 to 1.65); 30 seeds each",
        defects="How useful an agent must be, and how many more are many, is not said; here at least 0.95 from some "
        "point on, and fewer than twice as many. It holds in seven of the ten worlds. In the other three the tax is "
        "in USEFULNESS itself, with the settings of Appendix C: DREST agents end below 0.95 in fewer_for_longer (40 "
        "of 40 seeds, 0.939 to 0.947, default agents 0.996 or more), hidden_treasure (40 of 40, 0.878 to 0.887; so "
        "do 30 of 40 default agents) and around_the_corner (37 of 40; 6 of 40 default agents). In fewer_for_longer "
        "they press first and take C1 after it, which is worth 0.951 at most, so it is a matter of where the line is "
        "drawn.",
        witness="fewer_for_longer, seed 1: USEFULNESS 0.944 in the end",
    ),
)
"""In the order of the paper."""
