"""The environments that ask an agent about its own past alone, in forms whose states close."""

from collections.abc import Callable, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import evolve, frozen

from formal_rl.agents import Learner
from formal_rl.checking import Part, decide
from formal_rl.checking._path_exploration import Claim, Unknown
from formal_rl.checking.outcome import Cover, Disagreement, unless
from formal_rl.checking.unknown_values import Choose, SomeDraws, SomeNumber, TrueDraws, Uncounted
from formal_rl.environments import CATALOGUE, IncrementalEnvironment
from formal_rl.environments._incremental import interact_incremental
from formal_rl.environments.altered_agent import AsIfIncremental
from formal_rl.histories import Action, Percept
from formal_rl.statements.library import NextInTurn


@frozen
class _OnlyTheCopy:
    """`AsIfIncremental` without the altered learner in its state, which follows from the learner."""

    environment: AsIfIncremental

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the first percept and the copy."""
        percept, (_, copy) = self.environment.start(learner)
        return percept, copy

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept and the copy."""
        percept, (_, copy) = self.environment.advance(learner, (self.environment.altered(learner), state), action)
        return percept, copy


Form: TypeAlias = Callable[[Choose], IncrementalEnvironment]


def as_it_is(name: str) -> Form:
    """Return the incremental form of a listed environment."""
    return lambda choose: CATALOGUE[name].made("incremental")


def uncounted(name: str, *counts: str, parts: int = 0) -> Form:
    """Return it with any numbers in place of these counts, and where its draws have parts, with any draws."""

    def made(choose: Choose) -> IncrementalEnvironment:
        draws = (SomeDraws(choose, parts),) if parts else ()
        return Uncounted(CATALOGUE[name].made("incremental", *draws), counts, SomeNumber(choose))

    return made


_AS_THEY_ARE = (
    *("adversarial_sequence_evader", "adversarial_sequence_predictor", "ignore_rewards_3", "incentivize_zero"),
    "punish_nondeterministic_agent",
)

FORMS: Mapping[str, Form] = MappingProxyType(
    {name: as_it_is(name) for name in _AS_THEY_ARE}
    | {"as_if": lambda choose: _OnlyTheCopy(AsIfIncremental(lambda learner: NextInTurn(learner, 2)))}
    | {name: uncounted(name, "turns", "meals") for name in ("crying_baby", "crying_baby_2")}
    | {name: uncounted(name, "turns", parts=4) for name in ("tempting_button", "tempting_button_variation")}
    | {"self_recognition": uncounted("self_recognition", "turns", parts=6)}
)
"""By name, with any draws and any counts of turns and meals."""


def with_true_counts(name: str, left_open: Uncounted) -> Part:
    """Compare an environment with itself, its counts numbers that can only be added, multiplied and compared."""
    counted: Any = CATALOGUE[name].made("incremental")
    form: Any = left_open.environment
    true = Uncounted(evolve(form, draws=TrueDraws(counted.draws)) if hasattr(form, "draws") else form, left_open.counts)

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            runs = [interact_incremental(unknown.learner, each) for each in (counted, true)]
            expected, got = (tuple(islice(run, 2 * steps + 1)) for run in runs)
            return unless(expected == got, "the run with true counts", expected, got)

        return claim

    where = f"all learners in {name} to horizon 6, 2 actions, whatever the scope"
    return decide(f"{name} only counts", claim_at, 6, actions=range(2), domain=where)
