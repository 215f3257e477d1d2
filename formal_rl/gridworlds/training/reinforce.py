"""Tabular REINFORCE, move by move, as it is defined."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import exp, isfinite
from typing import NamedTuple, TypeAlias, TypeVar

from formal_rl.agents import Draws, draw
from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.metrics import greatest_coins_incremental, require_coins
from formal_rl.gridworlds.training.settings import Training
from formal_rl.gridworlds.world import MOVES, GridObservation, Value, World, move, observe, reachable
from formal_rl.histories import Action

LEDGER = ("T24-reinforce",)

Row: TypeAlias = tuple[float, float, float, float]
"""A number for each action: up, down, left, right."""

Rows: TypeAlias = dict[GridObservation, Row]
"""A row for each observation."""

Logits: TypeAlias = tuple[tuple[GridObservation, Row], ...]
"""The parameters of a policy: a number for each action on each observation, whose softmax are the probabilities."""

Number = TypeVar("Number", float, Fraction)
MOST = 1e300
"""No reward and no return of a run may be greater, so that floats hold it."""


class TrainingState(NamedTuple):
    """The state of a run at the end of a meta-episode.

    ``moves`` is the number of draws used, ``baselines`` has the running mean for each place in the meta-episode.
    """

    meta_episodes: int
    moves: int
    logits: Logits
    baselines: tuple[float, ...]


class PlayedEpisode(NamedTuple):
    """A mini-episode as played: the observation before each move, the move, and the value that it collected."""

    seen: tuple[GridObservation, ...]
    actions: tuple[Action, ...]
    collected: tuple[float, ...]


def softmax(row: Row) -> Row:
    """Return exp(z_a) / sum of exp(z_b) over b, for each action a.

    Raises `InvalidParameter` for a number whose exponential no float holds.

    Source: Thornley et al. 2024, Section 5 (tabular REINFORCE); Sutton and Barto 2018, Section 13.1.
    """
    try:
        up, down, left, right = (exp(each) for each in row)
    except OverflowError:
        raise InvalidParameter("logits", row, "numbers below 709; a lower learning rate may help") from None
    total = up + down + left + right
    return up / total, down / total, left / total, right / total


def chosen_action(probabilities: Row, exploration: float, u: float) -> Action:
    """Return the action that a draw u chooses by the ε-greedy policy: with ε uniform, else by ``probabilities``.

    Where u < ε the action is the whole part of 4 u / ε; else it is the first whose cumulated probability is above
    (u - ε) / (1 - ε). So each has probability ε / 4 + (1 - ε) times its own.

    Source: Thornley et al. 2024, Section 5 (ε-greedy); one draw for both is our choice.
    """
    if u < exploration:
        return int(u / exploration * 4)
    v = (u - exploration) / (1 - exploration)
    cumulated = 0.0
    for action in range(len(MOVES) - 1):
        cumulated += probabilities[action]
        if v < cumulated:
            return action
    return len(MOVES) - 1


def weight(training: Training, k: int, greatest: float, i: int, n: int) -> float:
    """Return the factor from the value of a coin to its reward, in the i-th mini-episode (from 1).

    ``n`` is the number of earlier mini-episodes of the length that it turns out to have, ``greatest`` is m of that
    length. It is λ^(n - (i - 1) / k) / m for DREST, the same without m where rewards are lopsided, and 1 by default.

    Source: Thornley et al. 2024, Definition D.2 and Sections 5 and 6.1.
    """
    if training.agent == "default":
        return 1.0
    factor: float = float(training.lam) ** (n - (i - 1) / k)
    return factor / greatest if training.agent == "drest" else factor


def returns_to_go(rewards: Sequence[Number], gamma: Number) -> tuple[Number, ...]:
    """Return G_t = r_t + γ r_(t+1) + γ² r_(t+2) + ... for each move t of a mini-episode.

    Source: Sutton and Barto 2018, Section 3.3.
    """
    going: list[Number] = []
    for reward in reversed(rewards):
        going.append(reward + gamma * going[-1] if going else reward)
    return tuple(reversed(going))


def own_credits(rewards: Sequence[Number], gamma: Number) -> tuple[Number, ...]:
    """Return γ^t G_t, the weight in REINFORCE, for each move t of a mini-episode, from this mini-episode alone.

    Source: Sutton and Barto 2018, Section 13.3; credit per mini-episode is a reading of Thornley et al. 2024.
    """
    return tuple(gamma**t * going for t, going in enumerate(returns_to_go(rewards, gamma)))


def shared_credits(rewards: Sequence[Sequence[Number]], gamma: Number) -> tuple[tuple[Number, ...], ...]:
    """Return, for each move of each mini-episode, its own credit and the returns of all later mini-episodes.

    Source: Sutton and Barto 2018, Section 13.3, with the meta-episode as the episode.
    """
    own = [own_credits(each, gamma) for each in rewards]
    shared: list[tuple[Number, ...]] = []
    later = 0 * gamma
    for each in reversed(own):
        shared.append(tuple(credit + later for credit in each))
        later = each[0] + later
    return tuple(reversed(shared))


def learned(logits: Rows, probabilities: Rows, played: PlayedEpisode, given: Sequence[float], rate: float) -> Rows:
    """Return the logits after a mini-episode: for each move, rate times its credit times the gradient of log π.

    The gradient of the logarithm of the probability of an action by the logits of what was seen is 1 for the action
    itself and 0 for others, less the probabilities, which are those at the time of playing.

    Source: Sutton and Barto 2018, Section 13.3; Williams 1992.
    """
    after = dict(logits)
    for seen, action, credit in zip(played.seen, played.actions, given, strict=True):
        row, chances, step = after[seen], probabilities[seen], rate * credit
        up, down, left, right = (row[a] + step * ((1.0 if a == action else 0.0) - chances[a]) for a in range(4))
        after[seen] = up, down, left, right
    return after


@lru_cache(maxsize=64)
def observations(world: World) -> tuple[GridObservation, ...]:
    """Return all that can be seen in a world before a move, in the order of `reachable`."""
    return tuple(dict.fromkeys(observe(state) for state in reachable(world) if state.remaining))


@lru_cache(maxsize=64)
def greatest_in_floats(world: World, gamma: Value) -> Mapping[int, float]:
    """Return m_l for each length l; raise `InvalidParameter` for coins beyond floats."""
    try:
        return {length: float(coins) for length, coins in greatest_coins_incremental(world, gamma).items()}
    except OverflowError:
        raise InvalidParameter("coins", "those of the world", f"values for which no reward is above {MOST:g}") from None


def first_state(world: World, training: Training) -> TrainingState:
    """Return the state before training: every logit 0, which is the uniform policy.

    Source: Thornley et al. 2024, Section 6.
    """
    logits = tuple((seen, (0.0,) * 4) for seen in observations(world))
    return TrainingState(0, 0, logits, (0.0,) * training.mini_episodes)


def require_training(world: World, training: Training, state: TrainingState) -> Mapping[int, float]:
    """Return m_l of each length, in floats, having checked that the world, the settings and the state fit.

    Raises `InvalidParameter` where the DREST reward is not defined, where a reward would be beyond floats, and for a
    state of another world or of other sizes.
    """
    greatest = greatest_in_floats(world, training.gamma)
    if training.agent != "default":
        if len(greatest) < 2:
            raise InvalidParameter("k", len(greatest), "at least 2 trajectory-lengths")
        if training.agent == "drest":
            require_coins(greatest)
    least = min(greatest.values()) if training.agent == "drest" else 1.0
    steepest = 0.0 if training.agent == "default" else (training.mini_episodes - 1) / len(greatest)
    try:
        most = training.mini_episodes * sum(float(coin.value) for coin in world.coins) / least
        most *= float(training.lam) ** -steepest
    except OverflowError:
        most = MOST
    if not most < MOST:
        raise InvalidParameter("mini_episodes", training.mini_episodes, f"fewer: a reward would be above {MOST:g}")
    wanted = observations(world)
    if tuple(seen for seen, _ in state.logits) != wanted:
        raise InvalidParameter(
            "state", f"{len(state.logits)} observations", f"the {len(wanted)} of this world, in order"
        )
    for seen, row in state.logits:
        if len(row) != len(MOVES) or not all(type(each) is float and isfinite(each) for each in row):
            raise InvalidParameter(f"logits of {seen}", row, "four finite floats")
    if len(state.baselines) != training.mini_episodes:
        raise InvalidParameter("baselines", len(state.baselines), f"one for each of {training.mini_episodes}")
    return greatest


def played(world: World, probabilities: Rows, exploration: float, draws: Draws, first: int) -> PlayedEpisode:
    """Play a mini-episode with the draws from number ``first`` on, one for each move.

    Source: Thornley et al. 2024, Sections 3 and 5.
    """
    state = world.start
    seen: list[GridObservation] = []
    actions: list[Action] = []
    collected: list[float] = []
    while state.remaining:
        observation = observe(state)
        action = chosen_action(probabilities[observation], exploration, float(draw(draws, first + len(actions))))
        state, value = move(world, state, action)
        seen.append(observation)
        actions.append(action)
        collected.append(float(value))
    return PlayedEpisode(tuple(seen), tuple(actions), tuple(collected))


def train_meta_episode(world: World, training: Training, draws: Draws, state: TrainingState) -> TrainingState:
    """Return the state after one more meta-episode.

    With credit per mini-episode the policy changes after each; else after the meta-episode, for all of its moves.

    Source: Thornley et al. 2024, Section 5; Sutton and Barto 2018, Section 13.3.
    """
    greatest = require_training(world, training, state)
    gamma, moves, logits = float(training.gamma), state.moves, dict(state.logits)
    counts = dict.fromkeys(greatest, 0)
    episodes: list[PlayedEpisode] = []
    rewards: list[tuple[float, ...]] = []
    returns: list[float] = []
    probabilities = {seen: softmax(row) for seen, row in logits.items()}
    for i in range(1, training.mini_episodes + 1):
        done = state.meta_episodes * training.mini_episodes + i - 1
        episode = played(world, probabilities, training.exploration(done), draws, moves)
        length = len(episode.actions)
        moves += length
        scale = weight(training, len(greatest), greatest[length], i, counts[length])
        counts[length] += 1
        episodes.append(episode)
        rewards.append(tuple(scale * value for value in episode.collected))
        if training.credit == "mini_episode":
            own = own_credits(rewards[-1], gamma)
            less = tuple(credit - state.baselines[i - 1] for credit in own)
            logits = learned(logits, probabilities, episode, less, training.learning_rate(done))
            probabilities = {seen: softmax(row) for seen, row in logits.items()}
            returns.append(own[0])
    if training.credit == "meta_episode":
        for i, (episode, given) in enumerate(zip(episodes, shared_credits(rewards, gamma), strict=True)):
            done = state.meta_episodes * training.mini_episodes + i
            less = tuple(credit - state.baselines[i] for credit in given)
            logits = learned(logits, probabilities, episode, less, training.learning_rate(done))
            returns.append(given[0])
    baselines = tuple(
        mean + training.baseline * (value - mean) for mean, value in zip(state.baselines, returns, strict=True)
    )
    return TrainingState(state.meta_episodes + 1, moves, tuple(logits.items()), baselines)


def train(
    world: World, training: Training, draws: Draws, state: TrainingState | None = None, *, until: int | None = None
) -> TrainingState:
    """Return the state after ``until`` meta-episodes, from the first state or the given one.

    By default ``until`` is the number of meta-episodes of the training.

    Source: Thornley et al. 2024, Section 5.
    Ledger: T24-reinforce*
    """
    state = first_state(world, training) if state is None else state
    while state.meta_episodes < (training.meta_episodes if until is None else until):
        state = train_meta_episode(world, training, draws, state)
    return state
