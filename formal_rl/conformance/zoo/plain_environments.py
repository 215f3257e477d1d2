"""Extended environments, and what is made of them and of agents, plainly: what the wrong ones are edits of."""

# ruff: noqa: D102, N803

from typing import Any


def pay(same: bool) -> int:
    """Return 1 for what is the same, else -1."""
    return 1 if same else -1


def environment(pays: Any, shows: Any = (0,)) -> Any:
    """Return what pays 0 at first, and shows one thing; or, made from draws, what shows one of many."""

    def made(draws: Any) -> Any:
        return lambda agent, play: (pays(agent, play) if play else 0, shows[int(len(shows) * draws[len(play) // 2])])

    return made if len(shows) > 1 else lambda agent, play: (pays(agent, play) if play else 0, shows[0])


def mimic(altered: Any, shows: Any = (0,)) -> Any:
    """Return what pays for doing what the agent does on another prompt."""
    return environment(lambda agent, play: pay(agent(tuple(altered(play))) == play[-1]), shows)


def percepts(play: Any, change: Any) -> Any:
    """Return the prompt with what ``change`` makes of the number, reward and observation of each percept."""
    return [part if place % 2 else change(place // 2, *part) for place, part in enumerate(play[:-1])]


def seeing(observation: Any, play: Any) -> Any:
    """Return the prompt with another observation last."""
    return (*play[:-2], (play[-2][0], observation))


deja_vu = mimic(lambda play: (*play, *play[:-1]))
false_memories = mimic(lambda play: ((0, 0), 0, (0, 0), 0, *play[:-1]))
flip_every_other = mimic(lambda play: percepts(play, lambda n, r, o: (-r if n % 2 else r, o)))
ignore_actions = mimic(lambda play: [0 if place % 2 else part for place, part in enumerate(play[:-1])])
ignore_observations = mimic(lambda play: percepts(play, lambda n, r, o: (r, 0)), range(5))
limited_memory = mimic(lambda play: play[:-1][-11:])
newcombs_problem = environment(lambda agent, play: (1000 if agent(play[:-1]) == 0 else 0) + (play[-1] != 0))
nth_reward_multiplied_by_n = mimic(lambda play: percepts(play, lambda n, r, o: (max(n, 1) * r, o)))
punish_nondeterministic_agent = mimic(lambda play: play[:-1])
repeater = mimic(lambda play: [play[0], *(part for n in range(1, len(play) - 1, 2) for part in 2 * play[n : n + 2])])
reverse_history = mimic(lambda play: play[:-1][::-1])
shifted_rewards = mimic(lambda play: percepts(play, lambda n, r, o: ((play[0], (0, 0), *play[2::2])[n][0], o)))
three_actions = environment(lambda agent, play: pay(agent(play[:-1], 3) == play[-1]))
half_the_rate = environment(
    lambda agent, play: pay(
        hasattr(agent, "learning_rate") and agent(play[:-1], learning_rate=agent.learning_rate / 2) == play[-1]
    )
)
self_recognition = environment(
    lambda agent, play: (
        pay(play[-1] == (agent(seeing(play[-2][1] // 2 - 1, play)) == play[-2][1] % 2))
        if play[-2][1] in range(2, 6)
        else 0
    ),
    range(6),
)
tempting_button = environment(
    lambda agent, play: pay(agent(seeing(0, play)) != 0 if play[-2][1] else play[-1] == 0), (0, 1, 1, 1)
)
tempting_button_variation = environment(
    lambda agent, play: pay(not play[-2][1] or agent(seeing(0, play)) != 0) if play[-1] == 0 else 0, (0, 1, 1, 1)
)


def censored_observation(draws: Any) -> Any:
    """Pay for doing what the agent does where what shows 2 never was."""
    return mimic(
        lambda play: [x for n in range(0, len(play), 2) if play[n][1] != 2 for x in play[n : n + 2]][:-1] or [(0, 0)],
        range(3),
    )((0, *draws[1:]))


@environment
def ignore_rewards_3(agent: Any, play: Any) -> Any:
    """Pay for doing what a copy does that meets (0, 0) for ever."""
    life = [(0, 0)]
    while len(life) < len(play) - 1:
        life += [agent(tuple(life)), (0, 0)]
    return pay(agent(tuple(life)) == play[-1])


def backward_consciousness(T: Any, play: Any) -> Any:
    """Pay for doing what the agent does where all happened backwards, flat."""
    parts = (part for n in range(len(play) - 3, -1, -3) for part in (*play[n : n + 2], *play[n - 1 : n]))
    return (pay(T(tuple(parts)) == play[-1]) if play else 0, 0)


def crying_baby(agent: Any, play: Any) -> Any:
    """Pay for a baby that does 0."""
    level, life = 100, list[Any]()
    for action in play[1::2]:
        level += (25 if action == 0 else 0) - 3
        life.append((pay(50 <= level <= 200), action))
        life.append(agent(tuple(life)))
    return (pay(life[-1] == 0), life[-1]) if life else (1, 0)


def crying_baby_2(agent: Any, play: Any) -> Any:
    """Pay for being content, with a parent that is paid for silence."""
    level, life = 100, list[Any]()
    for action in play[1::2]:
        life.append((pay(action == 0), action))
        life.append(agent(tuple(life)))
        level += (25 if life[-1] == 0 else 0) - 3
    return (pay(level in range(50, 201)), life[-1]) if life else (1, 1)


class IgnoreRewards:
    """Pays for doing what a copy does that is trained on rewards of 0."""

    def __init__(self, A: Any) -> None:
        self.sim = A()

    def start(self) -> Any:
        return 0

    def step(self, action: Any) -> Any:
        reward = pay(action == self.sim.act(0))
        self.sim.train(0, action, 0, 0)
        return (reward, 0)


class AfterImages:
    """Pays for doing what a copy does that sees each image joined with the one before."""

    def __init__(self, A: Any, draws: Any) -> None:
        self.sim, self.images = A(), (int(8 * draw) for draw in draws)

    def start(self) -> Any:
        self.seen = self.before = next(self.images)
        return self.seen

    def step(self, action: Any) -> Any:
        reward, image = pay(action == self.sim.act(self.seen)), next(self.images)
        self.sim.train(self.seen, action, reward, self.before | image)
        self.seen, self.before = self.before | image, image
        return (reward, image)


def checks_each_action(agent: Any) -> Any:
    """Compare each past action with its own."""

    def checked(prompt: Any) -> Any:
        own = all(prompt[index] == checked(prompt[:index]) for index in range(1, len(prompt), 2))
        return agent(prompt if own else prompt[:1])

    return checked


class Checked:
    """Freezes at a foreign action, to what it did at first."""

    def __init__(self, A: Any) -> None:
        self.inner, self.first, self.frozen = A(), None, False

    def act(self, obs: Any) -> Any:
        return self.first if self.frozen else self.inner.act(obs)

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        own = self.act(o_prev)
        self.first = own if self.first is None else self.first
        self.frozen = self.frozen or a != own
        if not self.frozen:
            self.inner.train(o_prev, a, r, o_next)


def punishes_where_h_does(e: Any, h: Any) -> Any:
    """Give e's percept, its reward -1 where h punishes."""
    return lambda agent, play: (e(agent, play)[0] if h(agent, play)[0] == 1 else -1, e(agent, play)[1])


def opposite_of_a_function(e: Any) -> Any:
    """Negate what e pays; e, and copies in it, go by what is paid."""
    return lambda agent, play: (-e(agent, play)[0], e(agent, play)[1])


class OppositeInsideToo:
    """Negates what an instance pays, and what its copies are trained on."""

    def __init__(self, E: Any, A: Any) -> None:
        changed = {"train": lambda copy, o_prev, a, r, o_next: A.train(copy, o_prev, a, -r, o_next)}
        self.environment = E(type("Negated", (A,), changed))

    def start(self) -> Any:
        return self.environment.start()

    def step(self, action: Any) -> Any:
        reward, observation = self.environment.step(action)
        return (-reward, observation)
