"""Checks of the three thought experiments: by hand, their incremental forms, and which policy is best."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, ConstantLearner, Learner, Transition
from formal_rl.checking import (
    Claim,
    Cover,
    Disagreement,
    EnvironmentPair,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide,
    decide_each,
    part,
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
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, all_plays, history, percepts, prompt_of
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.run_out import percepts_along
from formal_rl.statements.statement import Statement


def _run(environment: ExtendedEnvironment, agent: Agent, actions: int) -> tuple[Play, int]:
    """Return the play of so many actions, and the total of the rewards they earned."""
    play = interaction(agent, environment, actions, remember=False)
    after = environment(agent, play)
    return play, sum(int(percept.reward) for percept in (*percepts(play)[1:], after))


def _total(environment: ExtendedEnvironment, agent: Agent, actions: int) -> int:
    return _run(environment, agent, actions)[1]


def _shorter(scope: Scope) -> Scope:
    """Return a scope for pairs in which copies are asked about much, and cases grow fast."""
    return evolve(scope, horizon=scope.steps(quick=4, full=5))


# --- Oracular obstacle courses ---


def _never_steps(prompt: Prompt) -> Action:
    return WALK


def _steps_on_buttons(prompt: Prompt) -> Action:
    return STEP if prompt[-1].observation == A_BUTTON else WALK


def obstacles(
    scope: Scope,
    *,
    environment: ExtendedEnvironment = oracular_obstacle_course,
    incremental: IncrementalEnvironment = oracular_obstacle_course_incremental,
) -> Iterator[Part]:
    """Check the oracular obstacle course, and that nothing is better than never to step, not even in thought."""

    def case(about: str, why: str, expected: Percept, agent: Agent, play: Play) -> Example:
        return (about, why, expected, environment, agent, play)

    yield check_examples(
        (
            case("never stepping, at first", "it would not step: no spikes", Percept(0, EMPTY), _never_steps, ()),
            case("stepping, at first", "it would step: spikes", Percept(0, SPIKES), _steps_on_buttons, ()),
            case(
                "never stepping, walking on",
                "1 for an empty room, and the next is empty",
                Percept(1, EMPTY),
                _never_steps,
                history((0, EMPTY), WALK),
            ),
            case(
                "stepping, walking on through spikes",
                "-1 for spikes, and spikes again",
                Percept(-1, SPIKES),
                _steps_on_buttons,
                history((0, SPIKES), WALK),
            ),
            case(
                "stepping, standing still",
                "0, and the spikes go down",
                Percept(0, EMPTY),
                _steps_on_buttons,
                history((0, SPIKES), STEP),
            ),
            case(
                "standing still in an empty room",
                "0, and nobody asks: no new room",
                Percept(0, EMPTY),
                _steps_on_buttons,
                history((0, EMPTY), 2),
            ),
            case(
                "stepping only when paid",
                "it walked on for 1, and would now step: spikes",
                Percept(1, SPIKES),
                lambda prompt: STEP if prompt[-1] == (1, A_BUTTON) else WALK,
                history((0, EMPTY), WALK),
            ),
            case(
                "never stepping, among spikes that it would not have met",
                "-1 for spikes, and the next room is empty",
                Percept(-1, EMPTY),
                _never_steps,
                history((0, SPIKES), WALK),
            ),
            case(
                "a button after all, stepped on",
                "0, and spikes, as in the ordinary course, for whoever steps",
                Percept(0, SPIKES),
                _never_steps,
                history((0, A_BUTTON), STEP),
            ),
            (
                "the ordinary course",
                "a button; it is stepped on: 0 and spikes; walked through: -1, and the next button",
                (Percept(0, A_BUTTON), Percept(0, SPIKES), Percept(-1, A_BUTTON)),
                lambda: tuple(
                    obstacle_course(history((0, A_BUTTON), STEP, (0, SPIKES), WALK)[:length]) for length in (0, 2, 4)
                ),
            ),
            (
                "incrementally, for what does 1",
                "it would step: spikes; walking: -1 and spikes; standing: 0 and none; walking: 1 and spikes",
                (Percept(0, SPIKES), Percept(-1, SPIKES), Percept(0, EMPTY), Percept(1, SPIKES)),
                lambda: percepts_along(incremental, ConstantLearner(1), (WALK, STEP, WALK)),
            ),
            ("three turns, never stepping", "1 + 1 + 1", 3, _total, environment, _never_steps, 3),
            (
                "four turns, stepping on buttons and waiting for spikes to go down",
                "0 + 1 + 0 + 1",
                2,
                _total,
                environment,
                lambda prompt: WALK if prompt[-1].observation == EMPTY else STEP,
                4,
            ),
            (
                "four turns, stepping on buttons and walking through spikes",
                "-1 - 1 - 1 - 1",
                -4,
                _total,
                environment,
                _steps_on_buttons,
                4,
            ),
        )
    )
    turns = scope.steps(quick=5, full=6)
    yield decide(
        "the best never step, not even in thought",
        partial(_best_walker, environment),
        turns,
        actions=scope.actions(),
        branches=("best", "would step somewhere", "would not step, and stands still somewhere"),
        domain=f"all agents, {turns} turns, {len(scope.actions())} actions",
    )
    longer = scope.steps(quick=8, full=10)
    yield decide(
        "who would step in every room gets through every other turn",
        partial(_best_stepper, environment),
        longer,
        actions=scope.actions(),
        branches=("half", "less"),
        domain=f"all agents that would step on any button, {longer} turns, {len(scope.actions())} actions",
    )
    yield decide(
        "in the ordinary course only what is done counts",
        _ordinary_walker,
        turns,
        actions=scope.actions(),
        branches=("best", "stepped on a button", "stood still, and stepped on none"),
        domain=f"all agents, {turns} turns, {len(scope.actions())} actions",
    )
    yield from EnvironmentPair("oracular_obstacle_course", environment, incremental).parts(_shorter(scope))


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


def _best_stepper(environment: ExtendedEnvironment, turns: int) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        total = _total(
            environment, lambda prompt: STEP if prompt[-1].observation == A_BUTTON else unknown.agent(prompt), turns
        )
        cover("half" if total == turns // 2 else "less")
        return None if total <= turns // 2 else Disagreement("at most half", turns // 2, total)

    return claim


def _ordinary_walker(turns: int) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, total = _run(embed(obstacle_course), unknown.agent, turns)
        walks = set(play[1::2]) == {WALK}
        stepped = SPIKES in {percept.observation for percept in percepts(play)}
        cover("best" if walks else "stepped on a button" if stepped else "stood still, and stepped on none")
        if total > turns or (total == turns) != walks:
            return Disagreement(f"{turns} exactly if it always walks", walks, total, play)
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


def treasures(
    scope: Scope,
    *,
    environment: Build = treasures_for_the_worthy_in,
    incremental: Callable[[Rooms], IncrementalEnvironment] = TreasuresForTheWorthyIncremental,
) -> Iterator[Part]:
    """Check the treasures, when to be worthy is best, and that it is not against rooms known beforehand."""
    built = environment(_in_order((_U, _G, _U, _G)))

    def case(about: str, why: str, expected: Percept, agent: Agent, play: Play) -> Example:
        return (about, why, expected, built, agent, play)

    yield check_examples(
        (
            case("at first", "room 0 has no guard", Percept(0, _U), _WORTHY, ()),
            case(
                "unguarded, taken, which is not what the agent would do",
                "1 for free, and nobody asks",
                Percept(1, _G),
                _WORTHY,
                history((0, _U), TAKE),
            ),
            case("unguarded, left", "0", Percept(0, _G), _ALWAYS, history((0, _U), LEAVE)),
            case(
                "guarded, taken, and it would take unguarded",
                "zapped, -1",
                Percept(-1, _U),
                _ALWAYS,
                history((0, _U), TAKE, (1, _G), TAKE),
            ),
            case(
                "guarded, taken, and it would leave unguarded",
                "1, though it took the one before, which the worthy would not",
                Percept(1, _U),
                _WORTHY,
                history((0, _U), TAKE, (1, _G), TAKE),
            ),
            case(
                "guarded, left, and it would take unguarded",
                "0: the guard asks only about those who try",
                Percept(0, _U),
                _ALWAYS,
                history((0, _U), TAKE, (1, _G), LEAVE),
            ),
            case(
                "guarded, taken, after being zapped",
                "(-1, unguarded) in place of (-1, guarded): it would leave it: 1",
                Percept(1, _U),
                _forgiven,
                history((0, _G), TAKE, (-1, _G), TAKE),
            ),
            case("an action 2", "it is to leave it", Percept(0, _G), _ALWAYS, history((0, _U), 2)),
            (
                "the rooms of the listed one",
                "turns 3, 7 and 11 have no guard",
                [turn for turn in range(12) if turn in {3, 7, 11}],
                lambda: [turn for turn in range(12) if every_fourth_unguarded(turn) == _U],
            ),
            (
                "incrementally, in the listed one, for what does 1",
                "rooms G, G, G, U, G, G: taken, zapped each time; but free in turn 3",
                tuple(
                    Percept(reward, room)
                    for reward, room in zip((0, -1, -1, -1, 1, -1), (_G, _G, _G, _U, _G, _G), strict=True)
                ),
                lambda: percepts_along(incremental(every_fourth_unguarded), ConstantLearner(1), [TAKE] * 5),
            ),
            (
                "incrementally, for what does 1",
                "rooms G, U, G: taken, zapped; taken, free; left",
                (Percept(0, _G), Percept(-1, _U), Percept(1, _G), Percept(0, _G)),
                lambda: percepts_along(incremental(_in_order((_G, _U, _G))), ConstantLearner(1), (TAKE, TAKE, LEAVE)),
            ),
            *(
                (
                    f"eight rooms, two of them unguarded, {name}",
                    arithmetic,
                    total,
                    _total,
                    environment(every_fourth_unguarded),
                    agent,
                    8,
                )
                for name, arithmetic, total, agent in (
                    ("the worthy", "6 guarded ones", 6, _WORTHY),
                    ("taking unguarded ones only", "2 unguarded ones", 2, _GREEDY),
                    ("taking all", "2 - 6", -4, _ALWAYS),
                    ("taking none", "0", 0, _NEVER),
                )
            ),
        )
    )
    yield _by_the_room(scope, environment)
    yield _one_room(scope, environment)
    yield decide(
        "in expectation the worthy are best where most rooms are guarded, the greedy where few are",
        partial(_no_better_in_expectation, environment),
        2,
        actions=range(2),
        branches=("best where 3 of 4 are guarded", "best where 1 of 4 is", "best where half are", "never best"),
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
    yield from EnvironmentPair(
        "treasures_for_the_worthy", environment(every_fourth_unguarded), incremental(every_fourth_unguarded)
    ).parts(evolve(scope, horizon=scope.steps(quick=5, full=6)))


def _by_the_room(scope: Scope, environment: Build) -> Part:
    """Compare the four policies that look at the room only, on every sequence of rooms."""
    longest = scope.steps(quick=5, full=7)

    @part(
        "of the policies that look at the room only, the worthy are best exactly if at least half are guarded",
        branches=tuple(f"{how} rooms are guarded" for how in ("most", "half", "few")),
        domain=f"the four policies, all sequences of at most {longest} rooms",
    )
    def cases() -> Iterator[tuple[str, Disagreement | None]]:
        for n in range(1, longest + 1):
            for rooms in product((_U, _G), repeat=n):
                free, built = rooms.count(_U), environment(_in_order(rooms))
                expected = (n - free, free, free - (n - free), 0)
                got = tuple(_total(built, agent, n) for agent in (_WORTHY, _GREEDY, _ALWAYS, _NEVER))
                branch = "most" if 2 * free < n else "half" if 2 * free == n else "few"
                wrong = None if got == expected else Disagreement(f"the totals in the rooms {rooms}", expected, got)
                if wrong is None and (got[0] == max(got)) != (2 * free <= n):
                    wrong = Disagreement(f"the worthy are best in the rooms {rooms}", 2 * free <= n, got)
                yield f"{branch} rooms are guarded", wrong

    return cases()


_CHANCES = {
    "best where 3 of 4 are guarded": Fraction(3, 4),
    "best where 1 of 4 is": Fraction(1, 4),
    "best where half are": Fraction(1, 2),
}


def _one_room(scope: Scope, environment: Build) -> Part:
    """Compare what a room is worth to an agent, whatever came before, with what it is worth to the four policies."""
    longest = scope.steps(quick=2, full=3)
    built = environment(every_fourth_unguarded)
    alphabet = (Percept(0, _U), Percept(1, _G), Percept(-1, _G))
    named = {(LEAVE, TAKE): "worthy", (TAKE, LEAVE): "greedy", (TAKE, TAKE): "takes all", (LEAVE, LEAVE): "takes none"}

    def claim(case: tuple[Play, int], unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, reward = case
        prompts = tuple((*play, Percept(reward, seen)) for seen in (_U, _G))
        unguarded, guarded = (unknown.agent(prompt) for prompt in prompts)
        name = named[unguarded, guarded]
        cover(name)
        got = tuple(
            built(unknown.agent, (*prompt, action)).reward
            for prompt, action in zip(prompts, (unguarded, guarded), strict=True)
        )
        expected = {"worthy": (0, 1), "greedy": (1, 0), "takes all": (1, -1), "takes none": (0, 0)}[name]
        return None if got == expected else Disagreement("what it earns unguarded and guarded", expected, got, play)

    return decide_each(
        "in each room, after anything, an agent earns what one of the four policies earns",
        claim,
        (
            (play, reward)
            for n in range(longest + 1)
            for play in all_plays(alphabet, range(2), n)
            for reward in (0, 1, -1)
        ),
        actions=range(2),
        branches=tuple(named.values()),
        domain=f"all agents after all plays of at most {longest} actions over 3 percepts x 2 actions",
    )


def _no_better_in_expectation(environment: Build, turns: int) -> Claim:
    sequences = [(rooms, environment(_in_order(rooms))) for rooms in product((_U, _G), repeat=turns)]

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        totals = [(rooms.count(_G), _total(built, unknown.agent, turns)) for rooms, built in sequences]
        never_best = True
        for name, guarded in _CHANCES.items():
            got = sum(
                (total * guarded**guards * (1 - guarded) ** (turns - guards) for guards, total in totals), Fraction(0)
            )
            best = turns * max(guarded, 1 - guarded)
            if got > best:
                return Disagreement(f"at most the best of the worthy and the greedy, guarded by {guarded}", best, got)
            if got == best:
                never_best = False
                cover(name)
        if never_best:
            cover("never best")
        return None

    return claim


def _known_rooms(
    environment: Build, rooms: tuple[Observation, ...], unknown: Unknown, cover: Cover
) -> Disagreement | None:
    turns, built = len(rooms), environment(_in_order(rooms))
    total = _total(built, unknown.agent, turns)
    cover("every treasure" if total == turns else "not every treasure")
    knowing = _total(built, _foreseeing(rooms), turns)
    if total > turns or knowing != turns:
        return Disagreement("at most what it gets who foresees the rooms", turns, (total, knowing))
    return None


def _foreseeing(rooms: tuple[Observation, ...]) -> Agent:
    """Return the agent that takes what is as foreseen, and leaves what is not."""

    def agent(prompt: Prompt) -> Action:
        turn = len(prompt) // 2
        return TAKE if turn < len(rooms) and prompt[-1].observation == rooms[turn] else LEAVE

    return agent


def _worthy_is_best(environment: Build, turns: int) -> Claim:
    built = environment(_in_order((_G, _U)))
    worthy = _total(built, _WORTHY, turns)

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        got = _total(built, unknown.agent, turns)
        return None if got <= worthy else Disagreement(f"at most the total of the worthy in {turns} rooms", worthy, got)

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


def employer(
    scope: Scope,
    *,
    environment: ExtendedEnvironment = clever_employer,
    incremental: IncrementalEnvironment = clever_employer_incremental,
) -> Iterator[Part]:
    """Check the clever employer, and who earns most."""

    def case(about: str, why: str, expected: int, agent: Agent, play: Play) -> Example:
        return (about, why, Percept(expected, 0), environment, agent, play)

    two_hours = history((0, 0), 0, (100, 0), 1, (100, 0))
    yield check_examples(
        (
            case("at first", "no hour was worked", 0, _works_when_paid, ()),
            case("the first hour", "it does 0 on (0, 0), paid or not", 100, _works_when_paid, history((0, 0), 0)),
            case("the first hour, another action", "it does 0 on (0, 0)", -100, _works_when_paid, history((0, 0), 1)),
            case(
                "the second hour, idle for a hundred",
                "on (0,0) 0 (1000,0) it does 1",
                -100,
                _works_for_a_thousand,
                history((0, 0), 0, (100, 0), 0),
            ),
            case(
                "the second hour, working, which it would not for a hundred",
                "on (0,0) 0 (1000,0) it does 1",
                100,
                _works_for_a_thousand,
                history((0, 0), 0, (100, 0), 1),
            ),
            case(
                "charged for the first hour, and working",
                "charges count as 1000 too: it does 1",
                100,
                _works_when_paid,
                history((0, 0), 1, (-100, 0), 1),
            ),
            case(
                "every hour counts as 1000",
                "two hours were worked, so two thousands: it does 2",
                100,
                _counts_thousands,
                (*two_hours, 2),
            ),
            case(
                "the reward of the first percept stays",
                "one hour was worked, so one thousand: it does 1, not 2",
                -100,
                _counts_thousands,
                history((0, 0), 0, (100, 0), 2),
            ),
            case("its actions stay those it took", "after a 1 it does 1", 100, _as_before, (*two_hours, 1)),
            case(
                "a history not its own",
                "after a 0 it does 0, though alone it would have done 1",
                100,
                _as_before,
                history((0, 0), 0, (-100, 0), 0),
            ),
            (
                "incrementally, for what does 1",
                "1 is paid, 0 is charged",
                (Percept(0, 0), Percept(100, 0), Percept(-100, 0)),
                lambda: percepts_along(incremental, ConstantLearner(1), (1, 0)),
            ),
            (
                "three hours of one who works for a thousand only",
                "100 - 100 - 100",
                -100,
                _total,
                environment,
                _works_for_a_thousand,
                3,
            ),
            (
                "three hours of one who works for any pay",
                "100 + 100 + 100",
                300,
                _total,
                environment,
                _works_when_paid,
                3,
            ),
            (
                "two hours of what does 1 on (0,0) 0 (-100,0), when it is never charged, and 0 else",
                "100 + 100",
                200,
                _total,
                environment,
                lambda prompt: 1 if prompt == history((0, 0), 0, (-100, 0)) else 0,
                2,
            ),
        )
    )
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
        "whoever does not mind what is paid earns most",
        partial(_indifferent, environment),
        hours,
        actions=scope.actions(),
        branches=("earns most",),
        domain=f"all agents that see no rewards, {hours} hours, {len(scope.actions())} actions",
    )
    yield decide(
        "whoever earns most does not mind being charged",
        partial(_minding, environment),
        2,
        actions=range(2),
        domain="all agents, 2 hours, 2 actions, whatever the scope",
    ).meant_to_fail("what it does if charged for the first hour: expected 0, got 1")
    yield from EnvironmentPair("clever_employer", environment, incremental).parts(_shorter(scope))


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


def _indifferent(environment: ExtendedEnvironment, hours: int) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        def agent(prompt: Prompt) -> Action:
            return unknown.agent(tuple(x._replace(reward=0) if type(x) is Percept else x for x in prompt))

        total = _total(environment, agent, hours)
        cover("earns most")
        return None if total == 100 * hours else Disagreement(f"the earnings of {hours} hours", 100 * hours, total)

    return claim


def _minding(environment: ExtendedEnvironment, hours: int) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, total = _run(environment, unknown.agent, hours)
        if total < 100 * hours or hours < 2:
            return None
        paid, charged = unknown.agent(play[:3]), unknown.agent((*play[:2], Percept(-100, 0)))
        return None if paid == charged else Disagreement("what it does if charged for the first hour", paid, charged)

    return claim


# --- Mutants ---


def _ordinary(agent: Agent, play: Play) -> Percept:
    """Put a button into each room."""
    return obstacle_course(play)


def _unpaid_in_thought(agent: Agent, play: Play) -> Percept:
    """Ask about the button with reward 0, whatever was earned."""
    return oracular_obstacle_course(lambda prompt: agent((*prompt[:-1], Percept(0, A_BUTTON))), play)


def _asked_at_first(agent: Agent, play: Play) -> Percept:
    """Ask about a button in the first room only."""
    return oracular_obstacle_course(lambda prompt: agent((Percept(0, A_BUTTON),)), play)


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


_COURSE, _TREASURES, _EMPLOYER = obstacles, treasures, employer


def _asking_of_the_past(rooms: Rooms) -> ExtendedEnvironment:
    """Let the guard ask whether the agent took an unguarded treasure before."""
    right = treasures_for_the_worthy_in(rooms)

    def environment(agent: Agent, play: Play) -> Percept:
        took = any(
            seen.observation == UNGUARDED and did == TAKE for seen, did in zip(play[0::2], play[1::2], strict=True)
        )
        return right(lambda prompt: TAKE if took else 0, play)

    return environment


def _asking_everyone(rooms: Rooms) -> ExtendedEnvironment:
    """Let the guard zap those who leave the treasure too."""
    right = treasures_for_the_worthy_in(rooms)

    def environment(agent: Agent, play: Play) -> Percept:
        if play == () or play[-2].observation == UNGUARDED:
            return right(agent, play)
        return right(agent, (*play[:-1], TAKE))

    return environment


def _all_guards_away(rooms: Rooms) -> ExtendedEnvironment:
    """Let the guard ask about a history in which the agent was not zapped either."""
    right = treasures_for_the_worthy_in(rooms)

    def environment(agent: Agent, play: Play) -> Percept:
        return right(lambda prompt: agent((*prompt[:-1], Percept(0, UNGUARDED))), play)

    return environment


def _worthy_everywhere(rooms: Rooms) -> ExtendedEnvironment:
    """Let a treasure without a guard be refused to whoever would take it."""
    right = treasures_for_the_worthy_in(rooms)

    def environment(agent: Agent, play: Play) -> Percept:
        if play == ():
            return right(agent, play)
        return right(agent, (*play[:-2], play[-2]._replace(observation=1), play[-1]))

    return environment


class _GuardWithoutEyes(TreasuresForTheWorthyIncremental):
    """Take every room for one without a guard."""

    def advance(self, learner: Learner[Any], state: Wanderer, action: Action) -> tuple[Percept, Wanderer]:
        return super().advance(learner, state._replace(room=UNGUARDED), action)


def _charges_felt(agent: Agent, play: Play) -> Percept:
    """Let only what was paid count as a thousand."""
    return _employer(agent, play, lambda index, reward: 1000 if reward > 0 else reward)


def _first_too(agent: Agent, play: Play) -> Percept:
    """Let the reward of the first percept be a thousand too."""
    return _employer(agent, play, lambda index, reward: 1000)


def _last_hour(agent: Agent, play: Play) -> Percept:
    """Let the last hour alone count as a thousand."""
    last = len(play) - 2
    return _employer(agent, play, lambda index, reward: 1000 if index == last and index else reward)


def _ten_times(agent: Agent, play: Play) -> Percept:
    """Multiply what was paid and charged by ten."""
    return _employer(agent, play, lambda index, reward: 10 * reward)


def _employer(agent: Agent, play: Play, told: Any) -> Percept:
    if play == ():
        return Percept(0, 0)
    prompt = tuple(
        Percept(told(index, x.reward), x.observation) if index % 2 == 0 else x
        for index, x in enumerate(prompt_of(play))
    )
    return Percept(100 if agent(prompt) == play[-1] else -100, 0)


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
        claim="No room has a button, and spikes are up in a new room if the agent would step on a button there. To "
        "walk on pays 1, through spikes -1; to stand still pays 0, and spikes go down. In n turns nothing earns more "
        "than n, and exactly those earn n who always walk on and, in the rooms they leave, would never step.",
        source=f"{ALEXANDER_2021}, Section 1",
        check=_COURSE,
        mutants={
            "the ordinary course": {"environment": _ordinary},
            "the button is thought of with reward 0": {"environment": _unpaid_in_thought},
            "asked about the first room only": {"environment": _asked_at_first},
            "asked anew while standing still": {"environment": _asked_everywhere},
            "no spikes after the first room": {"incremental": _OneTurnBehind()},
        },
        verdict="defined",
        evidence="exhaustive: all agents, 5 turns, 2 actions; all that would step on any button, 8 turns, of whom the "
        "best earn 4 by waiting for the spikes to go down; in the ordinary course all agents, 5 turns; the "
        "incremental form for all learners, all sequences of at most 4 actions",
        defects="The paper tells it in a sentence. The rewards, that spikes hurt only who walks through them, and "
        "that they go down, are ours.",
    ),
    Statement(
        id="A21-intro-treasures",
        kind="example",
        title="treasures for the worthy",
        claim="To take a treasure without a guard pays 1. To take one with a guard pays 1 if the agent would leave it "
        "without the guard, and -1 if it would take it. Where most rooms are guarded, to take the guarded treasures "
        "and leave the others is best in expectation; where few are, to take the others only.",
        source=f"{ALEXANDER_2021}, Section 1",
        check=_TREASURES,
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
        defects="Which rooms are guarded is left open, and decides what is best. The agent must not know the rooms "
        "beforehand: against rooms it knows it gets every treasure, by taking what is unguarded in the rooms that are "
        "and being worthy in the others.",
        witness="a guarded room and then an unguarded one: what does 1 on (0,1), 0 on (0,0), and 1 on (0,1) 1 (1,0) "
        "gets 2, the worthy 1",
    ),
    Statement(
        id="A21-intro-employer",
        kind="example",
        title="the clever employer",
        claim="Each hour the agent is paid 100 if it does what it would do on its history with 1000 paid for each "
        "hour before, and charged 100 if not. The first hour of any agent is paid. In n hours nothing earns more than "
        "100 n, and exactly those earn it who act in every hour as if paid 1000.",
        source=f"{ALEXANDER_2021}, Section 1",
        check=_EMPLOYER,
        mutants={
            "charges are felt": {"environment": _charges_felt},
            "the first reward is a thousand too": {"environment": _first_too},
            "the last hour only counts as a thousand": {"environment": _last_hour},
            "what was paid, ten times": {"environment": _ten_times},
            "a copy that lives for a thousand by itself": {"environment": _real_life},
            "no charge": {"environment": _unfeeling},
            "charged for what is to be paid": {"incremental": _WrongWayRound()},
        },
        verdict="defined",
        evidence="exhaustive: all agents, 5 hours, 2 actions; all agents that see no rewards, 5 hours; the "
        "incremental form for all learners, all sequences of at most 4 actions",
        defects="The paper does not say whether an hour that was charged counts as paid 1000 too, or whether the "
        "history is the agent's own with other rewards or one that it would have lived. Here every hour counts, and "
        "the actions stay.",
        witness="to earn most one need not be indifferent to money: what does 1 on (0,0) 0 (-100,0) and 0 else earns "
        "200 in 2 hours, since it is never charged",
    ),
)
