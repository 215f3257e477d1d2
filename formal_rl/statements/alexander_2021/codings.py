"""Sections 5.1 and 6: what is seen on a screen, and every play there is, as numbers."""

from collections.abc import Callable

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment
from formal_rl.environments.abstract import looks_like
from formal_rl.histories import (
    Observation,
    Percept,
    Play,
    decode_history,
    decode_percept,
    encode_history,
    encode_percept,
    nth_play,
    prompt_of,
)
from formal_rl.histories.coding import encode_integer
from formal_rl.statements.checks import codings
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement
from formal_rl.transforms import read_from_the_screen, self_insert, self_insert_letter


def _asked_about(prompt: Callable[[Play], Play]) -> Callable[[ExtendedEnvironment], ExtendedEnvironment]:
    """Return self-insert, the agent asked about another prompt than t without its action."""

    def insertion(game: ExtendedEnvironment) -> ExtendedEnvironment:
        def inserted(agent: Agent, play: Play) -> Percept:
            screen = self_insert(game)(agent, play).observation
            if play == ():
                return Percept(0, screen)
            return Percept(1 if agent(prompt(play)) == play[-1] else -1, screen)

        return inserted

    return insertion


def _number(observation: Observation) -> int:
    assert isinstance(observation, int)
    return observation


def _percept(screen: Observation) -> Percept:
    return decode_percept(_number(screen))


def _observation_only(game: ExtendedEnvironment) -> ExtendedEnvironment:
    """Show what the game shows, without its reward."""

    def inserted(agent: Agent, play: Play) -> Percept:
        reward, screen = self_insert(game)(agent, play)
        return Percept(reward, _percept(screen).observation)

    return inserted


def _paying_for_the_game(game: ExtendedEnvironment) -> ExtendedEnvironment:
    """Give the game's own reward as well as showing it."""

    def inserted(agent: Agent, play: Play) -> Percept:
        _, screen = self_insert(game)(agent, play)
        return Percept(_percept(screen).reward, screen)

    return inserted


def _other_diagonals(first: int, second: int) -> int:
    return (first + second) * (first + second + 1) // 2 + first


def _paying(right: Callable[[Agent, Play, int], bool]) -> ExtendedEnvironment:
    """Return self-recognition with another rule of who is right."""

    def environment(agent: Agent, play: Play) -> Percept:
        number = len(play) // 2
        shown = encode_history(nth_play(number))
        return Percept((1 if right(agent, play, number) else -1) if play else 0, shown)

    return environment


def _what_was_shown(agent: Agent, play: Play, number: int) -> bool:
    return bool(play[-1] > 0) == looks_like(agent, decode_history(_number(play[-2].observation)))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E14",
        kind="example",
        title="self-insert",
        claim="From an environment e, the game, comes e': it shows the number of the percept that e gives, pays 0 at "
        "first, and then pays for acting as if the rewards on the screen were one's own: 1 if the last action is T's "
        "on t, which is the history with each percept replaced by the one its observation codes, else -1. Pairs and "
        "rationals are coded by bijections with the naturals. As printed, e is asked about the play of e'; decoded, "
        "it is asked about its own percepts. The two agree where e looks at actions alone, and only when decoded does "
        "the screen always show the game.",
        source=f"{ALEXANDER_2021}, Example 14",
        check=codings.inserting_oneself,
        mutants={
            "rewards felt, not seen": {"decoded": _asked_about(prompt_of)},
            "the last percept alone is read from the screen": {
                "decoded": _asked_about(lambda play: (*play[:-2], *read_from_the_screen(play)[-2:-1]))
            },
            "the screen shows no reward": {"decoded": _observation_only},
            "the game's reward is paid": {"decoded": _paying_for_the_game},
            "the game is asked about the play as it is": {"decoded": self_insert_letter},
            "by the letter, the game is asked about its own": {"letter": self_insert},
            "rewards by their numerators": {"rationals": lambda rational: encode_integer(rational.numerator)},
            "diagonals counted from the other end": {"pairing": _other_diagonals},
        },
        verdict="defined",
        evidence="exhaustive: pairs below 40 x 40, rationals with denominators to 20 and numerators to 40, numbers "
        "below 2,000; in both readings all agents and all ordinary games of 3 percepts on all plays of at most 2 "
        "actions over 6 percepts x 2 actions; the screen to horizon 3; the incremental form for all learners, all "
        "sequences of at most 4 actions; 40 hashed learners at 4",
        defects="Rewards are rational, and Cantor's pairing takes naturals, so that a coding of the rationals is "
        "needed. The play that is plugged into e has the percepts of e', its rewards and its numbers, and not those "
        "that e gave. T is asked on t, which ends in an action and is no prompt.",
        repair="Rationals are coded by their continued fractions; e is asked about its own percepts (decoded); T is "
        "asked on t without its last action.",
        witness="A game with two percepts, (1,0) and (-1,1): it gives (1,0) at first, and tells (1,0) 0 from (0,1) 0, "
        "1 being the number of (1,0). As printed, it is asked at its second step about (0,1) 0, a play it never "
        "made.",
    ),
    Statement(
        id="A21-E18",
        kind="example",
        title="incentivizing self-recognition",
        claim="The nonempty plays s_0, s_1, ... are shown in turn, each as its number. After n actions the last one is "
        "paid if it is right about s_{n-1} = s'⌢a': above 0 if a' = T(s'), and 0 if not. The enumeration and the "
        "numbers are bijections, both ways. An agent that asks itself is paid every time; with places in the "
        "enumeration for numbers, no agent is paid for its first action.",
        source=f"{ALEXANDER_2021}, Example 18",
        check=codings.recognising_oneself,
        mutants={
            "paid for what is shown next": {
                "environment": _paying(lambda agent, play, n: (play[-1] > 0) == looks_like(agent, nth_play(n)))
            },
            "1 alone says yes": {
                "environment": _paying(lambda agent, play, n: (play[-1] == 1) == looks_like(agent, nth_play(n - 1)))
            },
            "no is never right": {
                "environment": _paying(lambda agent, play, n: play[-1] > 0 and looks_like(agent, nth_play(n - 1)))
            },
            "about the play that was seen, not the one that was shown": {"environment": _paying(_what_was_shown)},
            "the number is the percept's alone": {
                "environment": lambda agent, play: Percept(
                    _paying(lambda *_: True)(agent, play).reward, encode_percept(nth_play(len(play) // 2)[0])
                )
            },
            "plays of one turn alone are enumerated": {"nth": lambda index: nth_play(index)[:2]},
        },
        verdict="defined",
        evidence="exhaustive: s_n for n below 2,000, all histories of at most 2 percepts over 12 percepts x 3 actions, "
        "both ways; all agents with 2 actions on all plays of at most 4 actions; one that asks itself, whatever else "
        "it does, on 10 plays; all agents in the variation; the incremental form for all learners, all sequences of at "
        "most 4 actions; 40 hashed learners at 4",
        defects="Observations are natural numbers, and a play is none: s_n has to be coded. Which enumeration is meant "
        "is left open.",
        repair="The play is shown as its number, which is greater than whatever is observed in it; as printed, the "
        "play itself is shown, as an observation of another kind.",
        witness="Shown as its place, s_0 = (0,0) 0 is 0, and the agent is in (0,0): it does 0, which says no, or "
        "something above 0, which says yes, and is wrong either way.",
    ),
)
"""In the order of the paper."""
