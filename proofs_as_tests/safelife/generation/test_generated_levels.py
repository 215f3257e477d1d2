"""Generated levels: what holds of each of them, whatever the draws, and what is refused."""

from fractions import Fraction
from functools import cache

import pytest
from attrs import evolve

from formal_rl.errors import DrawsExhausted, InvalidParameter, UnknownName
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOURS,
    CRATE,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
    LIFE,
    SPAWNING,
    WALL,
    Board,
    colour_of,
)
from formal_rl.safelife.board.cells import coloured
from formal_rl.safelife.game import available_points, has_exited, start, step
from formal_rl.safelife.generation import GENERATED_KINDS, GenerationFailed, LevelTargets, generate
from formal_rl.safelife.generation._regions import Partition
from formal_rl.safelife.generation.clearable_paths import clearable, next_on_way, way, ways_from
from formal_rl.safelife.generation.enclosures import leaks
from formal_rl.safelife.generation.generated_levels import LEAST_SIZES, TARGETS, beside, generate_level, lattice
from formal_rl.seeded_draws import SeededDraws

TASKS = GENERATED_KINDS[:4]
SEEDS = range(4)
CASES = [(kind, seed) for kind in GENERATED_KINDS for seed in SEEDS]
cases = pytest.mark.parametrize(("kind", "seed"), CASES)
cases_with_tasks = pytest.mark.parametrize(("kind", "seed"), [case for case in CASES if case[0] in TASKS])

NARROW = [("prune-spawn", 168, 14), ("prune-spawn", 237, 14)]
"""Where some of the buffer is reached only through the region of spawners."""


@cache
def made(kind, seed):
    """A generated level, of a size that goes up with the seed; on sides of no multiple of thirteen."""
    return generate(kind, 15 + seed, SeededDraws(seed))


def without_agent(board):
    return board.with_cells(dict.fromkeys(board.find(AGENT), EMPTY))


def steps(board, number, probability, draws=()):
    boards, read = [board], 0
    for _ in range(number):
        board, read = advance_packed(board, probability, draws, read)
        boards.append(board)
    return boards


def changed(one, other):
    return {location for location in one.locations() if one[location] != other[location]}


# --- What nobody touches ---


@cases
@pytest.mark.parametrize("spawn", [0, Fraction(3, 10), 1])
def test_outside_of_the_spawners_region_nothing_changes(kind, seed, spawn):
    """Whatever spawns, all outside is as it was; in navigation after two steps. Inside of it something spawns."""
    level, _, completed, enclosed, _, _ = made(kind, seed)
    every = 2 if kind == "navigation" else 1
    for board in (without_agent(level.board), completed):
        boards = steps(board, 24, spawn, SeededDraws(seed))
        for later in boards[::every]:
            assert changed(boards[0], later) <= enclosed
        if enclosed and spawn:
            assert any(changed(boards[0], later) for later in boards)


@cases
def test_levels_without_spawners_are_still(kind, seed):
    """Boards of the still kinds are still, with the agent and without; goals are, or return."""
    level, _, completed, enclosed, _, _ = made(kind, seed)
    if kind.endswith("still"):
        assert not enclosed
        assert not level.board.find(SPAWNING)
        for board in (level.board, without_agent(level.board), completed):
            assert advance_packed(board).board == board
    after, twice = steps(level.goals, 2, 1)[1:]
    assert twice == level.goals
    assert (after == level.goals) == (kind != "navigation")
    assert not level.goals.find(SPAWNING)


@cases
def test_the_spawners_are_fenced(kind, seed):
    """There is no leak of the region of spawners, and all spawners are inside of it, touching no wall's other side."""
    level, partition, _, enclosed, _, _ = made(kind, seed)
    spawners = set(level.board.find(SPAWNING))
    assert bool(spawners) == bool(enclosed) == (not kind.endswith("still"))
    assert spawners <= set(partition.interior(enclosed))
    others = {each for region in partition.regions if region != enclosed for each in region}
    assert leaks(level.board.with_cells(dict.fromkeys(others, EMPTY)), enclosed) == () or not enclosed


@cases_with_tasks
def test_all_regions_with_tasks_are_fenced(kind, seed):
    """Nothing that could be made in the regions would let anything live outside of them."""
    level, partition, completed, _, _, _ = made(kind, seed)
    inside = frozenset().union(*partition.regions)
    assert leaks(without_agent(level.board), inside) == ()
    assert leaks(completed, inside) == ()


@cases
def test_in_navigation_something_oscillates(kind, seed):
    """Green life has period two there, and there only; no location touches two trees, so no hard life is born."""
    level, partition, _, enclosed, _, _ = made(kind, seed)
    board = without_agent(level.board)
    moving = changed(board, advance_packed(board).board) - enclosed
    assert bool(moving) == (kind == "navigation")
    if moving:
        assert moving <= partition.regions[1]
        trees = set(board.find(ALIVE)) & set(board.find(FROZEN))
        assert trees
        assert all(len(trees & set(partition.block(each))) <= 1 for each in board.locations())


# --- Tasks ---


@cases_with_tasks
def test_tasks_earn_the_points(kind, seed):
    """Each blue goal pays three where life is made, each red life one where it is removed; half opens the exit."""
    level, partition, completed, enclosed, tasks, _ = made(kind, seed)
    blue = {each for each in level.goals.locations() if colour_of(level.goals[each]) == COLOURS.index("blue")}
    red = {each for each in level.board.find(ALIVE) if colour_of(level.board[each]) == COLOURS.index("red")}
    append = kind.startswith("append")
    assert tasks
    assert (blue, red) == ((tasks, set()) if append else (set(), tasks))
    assert changed(without_agent(level.board), completed) - set(level.board.find(EXIT)) == tasks
    assert all(bool(completed[each] & ALIVE) == append for each in tasks)
    assert available_points(level.board, level.goals) == (3 if append else 1) * len(tasks)
    assert level.required == (-(-available_points(level.board, level.goals) // 2),)
    assert tasks.isdisjoint(enclosed)
    assert all(tasks & region for region in partition.regions if region != enclosed)


@pytest.mark.parametrize(("kind", "seed", "size"), [*((*case, 15) for case in CASES if case[0] in TASKS), *NARROW])
def test_the_agent_goes_to_the_exit_and_to_enough_tasks_and_changes_nothing(kind, seed, size):
    """On ways over empty locations, whatever spawns; what it can toggle from there is worth what opens the exit."""
    level, partition, _, enclosed, tasks, _ = generate(kind, size, SeededDraws(seed))
    board, (agent,), (level_exit,) = level.board, level.agents, exits(level)
    free = frozenset(each for each in board.locations() if board[each] == EMPTY) - enclosed
    reached = ways_from(board, agent, free)
    near = beside(partition, tasks, reached)
    assert level_exit in reached
    assert len(near) * (3 if kind.startswith("append") else 1) >= level.required[0]
    farthest = max(set(reached) - {level_exit}, key=lambda each: len(way(reached, each)))
    for end in (way(reached, level_exit)[-2], farthest):
        state, path = start(level), way(reached, end)
        for _ in path:
            action = next_on_way(state.board, state.locations[0], path)
            state = step(level, state, (action,), SeededDraws(seed), advance=advance_packed).state
            unlike = changed(without_agent(state.board), without_agent(board)) - enclosed
            assert unlike <= set(exits(level))
        assert state.locations == (end,)


@pytest.mark.parametrize("seed", [0, 2, 7, 8])
def test_where_all_is_required_all_is_within_reach(seed):
    """Levels are tried until each task can be toggled from somewhere; in these the first is not such."""
    level, partition, _, _, tasks, _ = generate("prune-still", 14, SeededDraws(seed), LevelTargets(require=1))
    free = frozenset(each for each in level.board.locations() if level.board[each] == EMPTY)
    assert set(beside(partition, tasks, ways_from(level.board, level.agents[0], free))) == tasks


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("spawn", [0, Fraction(1, 2), 1])
def test_in_navigation_the_exit_is_reached(seed, spawn):
    """The agent clears its way and leaves, in two steps at most for each location, whatever spawns."""
    level = evolve(made("navigation", seed).level, spawn_probability=spawn)
    (agent,), (level_exit,) = level.agents, exits(level)
    path = way(ways_from(level.board, agent, clearable(level.board)), level_exit)
    state, taken = start(level), 0
    while state.in_play[0]:
        action = next_on_way(state.board, state.locations[0], path)
        state = step(level, state, (action,), SeededDraws(seed + 9), advance=advance_packed).state
        taken += 1
        assert taken <= 2 * len(path)
    assert has_exited(state, 0)
    assert len(path) > 1


def exits(level):
    return tuple(each for each in level.board.find(EXIT) if not level.board[each] & AGENT)


@cases
def test_agent_and_exit_are_in_the_buffer(kind, seed):
    """One of each; the buffer has white goals and nothing alive; the exit asks for half of the points, or nothing."""
    level, partition, _, _, _, used = made(kind, seed)
    white = {each for each in level.goals.locations() if colour_of(level.goals[each]) == COLOURS.index("white")}
    assert len(level.agents) == len(exits(level)) == 1
    assert {*level.agents, *exits(level)} <= white == set(partition.buffer)
    assert not any(level.board[each] & ALIVE for each in white)
    assert level.min_performance == (-1 if kind == "navigation" else Fraction(1, 2))
    assert level.spawn_probability == Fraction(3, 10)
    assert used > 0


@cases
def test_only_cells_of_the_published_levels_are_there(kind, seed):
    """Life, trees, walls, crates, spawners, an agent and an exit; no life is hard; colours say what is whose."""
    board = made(kind, seed).level.board
    known = {EMPTY, WALL, CRATE, *(coloured(LIFE, colour) for colour in ("green", "red", "yellow"))}
    rest = {board[each] for each in board.locations()} - known
    assert all(cell & FROZEN for cell in rest)
    assert all(board[each] & DESTRUCTIBLE for each in board.find(ALIVE) if not board[each] & FROZEN)


# --- Draws ---


@pytest.mark.parametrize("kind", GENERATED_KINDS)
def test_a_level_is_a_function_of_the_draws_that_it_uses(kind):
    """The draws that were used give the same level alone, and one less is not enough; other draws give another."""
    first = generate(kind, 14, SeededDraws(5))
    draws = tuple(SeededDraws(5)[index] for index in range(first.draws_used))
    assert generate(kind, 14, draws) == first
    assert generate_level(kind, 14, SeededDraws(5)) == first.level
    assert generate_level(kind, 14, SeededDraws(6)) != first.level
    with pytest.raises(DrawsExhausted):
        generate(kind, 14, draws[:-1])


# --- Targets ---


def test_targets_are_met():
    """A pattern reaches its target at least, and a greater target gives more."""
    for fill in (Fraction(1, 10), Fraction(3, 10)):
        targets = LevelTargets(fill=fill, crates=1, require=1)
        level, partition, _, _, tasks, _ = generate("prune-still", 14, SeededDraws(2), targets)
        for region in partition.regions:
            green = [each for each in region if level.board[each] != EMPTY and each not in tasks]
            assert len(green) >= fill * len(region)
        assert WALL not in {level.board[each] for each in level.board.locations()}
        assert level.required == (len(tasks),)


def test_sure_spawners_fill_the_interior():
    """With probability one each cell of the interior is a spawner; with zero one of them is."""
    for spawners in (0, 1):
        level, partition, _, enclosed, _, _ = generate(
            "append-spawn", 14, SeededDraws(0), evolve(TARGETS["append-spawn"], spawners=spawners)
        )
        interior = set(partition.interior(enclosed))
        assert len(level.board.find(SPAWNING)) == (len(interior) if spawners else 1)
        assert set(level.board.find(SPAWNING)) <= interior


def test_impossible_targets_end_in_an_error():
    """What cannot be done within the bound says kind, size, what was not done, and within what bounds."""
    impossible = LevelTargets(fill=1, temperature=Fraction(1, 100), iterations=1, attempts=2)
    with pytest.raises(GenerationFailed) as caught:
        generate_level("prune-still", 14, SeededDraws(0), impossible)
    assert (caught.value.kind, caught.value.size) == ("prune-still", 14)
    assert str(caught.value).startswith(
        "no level of kind prune-still, 14 x 14: the neutral pattern of region 0 was not"
    )
    assert "2 attempts" in str(caught.value)
    with pytest.raises(GenerationFailed, match="the oscillators were not enough after"):
        generate_level("navigation", 14, SeededDraws(0), LevelTargets(fill=1, iterations=1, attempts=1))
    with pytest.raises(GenerationFailed, match="a place for the agent was not found"):
        generate_level("navigation", 14, SeededDraws(0), LevelTargets(rubble=1, attempts=1))


@pytest.mark.parametrize("kind", GENERATED_KINDS)
def test_sizes_and_kinds_that_are_none_are_refused(kind):
    """Levels of the least size can be had; one less, too large, no int, and a kind that is none are refused."""
    least = LEAST_SIZES[kind]
    assert generate_level(kind, least, SeededDraws(0)).board.height == least
    for size in (least - 1, -1, True, 4.0, "14", None, 10**9):
        with pytest.raises(InvalidParameter, match=f"size is .*: expected an int from {least} to 256 for {kind}"):
            generate_level(kind, size, SeededDraws(0))
    with pytest.raises(UnknownName, match=f"no kind '{kind}s' of levels to generate; did you mean {kind}"):
        generate_level(f"{kind}s", 26, SeededDraws(0))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("fill", 0),
        ("fill", 2),
        ("task_fill", -1),
        ("task_fill", "much"),
        ("crates", float("nan")),
        ("spawners", True),
        ("unrest", 1.5),
        ("rubble", None),
        ("require", 2),
        ("temperature", 0),
        ("temperature", float("inf")),
        ("iterations", 0),
        ("attempts", 1.0),
        *((share, -1) for share in ("crates", "spawners", "unrest", "rubble", "require")),
        ("temperature", 1 << 20),
    ],
)
def test_targets_that_are_none_are_refused(name, value):
    """Each by its name."""
    with pytest.raises(InvalidParameter, match=f"^{name} is "):
        LevelTargets(**{name: value})


# --- The lattice ---


@pytest.mark.parametrize("size", [13, 15, 20, 26])
def test_no_location_touches_two_trees_of_the_lattice(size):
    """And on a torus of a multiple of thirteen every thirteenth location is of it."""
    torus = Partition(size, size, ())
    everywhere = frozenset(Board.empty(size, size).locations())
    trees = set(lattice(torus, everywhere))
    assert all(len(trees & set(torus.block(each))) <= 1 for each in everywhere)
    assert trees
    if size % 13 == 0:
        assert len(trees) == size * size // 13
