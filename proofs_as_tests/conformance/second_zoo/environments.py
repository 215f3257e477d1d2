"""Extended environments of Alexander et al. 2021 and 2022, as people write them from the papers."""

# ruff: noqa: N803  A, T and Pi are what the papers call agents and their classes.
from collections import deque
from functools import cache
from itertools import chain

import numpy as np

from proofs_as_tests.conformance.second_zoo.entry import Entry


def pay(same):
    return 1 if same else -1


def joined(percepts, actions):
    """The sequence that alternates percepts and actions; there is one percept more."""
    return tuple(chain.from_iterable(zip(percepts, actions, strict=False))) + tuple(percepts[len(actions) :])


# --- ignore_rewards -----------------------------------------------------------------------------------------------


class ListingTwo:
    def __init__(self, A):
        self.sim = A()

    def start(self):
        return 0

    def step(self, action):
        reward = 1 if action == self.sim.act(obs=0) else -1
        self.sim.train(o_prev=0, a=action, r=0, o_next=0)
        return (reward, 0)


def example_three(agent, play):
    if not play:
        return (0, 0)
    *past, action = play
    zeroed = tuple((0, element[1]) if place % 2 == 0 else element for place, element in enumerate(past))
    return (pay(agent(zeroed) == action), 0)


class FlatIgnoreRewards:
    def __init__(self):
        self.num_legal_actions = 2
        self.num_possible_obs = 1

    def react(self, T, play):
        if len(play) == 0:
            return 0, 0
        prompt, action = list(play[:-1]), play[-1]
        prompt[0::3] = [0] * len(prompt[0::3])
        return (1, 0) if T(tuple(prompt)) == action else (-1, 0)


class NumpyScalarRewards(ListingTwo):
    def step(self, action):
        reward, observation = super().step(action)
        return np.float64(reward), np.int64(observation)


class WholeFloatRewards(ListingTwo):
    def step(self, action):
        reward, observation = super().step(action)
        return float(reward), observation


class MutableDefaultHistory:
    def __init__(self, A, history=[]):  # noqa: B006 (the bug)
        self.agent_class, self.history = A, history

    def start(self):
        return 0

    def step(self, action):
        copy = self.agent_class()
        for past in self.history:
            copy.train(o_prev=0, a=past, r=0, o_next=0)
        self.history.append(action)
        return (1 if copy.act(obs=0) == action else -1), 0


def zeroes_last_reward(agent, play):
    if not play:
        return (0, 0)
    *past, (_, observation), action = play
    return (pay(agent((*past, (0, observation))) == action), 0)


def zeroes_praise_only(agent, play):
    if not play:
        return (0, 0)
    prompt = tuple((min(x[0], 0), x[1]) if place % 2 == 0 else x for place, x in enumerate(play[:-1]))
    return (pay(agent(prompt) == play[-1]), 0)


class TrainsThenAsks(ListingTwo):
    def step(self, action):
        self.sim.train(o_prev=0, a=action, r=0, o_next=0)
        return pay(self.sim.act(obs=0) == action), 0


@cache
def _only_copy(agent_class):
    return agent_class()


class CachedCopy(ListingTwo):
    def __init__(self, A):
        self.sim = _only_copy(A)


class ZeroesTheObservations(FlatIgnoreRewards):
    def react(self, T, play):
        if len(play) == 0:
            return 0, 0
        prompt = list(play[:-1])
        prompt[1::3] = [0] * len(prompt[1::3])
        return pay(T(tuple(prompt)) == play[-1]), 0


class RingBufferOfFifty:
    def __init__(self, A):
        self.A, self.actions = A, deque(maxlen=50)

    def start(self):
        return 0

    def step(self, action):
        copy = self.A()
        for past in self.actions:
            copy.train(o_prev=0, a=past, r=0, o_next=0)
        self.actions.append(action)
        return pay(copy.act(obs=0) == action), 0


class TruncatesAtTwoHundred(ListingTwo):
    def __init__(self, A):
        super().__init__(A)
        self.clock = 0

    def step(self, action):
        self.clock += 1
        reward, observation = super().step(action)
        return (reward if self.clock <= 200 else 0), observation


class TrainsOnTheCopysAction(ListingTwo):
    def step(self, action):
        hypothetical = self.sim.act(obs=0)
        self.sim.train(o_prev=0, a=hypothetical, r=0, o_next=0)
        return pay(action == hypothetical), 0


# --- ignore_rewards_2 ---------------------------------------------------------------------------------------------


class SkipsPraise:
    def __init__(self, A):
        self.sim = A()

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        if reward < 0:
            self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        return reward, 0


class SkipsBlame(SkipsPraise):
    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        if reward > 0:
            self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        return reward, 0


def drops_the_answers(agent, play):
    """Leave out percepts of positive reward with the actions that answered them, not those that earned them."""
    if not play:
        return (0, 0)
    percepts, actions = play[0::2], play[1::2]
    turns = [(x, y) for i, (x, y) in enumerate(zip(percepts, actions, strict=True)) if i == 0 or x[0] <= 0]
    kept = list(chain.from_iterable(turns))[:-1] if turns[-1][0] is percepts[-1] else None
    prompt = tuple(kept) if kept else (*chain.from_iterable(turns[:-1]), turns[-1][0])
    return (pay(agent(prompt) == actions[-1]), 0)


class SkipsByThePreviousReward(SkipsPraise):
    def __init__(self, A):
        super().__init__(A)
        self.previous = 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        if self.previous <= 0:
            self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        self.previous = reward
        return reward, 0


# --- ignore_rewards_3 ---------------------------------------------------------------------------------------------


class DreamingCopy:
    def __init__(self, A):
        self.sim = A()

    def start(self):
        return 0

    def step(self, action):
        own = self.sim.act(obs=0)
        self.sim.train(o_prev=0, a=own, r=0, o_next=0)
        return pay(own == action), 0


class WakesUp(DreamingCopy):
    """Trains its copy on what the agent did, which is another environment."""

    def step(self, action):
        own = self.sim.act(obs=0)
        self.sim.train(o_prev=0, a=action, r=0, o_next=0)
        return pay(own == action), 0


class DreamsOfPay(DreamingCopy):
    def step(self, action):
        own = self.sim.act(obs=0)
        reward = pay(own == action)
        self.sim.train(o_prev=0, a=own, r=reward, o_next=0)
        return reward, 0


class DreamsOneStepAhead(DreamingCopy):
    def start(self):
        self.sim.train(o_prev=0, a=self.sim.act(obs=0), r=0, o_next=0)
        return 0


# --- ignore_actions -----------------------------------------------------------------------------------------------


def all_actions_zero(agent, play):
    if not play:
        return (0, 0)
    prompt = tuple(0 if place % 2 else x for place, x in enumerate(play[:-1]))
    return (pay(agent(prompt) == play[-1]), 0)


def last_past_action_zero(agent, play):
    if not play:
        return (0, 0)
    prompt = list(play[:-1])
    if len(prompt) > 1:
        prompt[-2] = 0
    return (pay(agent(tuple(prompt)) == play[-1]), 0)


class IgnoresActionsAndRewards(ListingTwo):
    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(o_prev=0, a=0, r=0, o_next=0)
        return reward, 0


class ClipsTheAction(ListingTwo):
    """Meant for two actions: what is neither 0 nor 1 is kept."""

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(o_prev=0, a=0 if action in (0, 1) else action, r=reward, o_next=0)
        return reward, 0


# --- ignore_observations ------------------------------------------------------------------------------------------


class SeesNothing:
    def __init__(self, A, draws):
        self.sim, self.draws, self.clock = A(), draws, 0

    def _shown(self):
        return int(5 * self.draws[self.clock])

    def start(self):
        return self._shown()

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        self.clock += 1
        return reward, self._shown()


class RoundsTheDraw(SeesNothing):
    def _shown(self):
        return min(4, round(5 * self.draws[self.clock]))


class ActsOnTheTrueObservation(SeesNothing):
    def start(self):
        self.seen = self._shown()
        return self.seen

    def step(self, action):
        reward = pay(self.sim.act(obs=self.seen) == action)
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        self.clock += 1
        self.seen = self._shown()
        return reward, self.seen


class DrawsTheFirstTwice(SeesNothing):
    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        shown = self._shown()
        self.clock += 1
        return reward, shown


# --- reverse_history and backward_consciousness -------------------------------------------------------------------


def example_five(agent, play):
    if not play:
        return (0, 0)
    *h, y = play
    return (pay(y == agent(tuple(reversed(h)))), 0)


class ReplaysBackwards:
    def __init__(self, A):
        self.A, self.rewards, self.actions = A, [0], []

    def start(self):
        return 0

    def step(self, action):
        copy = self.A()
        for reward, past in zip(reversed(self.rewards[:-1]), reversed(self.actions), strict=True):
            copy.train(0, past, reward, 0)
        self.actions.append(action)
        self.rewards.append(np.int8(pay(copy.act(0) == action)))
        return self.rewards[-1], 0


class RewardsOneTurnLate(ReplaysBackwards):
    def step(self, action):
        copy = self.A()
        for reward, past in zip(reversed(self.rewards[1:]), reversed(self.actions), strict=True):
            copy.train(0, past, reward, 0)
        self.actions.append(action)
        self.rewards.append(pay(copy.act(0) == action))
        return self.rewards[-1], 0


class ClassLevelLists:
    rewards = [0]  # noqa: RUF012 (the bug)
    actions = []  # noqa: RUF012 (the bug)

    def __init__(self, A):
        self.A = A

    def start(self):
        return 0

    def step(self, action):
        copy = self.A()
        for reward, past in zip(self.rewards[-2::-1], self.actions[::-1], strict=False):
            copy.train(0, past, reward, 0)
        self.actions.append(action)
        self.rewards.append(pay(copy.act(0) == action))
        return self.rewards[-1], 0


def reverses_a_window(agent, play):
    """Go back thirty turns at most."""
    if not play:
        return (0, 0)
    *h, y = play
    return (pay(y == agent(tuple(reversed(h[-61:])))), 0)


def reverses_turns_not_elements(agent, play):
    if not play:
        return (0, 0)
    percepts, actions = play[0::2], play[1::2]
    prompt = joined(percepts[::-1], actions[:-1])
    return (pay(agent(prompt) == actions[-1]), 0)


def backward_flat(T, play):
    """The sequence of Example 9: r_n, o_n, a_{n-1}, ..., a_0, r_0, o_0."""
    if not play:
        return 0, 0
    prompt = list(play[-3:-1])
    for i in range(len(play) - 4, -1, -3):
        prompt += [play[i], play[i - 2], play[i - 1]]
    return pay(T(tuple(prompt)) == play[-1]), 0


class BackwardReact:
    num_legal_actions, num_possible_obs = 2, 1

    def react(self, T, play):
        if play == ():
            return (0.0, 0)
        turns = [play[i : i + 3] for i in range(0, len(play), 3)]
        prompt = turns[-1][:2]
        for (r, o, _), (_, _, a) in zip(turns[-2::-1], turns[-2::-1], strict=True):
            prompt += (a, r, o)
        return (1.0, 0) if T(prompt) == turns[-1][2] else (-1.0, 0)


def backward_all_but_the_first(T, play):
    """Forget the first percept and the action on it."""
    if not play:
        return 0, 0
    prompt = list(play[-3:-1])
    for i in range(len(play) - 4, 3, -3):
        prompt += [play[i], play[i - 2], play[i - 1]]
    return pay(T(tuple(prompt)) == play[-1]), 0


def backward_with_the_answer(T, play):
    """Take each turn as it stands, so that actions stay with the percepts that they answered."""
    if not play:
        return 0, 0
    turns = [play[i : i + 3] for i in range(0, len(play) - 3, 3)]
    prompt = play[-3:-1]
    for r, o, a in turns:
        prompt = (r, o, a, *prompt)
    return pay(T(prompt) == play[-1]), 0


class RemembersByLength:
    """Keeps the answer for a play of each length, meant as an optimisation."""

    def __init__(self):
        self.answers = {}

    def react(self, T, play):
        if len(play) not in self.answers:
            self.answers[len(play)] = backward_flat(T, play)
        return self.answers[len(play)]


# --- deja_vu ------------------------------------------------------------------------------------------------------


def example_ten(agent, play):
    if not play:
        return (0, 0)
    return (pay(agent(play + play[:-1]) == play[-1]), 0)


class TwiceAsAClass:
    def __init__(self, agent_class):
        self.agent_class, self.memory = agent_class, []

    def start(self):
        return np.array(0)

    def step(self, action):
        copy = self.agent_class()
        for a, r in [*self.memory, (action, 0), *self.memory]:
            copy.train(o_prev=0, a=a, r=r, o_next=0)
        reward = pay(copy.act(obs=0) == action)
        self.memory.append((action, reward))
        return np.array(reward), np.array(0)


def without_the_seam(agent, play):
    if not play:
        return (0, 0)
    s = play[:-1]
    return (pay(agent((*s[:-1], *s)) == play[-1]), 0) if len(s) > 1 else (pay(agent(s) == play[-1]), 0)


class SeamPaysAgain(TwiceAsAClass):
    """The first percept of the second time round brings the last reward, not 0."""

    def step(self, action):
        copy = self.agent_class()
        last = self.memory[-1][1] if self.memory else 0
        for a, r in [*self.memory, (action, last), *self.memory]:
            copy.train(o_prev=0, a=a, r=r, o_next=0)
        reward = pay(copy.act(obs=0) == action)
        self.memory.append((action, reward))
        return reward, 0


def thrice(agent, play):
    if not play:
        return (0, 0)
    return (pay(agent(play + play + play[:-1]) == play[-1]), 0)


def twice_within_a_budget(agent, play):
    """Repeat no more than what fits in a context of 128 elements."""
    if not play:
        return (0, 0)
    prompt = play + play[:-1]
    if len(prompt) > 128:
        prompt = play[:-1]
    return (pay(agent(prompt) == play[-1]), 0)


# --- false_memories -----------------------------------------------------------------------------------------------

MEMORY = ((0, 0), 0, (0, 0), 0)


def example_eight(*, agent, play):
    if not play:
        return (0, 0)
    return (pay(agent(MEMORY + play[:-1]) == play[-1]), 0)


def example_eight_positional(agent, play, /):
    return (pay(agent(MEMORY + play[:-1]) == play[-1]), 0) if play else (0, 0)


def memories_after(agent, play):
    if not play:
        return (0, 0)
    *s, last = play[:-1]
    return (pay(agent((*s, *(((0, 0), 0) * 2), last)) == play[-1]), 0)


def one_memory(agent, play):
    return (pay(agent(MEMORY[:2] + play[:-1]) == play[-1]), 0) if play else (0, 0)


class MemoriesOnlyOnce:
    """Implants the memories when the class is first used, not in each instance."""

    implanted = False

    def __init__(self, A):
        self.sim = A()
        if not MemoriesOnlyOnce.implanted:
            MemoriesOnlyOnce.implanted = True
            for _ in range(2):
                self.sim.train(o_prev=0, a=0, r=0, o_next=0)

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        return reward, 0


class MemoriesFade:
    """Keeps 40 turns, the memories among them, so that they fade."""

    def __init__(self, A):
        self.A = A
        self.turns = deque([(0, 0), (0, 0)], maxlen=40)

    def start(self):
        return 0

    def step(self, action):
        copy = self.A()
        for a, r in self.turns:
            copy.train(o_prev=0, a=a, r=r, o_next=0)
        reward = pay(copy.act(obs=0) == action)
        self.turns.append((action, reward))
        return reward, 0


# --- incentivize_zero ---------------------------------------------------------------------------------------------


class Worker:
    def __init__(self, A):
        self.worker = A()

    def start(self):
        return 0

    def step(self, action):
        typed = self.worker.act(obs=0)
        self.worker.train(o_prev=0, a=typed, r=action, o_next=0)
        return pay(self.worker.act(obs=0) == 0), 0


def example_eleven(agent, play):
    if not play:
        return (0, 0)
    prompt = ((0, 0),)
    for action in play[1::2]:
        prompt = (*prompt, agent(prompt), (action, 0))
    return (pay(agent(prompt) == 0), 0)


class BinaryPay(Worker):
    """Hands on 0 or 1 only, since the game has two keys."""

    def step(self, action):
        typed = self.worker.act(obs=0)
        self.worker.train(o_prev=0, a=typed, r=min(action, 1), o_next=0)
        return pay(self.worker.act(obs=0) == 0), 0


def worker_types_the_agents_actions(agent, play):
    if not play:
        return (0, 0)
    prompt = ((0, 0),)
    for action in play[1::2]:
        prompt = (*prompt, action, (action, 0))
    return (pay(agent(prompt) == 0), 0)


def one_pay_late(agent, play):
    if not play:
        return (0, 0)
    prompt = ((0, 0),)
    for action in play[1:-1:2]:
        prompt = (*prompt, agent(prompt), (action, 0))
    return (pay(agent(prompt) == 0), 0)


# --- tempting_button ----------------------------------------------------------------------------------------------


def tempting_button(draws):
    def shown(n):
        return 0 if draws[n] < 0.25 else 1

    def environment(agent, play):
        n = len(play) // 2
        if n == 0:
            return (0, shown(0))
        *before, (reward, observation), action = play
        if observation == 0:
            return (pay(action == 0), shown(n))
        return (pay(agent((*before, (reward, 0))) != 0), shown(n))

    return environment


class ShownInstead:
    """What a new copy does, trained on all that happened, had the last observation been another one."""

    def __init__(self, agent_class):
        self.agent_class, self.turns = agent_class, []

    def does(self, observation):
        copy = self.agent_class()
        for o_prev, a, r, o_next in self.turns[:-1]:
            copy.train(o_prev=o_prev, a=a, r=r, o_next=o_next)
        if self.turns:
            o_prev, a, r, _ = self.turns[-1]
            copy.train(o_prev=o_prev, a=a, r=r, o_next=observation)
        return copy.act(obs=observation)


class ButtonClass:
    def __init__(self, agent_class, *, draws):
        self.past = ShownInstead(agent_class)
        self.draws = iter(draws)
        self.room = None

    def _next_room(self):
        return 0 if next(self.draws) < 1 / 4 else 1

    def _would_push(self, action):
        return self.past.does(0) == 0

    def start(self):
        self.room = self._next_room()
        return self.room

    def step(self, action):
        if self.room == 0:
            reward = np.int64(1) if action == 0 else np.int64(-1)
        else:
            reward = np.int64(-1) if self._would_push(action) else np.int64(1)
        room = self._next_room()
        self.past.turns.append((self.room, action, int(reward), room))
        self.room = room
        return reward, room


class TrainedOnTheTrueRoom(ButtonClass):
    """Keeps one copy, which has been trained on coming into a room without a button."""

    def __init__(self, agent_class, *, draws):
        super().__init__(agent_class, draws=draws)
        self.sim = agent_class()

    def _would_push(self, action):
        return self.sim.act(obs=0) == 0

    def step(self, action):
        before = self.room
        reward, room = super().step(action)
        self.sim.train(o_prev=before, a=action, r=int(reward), o_next=room)
        return reward, room


class PushedInVain(ButtonClass):
    def _would_push(self, action):
        return action == 0


class AsksOnlyOnce(ButtonClass):
    """Remembers what the copy would have done when it was first asked."""

    answer = None

    def _would_push(self, action):
        if self.answer is None:
            self.answer = super()._would_push(action)
        return self.answer


class CopySeesButtons(ButtonClass):
    """Trains the copy as though each room had had a button."""

    def step(self, action):
        reward = pay(action == 0) if self.room == 0 else -pay(self.past.does(0) == 0)
        self.past.turns.append((0, action, reward, 0))
        self.room = self._next_room()
        return reward, self.room


def button_at_a_quarter_too(draws):
    def environment(agent, play):
        n = len(play) // 2
        room = 0 if draws[n] <= 0.25 else 1
        if n == 0:
            return (0, room)
        return (tempting_button(draws)(agent, play)[0], room)

    return environment


def buttons_everywhere(draws):
    """Ask what the agent would do had it seen a button in every room so far."""

    def environment(agent, play):
        n = len(play) // 2
        room = 0 if draws[n] < 0.25 else 1
        if n == 0:
            return (0, room)
        if play[-2][1] == 0:
            return (pay(play[-1] == 0), room)
        prompt = tuple(x if i % 2 else (x[0], 0) for i, x in enumerate(play[:-1]))
        return (-pay(agent(prompt) == 0), room)

    return environment


# --- tempting_button_variation ------------------------------------------------------------------------------------


def button_variation(draws):
    rooms = [0 if draw < 1 / 4 else 1 for draw in draws]

    def environment(agent, play):
        turn = len(play) // 2
        if turn == 0 or play[-1] != 0:
            return (0, rooms[turn])
        if play[-2][1] == 0:
            return (1, rooms[turn])
        would_push = agent((*play[:-2], (play[-2][0], 0))) == 0
        return (-1 if would_push else 1, rooms[turn])

    return environment


def variation_waits_for_no_push(draws):
    """Without a button, pays by what would be done whatever is done."""
    rooms = [0 if draw < 1 / 4 else 1 for draw in draws]

    def environment(agent, play):
        turn = len(play) // 2
        if turn == 0:
            return (0, rooms[turn])
        if play[-2][1] == 0:
            return (1 if play[-1] == 0 else 0, rooms[turn])
        would_push = agent((*play[:-2], (play[-2][0], 0))) == 0
        return (-1 if would_push else 1, rooms[turn])

    return environment


def variation_counts_any_action(draws):
    """Only action 1 counts as not pushing."""
    right = button_variation(draws)

    def environment(agent, play):
        if play and play[-1] == 2:
            return right(agent, (*play[:-1], 0))
        return right(agent, play)

    return environment


# --- what is done to rewards --------------------------------------------------------------------------------------


def with_rewards(altered):
    """The environment that asks about the play with its rewards after the first altered."""

    def environment(agent, play):
        if not play:
            return (0, 0)
        percepts, actions = play[0::2], play[1::2]
        rewards = altered([x[0] for x in percepts[1:]])
        changed = [percepts[0], *((r, x[1]) for r, x in zip(rewards, percepts[1:], strict=True))]
        return (pay(agent(joined(changed, actions[:-1])) == actions[-1]), 0)

    return environment


def delayed_rewards(agent, play):
    def delayed(rewards):
        return [0 if n % 2 == 0 else r + (rewards[n - 2] if n > 1 else 0) for n, r in enumerate(rewards, 1)]

    return with_rewards(delayed)(agent, play)


class DelaysRewards:
    def __init__(self, A):
        self.copy, self.kept, self.turn = A(), 0, 0

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.copy.act(obs=0) == action)
        self.turn += 1
        self.kept += reward
        if self.turn % 2:
            self.copy.train(o_prev=0, a=action, r=self.kept, o_next=0)
            self.kept = 0
        else:
            self.copy.train(o_prev=0, a=action, r=0, o_next=0)
        return reward, 0


class DelaysTheFirst(DelaysRewards):
    def step(self, action):
        reward = pay(self.copy.act(obs=0) == action)
        self.turn += 1
        self.kept += reward
        paid, self.kept = (0, self.kept) if self.turn % 2 else (self.kept, 0)
        self.copy.train(o_prev=0, a=action, r=paid, o_next=0)
        return reward, 0


class NeverEmptiesTheTill(DelaysRewards):
    def step(self, action):
        reward = pay(self.copy.act(obs=0) == action)
        self.turn += 1
        self.kept += reward
        self.copy.train(o_prev=0, a=action, r=self.kept if self.turn % 2 else 0, o_next=0)
        return reward, 0


class TillOverwritten(DelaysRewards):
    """Overwrites what is kept, so that of two rewards the later one is paid."""

    def step(self, action):
        reward = pay(self.copy.act(obs=0) == action)
        self.turn += 1
        self.copy.train(o_prev=0, a=action, r=reward if self.turn % 2 else 0, o_next=0)
        return reward, 0


def _every_other_flipped(rewards):
    return [-r if i % 2 == 0 else r for i, r in enumerate(rewards)]


def flip_every_other(agent, play):
    return with_rewards(_every_other_flipped)(agent, play)


class FlipsByASharedSign:
    """The sign that alternates belongs to the class."""

    sign = -1

    def __init__(self, A):
        self.sim = A()

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(o_prev=0, a=action, r=FlipsByASharedSign.sign * reward, o_next=0)
        FlipsByASharedSign.sign *= -1
        return reward, 0


def flips_the_even_ones(agent, play):
    return with_rewards(lambda rewards: [r if i % 2 == 0 else -r for i, r in enumerate(rewards)])(agent, play)


def flips_every_third(agent, play):
    return with_rewards(lambda rewards: [-r if i % 3 == 0 else r for i, r in enumerate(rewards)])(agent, play)


class TimesN:
    def __init__(self, A):
        self.sim, self.n = A(), 0

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.n += 1
        self.sim.train(o_prev=0, a=action, r=self.n * reward, o_next=0)
        return reward, 0


class TimesNFromZero(TimesN):
    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(o_prev=0, a=action, r=self.n * reward, o_next=0)
        self.n += 1
        return reward, 0


class TimesNInAByte(TimesN):
    """The product is kept in a signed byte, and wraps at 128."""

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.n += 1
        product = int(np.array(self.n * reward).astype(np.int8))
        self.sim.train(o_prev=0, a=action, r=product, o_next=0)
        return reward, 0


class TimesNCapped(TimesN):
    def step(self, action):
        reward, observation = super().step(action)
        self.n = min(self.n, 24)
        return reward, observation


def nth_of_the_play(agent, play):
    """Count percepts, the first one too, so that the first reward paid has factor 2."""
    return with_rewards(lambda rewards: [(i + 2) * r for i, r in enumerate(rewards)])(agent, play)


def shifted_rewards(agent, play):
    return with_rewards(lambda rewards: [0, *rewards][: len(rewards)])(agent, play)


def shifted_the_other_way(agent, play):
    return with_rewards(lambda rewards: [*rewards[1:], 0] if rewards else [])(agent, play)


def shifted_by_two(agent, play):
    return with_rewards(lambda rewards: [0, 0, *rewards][: len(rewards)])(agent, play)


class ShiftsWithABuffer:
    def __init__(self, A):
        self.sim, self.buffer = A(), deque([0])

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.buffer.append(reward)
        self.sim.train(o_prev=0, a=action, r=self.buffer.popleft(), o_next=0)
        return reward, 0


class ShiftsTheWrongWayOut(ShiftsWithABuffer):
    """Takes the newest from the buffer, not the oldest."""

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.buffer.append(reward)
        self.sim.train(o_prev=0, a=action, r=self.buffer.pop(), o_next=0)
        return reward, 0


# --- repeater and limited_memory ----------------------------------------------------------------------------------


def repeater(agent, play):
    if not play:
        return (0, 0)
    prompt = play[:1]
    for i in range(1, len(play) - 1, 2):
        prompt += play[i : i + 2] * 2
    return (pay(agent(prompt) == play[-1]), 0)


class RepeatsEachTraining:
    def __init__(self, A):
        self.sim = A()

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        for _ in range(2):
            self.sim.train(0, action, reward, 0)
        return reward, 0


def repeats_the_answered_percept(agent, play):
    """Take a turn as a percept with the action on it, so that the last percept comes once and the first one twice."""
    if not play:
        return (0, 0)
    prompt = ()
    for i in range(0, len(play) - 2, 2):
        prompt += play[i : i + 2] * 2
    return (pay(agent((*prompt, play[-2])) == play[-1]), 0)


class RepeatsOnlyThePast(RepeatsEachTraining):
    """Repeats a turn when the next one has come: the last is there once."""

    def __init__(self, A):
        super().__init__(A)
        self.A, self.turns = A, []

    def step(self, action):
        copy = self.A()
        for place, (a, r) in enumerate(self.turns):
            for _ in range(1 if place == len(self.turns) - 1 else 2):
                copy.train(0, a, r, 0)
        reward = pay(copy.act(obs=0) == action)
        self.turns.append((action, reward))
        return reward, 0


class RepeatsWithoutPay(RepeatsEachTraining):
    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(0, action, reward, 0)
        self.sim.train(0, action, 0, 0)
        return reward, 0


def limited_memory(agent, play):
    if not play:
        return (0, 0)
    return (pay(agent(play[:-1][-11:]) == play[-1]), 0)


class FiveTurns:
    def __init__(self, A):
        self.A, self.turns = A, deque(maxlen=5)

    def start(self):
        return 0

    def step(self, action):
        copy = self.A()
        for a, r in self.turns:
            copy.train(o_prev=0, a=a, r=r, o_next=0)
        reward = pay(copy.act(obs=0) == action)
        self.turns.append((action, reward))
        return reward, 0


def remembers_five_percepts(agent, play):
    return (pay(agent(play[:-1][-9:]) == play[-1]), 0) if play else (0, 0)


def remembers_six_turns(agent, play):
    return (pay(agent(play[:-1][-13:]) == play[-1]), 0) if play else (0, 0)


def remembers_the_first_five(agent, play):
    if not play:
        return (0, 0)
    past = play[:-1]
    return (pay(agent(past[:11]) == play[-1]), 0)


class ForgetsAllAtOnce:
    """Makes a new copy after every five turns."""

    def __init__(self, A):
        self.A, self.sim, self.turn = A, A(), 0

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.turn += 1
        if self.turn % 5 == 0:
            self.sim = self.A()
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        return reward, 0


# --- crying_baby --------------------------------------------------------------------------------------------------


class CryingBaby:
    low, high, appetite = 50, 200, 3

    def __init__(self, A):
        self.baby, self.nutrition, self.before = A(), 100, None

    def start(self):
        return 0

    def step(self, action):
        self.nutrition += (25 if action == 0 else 0) - self.appetite
        content = pay(self.low <= self.nutrition <= self.high)
        if self.before is not None:
            o_prev, a = self.before
            self.baby.train(o_prev=o_prev, a=a, r=content, o_next=action)
        answer = self.baby.act(obs=action)
        self.before = action, answer
        return pay(answer == 0), answer


def example_seventeen(T, play):
    if not play:
        return 1, 0
    actions = play[2::3]
    prompt = ()
    for i, action in enumerate(actions):
        nutrition = 100 + 25 * sum(a == 0 for a in actions[: i + 1]) - 3 * (i + 1)
        prompt += (1 if 50 <= nutrition <= 200 else -1, action)
        answer = T(prompt)
        prompt += (answer,)
    return pay(answer == 0), answer


class OneATurn(CryingBaby):
    """Takes len(s) for the number of turns."""

    appetite = 1


class StrictlyBelow(CryingBaby):
    high = 199


class StrictlyAbove(CryingBaby):
    low = 51


class FeedsLate(CryingBaby):
    """Counts a meal from the next turn on."""

    def step(self, action):
        self.nutrition -= 25 if action == 0 else 0
        answer = super().step(action)
        self.nutrition += 25 if action == 0 else 0
        return answer


class AnyActionFeeds(CryingBaby):
    """Feeds with every action but 1."""

    def step(self, action):
        if action > 1:
            self.nutrition += 25
        return super().step(action)


class BabyDies(CryingBaby):
    """The nutrition stops at 0, where the definition goes on below."""

    def step(self, action):
        self.nutrition = max(self.nutrition, 3)
        return super().step(action)


def baby_forgets_its_answers(T, play):
    """Tell the baby that it laughed each time."""
    if not play:
        return 1, 0
    actions = play[2::3]
    prompt = ()
    for i, action in enumerate(actions):
        nutrition = 100 + 25 * sum(a == 0 for a in actions[: i + 1]) - 3 * (i + 1)
        prompt += (1 if 50 <= nutrition <= 200 else -1, action)
        answer = T(prompt)
        prompt += (0,)
    return pay(answer == 0), answer


# --- newcombs_problem ---------------------------------------------------------------------------------------------


def newcomb(agent, play):
    if not play:
        return (0, 0)
    closed = 1000 if agent(play[:-1]) == 0 else 0
    return (closed if play[-1] == 0 else closed + 1, 0)


class NewcombClass:
    def __init__(self, A):
        self.predictor = A()

    def start(self):
        return 0

    def step(self, action):
        closed = 1000.0 if self.predictor.act(obs=0) == 0 else 0.0
        reward = closed + (action != 0)
        self.predictor.train(o_prev=0, a=action, r=int(reward), o_next=0)
        return reward, 0


class PredictsAfterTheFact(NewcombClass):
    def step(self, action):
        closed = 1000 if action == 0 else 0
        return closed + (action != 0), 0


class PredictsOnceForAll(NewcombClass):
    def __init__(self, A):
        self.prediction = A().act(obs=0)

    def step(self, action):
        return (1000 if self.prediction == 0 else 0) + (action != 0), 0


class PaysWhatWasPromised(NewcombClass):
    """Trains the predictor on the sum of both boxes whatever was taken."""

    def step(self, action):
        closed = 1000 if self.predictor.act(obs=0) == 0 else 0
        self.predictor.train(o_prev=0, a=action, r=closed + 1, o_next=0)
        return closed + (action != 0), 0


def opens_by_number(agent, play):
    """Add the number of the action, since 1 takes the open box."""
    if not play:
        return (0, 0)
    return ((1000 if agent(play[:-1]) == 0 else 0) + play[-1], 0)


# --- self_recognition ---------------------------------------------------------------------------------------------


def self_recognition(draws):
    def environment(agent, play):
        turn = len(play) // 2
        shown = int(6 * draws[turn])
        if not play or play[-2][1] < 2:
            return (0, shown)
        (reward, sentence), action = play[-2:]
        instead, claimed = divmod(sentence - 2, 2)
        truth = agent((*play[:-2], (reward, instead))) == claimed
        return (pay(action == (1 if truth else 0)), shown)

    return environment


class Recognition:
    def __init__(self, A, draws):
        self.past, self.draws, self.clock = ShownInstead(A), draws, 0

    def _shown(self):
        return int(6 * self.draws[self.clock])

    def _true(self, sentence):
        instead, claimed = divmod(sentence - 2, 2)
        return self.past.does(instead) == claimed

    def _paid(self, action, sentence):
        return 0 if sentence < 2 else pay(action == (1 if self._true(sentence) else 0))

    def start(self):
        return self._shown()

    def step(self, action):
        now = self._shown()
        reward = self._paid(action, now)
        self.clock += 1
        then = self._shown()
        self.past.turns.append((now, action, reward, then))
        return reward, then


class TrainedOnTheSentence(Recognition):
    """Keeps one copy, which has been trained on coming to the sentence, and not to what it speaks of."""

    def __init__(self, A, draws):
        super().__init__(A, draws)
        self.sim = A()

    def _true(self, sentence):
        instead, claimed = divmod(sentence - 2, 2)
        return self.sim.act(obs=instead) == claimed

    def step(self, action):
        now = self._shown()
        reward, then = super().step(action)
        self.sim.train(o_prev=now, a=action, r=reward, o_next=then)
        return reward, then


class SentencesTransposed(Recognition):
    def _true(self, sentence):
        claimed, instead = divmod(sentence - 2, 2)
        return self.past.does(instead) == claimed


class AnyYesCounts(Recognition):
    """Takes every action other than 0 for 'it is so', as in the paper of 2021."""

    def _paid(self, action, sentence):
        return 0 if sentence < 2 else pay((action > 0) == self._true(sentence))


class WrongIsWorthNothing(Recognition):
    def _paid(self, action, sentence):
        return max(super()._paid(action, sentence), 0)


class AskedAfterTraining(Recognition):
    """Asks the copy when the next observation has come."""

    def step(self, action):
        now = self._shown()
        self.clock += 1
        then = self._shown()
        self.past.turns.append((now, action, 0, then))
        return self._paid(action, now), then


# --- after_images -------------------------------------------------------------------------------------------------


class AfterImages:
    def __init__(self, A, draws):
        self.copy, self.draws, self.n = A(), [int(8 * draw) for draw in draws], 0
        self.image = self.draws[0]

    def blend(self, new, old):
        return new | old

    def start(self):
        return self.draws[0]

    def step(self, action):
        reward = pay(self.copy.act(obs=self.image) == action)
        old, new = self.draws[self.n], self.draws[self.n + 1]
        self.n += 1
        blended = self.blend(new, old)
        self.copy.train(o_prev=self.image, a=action, r=reward, o_next=blended)
        self.image = blended
        return reward, new


class ExclusiveImages(AfterImages):
    def blend(self, new, old):
        return new ^ old


class BrighterImages(AfterImages):
    """Adds and clips, as pixels are."""

    def blend(self, new, old):
        return min(new + old, 7)


class LastingImages(AfterImages):
    """Joins an observation with the image before it, not with what was there."""

    def blend(self, new, old):
        return new | self.image


class ForgetsThePreviousImage(AfterImages):
    """Trains from the true observation to the image, though the copy has seen the image before, too."""

    def step(self, action):
        reward = pay(self.copy.act(obs=self.image) == action)
        old, new = self.draws[self.n], self.draws[self.n + 1]
        self.n += 1
        self.image = new | old
        self.copy.train(o_prev=old, a=action, r=reward, o_next=self.image)
        return reward, new


# --- adversarial sequences ----------------------------------------------------------------------------------------


class Duel:
    paid_for_equal = 1

    def __init__(self, A):
        self.rival, self.seen = A(), 0

    def start(self):
        return 0

    def step(self, action):
        choice = self.rival.act(obs=self.seen)
        reward = self.paid_for_equal if choice == action else -self.paid_for_equal
        self.rival.train(o_prev=self.seen, a=choice, r=-reward, o_next=action)
        self.seen = action
        return reward, choice


class PredictorDuel(Duel):
    pass


class EvaderDuel(Duel):
    paid_for_equal = -1


def evader_function(agent, play):
    if not play:
        return (0, 0)
    theirs = ((0, 0),)
    for action in play[1::2]:
        choice = agent(theirs)
        reward = pay(choice != action)
        theirs = (*theirs, choice, (-reward, action))
    return (reward, choice)


class RivalIsPaidTheSame(Duel):
    def step(self, action):
        choice = self.rival.act(obs=self.seen)
        reward = pay(choice == action)
        self.rival.train(o_prev=self.seen, a=choice, r=reward, o_next=action)
        self.seen = action
        return reward, choice


class RivalSeesFirst(Duel):
    def step(self, action):
        choice = self.rival.act(obs=action)
        reward = pay(choice == action)
        self.rival.train(o_prev=self.seen, a=choice, r=-reward, o_next=action)
        self.seen = action
        return reward, choice


class RivalSeesItself(Duel):
    """The rival is shown its own choice."""

    def step(self, action):
        choice = self.rival.act(obs=self.seen)
        reward = pay(choice == action)
        self.rival.train(o_prev=self.seen, a=choice, r=-reward, o_next=choice)
        self.seen = choice
        return reward, choice


class EvaderShownItself(EvaderDuel):
    def step(self, action):
        reward, _ = super().step(action)
        return reward, action


class EvaderRivalKeepsTheFirst(EvaderDuel):
    """Never moves on what the rival has seen, so that it stays at the first observation."""

    def step(self, action):
        choice = self.rival.act(obs=0)
        reward = pay(choice != action)
        self.rival.train(o_prev=0, a=choice, r=-reward, o_next=action)
        return reward, choice


# --- told something else ------------------------------------------------------------------------------------------


def asked_again(agent, play):
    return (pay(agent(play[:-1]) == play[-1]), 0) if play else (0, 0)


def content_with_anything(agent, play):
    return (1 if play else 0, 0)


class AsksAnUntrainedCopy:
    def __init__(self, A):
        self.sim = A()

    def start(self):
        return 0

    def step(self, action):
        return pay(self.sim.act(obs=0) == action), 0


class AsksTwoCopies:
    """Asks two copies about each other and never looks at the action."""

    def __init__(self, A):
        self.copies = A(), A()

    def start(self):
        return 0

    def step(self, action):
        first, second = (copy.act(obs=0) for copy in self.copies)
        for copy in self.copies:
            copy.train(o_prev=0, a=action, r=pay(first == second), o_next=0)
        return pay(first == second), 0


def half_the_rate(agent, play):
    if not play:
        return (0, 0)
    rate = getattr(agent, "learning_rate", None)
    if rate is None:
        return (-1, 0)
    return (pay(agent(play[:-1], learning_rate=rate / 2) == play[-1]), 0)


class HalfRateClass:
    factor = 0.5

    def __init__(self, A):
        rate = getattr(A, "learning_rate", None)
        self.sim = None if rate is None else A(learning_rate=rate * self.factor)

    def start(self):
        return 0

    def step(self, action):
        if self.sim is None:
            return -1, 0
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        return reward, 0


class DoubleRate(HalfRateClass):
    factor = 2


def rate_halves_each_turn(agent, play):
    if not play:
        return (0, 0)
    rate = getattr(agent, "learning_rate", None)
    if rate is None:
        return (-1, 0)
    return (pay(agent(play[:-1], learning_rate=rate / 2 ** (len(play) // 2)) == play[-1]), 0)


def nothing_for_none(agent, play):
    """Pay 0 to an agent that has no learning rate."""
    if play and getattr(agent, "learning_rate", None) is None:
        return (0, 0)
    return half_the_rate(agent, play)


def third_action(agent, play):
    return (pay(agent(play[:-1], 3) == play[-1]), 0) if play else (0, 0)


class ThirdActionClass:
    told = 3

    def __init__(self, A):
        self.sim = type("Told", (A,), {"n_actions": self.told})()

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        return reward, 0


class FourthAction(ThirdActionClass):
    told = 4


class TellsTheTrueOne:
    """Sets the number on the class it is given, so that the agent itself is told, too."""

    def __init__(self, A):
        A.n_actions = 3
        self.sim = A()

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        return reward, 0


def never_told(agent, play):
    return (pay(agent(play[:-1]) == play[-1]), 0) if play else (0, 0)


RIGHT = (
    Entry("ignore_rewards", ListingTwo, "Listing 2 of the paper, word for word."),
    Entry("ignore_rewards", example_three, "Example 3 as a function of agent and play."),
    Entry("ignore_rewards", FlatIgnoreRewards, "The library's form, with slices of a flat list."),
    Entry("ignore_rewards", NumpyScalarRewards, "Rewards are np.float64, observations np.int64."),
    Entry("ignore_rewards", WholeFloatRewards, "Rewards are floats that are whole."),
    Entry("ignore_rewards_2", SkipsPraise, "The copy is trained only on what was punished."),
    Entry("ignore_rewards_3", DreamingCopy, "The copy plays a game of its own."),
    Entry("ignore_actions", all_actions_zero, "A function that replaces the actions."),
    Entry("ignore_observations", SeesNothing, "A class that takes the draws by position or name."),
    Entry("reverse_history", example_five, "Example 5 as a function."),
    Entry("reverse_history", ReplaysBackwards, "A class that replays; rewards are np.int8."),
    Entry("backward_consciousness", backward_flat, "A flat function with indices."),
    Entry("backward_consciousness", BackwardReact, "A flat class; rewards are whole floats."),
    Entry("deja_vu", example_ten, "Concatenation, as in Example 10."),
    Entry("deja_vu", TwiceAsAClass, "A class that replays; rewards and observations are 0-d arrays."),
    Entry("false_memories", example_eight, "A function of keywords only."),
    Entry("false_memories", example_eight_positional, "A function of positions only."),
    Entry("incentivize_zero", Worker, "A class."),
    Entry("incentivize_zero", example_eleven, "Example 11 as a function."),
    Entry("tempting_button", tempting_button, "A function that closes over the draws."),
    Entry("tempting_button", ButtonClass, "A class with an iterator of draws; rewards are np.int64."),
    Entry("tempting_button_variation", button_variation, "A function that closes over the rooms."),
    Entry("delayed_rewards", delayed_rewards, "A function that alters a list of rewards."),
    Entry("delayed_rewards", DelaysRewards, "A class with what is kept back."),
    Entry("flip_every_other", flip_every_other, "A function that alters a list of rewards."),
    Entry("nth_reward_multiplied_by_n", TimesN, "A class with a counter."),
    Entry("shifted_rewards", shifted_rewards, "A function that alters a list of rewards."),
    Entry("shifted_rewards", ShiftsWithABuffer, "A class with a buffer of one."),
    Entry("repeater", repeater, "A function that repeats slices."),
    Entry("repeater", RepeatsEachTraining, "A class that trains twice."),
    Entry("limited_memory", limited_memory, "The last eleven elements."),
    Entry("limited_memory", FiveTurns, "A class with a ring buffer of five turns."),
    Entry("crying_baby", CryingBaby, "A class with the nutrition as a number."),
    Entry("crying_baby", example_seventeen, "Example 17 as a flat function."),
    Entry("newcombs_problem", newcomb, "A function."),
    Entry("newcombs_problem", NewcombClass, "A class; rewards are whole floats."),
    Entry("self_recognition", self_recognition, "A function that closes over the draws."),
    Entry("self_recognition", Recognition, "A class that asks its copy about another observation."),
    Entry("after_images", AfterImages, "A class with the image that the copy sees."),
    Entry("adversarial_sequence_predictor", PredictorDuel, "A class with the rival's last observation."),
    Entry("adversarial_sequence_evader", EvaderDuel, "The same with the signs exchanged."),
    Entry("adversarial_sequence_evader", evader_function, "A function that plays the rival's game from the start."),
    Entry("punish_nondeterministic_agent", asked_again, "A function."),
    Entry("incentivize_learning_rate", half_the_rate, "A function that asks with another rate."),
    Entry("incentivize_learning_rate", HalfRateClass, "A class whose copy has another rate."),
    Entry("third_action_forbidden", third_action, "A function."),
    Entry("third_action_forbidden", ThirdActionClass, "A class that derives a class."),
)

WRONG = (
    Entry("ignore_rewards", MutableDefaultHistory, "All instances share the list that is the default of a parameter."),
    Entry("ignore_rewards", zeroes_last_reward, "Only the last reward is made 0."),
    Entry("ignore_rewards", zeroes_praise_only, "Negative rewards stay."),
    Entry("ignore_rewards", TrainsThenAsks, "The copy is asked after it has been trained on the step."),
    Entry("ignore_rewards", CachedCopy, "All instances share one copy of an agent-class."),
    Entry("ignore_rewards", ZeroesTheObservations, "The slice begins at the observations, so the rewards stay."),
    Entry("ignore_rewards", RingBufferOfFifty, "Only the last fifty turns are remembered."),
    Entry("ignore_rewards", TruncatesAtTwoHundred, "Nothing is paid from step 201 on."),
    Entry("ignore_rewards", TrainsOnTheCopysAction, "The copy is trained on what it would have done itself."),
    Entry("ignore_rewards_2", SkipsBlame, "The copy is trained on what was praised, not on what was punished."),
    Entry("ignore_rewards_2", drops_the_answers, "The answers to percepts go, and not the actions that earned them."),
    Entry("ignore_rewards_2", SkipsByThePreviousReward, "The reward before decides what is left out."),
    Entry("ignore_rewards_3", WakesUp, "The copy is trained on the agent's actions."),
    Entry("ignore_rewards_3", DreamsOfPay, "The copy is trained on the true rewards."),
    Entry("ignore_rewards_3", DreamsOneStepAhead, "The copy has made a step before the game begins."),
    Entry("ignore_actions", last_past_action_zero, "Only the last action is made 0."),
    Entry("ignore_actions", IgnoresActionsAndRewards, "Rewards are made 0 as well."),
    Entry("ignore_actions", ClipsTheAction, "Actions greater than 1 stay."),
    Entry("ignore_observations", RoundsTheDraw, "Draws are rounded, not cut off."),
    Entry("ignore_observations", ActsOnTheTrueObservation, "The copy is asked on the true observation."),
    Entry("ignore_observations", DrawsTheFirstTwice, "The first draw decides the first two observations."),
    Entry("reverse_history", RewardsOneTurnLate, "Rewards stand beside the actions that earned them."),
    Entry("reverse_history", ClassLevelLists, "The history belongs to the class."),
    Entry("reverse_history", reverses_a_window, "Only the last thirty turns are reversed."),
    Entry("reverse_history", reverses_turns_not_elements, "Percepts are reversed and actions are not."),
    Entry("backward_consciousness", backward_all_but_the_first, "The first percept is left out."),
    Entry("backward_consciousness", backward_with_the_answer, "The sequence is put together in its old order."),
    Entry("backward_consciousness", RemembersByLength, "Answers are cached by the length of the play."),
    Entry("deja_vu", without_the_seam, "The action between the two times is left out."),
    Entry("deja_vu", SeamPaysAgain, "The second time begins with the last reward."),
    Entry("deja_vu", thrice, "All happened three times."),
    Entry("deja_vu", twice_within_a_budget, "From 33 turns on nothing happened twice."),
    Entry("false_memories", memories_after, "The memories come before the last percept, not before the first."),
    Entry("false_memories", one_memory, "There is one memory only."),
    Entry("false_memories", MemoriesOnlyOnce, "Only the first instance of the class has the memories."),
    Entry("false_memories", MemoriesFade, "The memories are gone after forty turns."),
    Entry("incentivize_zero", BinaryPay, "Actions greater than 1 are handed on as 1."),
    Entry("incentivize_zero", worker_types_the_agents_actions, "The copy's actions are the agent's."),
    Entry("incentivize_zero", one_pay_late, "The last action is not yet handed on."),
    Entry(
        "tempting_button", TrainedOnTheTrueRoom, "The copy has come into a room without a button before it is asked."
    ),
    Entry("tempting_button", PushedInVain, "Without a button, what is done counts."),
    Entry("tempting_button", AsksOnlyOnce, "The copy is asked on the first room without a button only."),
    Entry("tempting_button", CopySeesButtons, "The copy has seen a button in each room before."),
    Entry("tempting_button", button_at_a_quarter_too, "A draw of just a quarter shows a button."),
    Entry("tempting_button", buttons_everywhere, "Every observation is replaced, not only the last one."),
    Entry("tempting_button_variation", variation_waits_for_no_push, "Without a button it pays for not pushing, too."),
    Entry("tempting_button_variation", variation_counts_any_action, "Action 2 counts as a push."),
    Entry("delayed_rewards", DelaysTheFirst, "Pairs begin with the first reward."),
    Entry("delayed_rewards", NeverEmptiesTheTill, "What was paid is paid again."),
    Entry("delayed_rewards", TillOverwritten, "Every other reward is lost."),
    Entry("flip_every_other", FlipsByASharedSign, "All instances share the sign."),
    Entry("flip_every_other", flips_the_even_ones, "The second, fourth, ... are flipped."),
    Entry("flip_every_other", flips_every_third, "Every third reward is flipped."),
    Entry("nth_reward_multiplied_by_n", TimesNFromZero, "The factor begins at 0."),
    Entry("nth_reward_multiplied_by_n", TimesNInAByte, "The product wraps at 128."),
    Entry("nth_reward_multiplied_by_n", TimesNCapped, "The factor stays at 25."),
    Entry("nth_reward_multiplied_by_n", nth_of_the_play, "The factor begins at 2."),
    Entry("shifted_rewards", shifted_the_other_way, "Rewards are shifted to earlier places."),
    Entry("shifted_rewards", shifted_by_two, "Rewards are shifted by two."),
    Entry("shifted_rewards", ShiftsTheWrongWayOut, "The buffer gives back what was put in last."),
    Entry("repeater", repeats_the_answered_percept, "A turn is taken for a percept and its answer."),
    Entry("repeater", RepeatsOnlyThePast, "The last turn happens once."),
    Entry("repeater", RepeatsWithoutPay, "The second time brings no reward."),
    Entry("limited_memory", remembers_five_percepts, "Five percepts are remembered, which are four turns."),
    Entry("limited_memory", remembers_six_turns, "Six turns are remembered."),
    Entry("limited_memory", remembers_the_first_five, "The first five turns are remembered."),
    Entry("limited_memory", ForgetsAllAtOnce, "All is forgotten after every five turns."),
    Entry("crying_baby", OneATurn, "A turn takes 1, not 3."),
    Entry("crying_baby", StrictlyBelow, "The baby is discontent at 200."),
    Entry("crying_baby", StrictlyAbove, "The baby is discontent at 50."),
    Entry("crying_baby", FeedsLate, "A meal counts from the next turn on."),
    Entry("crying_baby", AnyActionFeeds, "Actions greater than 1 feed as well."),
    Entry("crying_baby", BabyDies, "The nutrition does not fall below 0."),
    Entry("crying_baby", baby_forgets_its_answers, "The baby is told that it laughed each time."),
    Entry("newcombs_problem", PredictsAfterTheFact, "What is done counts for what would be done."),
    Entry("newcombs_problem", PredictsOnceForAll, "The untrained agent is predicted for ever."),
    Entry("newcombs_problem", PaysWhatWasPromised, "The copy is trained on both boxes whatever was taken."),
    Entry("newcombs_problem", opens_by_number, "Action 2 is paid 2 for the open box."),
    Entry("self_recognition", TrainedOnTheSentence, "The copy has come to the sentence before it is asked."),
    Entry("self_recognition", SentencesTransposed, "'Shown 0, 1' and 'shown 1, 0' are exchanged."),
    Entry("self_recognition", AnyYesCounts, "Every action but 0 says that it is so."),
    Entry("self_recognition", WrongIsWorthNothing, "A wrong answer is paid 0."),
    Entry("self_recognition", AskedAfterTraining, "The copy is asked after the step, and not told of its reward."),
    Entry("after_images", ExclusiveImages, "Bits that both have are lost."),
    Entry("after_images", BrighterImages, "Observations are added and clipped."),
    Entry("after_images", LastingImages, "Images never fade."),
    Entry("after_images", ForgetsThePreviousImage, "The copy is trained from the true observation."),
    Entry("adversarial_sequence_predictor", RivalIsPaidTheSame, "The rival is paid for being predicted."),
    Entry("adversarial_sequence_predictor", RivalSeesFirst, "The rival chooses when it has seen the agent's choice."),
    Entry("adversarial_sequence_predictor", RivalSeesItself, "The rival is shown its own choice."),
    Entry("adversarial_sequence_evader", EvaderShownItself, "The agent is shown its own choice."),
    Entry("adversarial_sequence_evader", EvaderRivalKeepsTheFirst, "The rival is always asked on observation 0."),
    Entry("punish_nondeterministic_agent", content_with_anything, "It pays 1 whatever is done."),
    Entry("punish_nondeterministic_agent", AsksAnUntrainedCopy, "The copy is never trained."),
    Entry("punish_nondeterministic_agent", AsksTwoCopies, "Two copies are compared, and not with the action."),
    Entry("incentivize_learning_rate", DoubleRate, "The rate is doubled."),
    Entry("incentivize_learning_rate", rate_halves_each_turn, "The rate is halved again in each turn."),
    Entry("incentivize_learning_rate", nothing_for_none, "An agent without a rate is paid 0."),
    Entry("third_action_forbidden", FourthAction, "The copy is told of four actions."),
    Entry("third_action_forbidden", TellsTheTrueOne, "The class that it is given is changed."),
    Entry("third_action_forbidden", never_told, "The copy is told nothing."),
)
