"""Checks of the examples that code percepts and plays as numbers: self-insert, and self-recognition over all plays."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain, islice, product

from attrs import evolve

from formal_rl.agents import Agent
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
    decide_plays,
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
from formal_rl.errors import END, InvalidParameter, MalformedHistory
from formal_rl.histories import (
    Action,
    History,
    Observation,
    Percept,
    Play,
    Prompt,
    Reward,
    all_plays,
    all_prompts,
    decode_history,
    decode_pair,
    decode_percept,
    decode_sequence,
    encode_history,
    encode_pair,
    encode_percept,
    encode_rational,
    encode_sequence,
    history,
    index_of_play,
    nth_play,
    prompt_of,
    require_prompt,
)
from formal_rl.histories.coding import (
    bijective_digits,
    decode_integer,
    decode_rational,
    encode_integer,
    from_bijective_digits,
)
from formal_rl.statements.alexander_2021.histories import refused as refused_at
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement
from formal_rl.transforms import SelfInsertIncremental, read_from_the_screen, self_insert, self_insert_letter

Insertion = Callable[[ExtendedEnvironment], ExtendedEnvironment]

HALF = Fraction(1, 2)
_NUMBERS, _VALUES = "numbers", "values"


def by_reward(prompt: Prompt) -> Action:
    """Do 1 after a reward above 0, else 0."""
    return 1 if prompt[-1].reward > 0 else 0


def counting_on(play: Play) -> Percept:
    """Give (0, 1) at first, and then 1/2 with one more than what was shown last: a game that looks at its percepts."""
    return Percept(HALF, play[-2].observation + 1) if play else Percept(0, 1)


def _both_ways(
    name: str, values: Iterable[object], encode: Callable[..., int], decode: Callable[[int], object], *, domain: str
) -> Part:
    """Return whether each number below 2,000 is that of its value, and each of some values that of its number."""

    @part(f"{name}, both ways", branches=(_NUMBERS, _VALUES), domain=f"all numbers below 2,000, and {domain}")
    def cases() -> Iterator[tuple[str, Disagreement | None]]:
        for number in range(2_000):
            got = encode(decode(number))
            yield _NUMBERS, None if got == number else Disagreement(name, number, got)
        for value in values:
            back = decode(encode(value))
            yield _VALUES, None if back == value else Disagreement(name, value, back)

    return cases()


def _a_little_shorter(scope: Scope) -> Scope:
    """Return the scope for a pair: its longer runs are those of the list of pairs."""
    return evolve(scope, horizon=scope.steps(quick=4, full=6))


# --- Self-insert -------------------------------------------------------------------------------------------------


def _numbers_by_hand(pairing: Callable[[int, int], int], rationals: Callable[[Reward], int]) -> Part:
    return check_examples(
        (
            ("the first pair", "0·1/2 + 0", 0, pairing, 0, 0),
            ("(1, 0)", "1·2/2 + 0", 1, pairing, 1, 0),
            ("(0, 1)", "1·2/2 + 1", 2, pairing, 0, 1),
            ("(4, 2)", "6·7/2 + 2", 23, pairing, 4, 2),
            ("the reward 0", "[0], the word is empty", 0, rationals, 0),
            ("the reward 1", "[1], the word 1", 1, rationals, 1),
            ("the reward -1", "[-1] is (2), the word 2", 2, rationals, -1),
            ("the reward 1/2", "[0; 2] is (0, 0), the word 4", 4, rationals, HALF),
            ("the reward -1/2", "[-1; 2] is (2, 0), the word 24: 2·4 + 4", 12, rationals, -HALF),
        ),
        "numbers of pairs and rewards",
    )


def _not_coded(decode: Callable[..., object]) -> Iterator[Example]:
    """Yield that what is no natural number has no decoding."""
    for number in (-1, True, 1.0):
        yield (f"{decode.__name__}({number})", "no natural number", InvalidParameter, decode, number)


def _codings_by_hand() -> Part:
    """Return codes of integers, sequences and percepts by hand, and what has none."""
    integers = (0, 1, -1, 2, -2, 3)
    sequences = ((), (0,), (1,), (2,), (3,), (0, 0))
    digits: tuple[tuple[int, list[int]], ...] = (
        (0, []),
        (1, [1]),
        (3, [3]),
        (4, [1, 1]),
        (12, [3, 3]),
        (13, [1, 1, 1]),
    )
    refused: tuple[tuple[str, Callable[[], object]], ...] = (
        ("a pair with -1 first", partial(encode_pair, -1, 0)),
        ("a pair with -1 second", partial(encode_pair, 0, -1)),
        ("a pair with True", partial(encode_pair, 0, True)),
        ("the integer True", partial(encode_integer, True)),
        ("the integer 1.0", partial(encode_integer, 1.0)),  # type: ignore[arg-type]
        ("a sequence with -1", partial(encode_sequence, (0, -1))),
        ("the rational 0.5", partial(encode_rational, 0.5)),  # type: ignore[arg-type]
        ("the rational True", partial(encode_rational, True)),
    )
    misplaced: tuple[tuple[str, Callable[[], object], object], ...] = (
        ("a percept whose observation is a word", partial(encode_percept, Percept(0, "wall"), 6), (6, "wall")),
        ("a percept whose observation is -1", partial(encode_percept, Percept(0, -1), 6), (6, -1)),
        ("a percept of 0.5", partial(encode_percept, Percept(0.5, 0), 6), (6, 0.5)),  # type: ignore[arg-type]
        ("a history with a word", partial(encode_history, history((0, 0), 1, (0, "wall"))), (2, "wall")),
        ("no history", partial(encode_history, (0,)), (0, 0)),
        ("the empty play", partial(index_of_play, ()), (0, END)),
        ("a prompt", partial(index_of_play, history((0, 0))), (1, END)),
        ("a play with a word", partial(index_of_play, history((0, 0), 1, (0, "wall"), 1)), (2, "wall")),
    )
    return check_examples(
        (
            *(
                (f"the integer {integer}", "0, 1, -1, 2, ...", place, encode_integer, integer)
                for place, integer in enumerate(integers)
            ),
            *(
                (f"the integer in place {place}", "0, 1, -1, 2, ...", integer, decode_integer, place)
                for place, integer in enumerate(integers)
            ),
            *(
                (f"the sequence {sequence}", "the words none, 1, 2, 3, 4, ...", place, encode_sequence, sequence)
                for place, sequence in enumerate(sequences)
            ),
            *(
                (f"{number} in the digits 1, 2, 3", "by place", word, bijective_digits, number, 3)
                for number, word in digits
            ),
            *((f"the digits {word}", "by place", number, from_bijective_digits, word, 3) for number, word in digits),
            ("the percept of number 23", "(4, 2): 1/2 and 2", Percept(HALF, 2), decode_percept, 23),
            *((about, "refused", InvalidParameter, call) for about, call in refused),
            *(
                each
                for decode in (decode_pair, decode_integer, decode_sequence, decode_rational, decode_percept)
                for each in _not_coded(decode)
            ),
            *((about, "the element is named", place, refused_at(call)) for about, call, place in misplaced),
            *(each for decode in (decode_history, nth_play) for each in _not_coded(decode)),
        ),
        "codes by hand, and what has none",
    )


def by_first_reward(prompt: Prompt) -> Action:
    """Return 1 after a first reward above 0, else 0."""
    return int(prompt[0].reward > 0)


def _inserted_by_hand(decoded: ExtendedEnvironment, letter: ExtendedEnvironment) -> Part:
    twice = history((0, 2), 1, (-1, 23), 1)
    examples: tuple[tuple[str, str, ExtendedEnvironment, Play, Percept], ...] = (
        ("at first", "e gives (0, 1), of number 2", decoded, (), Percept(0, 2)),
        (
            "0 after a reward of 0 seen",
            "t = (0,1) 0, where it does 0: paid; e on t gives (1/2, 2), of number 23",
            decoded,
            history((0, 2), 0),
            Percept(1, 23),
        ),
        (
            "what it would not do",
            "it does 0 on (0,1), and did 1: punished",
            decoded,
            history((0, 2), 1),
            Percept(-1, 23),
        ),
        (
            "punished, and 1/2 on the screen",
            "t = (0,1) 1 (1/2,2) 1, and after 1/2 it does 1: paid; e gives (1/2, 3), of number 31",
            decoded,
            twice,
            Percept(1, 31),
        ),
        (
            "paid, and -1 on the screen",
            "7 is (-1, 1), after which it does 0, and not 1: punished; e gives (1/2, 2)",
            decoded,
            history((5, 7), 1),
            Percept(-1, 23),
        ),
        ("by the letter, at first", "e gives (0, 1)", letter, (), Percept(0, 2)),
        (
            "by the letter, e counts on from the number that was on the screen",
            "e on (0,2) 0 gives (1/2, 3), of number 31",
            letter,
            history((0, 2), 0),
            Percept(1, 31),
        ),
        (
            "by the letter, off the run",
            "e on (5,7) 0 gives (1/2, 8), of number 12·13/2 + 8; T((-1,1)) = 0: paid",
            letter,
            history((5, 7), 0),
            Percept(1, 86),
        ),
    )
    return check_examples(
        [
            *(
                (about, arithmetic, expected, environment, by_reward, play)
                for about, arithmetic, environment, play, expected in examples
            ),
            (
                "the reward that was on the screen first",
                "t = (1/2,2) 0 (0,1) 1, and having begun with 1/2 it does 1: paid; e on t gives (1/2, 2), of number 23",
                Percept(1, 23),
                decoded,
                by_first_reward,
                history((0, 23), 0, (0, 2), 1),
            ),
            (
                "t",
                "7 = 3·4/2 + 1 is (2, 1), of reward -1; 23 is (4, 2), of reward 1/2",
                history((-1, 1), 3, (HALF, 2), 0),
                read_from_the_screen,
                history((5, 7), 3, (9, 23), 0),
            ),
            (
                "T is not asked on t itself",
                "t ends in an action, and is no prompt",
                MalformedHistory,
                lambda: require_prompt(read_from_the_screen(twice)),
            ),
        ]
    )


_GAME = (Percept(0, 0), Percept(1, 0), Percept(-1, 1))
_ON_SCREEN = {encode_percept(percept): percept for percept in _GAME}
"""What the percepts of a game look like: found by coding, so that nothing here rests on decoding."""


def _written_out(game: Environment, agent: Agent, play: Play, *, decoded: bool) -> Percept:
    t: list[Percept | Action] = []
    for index in range(0, len(play), 2):
        t += [_ON_SCREEN[play[index].observation], play[index + 1]]
    own = tuple(t)
    o = encode_percept(game(own if decoded else play))
    if not play:
        return Percept(0, o)
    return Percept(1, o) if agent(own[:-1]) == play[-1] else Percept(-1, o)


def _as_written_out(scope: Scope, insertion: Insertion, name: str, *, decoded: bool) -> Part:
    longest, actions = min(3, scope.steps(quick=2, full=3)), scope.actions()
    percepts = tuple(Percept(reward, screen) for reward in (1, -1) for screen in _ON_SCREEN)

    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        expected = _written_out(unknown.environment, unknown.agent, play, decoded=decoded)
        cover({0: "at first", 1: "acted as if", -1: "did not"}[int(expected.reward)])
        got = insertion(embed(unknown.environment))(unknown.agent, play)
        return None if got == expected else Disagreement(f"the percept, {name}", expected, got, play)

    return decide_plays(
        f"as written out, {name}",
        claim,
        (longest, percepts, actions),
        who=f"all agents, all ordinary games of {len(_GAME)} percepts",
        percepts=_GAME,
        branches=("at first", "acted as if", "did not"),
    )


def _shows_the_game(insertion: Insertion, name: str, horizon: int) -> Part:
    actions, percepts = (0, 1), _GAME[1:]

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            run = interaction(unknown.agent, insertion(embed(unknown.environment)), steps, remember=False)
            own: History = ()
            for index in range(0, 2 * steps, 2):
                expected = unknown.environment(own)
                cover("the game begins" if not own else "the game goes on")
                got = run[index].observation
                if got != encode_percept(expected):
                    return Disagreement("the number on the screen", encode_percept(expected), got, run[:index])
                own = (*own, expected, run[index + 1])
            return None

        return claim

    return decide(
        f"the screen shows the game, {name}",
        claim_at,
        horizon,
        actions=actions,
        percepts=percepts,
        branches=("the game begins", "the game goes on"),
        domain=f"all agents, all ordinary games of {len(percepts)} percepts, to horizon {horizon}, 2 actions",
    )


def _same_for_action_games(decoded: Insertion, letter: Insertion) -> Part:
    actions = (0, 1)
    percepts = tuple(Percept(reward, screen) for reward in (1, -1) for screen in _ON_SCREEN)

    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        def game(asked: Play) -> Percept:
            return unknown.environment(tuple(each if i % 2 else Percept(0, 0) for i, each in enumerate(asked)))

        expected, got = letter(embed(game))(unknown.agent, play), decoded(embed(game))(unknown.agent, play)
        cover("at first" if not play else "later")
        return None if got == expected else Disagreement("the two readings", expected, got, play)

    return decide_plays(
        "both readings agree where the game looks at actions alone",
        claim,
        (2, percepts, actions),
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
    yield _inserted_by_hand(decoded(game), letter(game))
    yield _numbers_by_hand(pairing, rationals)
    yield _codings_by_hand()
    yield _both_ways(
        "pairs of naturals",
        product(range(40), repeat=2),
        lambda pair: pairing(*pair),
        decode_pair,
        domain="all pairs of naturals below 40",
    )
    yield _both_ways(
        "rationals",
        (Fraction(numerator, denominator) for denominator in range(1, 21) for numerator in range(-40, 41)),
        rationals,
        decode_rational,
        domain="all n/d for n from -40 to 40 and d from 1 to 20",
    )
    yield _as_written_out(scope, letter, "by the letter", decoded=False)
    yield _as_written_out(scope, decoded, "decoded", decoded=True)
    yield _shows_the_game(decoded, "decoded", min(3, scope.steps(quick=3, full=3)))
    yield _shows_the_game(letter, "by the letter", 2).meant_to_fail(
        "the number on the screen on (0,1) 0: expected 7, got 1"
    )
    yield _same_for_action_games(decoded, letter)
    pair = EnvironmentPair("SelfInsertIncremental", decoded(embed(corridor(2))), incremental(CorridorIncremental(2)))
    yield from pair.parts(evolve(_a_little_shorter(scope), number_of_actions=2))


# --- Self-recognition --------------------------------------------------------------------------------------------


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
) -> Part:
    rows: tuple[tuple[str, str, ExtendedEnvironment, Play, Percept], ...] = (
        ("at first", "s_0 = (0,0) 0 is (0, 0), the word 4, number 5", environment, (), Percept(0, 5)),
        (
            "yes, rightly",
            "T((0,0)) = 0, as in s_0: paid; s_1 = (1,0) 0 is the word 14, number 9",
            environment,
            history((0, 5), 1),
            Percept(1, 9),
        ),
        ("yes, by another action above 0", "7 > 0: paid", environment, history((0, 5), 7), Percept(1, 9)),
        ("no, wrongly", "0 says no: punished", environment, history((0, 5), 0), Percept(-1, 9)),
        (
            "no, rightly",
            "T((1,0)) = 1, and s_1 has 0: paid; s_2 = (0,0) 1 is the word 41, number 18",
            environment,
            history((0, 5), 1, (1, 9), 0),
            Percept(1, 18),
        ),
        ("yes, wrongly", "s_1 has 0: punished", environment, history((0, 5), 1, (1, 9), 1), Percept(-1, 18)),
        (
            "a play that is not the run",
            "what is said to have been shown does not matter: on s_1, no is right",
            environment,
            history((3, 5), 0, (2, 5), 0),
            Percept(1, 18),
        ),
        (
            "yes to the third, wrongly",
            "T((0,0)) = 0, and s_2 has 1: punished; s_3 = (0,1) 0 is the word 24, number 13",
            environment,
            history((0, 5), 1, (1, 9), 0, (1, 18), 1),
            Percept(-1, 13),
        ),
        ("by the letter", "s_1 itself is shown", letter, history((0, 5), 1), Percept(1, history((1, 0), 0))),
    )
    return check_examples(
        [
            *(
                (about, arithmetic, expected, shown, by_reward, play)
                for about, arithmetic, shown, play, expected in rows
            ),
            *_by_looking_at_oneself(),
            *(
                (f"s_{index}", "the words in order: none, 1, 2, 3, 4, 11", play, nth, index)
                for index, play in enumerate(_FIRST_PLAYS)
            ),
        ]
    )


def _by_looking_at_oneself() -> Iterator[Example]:
    """Yield what the agent that looks at itself does, and what looks like an agent, by hand."""
    recognizer = SelfRecognizer(lambda prompt: 2)
    for about, why, observation, expected in (
        ("a word", "as otherwise: 2", "wall", 2),
        ("-1", "as otherwise: 2", -1, 2),
        ("True", "it is no int: 2", True, 2),
        ("the number of the empty play", "as otherwise: 2", 0, 2),
        ("the number of a prompt", "as otherwise: 2", encode_history(history((0, 0))), 2),
        ("its own play", "on (0,0) it does 2: 1", encode_history(history((0, 0), 2)), 1),
        ("another's play", "on (0,0) it does not do 1: 0", encode_history(history((0, 0), 1)), 0),
        (
            "another's play that ends as its own",
            "on (0,0) 1 (0,0) it does 2: 1",
            encode_history(history((0, 0), 1, (0, 0), 2)),
            1,
        ),
    ):
        yield (f"looking at {about}", why, expected, recognizer, history((0, observation)))
    yield ("asked on a play", "it is no prompt", MalformedHistory, recognizer, history((0, 0), 1))
    yield (
        "whether two turns look like who counts percepts",
        "on (5,0) 1 (6,0) it does 2, as the play has",
        True,
        lambda: looks_like(lambda prompt: len(prompt) // 2 + 1, history((5, 0), 1, (6, 0), 2)),
    )
    yield (
        "another at the first turn",
        "what was done before the last action does not matter",
        (True, False),
        lambda: tuple(
            looks_like(lambda prompt: len(prompt) // 2 + 1, history((5, 0), 7, (6, 0), last)) for last in (2, 1)
        ),
    )


@part(
    "the enumeration, word by word",
    branches=("one turn", "several turns"),
    domain="s_0 to s_1499, against words in order of their length, cut and read the long way",
)
def _enumerated_in_order(nth: Callable[[int], Play]) -> Iterator[tuple[str, Disagreement | None]]:
    for index, expected in enumerate(islice(words_in_order(), 1_500)):
        got = nth(index)
        yield (
            "one turn" if len(expected) == 2 else "several turns",
            None if got == expected else Disagreement(f"s_{index}", expected, got),
        )


def _paid_as_written_out(scope: Scope, environment: ExtendedEnvironment) -> Part:
    longest, actions = min(5, scope.steps(quick=4, full=5)), (0, 1, 2)
    plays = list(islice(words_in_order(), longest + 1))

    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        n = len(play) // 2
        reward = 0
        if n:
            a, (*before, theirs) = play[-1], plays[n - 1]
            mine = unknown.agent(tuple(before))
            if a > 0 and theirs == mine:
                cover("yes, rightly")
                reward = 1
            elif a == 0 and theirs != mine:
                cover("no, rightly")
                reward = 1
            else:
                cover("wrongly")
                reward = -1
        else:
            cover("at first")
        expected, got = Percept(reward, encode_history(plays[n])), environment(unknown.agent, play)
        return None if got == expected else Disagreement("the percept", expected, got, play)

    return decide_each(
        "as written out",
        claim,
        (play for n in range(longest + 1) for play in all_plays((Percept(0, 5),), actions, n)),
        actions=(0, 1),
        branches=("at first", "yes, rightly", "no, rightly", "wrongly"),
        domain=f"all agents with 2 actions, all plays of at most {longest} actions of {len(actions)}, one percept",
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
        got = environment(recognizer, (*prompt, action)).reward
        return None if got == 1 else Disagreement(f"the reward for s_{index}", 1, got, prompt[-1:])

    return decide_each(
        "one that looks at itself is always paid",
        claim,
        indices,
        actions=(0, 1),
        branches=("yes", "no", "about what it says of s_0", "about anything else"),
        domain=f"every agent that otherwise does anything, shown {len(indices)} plays: s_0 to s_7, s_{indices[-2]} and "
        f"s_{indices[-1]}; 2 actions, whatever the scope",
    )


def _nobody_is_paid_at_first() -> Part:
    actions = (0, 1, 2)

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            run = interaction(unknown.agent, incentivize_self_recognition_by_index, 2, remember=False)
            cover("yes" if run[1] else "no")
            got = run[2].reward
            return None if got == -1 else Disagreement("the first reward", -1, got, run[:2])

        return claim

    return decide(
        "with places in the enumeration for numbers, every first action is punished",
        claim_at,
        1,
        actions=actions,
        branches=("yes", "no"),
        domain=f"all agents, {len(actions)} actions",
    )


_INCREMENTAL = IncentivizeSelfRecognitionIncremental()


def recognising_oneself(
    scope: Scope,
    *,
    environment: ExtendedEnvironment = incentivize_self_recognition,
    letter: ExtendedEnvironment = incentivize_self_recognition_letter,
    nth: Callable[[int], Play] = nth_play,
    incremental: IncrementalEnvironment = _INCREMENTAL,
) -> Iterator[Part]:
    """Check incentivizing self-recognition: by hand, the enumeration both ways, as written out, and who is paid."""
    rewards, few = (0, 1, -1, HALF), (0, 1, 2)
    percepts = tuple(Percept(reward, observation) for reward in rewards for observation in few)
    yield _recognised_by_hand(environment, letter, nth)
    yield _enumerated_in_order(nth)
    yield _both_ways(
        "nonempty plays",
        (play for n in (1, 2) for play in all_plays(percepts, few, n)),
        index_of_play,
        nth,
        domain="all nonempty plays of at most 2 turns over 12 percepts x 3 actions",
    )
    yield _both_ways(
        "histories",
        chain(
            (play for n in (0, 1, 2) for play in all_plays(percepts, few, n)),
            (prompt for n in (1, 2) for prompt in all_prompts(percepts, few, n)),
        ),
        encode_history,
        decode_history,
        domain="all histories of at most 2 percepts over 12 percepts x 3 actions",
    )
    yield _paid_as_written_out(scope, environment)
    yield _always_right(environment)
    yield _nobody_is_paid_at_first()
    pair = EnvironmentPair("IncentivizeSelfRecognitionIncremental", environment, incremental)
    yield from pair.parts(_a_little_shorter(scope))


# --- Mutants ---


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
        check=inserting_oneself,
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
        defects="Observations are natural numbers, and a play is none: s_n has to be coded. Which enumeration is meant "
        "is left open.",
        repair="The play is shown as its number, which is greater than whatever is observed in it; as printed, the "
        "play itself is shown, as an observation of another kind.",
        witness="Shown as its place, s_0 = (0,0) 0 is 0, and the agent is in (0,0): it does 0, which says no, or "
        "something above 0, which says yes, and is wrong either way.",
    ),
)
