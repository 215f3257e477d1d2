"""The reality check of classes with act and train, as the text describes it."""

from typing import Any

from formal_rl.environments import AgentInstance, MakesInstances
from formal_rl.histories import Action, Observation


def reality_check_class(agent_class: MakesInstances) -> type[AgentInstance]:
    """Return Σ for an agent-class Π: its instances compute actions with one stored Π-instance.

    On training the action is compared with the instance's own on that observation. If they agree, the stored
    instance is trained; if not, the instance freezes: it ignores all further training and repeats its first action.

    The text does not say which action is the first. Here it is the one on the observation of the first training,
    which is π(⟨x_1⟩) of Definition 7. Were it the first that anybody asked for, being asked would change the instance.

    Source: Alexander et al. 2022, Section 5, last paragraph.
    Ledger: A22-S5-class*, A22-D6*
    """

    class RealityChecked:
        """An instance with the Π-instance it stores, its first action once known, and whether it is frozen."""

        def __init__(self) -> None:
            self._stored = agent_class()
            self._first_action: Action | None = None
            self._frozen = False

        def act(self, obs: Observation) -> Action:
            """Return the first action if frozen, else the stored instance's."""
            if self._frozen and self._first_action is not None:
                return self._first_action
            return self._stored.act(obs)

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            """Train the stored instance if the action is this instance's own, else freeze."""
            if self._frozen:
                return
            own = self.act(o_prev)
            if self._first_action is None:
                self._first_action = own
            if a == own:
                self._stored.train(o_prev, a, r, o_next)
            else:
                self._frozen = True

    return RealityChecked
