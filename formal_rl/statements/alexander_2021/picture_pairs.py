"""The pairs of environments that show pictures: a room with a mirror, and a world of blocks."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import Transition
from formal_rl.agents.learners import WrappedLearner
from formal_rl.checking import Disagreement, EnvironmentPair, Part, Scope, hashed_learner, part
from formal_rl.environments import CATALOGUE, embed
from formal_rl.environments.abstract import mirror_room
from formal_rl.environments.abstract.mirrors import mirror_room_incremental
from formal_rl.histories import Action, Observation


@frozen
class SeeingNumbers(WrappedLearner):
    """A learner that computes with observations as numbers, on observations of any kind: each is hashed to a number."""

    def act(self, state: Any, observation: Observation) -> Action:
        """Return the learner's action on the number of the observation."""
        return self.learner.act(state, _number(observation))

    def learn(self, state: Any, transition: Transition) -> Any:
        """Return the learner's state after the transition between the two numbers."""
        before, action, reward, after = transition
        return self.learner.learn(state, Transition(_number(before), action, reward, _number(after)))


def _number(observation: Observation) -> int:
    return int.from_bytes(blake2b(repr(observation).encode(), digest_size=4).digest(), "big")


@frozen
class PicturePair(EnvironmentPair):
    """An environment that shows pictures and its incremental form; the drawn learners see numbers in place of them."""

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and action sequences, then on drawn learners and longer sequences."""
        return super().parts(evolve(scope, horizon=scope.steps(quick=3, full=4)))

    def _sampled(self, scope: Scope) -> Part:
        length, seeds = (40, 60) if scope.is_full else (20, 10)
        choices = scope.actions(3)

        @part(
            f"{self.name}: sampled",
            branches=("the agent's own actions", "other actions"),
            domain=f"{seeds} hashed learners from seed {scope.seed} that see numbers, sequences of {length} actions",
        )
        def cases() -> Iterator[tuple[str, Disagreement | None]]:
            for seed in range(scope.seed * seeds, (scope.seed + 1) * seeds):
                learner = SeeingNumbers(hashed_learner(seed, len(choices)))
                for deviations in (0, 1):
                    sequence = self._own_actions(learner, seed, length, deviations)
                    met: list[str] = []
                    found = self._compare(learner, sequence, met.append)
                    yield met[-1] if met else "refuted at once", found

        return cases()


PICTURE_PAIRS = (
    PicturePair("MirrorRoomIncremental", embed(mirror_room), mirror_room_incremental),
    *(
        PicturePair(name, CATALOGUE[environment].made(), CATALOGUE[environment].made("incremental"))
        for name, environment in (("MirrorIncremental", "mirror_room"), ("BinocularIncremental", "binocular_blocks"))
    ),
)
"""The pairs of environments that show pictures."""
