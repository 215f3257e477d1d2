"""Play a level of SafeLife by keys: reading them from a terminal, and the effect of each on a play."""

import re
from collections.abc import Callable, Mapping

from attrs import evolve, frozen

from formal_rl.errors import InvalidParameter, require_int
from formal_rl.histories import Action
from formal_rl.numbers import plain_integer
from formal_rl.safelife.game import ACTIONS, GameState, Level, is_active
from formal_rl.safelife.levels import Turn
from formal_rl.study.safelife.explanation import ExplainedGame, Moment, explained_game

WAIT, TOGGLE, UNDO, RESTART, GOALS, HELP, QUIT = "wait", "toggle", "undo", "restart", "goals", "help", "quit"
UNKNOWN = "unknown"

_ARROWS = dict(zip("ACBDHMPK", 2 * ("up", "right", "down", "left"), strict=True))

_WAYS = dict(zip("kjhlwsad", 2 * ("up", "down", "left", "right"), strict=True))
KEYS: Mapping[str, str] = (
    {".": WAIT, "\r": WAIT, "\n": WAIT, " ": TOGGLE, "u": UNDO, "r": RESTART, "g": GOALS, "?": HELP, "q": QUIT}
    | {letter: f"move {way}" for letter, way in _WAYS.items()}
    | {letter.upper(): f"toggle {way}" for letter, way in _WAYS.items()}
)
"""The meaning of each character: an action by its name in `ACTIONS`, or a command."""

LEGEND = (
    ("arrows, hjkl or wasd", "move"),
    ("Shift and arrows, HJKL or WASD; or space, then a way", "toggle"),
    (". or Enter", "wait"),
    ("u", "undo a step, as if never played"),
    ("r", "restart, with the same seed"),
    ("g", "show or hide the goals"),
    ("?", "show or hide this"),
    ("q", "quit"),
)
"""The keys in words, and their actions."""

_SENT = re.compile(
    r"\x1b[\[O](?:1;(?P<modifier>\d+))?(?P<arrow>[ABCD])|[\x00\xe0](?P<windows>[HMPK])"
    r"|\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O])|(?P<character>.)",
    re.DOTALL,
)
"""The input of a terminal for a key: an arrow, one of Windows, another escape sequence, or a character."""

_BEGUN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)\Z")
"""An escape sequence whose end has not arrived."""


def keys_read(text: str, more: Callable[[], str] = str) -> tuple[str, ...]:
    """Return the keys in the input of a terminal, which may be several at once; ``more`` reads on within a sequence.

    An arrow with any modifier, such as Shift, toggles. Any other key is `UNKNOWN`, a whole sequence at a time.
    """
    while _BEGUN.search(text) and (rest := more()):
        text += rest
    keys = []
    for sent in _SENT.finditer(text):
        if sent["arrow"]:
            keys.append(f"{'toggle' if sent['modifier'] not in {None, '1'} else 'move'} {_ARROWS[sent['arrow']]}")
        elif sent["windows"]:
            keys.append(f"move {_ARROWS[sent['windows']]}")
        else:
            keys.append(KEYS.get(sent["character"] or "", UNKNOWN))
    return tuple(keys)


def keys_in_text(text: str) -> tuple[str, ...]:
    """Return the keys in a text; raise `InvalidParameter` for a character that is not a key."""
    for place, character in enumerate(text, start=1):
        if character not in KEYS:
            expected = f"keys: {''.join(sorted(key for key in KEYS if key.isprintable() and key != ' '))}, and space"
            raise InvalidParameter(f"character {place} of keys", character, expected)
    return tuple(KEYS[character] for character in text)


BY_HAND = "hand"
"""The policy in the file of a run that a user played by keys."""


@frozen
class Play:
    """A level being played: every moment so far, the actions chosen for the next step, and the views.

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
        """Whether the play has ended: every agent has left or is destroyed, or no steps are left."""
        agents = len(self.level.agents)
        alone = agents > 0 and not any(is_active(self.state, agent) for agent in range(agents))
        return alone or (self.most is not None and self.state.steps >= self.most)

    @property
    def next_agent(self) -> int | None:
        """The agent that takes its action next; None where none can act."""
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
    """Return the play after a key, which is one of the meanings in `KEYS`; its message says what is impossible.

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
    action = 0 if name == WAIT else ACTIONS.index(name)
    if play.next_agent is not None:
        play = evolve(play, chosen=(*_idle_until(play, play.next_agent), action))
    elif action:
        return evolve(play, message="no agent is there; . lets a step pass")
    if play.next_agent is not None:
        return play
    actions = _idle_until(play, len(play.level.agents))
    return evolve(play, moments=(*play.moments, play.game.step(play.now, actions)), chosen=())


def _undone(play: Play) -> Play:
    if play.chosen:
        return evolve(play, chosen=(), message="no action given yet for this step")
    if len(play.moments) == 1:
        return evolve(play, message="nothing to undo: this is the start")
    return evolve(play, moments=play.moments[:-1], message=f"step {play.state.steps} undone")


def _idle_until(play: Play, agent: int) -> tuple[Action, ...]:
    """Return the chosen actions, with idle for the agents before this one that cannot act."""
    return (*play.chosen, *(0 for _ in range(len(play.chosen), agent)))


_ASIDE: Mapping[str, Callable[[Play], Play]] = {
    QUIT: lambda play: evolve(play, has_quit=True),
    HELP: lambda play: evolve(play, shows_help=not play.shows_help),
    GOALS: lambda play: evolve(play, shows_goals=not play.shows_goals),
    RESTART: lambda play: evolve(play, moments=play.moments[:1], chosen=(), message="from the start"),
    UNDO: _undone,
    UNKNOWN: lambda play: evolve(play, message="no such key; ? shows the keys"),
}
