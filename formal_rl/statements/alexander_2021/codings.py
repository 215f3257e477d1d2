"""The examples that code percepts and plays as numbers: self-insert, and self-recognition over all plays."""

from fractions import Fraction
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import agents, among, every, up_to
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.checking.domains import environments, with_actions
from formal_rl.environments import embed, interaction
from formal_rl.environments.abstract.incentivize_self_recognition import (
    SelfRecognizer,
    incentivize_self_recognition,
    incentivize_self_recognition_by_index,
    incentivize_self_recognition_incremental,
    incentivize_self_recognition_letter,
)
from formal_rl.environments.ordinary import CorridorIncremental, corridor
from formal_rl.histories import Action, Percept, Play, Prompt, all_plays, coding, history
from formal_rl.statements.alexander_2021.shapes import incrementally, numbered, plays_over, usual
from formal_rl.statements.entries import Evidence, example, mutants, statements_in
from formal_rl.transforms import self_insert
from formal_rl.transforms.self_insert import SelfInsertIncremental, read_from_the_screen, self_insert_letter

HALF = Fraction(1, 2)


def by_reward(prompt: Prompt) -> Action:
    """Do 1 after a reward above 0, else 0."""
    return 1 if prompt[-1].reward > 0 else 0


ON_SCREEN = {coding.encode_percept(each): each for each in (Percept(0, 0), Percept(1, 0), Percept(0, 1))}
"""The screen of each percept of a game: found by coding, so that nothing here rests on decoding."""

SHOWN = [(reward, screen) for reward in (1, -1) for screen in ON_SCREEN]


@example(
    "A21-E14",
    "self-insert",
    "Example 14",
    defects="Rewards are rational, and Cantor's pairing takes naturals, so a coding of the rationals is needed. "
    "The play that is plugged into e has the percepts of e', not those that e gave. T would answer on t, which ends "
    "in an action and is not a prompt.",
    repair="Rationals are coded by their continued fractions; e answers on its own percepts (decoded); T "
    "answers on t without its last action.",
    witness="A game that gives (1,0) at first, and tells (1,0) 0 from (0,1) 0, where 1 is the number of (1,0). As "
    "printed, its second step answers on (0,1) 0, a play it never made.",
)
def inserting_oneself() -> Evidence:
    """An environment e, the game, becomes e': it shows the number of the percept that e gives, pays 0 at first, and
    then pays the agent for acting as if the rewards on the screen were its own: 1 if the last action is T's on t, which
    is the history with each percept replaced by the one its observation codes, else -1. Pairs and rationals are coded
    by bijections with the naturals. As printed, e answers on the play of e'; decoded, it answers on its own
    percepts. The two agree if e depends on actions alone, and only the decoded screen always shows the game.
    """

    def printed(agent: Agent, environment: Any, play: Play, insertion: Any) -> tuple[Percept, Percept]:
        """Return what a reading of Example 14 gives, written out, and what it gives."""
        own = tuple(x if type(x) is int else ON_SCREEN[x.observation] for x in play)
        o = coding.encode_percept(environment(own if insertion is self_insert else play))
        reward = 0 if play == () else 1 if agent(own[:-1]) == play[-1] else -1
        return Percept(reward, o), insertion(embed(environment))(agent, play)

    def on_the_screen(agent: Agent, environment: Any, steps: int) -> tuple[Play, Play]:
        """Return the play that a game makes of these actions by itself, and what the screen shows of it."""
        run = interaction(agent, self_insert(embed(environment)), steps, remember=False)
        own: Play = ()
        for action in run[1::2]:
            own = (*own, environment(own), action)
        return own, read_from_the_screen(run)

    def examples() -> Rows:
        told = {(): Percept(1, 0), history((1, 0), 0): Percept(-1, 1), history((0, 1), 0): Percept(1, 0)}
        readings = [insertion(embed(told.__getitem__)) for insertion in (self_insert, self_insert_letter)]
        yield "it gives (1,0) at first, on the screen 1", [1, 1], [each(by_reward, ()).observation for each in readings]
        why = "then (-1,1), 7, on (1,0) 0, which it made; and as printed (1,0), 1, on (0,1) 0, which it did not make"
        yield why, [7, 1], [each(by_reward, history((0, 1), 0)).observation for each in readings]
        t = history((-1, 1), 3, (HALF, 2), 0)
        why = "7 = 3·4/2 + 1 is (2, 1), of reward -1; 23 is (4, 2), of reward 1/2"
        yield why, t, read_from_the_screen(history((5, 7), 3, (9, 23), 0))
        yield "1/2 is [0; 2], (0, 0), the word 4", 4, coding.encode_rational(HALF)

    def of_actions(agent: Agent, environment: Any, play: Play) -> tuple[Percept, Percept]:
        game = lambda asked: environment(tuple(each if i % 2 else Percept(0, 0) for i, each in enumerate(asked)))  # noqa: E731
        return self_insert_letter(embed(game))(agent, play), self_insert(embed(game))(agent, play)

    yield by_hand(examples)
    yield numbered("pairs", coding.decode_pair, lambda pair: coding.encode_pair(*pair))
    yield numbered("rationals", coding.decode_rational, coding.encode_rational)
    readings = among("both readings", (self_insert_letter, self_insert))
    yield every("as written out", printed, agents, environments, plays_over(SHOWN, 2, full=3), readings)
    yield every("decoded, the screen shows the game", on_the_screen, agents, environments, up_to(3))
    yield every("both agree on games of actions alone", of_actions, agents, environments, plays_over(SHOWN, 2))
    yield usual(incrementally(self_insert(embed(corridor(2))), SelfInsertIncremental(CorridorIncremental(2))))
    yield mutants("""
        transforms.self_insert:_shown
            rewards felt, not seen: prompt_of(read) → prompt_of(play)
            the screen shows no reward: encode_percept(percept) → percept.observation
            the game's reward is paid: 1 if agent(prompt_of(read)) == play[-1] else -1 → percept.reward
        transforms.self_insert:self_insert
            asks the game about the play itself: environment(agent, read) → environment(agent, play)
        transforms.self_insert:self_insert_letter
            by the letter, asks the game about its own: environment(agent, play) → environment(agent, read)
        histories.coding:encode_rational
            rewards by their numerators: rational.numerator, rational.denominator → rational.numerator, 1
        histories.coding:encode_pair
            diagonals counted from the other end: // 2 + second → // 2 + first
    """)


@example(
    "A21-E18",
    "incentivizing self-recognition",
    "Example 18",
    defects="Observations are natural numbers, and a play is not a number: s_n has to be coded. The paper does "
    "not say which enumeration is meant.",
    repair="It shows the play as its number, which is greater than whatever is observed in it; as printed, it "
    "shows the play itself, an observation of another kind.",
    witness="Shown as its place, s_0 = (0,0) 0 is 0, and the agent is in (0,0): it does 0, which says no, or "
    "something above 0, which says yes, and is wrong either way.",
)
def recognising_oneself() -> Evidence:
    """It shows the nonempty plays s_0, s_1, ... in turn, each as its number. After n actions the last one is paid if
    it is right about s_{n-1} = s'⌢a': above 0 if a' = T(s'), and 0 if not. The enumeration and the numbers are
    bijections. An agent that asks itself is paid every time. If the number of a play is its place in the enumeration,
    no agent is paid for its first action.
    """
    first = [(0, 0), 0], [(1, 0), 0], [(0, 0), 1], [(0, 1), 0], [(0, 0), 0, (0, 0), 0], [(1, 0), 1]
    listed = [history(*elements) for elements in first]

    def examples() -> Rows:
        yield "the words in order: none, 1, 2, 3, 4, 11", listed, [*map(coding.nth_play, range(6))]
        run = history((0, 5), 1)
        why = "yes: T((0,0)) = 0, as in s_0 = (0,0) 0; s_1 = (1,0) 0 is the word 14, number 9"
        yield why, Percept(1, 9), incentivize_self_recognition(by_reward, run)
        got = incentivize_self_recognition(by_reward, history((3, 5), 0, (2, 5), 0))
        yield "on s_1 no is right, whatever was shown", Percept(1, 18), got
        letter = incentivize_self_recognition_letter(by_reward, run)
        yield "by the letter, it shows s_1 itself", Percept(1, history((1, 0), 0)), letter

    def paid(agent: Agent, play: Play) -> tuple[Percept, Percept]:
        n, reward = len(play) // 2, 0
        if n:
            *before, theirs = listed[n - 1]
            reward = 1 if (agent(tuple(before)) == theirs) == (play[-1] > 0) else -1
        return Percept(reward, coding.encode_history(listed[n])), incentivize_self_recognition(agent, play)

    def asking_oneself(agent: Agent, index: int) -> tuple[int, Any]:
        recognizer = SelfRecognizer(agent)
        prompt = (*(Percept(0, 0), 0) * index, Percept(0, coding.encode_history(coding.nth_play(index))))
        return 1, incentivize_self_recognition(recognizer, (*prompt, recognizer(prompt))).reward

    def by_place(agent: Agent) -> tuple[int, Any]:
        return -1, interaction(agent, incentivize_self_recognition_by_index, 2, remember=False)[2].reward

    yield by_hand(examples)
    yield numbered("nonempty plays", coding.nth_play, coding.index_of_play)
    yield numbered("histories", coding.decode_history, coding.encode_history)
    answered = [play for n in range(5) for play in all_plays([Percept(0, 5)], range(3), n)]  # it reads no percept
    yield every("as written out", paid, agents, among("all plays of at most 4 actions of 3, one percept", answered))
    own = [coding.index_of_play(history((0, coding.encode_history(coding.nth_play(0))), action)) for action in (0, 1)]
    asked = among("s_0 to s_7, and what says 0 or 1 on the number of s_0", [*range(8), *own])
    yield every("one that looks at itself is always paid", asking_oneself, agents, asked)
    yield every("with places for numbers, every first action is punished", by_place, with_actions(3))
    yield incrementally(incentivize_self_recognition, incentivize_self_recognition_incremental)
    yield mutants("""
        environments.abstract.trial_recognition:trial_recognition
            paid for the next observation: like(agent, turn - 1) → like(agent, turn)
            no is never right: (play[-1] > 0) == like( → play[-1] > 0 and like(
            about the play that was seen, not the one that was shown: like(agent, turn - 1)
                → like(agent, next(n for n in range(99) if shown(n) == play[-2].observation))
        environments.abstract.incentivize_self_recognition:incentivize_self_recognition_showing
            the number is the percept's alone: nth_play(number) → nth_play(number)[:1]
        histories.coding:nth_play
            plays of one turn alone are enumerated: return tuple(play) → return tuple(play[:2])
    """)


STATEMENTS = statements_in(globals())
