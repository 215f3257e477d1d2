"""The three thought experiments of the introduction: by hand, their incremental forms, and which policy is best."""

from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import agents, among, every, up_to
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.environments import abstract as world
from formal_rl.environments import interaction
from formal_rl.environments.abstract import introduction
from formal_rl.environments.abstract.introduction import (
    A_BUTTON,
    EMPTY,
    GUARDED,
    LEAVE,
    SPIKES,
    STEP,
    TAKE,
    UNGUARDED,
    WALK,
    treasures_for_the_worthy_in,
)
from formal_rl.histories import Observation, Percept, Play, Prompt, history, percepts
from formal_rl.statements.alexander_2021.shapes import always, incrementally, plays_over
from formal_rl.statements.entries import Evidence, example, mutants, statements_in


def run(environment: Any, agent: Agent, turns: int) -> tuple[Play, int]:
    """Return the play of ``turns`` actions, and the total of the rewards they earned."""
    play = interaction(agent, environment, turns, remember=False)
    return play, sum(int(percept.reward) for percept in (*percepts(play)[1:], environment(agent, play)))


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
    course = world.oracular_obstacle_course

    def examples() -> Rows:
        steps: Agent = lambda prompt: STEP if prompt[-1].observation == A_BUTTON else WALK  # noqa: E731
        yield "walking on: -1 for spikes, and again", Percept(-1, SPIKES), course(steps, history((0, SPIKES), WALK))
        yield "standing still: 0, and the spikes go down", Percept(0, EMPTY), course(steps, history((0, SPIKES), STEP))
        yield "the ordinary course has a button", Percept(0, A_BUTTON), world.obstacle_course(())
        got = world.obstacle_course(history((0, A_BUTTON), STEP, (0, SPIKES), WALK))
        yield "spikes: -1, and the next button", Percept(-1, A_BUTTON), got

    def best(agent: Agent, turns: int) -> tuple[str, Any]:
        play, got = run(course, agent, turns)
        shown = {percept.observation for percept in percepts(play)}
        # Whoever would step in the room entered last has still to pay for it; that room is not counted.
        walks = set(play[1::2]) == {WALK} and SPIKES not in shown
        right = A_BUTTON not in shown and got <= turns and (got == turns) == walks
        return meets(right, f"no button, and {turns} exactly if it walks and would not step: {walks}", (got, play))

    yield by_hand(examples)
    yield every("the best never step, not even in thought", best, agents, up_to(5, full=6, said="turns"))
    yield incrementally(course, introduction.oracular_obstacle_course_incremental)
    yield mutants("""
        environments.abstract.introduction:oracular_obstacle_course
            the ordinary course: return _after(play, → return obstacle_course(play) or _after(play,
        environments.abstract.introduction:with_a_button
            the button is thought of with reward 0: Percept(reward, → Percept(0,
        environments.abstract.introduction:_after
            asked anew while standing still: entering(reward) if shown is None else shown → entering(reward)
        environments.abstract.introduction:_OracularObstacleCourseIncremental
            no spikes after the first room: return Percept(reward, shown) → return Percept(reward, EMPTY)
    """)


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
    worthy: Agent = lambda prompt: LEAVE if prompt[-1].observation == UNGUARDED else TAKE  # noqa: E731
    greedy: Agent = lambda prompt: TAKE if prompt[-1].observation == UNGUARDED else LEAVE  # noqa: E731
    listed = treasures_for_the_worthy_in(introduction.every_fourth_unguarded)

    def through(rooms: tuple[Observation, ...]) -> Any:
        return treasures_for_the_worthy_in(lambda turn: (*rooms, GUARDED)[turn])

    def examples() -> Rows:
        yield "rooms 3 and 7 have no guard: taking all, 2 - 6", -4, run(listed, always(TAKE), 8)[1]
        clever: Agent = lambda prompt: LEAVE if prompt == history((0, UNGUARDED)) else TAKE  # noqa: E731
        why = "a guarded room and then an unguarded one: 1 on (0,1), 0 on (0,0), 1 on (0,1) 1 (1,0): 2, the worthy 1"
        yield why, [2, 1], [run(through((GUARDED, UNGUARDED)), each, 2)[1] for each in (clever, worthy)]

    def one_room(agent: Agent, play: Play, reward: int) -> tuple[Any, Any]:
        takes_free = agent((*play, Percept(reward, UNGUARDED))) == TAKE
        seen_done = product((UNGUARDED, GUARDED), (TAKE, LEAVE))
        got = [listed(agent, (*play, Percept(reward, seen), done)).reward for seen, done in seen_done]
        return [1, 0, -1 if takes_free else 1, 0], got

    def on_average(agent: Agent, guarded: Fraction) -> tuple[Any, Any]:
        def expected(of: Agent) -> Fraction:
            got = Fraction(0)
            for rooms in product((UNGUARDED, GUARDED), repeat=2):
                chance = guarded ** rooms.count(GUARDED) * (1 - guarded) ** rooms.count(UNGUARDED)
                got += chance * run(through(rooms), of, 2)[1]
            return got

        best = 2 * max(guarded, 1 - guarded)  # a room pays either those who take it guarded or those who take it free
        got = expected(agent), expected(worthy if 2 * guarded >= 1 else greedy)
        return meets(got[0] <= got[1] == best, f"at most {best}, as the worthy or the greedy", got)

    yield by_hand(examples)
    name = "in each room, after anything, the agent earns that"
    after = plays_over([(0, UNGUARDED), (1, GUARDED), (-1, GUARDED)], 2, full=3)
    yield every(name, one_room, agents, after, among("3 rewards", (0, 1, -1)))
    name = "in expectation over 2 rooms the worthy are best where most are guarded, the greedy where few are"
    chances = among("guarded with probability 3/4, 1/2 and 1/4", (Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)))
    yield every(name, on_average, agents, chances)
    yield incrementally(listed, introduction.treasures_for_the_worthy_incremental, 5)
    yield mutants("""
        environments.abstract.introduction:treasures_for_the_worthy_in
            the guard asks what the agent did before: agent(with_last_observation(play, UNGUARDED)) == TAKE → any(
                seen.observation == UNGUARDED and did == TAKE for seen, did in zip(play[::2], play[1::2]))
            the last reward is replaced too: with_last_observation(play, UNGUARDED)
                → (*play[:-2], Percept(0, UNGUARDED))
            every room has a guard: if play[-2].observation == UNGUARDED → if not play
        environments.abstract.introduction:_guarded
            no room has a guard: room != UNGUARDED and → False and
    """)


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
    employing = world.clever_employer

    def examples() -> Rows:
        for_a_thousand: Agent = lambda prompt: 1 if prompt[-1].reward >= 1000 else 0  # noqa: E731
        if_charged: Agent = lambda prompt: 1 if prompt == history((0, 0), 0, (-100, 0)) else 0  # noqa: E731
        got = employing(for_a_thousand, history((0, 0), 0, (100, 0), 0))
        yield "on (0,0) 0 (1000,0) it does 1, not 0", Percept(-100, 0), got
        yield "2 hours of 1 on (0,0) 0 (-100,0), else 0: 100 + 100", 200, run(employing, if_charged, 2)[1]

    def best(agent: Agent, hours: int) -> tuple[Any, Any]:
        play, got = run(employing, agent, hours)
        pretended: Prompt = (Percept(0, 0),)
        kept = []
        for action in play[1::2]:
            kept.append(agent(pretended) == action)
            pretended = (*pretended, action, Percept(1000, 0))
        return (True, 100 * kept.count(True) - 100 * kept.count(False)), (kept[0], got)

    yield by_hand(examples)
    hours = up_to(5, full=7, said="hours")
    yield every("the best act on their own history as if paid a thousand", best, agents, hours)
    yield incrementally(employing, introduction.clever_employer_incremental, 4, 5)
    yield mutants("""
        environments.abstract.introduction:as_if_paid
            charges are felt: _PAID_MUCH.hypothetical(play) → tuple(x if isinstance(x, int)
                else x._replace(reward=PRETENDED if x.reward > 0 else x.reward) for x in play[:-1])
        environments.abstract.introduction:clever_employer
            a copy that lives for a thousand by itself: judged = _pretending(agent, play)
                → lived = [Percept(0, 0)]⏎    while len(lived) < len(play) - 1: lived += [agent(tuple(lived)),
                Percept(1000, 0)]⏎    judged = _pretending(agent, play and (*lived, play[-1]))
            no charge: PAY * judged.reward → PAY * max(judged.reward, 0)
        environments.abstract.introduction:_CleverEmployerIncremental
            charged for what is to be paid: learner.act(state, 0) == action
                → learner.act(state, 0) != action
    """)


STATEMENTS = statements_in(globals())
