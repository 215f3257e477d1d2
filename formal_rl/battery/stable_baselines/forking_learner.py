"""Classes whose instances can be copied as learners, for environments that ask what would have been."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from formal_rl.agents import ClassLearner, Transition, TransitionList, train_instance
from formal_rl.battery.stable_baselines.deep_agent import DeepAgent


@frozen
class ForkingLearner(ClassLearner):
    """A class of deep agents as a learner, which copies instances once a state that was left behind has been asked.

    From then on a state keeps its instance when it is trained further, as long as it is among those used last. So where
    an environment asks about other pasts step by step, the cost of a step does not grow with what came before.
    """

    def learn(self, state: TransitionList, transition: Transition) -> TransitionList:
        """Return the longer list, its instance trained."""
        found = self._live.get(id(state)) if self.replays else None
        if found is None or not isinstance(found[1], DeepAgent):
            return super().learn(state, transition)
        after, instance = state.append(transition), found[1].copy()
        train_instance(instance, state, transition)
        self._keep(after, instance)
        return after

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without the instances."""
        return ForkingLearner, (self.agent_class,)
