"""The examples that code percepts and plays as numbers: self-insert, and self-recognition over all plays."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain, islice, product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent
from formal_rl.checking import (
    Case,
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
    decide_plays,
    equal,
    part,
)
from formal_rl.environments import (
    CorridorIncremental,
    Environment,
    ExtendedEnvironment,
    IncrementalEnvironment,
    corridor,
    embed,
    interaction,
)
from formal_rl.environments.abstract import (
    IncentivizeSelfRecognitionIncremental,
    SelfRecognizer,
    incentivize_self_recognition,
    incentivize_self_recognition_by_index,
    incentivize_self_recognition_letter,
    looks_like,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import (
    Action,
    History,
    Percept,
    Play,
    Prompt,
    Reward,
    all_prompts,
    decode_history,
    decode_pair,
    decode_percept,
    encode_history,
    encode_pair,
    encode_percept,
    encode_rational,
    history,
    index_of_play,
    nth_play,
    prompt_of,
    require_prompt,
)
from formal_rl.histories.coding import decode_rational, encode_integer
from formal_rl.statements.alexander_2021.shapes import always, plays, written_out_on
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement
from formal_rl.transforms import SelfInsertIncremental, read_from_the_screen, self_insert, self_insert_letter

Insertion = Callable[[ExtendedEnvironment], ExtendedEnvironment]

HALF = Fraction(1, 2)


def by_reward(prompt: Prompt) -> Action:
    """Do 1 after a reward above 0, else 0."""
    return 1 if prompt[-1].reward > 0 else 0


def by_first_reward(prompt: Prompt) -> Action:
    """Do 1 after a first reward above 0, else 0."""
    return by_reward(prompt[:1])


def counting_on(play: Play) -> Percept:
    """Give (0, 1) at first, and then 1/2 with one more than what was shown last: a game that looks at its percepts."""
    return Percept(HALF, play[-2].observation + 1) if play else Percept(0, 1)


def _both_ways(
    name: str, values: Iterable[object], encode: Callable[..., int], decode: Callable[[int], object], *, domain: str
) -> Part:
    """Return whether each number below 2,000 is that of its value, and each of some values that of its number."""

    @part(f"{name}, both ways", branches=("numbers", "values"), domain=f"all numbers below 2,000, and {domain}")
    def cases() -> Iterator[Case]:
        for number in range(2_000):
            yield "numbers", equal(name, number, encode(decode(number)))
        for value in values:
            yield "values", equal(name, value, decode(encode(value)))

    return cases()


def _paired(scope: Scope, name: str, definition: ExtendedEnvironment, fast: IncrementalEnvironment) -> tuple[Part, ...]:
    """Compare with the incremental form; the longer runs are those of the list of pairs."""
    return EnvironmentPair(name, definition, fast).parts(evolve(scope, horizon=scope.steps(quick=4, full=6)))


# --- Self-insert ---


def _inserted_by_hand(decoded: ExtendedEnvironment, letter: ExtendedEnvironment) -> Iterator[Example]:
    twice = history((0, 2), 1, (-1, 23), 1)
    begun = history((0, 23), 0, (0, 2), 1)
    t = history((-1, 1), 3, (HALF, 2), 0)
    for about, why, environment, play, expected in (
        ("at first", "e gives (0, 1), of number 2", decoded, (), Percept(0, 2)),
        ("0 after 0 seen", "t = (0,1) 0: paid; e gives (1/2, 2), 23", decoded, history((0, 2), 0), Percept(1, 23)),
        ("what it would not do", "0 on (0,1), and did 1: punished", decoded, history((0, 2), 1), Percept(-1, 23)),
        ("1/2 on the screen", "t = (0,1) 1 (1/2,2) 1: paid; e gives (1/2, 3), 31", decoded, twice, Percept(1, 31)),
        ("-1 on the screen", "7 is (-1, 1), after which it does 0", decoded, history((5, 7), 1), Percept(-1, 23)),
        ("by the letter, at first", "e gives (0, 1)", letter, (), Percept(0, 2)),
        ("by the letter, on", "e on (0,2) 0 gives (1/2, 3), 31", letter, history((0, 2), 0), Percept(1, 31)),
        ("by the letter, off the run", "e gives (1/2, 8), 12·13/2 + 8", letter, history((5, 7), 0), Percept(1, 86)),
    ):
        yield about, why, expected, environment, by_reward, play
    yield "1/2 on the screen first", "t = (1/2,2) 0 (0,1) 1: paid", Percept(1, 23), decoded, by_first_reward, begun
    why = "7 = 3·4/2 + 1 is (2, 1), of reward -1; 23 is (4, 2), of reward 1/2"
    yield "t", why, t, read_from_the_screen, history((5, 7), 3, (9, 23), 0)
    yield ("T is not asked on t", "t ends in an action", MalformedHistory, require_prompt, read_from_the_screen(twice))


_GAME = (Percept(0, 0), Percept(1, 0), Percept(-1, 1))
_ON_SCREEN: dict[Any, Percept] = {encode_percept(percept): percept for percept in _GAME}
"""What the percepts of a game look like: found by coding, so that nothing here rests on decoding."""
_SHOWN = tuple(Percept(reward, screen) for reward in (1, -1) for screen in _ON_SCREEN)


def _written_out(game: Environment, agent: Agent, play: Play, *, decoded: bool) -> Percept:
    own = tuple(_ON_SCREEN[x.observation] if type(x) is Percept else x for x in play)
    o = encode_percept(game(own if decoded else play))
    if not play:
        return Percept(0, o)
    return Percept(1, o) if agent(own[:-1]) == play[-1] else Percept(-1, o)


def _as_written_out(scope: Scope, insertion: Insertion, name: str, *, decoded: bool) -> Part:
    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        expected = _written_out(unknown.environment, unknown.agent, play, decoded=decoded)
        cover({0: "at first", 1: "acted as if", -1: "did not"}[int(expected.reward)])
        got = insertion(embed(unknown.environment))(unknown.agent, play)
        return equal(f"the percept, {name}", expected, got, play)

    return decide_plays(
        f"as written out, {name}",
        claim,
        (min(3, scope.steps(quick=2, full=3)), _SHOWN, scope.actions()),
        who=f"all agents, all ordinary games of {len(_GAME)} percepts",
        percepts=_GAME,
        branches=("at first", "acted as if", "did not"),
    )


def _shows_the_game(insertion: Insertion, name: str, horizon: int) -> Part:
    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            run = interaction(unknown.agent, insertion(embed(unknown.environment)), steps, remember=False)
            own: History = ()
            for index in range(0, 2 * steps, 2):
                percept = unknown.environment(own)
                cover("the game begins" if not own else "the game goes on")
                expected, got = encode_percept(percept), run[index].observation
                if got != expected:
                    return Disagreement("the number on the screen", expected, got, run[:index])
                own = (*own, percept, run[index + 1])
            return None

        return claim

    return decide(
        f"the screen shows the game, {name}",
        claim_at,
        horizon,
        actions=(0, 1),
        percepts=_GAME[1:],
        branches=("the game begins", "the game goes on"),
        domain=f"all agents, all ordinary games of 2 percepts, to horizon {horizon}, 2 actions",
    )


def _same_for_action_games(decoded: Insertion, letter: Insertion) -> Part:
    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        def game(asked: Play) -> Percept:
            return unknown.environment(tuple(each if i % 2 else Percept(0, 0) for i, each in enumerate(asked)))

        expected, got = letter(embed(game))(unknown.agent, play), decoded(embed(game))(unknown.agent, play)
        cover("at first" if not play else "later")
        return equal("the two readings", expected, got, play)

    return decide_plays(
        "both readings agree where the game looks at actions alone",
        claim,
        (2, _SHOWN, (0, 1)),
        who=f"all agents, all such games of {len(_GAME)} percepts",
        percepts=_GAME,
        branches=("at first", "later"),
        more=", whatever the scope",
    )


def inserting_oneself(
    scope: Scope,
    *,
    decoded: Insertion = self_insert,
    letter: Insertion = self_insert_letter,
    incremental: Callable[[IncrementalEnvironment], IncrementalEnvironment] = SelfInsertIncremental,
    pairing: Callable[[int, int], int] = encode_pair,
    rationals: Callable[[Reward], int] = encode_rational,
) -> Iterator[Part]:
    """Check self-insert in both readings and its codings: by hand, as written out, and where the readings part."""
    game = embed(counting_on)
    yield check_examples(_inserted_by_hand(decoded(game), letter(game)))
    numbers: list[Example] = [
        ("the first pair", "0·1/2 + 0", 0, pairing, 0, 0),
        ("(1, 0)", "1·2/2 + 0", 1, pairing, 1, 0),
        ("(0, 1)", "1·2/2 + 1", 2, pairing, 0, 1),
        ("(4, 2)", "6·7/2 + 2", 23, pairing, 4, 2),
        ("the reward 0", "[0], the word is empty", 0, rationals, 0),
        ("the reward 1", "[1], the word 1", 1, rationals, 1),
        ("the reward -1", "[-1] is (2), the word 2", 2, rationals, -1),
        ("the reward 1/2", "[0; 2] is (0, 0), the word 4", 4, rationals, HALF),
        ("the reward -1/2", "[-1; 2] is (2, 0), the word 24: 2·4 + 4", 12, rationals, -HALF),
    ]
    yield check_examples(numbers, "numbers of pairs and rewards")
    pairs, below = product(range(40), repeat=2), "all pairs of naturals below 40"
    yield _both_ways("pairs of naturals", pairs, lambda pair: pairing(*pair), decode_pair, domain=below)
    fractions = (Fraction(over, under) for under in range(1, 21) for over in range(-40, 41))
    some = "all n/d for n from -40 to 40 and d from 1 to 20"
    yield _both_ways("rationals", fractions, rationals, decode_rational, domain=some)
    yield _as_written_out(scope, letter, "by the letter", decoded=False)
    yield _as_written_out(scope, decoded, "decoded", decoded=True)
    yield _shows_the_game(decoded, "decoded", min(3, scope.steps(quick=3, full=3)))
    yield _shows_the_game(letter, "by the letter", 2).meant_to_fail(
        "the number on the screen on (0,1) 0: expected 7, got 1"
    )
    yield _same_for_action_games(decoded, letter)
    definition, fast = decoded(embed(corridor(2))), incremental(CorridorIncremental(2))
    yield from _paired(evolve(scope, number_of_actions=2), "SelfInsertIncremental", definition, fast)


# --- Self-recognition ---


def words_in_order() -> Iterator[Play]:
    """Yield s_0, s_1, ... the long way: words of the digits 1 to 4 by length and then in order, cut at each 4."""
    table: dict[int, tuple[int, int]] = {}
    diagonal = 0
    rationals: dict[int, Reward] = {}

    def pair_of(number: int) -> tuple[int, int]:
        nonlocal diagonal
        while number not in table:
            for y in range(diagonal + 1):
                table[len(table)] = (diagonal - y, y)
            diagonal += 1
        return table[number]

    def reward_of(number: int) -> Reward:
        while number not in rationals:
            word = next(islice(_words(), len(rationals), None))
            rationals[len(rationals)] = _of_terms(word)
        return rationals[number]

    for word in _words():
        play: list[Percept | Action] = []
        for turn in word:
            percept, action = pair_of(turn)
            reward, observation = pair_of(percept)
            play += [Percept(reward_of(reward), observation), action]
        yield tuple(play)


def _words() -> Iterator[tuple[int, ...]]:
    """Yield the nonempty sequences of naturals in the order of their words."""
    for length in range(9):
        for word in product("1234", repeat=length):
            yield tuple(
                sum(int(digit) * 3**place for place, digit in enumerate(reversed(element)))
                for element in "".join(word).split("4")
            )


def _of_terms(naturals: tuple[int, ...]) -> Reward:
    """Return the value of the continued fraction whose terms are coded so."""
    first = naturals[0] // 2 + 1 if naturals[0] % 2 else -(naturals[0] // 2)
    rest = Fraction(0)
    for place, natural in reversed(list(enumerate(naturals[1:], start=1))):
        rest = 1 / (natural + (2 if place == len(naturals) - 1 else 1) + rest)
    return first + rest


_FIRST_PLAYS = (
    history((0, 0), 0),
    history((1, 0), 0),
    history((0, 0), 1),
    history((0, 1), 0),
    history((0, 0), 0, (0, 0), 0),
    history((1, 0), 1),
)


def _recognised_by_hand(
    environment: ExtendedEnvironment, letter: ExtendedEnvironment, nth: Callable[[int], Play]
) -> Iterator[Example]:
    run = history((0, 5), 1, (1, 9), 0, (1, 18), 1)
    for about, why, play, expected in (
        ("at first", "s_0 = (0,0) 0 is (0, 0), the word 4, number 5", (), Percept(0, 5)),
        ("yes, rightly", "T((0,0)) = 0, as in s_0; s_1 = (1,0) 0 is the word 14, number 9", run[:2], Percept(1, 9)),
        ("yes, by another action above 0", "7 > 0: paid", history((0, 5), 7), Percept(1, 9)),
        ("no, wrongly", "0 says no: punished", history((0, 5), 0), Percept(-1, 9)),
        ("no, rightly", "T((1,0)) = 1, and s_1 has 0; s_2 = (0,0) 1 is the word 41, 18", run[:4], Percept(1, 18)),
        ("yes, wrongly", "s_1 has 0: punished", (*run[:3], 1), Percept(-1, 18)),
        ("not the run", "on s_1 no is right, whatever was shown", history((3, 5), 0, (2, 5), 0), Percept(1, 18)),
        ("yes to the third, wrongly", "T((0,0)) = 0, s_2 has 1; s_3 = (0,1) 0, the word 24, 13", run, Percept(-1, 13)),
    ):
        yield about, why, expected, environment, by_reward, play
    yield "by the letter", "s_1 itself is shown", Percept(1, history((1, 0), 0)), letter, by_reward, run[:2]
    for index, play in enumerate(_FIRST_PLAYS):
        yield f"s_{index}", "the words in order: none, 1, 2, 3, 4, 11", play, nth, index


def _by_looking_at_oneself() -> Iterator[Example]:
    """Yield what the agent that looks at itself does, and what looks like an agent, by hand."""
    recognizer = SelfRecognizer(always(2))
    for about, why, seen, expected in (
        ("a word", "as otherwise: 2", "wall", 2),
        ("-1", "as otherwise: 2", -1, 2),
        ("True", "it is no int: 2", True, 2),
        ("the number of the empty play", "as otherwise: 2", 0, 2),
        ("the number of a prompt", "as otherwise: 2", encode_history(history((0, 0))), 2),
        ("its own play", "on (0,0) it does 2: 1", encode_history(history((0, 0), 2)), 1),
        ("another's play", "on (0,0) it does not do 1: 0", encode_history(history((0, 0), 1)), 0),
        ("another's that ends so", "on (0,0) 1 (0,0) it does 2: 1", encode_history(history((0, 0), 1, (0, 0), 2)), 1),
    ):
        yield f"looking at {about}", why, expected, recognizer, history((0, seen))
    yield "asked on a play", "it is no prompt", MalformedHistory, recognizer, history((0, 0), 1)
    why = "who counts percepts does 2 on (5,0) a (6,0), whatever a was"
    for did, last, expected in ((1, 2, True), (7, 2, True), (7, 1, False)):
        play = history((5, 0), did, (6, 0), last)
        yield f"after {did}, then {last}", why, expected, looks_like, lambda prompt: len(prompt) // 2 + 1, play


@part(
    "the enumeration, word by word",
    branches=("one turn", "several turns"),
    domain="s_0 to s_1499, against words in order of their length, cut and read the long way",
)
def _enumerated_in_order(nth: Callable[[int], Play]) -> Iterator[Case]:
    for index, expected in enumerate(islice(words_in_order(), 1_500)):
        yield "one turn" if len(expected) == 2 else "several turns", equal(f"s_{index}", expected, nth(index))


def _paid_as_written_out(scope: Scope, environment: ExtendedEnvironment) -> Part:
    longest = min(5, scope.steps(quick=4, full=5))
    listed = list(islice(words_in_order(), longest + 1))

    def written(agent: Agent, play: Play) -> tuple[Percept, str]:
        n = len(play) // 2
        reward, branch = 0, "at first"
        if n:
            *before, theirs = listed[n - 1]
            same = agent(tuple(before)) == theirs
            right = same == (play[-1] > 0)
            reward, branch = (1, f"{'yes' if same else 'no'}, rightly") if right else (-1, "wrongly")
        return Percept(reward, encode_history(listed[n])), branch

    return written_out_on(
        "as written out",
        environment,
        written,
        plays(longest, (Percept(0, 5),), (0, 1, 2)),
        actions=(0, 1),
        branches=("at first", "yes, rightly", "no, rightly", "wrongly"),
        domain=f"all agents with 2 actions, all plays of at most {longest} actions of 3, one percept",
    )


def _always_right(environment: ExtendedEnvironment) -> Part:
    seen = encode_history(nth_play(0))
    indices = [*range(8), *(index_of_play(history((0, seen), action)) for action in (0, 1))]

    def claim(index: int, unknown: Unknown, cover: Cover) -> Disagreement | None:
        recognizer, shown = SelfRecognizer(unknown.agent), nth_play(index)
        prompt = (*(Percept(0, 0), 0) * index, Percept(0, encode_history(shown)))
        action = recognizer(prompt)
        cover("yes" if action else "no")
        cover("about what it says of s_0" if shown[-2].observation == seen else "about anything else")
        return equal(f"the reward for s_{index}", 1, environment(recognizer, (*prompt, action)).reward, prompt[-1:])

    return decide_each(
        "one that looks at itself is always paid",
        claim,
        indices,
        actions=(0, 1),
        branches=("yes", "no", "about what it says of s_0", "about anything else"),
        domain=f"every agent that otherwise does anything, shown {len(indices)} plays: s_0 to s_7, s_{indices[-2]} and "
        f"s_{indices[-1]}; 2 actions, whatever the scope",
    )


def _nobody_is_paid_at_first(steps: int) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        run = interaction(unknown.agent, incentivize_self_recognition_by_index, 2, remember=False)
        cover("yes" if run[1] else "no")
        return equal("the first reward", -1, run[2].reward, run[:2])

    return claim


def recognising_oneself(
    scope: Scope,
    *,
    environment: ExtendedEnvironment = incentivize_self_recognition,
    letter: ExtendedEnvironment = incentivize_self_recognition_letter,
    nth: Callable[[int], Play] = nth_play,
) -> Iterator[Part]:
    """Check incentivizing self-recognition: by hand, the enumeration both ways, as written out, and who is paid."""
    few = (0, 1, 2)
    percepts = tuple(Percept(reward, observation) for reward in (0, 1, -1, HALF) for observation in few)
    yield check_examples(chain(_recognised_by_hand(environment, letter, nth), _by_looking_at_oneself()))
    yield _enumerated_in_order(nth)
    nonempty = islice(plays(2, percepts, few), 1, None)
    turns = "all nonempty plays of at most 2 turns over 12 percepts x 3 actions"
    yield _both_ways("nonempty plays", nonempty, index_of_play, nth, domain=turns)
    every = chain(plays(2, percepts, few), *(all_prompts(percepts, few, n) for n in (1, 2)))
    domain = "all histories of at most 2 percepts over 12 percepts x 3 actions"
    yield _both_ways("histories", every, encode_history, decode_history, domain=domain)
    yield _paid_as_written_out(scope, environment)
    yield _always_right(environment)
    yield decide(
        "with places in the enumeration for numbers, every first action is punished",
        _nobody_is_paid_at_first,
        1,
        actions=few,
        branches=("yes", "no"),
        domain="all agents, 3 actions",
    )
    name, fast = "IncentivizeSelfRecognitionIncremental", IncentivizeSelfRecognitionIncremental()
    yield from _paired(scope, name, environment, fast)


# --- Mutants ---


def _otherwise(percept: Callable[[Agent, Play, int], Percept]) -> Insertion:
    """Return self-insert that gives another percept, by the agent, the play and the number on the screen."""

    def insertion(game: ExtendedEnvironment) -> ExtendedEnvironment:
        def inserted(agent: Agent, play: Play) -> Percept:
            screen = self_insert(game)(agent, play).observation
            assert isinstance(screen, int)
            return percept(agent, play, screen)

        return inserted

    return insertion


def _asked_about(prompt: Callable[[Play], Play]) -> Insertion:
    """Return self-insert, the agent asked about another prompt than t without its action."""
    return _otherwise(
        lambda agent, play, screen: Percept((1 if agent(prompt(play)) == play[-1] else -1) if play else 0, screen)
    )


def _unrewarded(agent: Agent, play: Play, screen: int) -> Percept:
    """Show what the game shows, without its reward."""
    own = read_from_the_screen(play)
    reward = (1 if agent(own[:-1]) == play[-1] else -1) if play else 0
    return Percept(reward, decode_percept(screen).observation)


def _paying(right: Callable[[Agent, Play, int], bool]) -> ExtendedEnvironment:
    """Return self-recognition with another rule of who is right."""

    def environment(agent: Agent, play: Play) -> Percept:
        number = len(play) // 2
        return Percept((1 if right(agent, play, number) else -1) if play else 0, encode_history(nth_play(number)))

    return environment


def _what_was_shown(agent: Agent, play: Play, number: int) -> bool:
    shown = play[-2].observation
    assert isinstance(shown, int)
    return bool(play[-1] > 0) == looks_like(agent, decode_history(shown))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E14",
        kind="example",
        title="self-insert",
        claim="An environment e, the game, becomes e': it shows the number of the percept that e gives, pays 0 at "
        "first, and then pays the agent for acting as if the rewards on the screen were its own: 1 if the last action "
        "is T's on t, which is the history with each percept replaced by the one its observation codes, else -1. "
        "Pairs and rationals are coded by bijections with the naturals. As printed, e is asked about the play of e'; "
        "decoded, it is asked about its own percepts. The two agree if e depends on actions alone, and only the "
        "decoded screen always shows the game.",
        source=f"{ALEXANDER_2021}, Example 14",
        check=inserting_oneself,
        mutants={
            "rewards felt, not seen": {"decoded": _asked_about(prompt_of)},
            "the last percept alone is read from the screen": {
                "decoded": _asked_about(lambda play: (*play[:-2], *read_from_the_screen(play)[-2:-1]))
            },
            "the screen shows no reward": {"decoded": _otherwise(_unrewarded)},
            "the game's reward is paid": {
                "decoded": _otherwise(lambda agent, play, screen: Percept(decode_percept(screen).reward, screen))
            },
            "the game is asked about the play as it is": {"decoded": self_insert_letter},
            "by the letter, the game is asked about its own": {"letter": self_insert},
            "rewards by their numerators": {"rationals": lambda rational: encode_integer(rational.numerator)},
            "diagonals counted from the other end": {
                "pairing": lambda first, second: (first + second) * (first + second + 1) // 2 + first
            },
        },
        verdict="defined",
        evidence="exhaustive: pairs below 40 x 40, rationals with denominators to 20 and numerators to 40, numbers "
        "below 2,000; in both readings all agents and all ordinary games of 3 percepts on all plays of at most 2 "
        "actions over 6 percepts x 2 actions; the screen to horizon 3; the incremental form for all learners, all "
        "sequences of at most 4 actions; 40 hashed learners at 4",
        defects="Rewards are rational, and Cantor's pairing takes naturals, so a coding of the rationals is needed. "
        "The play that is plugged into e has the percepts of e', not those that e gave. T is asked on t, which ends "
        "in an action and is not a prompt.",
        repair="Rationals are coded by their continued fractions; e is asked about its own percepts (decoded); T is "
        "asked on t without its last action.",
        witness="A game with two percepts, (1,0) and (-1,1): it gives (1,0) at first, and tells (1,0) 0 from (0,1) 0, "
        "where 1 is the number of (1,0). As printed, it is asked at its second step about (0,1) 0, a play it never "
        "made.",
    ),
    Statement(
        id="A21-E18",
        kind="example",
        title="incentivizing self-recognition",
        claim="The nonempty plays s_0, s_1, ... are shown in turn, each as its number. After n actions the last one "
        "is paid if it is right about s_{n-1} = s'⌢a': above 0 if a' = T(s'), and 0 if not. The enumeration and the "
        "numbers are bijections. An agent that asks itself is paid every time. If the number of a play is its place "
        "in the enumeration, no agent is paid for its first action.",
        source=f"{ALEXANDER_2021}, Example 18",
        check=recognising_oneself,
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
        defects="Observations are natural numbers, and a play is not a number: s_n has to be coded. The paper does "
        "not say which enumeration is meant.",
        repair="The play is shown as its number, which is greater than whatever is observed in it; as printed, the "
        "play itself is shown, as an observation of another kind.",
        witness="Shown as its place, s_0 = (0,0) 0 is 0, and the agent is in (0,0): it does 0, which says no, or "
        "something above 0, which says yes, and is wrong either way.",
    ),
)
