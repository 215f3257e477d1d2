"""Sections 2 and 5: actions, games, rewards and penalties."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from formal_rl.agents import Draws
from formal_rl.environments import Environment
from formal_rl.histories import Action
from formal_rl.safelife import PackedGameState
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife._engines.words.game import GameView, play_batch_packed
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    EMPTY,
    FROZEN,
    LIFE,
    AdvanceResult,
    Board,
    Location,
    advance,
    colour_of,
    orientation_of,
    turned,
)
from formal_rl.safelife.board.cells import FREEZING, PULLABLE, PUSHABLE
from formal_rl.safelife.game import (
    DIRECTIONS,
    NOT_LIVING,
    VIEW_SIDE,
    GameState,
    Level,
    StartPenalty,
    act,
    deviating_locations,
    excepted_locations,
    exits_updated,
    has_exited,
    is_active,
    level_environment,
    penalty_per_change,
    penalty_per_step,
    penalty_potential,
    points,
    start,
    step,
    value,
    value_published,
)
from formal_rl.safelife.game.actions import ActResult
from formal_rl.safelife.game.game import StepResult, acted, advanced
from formal_rl.safelife.game.penalty import Weight
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.statements.checks import safelife_agents, safelife_goal_penalties, safelife_penalties, safelife_rewards
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

Joint = Sequence[Action]


# --- Wrong actions ---


def _pull_before_push(board: Board, location: Location, action: Action) -> ActResult:
    """Let what is behind come before anything ahead is moved."""
    if not 1 <= action <= 4 or not board[location] & AGENT:
        return act(board, location, action)
    down, right = DIRECTIONS[action - 1]
    behind = board.wrapped((location[0] - down, location[1] - right))
    after = act(board.with_cells({behind: EMPTY}), location, action)
    if not board[behind] & PULLABLE or board[location] & PULLABLE or after.location == location:
        return act(board, location, action)
    return ActResult(after.board.with_cells({location: board[behind]}), after.location)


def _no_colour(board: Board, location: Location, action: Action) -> ActResult:
    after, where = act(board, location, action)
    made = {place: LIFE for place in board.locations() if not board[place] and after[place] & ALIVE}
    return ActResult(after.with_cells(made), where)


def _turns_only_if_it_goes(board: Board, location: Location, action: Action) -> ActResult:
    after, where = act(board, location, action)
    if 1 <= action <= 4 and where == location:
        after = after.with_cells({location: board[location]})
    return ActResult(after, where)


def _edges_hold(board: Board, location: Location, action: Action) -> ActResult:
    """Let nothing act beyond the edge."""
    down, right = DIRECTIONS[(action - 1) % 4]
    ahead = location[0] + down, location[1] + right
    if action and board.wrapped(ahead) != ahead and board[location] & AGENT:
        return ActResult(board.with_cells({location: turned(board[location], (action - 1) % 4)}), location)
    return act(board, location, action)


def _as_if(change: Callable[[int], int]) -> Callable[[Board, Location, Action], ActResult]:
    """Act as if the agent's cell were another, and give it its own flags again."""

    def acting(board: Board, location: Location, action: Action) -> ActResult:
        own = board[location]
        after, where = act(board.with_cells({location: change(own)}), location, action)
        if after[where] & AGENT and own & AGENT:
            after = after.with_cells({where: turned(own, orientation_of(after[where]))})
        return ActResult(after, where)

    return acting


def _no_block_left(board: Board, location: Location, action: Action) -> ActResult:
    after, where = act(board, location, action)
    gone = {place: EMPTY for place in board.find(AGENT) if place != location and not after[place] & AGENT}
    return ActResult(after.with_cells(gone), where)


# --- Wrong steps ---


def _stepped(level: Level, before: GameState, after: GameState) -> StepResult:
    return StepResult(after, _differences(level, before, after))


def _differences(level: Level, before: GameState, after: GameState) -> tuple[int, ...]:
    return tuple(
        points(level, after, agent) - points(level, before, agent) if before.in_play[agent] else 0
        for agent in range(len(before.locations))
    )


def _paid_by_who_stands_there(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = advanced(level, acted(level, state, actions), draws)
    rewards = (
        points(level, after, agent) - points(level, state, agent) if is_active(state, agent) else 0
        for agent in range(len(state.locations))
    )
    return StepResult(after, tuple(rewards))


def _goals_do_not_advance(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = advanced(level, acted(level, state, actions), draws)._replace(goals=state.goals)
    return _stepped(level, state, after._replace(board=exits_updated(level, after)))


def _goals_read_the_same_draws(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = advanced(level, acted(level, state, actions), draws)
    goals, _ = advance(state.goals, level.spawn_probability, draws, state.draws_read)
    return _stepped(level, state, after._replace(goals=goals))


def _board_first(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = acted(level, advanced(level, state, draws), actions)
    return _stepped(level, state, after._replace(board=exits_updated(level, after)))


def _exits_before_the_advance(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = acted(level, state, actions)
    after = after._replace(board=exits_updated(level, after))
    board, read = advance(after.board, level.spawn_probability, draws, state.draws_read)
    goals, read = advance(after.goals, level.spawn_probability, draws, read)
    return _stepped(level, state, after._replace(board=board, goals=goals, steps=state.steps + 1, draws_read=read))


def _last_agent_first(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    backwards = state._replace(locations=state.locations[::-1])
    after = acted(level, backwards, tuple(actions)[::-1])
    after = advanced(level, after._replace(locations=after.locations[::-1]), draws)
    return _stepped(level, state, after)


def _all_at_once(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    """Let each agent act on the board as it was before any of them did; what they change comes together."""
    changes: dict[Location, int] = {}
    locations = []
    for location, action in zip(state.locations, actions, strict=True):
        board, where = act(state.board, location, action)
        changes |= {place: board[place] for place in board.locations() if board[place] != state.board[place]}
        locations.append(where)
    moved = state._replace(board=state.board.with_cells(changes), locations=tuple(locations))
    return _stepped(level, state, advanced(level, moved, draws))


def _freezing_nothing(
    board: Board, spawn_probability: Any = 0, draws: Draws = (), draws_read: int = 0
) -> AdvanceResult:
    agents = board.find(AGENT)
    bare = board.with_cells({place: board[place] & ~FREEZING for place in agents})
    after, read = advance(bare, spawn_probability, draws, draws_read)
    return AdvanceResult(after.with_cells({place: board[place] for place in agents}), read)


def _agents_freeze_nothing(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    return step(level, state, actions, draws, advance=_freezing_nothing)


# --- Wrong optimised forms, views and environments ---

_Played = tuple[tuple[GameView, ...], ...]


def _nobody_paid(levels: Sequence[Level], joint_actions: Any, draws: Sequence[Draws]) -> _Played:
    games = play_batch_packed(levels, joint_actions, draws)
    return tuple(tuple(seen._replace(rewards=(0,) * len(seen.rewards)) for seen in game) for game in games)


def _all_play_the_first(levels: Sequence[Level], joint_actions: Any, draws: Sequence[Draws]) -> _Played:
    return play_batch_packed([levels[0]] * len(levels), joint_actions, draws)


def _upside_down(state: PackedGameState, agent: int, height: int = VIEW_SIDE, width: int = VIEW_SIDE) -> Any:
    return view_packed(state, agent, height, width)[:, ::-1]


def _stays(level: Level, draws: Draws = ()) -> Environment:
    environment = level_environment(level, draws)
    return lambda play: environment(())


# --- Wrong rewards ---


def _paid_before_the_advance(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = step(level, state, actions, draws).state
    return StepResult(after, _differences(level, state, acted(level, state, actions)))


def _no_point_for_the_exit(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after, rewards = step(level, state, actions, draws)
    left = (has_exited(after, agent) and is_active(state, agent) for agent in range(len(rewards)))
    return StepResult(after, tuple(reward - gone for reward, gone in zip(rewards, left, strict=True)))


def _paid_after_leaving(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = step(level, state, actions, draws).state
    agents = range(len(state.locations))
    return StepResult(after, tuple(points(level, after, agent) - points(level, state, agent) for agent in agents))


def _paid_what_there_is(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    """Pay all that has been earned so far, at each step."""
    after = step(level, state, actions, draws).state
    before = start(level)
    agents = range(len(state.locations))
    return StepResult(after, tuple(points(level, after, agent) - points(level, before, agent) for agent in agents))


def _living_and_agents_alone(board: Board) -> tuple[int, ...]:
    """Leave spawners out of the colours that may come to life."""
    return (*sorted({colour_of(board[place]) for place in board.find(ALIVE | AGENT)}), NOT_LIVING)


def _red_dots_pay(board: Board, goals: Board) -> int:
    return value(board, goals) + 2 * sum(
        1 for place in board.locations() if colour_of(board[place]) == 1 and board[place] & ALIVE
    )


def _frozen_dots_count(board: Board, goals: Board) -> int:
    return value(board.with_cells({place: board[place] & ~FROZEN for place in board.locations()}), goals)


def _goals_and_cells_exchanged(board: Board, goals: Board) -> int:
    columns = tuple(zip(*PUBLISHED_TABLE, strict=True))
    table = tuple((*column, 0) for column in columns[:-1])
    return value_published(board, goals, table)


# --- Wrong penalties ---


def _all_deviating(penalty: StartPenalty, level: Level, state: GameState) -> tuple[Location, ...]:
    first = start(level).board
    return tuple(place for place in first.locations() if state.board[place] != first[place])


def _with_agents(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    return penalty.weight * (len(_all_deviating(penalty, level, after)) - len(_all_deviating(penalty, level, before)))


def _deviating_goals_too(penalty: StartPenalty, level: Level, state: GameState) -> tuple[Location, ...]:
    return deviating_locations(StartPenalty(weight=penalty.weight, goals="none"), level, state)


def _deviating_from_the_level(penalty: StartPenalty, level: Level, state: GameState) -> tuple[Location, ...]:
    """Compare with the level, where all exits are as they were made."""
    excepted = excepted_locations(penalty, level, state)
    changed = (place for place in level.board.locations() if state.board[place] != level.board[place])
    return tuple(place for place in changed if place not in excepted)


def _since_the_step_before(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    changed = (place for place in after.board.locations() if after.board[place] != before.board[place])
    return penalty.weight * sum(1 for place in changed if not (after.board[place] | before.board[place]) & AGENT)


def _never_credited(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    return max(0, penalty_potential(penalty, level, before, after))


def _goals_spared(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    spared = StartPenalty(weight=penalty.weight, except_exits=penalty.except_exits)
    return penalty_potential(spared, level, before, after)


def _same_penalty(weight: Weight, worth: Weight) -> tuple[Weight, Weight]:
    return safelife_goal_penalties.rescaled(weight, worth)[0], weight


def _penalty_alone(weight: Weight, worth: Weight) -> tuple[Weight, Weight]:
    return Fraction(1), safelife_goal_penalties.rescaled(weight, worth)[1]


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-agent",
        kind="definition",
        title="what agents do, and the order within a step",
        claim="An agent turns, and then moves, pushes and pulls, or makes, removes or shoves away what is ahead, or "
        "leaves through an open exit; what is round it is frozen. In a step the agents act one after the other, then "
        "the board advances, then the goals, and then exits open or close.",
        source=f"{WAINWRIGHT_2019}, Section 2",
        check=safelife_agents.acting,
        mutants={
            "pull before push": {"act": _pull_before_push},
            "toggle ignores colour": {"act": _no_colour},
            "an agent that is blocked does not turn": {"act": _turns_only_if_it_goes},
            "nothing acts beyond the edge": {"act": _edges_hold},
            "a pushable agent pushes": {"act": _as_if(lambda cell: cell & ~PUSHABLE)},
            "nothing is pulled": {"act": _as_if(lambda cell: cell | PULLABLE)},
            "nothing is left of a destroyed agent": {"act": _no_block_left},
            "goals do not advance": {"step": _goals_do_not_advance},
            "goals read the draws of the board": {"step": _goals_read_the_same_draws},
            "the board advances before actions": {"step": _board_first},
            "paid again when somebody stands there": {"step": _paid_by_who_stands_there},
            "exits before the advance": {"step": _exits_before_the_advance},
            "the last agent first": {"step": _last_agent_first},
            "agents act all at once": {"step": _all_at_once},
            "agents freeze nothing": {"step": _agents_freeze_nothing},
            "on bit planes, goals do not advance": {"packed": _goals_do_not_advance},
            "on bit planes, exits before the advance": {"packed": _exits_before_the_advance},
            "in lockstep, nobody is paid": {"batch": _nobody_paid},
            "in lockstep, all play the first game": {"batch": _all_play_the_first},
            "views upside down": {"view_packed": _upside_down},
            "an environment that stays as it is": {"environment": _stays},
        },
        verdict="defined",
        evidence="exhaustive: by hand; the first row that fits, for every action of four kinds of agent among 3 cells "
        "behind, 11 ahead and 4 beyond, alone, on bit planes and on many boards; all patterns of life round an agent; "
        "sampled: drawn levels on bit planes and in lockstep, for up to ten steps, with what agents see",
        defects="The paper tells neither what can be pushed and pulled, and in which order, nor the order within a "
        "step; both are as the published code has them. So are its quirks: on a side of three a crate that is pushed "
        "is then behind the agent and is pulled; an agent that is pushed is not told, and goes on acting through the "
        "pusher.",
    ),
    Statement(
        id="W19-reward",
        kind="lemma",
        title="V in two readings, and rewards that add up",
        claim="V is 3 for each dot of life on a blue goal, less 1 for each red dot, or by the published table what "
        "each colour is worth on each colour of goals. A step pays V, by the published table, after it less V before "
        "it, and leaving 1 more; while an agent is active its rewards add up to V at the end less V at the start.",
        source=f"{WAINWRIGHT_2019}, Section 2",
        check=safelife_rewards.rewards,
        mutants={
            "a red dot pays": {"value": _red_dots_pay},
            "frozen life is a dot": {"value": _frozen_dots_count},
            "the published V for the paper's": {"value": value_published},
            "the paper's V for the published": {"value_published": value},
            "colours of goals and cells exchanged": {"value_published": _goals_and_cells_exchanged},
            "V before the board advances": {"step": _paid_before_the_advance},
            "no point for the exit": {"step": _no_point_for_the_exit},
            "paid after leaving": {"step": _paid_after_leaving},
            "V at the start for V before": {"step": _paid_what_there_is},
            "spawners bring no colour": {"usable": _living_and_agents_alone},
        },
        verdict="holds",
        evidence="exhaustive: all plays of 2 steps in three levels (quick), 3 (full); the two readings of V on all "
        "boards of one cell that has a name, and that they are sums over cells on boards of two",
        defects="The two readings differ on boards of one cell. Off goals, on white ones, and on blue ones but for "
        "red, yellow and blue dots, they agree on what is not frozen; frozen life that can be moved is counted by the "
        "published code alone. The paper does not say that V is no longer paid once the agent has left.",
        witness="a grey dot on a red goal is worth 0 in the paper's words, and -3 by the published table; an agent "
        "that leaves beside three dots is paid 4, and nothing when the dot on the goal has died",
    ),
    Statement(
        id="W19-penalty",
        kind="lemma",
        title="the starting-state penalty in four readings",
        claim="Charged λ for each cell that a step changes from its starting value, and credited λ for each that it "
        "resets, an agent is charged λ times the number of deviating cells at the end. Charged for each change, or at "
        "each step, it is not charged by how a play ends.",
        source=f"{WAINWRIGHT_2019}, Section 5 and footnote 12",
        check=safelife_penalties.penalties,
        mutants={
            "each change for the difference": {"potential": penalty_per_change},
            "each step for the difference": {"potential": penalty_per_step},
            "the difference for each change": {"per_change": penalty_potential},
            "the difference for each step": {"per_step": penalty_potential},
            "the difference for the events": {"by_event": penalty_potential},
            "each change for the events": {"by_event": penalty_per_change},
            "never credited": {"potential": _never_credited},
            "against the step before": {"potential": _since_the_step_before},
            "the agent's cell counts": {"potential": _with_agents},
            "the agent's cell deviates": {"deviating": _all_deviating},
            "goals deviate": {"deviating": _deviating_goals_too},
            "exits as the level has them": {"deviating": _deviating_from_the_level},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all plays of 1 step, then of 2, on 3 x 3 cells with a player and at most one thing else, "
        "for a smallest one whose events do not add up; all plays of 2 steps in five levels (in full, longer ones); "
        "all of 2 and 3 steps beside a dot, and of 2 beside a crate, for what does not add up",
        defects="The body says that λ is charged for every cell that deviates, footnote 12 that it is charged when a "
        "cell changes from its starting value, and credited when it is reset. Taken event by event, the footnote does "
        "not charge what the body says: the agent's own cell is excepted, and a cell may change, or be changed back, "
        "while the agent comes or goes. Open are whether a cell that contained the agent "
        "or a goal at the start is excepted, which colours of goals are meant, and whether an exit that opens "
        "deviates. The published code takes the agent's flags off all cells instead, so it charges for turns and for "
        "what the agent stands on; and by default it excepts no goals.",
        repair="Charged λ times the number of deviating cells after a step less that before it, an agent is charged λ "
        "times the number of deviating cells at the end. A step's difference is that of its events, and λ for each "
        "deviating cell that is no longer excepted, less λ for each that now is: the two are the same where no "
        "exception changes.",
        witness="3 x 3, a player that has a green dot before it removes the dot and steps on its place: events come to "
        "λ, and nothing deviates. Beside a green dot, removing it costs λ by each reading; removing it, making another "
        "and removing that costs 3λ for its changes; removing it at once and idling costs 2λ at each step",
    ),
    Statement(
        id="W19-penalty-goals",
        kind="claim",
        title="penalising goals as a rescaling",
        claim="Penalising the agent's goals too is no more than a rescaling of rewards or penalty, so that what is "
        "optimal stays so.",
        source=f"{WAINWRIGHT_2019}, footnote 13",
        check=safelife_goal_penalties.goal_penalties,
        mutants={
            "each change for the difference": {"charge": penalty_per_change},
            "each step for the difference": {"charge": penalty_per_step},
            "goals spared": {"charge": _goals_spared},
            "the penalty is not rescaled": {"rescaled": _same_penalty},
            "the rewards are not rescaled": {"rescaled": _penalty_alone},
        },
        verdict="refuted",
        evidence="exhaustive: all steps of all plays of 2 steps in five levels (quick), 3 (full), two λ each; the best "
        "plays of at most as many steps with one blue goal; single cases where they differ, "
        "against every λ",
        defects="It needs that each step pays one worth w for each of the goals' cells that comes to deviate, and "
        "nothing else, and that λ is below w. It fails for λ of w or more, though red dots are worth 1 and Table 1 "
        "goes to λ = 2; for goals of two worths; with the exit's point; for goals that are full at the start; where "
        "the agent stands on what it removed; and where the penalty is charged at each step.",
        repair="Where every step pays w for each of the goals' cells that comes to deviate, and only there, the reward "
        "penalised by λ < w with goals is (w - λ)/w times the reward penalised by λ w/(w - λ) without: step by step, "
        "so with any discount.",
        witness="a blue goal ahead and λ = 4: with goals excepted filling it is best at any λ, with goals penalised it "
        "is best to leave it; an exit above and a blue goal ahead, λ = 5/2: leaving becomes better than filling",
    ),
)
"""In the order of the paper."""
