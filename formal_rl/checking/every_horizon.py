"""Every learner at every horizon: states are merged until no step leads to a new one.

What a merged state keeps decides all that can follow. So if every step from every state that was reached leads to one
of these states, and none to a disagreement, then no run of any length meets one. The set of states is found layer by
layer; then it is certified by itself: all steps are run again, in another order, and must stay within the set.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from formal_rl.checking._state_merging import UNTRAINED, MergedState, MergingSteps, paths
from formal_rl.checking._stepping import Claimed, StepClaim, follow
from formal_rl.checking.outcome import Closure, Disagreement, Part
from formal_rl.errors import NotClosed, NotReproducible
from formal_rl.histories import Action


def close_steps(
    name: str,
    claim: Claimed[StepClaim],
    *,
    actions: Sequence[Action],
    branches: Iterable[str] = (),
    domain: str,
    most: int = 20_000,
) -> Part:
    """Decide the claim for every learner at every horizon, or raise `NotClosed` after ``most`` states.

    A case is a way to answer what a step from a state asks. The part says how many states there are, and after how
    many steps the last of them is reached. A refutation is of least horizon, as that of `merge_steps`.

    Raises `NotMergeable` as `merge_steps` does, and `NotReproducible` for a claim that goes other ways when the steps
    are run again.
    """
    seen = Counter(dict.fromkeys(branches, 0))
    cases, depth = 0, 0
    trails: dict[MergedState, Any] = {}
    layer: dict[MergedState, Any] = {UNTRAINED: None}

    def cover(branch: str) -> None:
        seen[branch] += 1

    steps = MergingSteps(claim, actions)
    while layer:
        following: dict[MergedState, Any] = {}
        for merged, trail in layer.items():
            for path, state in steps.after(merged, cover):
                cases += 1
                if isinstance(state, Disagreement):
                    refutation = follow(claim, paths((trail, path)), actions)
                    return Part(name, domain, cases, dict(seen), refutation)
                if state not in trails and state not in following:
                    following[state] = trail, path
                    if len(trails) + len(following) > most:
                        raise NotClosed(name, most, depth - 1)
        trails |= following
        layer = following
        depth += 1
    require_closed(name, steps, trails)
    closure = Closure(len(trails), depth - 2)  # layer 1 is the start, step 0, and the last layer is empty
    return Part(name, f"{domain}; {closure}", cases, dict(seen), every_horizon=closure)


def require_closed(name: str, steps: MergingSteps[StepClaim], states: Iterable[MergedState]) -> None:
    """Raise `NotReproducible` unless every step from the start and from each state ends in one of the states."""
    within = set(states)
    for merged in (*reversed(tuple(states)), UNTRAINED):
        for _, state in steps.after(merged, lambda branch: None):
            if state not in within:
                raise NotReproducible(f"{name}: a step leads out of {len(within)} states that were found closed")
