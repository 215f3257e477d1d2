"""Play a level of SafeLife and report the result."""

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import asdict, frozen

from formal_rl.errors import require_int
from formal_rl.histories import Action
from formal_rl.numbers import plain_integer
from formal_rl.safelife import game as g
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife.game import GameState, Level
from formal_rl.safelife.game.points import required_points_published
from formal_rl.safelife.levels import SafeLifeRun, Turn
from formal_rl.safelife.levels.run import seeded_game
from formal_rl.study.safelife.policies import find_player


@frozen
class AgentOutcome:
    """The result of an agent: its points, the step from which it could leave, and its end.

    ``could_leave`` and ``ended`` are numbers of steps, or None: after which it first had earned the required
    points, and after which it was gone. ``fate`` is one of playing, left and destroyed. The points required are
    exact.
    """

    points: int
    earned: int
    required: int
    paid: int
    could_leave: int | None
    ended: int | None
    fate: str
    location: tuple[int, int]

    def __str__(self) -> str:
        count = f"{self.points} point{'s' if self.points != 1 else ''}"
        exits = "exit never open" if self.could_leave is None else f"exit open {_after(self.could_leave)}"
        fate = self.fate if self.ended is None else f"{self.fate} {_after(self.ended)}"
        return (
            f"{count}, {self.earned} earned of {self.required} required; paid {self.paid} in all; {exits}; "
            f"{fate}, at row {self.location[0]}, column {self.location[1]}"
        )


def _after(steps: int) -> str:
    return f"after step {steps}" if steps else "from the start"


class RunSoFar:
    """A run in progress: its record, its state, and the results of its agents."""

    def __init__(self, level: Level, policy: str, seed: int) -> None:
        self.level, self.policy, self.seed = level, policy, plain_integer(seed)
        self._game = PackedGame(level)
        self._now = self._game.start()
        self._actions: list[tuple[Action, ...]] = []
        self._rewards: list[tuple[int, ...]] = []
        self._could_leave: list[int | None] = [None] * len(level.agents)
        self._ended: list[int | None] = [None] * len(level.agents)
        self._see()

    def add(self, turn: Turn) -> None:
        """Go one step on."""
        self._now = turn.packed
        self._actions.append(turn.actions)
        self._rewards.append(turn.rewards)
        self._see()

    def _see(self) -> None:
        for agent in range(len(self.level.agents)):
            if self._could_leave[agent] is None and self._game.can_exit(self._now, agent):
                self._could_leave[agent] = self._now.steps
            if self._ended[agent] is None and not self._now.flags(agent)[0]:
                self._ended[agent] = self._now.steps

    @property
    def state(self) -> GameState:
        """Where it is."""
        return self._now.to_state()

    @property
    def run(self) -> SafeLifeRun:
        """The run up to now."""
        return SafeLifeRun(
            self.level, self.seed, self.policy, tuple(self._actions), tuple(self._rewards), self.state.board
        )

    @property
    def outcomes(self) -> tuple[AgentOutcome, ...]:
        """The result of each agent."""
        found, state = [], self.state
        for agent, ended in enumerate(self._ended):
            gone = "left" if g.has_exited(state, agent) else "destroyed"
            outcome = AgentOutcome(
                points=g.points(self.level, state, agent),
                earned=g.earned_points(self.level, state, agent),
                required=self.level.required[agent],
                paid=sum(rewards[agent] for rewards in self._rewards),
                could_leave=self._could_leave[agent],
                ended=ended,
                fate="playing" if ended is None else gone,
                location=state.locations[agent],
            )
            found.append(outcome)
        return tuple(found)

    def outcomes_json(self) -> list[dict[str, Any]]:
        """Return the result of each agent as JSON values."""
        return [asdict(outcome) for outcome in self.outcomes]


def required_published(level: Level) -> tuple[int | None, ...]:
    """Return the points that the published code requires of each agent, by its product of 64-bit floats.

    They may be one more than those that the level requires, which are exact; None is where the product has no value.
    """
    found: list[int | None] = []
    for agent in range(len(level.agents)):
        available = g.available_points(level.board, level.goals, level.table(agent))
        try:
            found.append(required_points_published(available, level.min_performance))
        except OverflowError:
            found.append(None)
    return tuple(found)


def followed(level: Level, policy: str, seed: int, turns: Iterable[Turn]) -> RunSoFar:
    """Return the run that these steps of a level make."""
    run = RunSoFar(level, policy, seed)
    for turn in turns:
        run.add(turn)
    return run


def turns(level: Level, policy: str, steps: int, seed: int) -> Iterator[Turn]:
    """Yield the steps of a level as a policy plays it, ``steps`` at most: it ends when no agent is there any more.

    The policy is named as in `find_player`. The spawn probability is taken in single precision, and spawners read the
    draws of ``seed``, as in the published code. The points required are exact; the published product of floats may ask
    one more: `required_published`.

    Raises `InvalidParameter` for a number of steps that is none, what `find_player` raises, and `PolicyFault`.
    """
    require_int("steps", steps, 0)
    seeded, player = seeded_game(level, seed), find_player(policy, level, seed)
    game, agents = PackedGame(seeded.level), range(len(level.agents))
    draws, state, rewards = game.reading(seeded.draws), game.start(), (0,) * len(agents)
    for _ in range(steps):
        if agents and not any(state.flags(agent)[0] for agent in agents):
            return
        actions = player(state, rewards)
        state, rewards = game.step(state, actions, draws)
        yield Turn(actions, rewards, state)


def run_level(level: Level, policy: str = "random", *, steps: int = 100, seed: int = 0) -> RunSoFar:
    """Return a run of a level, as `turns` plays it; raise as that does."""
    return followed(level, policy, seed, turns(level, policy, steps, seed))
