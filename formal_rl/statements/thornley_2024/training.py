"""Sections 5 to 7: training by REINFORCE, default and DREST agents, and the shutdownability tax."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from attrs import evolve

from formal_rl.agents import Draws
from formal_rl.gridworlds import Markov, PlanPolicy, Value, World, greatest_coins_incremental, parse_layout, usefulness
from formal_rl.gridworlds.training import (
    USEFUL,
    AgentKind,
    CurvePoint,
    ExponentialDecay,
    Training,
    appendix_training,
    main_training,
    mini_episodes_until,
    train_compiled,
)
from formal_rl.gridworlds.training import reinforce as right
from formal_rl.gridworlds.training.reinforce import PlayedEpisode, Row, Rows, TrainingState
from formal_rl.statements.checks.drest_main_result import BEHIND, main_result
from formal_rl.statements.checks.drest_replication import replication
from formal_rl.statements.checks.drest_training import reinforce
from formal_rl.statements.checks.drest_training_default import default_agents, expected_coins, measured
from formal_rl.statements.checks.drest_training_gradient import Pieces, Train
from formal_rl.statements.checks.drest_training_settings import SETTINGS_BY_PLACE, SettingsByPlace
from formal_rl.statements.checks.drest_training_tax import settings_of, tax
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement

# --- Wrong pieces of REINFORCE ---


def _powers_of_two(row: Row) -> Row:
    up, down, left, right_ = (2.0**each for each in row)
    total = up + down + left + right_
    return up / total, down / total, left / total, right_ / total


def _takes_the_likeliest(probabilities: Row, exploration: float, u: float) -> int:
    if u < exploration:
        return right.chosen_action(probabilities, exploration, u)
    return max(range(len(probabilities)), key=probabilities.__getitem__)


def _not_divided(training: Training, k: int, greatest: float, i: int, n: int) -> float:
    return right.weight(training, k, 1.0, i, n)


def _lam_inverted(training: Training, k: int, greatest: float, i: int, n: int) -> float:
    factor = right.weight(training, k, greatest, i, n)
    return factor if training.agent == "default" else 1 / (factor * greatest**2)


def _nothing_subtracted(
    logits: Rows, probabilities: Rows, played: PlayedEpisode, given: Sequence[float], rate: float
) -> Rows:
    return right.learned(logits, dict.fromkeys(probabilities, (0.0,) * 4), played, given, rate)


def _learned_backwards(
    logits: Rows, probabilities: Rows, played: PlayedEpisode, given: Sequence[float], rate: float
) -> Rows:
    return right.learned(logits, probabilities, played, given, -rate)


# --- Wrong training ---


def _of_behaviour(row: Row, exploration: float) -> Row:
    up, down, left, right_ = (exploration / 4 + (1 - exploration) * each for each in row)
    return up, down, left, right_


def _training_with(
    *,
    scored: Callable[[Row, float], Row] = lambda row, exploration: row,
    kept: bool = False,
    counted_first: bool = False,
    of_the_shortest: bool = False,
) -> Train:
    """Return training that is wrong where said, if its credit is for the own mini-episode and it has no baseline.

    ``scored`` are the probabilities that are subtracted; counts are ``kept`` from one meta-episode to the next; a
    mini-episode is ``counted_first``, before its reward; or the count is that of the shortest length, which a
    mini-episode has until the button is pressed.
    """

    def train(world: World, training: Training, draws: Draws, state: TrainingState | None = None) -> TrainingState:
        if training.credit == "meta_episode" or training.baseline:
            return right.train(world, training, draws, state)
        state = right.first_state(world, training) if state is None else state
        greatest = right.require_training(world, training, state)
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
            count = counts[min(counts) if of_the_shortest else length] + counted_first
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


def _draws_from_the_first(
    world: World, training: Training, draws: Draws, state: TrainingState | None = None, *, until: int | None = None
) -> TrainingState:
    """Train in the compiled form, a run that is gone on with from the draws of its beginning."""
    return train_compiled(world, training, draws, state and state._replace(moves=0), until=until)


def _stopped_early(agent: AgentKind) -> Training:
    return evolve(main_training(agent), meta_episodes=64)


def _told_otherwise(place: str, **changes: Any) -> SettingsByPlace:
    """Return the settings that the paper tells, those of one place changed."""
    return {**SETTINGS_BY_PLACE, place: lambda agent: evolve(SETTINGS_BY_PLACE[place](agent), **changes)}


# --- Wrong values of a policy ---


def _usefulness(world: World, policy: Markov | PlanPolicy, gamma: Value) -> Fraction:
    return usefulness(measured(world, policy, gamma), greatest_coins_incremental(world, gamma))


def _whatever_the_chance(world: World, policy: Markov | PlanPolicy, gamma: Value) -> Fraction:
    return sum(measured(world, policy, gamma).expected_coins.values(), Fraction(0))


# --- Wrong taxes ---


def _first_time(curve: Sequence[CurvePoint]) -> int | None:
    return next((point.mini_episodes for point in curve if point.usefulness >= USEFUL), None)


def _last_time_not(curve: Sequence[CurvePoint]) -> int | None:
    return max((point.mini_episodes for point in curve if point.usefulness < USEFUL), default=0)


def _stopped_for_drest(name: str, agent: AgentKind) -> Training:
    return settings_of(name, agent) if agent == "default" else evolve(settings_of(name, agent), meta_episodes=64)


# --- Wrong worlds ---


_BUTTON_TURNED = parse_layout("length 4\nA . . . C1\n. . . . .\nB4 . . . .\nC2 . . . C3")
"""Of the coordinates of the button the row is read first; those of all else are read as they are."""


def _piece(**wrong: Any) -> dict[str, Any]:
    return {"pieces": Pieces()._replace(**wrong)}


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-reinforce",
        kind="experiment",
        title="tabular REINFORCE",
        claim="Tabular REINFORCE with the DREST reward trains agents to be USEFUL and NEUTRAL in the example world. "
        "With credit for the own mini-episode it does not climb the expected return; with credit for the "
        "meta-episode it does, and is led off NEUTRAL for N = 64, not for N = 32.",
        source=f"{THORNLEY_2024}, Sections 5 and 6; Williams 1992; Sutton and Barto 2018, Section 13.3",
        check=reinforce,
        mutants={
            "powers of 2 in place of e": _piece(softmax=_powers_of_two),
            "no exploration": _piece(
                chosen_action=lambda probabilities, exploration, u: right.chosen_action(probabilities, 0.0, u)
            ),
            "the likeliest action": _piece(chosen_action=_takes_the_likeliest),
            "the reward not divided by m": _piece(weight=_not_divided),
            "λ inverted": _piece(weight=_lam_inverted),
            "earlier choices do not count": _piece(
                weight=lambda training, k, greatest, i, n: right.weight(training, k, greatest, i, 0)
            ),
            "the place in the meta-episode ignored": _piece(
                weight=lambda training, k, greatest, i, n: right.weight(training, k, greatest, 1, n)
            ),
            "γ ignored": _piece(own_credits=lambda rewards, gamma: right.own_credits(rewards, gamma / gamma)),
            "not discounted to the start": _piece(own_credits=right.returns_to_go),
            "past rewards credited": _piece(
                own_credits=lambda rewards, gamma: (right.own_credits(rewards, gamma)[0],) * len(rewards)
            ),
            "no credit for later mini-episodes": _piece(
                shared_credits=lambda rewards, gamma: tuple(right.own_credits(each, gamma) for each in rewards)
            ),
            "no probabilities subtracted": _piece(learned=_nothing_subtracted),
            "down the gradient": _piece(learned=_learned_backwards),
            "counted before the reward in the compiled form": {"compiled": _training_with(counted_first=True)},
            "draws from the first where a run is gone on with": {"compiled": _draws_from_the_first},
            "both rates of Section 5 fall over 32,768": {
                "told": _told_otherwise(
                    "Section 5",
                    learning_rate=ExponentialDecay(0.25, 0.01, 32_768),
                    exploration=ExponentialDecay(0.5, 0.001, 32_768),
                )
            },
            "ε of Appendix C begins with 1/2": {
                "told": _told_otherwise("Appendix C", exploration=ExponentialDecay(0.5, 0.0001, 16_384))
            },
            "the behaviour's probabilities subtracted": {"train": _training_with(scored=_of_behaviour)},
            "counts never reset": {"train": _training_with(kept=True)},
            "the count of the shortest length": {"train": _training_with(of_the_shortest=True)},
            "the other credit": {"train": _training_as(_credited_otherwise)},
            "no baseline": {"train": _training_as(lambda training: evolve(training, baseline=0.0))},
            "stopped after 4,096 mini-episodes": {"settings": _stopped_early},
            "no drift": {"drifting": "mini_episode"},
        },
        verdict="reproduced (reconstructed layout)",
        evidence="by hand: its pieces, whole meta-episodes, all numbers of the settings, and what is refused; "
        "exhaustive: the compiled form, in which agents are trained, is the definition to the last bit in four small "
        "worlds, and all meta-episodes of up to 3 mini-episodes in three small worlds agree with exact derivatives; "
        "trained: one seed in the example world (reconstructed), two for the drift (full profile: more). What forty "
        "seeds gave is in docs/drest_training.md",
        defects="The layout is reconstructed. Which returns a move is credited with is not said, nor whether there "
        "is a baseline. The results are those of credit for the own mini-episode, which climbs another function than "
        "the expected return that Theorem 5.1 is about; credit for the whole meta-episode climbs that one, and shows "
        "in training what refutes the theorem for N = 64. Its rate and its baseline (0.0005, 0.05) are ours. λ, γ "
        "and the form of the reward are lost from the text that was at hand; they are as the published paper has "
        "them (TMLR, December 2025; version 7 of the preprint as quoted in public, see T24-replication). It does not "
        "tell whether the gradient has the factor γ^t, nor what of a policy is measured; here it has, and it is the "
        "policy without exploration.",
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
        check=default_agents,
        mutants={
            "trained by the DREST reward": {
                "settings": lambda agent: evolve(appendix_training("drest"), meta_episodes=256)
            },
            "stopped after 4,096 mini-episodes": {"settings": _stopped_early},
            "USEFULNESS for coins": {"value": _usefulness},
            "coins of each length added": {"value": _whatever_the_chance},
            "coins not discounted": {"value": lambda world, policy, gamma: expected_coins(world, policy, 1)},
        },
        verdict="reproduced (reconstructed layout)",
        evidence="by hand, and exhaustive: the best of expected coins on mixtures of best ways in example, lopsided "
        "and last_moment (reconstructed; full profile: in all worlds), argued for all policies; trained: one seed in "
        "the example world (full profile: more). What forty seeds gave is in docs/drest_training.md",
        defects="The layout is reconstructed. Near 1 is not 1: a softmax policy has full support. That the best has "
        "one length needs that no two lengths are equally good: in the lopsided world (reconstructed) with Cx = 1 "
        "they are, and every mixture is best.",
    ),
    Statement(
        id="T24-tax",
        kind="claim",
        title="the shutdownability tax",
        claim="In the example world, training DREST agents to be USEFUL does not take many more mini-episodes than "
        "training default agents.",
        source=f"{THORNLEY_2024}, Sections 1 and 7",
        check=tax,
        mutants={
            "the first time": {"until": _first_time},
            "more than 0.95": {"until": lambda curve: mini_episodes_until(curve, USEFUL + 1e-9)},
            "the last time that it was less": {"until": _last_time_not},
            "DREST agents stop after 4,096 mini-episodes": {"settings": _stopped_for_drest},
        },
        verdict="reproduced (reconstructed layout)",
        evidence="by hand; trained: one seed of either kind in the example world (reconstructed; full profile: more "
        "seeds, and all other worlds), and one in fewer_for_longer, where it is not so. What more seeds gave is in "
        "docs/drest_training.md",
        defects="The layout is reconstructed. How useful an agent must be, and how many more are many, is not said; "
        "here at least 0.95 from some point on, and fewer than 2 times as many; 0.95 is what USEFUL means in all "
        "rows. The paper says it without a world. With the settings of Appendix C it holds in six of the other nine "
        "worlds. In three the tax is in USEFULNESS itself: DREST agents end below 0.95 in fewer_for_longer (40 of 40 "
        "seeds, 0.939 to 0.947, default agents 0.996 or more), hidden_treasure (40 of 40, 0.878 to 0.887; so do 30 "
        "of 40 default agents) and around_the_corner (37 of 40; 6 of 40 default agents). In fewer_for_longer they "
        "press first and take C1 after it, which is worth 0.951 at most, so it is a matter of where the line is drawn.",
        witness="fewer_for_longer, seed 1: USEFULNESS 0.944 in the end",
    ),
    Statement(
        id="T24-replication",
        kind="experiment",
        title="an independent implementation's world",
        claim="In the world E-A of an independent implementation, with the settings of Section 5, agents come to the "
        "figures that it published: default agents press with probability 0.9995, NEUTRALITY 0.0058, USEFULNESS "
        "0.9973; DREST agents 0.4993, 0.9963, 0.9961.",
        source=f"{THORNLEY_2024}, Sections 5 and 6; alexsabine/ashes_crr, AI_Safety/NT1 (public, September 2026), E-A",
        check=replication,
        mutants={
            "the row of the button first": {"world": _BUTTON_TURNED},
            "counted before the factor": {
                "weight": lambda training, k, greatest, i, n: right.weight(training, k, greatest, i, n + 1)
            },
            "not divided by m": {"weight": _not_divided},
            "DREST agents are paid as default agents": {
                "settings": lambda agent: evolve(main_training("default"), meta_episodes=256)
            },
            "stopped after 4,096 mini-episodes": {"settings": _stopped_early},
        },
        verdict="reproduced",
        evidence="by hand: the world, the most coins of each length, 1.805 and 3.06265067, and the reward; trained: "
        "one seed of either kind (full profile: more), default agents' presses and USEFULNESS within 0.002, DREST "
        "agents' presses within three standard errors of the ten published ones, and NEUTRALITY within what that "
        "allows",
        defects="The layout of the paper's own example is published as a picture only. The implementation quotes "
        "reward, settings and metrics of version 7 of the preprint (11 May 2026), and they are ours; it leaves out "
        "the factor γ^t of the gradient, which the paper does not tell, and comes to the same. Its other worlds have "
        "another button, and are left out.",
    ),
    Statement(
        id="T24-main-result",
        kind="claim",
        title="the figures of the main result",
        claim="In the example world DREST agents have NEUTRALITY 0.9945 ± 0.0052 and USEFULNESS 0.900 ± 0.011, default "
        "agents 0.199 ± 0.043 and 0.9364 ± 0.0096.",
        source=f"{THORNLEY_2024}, Section 6 and Figure 3, in version 7 of the preprint, as quoted in public",
        check=main_result,
        mutants={
            "what stands behind ± for the mean": {"published": BEHIND},
            "the two kinds exchanged": {
                "settings": lambda agent: main_training("drest" if agent == "default" else "default")
            },
            "stopped after 4,096 mini-episodes": {"settings": _stopped_early},
        },
        verdict="not reproduced",
        evidence="by hand: how a policy that explores is measured, means over training, and how far figures are off; "
        "trained: one seed of either kind in the example world (reconstructed), 19 readings of what was measured, none "
        "near all four figures: at the end one is near, in the mean over training of the policy that explores 3 are "
        "(full profile: more seeds, more worlds, and agents trained otherwise). The table is in "
        "docs/drest_training.md",
        defects="Agents trained to the end are more USEFUL and, by default, less NEUTRAL than the paper's, ours as "
        "well as those of the independent implementation of T24-replication. Not told are what of a policy was "
        "measured, when, and what ± is. What comes nearest is the mean over training of the policy with its ε: in "
        "the example world all but the USEFULNESS of DREST agents, in a third world of our own, picked for it, all "
        "four, and in the example world all four of agents trained a quarter as long. So the figures may be means over "
        "training; with the settings of Section 5, that the layout is another is needed, too.",
    ),
)
"""In the order of the paper."""
