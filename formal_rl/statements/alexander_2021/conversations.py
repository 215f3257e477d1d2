"""Checks of the recognition of conversations, of predictions and of what is known: by hand, and for every agent."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, ConstantLearner
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
    disagreement,
    part,
)
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment
from formal_rl.environments.abstract import (
    ENGLISH,
    Likeness,
    enumerating,
    format_sentence,
    game,
    has_come_to_know,
    has_had,
    has_played,
    knowing,
    knowing_incremental,
    knowing_letter,
    predicting,
    recognising_conversations,
    recognising_conversations_incremental,
    recognising_predictions,
    recognising_predictions_incremental,
    replying,
    sentence,
    showing,
    trial_recognition,
)
from formal_rl.environments.abstract.conversations import (
    Alphabet,
    Chatbot,
    Conversation,
    Conversion,
    Game,
    Predictor,
    Round,
    game_number,
    heard,
    predicted_before,
)
from formal_rl.environments.abstract.knower_recognition import Expression, Knower, sentence_number
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import Action, Percept, Play, Prompt, history
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.run_out import percepts_along
from formal_rl.statements.statement import Statement

_A_ONLY = Alphabet("a")

_ANSWERS = (0, 1, 2)


def judging(number: int, answer: Action, shown: int = 0) -> Play:
    """Return a play at the end of which trial ``number`` has been answered; what it says was shown does not matter."""
    return (Percept(0, shown), 0) * number + (Percept(0, shown), answer)


def _cases_in(environment: ExtendedEnvironment) -> Callable[[str, str, Percept, Agent, Play], Example]:
    def case(about: str, why: str, expected: Percept, agent: Agent, play: Play) -> Example:
        return (about, why, expected, environment, agent, play)

    return case


def _mute(prompt: Prompt) -> Action:
    return 0


def _echo(prompt: Prompt) -> Action:
    seen: int = prompt[-1].observation
    return seen


def _parrot(prompt: Prompt) -> Action:
    seen: int = prompt[0].observation
    return seen


def _sore(prompt: Prompt) -> Action:
    return 1 if prompt[-1].reward < 0 else 0


def _numbers(
    name: str, decode: Callable[[int], Hashable], encode: Callable[[Any], int], things: Iterable[Hashable], said: str
) -> Part:
    """Check that the first numbers stand for things that have these numbers, and that these things come back too."""

    @part(name, branches=("number, thing, number", "thing, number, thing"), domain=f"the first 1000 numbers; {said}")
    def cases() -> Iterator[tuple[str, Disagreement | None]]:
        for number in range(1000):
            back = encode(decode(number))
            wrong = None if back == number else Disagreement(f"the number of {decode(number)!r}", number, back)
            yield "number, thing, number", wrong
        for thing in things:
            again = decode(encode(thing))
            wrong = None if again == thing else Disagreement(f"what has the number of {thing!r}", thing, again)
            yield "thing, number, thing", wrong

    return cases()


def _paired(scope: Scope) -> Scope:
    """Return a scope for pairs, in which cases grow fast."""
    return evolve(scope, horizon=scope.steps(quick=5, full=6))


def _told_apart(
    name: str,
    agents: Iterable[Agent],
    rewards: Callable[[Agent], Hashable],
    conversion: Callable[[Agent], Hashable],
    domain: str,
) -> Part:
    """Check that two agents are paid alike for saying *like me* to every trial exactly if their conversions agree."""
    by_conversion: dict[Hashable, Hashable] = {}
    by_rewards: dict[Hashable, Hashable] = {}

    @part(name, branches=("converts as one before it", "converts as none before it"), domain=domain)
    def cases() -> Iterator[tuple[str, Disagreement | None]]:
        for agent in agents:
            converted, paid = conversion(agent), rewards(agent)
            branch = "converts as one before it" if converted in by_conversion else "converts as none before it"
            before = by_conversion.setdefault(converted, paid)
            other = by_rewards.setdefault(paid, converted)
            wrong = None
            if before != paid:
                wrong = Disagreement(f"the rewards of {converted!r}", before, paid)
            elif other != converted:
                wrong = Disagreement("the conversion of an agent with the same rewards", other, converted)
            yield branch, wrong

    return cases()


def _judged(
    name: str,
    environment: ExtendedEnvironment,
    like: Callable[[Agent, int], tuple[bool, str]],
    shown: Callable[[int], int],
    numbers: Iterable[int],
    *,
    actions: tuple[Action, ...],
    branches: tuple[str, ...],
    domain: str,
) -> Part:
    """Check the percept for each answer to each trial; ``like`` is written out, and gives a branch too."""

    def claim(case: tuple[int, Action], unknown: Unknown, cover: Cover) -> Disagreement | None:
        number, answer = case
        own, branch = like(unknown.agent, number)
        cover(branch)
        expected = Percept(1 if (answer > 0) == own else -1, shown(number + 1))
        play = judging(number, answer)
        return disagreement("the percept", expected, environment(unknown.agent, play), play)

    return decide_each(name, claim, product(numbers, _ANSWERS), actions=actions, branches=branches, domain=domain)


def _same(number: int) -> int:
    return number


# --- Conversations ---

ConversationsOf = Callable[[Conversion, Alphabet], ExtendedEnvironment]


def _own_conversation(agent: Agent, conversation: Conversation) -> tuple[bool, str]:
    """Let the agent converse with this user by itself, and compare what was said."""
    prompt: Prompt = ()
    said: list[str] = []
    for number, string in enumerate(conversation, start=1):
        if number % 2:
            prompt = (*prompt, Percept(0, len(string)))
            said.append(string)
        else:
            action = agent(prompt)
            prompt = (*prompt, action)
            said.append("a" * action)
    if len(conversation) < 2:
        return True, "nothing is replied"
    own = said == list(conversation)
    return own, "its own" if own else "not its own"


def conversations(
    scope: Scope,
    *,
    environment: ConversationsOf = recognising_conversations,
    convert: Conversion = replying,
    incremental: IncrementalEnvironment = recognising_conversations_incremental,
) -> Iterator[Part]:
    """Check the recognition of conversations."""
    built = environment(convert, _A_ONLY)
    case = _cases_in(built)

    yield check_examples(
        (
            case("at first", "trial 0, in which nothing is said", Percept(0, 0), _mute, ()),
            case(
                "a user's string alone",
                "trial 3 is 'a' and has no reply: it looks like everyone",
                Percept(1, 4),
                _mute,
                judging(3, 1),
            ),
            case("mute on '' ''", "trial 2: it says '' to ''", Percept(1, 3), _mute, judging(2, 1)),
            case("mute on '' 'a'", "trial 5: it says '' to '', not 'a'", Percept(-1, 6), _mute, judging(5, 1)),
            case("mute on '' 'a', denied", "it is not the agent, and so it says", Percept(1, 6), _mute, judging(5, 0)),
            case("mute on 'a' ''", "trial 6: it says '' to 'a'", Percept(1, 7), _mute, judging(6, 2)),
            case("echo on 'a' ''", "trial 6: it says 'a' to 'a'", Percept(-1, 7), _echo, judging(6, 2)),
            case(
                "what the play says was shown does not matter",
                "trial 5 after six turns, though the play says it showed 2",
                Percept(-1, 6),
                _mute,
                judging(5, 1, shown=2),
            ),
            case(
                "parrot on 'a' 'a' '' 'a'",
                "trial 1 + 104: it says 'a' to 'a', and 'a' to '' after that",
                Percept(1, 106),
                _parrot,
                judging(105, 1),
            ),
            case(
                "echo on 'a' 'a' '' 'a'",
                "it says 'a' to 'a', but '' to '' after that",
                Percept(-1, 106),
                _echo,
                judging(105, 1),
            ),
            case(
                "echo on 'a' '' '' ''",
                "trial 1 + 23: it says 'a' to 'a', so the first reply is not its own, though the second is",
                Percept(1, 25),
                _echo,
                judging(24, 0),
            ),
            *(
                (about, "refused", InvalidParameter, call)
                for about, call in (
                    ("no characters", partial(Alphabet, "")),
                    ("a character twice", partial(Alphabet, "aba")),
                    ("another character", partial(_A_ONLY.string_number, "ab")),
                    ("another character in a conversation", partial(_A_ONLY.conversation_number, ("a", "b"))),
                    ("nothing said", partial(heard, (), _A_ONLY)),
                    ("a conversation that the chatbot ended", partial(heard, ("a", "a"), _A_ONLY)),
                )
            ),
            (
                "heard",
                "'ba' is 2·2 + 1, 'a' 1, '' 0; every reward is 0",
                history((0, 5), 1, (0, 0)),
                heard,
                ("ba", "a", ""),
                Alphabet("ab"),
            ),
            (
                "at once, incrementally",
                "trial 0 looks like everyone",
                Percept(1, 1),
                lambda: percepts_along(incremental, ConstantLearner(1), (1,))[-1],
            ),
            (
                "the third turn, incrementally",
                "trial 2 is '' '': what does 1 on 0 replies 'a'",
                Percept(-1, 3),
                lambda: _third(incremental, 1),
            ),
        )
    )
    longest = 63
    yield _judged(
        "as by conversing itself",
        built,
        lambda agent, number: _own_conversation(agent, _A_ONLY.conversation(number)),
        _same,
        range(longest),
        actions=(0, 1),
        branches=("nothing is replied", "its own", "not its own"),
        domain=f"all agents that reply '' or 'a', the first {longest} conversations in the letter a, 3 answers",
    )
    for letters in (_A_ONLY, Alphabet("ba"), ENGLISH):
        strings = ["", *letters.characters[:2], *map("".join, product(letters.characters[:2], repeat=2))]
        yield _numbers(
            f"numbers of conversations in {len(letters.characters)} characters",
            letters.conversation,
            letters.conversation_number,
            (said for n in range(4) for said in product(strings, repeat=n)),
            "all conversations of at most 3 strings of at most 2 of two characters",
        )
    yield _told_apart("two agents that converse otherwise", _repliers(), *_by_replies(built))
    yield from EnvironmentPair("recognising_conversations", environment(replying, ENGLISH), incremental).parts(
        _paired(scope)
    )


def _third(incremental: IncrementalEnvironment, answer: Action) -> Percept:
    return percepts_along(incremental, ConstantLearner(1), (0, 0, answer))[-1]


def _repliers() -> Iterator[Agent]:
    """Yield every agent of two actions on what is heard if the user says '', and then '' or 'a'."""
    first: Prompt = (Percept(0, 0),)
    second = [(*first, reply, Percept(0, said)) for reply in (0, 1) for said in (0, 1)]
    for replies in product((0, 1), repeat=5):
        yield dict(zip([first, *second], replies, strict=True)).__getitem__


def _by_replies(built: ExtendedEnvironment) -> tuple[Callable[[Agent], Hashable], Callable[[Agent], Hashable], str]:
    strings = ("", "a")
    trials = [("", reply) for reply in strings] + [("", *said) for said in product(strings, repeat=3)]
    plays = [judging(_A_ONLY.conversation_number(said), 1) for said in trials]

    def rewards(agent: Agent) -> Hashable:
        return tuple(built(agent, play).reward for play in plays)

    def replies(agent: Agent) -> Hashable:
        first: Prompt = (Percept(0, 0),)
        reply = agent(first)
        return reply, *(agent((*first, reply, Percept(0, said))) for said in (0, 1))

    domain = f"all agents that reply '' or 'a' to a user who says '', and then '' or 'a'; {len(trials)} trials"
    return rewards, replies, domain


# --- Predictions ---

PredictionsOf = Callable[[Callable[[Agent], Predictor]], ExtendedEnvironment]


def _own_predictions(agent: Agent, rounds: tuple[Round, ...]) -> tuple[bool, str]:
    """Let the agent play by itself against an evader who does as in these rounds."""
    prompt: Prompt = (Percept(0, 0),)
    own = True
    for predicted, did in rounds:
        says = 0 if agent(prompt) == 0 else 1
        own = own and says == predicted
        prompt = (*prompt, says, Percept(1 if says == did else -1, did))
    return own, "no round" if rounds == () else "its own" if own else "not its own"


def predictions(
    scope: Scope,
    *,
    environment: PredictionsOf = recognising_predictions,
    convert: Callable[[Agent], Predictor] = predicting,
    incremental: IncrementalEnvironment = recognising_predictions_incremental,
) -> Iterator[Part]:
    """Check the recognition of games of adversarial sequence prediction."""
    built = environment(convert)
    case = _cases_in(built)

    yield check_examples(
        (
            case("at first", "game 0, without a round", Percept(0, 0), _mute, ()),
            case("no round", "it looks like everyone", Percept(-1, 1), _mute, judging(0, 0)),
            case("0 said, 1 done", "game 2, and it says 0 at first", Percept(1, 3), _mute, judging(2, 1)),
            case("1 said, 0 done", "game 3, and it says 0 at first", Percept(-1, 4), _mute, judging(3, 1)),
            case("five is taken for 1", "game 3, and 5 > 0", Percept(1, 4), lambda prompt: 5, judging(3, 1)),
            case(
                "saying what was done last",
                "game 5 + 4*1 + 2: 0 said and 1 done, 1 said and 0 done; it says 0, and 1 after a 1",
                Percept(1, 12),
                _echo,
                judging(11, 3),
            ),
            case(
                "saying what was not done last",
                "game 5 + 4*0 + 2: 0 said and 0 done, 1 said; after a 0 it says 0",
                Percept(1, 8),
                _echo,
                judging(7, 0),
            ),
            case(
                "saying 1 after a wrong prediction",
                "game 5 + 4*1 + 3: 0 said and 1 done, so told -1; then it says 1",
                Percept(1, 13),
                _sore,
                judging(12, 1),
            ),
            case(
                "a game that it would not have begun so",
                "game 5 + 4*3 + 0: 1 said first, where it says 0; after that the 0 would be its own",
                Percept(-1, 18),
                _sore,
                judging(17, 1),
            ),
            case(
                "what the play says was shown does not matter",
                "game 3 after four turns, though the play says it showed 2",
                Percept(-1, 4),
                _mute,
                judging(3, 1, shown=2),
            ),
            (
                "the third turn, incrementally",
                "game 2 says 0, and what does 1 says 1",
                Percept(-1, 3),
                lambda: _third(incremental, 1),
            ),
        )
    )
    numbers = sum(4**n for n in range(4))
    yield _judged(
        "as by playing itself",
        built,
        lambda agent, number: _own_predictions(agent, game(number)),
        _same,
        range(numbers),
        actions=scope.actions(),
        branches=("no round", "its own", "not its own"),
        domain=f"all agents of {len(scope.actions())} actions, the {numbers} games of at most 3 rounds, 3 answers",
    )
    yield _numbers(
        "numbers of games",
        game,
        game_number,
        (rounds for n in range(5) for rounds in _games(n)),
        "all games of at most 4 rounds",
    )
    games = [rounds for n in (1, 2) for rounds in _games(n)]
    plays = [judging(game_number(rounds), 1) for rounds in games]
    yield _told_apart(
        "two agents that predict otherwise",
        _predictors(),
        lambda agent: tuple(built(agent, play).reward for play in plays),
        lambda agent: tuple(rounds for rounds in games if _own_predictions(agent, rounds)[0]),
        f"all agents of 2 actions, the {len(games)} games of one and of two rounds",
    )
    yield from EnvironmentPair("recognising_predictions", built, incremental).parts(_paired(scope))


def _games(rounds: int) -> Iterator[tuple[Round, ...]]:
    yield from product([Round(predicted, did) for predicted in (0, 1) for did in (0, 1)], repeat=rounds)


def _predictors() -> Iterator[Agent]:
    """Yield every agent of two actions on what a predictor meets in two rounds."""
    first = (Percept(0, 0),)
    second = [(*first, p, Percept(1 if p == did else -1, did)) for p in (0, 1) for did in (0, 1)]
    for says in product((0, 1), repeat=5):
        yield dict(zip([first, *second], says, strict=True)).__getitem__


# --- Knowing ---

KnowingOf = Callable[[Callable[[Agent], Knower]], ExtendedEnvironment]


def _listed(agent: Agent, turn: int) -> tuple[bool, str]:
    """Go through the turns to this one, counting, and let the agent enumerate as often as its sentence was shown."""
    order = [shown for block in range(turn + 1) for shown in range(block + 1)]
    shown = order[turn]
    prompt: Prompt = ()
    listed = []
    for step in range(order[: turn + 1].count(shown)):
        prompt = (*prompt, Percept(0, step))
        action = agent(prompt)
        listed.append(action)
        prompt = (*prompt, action)
    if shown not in listed:
        return False, "not enumerated"
    return True, "enumerated at the last step" if listed.index(shown) == len(listed) - 1 else "enumerated before"


def known(
    scope: Scope,
    *,
    environment: KnowingOf = knowing,
    convert: Callable[[Agent], Knower] = enumerating,
    incremental: IncrementalEnvironment = knowing_incremental,
    letter: KnowingOf = knowing_letter,
) -> Iterator[Part]:
    """Check the mechanical knowing agent, repaired, and that by the letter the answer does not count."""
    built, written = environment(convert), letter(convert)
    case = _cases_in(built)

    yield check_examples(
        (
            case("at first", "sentence 0", Percept(0, 0), _mute, ()),
            case("sentence 0, once", "its first is 0; sentence 0 is next again", Percept(1, 0), _echo, judging(0, 1)),
            case("sentence 1, once", "turn 2; within a step there is 0 only", Percept(-1, 0), _echo, judging(2, 1)),
            case(
                "sentence 1, twice", "turn 4; within two steps there are 0 and 1", Percept(1, 2), _echo, judging(4, 1)
            ),
            case("sentence 1, said with a 2", "2 > 0", Percept(1, 2), _echo, judging(4, 2)),
            case("sentence 1, denied", "it is enumerated, and denied", Percept(-1, 2), _echo, judging(4, 0)),
            case("sentence 1, never", "turn 4; there is 0 and 0 again", Percept(-1, 2), _mute, judging(4, 1)),
            case("sentence 1, never, and denied", "it is not enumerated", Percept(1, 2), _mute, judging(4, 0)),
            case(
                "sentence 0, twice",
                "turn 1; it was the first, and the second is 1: enumerated still",
                Percept(1, 1),
                _echo,
                judging(1, 1),
            ),
            case(
                "counting from its own actions",
                "turn 4; it does 0, and then one more than it did: 1",
                Percept(1, 2),
                lambda prompt: 0 if len(prompt) == 1 else prompt[-2] + 1,
                judging(4, 1),
            ),
            case(
                "what the play says was shown does not matter",
                "turn 2 is about sentence 1, though the play says it showed 5",
                Percept(-1, 0),
                _echo,
                judging(2, 1, shown=5),
            ),
            (
                "by the letter, denied or not",
                "turn 4 and not enumerated: -1 and -1",
                (Percept(-1, 2), Percept(-1, 2)),
                lambda: (written(_mute, judging(4, 0)), written(_mute, judging(4, 1))),
            ),
            ("by the letter, at first", "sentence 0", Percept(0, 0), written, _mute, ()),
            ("by the letter, a prompt", "it is no play", MalformedHistory, written, _mute, history((0, 0))),
            *(
                (f"{text}, in {bound} variables", "as written", text, format_sentence, expression, bound)
                for expression, bound, text in _WRITTEN
            ),
            *(
                (f"{expression} is no sentence", "refused", InvalidParameter, sentence_number, expression)
                for expression in _NO_SENTENCES
            ),
            (
                "sentence 15",
                "15 = 8*1 + 7 is K of sentence 1 = 8*0 + 1, which is not sentence 0",
                "K¬(0 = 0)",
                lambda: format_sentence(sentence(15)),
            ),
            (
                "a sentence with a bound variable",
                "x0 is term 1 of the terms in x0; (1,1) is pair 4; 4 of = is 32; K of it 263; for all of it 2109",
                2109,
                lambda: sentence_number(("all", ("K", ("=", ("x", 0), ("x", 0))))),
            ),
            (
                "the third turn, incrementally",
                "sentence 1, once: what does 1 enumerates it first",
                Percept(1, 0),
                lambda: _third(incremental, 1),
            ),
        )
    )
    turns = scope.steps(quick=10, full=15)
    yield _judged(
        "as listed",
        built,
        _listed,
        lambda turn: showing(turn)[0],
        range(max(turns, 6)),
        actions=scope.actions(),
        branches=("not enumerated", "enumerated at the last step", "enumerated before"),
        domain=f"all agents of {len(scope.actions())} actions, the first {max(turns, 6)} turns, 3 answers",
    )
    yield _letter(written)
    yield _letter_is_the_repair(built, written)
    yield decide(
        "what is enumerated stays so",
        partial(_increasing, convert),
        scope.steps(quick=5, full=7),
        actions=scope.actions(),
        branches=("something new", "nothing new"),
        domain=f"all agents of {len(scope.actions())} actions, {scope.steps(quick=5, full=7)} steps",
    )
    yield _every_sentence_again(1000)
    yield _numbers(
        "numbers of sentences",
        sentence,
        sentence_number,
        _formulas(2, 0),
        "all sentences with at most two connectives and terms of one sign over 0 and the variables",
    )
    yield _told_apart(
        "two agents that enumerate otherwise",
        (_reading(listed) for listed in product(range(3), repeat=3)),
        lambda agent: tuple(built(agent, judging(turn, 1)).reward for turn in _EARLY),
        lambda agent: tuple(frozenset(agent((Percept(0, step),)) for step in range(n)) for n in range(1, 4)),
        f"all enumerations of 3 steps of the sentences 0, 1, 2; the {len(_EARLY)} turns that show one of them at most "
        "3 times",
    )
    yield from EnvironmentPair("knowing", built, incremental).parts(_paired(scope))


_NOUGHT: Expression = ("0",)
_WRITTEN: tuple[tuple[Expression, int, str], ...] = (
    (_NOUGHT, 0, "0"),
    (("x", 3), 4, "x3"),
    (("S", ("x", 0)), 1, "Sx0"),
    (("+", _NOUGHT, ("*", ("x", 1), ("S", _NOUGHT))), 2, "(0 + (x1 · S0))"),
    (("all", ("some", ("=", ("x", 0), ("x", 1)))), 0, "∀x0 ∃x1 (x0 = x1)"),
    (("some", ("not", ("K", ("=", ("x", 2), _NOUGHT)))), 2, "∃x2 ¬K(x2 = 0)"),
    (("and", ("=", _NOUGHT, _NOUGHT), ("=", _NOUGHT, ("x", 0))), 1, "((0 = 0) ∧ (0 = x0))"),
    (
        ("or", ("=", _NOUGHT, _NOUGHT), ("implies", ("=", _NOUGHT, _NOUGHT), ("=", _NOUGHT, _NOUGHT))),
        0,
        "((0 = 0) ∨ ((0 = 0) → (0 = 0)))",
    ),
)
"""Expressions in so many variables, and how they are written."""

_NO_SENTENCES: tuple[Expression, ...] = (
    _NOUGHT,
    ("=", _NOUGHT, ("x", 0)),
    ("=", _NOUGHT, ("x", -1)),
    ("all", ("=", ("x", 1), _NOUGHT)),
    ("some", ("=", ("x", -1), _NOUGHT)),
    ("=", _NOUGHT),
    ("=", ("S", ("=", _NOUGHT, _NOUGHT)), _NOUGHT),
    ("not", _NOUGHT),
)

_EARLY = [turn for turn in range(15) if showing(turn)[0] <= 2 and showing(turn)[1] <= 3]


def _reading(listed: tuple[Action, ...]) -> Agent:
    """Return the agent that takes the nth of these actions on seeing n, and the last on seeing more."""

    def agent(prompt: Prompt) -> Action:
        seen: int = prompt[-1].observation
        return listed[min(seen, len(listed) - 1)]

    return agent


def _formulas(connectives: int, bound: int) -> Iterator[Expression]:
    """Yield formulas in ``bound`` variables with at most so many connectives, quantifiers and K, none of them twice."""
    atoms: list[Expression] = [("0",), *(("x", i) for i in range(bound))]
    if connectives == 0:
        terms = [*atoms, *(("S", t) for t in atoms), *((sign, t, u) for sign in "+*" for t in atoms for u in atoms)]
        yield from (("=", t, u) for t in terms for u in terms)
        return
    yield from _formulas(0, bound)
    for head in ("not", "K"):
        yield from ((head, part) for part in _formulas(connectives - 1, bound))
    for head in ("all", "some"):
        yield from ((head, part) for part in _formulas(connectives - 1, bound + 1))
    if connectives == 1:
        simple = [("=", t, u) for t in atoms for u in atoms]
        yield from ((head, f, g) for head in ("and", "or", "implies") for f in simple for g in simple)


def _letter(written: ExtendedEnvironment) -> Part:
    def claim(turn: int, unknown: Unknown, cover: Cover) -> Disagreement | None:
        first, *others = (written(unknown.agent, judging(turn, answer)) for answer in _ANSWERS)
        cover("paid" if first.reward == 1 else "punished")
        for other in others:
            if other != first:
                return Disagreement("the percept after another answer", first, other, judging(turn, 0))
        return None

    return decide_each(
        "by the letter the answer does not count",
        claim,
        range(10),
        actions=range(2),
        branches=("paid", "punished"),
        domain="all agents of 2 actions, the first 10 turns, 3 answers, whatever the scope",
    )


def _letter_is_the_repair(built: ExtendedEnvironment, written: ExtendedEnvironment) -> Part:
    def claim(case: tuple[int, Action], unknown: Unknown, cover: Cover) -> Disagreement | None:
        play = judging(*case)
        return disagreement("the letter", built(unknown.agent, play), written(unknown.agent, play), play)

    return decide_each(
        "the letter pays what the repair pays",
        claim,
        product(range(6), _ANSWERS),
        actions=range(2),
        domain="all agents of 2 actions, the first 6 turns, 3 answers, whatever the scope",
    ).meant_to_fail("the letter on (0,0) 0: expected Percept(-1, 0), got Percept(1, 0)")


def _increasing(convert: Callable[[Agent], Knower], steps: int) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        within = convert(unknown.agent)
        for n in range(steps):
            fewer, more = within(n), within(n + 1)
            cover("nothing new" if fewer == more else "something new")
            if not fewer <= more:
                return Disagreement(f"all that was enumerated within {n} steps, within {n + 1}", fewer, more)
        return None

    return claim


def _every_sentence_again(turns: int) -> Part:
    counted: dict[int, int] = {}

    @part("how often a sentence was shown", branches=("for the first time", "again"), domain=f"the first {turns} turns")
    def cases() -> Iterator[tuple[str, Disagreement | None]]:
        for turn in range(turns):
            shown, times = showing(turn)
            counted[shown] = counted.get(shown, 0) + 1
            wrong = None if counted[shown] == times else Disagreement(f"turn {turn}", counted[shown], times)
            yield "for the first time" if times == 1 else "again", wrong

    return cases()


# --- Mutants ---


def _asked_of_the_play(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    """Judge the trial that the play says was shown last."""

    def altered(agent: Agent, play: Play) -> Percept:
        if play == ():
            return environment(agent, play)
        seen: int = play[-2].observation
        judged = environment(agent, (Percept(0, 0), 0) * seen + play[-2:])
        return Percept(judged.reward, environment(agent, play).observation)

    return altered


def _only_one_says_so(like: Likeness) -> ExtendedEnvironment:
    """Take the action 1 alone for *looks like me*."""
    right = trial_recognition(like)

    def altered(agent: Agent, play: Play) -> Percept:
        return right(agent, play if play == () else (*play[:-1], 1 if play[-1] == 1 else 0))

    return altered


def _a_turn_late(like: Likeness) -> TrialRecognitionIncremental:
    return TrialRecognitionIncremental(lambda agent, number: like(agent, number + 1))


def _judging(speaks: Callable[[Chatbot, Conversation], bool]) -> ConversationsOf:
    def environment(convert: Conversion, alphabet: Alphabet) -> ExtendedEnvironment:
        return trial_recognition(lambda agent, number: speaks(convert(agent, alphabet), alphabet.conversation(number)))

    return environment


def _the_user(chatbot: Chatbot, said: Conversation) -> bool:
    """Compare the user's strings with the chatbot's."""
    return all(chatbot(said[: k - 1]) == said[k] for k in range(2, len(said), 2))


def _the_last(chatbot: Chatbot, said: Conversation) -> bool:
    """Compare the last reply only."""
    k = len(said) - 1 - len(said) % 2
    return k < 1 or chatbot(said[:k]) == said[k]


def _answered_only(chatbot: Chatbot, said: Conversation) -> bool:
    """Let a conversation that the user spoke last in look like nobody."""
    return len(said) % 2 == 0 and all(chatbot(said[:k]) == said[k] for k in range(1, len(said), 2))


def _forgetful(agent: Agent, alphabet: Alphabet) -> Chatbot:
    """Reply to the user's last string alone."""
    return lambda said: alphabet.string(agent(heard(said[-1:], alphabet)))


_SPOKEN, _PREDICTED, _KNOWN = conversations, predictions, known


def _judging_games(predicts: Callable[[Predictor, Game], bool]) -> PredictionsOf:
    def environment(convert: Callable[[Agent], Predictor]) -> ExtendedEnvironment:
        return trial_recognition(lambda agent, number: predicts(convert(agent), game(number)))

    return environment


def _the_evader(predictor: Predictor, rounds: Game) -> bool:
    """Compare what the evader did."""
    return all(predictor(rounds[:k]) == rounds[k].did for k in range(len(rounds)))


def _the_last_round(predictor: Predictor, rounds: Game) -> bool:
    """Compare the last prediction only."""
    return rounds == () or predictor(rounds[:-1]) == rounds[-1].predicted


def _untold(agent: Agent) -> Predictor:
    """Pay nothing, so that the predictor is not told whether it was right."""

    def predictor(rounds: Game) -> int:
        prompt: Prompt = predicted_before(rounds)
        return min(agent(tuple(x._replace(reward=0) if type(x) is Percept else x for x in prompt)), 1)

    return predictor


def _seeing_itself(agent: Agent) -> Predictor:
    """Show the predictor its own predictions, not what the evader did."""

    def predictor(rounds: Game) -> int:
        return min(agent(predicted_before(tuple(r._replace(did=r.predicted) for r in rounds))), 1)

    return predictor


def _one_step_fewer(convert: Callable[[Agent], Knower]) -> ExtendedEnvironment:
    return knowing(lambda agent: lambda steps: convert(agent)(steps - 1))


def _as_many_steps_as_turns(convert: Callable[[Agent], Knower]) -> ExtendedEnvironment:
    def listed(agent: Agent, turn: int) -> bool:
        return showing(turn)[0] in convert(agent)(turn + 1)

    return trial_recognition(listed, lambda turn: showing(turn)[0])


def _last_step_only(agent: Agent) -> Knower:
    """Take the sentence of the last step alone."""
    return lambda steps: frozenset([_copy(agent, steps)[-1]])


def _afresh(agent: Agent) -> Knower:
    """Ask a new copy at each step, which has done nothing before."""
    return lambda steps: frozenset(agent((Percept(0, step),)) for step in range(steps))


def _copy(agent: Agent, steps: int) -> tuple[int, ...]:
    prompt: Prompt = ()
    for step in range(steps):
        prompt = (*prompt, Percept(0, step))
        prompt = (*prompt, agent(prompt))
    return prompt[1::2]


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E19-conversation",
        kind="example",
        title="recognising conversations",
        claim="All finite sequences of strings are shown in turn, and the agent says > 0, it looks like me, or 0, it "
        "does not. It is paid 1 if that is right and -1 if not: a sequence looks like it if each even-numbered string "
        "is what the chatbot made of the agent says to what came before.",
        source=f"{ALEXANDER_2021}, Example 19, the Turing test",
        check=_SPOKEN,
        mutants={
            "the user's strings are compared": {"environment": _judging(_the_user)},
            "the last reply only is compared": {"environment": _judging(_the_last)},
            "who has not replied is not recognised": {"environment": _judging(_answered_only)},
            "the chatbot hears the user's last string only": {"convert": _forgetful},
            "the action 1 alone says that it looks like me": {
                "environment": lambda convert, alphabet: _only_one_says_so(has_had(convert, alphabet))
            },
            "the trial is what the play says was shown": {
                "environment": lambda convert, alphabet: _asked_of_the_play(
                    recognising_conversations(convert, alphabet)
                )
            },
            "the next trial is judged": {"incremental": _a_turn_late(has_had())},
        },
        verdict="defined",
        evidence="exhaustive: all agents that reply '' or 'a', the first 63 conversations in one letter, 3 answers, "
        "against an agent that converses by itself; of all 32 agents on two exchanges, those that converse "
        "otherwise are paid otherwise; numbers of conversations both ways; the incremental form for all learners, all "
        "sequences of at most 5 actions",
        defects="The function h is left open. Here it asks the agent: what the user says is observed, as the number "
        "of a string, and the string whose number is the action is the reply. A sequence of odd length ends without a "
        "reply, and the paper does not say what it is; here nothing in it speaks against the agent. Conversions that "
        "differ only in conversations that neither would have cannot be told apart by any trial.",
        witness="on '' 'a' what never says anything is paid 1 for 0 and -1 for 1; what always says 'a', the other way "
        "round",
    ),
    Statement(
        id="A21-E19-prediction",
        kind="example",
        title="recognising predictions",
        claim="All finite games of adversarial sequence prediction are shown in turn, and the agent says > 0, it "
        "looks like me, or 0, it does not. It is paid 1 if that is right and -1 if not: a game looks like it if each "
        "prediction is that of the predictor made of the agent, on the rounds before it.",
        source=f"{ALEXANDER_2021}, Example 19, adversarial sequence prediction",
        check=_PREDICTED,
        mutants={
            "what the evader did is compared": {"environment": _judging_games(_the_evader)},
            "the last prediction only is compared": {"environment": _judging_games(_the_last_round)},
            "the predictor is not told whether it was right": {"convert": _untold},
            "the predictor sees its own predictions": {"convert": _seeing_itself},
            "the action 1 alone says that it looks like me": {
                "environment": lambda convert: _only_one_says_so(has_played(convert))
            },
            "the trial is what the play says was shown": {
                "environment": lambda convert: _asked_of_the_play(recognising_predictions(convert))
            },
            "the next trial is judged": {"incremental": _a_turn_late(has_played())},
        },
        verdict="defined",
        evidence="exhaustive: all agents of 2 actions, the 85 games of at most 3 rounds, 3 answers, against an agent "
        "that plays by itself; of all 32 agents on two rounds, those that predict otherwise are paid otherwise; "
        "numbers of games both ways; the incremental form for all learners, all sequences of at most 5 actions",
        defects="The paper names the game and says nothing of trials or of the conversion. Here a trial is a finite "
        "game, and the conversion asks the agent: it first meets (0, 0), then what the evader did, paid 1 or -1 for "
        "its prediction, and predicts 0 where it does 0, else 1.",
        witness="on the game in which 1 is said and 0 done, what always does 0 is paid 1 for 0 and -1 for 1; what "
        "always does 1, the other way round",
    ),
    Statement(
        id="A21-E19-knowing",
        kind="example",
        title="mechanical knowing agent",
        claim="All sentences of Epistemic Arithmetic are shown, each of them without end, and on seeing one for the "
        "nth time the agent says > 0, I know it, or 0, I am not sure. Repaired, it is paid 1 if it says > 0 exactly "
        "if the knower made of the agent enumerates the sentence within n steps, and -1 if not.",
        source=f"{ALEXANDER_2021}, Example 19, mechanical knowing agent",
        check=_KNOWN,
        mutants={
            "the letter, by which the answer does not count": {"environment": knowing_letter},
            "in fewer than n steps": {"environment": _one_step_fewer},
            "in as many steps as there were turns": {"environment": _as_many_steps_as_turns},
            "the sentence of the nth step only": {"convert": _last_step_only},
            "each step asks a copy that has done nothing": {"convert": _afresh},
            "the repair for the letter": {"letter": knowing},
            "the next turn's sentence is judged": {
                "incremental": TrialRecognitionIncremental(
                    lambda agent, turn: has_come_to_know()(agent, turn + 1), lambda turn: showing(turn)[0]
                )
            },
        },
        verdict="defined",
        evidence="exhaustive: all agents of 2 actions, the first 10 turns, 3 answers; enumerations of 3 steps that "
        "differ are paid otherwise; numbers of sentences both ways; the first 1000 turns of the order; the "
        "incremental form for all learners, all sequences of at most 5 actions",
        defects="As written the agent is rewarded iff the sentence is enumerated, whatever it answers. Nothing asks "
        "whether what is enumerated is true. The function i is left open: here it asks a copy of the agent, one "
        "action a step, and an action is the number of a sentence. Sentences count as one if they differ in the names "
        "of bound variables only.",
        repair="the agent is rewarded iff it says > 0 exactly if the sentence is enumerated within n steps",
        witness="an agent that does 0 on (0,0) enumerates sentence 0 at once: as printed, saying 0 is paid 1, "
        "repaired -1",
    ),
)
