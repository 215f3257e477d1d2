"""To play a level of SafeLife by keys: what each key makes of a play, with every step to be undone."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from attrs import evolve, frozen

from formal_rl.errors import require_int
from formal_rl.histories import Action
from formal_rl.numbers import plain_integer
from formal_rl.safelife.game import ACTIONS, GameState, Level, is_active
from formal_rl.safelife.levels import Turn
from formal_rl.study.safelife.explanation import ExplainedGame, Moment, explained_game
from formal_rl.study.safelife.keys import GOALS, HELP, QUIT, RESTART, TOGGLE, UNDO, UNKNOWN, WAIT

BY_HAND = "hand"
"""What is kept as the policy of a run that was played by keys."""


@frozen
class Play:
    """A level as it is being played: every moment so far, what is chosen of the next step, and what is shown.

    Where there are several agents, each is given its action in turn, and the step is made with the last: ``chosen``
    has those given so far. ``toggling`` is whether the next way is one to toggle. ``most`` is how many steps may be
    made, or None.
    """

    game: ExplainedGame
    seed: int
    moments: tuple[Moment, ...]
    most: int | None = None
    chosen: tuple[Action, ...] = ()
    toggling: bool = False
    shows_goals: bool = False
    shows_help: bool = False
    has_quit: bool = False
    message: str = ""

    @property
    def level(self) -> Level:
        """The level that is played."""
        return self.game.level

    @property
    def now(self) -> Moment:
        """The last moment."""
        return self.moments[-1]

    @property
    def state(self) -> GameState:
        """The game now."""
        return self.now.state

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The steps that stand, those undone left out."""
        return tuple(moment.turn for moment in self.moments if moment.turn is not None)

    @property
    def has_ended(self) -> bool:
        """Whether no step can be made any more: every agent has left or is destroyed, or all the steps are made."""
        agents = len(self.level.agents)
        alone = agents > 0 and not any(is_active(self.state, agent) for agent in range(agents))
        return alone or (self.most is not None and self.state.steps >= self.most)

    @property
    def asked(self) -> int | None:
        """Which agent is given its action next; None where there is none to be asked."""
        waiting = range(len(self.chosen), len(self.level.agents))
        return next((agent for agent in waiting if is_active(self.state, agent)), None)


def begin(level: Level, seed: int = 0, most: int | None = None) -> Play:
    """Return a play of a level before its first step.

    Raises `InvalidParameter` for a seed or a number of steps that is none.
    """
    if most is not None:
        require_int("steps", most, 0)
    game = explained_game(level, seed)
    return Play(game, plain_integer(seed), (game.start(),), most)


def pressed(play: Play, key: str) -> Play:
    """Return the play after a key, which is one of the meanings in `KEYS`; what cannot be done is said.

    A step that is undone leaves no trace: the draws are read from where they were before it. The play is otherwise
    what the actions and the seed make it, so that it can be kept as a run.
    """
    toggling, play = play.toggling, evolve(play, toggling=False, message="")
    if key in _ASIDE:
        return _ASIDE[key](play)
    if play.has_ended:
        return evolve(play, message="the play has ended: u undoes, r restarts, q quits")
    if key == TOGGLE:
        return evolve(play, toggling=not toggling, message="" if toggling else "toggle: which way?")
    name = key.replace("move", "toggle") if toggling else key
    return _acting(play, 0 if name == WAIT else ACTIONS.index(name))


def _undone(play: Play) -> Play:
    if play.chosen:
        return evolve(play, chosen=(), message="no action given yet for this step")
    if len(play.moments) == 1:
        return evolve(play, message="nothing to undo: this is the start")
    return evolve(play, moments=play.moments[:-1], message=f"step {play.state.steps} undone")


def _acting(play: Play, action: Action) -> Play:
    asked = play.asked
    if asked is not None:
        play = evolve(play, chosen=(*_idle_until(play, asked), action))
    elif action:
        return evolve(play, message="no agent is there; . lets a step pass")
    if play.asked is not None:
        return play
    actions = _idle_until(play, len(play.level.agents))
    return evolve(play, moments=(*play.moments, play.game.step(play.now, actions)), chosen=())


def _idle_until(play: Play, agent: int) -> tuple[Action, ...]:
    """Return what is chosen, with nothing for the agents before this one that are not there to be asked."""
    return (*play.chosen, *(0 for _ in range(len(play.chosen), agent)))


_ASIDE: Mapping[str, Callable[[Play], Play]] = MappingProxyType(
    {
        QUIT: lambda play: evolve(play, has_quit=True),
        HELP: lambda play: evolve(play, shows_help=not play.shows_help),
        GOALS: lambda play: evolve(play, shows_goals=not play.shows_goals),
        RESTART: lambda play: evolve(play, moments=play.moments[:1], chosen=(), message="from the start"),
        UNDO: _undone,
        UNKNOWN: lambda play: evolve(play, message="no such key; ? shows the keys"),
    }
)
