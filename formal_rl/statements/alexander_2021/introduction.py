"""The three thought experiments of the introduction: by hand, their incremental forms, and which policy is best."""

from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.agents import Agent, ConstantLearner
from formal_rl.checking import (
    Rows,
    agents,
    along,
    among,
    by_hand,
    equal,
    every,
    learners,
    meets,
    sequences_of_actions,
    stepping,
    up_to,
)
from formal_rl.environments import interaction
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
from formal_rl.environments.abstract.introduction import EMPTY, GUARDED, LEAVE
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, history, percepts
from formal_rl.statements.alexander_2021.shapes import always, plays_over
from formal_rl.statements.entries import Evidence, example, mutants, statements_in


def run(environment: Any, agent: Agent, turns: int) -> tuple[Play, int]:
    """Return the play of so many actions, and the total of the rewards they earned."""
    play = interaction(agent, environment, turns, remember=False)
    return play, sum(int(percept.reward) for percept in (*percepts(play)[1:], environment(agent, play)))


def total(environment: Any, agent: Agent, turns: int) -> int:
    """Return the total of the rewards of so many actions."""
    return run(environment, agent, turns)[1]


@example(
    "A21-intro-obstacles",
    "oracular obstacle course",
    "Section 1",
    defects="The paper describes it in one sentence. We chose the rewards, that spikes hurt only an agent that "
    "walks through them, and that they go down.",
)
def obstacles() -> Evidence:
    """No room has a button, and spikes are up in a new room if the agent would step on a button there. Walking on pays
    1, through spikes -1; standing still pays 0, and the spikes go down. In n turns no agent earns more than n. An agent
    earns n exactly if it always walks on and would never step on a button in the rooms that it leaves.
    """

    def examples() -> Rows:
        never: Agent = always(WALK)
        steps: Agent = lambda prompt: STEP if prompt[-1].observation == A_BUTTON else WALK  # noqa: E731
        if_paid: Agent = lambda prompt: STEP if prompt[-1] == (1, A_BUTTON) else WALK  # noqa: E731
        waits: Agent = lambda prompt: WALK if prompt[-1].observation == EMPTY else STEP  # noqa: E731
        for why, agent, play, percept in (
            ("it would not step: no spikes", never, (), (0, EMPTY)),
            ("it would step: spikes", steps, (), (0, SPIKES)),
            ("walking on: 1, and the next room is empty", never, history((0, EMPTY), WALK), (1, EMPTY)),
            ("walking on: -1 for spikes, and again", steps, history((0, SPIKES), WALK), (-1, SPIKES)),
            ("standing still: 0, and the spikes go down", steps, history((0, SPIKES), STEP), (0, EMPTY)),
            ("standing still in an empty room: 0, and no new room", steps, history((0, EMPTY), 2), (0, EMPTY)),
            ("paid 1, it would now step", if_paid, history((0, EMPTY), WALK), (1, SPIKES)),
            ("spikes it never meets: -1, then none", never, history((0, SPIKES), WALK), (-1, EMPTY)),
            ("a button after all: 0, and spikes", never, history((0, A_BUTTON), STEP), (0, SPIKES)),
        ):
            yield why, Percept(*percept), oracular_obstacle_course(agent, play)
        walked = history((0, A_BUTTON), STEP, (0, SPIKES), WALK)
        for why, play, percept in (
            ("the ordinary course has a button", (), (0, A_BUTTON)),
            ("stepped on: 0 and spikes", walked[:2], (0, SPIKES)),
            ("walked past: 1", history((0, A_BUTTON), WALK), (1, A_BUTTON)),
            ("spikes, waiting: 0", history((0, SPIKES), STEP), (0, EMPTY)),
            ("spikes: -1, and the next button", walked, (-1, A_BUTTON)),
        ):
            yield why, Percept(*percept), obstacle_course(play)
        yield "three turns, never stepping: 1 + 1 + 1", 3, total(oracular_obstacle_course, never, 3)
        yield "four turns, waiting for spikes to go down: 0 + 1 + 0 + 1", 2, total(oracular_obstacle_course, waits, 4)
        yield "four turns, through spikes: -1 - 1 - 1 - 1", -4, total(oracular_obstacle_course, steps, 4)
        got = stepping(oracular_obstacle_course_incremental)(ConstantLearner(STEP), (WALK, STEP, WALK))
        why = "it would step: spikes; walking: -1 and spikes; standing: 0 and none; walking: 1 and spikes"
        yield why, [(0, SPIKES), (-1, SPIKES), (0, EMPTY), (1, SPIKES)], [*got]

    def best(agent: Agent, turns: int) -> tuple[str, Any]:
        play, got = run(oracular_obstacle_course, agent, turns)
        shown = {percept.observation for percept in percepts(play)}
        # Whoever would step in the room entered last has still to pay for it; that room is not counted.
        walks = set(play[1::2]) == {WALK} and SPIKES not in shown
        right = A_BUTTON not in shown and got <= turns and (got == turns) == walks
        return meets(right, f"no button, and {turns} exactly if it walks and would not step: {walks}", (got, play))

    yield by_hand(examples)
    yield every("the best never step, not even in thought", best, agents, up_to(5, full=6, said="turns"))
    both = along(oracular_obstacle_course), stepping(oracular_obstacle_course_incremental)
    yield equal("incrementally", *both, learners, sequences_of_actions(4, full=5))
    yield mutants("""
        environments.abstract.introduction:oracular_obstacle_course
            the ordinary course: return _after(play, → return obstacle_course(play) or _after(play,
        environments.abstract.introduction:with_a_button
            the button is thought of with reward 0: Percept(reward, → Percept(0,
        environments.abstract.introduction:_after
            asked anew while standing still: entering(reward) if shown is None else shown → entering(reward)
        environments.abstract.introduction:OracularObstacleCourseIncremental
            no spikes after the first room: return Percept(reward, shown) → return Percept(reward, EMPTY)
    """)


# --- Treasures for the worthy ---


def by_the_room(unguarded: Action, guarded: Action) -> Agent:
    """Return the agent that looks at the room only."""
    return lambda prompt: unguarded if prompt[-1].observation == UNGUARDED else guarded


WORTHY, GREEDY = by_the_room(LEAVE, TAKE), by_the_room(TAKE, LEAVE)
TAKES_ALL, TAKES_NONE = by_the_room(TAKE, TAKE), by_the_room(LEAVE, LEAVE)


def in_order(rooms: tuple[Observation, ...]) -> Rooms:
    """Return these rooms, and guarded ones after them."""
    return lambda turn: rooms[turn] if turn < len(rooms) else GUARDED


def four(rooms: tuple[Observation, ...]) -> tuple[Any, Any]:
    """Return what the four policies that look at the room only are to get, and what they get."""
    n, free, built = len(rooms), rooms.count(UNGUARDED), treasures_for_the_worthy_in(in_order(rooms))
    got = [total(built, agent, n) for agent in (WORTHY, GREEDY, TAKES_ALL, TAKES_NONE)]
    return ([n - free, free, free - (n - free), 0], 2 * free <= n), (got, got[0] == max(got))


def known(agent: Agent, rooms: tuple[Observation, ...]) -> tuple[Any, Any]:
    """Return that no agent gets more than there is, and one that foresees the rooms gets all."""

    def foreseeing(prompt: Prompt) -> Action:
        """Take what is as foreseen, and leave what is not."""
        turn = len(prompt) // 2
        return TAKE if turn < len(rooms) and prompt[-1].observation == rooms[turn] else LEAVE

    n, built = len(rooms), treasures_for_the_worthy_in(in_order(rooms))
    got, knowing = total(built, agent, n), total(built, foreseeing, n)
    return meets(got <= n == knowing, f"at most {n}, what it gets who foresees the rooms", (got, knowing))


def worthy_is_best(agent: Agent, rooms: tuple[Observation, ...]) -> tuple[Any, Any]:
    """Return that no agent gets more than the worthy."""
    built = treasures_for_the_worthy_in(in_order(rooms))
    best, got = total(built, WORTHY, len(rooms)), total(built, agent, len(rooms))
    return meets(got <= best, f"at most the total of the worthy, {best}", got)


@example(
    "A21-intro-treasures",
    "treasures for the worthy",
    "Section 1",
    defects="The paper does not say which rooms are guarded, and this decides what is best. The agent must not "
    "know the rooms beforehand: an agent that knows them gets every treasure, by taking the unguarded treasures "
    "and being worthy in the guarded rooms.",
    witness="a guarded room and then an unguarded one: what does 1 on (0,1), 0 on (0,0), and 1 on (0,1) 1 (1,0) "
    "gets 2, the worthy 1",
)
def treasures() -> Evidence:
    """Taking a treasure without a guard pays 1. Taking one with a guard pays 1 if the agent would leave it without the
    guard, and -1 if it would take it. If most rooms are guarded, it is best in expectation to take the guarded
    treasures and leave the others; if few are, it is best to take only the others.
    """
    listed = treasures_for_the_worthy_in(every_fourth_unguarded)
    incremental = TreasuresForTheWorthyIncremental(every_fourth_unguarded)

    def examples() -> Rows:
        forgiven: Agent = lambda prompt: LEAVE if prompt[-1] == (-1, UNGUARDED) else TAKE  # noqa: E731
        took, zapped = history((0, 0), TAKE, (1, 1), TAKE), history((0, 1), TAKE, (-1, 1), TAKE)
        in_turn = treasures_for_the_worthy_in(in_order((UNGUARDED, GUARDED, UNGUARDED, GUARDED)))
        for why, agent, play, percept in (
            ("room 0 has no guard", WORTHY, (), (0, UNGUARDED)),
            ("unguarded, taken, which it would not: 1 for free, nobody asks", WORTHY, took[:2], (1, GUARDED)),
            ("unguarded, left: 0", TAKES_ALL, history((0, 0), LEAVE), (0, GUARDED)),
            ("guarded, taken, and it would take unguarded: zapped, -1", TAKES_ALL, took, (-1, UNGUARDED)),
            ("guarded, taken, would leave: 1, though it took the one before", WORTHY, took, (1, UNGUARDED)),
            ("guarded, left, would take unguarded: 0, nobody asks", TAKES_ALL, (*took[:3], LEAVE), (0, UNGUARDED)),
            ("guarded, taken, on (-1, unguarded) it would leave: 1", forgiven, zapped, (1, UNGUARDED)),
            ("an action 2 is to leave it", TAKES_ALL, history((0, 0), 2), (0, GUARDED)),
        ):
            yield why, Percept(*percept), in_turn(agent, play)
        rooms = [every_fourth_unguarded(turn) for turn in range(12)]
        yield "3, 7 and 11 unguarded", [GUARDED, GUARDED, GUARDED, UNGUARDED] * 3, rooms
        yield "eight rooms, the worthy: 6 guarded ones", 6, total(listed, WORTHY, 8)
        yield "eight rooms, taking unguarded ones only: 2", 2, total(listed, GREEDY, 8)
        yield "eight rooms, taking all: 2 - 6", -4, total(listed, TAKES_ALL, 8)
        yield "eight rooms, taking none", 0, total(listed, TAKES_NONE, 8)
        got = stepping(incremental)(ConstantLearner(TAKE), (TAKE,))[-1]
        yield "rooms G, G: taken, and it takes all: zapped", Percept(-1, GUARDED), got

    def one_room(agent: Agent, play: Play, reward: int) -> tuple[Any, Any]:
        earns = {(LEAVE, TAKE): (0, 1), (TAKE, LEAVE): (1, 0), (TAKE, TAKE): (1, -1), (LEAVE, LEAVE): (0, 0)}
        prompts = [(*play, Percept(reward, seen)) for seen in (UNGUARDED, GUARDED)]
        takes = [agent(prompt) == TAKE for prompt in prompts]
        does = TAKE if takes[0] else LEAVE, TAKE if takes[1] else LEAVE
        got = tuple(listed(agent, (*prompt, action)).reward for prompt, action in zip(prompts, does, strict=True))
        return earns[does], got

    def on_average(agent: Agent, guarded: Fraction) -> tuple[Any, Any]:
        expected, best = Fraction(0), 2 * max(guarded, 1 - guarded)
        for rooms in product((UNGUARDED, GUARDED), repeat=2):
            chance = guarded ** rooms.count(GUARDED) * (1 - guarded) ** rooms.count(UNGUARDED)
            expected += chance * total(treasures_for_the_worthy_in(in_order(rooms)), agent, 2)
        return meets(expected <= best, f"at most {best}, as the worthy or the greedy", expected)

    yield by_hand(examples)
    short = [rooms for n in range(1, 6) for rooms in product((UNGUARDED, GUARDED), repeat=n)]
    name = "of the policies that look at the room only, the worthy are best exactly if at least half are guarded"
    yield every(name, four, among("all sequences of at most 5 rooms", short))
    name = "in each room, after anything, an agent earns what one of the four policies earns"
    after = plays_over([(0, UNGUARDED), (1, GUARDED), (-1, GUARDED)], 2, full=3)
    yield every(name, one_room, agents, after, among("3 rewards", (0, 1, -1)))
    name = "in expectation over 2 rooms the worthy are best where most are guarded, the greedy where few are"
    chances = among("guarded with probability 3/4, 1/2 and 1/4", (Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)))
    yield every(name, on_average, agents, chances)
    name = "against rooms known beforehand some agent gets every treasure, and none gets more"
    three = among("all sequences of 3 rooms", product((GUARDED, UNGUARDED), repeat=3))
    yield every(name, known, agents, three)
    two = among("a guarded room and then an unguarded one", [(GUARDED, UNGUARDED)])
    yield every("nothing is better than to be worthy", worthy_is_best, agents, two).fails("…the worthy, 1', got 2")
    both = along(listed), stepping(incremental)
    yield equal("incrementally", *both, learners, sequences_of_actions(5, full=6))
    yield mutants("""
        environments.abstract.introduction:treasures_for_the_worthy_in
            the guard asks what the agent did before: agent(with_last_observation(play, UNGUARDED)) == TAKE → any(
                seen.observation == UNGUARDED and did == TAKE for seen, did in zip(play[::2], play[1::2]))
            the guard zaps those who leave it too: play[-1] != TAKE
                → play[-1] != TAKE and play[-2].observation == UNGUARDED
            the last reward is replaced too: with_last_observation(play, UNGUARDED)
                → (*play[:-2], Percept(0, UNGUARDED))
            every room has a guard: if play[-2].observation == UNGUARDED → if not play
        environments.abstract.introduction:TreasuresForTheWorthyIncremental
            no room has a guard: turns, copy, room = state → turns, copy, room = *state[:2], UNGUARDED
    """)


# --- The clever employer ---


@example(
    "A21-intro-employer",
    "the clever employer",
    "Section 1",
    defects="The paper does not say whether an hour that was charged counts as paid 1000 too, or whether the "
    "history is the agent's own with other rewards or one that it would have lived. Here every hour counts, and "
    "the actions stay.",
    witness="to earn most one need not be indifferent to money: what does 1 on (0,0) 0 (-100,0) and 0 else earns "
    "200 in 2 hours, since it is never charged",
)
def employer() -> Evidence:
    """Each hour the agent is paid 100 if it does what it would do on its history with 1000 paid for each hour before,
    and charged 100 if not. The first hour of any agent is paid. In n hours no agent earns more than 100 n, and an
    agent earns 100 n exactly if it acts in every hour as if paid 1000.
    """

    def examples() -> Rows:
        for_a_thousand: Agent = lambda prompt: 1 if prompt[-1].reward >= 1000 else 0  # noqa: E731
        for_any_pay: Agent = lambda prompt: 1 if prompt[-1].reward > 0 else 0  # noqa: E731
        counting: Agent = lambda prompt: sum(percept.reward == 1000 for percept in percepts(prompt))  # noqa: E731
        as_before: Agent = lambda prompt: 1 if len(prompt) == 1 else prompt[-2]  # noqa: E731
        if_charged: Agent = lambda prompt: 1 if prompt == history((0, 0), 0, (-100, 0)) else 0  # noqa: E731
        hour, hours = history((0, 0), 0, (100, 0)), history((0, 0), 0, (100, 0), 1, (100, 0))
        for why, paid, agent, play in (
            ("no hour was worked", 0, for_any_pay, ()),
            ("it does 0 on (0, 0), paid or not", 100, for_any_pay, history((0, 0), 0)),
            ("1, and it does 0 on (0, 0)", -100, for_any_pay, history((0, 0), 1)),
            ("idle for a hundred: on (0,0) 0 (1000,0) it does 1", -100, for_a_thousand, (*hour, 0)),
            ("working for a hundred: on (0,0) 0 (1000,0) it does 1", 100, for_a_thousand, (*hour, 1)),
            ("charges count as 1000 too", 100, for_any_pay, history((0, 0), 1, (-100, 0), 1)),
            ("two hours, two thousands: it does 2", 100, counting, (*hours, 2)),
            ("the first reward stays: one thousand, it does 1, not 2", -100, counting, (*hour, 2)),
            ("its actions stay those it took: after a 1 it does 1", 100, as_before, (*hours, 1)),
            ("a history not its own: after a 0 it does 0", 100, as_before, history((0, 0), 0, (-100, 0), 0)),
        ):
            yield why, Percept(paid, 0), clever_employer(agent, play)
        yield "three hours, for a thousand only: 100 - 100 - 100", -100, total(clever_employer, for_a_thousand, 3)
        yield "three hours, for any pay: 100 + 100 + 100", 300, total(clever_employer, for_any_pay, 3)
        yield "2 hours of 1 on (0,0) 0 (-100,0), else 0: 100 + 100", 200, total(clever_employer, if_charged, 2)
        yield "1 is paid", Percept(100, 0), stepping(clever_employer_incremental)(ConstantLearner(1), (1,))[-1]

    def best(agent: Agent, hours: int) -> tuple[Any, Any]:
        play, got = run(clever_employer, agent, hours)
        pretended: Prompt = (Percept(0, 0),)
        kept = []
        for action in play[1::2]:
            kept.append(agent(pretended) == action)
            pretended = (*pretended, action, Percept(1000, 0))
        return (True, 100 * kept.count(True) - 100 * kept.count(False)), (kept[0], got)

    def minding(agent: Agent, hours: int) -> tuple[Any, Any]:
        play, got = run(clever_employer, agent, hours)
        if got < 100 * hours:
            return None, None
        charged = (*play[:2], Percept(-100, 0))
        return (charged, agent(play[:3])), (charged, agent(charged))

    yield by_hand(examples)
    hours = up_to(5, full=7, said="hours")
    yield every("the best act on their own history as if paid a thousand", best, agents, hours)
    two = among("2 hours", [2])
    yield every("whoever earns most does not mind being charged for the first", minding, agents, two).fails(
        "…: expected ((Percept(0, 0), 0, Percept(-100, 0)), 0), got ((Percept(0, 0), 0, Percept(-100, 0)), 1)"
    )
    both = along(clever_employer), stepping(clever_employer_incremental)
    yield equal("incrementally", *both, learners, sequences_of_actions(4, full=5))
    yield mutants("""
        environments.abstract.introduction:as_if_paid
            charges are felt: _PAID_MUCH.hypothetical(play) → tuple(x if isinstance(x, int)
                else x._replace(reward=PRETENDED if x.reward > 0 else x.reward) for x in play[:-1])
            the first reward is a thousand too: _PAID_MUCH.hypothetical(play)
                → tuple(x if isinstance(x, int) else x._replace(reward=PRETENDED) for x in play[:-1])
            the last hour only counts as a thousand: _PAID_MUCH.hypothetical(play)
                → (*play[:-2], play[-2]._replace(reward=PRETENDED)) if len(play) > 2 else play[:-1]
        environments.abstract.introduction:clever_employer
            a copy that lives for a thousand by itself: judged = _pretending(agent, play)
                → lived = [Percept(0, 0)]⏎    while len(lived) < len(play) - 1: lived += [agent(tuple(lived)),
                Percept(1000, 0)]⏎    judged = _pretending(agent, play and (*lived, play[-1]))
            no charge: PAY * judged.reward → PAY * max(judged.reward, 0)
        environments.abstract.introduction:CleverEmployerIncremental
            charged for what is to be paid: learner.act(state, 0) == action
                → learner.act(state, 0) != action
    """)


STATEMENTS = statements_in(globals())
