"""Checks of the baselines: which states each takes, and on what boards it does what the paper says against it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise, product
from types import MappingProxyType
from typing import Any, NamedTuple

from attrs import evolve

from formal_rl.agents import Draw, Draws, HashedDraws
from formal_rl.checking import Case, Example, Part, Scope, check_examples, equal, part
from formal_rl.errors import InvalidParameter, NotATrajectory
from formal_rl.histories import Action
from formal_rl.safelife._engines.planes.trajectories import packed_states_following
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import AGENT, ALIVE, EMPTY, GREEN, LIFE, Board, Location, advance
from formal_rl.safelife.board.cells import PLAYER, SPAWNER, coloured
from formal_rl.safelife.board.conway import GLIDER, life_board
from formal_rl.safelife.game import (
    ACTIONS,
    GameState,
    Level,
    inaction,
    require_trajectory,
    start,
    states_following,
    step,
    value,
)
from formal_rl.safelife.side_effects import (
    Density,
    SideEffects,
    densities,
    density,
    distributions,
    inaction_distribution,
    side_effects,
    side_effects_certified,
    single_state_inaction,
    starting_state,
    stepwise_inaction,
)
from formal_rl.safelife.side_effects.baselines import Distributions
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.agents import NOTHING, RIGHT, TOGGLE_LEFT, TOGGLE_RIGHT, TOGGLE_UP
from formal_rl.statements.wainwright_2019.densities import ZERO_MUTANTS, including_t, zero_between_inactions
from formal_rl.statements.wainwright_2019.dynamics import boards_of_life, pictured
from formal_rl.statements.wainwright_2019.trajectories import ADVANCED, ARRAYS

Distribution = Callable[..., tuple[Board, ...]]
Both = Callable[..., Distributions]
Checked = Callable[..., GameState]

_GREEN, _RED_DOT, _RED_PLAYER = coloured(LIFE, "green"), coloured(LIFE, "red"), coloured(PLAYER, "red")
_LYING, _UPRIGHT = life_board("..... ..... .ooo. ..... ....."), life_board("..... ..o.. ..o.. ..o.. .....")
_GONE = Board.empty(5, 5)
_SPAWNING, _SPAWNED = Board([[SPAWNER, EMPTY]]), Board([[SPAWNER, LIFE]])
_HALF: Draw = Fraction(1, 2)
_LATE: Draws = (Fraction(3, 4), Fraction(1, 4))
_SOON: Draws = (Fraction(1, 4),)


def _level(picture: str, **others: int) -> Level:
    board = pictured(picture, **others)
    return Level(board, Board.empty(board.height, board.width))


_HELD = _level("... .@o ...")
_ALONE = _level("... .@. ...")
_COMING = _level("ggo@. gg... .....")
_FADING = _level(".... @.g. ....")
_TASK = _level("... .Ar ...", A=_RED_PLAYER)
_PHASE = _level("....... ggg.@.. ....... .......")
_OPEN = Level(pictured("... .@e ..."), Board.empty(3, 3))


def deviation(first: Sequence[Board], second: Sequence[Board]) -> Fraction:
    """Return how many living cells two distributions differ in: all densities of living cell types, each by itself.

    It is the earth mover's deviation of these types, added up, where every cell is as far from every other as can be.
    """
    one, other = densities(first), densities(second)
    nothing = Density([[0] * first[0].width] * first[0].height)
    return sum(
        (
            abs(one.get(cell, nothing)[place] - other.get(cell, nothing)[place])
            for cell in {*one, *other}
            if cell & ALIVE
            for place in first[0].locations()
        ),
        Fraction(0),
    )


def run_of(level: Level, *actions: Action) -> tuple[GameState, ...]:
    """Return the states of the game in which the agent does these actions, from the first on."""
    states = [start(level)]
    for action in actions:
        states.append(step(level, states[-1], (action,)).state)
    return tuple(states)


# --- Which states they are ---


class _Forms(NamedTuple):
    """The baselines."""

    distribution: Distribution
    following: Distribution
    starting: Distribution
    single: Distribution
    stepwise: Distribution


def _states_by_hand(forms: _Forms, both: Both) -> Iterator[Example]:
    distribution, following, starting, single, stepwise = forms
    spawns, held, lying_then_upright = (_SPAWNED,) * 2, (_HELD.board,) * 2, (_LYING, _UPRIGHT)
    yield ("inaction after a step, two states", "those at 2 and 3", lying_then_upright, distribution, _LYING, 1, 2)
    yield ("inaction after two steps, one state", "that at 3", (_UPRIGHT,), distribution, _LYING, 2, 1)
    three, why = (_UPRIGHT, *lying_then_upright[:1], _UPRIGHT), "those at 1 to 3, and not the one at 0"
    yield ("inaction after no step, three states", why, three, distribution, _LYING, 0, 3)
    yield ("inaction beside a player", "it does not act, but freezes the dot", held, distribution, _HELD.board, 1, 2)
    late, why = (_SPAWNING, 1, 2, _HALF, _LATE), "the draw 3/4 is of step 1; by 1/4 it spawns in step 2"
    yield ("inaction near a spawner, after a step", why, spawns, distribution, *late)
    late, why = (_SPAWNING, 0, 3, _HALF, _LATE), "one trajectory: not yet, and then for ever"
    yield ("inaction near a spawner, from the first step on", why, (_SPAWNING, *spawns), distribution, *late)
    rare = (_SPAWNING, 1, 1, Fraction(1, 8), _LATE)
    yield ("inaction near a spawner, spawn probability 1/8", "1/4 is not below it", (_SPAWNING,), distribution, *rare)
    yield ("no states of inaction", "n = 0", InvalidParameter, distribution, _LYING, 1, 0)
    yield ("inaction before the start", "t = -1", InvalidParameter, distribution, _LYING, -1, 2)
    about = "two states after the agent's last board"
    yield (about, "the next two, not the board itself", lying_then_upright, following, _UPRIGHT, 2)
    left = (_SPAWNING, 2, _HALF, _LATE, 1)
    yield ("the same with the draws that are left", "draw 1 is 1/4: it spawns", spawns, following, *left)
    saved = run_of(_COMING, TOGGLE_LEFT)[-1].board
    yield ("states after the agent has acted", "no dot is near, the block stays", (saved,) * 2, following, saved, 2)
    kept, faded = run_of(_FADING, RIGHT)[-1].board, advance(_FADING.board).board
    sides, why = Distributions((faded,) * 2, (kept,) * 2), "gone for ever in one, there for ever in the other"
    yield ("both, after the agent has saved a dot", why, sides, both, _FADING.board, kept, 1, 2)
    sides, taken = Distributions(lying_then_upright, (_GONE, _GONE)), (_LYING, _GONE, 1, 2)
    yield ("both, where a blinker was taken away", "states 2 and 3 of each", sides, both, *taken)
    sides, why = Distributions(lying_then_upright, lying_then_upright), "states 4 and 5, the same in each"
    yield ("both, of a blinker that nobody touched for three steps", why, sides, both, _LYING, _UPRIGHT, 3, 2)
    drawn = partial(both, spawn_probability=_HALF, inaction_draws=_LATE, action_draws=_SOON)
    sides, why = Distributions((_SPAWNED,), (_SPAWNED,)), "1/4 in the second step of the one, in the first of the other"
    yield ("both, near a spawner", why, sides, drawn, _SPAWNING, _SPAWNING, 1, 1)
    yield ("the starting state", "whatever came of it", (_LYING,), starting, _LYING)
    yield ("the starting state of a level", "whatever came of it", (_COMING.board,), starting, _COMING.board)
    yield ("the single state after a step", "that at 1", (_UPRIGHT,), single, _LYING, 1)
    yield ("the single state after no step", "the start", (_UPRIGHT,), single, _UPRIGHT, 0)
    yield ("the single state near a spawner", "3/4: not in step 1", (_SPAWNING,), single, _SPAWNING, 1, _HALF, _LATE)
    yield ("the same a step on", "1/4: in step 2", (_SPAWNED,), single, _SPAWNING, 2, _HALF, _LATE)
    yield ("the single state before the start", "t = -1", InvalidParameter, single, _LYING, -1)
    yield ("the step without the agent", "one step from the board before it", (_LYING,), stepwise, _UPRIGHT)
    yield ("the same where it has acted before", "from its own board, where the dot is gone", (saved,), stepwise, saved)
    near = (_SPAWNING, _HALF, _LATE, 1)
    yield ("the step without the agent near a spawner", "draw 1 is 1/4: it spawns", (_SPAWNED,), stepwise, *near)


# --- Of which states side effects are ---

Measure = Callable[..., SideEffects]

MEASURES: Mapping[str, Measure] = MappingProxyType(
    {"by the definition": side_effects, "certified": side_effects_certified}
)
"""What measures side effects, in words."""


def _compared_by_hand(measures: Mapping[str, Measure]) -> Iterator[Example]:
    for name, measure in measures.items():
        for steps, samples, final in ((1, 2, _GONE), (2, 1, _UPRIGHT)):
            both = distributions(_LYING, final, steps, samples)
            expected, about = (density(both.inaction, LIFE), density(both.action, LIFE)), f"t = {steps}, n = {samples}"
            measured = partial(measure, _LYING, final, steps, samples=samples)
            yield (f"a blinker, {about}, {name}", "those of the two distributions", expected, _both_densities, measured)
        lying, of_three = ((2, 1), (2, 2), (2, 3)), partial(measure, _LYING, _GONE, 3, samples=2)
        taken, why = partial(measure, _LYING, _GONE, 1, samples=1), "of the state at 2, lying, and nothing"
        yield (f"a blinker taken away, t = 1 and n = 1, {name}", why, (lying, ()), _living, taken)
        yield (f"the board after t = 3 steps without actions, {name}", "upright", (_UPRIGHT, 3, 2), _of, of_three)
        options: Any = {"spawn_probability": _HALF, "inaction_draws": _LATE, "action_draws": _SOON, "samples": 1}
        spawned, why = (
            partial(measure, _SPAWNING, _SPAWNING, 1, **options),
            "1/4 in step 2 of the one, in 1 of the other",
        )
        yield (f"near a spawner, the draws of either side, {name}", why, (((0, 1),), ((0, 1),)), _living, spawned)


def _both_densities(measured: Callable[[], SideEffects]) -> tuple[Density, Density]:
    (effect,) = measured().effects
    return effect.inaction, effect.action


def _living(measured: Callable[[], SideEffects]) -> tuple[tuple[Location, ...], ...]:
    """Return where there is life without and with actions."""
    found = measured().of(LIFE)
    assert found is not None
    sides = (found.inaction, found.action)
    return tuple(tuple(at for at in product(range(side.height), range(side.width)) if side[at]) for side in sides)


def _of(measured: Callable[[], SideEffects]) -> tuple[Board, int, int]:
    effects = measured()
    return effects.baseline, effects.steps, effects.samples


@part(
    "the states that follow, packed, each as often as it is met",
    branches=("no draw decides", "draws decide"),
    domain="a blinker, a glider, a dot that dies, a spawner beside an empty cell with spawn probability 0, 1 and "
    "1/2, for 1 to 17 states, whatever the scope",
)
def _packed() -> Iterator[Case]:
    """Yield the packed states that follow a board, with a disagreement if others follow."""
    boards: tuple[tuple[Board, Draw], ...] = (
        (_LYING, 0),
        (GLIDER, 0),
        (life_board("... .o. ..."), 0),
        *((_SPAWNING, probability) for probability in (0, 1, _HALF)),
    )
    for (board, probability), samples in product(boards, (1, 2, 5, 17)):
        draws = HashedDraws(samples)
        found: Counter[Board] = Counter()
        for packed, times in packed_states_following(board, samples, probability, draws, 1):
            found[packed.to_board()] += times
        expected = Counter(states_following(board, samples, probability, draws, 1, advance=advance_in_words))
        about = f"the {samples} states that follow {board.rows}, spawn probability {probability}"
        branch = "draws decide" if probability == _HALF else "no draw decides"
        yield branch, equal(about, expected, found)


# --- Runs are checked ---

_BLINKING = Level(pictured("....... ....... .@..... ....ggg ....... ......."), Board.empty(6, 7))


def _fault(checked: Checked, level: Level, actions: Sequence[Action], boards: Sequence[Board]) -> Any:
    try:
        return checked(level, [(action,) for action in actions], boards).steps
    except NotATrajectory as error:
        return error.step, error.location


def _runs_by_hand(checked: Checked) -> Iterator[Example]:
    boards = [state.board for state in run_of(_BLINKING, RIGHT, NOTHING, TOGGLE_RIGHT)]
    did, fault = (RIGHT, NOTHING, TOGGLE_RIGHT), partial(_fault, checked)
    yield ("a run as it was", "three steps", 3, fault, _BLINKING, did, boards)
    yield ("no step at all", "the level itself", 0, fault, _BLINKING, (), boards[:1])
    other, why = (RIGHT, TOGGLE_UP, TOGGLE_RIGHT), "a dot above it, which the board has not"
    yield ("another action in the second step", why, (2, (1, 2)), fault, _BLINKING, other, boards)
    wrong = [*boards[:2], boards[2].with_cells({(5, 0): LIFE}), boards[3]]
    about, why = "a dot in the board after the second step alone", "where it is"
    yield (about, why, (2, (5, 0)), fault, _BLINKING, did, wrong)
    left_out, why = [boards[0], boards[1], boards[1]], "the blinker in its other phase"
    yield ("a board left out", why, (2, (2, 5)), fault, _BLINKING, did[:2], left_out)
    later = [advance(boards[0]).board]
    yield ("another board before the first step", "step 0", (0, (2, 5)), fault, _BLINKING, (), later)
    opened = [state.board for state in run_of(_OPEN, NOTHING)]
    why = "the game's first board has it red"
    yield ("an exit that is open from the start", why, 1, fault, _OPEN, (NOTHING,), opened)
    why = "its exit is not opened yet, and the player not let out"
    yield ("the level as it is stored", why, (0, (1, 1)), fault, _OPEN, (), [_OPEN.board])
    why = "one before the first, one after each"
    yield ("fewer boards than steps", why, InvalidParameter, fault, _BLINKING, did, boards[:3])
    small = [boards[0], Board.empty(3, 3)]
    yield ("a board of another size", "3 x 3 for 6 x 7", InvalidParameter, fault, _BLINKING, (NOTHING,), small)


# --- What the paper says against each ---


def _criticisms(forms: _Forms) -> Iterator[Example]:
    distribution, following, starting, single, stepwise = forms

    def after_two(level: Level, board: Board, samples: int, steps: int = 2) -> Fraction:
        """Return what the distribution charges after two steps."""
        return deviation(distribution(level.board, steps, samples), following(board, samples))

    def alone(level: Level, board: Board, steps: int = 2) -> Fraction:
        """Return what the single state charges."""
        return deviation(single(level.board, steps), (board,))

    def stepped(*run: GameState) -> list[Fraction]:
        return [deviation(stepwise(before.board), (after.board,)) for before, after in pairwise(run)]

    dot = _level("... .o. ...")
    gone, none, one = advance(dot.board).board, Fraction(0), Fraction(1)
    by_start, by_step = lambda: deviation(starting(dot.board), (gone,)), lambda: deviation(stepwise(dot.board), (gone,))
    yield ("the start: a dot dies, nobody acted", "1 for the dot", one, by_start)
    yield ("the single state there", "without actions it is gone as well", none, alone, dot, gone, 1)
    yield ("the step without the agent there", "gone as well", none, by_step)
    yield ("the distribution there", "gone as well", none, after_two, dot, gone, 2, 1)
    blinks = partial(deviation, starting(_LYING), (_UPRIGHT,))
    yield ("the start: a blinker blinks, nobody acted", "two cells go, two come", Fraction(4), blinks)
    late, soon = (single(_SPAWNING, 1, _HALF, draws) for draws in (_LATE, _SOON))
    why = "one spawned, one not yet: 1 where nobody acted"
    yield ("the single state: two draws", why, one, deviation, late, soon)
    less, more = life_board(".o.. .o.o oo.. ...."), life_board("oo.. .o.o oo.. ....")
    for steps, differing in ((0, one), (10, Fraction(11))):
        about, why = f"the single state: one dot more, {steps} steps on", "11 of 16 cells ten steps on, nobody acted"
        yield (about, why, differing, deviation, single(less, steps), single(more, steps))
    shifted = run_of(_PHASE, TOGGLE_LEFT, NOTHING, RIGHT)[-1].board
    about = "the single state: a blinker out of phase"
    yield (about, "lying where it would be upright", Fraction(4), alone, _PHASE, shifted, 3)
    yield ("the distribution there", "over two states it is 0", none, after_two, _PHASE, shifted, 2, 3)
    about = "the single state: a task"
    for name, did, why in (
        ("done", (1, one), "a point and a charge of 1"),
        ("done and undone", (0, none), "neither a point nor a charge"),
    ):
        first, *_, last = run_of(_TASK, TOGGLE_RIGHT, NOTHING if name == "done" else TOGGLE_RIGHT)
        points = value(last.board, last.goals) - value(first.board, first.goals)
        yield (f"{about} {name}", why, did, lambda points, *asked: (points, alone(*asked)), points, _TASK, last.board)
    for name, action, charge in (("saved", NOTHING, one), ("saved, and then removed", TOGGLE_RIGHT, none)):
        last, why = run_of(_FADING, RIGHT, action)[-1], "1 while it lives, which it would not have, then 0"
        yield (f"the single state: a dot {name}", why, charge, alone, _FADING, last.board)
        yield (f"the distribution: a dot {name}", "the same, of four states", charge, after_two, _FADING, last.board, 4)
    for name, charge, state in zip(
        ("before", "at the end"), (one, none), run_of(_ALONE, TOGGLE_RIGHT, TOGGLE_RIGHT)[1:], strict=True
    ):
        about, why = f"the distribution: amid an episode, {name}", "a dot that is removed in the next step"
        yield (about, why, charge, after_two, _ALONE, state.board, 2, state.steps)
    let, block = run_of(_COMING, *[NOTHING] * 6), run_of(_COMING, TOGGLE_LEFT, *[NOTHING] * 5)
    why = "the dot, and two of the block that would be gone"
    yield ("step by step: a block that is saved", why, [Fraction(3), *[none] * 5], stepped, *block)
    yield ("step by step: a block that is let die", "nothing is charged", [none] * 6, stepped, *let)
    for name, run, left in (("let die", let, 0), ("saved", block, 4)):
        yield (f"what is left of a block that is {name}", "of its four cells none or four", left, _left_of_block, run)


def _left_of_block(run: Sequence[GameState]) -> int:
    return sum(run[-1].board[place] == run[0].board[place] for place in run[0].board.find(GREEN))


@part(
    "where nobody acts, only the start charges anything",
    branches=("the start charges nature", "nothing changed"),
    domain="all boards of life of 3 x 3, up to translation, after two steps, whatever the scope",
)
def _idle(forms: _Forms) -> Iterator[Case]:
    """Yield what is charged where nobody acts: by the start whatever has changed, by the others nothing."""
    for board in boards_of_life((3, 3)):
        previous = advance(board).board
        final = advance(previous).board
        for about, expected, baseline in (
            ("the start", deviation((board,), (final,)), forms.starting(board)),
            ("the single state", 0, forms.single(board, 2)),
            ("a step of inaction", 0, forms.stepwise(previous)),
            ("the distribution", 0, forms.distribution(board, 2, 2)),
        ):
            got = deviation(baseline, forms.following(final, 2) if about == "the distribution" else (final,))
            branch = "the start charges nature" if final != board else "nothing changed"
            yield branch, equal(f"what {about} charges after two idle steps on {board}", expected, got)


@part(
    "a step of inaction charges nothing to who does nothing",
    branches=("all stays", "something happens"),
    domain="five levels, after any one action, whatever the scope",
)
def _idle_step(stepwise: Distribution) -> Iterator[Case]:
    """Yield what a step of inaction charges an agent that does nothing, whatever it has done and whatever happens."""
    for level in (_HELD, _COMING, _FADING, _TASK, _PHASE):
        for action in range(len(ACTIONS)):
            before, after = run_of(level, action, NOTHING)[1:]
            got = deviation(stepwise(before.board), (after.board,))
            branch = "all stays" if after.board == before.board else "something happens"
            about = f"the charge for nothing after action {action} on {level.board.rows}"
            yield branch, equal(about, Fraction(0), got)


def baselines(
    scope: Scope,
    *,
    distribution: Distribution = inaction_distribution,
    following: Distribution = states_following,
    starting: Distribution = starting_state,
    single: Distribution = single_state_inaction,
    stepwise: Distribution = stepwise_inaction,
    both: Both = distributions,
    checked: Checked = require_trajectory,
    measures: Mapping[str, Measure] = MEASURES,
) -> Iterator[Part]:
    """Check which states each baseline takes, how runs are checked, and a witness of each criticism."""
    forms = _Forms(distribution, following, starting, single, stepwise)
    yield check_examples(_states_by_hand(forms, both), "which states they are")
    yield check_examples(_compared_by_hand(measures), "which states side effects are of")
    yield check_examples(_runs_by_hand(checked), "runs whose boards follow, and do not")
    yield check_examples(_criticisms(forms), "the criticisms")
    yield _idle(forms)
    yield _idle_step(stepwise)
    yield from (each(scope) for each in (*ADVANCED, ARRAYS))
    yield _packed()
    yield from zero_between_inactions(scope, distribution=distribution)


# --- Mutants ---


def _begun(shift: Callable[[int], int]) -> Callable[..., tuple[Board, ...]]:
    """Begin the samples at another time."""
    return lambda initial, steps, *others, **advance: inaction_distribution(initial, shift(steps), *others, **advance)


def _every_other(initial: Board, steps: int, samples: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    return inaction_distribution(initial, steps, 2 * samples, *others, **advance)[::2]


def _without_agents(initial: Board, *others: Any, **advance: Any) -> tuple[Board, ...]:
    return inaction_distribution(initial.with_cells(dict.fromkeys(initial.find(AGENT), EMPTY)), *others, **advance)


def _draws_again(
    initial: Board, steps: int, samples: int, spawn_probability: Draw = 0, draws: Draws = (), **advance: Any
) -> tuple[Board, ...]:
    """Read the draws from the first again where the samples begin."""
    state = single_state_inaction(initial, steps, spawn_probability, draws, **advance)[0]
    return states_following(state, samples, spawn_probability, draws, **advance)


def _all_at_once(initial: Board, steps: int, samples: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    """Take the state at t + 1 of as many trajectories as there are samples."""
    return inaction_distribution(initial, steps, samples, *others, **advance)[:1] * samples


def _from(boards: Callable[[Board, Board, int], tuple[Board, Board, int]]) -> Both:
    """Return both distributions from other boards, or after other steps."""
    return lambda initial, final, steps, samples, **others: distributions(
        *boards(initial, final, steps), samples, **others
    )


def _draws_shared(*boards_and_numbers: Any, inaction_draws: Draws = (), **others: Any) -> Distributions:
    return distributions(
        *boards_and_numbers, **{**others, "inaction_draws": inaction_draws, "action_draws": inaction_draws}
    )


def _a_step_late(initial: Board, steps: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    return single_state_inaction(initial, steps + 1 if steps >= 0 else steps, *others, **advance)


def _at_step_0(initial: Board, steps: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    single_state_inaction(initial, steps, *others, **advance)
    return (initial,)


def _overlooking(overlooked: Callable[[int, int], bool]) -> Callable[..., GameState]:
    """Pass over what is wrong after some steps, given the step and how many there are."""

    def checked(level: Level, actions: Sequence[Sequence[Action]], boards: Sequence[Board]) -> GameState:
        try:
            return require_trajectory(level, actions, boards)
        except NotATrajectory as error:
            if overlooked(error.step, len(actions)):
                return run_of(level, *(action for joint in actions for action in joint))[-1]
            raise

    return checked


def _counting_from_0(level: Level, actions: Sequence[Sequence[Action]], boards: Sequence[Board]) -> GameState:
    try:
        return require_trajectory(level, actions, boards)
    except NotATrajectory as error:
        raise NotATrajectory(error.step - 1, error.location, error.found, error.expected) from None


def _whatever_is_done(level: Level, actions: Sequence[Sequence[Action]], boards: Sequence[Board]) -> GameState:
    return require_trajectory(level, [(0,) * len(joint) for joint in actions], boards)


def _as_stored(level: Level, actions: Sequence[Sequence[Action]], boards: Sequence[Board]) -> GameState:
    """Take the level as it is stored for the first board of the game."""
    first = start(level).board if boards[0] == level.board else boards[0]
    return require_trajectory(level, actions, [first, *boards[1:]])


def _effects_from_t_on(initial: Board, final: Board, steps: int, *, samples: int, **options: Any) -> SideEffects:
    """Take the state at t for one of the samples, on either side."""
    right = side_effects(initial, final, steps, samples=samples, **options)
    inaction = (initial, *states_following(initial, steps + samples, 0))[steps : steps + samples]
    action = (final, *states_following(final, samples, 0))[:samples]
    effects = tuple(
        each._replace(inaction=density(inaction, each.cell_type), action=density(action, each.cell_type))
        for each in right.effects
    )
    return evolve(right, effects=effects)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-baseline",
        kind="definition",
        title="the baseline, and the others that the paper names",
        claim="The baseline is the n states that follow time t in one trajectory from the initial board in which "
        "nobody acts; it is compared with the n states that follow the agent's last board, at the same t. The other "
        "baselines have faults. The starting state counts changes that nobody made. The single state at t counts "
        "other draws, an extra dot and a blinker out of phase, and counts less if a completed task is undone. The "
        "step without the agent counts the act that saves a pattern, and nothing if the pattern is left to die. "
        "Two baselines of one board, over equally many states from the same time on, are the same if there is no "
        "spawner or the spawn probability is 0 or 1; then the deviation between them is exactly zero. From two "
        "different times in the cycle they have the same densities if the difference of the times, or n, is a multiple "
        "of the period; otherwise they may differ. With a spawner and other draws they may differ, too.",
        source=f"{WAINWRIGHT_2019}, Section 3",
        check=baselines,
        mutants={
            "samples include the state at t": {"following": including_t},
            "inaction is sampled a step late": {"distribution": _begun(lambda steps: steps + (steps >= 0))},
            "inaction is compared at step 0": {"distribution": _begun(lambda steps: min(steps, 0))},
            "every other state is sampled": {"distribution": _every_other},
            "agents are taken off the copy": {"distribution": _without_agents},
            "the draws begin again with the samples": {"distribution": _draws_again},
            "each sample has a trajectory of its own": {"distribution": _all_at_once},
            "the inaction trajectory starts at the agent's last board": {
                "both": _from(lambda initial, final, steps: (final, final, 0))
            },
            "the inaction trajectory is not advanced to t": {
                "both": _from(lambda initial, final, steps: (initial, final, 0))
            },
            "the agent's last board is advanced to t again": {
                "both": _from(lambda initial, final, steps: (initial, single_state_inaction(final, steps)[0], steps))
            },
            "both trajectories read the same draws": {"both": _draws_shared},
            "the starting state is the one after a step": {
                "starting": lambda initial: tuple(islice(inaction(initial), 1))
            },
            "the single state is the one after t": {"single": _a_step_late},
            "the single state is compared at step 0": {"single": _at_step_0},
            "the step without the agent is no step": {"stepwise": lambda previous, *others, **advance: (previous,)},
            "the step without the agent reads the first draws": {
                "stepwise": lambda previous, spawn_probability=0, draws=(), draws_read=0, **advance: tuple(
                    islice(inaction(previous, spawn_probability, draws, **advance), 1)
                )
            },
            "only the last board of a run is looked at": {"checked": _overlooking(int.__lt__)},
            "the first board of a run is not looked at": {"checked": _overlooking(lambda step, _: step == 0)},
            "steps of a run are counted from 0": {"checked": _counting_from_0},
            "whatever is done, the boards follow": {"checked": _whatever_is_done},
            "exits are as they are stored": {"checked": _as_stored},
            "side effects are of the states from t on": {"measures": {"from t on": _effects_from_t_on}},
            "side effects are of the states after the start": {
                "measures": {
                    "early": lambda initial, final, steps, **options: side_effects(initial, final, 0, **options)
                }
            },
            **ZERO_MUTANTS,
        },
        verdict="defined",
        evidence="exhaustive: by hand, with a witness for each criticism, sought among small boards; all boards of "
        "life of 3 x 3, up to translation, where nobody acts; what is counted are living cells, without transport. "
        "Sampled: boards after many steps, on bit planes and by the definition. That two baselines are the same "
        "holds: all boards of three cells of four kinds; all boards of life of 1 x 8, up to translation, for other "
        "times",
        defects="The paper does not say whether an agent that does not act stays on the board. The published code "
        "leaves it there, so it goes on freezing the cells round it, and walking away changes that. Nor does the "
        "paper mention exits and goals: a game in which the agent does nothing opens exits and reads draws for goals, "
        "the copy does not; in Equation 1 as printed an exit that opened is a side effect. The paper's objection to "
        "the single state, that undoing a good act is charged less, applies to its own baseline as well. Two inaction "
        "distributions are the same only for one initial board, one n and one t: with n = 1000, two times may give "
        "different densities if the period does not divide 1000, or if a transient is sampled.",
        witness="the start: a dot that dies. Other draws: a spawner and an empty cell. A dot more: "
        ".o../.o.o/oo../...., 11 of 16 cells after 10 steps. Out of phase: ......./ggg.@../......./......., toggle "
        "left, nothing, move right. Undone: a red dot before a red player, removed and made again. Let die: "
        "ggo@./gg.../....., which to toggle left saves. Two times: a blinker, n = 3, from t = 0 and t = 1; oo.o... on "
        "1 x 7, which comes back after 7 steps, n = 1000, from t = 0 and t = 1",
    ),
)
