"""The three thought experiments of the introduction: by hand, their incremental forms, and which policy is best."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, ConstantLearner, Learner, Transition
from formal_rl.checking import (
    Case,
    Claim,
    Cover,
    Disagreement,
    EnvironmentPair,
    Example,
    Part,
    Row,
    Scope,
    Unknown,
    check_example_rows,
    check_examples,
    decide,
    decide_each,
    equal,
    part,
    unless,
)
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment, embed, interaction
from formal_rl.environments.abstract import (
    A_BUTTON,
    SPIKES,
    STEP,
    TAKE,
    UNGUARDED,
    WALK,
    Rooms,
    TreasuresForTheWorthyIncremental,
    clever_employer,
    clever_employer_incremental,
    every_fourth_unguarded,
    obstacle_course,
    oracular_obstacle_course,
    oracular_obstacle_course_incremental,
    treasures_for_the_worthy_in,
)
from formal_rl.environments.abstract.introduction import (
    EMPTY,
    GUARDED,
    LEAVE,
    CleverEmployerIncremental,
    OracularObstacleCourseIncremental,
    WalkerInRoom,
    Wanderer,
)
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, history, percepts, prompt_of
from formal_rl.statements.alexander_2021.shapes import always, incrementally, plays
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement


def _run(environment: ExtendedEnvironment, agent: Agent, actions: int) -> tuple[Play, int]:
    """Return the play of so many actions, and the total of the rewards they earned."""
    play = interaction(agent, environment, actions, remember=False)
    return play, sum(int(percept.reward) for percept in (*percepts(play)[1:], environment(agent, play)))


def _total(environment: ExtendedEnvironment, agent: Agent, actions: int) -> int:
    return _run(environment, agent, actions)[1]


def _paired(
    scope: Scope, name: str, environment: ExtendedEnvironment, fast: IncrementalEnvironment
) -> tuple[Part, ...]:
    """Compare with the incremental form, less far than other pairs: copies are asked about much."""
    return EnvironmentPair(name, environment, fast).parts(evolve(scope, horizon=scope.steps(quick=4, full=5)))


# --- Oracular obstacle courses ---

_never_steps: Agent = always(WALK)


def _steps_on_buttons(prompt: Prompt) -> Action:
    return STEP if prompt[-1].observation == A_BUTTON else WALK


def _steps_when_paid(prompt: Prompt) -> Action:
    return STEP if prompt[-1] == (1, A_BUTTON) else WALK


def _waits(prompt: Prompt) -> Action:
    """Walk through empty rooms only."""
    return WALK if prompt[-1].observation == EMPTY else STEP


_COURSE_ROWS: tuple[Row, ...] = (
    ("never stepping, at first", "it would not step: no spikes", _never_steps, (), Percept(0, EMPTY)),
    ("stepping, at first", "it would step: spikes", _steps_on_buttons, (), Percept(0, SPIKES)),
    ("walking on", "1, and the next room is empty", _never_steps, history((0, EMPTY), WALK), Percept(1, EMPTY)),
    ("walking on", "-1 for spikes, and again", _steps_on_buttons, history((0, SPIKES), WALK), Percept(-1, SPIKES)),
    ("standing still", "0, and the spikes go down", _steps_on_buttons, history((0, SPIKES), STEP), Percept(0, EMPTY)),
    ("in an empty room", "0, and no new room", _steps_on_buttons, history((0, EMPTY), 2), Percept(0, EMPTY)),
    ("stepping if paid", "1; it would now step", _steps_when_paid, history((0, EMPTY), WALK), Percept(1, SPIKES)),
    ("spikes it never meets", "-1, then none", _never_steps, history((0, SPIKES), WALK), Percept(-1, EMPTY)),
    ("a button after all", "0, and spikes", _never_steps, history((0, A_BUTTON), STEP), Percept(0, SPIKES)),
)


def obstacles(
    scope: Scope,
    *,
    environment: ExtendedEnvironment = oracular_obstacle_course,
    incremental: IncrementalEnvironment = oracular_obstacle_course_incremental,
) -> Iterator[Part]:
    """Check the oracular obstacle course, and that nothing is better than never to step, not even in thought."""
    yield check_example_rows(environment, _COURSE_ROWS)
    walked = history((0, A_BUTTON), STEP, (0, SPIKES), WALK)
    ordinary: list[Example] = [
        ("the ordinary course", "a button", Percept(0, A_BUTTON), obstacle_course, ()),
        ("the ordinary course", "stepped on: 0 and spikes", Percept(0, SPIKES), obstacle_course, walked[:2]),
        ("the ordinary course", "walked past: 1", Percept(1, A_BUTTON), obstacle_course, history((0, A_BUTTON), WALK)),
        ("the ordinary course", "spikes, waiting: 0", Percept(0, EMPTY), obstacle_course, history((0, SPIKES), STEP)),
        ("the ordinary course", "spikes: -1, and the next button", Percept(-1, A_BUTTON), obstacle_course, walked),
        ("three turns, never stepping", "1 + 1 + 1", 3, _total, environment, _never_steps, 3),
        ("four turns, waiting for spikes to go down", "0 + 1 + 0 + 1", 2, _total, environment, _waits, 4),
        ("four turns, through spikes", "-1 - 1 - 1 - 1", -4, _total, environment, _steps_on_buttons, 4),
    ]
    yield check_examples(ordinary, "the ordinary course, and totals")
    why = "it would step: spikes; walking: -1 and spikes; standing: 0 and none; walking: 1 and spikes"
    yield incrementally(why, Percept(1, SPIKES), incremental, ConstantLearner(STEP), WALK, STEP, WALK)
    turns, size = scope.steps(quick=5, full=6), len(scope.actions())
    yield decide(
        "the best never step, not even in thought",
        partial(_best_walker, environment),
        turns,
        actions=scope.actions(),
        branches=("best", "would step somewhere", "would not step, and stands still somewhere"),
        domain=f"all agents, {turns} turns, {size} actions",
    )
    yield from _paired(scope, "oracular_obstacle_course", environment, incremental)


def _best_walker(environment: ExtendedEnvironment, turns: int) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, total = _run(environment, unknown.agent, turns)
        shown = {percept.observation for percept in percepts(play)}
        if A_BUTTON in shown:
            return Disagreement("a button in the oracular course", "none", A_BUTTON, play)
        # Whoever would step in the room entered last has still to pay for it; that room is not counted.
        walks, steps = set(play[1::2]) == {WALK}, SPIKES in shown
        cover("would step somewhere" if steps else "best" if walks else "would not step, and stands still somewhere")
        if total > turns or (total == turns) != (walks and not steps):
            return Disagreement(f"{turns} exactly if it walks and would not step", walks and not steps, total, play)
        return None

    return claim


# --- Treasures for the worthy ---

Build = Callable[[Rooms], ExtendedEnvironment]

_U, _G = UNGUARDED, GUARDED


def _policy(unguarded: Action, guarded: Action) -> Agent:
    return lambda prompt: unguarded if prompt[-1].observation == _U else guarded


_WORTHY, _GREEDY = _policy(LEAVE, TAKE), _policy(TAKE, LEAVE)
_ALWAYS, _NEVER = _policy(TAKE, TAKE), _policy(LEAVE, LEAVE)


def _in_order(rooms: tuple[Observation, ...]) -> Rooms:
    """Return these rooms, and guarded ones after them."""
    return lambda turn: rooms[turn] if turn < len(rooms) else _G


def _forgiven(prompt: Prompt) -> Action:
    """Take everything, but nothing unguarded once it was zapped."""
    return LEAVE if prompt[-1] == (-1, _U) else TAKE


_TOOK = history((0, _U), TAKE, (1, _G), TAKE)
_ZAPPED = history((0, _G), TAKE, (-1, _G), TAKE)

_TREASURE_ROWS: tuple[Row, ...] = (
    ("at first", "room 0 has no guard", _WORTHY, (), Percept(0, _U)),
    ("unguarded, taken, which it would not", "1 for free, nobody asks", _WORTHY, _TOOK[:2], Percept(1, _G)),
    ("unguarded, left", "0", _ALWAYS, history((0, _U), LEAVE), Percept(0, _G)),
    ("guarded, taken, and it would take unguarded", "zapped, -1", _ALWAYS, _TOOK, Percept(-1, _U)),
    ("guarded, taken, would leave unguarded", "1, though it took the one before", _WORTHY, _TOOK, Percept(1, _U)),
    ("guarded, left, would take unguarded", "0: nobody asks", _ALWAYS, (*_TOOK[:3], LEAVE), Percept(0, _U)),
    ("guarded, taken, after being zapped", "on (-1, unguarded) it would leave: 1", _forgiven, _ZAPPED, Percept(1, _U)),
    ("an action 2", "it is to leave it", _ALWAYS, history((0, _U), 2), Percept(0, _G)),
)


def treasures(
    scope: Scope,
    *,
    environment: Build = treasures_for_the_worthy_in,
    incremental: Callable[[Rooms], IncrementalEnvironment] = TreasuresForTheWorthyIncremental,
) -> Iterator[Part]:
    """Check the treasures, when to be worthy is best, and that it is not against rooms known beforehand."""
    listed = environment(every_fourth_unguarded)
    yield check_example_rows(environment(_in_order((_U, _G, _U, _G))), _TREASURE_ROWS)
    eight: list[Example] = [
        (
            "the rooms of the listed one",
            "3, 7 and 11 unguarded",
            (_G, _G, _G, _U) * 3,
            lambda: (*map(every_fourth_unguarded, range(12)),),
        ),
        ("eight rooms, two of them unguarded, the worthy", "6 guarded ones", 6, _total, listed, _WORTHY, 8),
        ("eight rooms, taking unguarded ones only", "2 unguarded ones", 2, _total, listed, _GREEDY, 8),
        ("eight rooms, taking all", "2 - 6", -4, _total, listed, _ALWAYS, 8),
        ("eight rooms, taking none", "0", 0, _total, listed, _NEVER, 8),
    ]
    yield check_examples(eight, "the rooms that are listed")
    why, listed_rooms = "rooms G, G: taken, and it takes all: zapped", incremental(every_fourth_unguarded)
    yield incrementally(why, Percept(-1, _G), listed_rooms, ConstantLearner(TAKE), TAKE)
    yield _by_the_room(scope, environment)
    yield _one_room(scope, environment)
    yield decide(
        "in expectation the worthy are best where most rooms are guarded, the greedy where few are",
        partial(_no_better_in_expectation, environment),
        2,
        actions=range(2),
        branches=(*_CHANCES, "never best"),
        domain="all agents, all sequences of 2 rooms, guarded with probability 3/4, 1/2 and 1/4, 2 actions, whatever "
        "the scope",
    )
    known = scope.steps(quick=3, full=4)
    yield decide_each(
        "against rooms known beforehand some agent gets every treasure, and none gets more",
        partial(_known_rooms, environment),
        product((_G, _U), repeat=known),
        actions=range(2),
        branches=("every treasure", "not every treasure"),
        domain=f"all agents, all sequences of {known} rooms, 2 actions",
    )
    yield decide(
        "on two rooms known beforehand nothing is better than to be worthy",
        partial(_worthy_is_best, environment),
        2,
        actions=range(2),
        domain="all agents, a guarded room and then an unguarded one, 2 actions, whatever the scope",
    ).meant_to_fail("at most the total of the worthy in 2 rooms: expected 1, got 2")
    pair = EnvironmentPair("treasures_for_the_worthy", listed, incremental(every_fourth_unguarded))
    yield from pair.parts(evolve(scope, horizon=scope.steps(quick=5, full=6)))


def _by_the_room(scope: Scope, environment: Build) -> Part:
    """Compare the four policies that look at the room only, on every sequence of rooms."""
    longest = scope.steps(quick=5, full=7)

    @part(
        "of the policies that look at the room only, the worthy are best exactly if at least half are guarded",
        branches=tuple(f"{how} rooms are guarded" for how in ("most", "half", "few")),
        domain=f"the four policies, all sequences of at most {longest} rooms",
    )
    def cases() -> Iterator[Case]:
        for rooms in (rooms for n in range(1, longest + 1) for rooms in product((_U, _G), repeat=n)):
            n, free, built = len(rooms), rooms.count(_U), environment(_in_order(rooms))
            got = tuple(_total(built, agent, n) for agent in (_WORTHY, _GREEDY, _ALWAYS, _NEVER))
            branch = "most" if 2 * free < n else "half" if 2 * free == n else "few"
            yield (
                f"{branch} rooms are guarded",
                equal(f"the totals in the rooms {rooms}", (n - free, free, free - (n - free), 0), got)
                or equal(f"the worthy are best in the rooms {rooms}", 2 * free <= n, got[0] == max(got)),
            )

    return cases()


_CHANCES = {
    "best where 3 of 4 are guarded": Fraction(3, 4),
    "best where 1 of 4 is": Fraction(1, 4),
    "best where half are": Fraction(1, 2),
}


def _one_room(scope: Scope, environment: Build) -> Part:
    """Compare what a room is worth to an agent, whatever came before, with what it is worth to the four policies."""
    longest, built = scope.steps(quick=2, full=3), environment(every_fourth_unguarded)
    alphabet = (Percept(0, _U), Percept(1, _G), Percept(-1, _G))
    earns = {
        (LEAVE, TAKE): ("worthy", (0, 1)),
        (TAKE, LEAVE): ("greedy", (1, 0)),
        (TAKE, TAKE): ("takes all", (1, -1)),
        (LEAVE, LEAVE): ("takes none", (0, 0)),
    }

    def claim(case: tuple[Play, int], unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, reward = case
        prompts = tuple((*play, Percept(reward, seen)) for seen in (_U, _G))
        unguarded, guarded = (unknown.agent(prompt) for prompt in prompts)
        name, expected = earns[unguarded, guarded]
        cover(name)
        asked = (*prompts[0], unguarded), (*prompts[1], guarded)
        got = tuple(built(unknown.agent, after).reward for after in asked)
        return equal("what it earns unguarded and guarded", expected, got, play)

    return decide_each(
        "in each room, after anything, an agent earns what one of the four policies earns",
        claim,
        product(plays(longest, alphabet, range(2)), (0, 1, -1)),
        actions=range(2),
        branches=tuple(name for name, _ in earns.values()),
        domain=f"all agents after all plays of at most {longest} actions over 3 percepts x 2 actions",
    )


def _no_better_in_expectation(environment: Build, turns: int) -> Claim:
    sequences = [(rooms, environment(_in_order(rooms))) for rooms in product((_U, _G), repeat=turns)]

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        totals = [(rooms.count(_G), _total(built, unknown.agent, turns)) for rooms, built in sequences]
        best_where = []
        for name, guarded in _CHANCES.items():
            got = sum((total * guarded**n * (1 - guarded) ** (turns - n) for n, total in totals), Fraction(0))
            best = turns * max(guarded, 1 - guarded)
            if got > best:
                return Disagreement(f"at most the best of the worthy and the greedy, guarded by {guarded}", best, got)
            best_where += [name] * (got == best)
        for branch in best_where or ["never best"]:
            cover(branch)
        return None

    return claim


def _known_rooms(
    environment: Build, rooms: tuple[Observation, ...], unknown: Unknown, cover: Cover
) -> Disagreement | None:
    turns, built = len(rooms), environment(_in_order(rooms))

    def foreseeing(prompt: Prompt) -> Action:
        """Take what is as foreseen, and leave what is not."""
        turn = len(prompt) // 2
        return TAKE if turn < turns and prompt[-1].observation == rooms[turn] else LEAVE

    total, knowing = _total(built, unknown.agent, turns), _total(built, foreseeing, turns)
    cover("every treasure" if total == turns else "not every treasure")
    about = "at most what it gets who foresees the rooms"
    return unless(total <= turns and knowing == turns, about, turns, (total, knowing))


def _worthy_is_best(environment: Build, turns: int) -> Claim:
    built = environment(_in_order((_G, _U)))
    worthy = _total(built, _WORTHY, turns)

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        got = _total(built, unknown.agent, turns)
        return unless(got <= worthy, f"at most the total of the worthy in {turns} rooms", worthy, got)

    return claim


# --- The clever employer ---


def _works_for_a_thousand(prompt: Prompt) -> Action:
    return 1 if prompt[-1].reward >= 1000 else 0


def _works_when_paid(prompt: Prompt) -> Action:
    return 1 if prompt[-1].reward > 0 else 0


def _counts_thousands(prompt: Prompt) -> Action:
    return sum(percept.reward == 1000 for percept in percepts(prompt))


def _as_before(prompt: Prompt) -> Action:
    return 1 if len(prompt) == 1 else prompt[-2]


def _works_if_charged(prompt: Prompt) -> Action:
    return 1 if prompt == history((0, 0), 0, (-100, 0)) else 0


_HOURS = history((0, 0), 0, (100, 0), 1, (100, 0))

_WORK_ROWS: tuple[tuple[str, str, int, Agent, Play], ...] = (
    ("at first", "no hour was worked", 0, _works_when_paid, ()),
    ("the first hour", "it does 0 on (0, 0), paid or not", 100, _works_when_paid, history((0, 0), 0)),
    ("the first hour, another action", "it does 0 on (0, 0)", -100, _works_when_paid, history((0, 0), 1)),
    ("idle for a hundred", "on (0,0) 0 (1000,0) it does 1", -100, _works_for_a_thousand, (*_HOURS[:3], 0)),
    ("working for a hundred", "on (0,0) 0 (1000,0) it does 1", 100, _works_for_a_thousand, (*_HOURS[:3], 1)),
    ("charged, and working", "charges count as 1000 too", 100, _works_when_paid, history((0, 0), 1, (-100, 0), 1)),
    ("every hour counts as 1000", "two hours, two thousands: it does 2", 100, _counts_thousands, (*_HOURS, 2)),
    ("the first reward stays", "one hour, one thousand: it does 1, not 2", -100, _counts_thousands, (*_HOURS[:3], 2)),
    ("its actions stay those it took", "after a 1 it does 1", 100, _as_before, (*_HOURS, 1)),
    ("a history not its own", "after a 0 it does 0", 100, _as_before, history((0, 0), 0, (-100, 0), 0)),
)


def employer(
    scope: Scope,
    *,
    environment: ExtendedEnvironment = clever_employer,
    incremental: IncrementalEnvironment = clever_employer_incremental,
) -> Iterator[Part]:
    """Check the clever employer, and who earns most."""
    examples: list[Example] = [
        *((about, why, Percept(paid, 0), environment, agent, play) for about, why, paid, agent, play in _WORK_ROWS),
        ("three hours, for a thousand only", "100 - 100 - 100", -100, _total, environment, _works_for_a_thousand, 3),
        ("three hours, for any pay", "100 + 100 + 100", 300, _total, environment, _works_when_paid, 3),
        ("two hours of 1 on (0,0) 0 (-100,0), else 0", "100 + 100", 200, _total, environment, _works_if_charged, 2),
    ]
    yield check_examples(examples)
    yield incrementally("1 is paid", Percept(100, 0), incremental, ConstantLearner(1), 1)
    hours = max(3, scope.steps(quick=5, full=7))
    yield decide(
        "the best act on their own history as if paid a thousand",
        partial(_best_worker, environment),
        hours,
        actions=scope.actions(),
        branches=("best", "worst", "between"),
        domain=f"all agents, {hours} hours, {len(scope.actions())} actions",
    )
    yield decide(
        "whoever earns most does not mind being charged",
        partial(_minding, environment),
        2,
        actions=range(2),
        domain="all agents, 2 hours, 2 actions, whatever the scope",
    ).meant_to_fail("what it does if charged for the first hour: expected 0, got 1")
    yield from _paired(scope, "clever_employer", environment, incremental)


def _best_worker(environment: ExtendedEnvironment, hours: int) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, total = _run(environment, unknown.agent, hours)
        pretended: Prompt = (Percept(0, 0),)
        kept = []
        for action in play[1::2]:
            kept.append(unknown.agent(pretended) == action)
            pretended = (*pretended, action, Percept(1000, 0))
        expected = 100 * kept.count(True) - 100 * kept.count(False)
        cover("best" if all(kept) else "worst" if not any(kept[1:]) else "between")
        if not kept[0] or total != expected:
            return Disagreement("100 for each hour as if paid, the first among them, else -100", expected, total, play)
        return None

    return claim


def _minding(environment: ExtendedEnvironment, hours: int) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, total = _run(environment, unknown.agent, hours)
        if total < 100 * hours or hours < 2:
            return None
        paid, charged = unknown.agent(play[:3]), unknown.agent((*play[:2], Percept(-100, 0)))
        return equal("what it does if charged for the first hour", paid, charged)

    return claim


# --- Mutants ---


def _unpaid_in_thought(agent: Agent, play: Play) -> Percept:
    """Ask about the button with reward 0, whatever was earned."""
    return oracular_obstacle_course(lambda prompt: agent((*prompt[:-1], Percept(0, A_BUTTON))), play)


def _asked_everywhere(agent: Agent, play: Play) -> Percept:
    """Ask anew when the agent stands still, too."""
    percept = oracular_obstacle_course(agent, play)
    would = agent((*play, Percept(percept.reward, A_BUTTON))) == STEP
    return percept._replace(observation=1 if would else 0)


class _OneTurnBehind(OracularObstacleCourseIncremental):
    """Ask a copy that has not learned from the last turn."""

    def advance(self, learner: Learner[Any], state: WalkerInRoom, action: Action) -> tuple[Percept, WalkerInRoom]:
        percept, after = super().advance(learner, state, action)
        return percept._replace(observation=0), after


def _asking_of_the_past(rooms: Rooms) -> ExtendedEnvironment:
    """Let the guard ask whether the agent took an unguarded treasure before."""
    right = treasures_for_the_worthy_in(rooms)

    def environment(agent: Agent, play: Play) -> Percept:
        took = any(seen.observation == _U and did == TAKE for seen, did in zip(play[0::2], play[1::2], strict=True))
        return right(always(TAKE if took else 0), play)

    return environment


def _asking_everyone(rooms: Rooms) -> ExtendedEnvironment:
    """Let the guard zap those who leave the treasure too."""
    right = treasures_for_the_worthy_in(rooms)

    def environment(agent: Agent, play: Play) -> Percept:
        free = play == () or play[-2].observation == _U
        return right(agent, play if free else (*play[:-1], TAKE))

    return environment


def _all_guards_away(rooms: Rooms) -> ExtendedEnvironment:
    """Let the guard ask about a history in which the agent was not zapped either."""
    right = treasures_for_the_worthy_in(rooms)
    return lambda agent, play: right(lambda prompt: agent((*prompt[:-1], Percept(0, _U))), play)


def _worthy_everywhere(rooms: Rooms) -> ExtendedEnvironment:
    """Let a treasure without a guard be refused to whoever would take it."""
    right = treasures_for_the_worthy_in(rooms)
    return lambda agent, play: right(agent, play and (*play[:-2], play[-2]._replace(observation=1), play[-1]))


class _GuardWithoutEyes(TreasuresForTheWorthyIncremental):
    """Take every room for one without a guard."""

    def advance(self, learner: Learner[Any], state: Wanderer, action: Action) -> tuple[Percept, Wanderer]:
        return super().advance(learner, state._replace(room=UNGUARDED), action)


def _told(told: Callable[[int, Any, int], Any]) -> ExtendedEnvironment:
    """Return the employer that asks about other rewards, by their places, what they were, and the last place."""

    def environment(agent: Agent, play: Play) -> Percept:
        if play == ():
            return Percept(0, 0)
        asked = tuple(
            x if index % 2 else x._replace(reward=told(index, x.reward, len(play) - 2))
            for index, x in enumerate(prompt_of(play))
        )
        return Percept(100 if agent(asked) == play[-1] else -100, 0)

    return environment


def _real_life(agent: Agent, play: Play) -> Percept:
    """Let the copy live for a thousand an hour by itself, doing as it does."""
    if play == ():
        return Percept(0, 0)
    lived: Play = (Percept(0, 0),)
    while len(lived) < len(play) - 1:
        lived = (*lived, agent(lived), Percept(1000, 0))
    return Percept(100 if agent(lived) == play[-1] else -100, 0)


def _unfeeling(agent: Agent, play: Play) -> Percept:
    """Pay nothing instead of charging."""
    percept = clever_employer(agent, play)
    return percept._replace(reward=max(percept.reward, 0))


class _WrongWayRound(CleverEmployerIncremental):
    """Charge for what is to be paid."""

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        percept, _ = super().advance(learner, state, action)
        return percept._replace(reward=-percept.reward), learner.learn(state, Transition(0, action, 1000, 0))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-intro-obstacles",
        kind="example",
        title="oracular obstacle course",
        claim="No room has a button, and spikes are up in a new room if the agent would step on a button there. "
        "Walking on pays 1, through spikes -1; standing still pays 0, and the spikes go down. In n turns no agent "
        "earns more than n. An agent earns n exactly if it always walks on and would never step on a button in the "
        "rooms that it leaves.",
        source=f"{ALEXANDER_2021}, Section 1",
        check=obstacles,
        mutants={
            "the ordinary course": {"environment": embed(obstacle_course)},
            "the button is thought of with reward 0": {"environment": _unpaid_in_thought},
            "asked anew while standing still": {"environment": _asked_everywhere},
            "no spikes after the first room": {"incremental": _OneTurnBehind()},
        },
        verdict="defined",
        evidence="exhaustive: all agents, 5 turns, 2 actions; the incremental form for all learners, all sequences of "
        "at most 4 actions",
        defects="The paper describes it in one sentence. We chose the rewards, that spikes hurt only an agent that "
        "walks through them, and that they go down.",
    ),
    Statement(
        id="A21-intro-treasures",
        kind="example",
        title="treasures for the worthy",
        claim="Taking a treasure without a guard pays 1. Taking one with a guard pays 1 if the agent would leave it "
        "without the guard, and -1 if it would take it. If most rooms are guarded, it is best in expectation to take "
        "the guarded treasures and leave the others; if few are, it is best to take only the others.",
        source=f"{ALEXANDER_2021}, Section 1",
        check=treasures,
        mutants={
            "the guard asks what the agent did before": {"environment": _asking_of_the_past},
            "the guard zaps those who leave it too": {"environment": _asking_everyone},
            "the last reward is replaced too": {"environment": _all_guards_away},
            "every room has a guard": {"environment": _worthy_everywhere},
            "no room has a guard": {"incremental": _GuardWithoutEyes},
        },
        verdict="defined",
        evidence="exhaustive: all agents, in each room, after all plays of at most 2 actions over 3 percepts, earn "
        "there what one of the four policies that look at the room only earns; these policies on all sequences of at "
        "most 5 rooms; all agents, all sequences of 2 rooms, guarded independently with probability 3/4, 1/2 and 1/4; "
        "all agents, each sequence of 3 rooms; the incremental form for all learners, all sequences of at most 5 "
        "actions",
        defects="The paper does not say which rooms are guarded, and this decides what is best. The agent must not "
        "know the rooms beforehand: an agent that knows them gets every treasure, by taking the unguarded treasures "
        "and being worthy in the guarded rooms.",
        witness="a guarded room and then an unguarded one: what does 1 on (0,1), 0 on (0,0), and 1 on (0,1) 1 (1,0) "
        "gets 2, the worthy 1",
    ),
    Statement(
        id="A21-intro-employer",
        kind="example",
        title="the clever employer",
        claim="Each hour the agent is paid 100 if it does what it would do on its history with 1000 paid for each "
        "hour before, and charged 100 if not. The first hour of any agent is paid. In n hours no agent earns more "
        "than 100 n, and an agent earns 100 n exactly if it acts in every hour as if paid 1000.",
        source=f"{ALEXANDER_2021}, Section 1",
        check=employer,
        mutants={
            "charges are felt": {"environment": _told(lambda place, was, last: 1000 if was > 0 else was)},
            "the first reward is a thousand too": {"environment": _told(lambda place, was, last: 1000)},
            "the last hour only counts as a thousand": {
                "environment": _told(lambda place, was, last: 1000 if place == last and place else was)
            },
            "a copy that lives for a thousand by itself": {"environment": _real_life},
            "no charge": {"environment": _unfeeling},
            "charged for what is to be paid": {"incremental": _WrongWayRound()},
        },
        verdict="defined",
        evidence="exhaustive: all agents, 5 hours, 2 actions; the incremental form for all learners, all sequences of "
        "at most 4 actions",
        defects="The paper does not say whether an hour that was charged counts as paid 1000 too, or whether the "
        "history is the agent's own with other rewards or one that it would have lived. Here every hour counts, and "
        "the actions stay.",
        witness="to earn most one need not be indifferent to money: what does 1 on (0,0) 0 (-100,0) and 0 else earns "
        "200 in 2 hours, since it is never charged",
    ),
)
