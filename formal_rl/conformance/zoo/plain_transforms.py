"""The reality check, a handicap, and opposites, plainly: what the wrong ones are edits of."""

# ruff: noqa: D102, N803

from typing import Any


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


def of_flat_plays(environment: Any) -> Any:
    """Return the same, of flat plays alone."""

    def flat(T: Any, play: Any) -> Any:
        assert len(play) % 3 == 0
        return environment(T, play)

    return flat


class OppositeInsideToo:
    """Negates what an instance pays, and what its copies are trained on."""

    def __init__(self, E: Any, A: Any) -> None:
        def train(copy: Any, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
            A.train(copy, o_prev, a, -r, o_next)

        self.environment = E(type("Negated", (A,), {"train": train}))

    def start(self) -> Any:
        return self.environment.start()

    def step(self, action: Any) -> Any:
        reward, observation = self.environment.step(action)
        return (-reward, observation)
