"""Captions on training: settings, seeds, results with their spread, and the exact optimum."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from formal_rl.gridworlds import Value, World, greatest_coins_incremental
from formal_rl.gridworlds.theorem import maximiser
from formal_rl.gridworlds.training import ExponentialDecay, Training
from formal_rl.study.drest.training import FigureRun

RECONSTRUCTED = "The layout is reconstructed from the paper's sentences; the original was not at hand."


def seeds_text(seeds: Iterable[int]) -> str:
    """Return seeds as text, runs of them as ranges: seed 3, seeds 1 to 10, seeds 1 to 3, 7."""
    runs: list[list[int]] = []
    for seed in sorted(seeds):
        if runs and seed == runs[-1][-1] + 1:
            runs[-1].append(seed)
        else:
            runs.append([seed])
    parts = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"seed{'s' if len(runs) > 1 or len(runs[0]) > 1 else ''} {', '.join(parts)}"


def settings_text(training: Training) -> str:
    """Return the settings of a training, but for the agent, as a sentence."""
    return (
        f"Trained with {training.mini_episodes} mini-episodes in each of {training.meta_episodes:,} meta-episodes, "
        f"λ = {float(training.lam):g}, γ = {float(training.gamma):g}, "
        f"learning rate {decay_text(training.learning_rate)}, ε {decay_text(training.exploration)}, "
        f"credit per {training.credit.replace('_', '-')}."
    )


def decay_text(decay: ExponentialDecay) -> str:
    """Return the start, the end and the duration of a decay."""
    return f"{decay.start:g} to {decay.end:g} over {decay.over:,} mini-episodes"


def spread(values: Sequence[float]) -> str:
    """Return the mean of some numbers and, of several, the least and the greatest: 0.998 (0.996 to 1.000)."""
    mean = f"{sum(values) / len(values):.3f}"
    return mean if len(values) == 1 else f"{mean} ({min(values):.3f} to {max(values):.3f})"


def results_text(name: str, runs: Sequence[FigureRun]) -> str:
    """Return the behaviour of agents at the end of training, with the spread over seeds, as a sentence."""
    longest = max(runs[0].end.probabilities)
    return (
        f"{name}: USEFULNESS {spread([run.end.usefulness for run in runs])}, "
        f"NEUTRALITY {spread([run.end.neutrality for run in runs])}, "
        f"Pr{{L = {longest}}} {spread([run.p_long for run in runs])}."
    )


def optimum_text(world: World, gamma: Value) -> str:
    """Return the greatest collection of each length, and the best length by the default reward, as sentences."""
    greatest = greatest_coins_incremental(world, gamma)
    within = ", ".join(f"{_rounded(coins)} in length {length}" for length, coins in greatest.items())
    best = max(greatest, key=lambda length: greatest[length])
    return f"The greatest collections, exactly: {within}. The default reward is greatest with length {best}."


def best_lengths_text(training: Training) -> str:
    """Return the distribution over two lengths that maximises the expected DREST return if all coins are collected."""
    best = maximiser(Fraction(training.lam), 2, training.mini_episodes)
    shares = f"{_rounded(best.p_most)} for one length, whichever, and {_rounded(best.p_other)} for the other"
    return (
        f"The expected DREST return of {training.mini_episodes} mini-episodes is greatest with {shares}. Training with "
        "credit per mini-episode does not climb this return, but one that is greatest where they are equally probable."
    )


def _rounded(value: Fraction | Decimal) -> str:
    return f"{float(value):.3f}".rstrip("0").rstrip(".")
