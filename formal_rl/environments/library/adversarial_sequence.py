"""Matching pennies against a copy of oneself: both choose at once, one to agree and the other to differ."""

from typing import Any

from attrs import field, frozen
from attrs.validators import in_

from formal_rl.agents import Agent, AgentClass, Learner, Transition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.environments.simulated_copy import SimulatedCopy, simulated_play
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, actions, require_action, require_play

LEDGER = ("A22-S34-adversarial*",)


def adversarial_sequence(agreeing: int) -> ExtendedEnvironment:
    """Return the game that pays ``agreeing``, 1 or -1, for the same action as the competitor's, else its opposite.

    The competitor is a copy of the agent in the other role. Both first meet (0, 0). Then both choose, neither seeing
    the other's choice; each is paid, the copy the opposite of the agent, and each sees the other's choice. Any
    other ``agreeing`` is an `InvalidParameter`.

    Source: documented intention of the published library; Alexander et al. 2022, Section 3.4; the game of Hibbard that
    Alexander et al. 2021, Example 19, names.
    """
    _require_agreeing(agreeing)

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(0, 0)
        own = actions(play)

        def other_side(copy: Play) -> Percept:
            if copy == ():
                return Percept(0, 0)
            met = own[len(copy) // 2 - 1]
            return Percept(-_reward(agreeing, met, copy[-1]), met)

        chosen = simulated_play(agent, other_side, len(own))[-1]
        return Percept(_reward(agreeing, own[-1], chosen), chosen)

    return environment


def _require_agreeing(agreeing: int) -> None:
    if agreeing not in {1, -1}:
        raise InvalidParameter("agreeing", agreeing, "1 or -1")


def _reward(agreeing: int, first: Action, second: Action) -> int:
    return agreeing if first == second else -agreeing


@frozen
class AdversarialSequenceIncremental:
    """The game with one simulated copy."""

    agreeing: int = field(validator=in_((1, -1)))

    def start(self, learner: Learner[Any]) -> tuple[Percept, tuple[SimulatedCopy, Percept]]:
        """Return (0, 0), and a copy whose next question is (0, 0)."""
        return Percept(0, 0), (SimulatedCopy(learner.initial), Percept(0, 0))

    def advance(
        self, learner: Learner[Any], state: tuple[SimulatedCopy, Percept], action: Action
    ) -> tuple[Percept, tuple[SimulatedCopy, Percept]]:
        """Return what the copy chose and what that pays, and the copy, which is to answer what it is paid and shown."""
        copy, shown = state
        chosen, copy = copy.act_on(learner, shown)
        reward = _reward(self.agreeing, action, chosen)
        return Percept(reward, chosen), (copy, Percept(-reward, action))


@frozen
class PublishedAdversarialSequence:
    """Published form. Differs: there is no initial percept; otherwise it is the definition.

    The state is the copy, and the agent's last action, 0 at first.
    """

    agreeing: int = field(validator=in_((1, -1)))

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, tuple[Any, Action]]:
        """Return observation 0, and a new copy that has seen 0."""
        return 0, (agent_class.initial, 0)

    def step(
        self, agent_class: AgentClass[Any], state: tuple[Any, Action], action: Action
    ) -> tuple[Percept, tuple[Any, Action]]:
        """Return what the copy chose and what that pays, and the copy trained from its side."""
        copy, seen = state
        chosen, copy = agent_class.ask(copy, seen)
        reward = _reward(self.agreeing, action, chosen)
        copy = agent_class.train(copy, Transition(seen, chosen, -reward, action))
        return Percept(reward, chosen), (copy, action)


def mirrored(play: Play) -> Prompt:
    """Return -r_0, a_0, o_0, -r_1, a_1, o_1, ..., -r_n, 0 in flat form, for the play r_0, o_0, a_0, ..., r_n, o_n, a_n.

    The rewards are negated, observations and actions exchanged, and 0 stands for the last action, which the other side
    has not seen. Raises `MalformedHistory` where an observation is not an action.
    """
    built: list[Any] = []
    for index in range(0, len(play), 2):
        (reward, seen), action = play[index : index + 2]
        require_action(seen, index)
        built += [Percept(-reward, action), seen]
    return (*built[:-2], built[-2]._replace(observation=0))


def adversarial_sequence_functional(agreeing: int) -> ExtendedEnvironment:
    """Return the functional form. Differs: it queries the copy about the agent's history with both sides exchanged.

    So each of its choices stands beside the agent's next one, a turn late, and its last observation is always 0. The
    environment raises `MalformedHistory` where an observation is not an action; any other ``agreeing`` is an
    `InvalidParameter`.
    """
    _require_agreeing(agreeing)

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(0, 0)
        chosen = agent(mirrored(play))
        return Percept(_reward(agreeing, play[-1], chosen), chosen)

    return environment


adversarial_sequence_evader = adversarial_sequence(-1)
"""Definition, the documented intention: paid for not being predicted by a copy, which is paid for predicting."""

adversarial_sequence_evader_incremental = AdversarialSequenceIncremental(-1)
adversarial_sequence_evader_published = PublishedAdversarialSequence(-1)
adversarial_sequence_evader_functional = adversarial_sequence_functional(-1)

adversarial_sequence_predictor = adversarial_sequence(1)
"""Definition, the documented intention: paid for predicting a copy, which is paid for not being predicted."""

adversarial_sequence_predictor_incremental = AdversarialSequenceIncremental(1)
adversarial_sequence_predictor_published = PublishedAdversarialSequence(1)
adversarial_sequence_predictor_functional = adversarial_sequence_functional(1)

_CHOOSING = (
    "a copy and the agent choose at once, neither seeing the other's choice; each is then shown what the other chose, "
    "and the agent is paid 1 if they {}, else -1, the copy the opposite; both meet (0, 0) at first"
)

RECORDS = recorded(
    globals(),
    *(
        EnvironmentRecord(
            f"adversarial_sequence_{role}",
            meaning=_CHOOSING.format(words),
            functional_differs="each choice of the copy is compared with the agent's next choice",
            observations=2,
            own_game=True,
        )
        for role, words in (("predictor", "are the same"), ("evader", "differ"))
    ),
)
