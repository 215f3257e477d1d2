"""Short runs that show what an example is: which environment is followed, with which agent, for how many steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from formal_rl.study.tracing import Trace


@frozen
class Illustration:
    """The run that shows a statement, as arguments of ``formal-rl trace``."""

    environment: str
    agent: str
    steps: int = 3

    @property
    def command(self) -> str:
        """The command that shows it."""
        environment = f'"{self.environment}"' if "(" in self.environment else self.environment
        return f"formal-rl trace {environment} --agent {self.agent} --steps {self.steps}"

    def run(self) -> Trace:
        """Follow it."""
        from formal_rl.study.tracing import trace  # noqa: PLC0415 - what most statements are explained without

        return trace(self.environment, self.agent, self.steps)


ILLUSTRATIONS: Mapping[str, Illustration] = {
    "A21-E6": Illustration("ignore_rewards", "last_reward_sign"),
    "A21-E8": Illustration("false_memories", "simple"),
    "A21-E9": Illustration("backward_consciousness", "hashed:3"),
    "A21-E10": Illustration("deja_vu", "hashed:3"),
    "A21-E11": Illustration("incentivize_zero", "hashed:3"),
    "A21-E14": Illustration("self_insert(ignore_rewards)", "hashed:3"),
    "A21-E15": Illustration("mirror_room", "hashed:3"),
    "A21-E15-body": Illustration("mirror_with_body", "hashed:3"),
    "A21-E16": Illustration("binocular_blocks", "hashed:3"),
    "A21-E17": Illustration("crying_baby", "hashed:3"),
    "A21-E17-society": Illustration("village", "hashed:3"),
    "A21-E18": Illustration("incentivize_self_recognition", "hashed:3"),
    "A21-E19-supervised": Illustration("supervised_recognition", "hashed:3"),
    "A21-E19-unsupervised": Illustration("unsupervised_recognition", "hashed:3"),
    "A21-E19-conversation": Illustration("recognising_conversations", "hashed:3"),
    "A21-E19-prediction": Illustration("recognising_predictions", "hashed:3"),
    "A21-E19-knowing": Illustration("knowing", "hashed:3"),
    "A21-S7": Illustration("handicap(bandit, ignore_rewards)", "hashed:3"),
    "A21-intro-obstacles": Illustration("oracular_obstacle_course", "hashed:3"),
    "A21-intro-treasures": Illustration("treasures_for_the_worthy", "hashed:3"),
    "A21-intro-employer": Illustration("clever_employer", "hashed:3"),
    "A22-E3": Illustration("ignore_rewards", "last_reward_sign"),
    "A22-E4": Illustration("tempting_button", "simple"),
    "A22-E5": Illustration("reverse_history", "hashed:3"),
    "A22-S34-recognition": Illustration("self_recognition", "hashed:3"),
    "A22-S34-adversarial": Illustration("adversarial_sequence_predictor", "hashed:3"),
    "A22-S4-newcomb-value": Illustration("newcombs_problem", "constant:1"),
}
"""By the statement that each shows."""
