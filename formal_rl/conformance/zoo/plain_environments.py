"""Extended environments, plainly: what the wrong ones are edits of."""

# ruff: noqa: D102, N803

from typing import Any


def environment(pays: Any, shows: Any = None) -> Any:
    """Return what pays 0 at first, and shows 0; or, made from draws, what they say."""

    def made(draws: Any) -> Any:
        return lambda agent, play: (pays(agent, play) if play else 0, shows(draws, len(play) // 2) if shows else 0)

    return made if shows else made(())


def mimic(altered: Any, shows: Any = None) -> Any:
    """Return what pays for doing what the agent does on another prompt."""
    return environment(lambda agent, play: 1 if agent(tuple(altered(play))) == play[-1] else -1, shows)


def percepts(play: Any, change: Any) -> Any:
    """Return the prompt with what ``change`` makes of the number, reward and observation of each percept."""
    return [part if place % 2 else change(place // 2, *part) for place, part in enumerate(play[:-1])]


def but_seeing(observation: Any, play: Any) -> Any:
    """Return the prompt with another observation last."""
    return (*play[:-2], (play[-2][0], observation))


deja_vu = mimic(lambda play: (*play, *play[:-1]))
false_memories = mimic(lambda play: ((0, 0), 0, (0, 0), 0, *play[:-1]))
flip_every_other = mimic(lambda play: percepts(play, lambda n, r, o: (-r if n % 2 else r, o)))
ignore_actions = mimic(lambda play: [0 if place % 2 else part for place, part in enumerate(play[:-1])])
limited_memory = mimic(lambda play: play[:-1][-11:])
nth_reward_multiplied_by_n = mimic(lambda play: percepts(play, lambda n, r, o: (max(n, 1) * r, o)))
punish_nondeterministic_agent = mimic(lambda play: play[:-1])
repeater = mimic(lambda play: [play[0], *(part for n in range(1, len(play) - 1, 2) for part in 2 * play[n : n + 2])])
reverse_history = mimic(lambda play: play[:-1][::-1])
shifted_rewards = mimic(lambda play: percepts(play, lambda n, r, o: ((play[0], (0, 0), *play[2::2])[n][0], o)))

after_images = mimic(
    lambda play: percepts(play, lambda n, r, o: (r, o | play[2 * n - 2][1] if n else o)),
    lambda draws, n: int(8 * draws[n]),
)
censored_observation = mimic(
    lambda play: [x for n in range(0, len(play), 2) if play[n][1] != 2 for x in play[n : n + 2]][:-1] or [(0, 0)],
    lambda draws, n: int(3 * draws[n]) if n else 0,
)
ignore_observations = mimic(
    lambda play: percepts(play, lambda n, r, o: (r, 0)),
    lambda draws, n: int(5 * draws[n]),
)
newcombs_problem = environment(lambda agent, play: (1000 if agent(play[:-1]) == 0 else 0) + (play[-1] != 0))
self_recognition = environment(
    lambda agent, play: 0 if play[-2][1] not in range(2, 6) else 1 if play[-1] == is_said_truly(agent, play) else -1,
    lambda draws, n: int(6 * draws[n]),
)
tempting_button = environment(
    lambda agent, play: 1 if (agent(but_seeing(0, play)) if play[-2][1] else play[-1] == 0) else -1,
    lambda draws, n: min(int(4 * draws[n]), 1),
)
tempting_button_variation = environment(
    lambda agent, play: 0 if play[-1] else 1 if play[-2][1] == 0 or agent(but_seeing(0, play)) else -1,
    lambda draws, n: min(int(4 * draws[n]), 1),
)


def is_said_truly(agent: Any, play: Any) -> bool:
    """Return whether the agent does what the sentence says."""
    observation, action = divmod(play[-2][1] - 2, 2)
    return bool(agent(but_seeing(observation, play)) == action)


@environment
def ignore_rewards_3(agent: Any, play: Any) -> Any:
    """Pay for doing what a copy does that meets (0, 0) for ever."""
    life = [(0, 0)]
    while len(life) < len(play) - 1:
        life += [agent(tuple(life)), (0, 0)]
    return 1 if agent(tuple(life)) == play[-1] else -1


def backward_consciousness(T: Any, play: Any) -> Any:
    """Pay for doing what the agent does where all happened backwards, flat."""
    parts = (part for n in range(len(play) - 3, -1, -3) for part in (*play[n : n + 2], *play[n - 1 : n]))
    return ((1 if T(tuple(parts)) == play[-1] else -1) if play else 0, 0)


def crying_baby(agent: Any, play: Any) -> Any:
    """Pay for a baby that does 0."""
    level, life = 100, []
    for action in play[1::2]:
        level += (25 if action == 0 else 0) - 3
        life.append((1 if 50 <= level <= 200 else -1, action))
        life.append(agent(tuple(life)))
    return (1 if life[-1] == 0 else -1, life[-1]) if life else (1, 0)


def crying_baby_2(agent: Any, play: Any) -> Any:
    """Pay for being content, with a parent that is paid for silence."""
    level, life = 100, []
    for action in play[1::2]:
        life.append((1 if action == 0 else -1, action))
        life.append(agent(tuple(life)))
        level += (25 if life[-1] == 0 else 0) - 3
    return (1 if level >= 50 and level <= 200 else -1, life[-1]) if life else (1, 1)


def three_actions(agent: Any, play: Any) -> Any:
    """Pay for doing what the agent does when it is told of three actions."""
    return ((1 if agent(play[:-1], 3) == play[-1] else -1) if play else 0, 0)


def half_the_rate(agent: Any, play: Any) -> Any:
    """Pay for doing what the agent does with half its learning rate."""
    if not play or not hasattr(agent, "learning_rate"):
        return (-1 if play else 0, 0)
    return (1 if agent(play[:-1], learning_rate=agent.learning_rate / 2) == play[-1] else -1, 0)


class IgnoreRewards:
    """Pays for doing what a copy does that is trained on rewards of 0."""

    def __init__(self, A: Any) -> None:
        self.sim = A()

    def start(self) -> Any:
        return 0

    def step(self, action: Any) -> Any:
        reward = 1 if action == self.sim.act(0) else -1
        self.sim.train(0, action, 0, 0)
        return (reward, 0)
