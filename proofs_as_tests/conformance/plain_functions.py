"""Extended environments as functions, plainly: what the zoos have as right, and what their wrong ones are edits of."""

# ruff: noqa: N803  T is what the papers call an agent.

from itertools import chain

MEMORY = 2 * ((0, 0), 0)


def pay(same):
    return 1 if same else -1


# --- Of agent and play: what the agent does on another prompt ---


def mimic(prompt_of):
    """The environment that pays for doing what the agent does on the prompt that is made of a play."""

    def environment(agent, play):
        if not play:
            return (0, 0)
        return (pay(agent(prompt_of(play)) == play[-1]), 0)

    environment.__name__ = environment.__qualname__ = prompt_of.__name__
    return environment


@mimic
def example_three(play):
    return tuple((0, part[1]) if place % 2 == 0 else part for place, part in enumerate(play[:-1]))


@mimic
def all_actions_zero(play):
    return tuple(0 if place % 2 else part for place, part in enumerate(play[:-1]))


@mimic
def example_five(play):
    return play[:-1][::-1]


@mimic
def example_ten(play):
    return play + play[:-1]


@mimic
def repeater(play):
    prompt = play[:1]
    for i in range(1, len(play) - 1, 2):
        prompt += play[i : i + 2] * 2
    return prompt


@mimic
def limited_memory(play):
    return play[:-1][-11:]


@mimic
def asked_again(play):
    return play[:-1]


def example_eight(*, agent, play):
    return (pay(agent(MEMORY + play[:-1]) == play[-1]), 0) if play else (0, 0)


def example_eight_positional(agent, play, /):
    if not play:
        return (0, 0)
    return (pay(agent((*MEMORY, *play[:-1])) == play[-1]), 0)


def third_action(agent, play):
    return (pay(agent(play[:-1], 3) == play[-1]), 0) if play else (0, 0)


def half_the_rate(agent, play):
    if not play:
        return (0, 0)
    rate = getattr(agent, "learning_rate", None)
    if rate is None:
        return (-1, 0)
    return (pay(agent(play[:-1], learning_rate=rate / 2) == play[-1]), 0)


# --- The rewards after the first are others ---


def with_rewards(altered):
    @mimic
    def prompt(play):
        rewards = altered([reward for reward, _ in play[2::2]])
        turns = zip(play[1::2], rewards, play[2::2], strict=False)
        return (play[0], *chain.from_iterable((action, (reward, seen)) for action, reward, (_, seen) in turns))

    prompt.__name__ = prompt.__qualname__ = altered.__name__
    return prompt


@with_rewards
def delayed_rewards(rewards):
    return [0 if n % 2 == 0 else r + (rewards[n - 2] if n > 1 else 0) for n, r in enumerate(rewards, 1)]


@with_rewards
def flip_every_other(rewards):
    return [-r if i % 2 == 0 else r for i, r in enumerate(rewards)]


@with_rewards
def shifted_rewards(rewards):
    return [0, *rewards][: len(rewards)]


# --- The copy plays a game of its own ---


def example_eleven(agent, play):
    if not play:
        return (0, 0)
    prompt = ((0, 0),)
    for action in play[1::2]:
        prompt = (*prompt, agent(prompt), (action, 0))
    return (pay(agent(prompt) == 0), 0)


def evader_function(agent, play):
    if not play:
        return (0, 0)
    theirs = ((0, 0),)
    for action in play[1::2]:
        choice = agent(theirs)
        reward = pay(choice != action)
        theirs = (*theirs, choice, (-reward, action))
    return (reward, choice)


def newcomb(agent, play):
    if not play:
        return (0, 0)
    closed = 1000 if agent(play[:-1]) == 0 else 0
    return (closed + (play[-1] != 0), 0)


# --- Made from draws ---


def tempting_button(draws):
    def environment(agent, play):
        shown = 0 if draws[len(play) // 2] < 0.25 else 1
        if not play:
            return (0, shown)
        *before, (reward, observation), action = play
        if observation == 0:
            return (pay(action == 0), shown)
        return (pay(agent((*before, (reward, 0))) != 0), shown)

    return environment


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


def self_recognition(draws):
    def environment(agent, play):
        shown = int(6 * draws[len(play) // 2])
        if not play or play[-2][1] < 2:
            return (0, shown)
        *before, (reward, sentence), action = play
        instead, claimed = divmod(sentence - 2, 2)
        truth = agent((*before, (reward, instead))) == claimed
        return (pay(action == (1 if truth else 0)), shown)

    return environment


# --- Flat: r, o, a, r, o, a, and so on ---


class FlatIgnoreRewards:
    num_legal_actions, num_possible_obs = 2, 1

    def react(self, T, play):
        if len(play) == 0:
            return 0, 0
        prompt = list(play[:-1])
        prompt[0::3] = [0] * len(prompt[0::3])
        return (1, 0) if T(tuple(prompt)) == play[-1] else (-1, 0)


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
        prompt = play[-3:-1]
        for i in range(len(play) - 6, -1, -3):
            prompt += (play[i + 2], *play[i : i + 2])
        return (1.0, 0) if T(prompt) == play[-1] else (-1.0, 0)


def example_seventeen(T, play):
    if not play:
        return 1, 0
    actions, prompt = play[2::3], ()
    for i, action in enumerate(actions, 1):
        nutrition = 100 + 25 * actions[:i].count(0) - 3 * i
        prompt += (1 if 50 <= nutrition <= 200 else -1, action)
        answer = T(prompt)
        prompt += (answer,)
    return pay(answer == 0), answer
