"""Self-insert: a game is played on a screen, and one is paid for acting as if its rewards were one's own.

An observation of the play or of the game that is not a natural number raises `MalformedHistory`, which names the place.
"""

from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, Observation, Percept, Play, prompt_of, require_play
from formal_rl.histories.coding import decode_percept, encode_percept

LEDGER = ("A21-E14*",)


def read_from_the_screen(play: Play) -> Play:
    """Return t: each percept replaced by the pair (r_i, o_i) that its observation codes; the actions stay.

    Every natural number codes a pair, so there is a t for every play over ℚ, ℕ and ℕ, off the run as well. The rewards
    of the play itself are in none of it.

    Source: Alexander et al. 2021, Example 14 (t).
    """
    require_play(play)
    read = list(play)
    pairs: dict[Observation, Percept] = {}  # few screens differ, and reading one takes longer than looking it up
    for index in range(0, len(play), 2):
        screen = play[index].observation
        if type(screen) is not int or screen < 0:
            raise MalformedHistory(index, screen, "an observation that codes a percept: an int >= 0")
        if screen not in pairs:
            pairs[screen] = decode_percept(screen)
        read[index] = pairs[screen]
    return tuple(read)


def _shown(agent: Agent, play: Play, read: Play, percept: Percept) -> Percept:
    screen = encode_percept(percept)
    if play == ():
        return Percept(0, screen)
    return Percept(1 if agent(prompt_of(read)) == play[-1] else -1, screen)


def self_insert_letter(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    """Return e' as printed: e reads the unchanged play, with the percepts of e'.

    The observation is the number of e's percept. The reward is 0 at first; then it is 1 if the last action is the
    agent's on t without that action, else -1. As printed T acts on t itself, which ends in an action and so is not
    a prompt.

    It has no incremental form but the replayed one: the percept of e on a play that is not its own does not
    follow from a state of e. Each step reads the whole play, so that a run costs as the square of its length.

    Source: Alexander et al. 2021, Example 14.
    """

    def inserted(agent: Agent, play: Play) -> Percept:
        read = read_from_the_screen(play)
        return _shown(agent, play, read, environment(agent, play))

    return inserted


def self_insert(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    """Return e' in the decoded reading: e reads t, its own percepts and the actions, as a game would.

    Otherwise as `self_insert_letter`. The two agree where e looks at actions alone. In a run of e' the screen shows
    the percepts of e along these actions; as printed it need not.

    Source: Alexander et al. 2021, Example 14, repaired.
    """

    def inserted(agent: Agent, play: Play) -> Percept:
        read = read_from_the_screen(play)
        return _shown(agent, play, read, environment(agent, read))

    return inserted


class SelfInsertState(NamedTuple):
    """The state of the game, the copy that feels the game's rewards, and the last observation of the game.

    Ledger: A21-E14
    """

    game: Any
    copy: Any
    observation: Observation


@frozen
class SelfInsertIncremental:
    """Self-insert in the decoded reading, with the game in its own incremental form and one simulated copy.

    The game is started and advanced as it would be on its own: its observations do not depend on the rewards of e'.

    Source: Alexander et al. 2021, Example 14, in the form of Alexander et al. 2022, Section 4.
    """

    environment: IncrementalEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Percept, SelfInsertState]:
        """Return (0, the number of the first percept of the game), and an untrained copy."""
        percept, game = self.environment.start(learner)
        return Percept(0, encode_percept(percept)), SelfInsertState(game, learner.initial, percept.observation)

    def advance(self, learner: Learner[Any], state: SelfInsertState, action: Action) -> tuple[Percept, SelfInsertState]:
        """Return whether the copy would have done this, with the next screen, and the copy trained on the game."""
        reward = 1 if learner.act(state.copy, state.observation) == action else -1
        percept, game = self.environment.advance(learner, state.game, action)
        copy = learner.learn(state.copy, Transition(state.observation, action, *percept))
        return Percept(reward, encode_percept(percept)), SelfInsertState(game, copy, percept.observation)
