"""The recognition of conversations, of predictions and of what is known: entries, checks and mutants."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, ConstantLearner
from formal_rl.checking import (
    Case,
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
    decide_each,
    equal,
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
from formal_rl.histories import Action, Percept, Play, Prompt, history, map_rewards
from formal_rl.statements.alexander_2021.shapes import always, answering, incrementally, written_out_on
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

_A_ONLY = Alphabet("a")

_ANSWERS = (0, 1, 2)


def judging(number: int, answer: Action, shown: int = 0) -> Play:
    """Return a play at the end of which trial ``number`` has been answered; what it says was shown does not matter."""
    return (Percept(0, shown), 0) * number + (Percept(0, shown), answer)


_mute: Agent = always(0)


def _echo(prompt: Prompt) -> Action:
    seen: int = prompt[-1].observation
    return seen


def _parrot(prompt: Prompt) -> Action:
    return _echo(prompt[:1])


def _sore(prompt: Prompt) -> Action:
    return 1 if prompt[-1].reward < 0 else 0


def _numbers(
    name: str, decode: Callable[[int], Hashable], encode: Callable[[Any], int], things: Iterable[Hashable], said: str
) -> Part:
    """Check that the first numbers stand for things that have these numbers, and that these things come back too."""
    there, back = "number, thing, number", "thing, number, thing"

    @part(name, branches=(there, back), domain=f"the first 1000 numbers; {said}")
    def cases() -> Iterator[Case]:
        for number in range(1000):
            yield there, equal(f"the number of {decode(number)!r}", number, encode(decode(number)))
        for thing in things:
            yield back, equal(f"what has the number of {thing!r}", thing, decode(encode(thing)))

    return cases()


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
    one, none = "converts as one before it", "converts as none before it"

    @part(name, branches=(one, none), domain=domain)
    def cases() -> Iterator[Case]:
        for agent in agents:
            converted, paid = conversion(agent), rewards(agent)
            branch = one if converted in by_conversion else none
            yield (
                branch,
                equal(f"the rewards of {converted!r}", by_conversion.setdefault(converted, paid), paid)
                or equal("the conversion of the same rewards", by_rewards.setdefault(paid, converted), converted),
            )

    return cases()


def _judged(
    name: str,
    environment: ExtendedEnvironment,
    like: Callable[[Agent, int], tuple[bool, str]],
    numbers: Iterable[int],
    *,
    shown: Callable[[int], int] = lambda number: number,
    **how: Any,
) -> Part:
    """Check the percept for each answer to each trial; ``like`` is written out, and gives a branch too."""

    def written(agent: Agent, case: tuple[int, Action]) -> tuple[Percept, str]:
        number, answer = case
        own, branch = like(agent, number)
        return Percept(1 if (answer > 0) == own else -1, shown(number + 1)), branch

    trials = product(numbers, _ANSWERS)
    return written_out_on(name, environment, written, trials, play_of=lambda case: judging(*case), **how)


def _paired(scope: Scope, name: str, definition: ExtendedEnvironment, fast: IncrementalEnvironment) -> tuple[Part, ...]:
    """Compare with the incremental form, less far than other pairs: cases grow fast."""
    return EnvironmentPair(name, definition, fast).parts(evolve(scope, horizon=scope.steps(quick=5, full=6)))


# --- Conversations ---

ConversationsOf = Callable[[Conversion, Alphabet], ExtendedEnvironment]


def _own_conversation(agent: Agent, number: int) -> tuple[bool, str]:
    """Let the agent converse with the user of this conversation by itself, and compare what was said."""
    conversation = _A_ONLY.conversation(number)
    prompt: Prompt = ()
    said: list[str] = []
    for place, string in enumerate(conversation):
        if place % 2 == 0:
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


_TALKS: tuple[Row, ...] = (
    ("at first", "trial 0, in which nothing is said", _mute, (), Percept(0, 0)),
    ("a user's string alone", "trial 3 is 'a', no reply: like everyone", _mute, judging(3, 1), Percept(1, 4)),
    ("mute on '' ''", "trial 2: it says '' to ''", _mute, judging(2, 1), Percept(1, 3)),
    ("mute on '' 'a'", "trial 5: it says '' to '': 1 for 0, -1 for 1", _mute, judging(5, 1), Percept(-1, 6)),
    ("mute on '' 'a', denied", "it is not the agent, and so it says", _mute, judging(5, 0), Percept(1, 6)),
    ("mute on 'a' ''", "trial 6: it says '' to 'a'", _mute, judging(6, 2), Percept(1, 7)),
    ("echo on 'a' ''", "trial 6: it says 'a' to 'a'", _echo, judging(6, 2), Percept(-1, 7)),
    ("it says it showed 2", "trial 5 after six turns all the same", _mute, judging(5, 1, shown=2), Percept(-1, 6)),
    ("parrot on 'a' 'a' '' 'a'", "trial 105: 'a' to 'a', then to ''", _parrot, judging(105, 1), Percept(1, 106)),
    ("echo on 'a' 'a' '' 'a'", "it says 'a' to 'a', but '' to '' after that", _echo, judging(105, 1), Percept(-1, 106)),
    ("echo on 'a' '' '' ''", "trial 24: its first reply is 'a', the second ''", _echo, judging(24, 0), Percept(1, 25)),
)


def conversations(
    scope: Scope,
    *,
    environment: ConversationsOf = recognising_conversations,
    convert: Conversion = replying,
    incremental: IncrementalEnvironment = recognising_conversations_incremental,
) -> Iterator[Part]:
    """Check the recognition of conversations."""
    built = environment(convert, _A_ONLY)
    yield check_example_rows(built, _TALKS)
    prompt, said = history((0, 5), 1, (0, 0)), ("ba", "a", "")
    rows: list[Example] = [
        ("no characters", "refused", InvalidParameter, Alphabet, ""),
        ("a character twice", "refused", InvalidParameter, Alphabet, "aba"),
        ("another character", "refused", InvalidParameter, _A_ONLY.string_number, "ab"),
        ("another character in a conversation", "refused", InvalidParameter, _A_ONLY.conversation_number, ("a", "b")),
        ("nothing said", "refused", InvalidParameter, heard, (), _A_ONLY),
        ("a conversation that the chatbot ended", "refused", InvalidParameter, heard, ("a", "a"), _A_ONLY),
        ("heard", "'ba' is 2·2 + 1, 'a' 1, '' 0; every reward is 0", prompt, heard, said, Alphabet("ab")),
    ]
    yield check_examples(rows, "what is heard")
    why = "trial 2 is '' '': what does 1 on 0 replies 'a'"
    yield incrementally(why, Percept(-1, 3), incremental, ConstantLearner(1), 0, 0, 1)
    yield _judged(
        "as by conversing itself",
        built,
        _own_conversation,
        range(63),
        actions=(0, 1),
        branches=("nothing is replied", "its own", "not its own"),
        domain="all agents that reply '' or 'a', the first 63 conversations in the letter a, 3 answers",
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
    yield _repliers_told_apart(built)
    yield from _paired(scope, "recognising_conversations", environment(replying, ENGLISH), incremental)


def _repliers_told_apart(built: ExtendedEnvironment) -> Part:
    """Look at every agent of two actions on what is heard if the user says '', and then '' or 'a'."""
    first: Prompt = (Percept(0, 0),)
    second = [(*first, reply, Percept(0, said)) for reply in (0, 1) for said in (0, 1)]
    trials = [("", reply) for reply in ("", "a")] + [("", *said) for said in product(("", "a"), repeat=3)]
    plays = [judging(_A_ONLY.conversation_number(said), 1) for said in trials]

    def replies(agent: Agent) -> Hashable:
        reply = agent(first)
        return reply, *(agent((*first, reply, Percept(0, said))) for said in (0, 1))

    return _told_apart(
        "two agents that converse otherwise",
        answering([first, *second], (0, 1)),
        lambda agent: tuple(built(agent, play).reward for play in plays),
        replies,
        f"all agents that reply '' or 'a' to a user who says '', and then '' or 'a'; {len(trials)} trials",
    )


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


_GUESSES: tuple[Row, ...] = (
    ("at first", "game 0, without a round", _mute, (), Percept(0, 0)),
    ("no round", "it looks like everyone", _mute, judging(0, 0), Percept(-1, 1)),
    ("0 said, 1 done", "game 2, and it says 0 at first", _mute, judging(2, 1), Percept(1, 3)),
    ("1 said, 0 done", "game 3, and it says 0 at first", _mute, judging(3, 1), Percept(-1, 4)),
    ("five is taken for 1", "game 3, and 5 > 0", always(5), judging(3, 1), Percept(1, 4)),
    ("saying what was done last", "game 5 + 4*1 + 2: 0 said, 1 done, 1 said", _echo, judging(11, 3), Percept(1, 12)),
    ("what was not done last", "game 5 + 4*0 + 2: after a 0 it says 0, not 1", _echo, judging(7, 0), Percept(1, 8)),
    ("saying 1 after a wrong one", "game 5 + 4*1 + 3: told -1, it says 1", _sore, judging(12, 1), Percept(1, 13)),
    ("not begun so", "game 5 + 4*3 + 0: 1 said first; the 0 would be its own", _sore, judging(17, 1), Percept(-1, 18)),
    ("it says it showed 2", "game 3 after four turns all the same", _mute, judging(3, 1, shown=2), Percept(-1, 4)),
)


def predictions(
    scope: Scope,
    *,
    environment: PredictionsOf = recognising_predictions,
    convert: Callable[[Agent], Predictor] = predicting,
    incremental: IncrementalEnvironment = recognising_predictions_incremental,
) -> Iterator[Part]:
    """Check the recognition of games of adversarial sequence prediction."""
    built = environment(convert)
    yield check_example_rows(built, _GUESSES)
    why = "game 2 says 0, and what does 1 says 1"
    yield incrementally(why, Percept(-1, 3), incremental, ConstantLearner(1), 0, 0, 1)
    yield _judged(
        "as by playing itself",
        built,
        lambda agent, number: _own_predictions(agent, game(number)),
        range(85),
        actions=scope.actions(),
        branches=("no round", "its own", "not its own"),
        domain=f"all agents of {len(scope.actions())} actions, the 85 games of at most 3 rounds, 3 answers",
    )
    every = (rounds for n in range(5) for rounds in _games(n))
    yield _numbers("numbers of games", game, game_number, every, "all games of at most 4 rounds")
    yield _predictors_told_apart(built)
    yield from _paired(scope, "recognising_predictions", built, incremental)


def _games(rounds: int) -> Iterator[tuple[Round, ...]]:
    yield from product([Round(predicted, did) for predicted in (0, 1) for did in (0, 1)], repeat=rounds)


def _predictors_told_apart(built: ExtendedEnvironment) -> Part:
    """Look at every agent of two actions on what a predictor meets in two rounds."""
    first = (Percept(0, 0),)
    second = [(*first, p, Percept(1 if p == did else -1, did)) for p in (0, 1) for did in (0, 1)]
    games = [rounds for n in (1, 2) for rounds in _games(n)]
    plays = [judging(game_number(rounds), 1) for rounds in games]
    return _told_apart(
        "two agents that predict otherwise",
        answering([first, *second], (0, 1)),
        lambda agent: tuple(built(agent, play).reward for play in plays),
        lambda agent: tuple(rounds for rounds in games if _own_predictions(agent, rounds)[0]),
        f"all agents of 2 actions, the {len(games)} games of one and of two rounds",
    )


# --- Knowing ---

KnowingOf = Callable[[Callable[[Agent], Knower]], ExtendedEnvironment]


def _listed(agent: Agent, turn: int) -> tuple[bool, str]:
    """Go through the turns to this one, counting, and let the agent enumerate as often as its sentence was shown."""
    order = [shown for block in range(turn + 1) for shown in range(block + 1)]
    listed = _copy(agent, order[: turn + 1].count(order[turn]))
    if order[turn] not in listed:
        return False, "not enumerated"
    at_last = listed.index(order[turn]) == len(listed) - 1
    return True, "enumerated at the last step" if at_last else "enumerated before"


def _copy(agent: Agent, steps: int) -> tuple[int, ...]:
    """Return what a copy does by itself, shown the number of each step."""
    prompt: Prompt = ()
    for step in range(steps):
        prompt = (*prompt, Percept(0, step))
        prompt = (*prompt, agent(prompt))
    return prompt[1::2]


def _counting(prompt: Prompt) -> Action:
    return 0 if len(prompt) == 1 else prompt[-2] + 1


_SENTENCES: tuple[Row, ...] = (
    ("at first", "sentence 0", _mute, (), Percept(0, 0)),
    ("sentence 0, once", "its first is 0; sentence 0 is next again", _echo, judging(0, 1), Percept(1, 0)),
    ("sentence 1, once", "turn 2; within a step there is 0 only", _echo, judging(2, 1), Percept(-1, 0)),
    ("sentence 1, twice", "turn 4; within two steps there are 0 and 1", _echo, judging(4, 1), Percept(1, 2)),
    ("sentence 1, said with a 2", "2 > 0", _echo, judging(4, 2), Percept(1, 2)),
    ("sentence 1, denied", "it is enumerated, and denied", _echo, judging(4, 0), Percept(-1, 2)),
    ("sentence 1, never", "turn 4; there is 0 and 0 again", _mute, judging(4, 1), Percept(-1, 2)),
    ("sentence 1, never, and denied", "it is not enumerated", _mute, judging(4, 0), Percept(1, 2)),
    ("sentence 0, twice", "turn 1; it was the first, the second is 1: still so", _echo, judging(1, 1), Percept(1, 1)),
    ("counting from its own actions", "turn 4; 0, and one more: 1", _counting, judging(4, 1), Percept(1, 2)),
    ("the play says it showed 5", "turn 2 is about sentence 1", _echo, judging(2, 1, shown=5), Percept(-1, 0)),
)


def known(
    scope: Scope,
    *,
    environment: KnowingOf = knowing,
    convert: Callable[[Agent], Knower] = enumerating,
    incremental: IncrementalEnvironment = knowing_incremental,
    letter: KnowingOf = knowing_letter,
) -> Iterator[Part]:
    """Check the mechanical knowing agent, repaired, and that as printed the answer does not count."""
    built, written = environment(convert), letter(convert)
    yield check_example_rows(built, _SENTENCES)
    bound: Expression = ("all", ("K", ("=", ("x", 0), ("x", 0))))
    rows: list[Example] = [
        ("by the letter, denied", "turn 4, not enumerated: -1", Percept(-1, 2), written, _mute, judging(4, 0)),
        ("by the letter, said", "turn 4, not enumerated: -1", Percept(-1, 2), written, _mute, judging(4, 1)),
        ("by the letter, at first", "sentence 0", Percept(0, 0), written, _mute, ()),
        ("by the letter, a prompt", "it is no play", MalformedHistory, written, _mute, history((0, 0))),
        *((text, f"in {free} variables", text, format_sentence, each, free) for each, free, text in _WRITTEN),
        *((f"{each} is no sentence", "refused", InvalidParameter, sentence_number, each) for each in _NO_SENTENCES),
        ("sentence 15", "8*1 + 7: K of sentence 1 = 8*0 + 1, not 0", "K¬(0 = 0)", format_sentence, sentence(15)),
        ("a bound variable", "(x0, x0) is pair 4; = is 32; K of it 263; for all 2109", 2109, sentence_number, bound),
    ]
    yield check_examples(rows, "the letter, and sentences")
    why = "sentence 1, once: what does 1 enumerates it first"
    yield incrementally(why, Percept(1, 0), incremental, ConstantLearner(1), 0, 0, 1)
    turns, size = max(scope.steps(quick=10, full=15), 6), len(scope.actions())
    yield _judged(
        "as listed",
        built,
        _listed,
        range(turns),
        shown=lambda turn: showing(turn)[0],
        actions=scope.actions(),
        branches=("not enumerated", "enumerated at the last step", "enumerated before"),
        domain=f"all agents of {size} actions, the first {turns} turns, 3 answers",
    )
    yield _letter(written)
    yield _letter_is_the_repair(built, written)
    yield _every_sentence_again()
    every = "all sentences with at most two connectives and terms of one sign over 0 and the variables"
    yield _numbers("numbers of sentences", sentence, sentence_number, _formulas(2, 0), every)
    early = [turn for turn in range(15) if showing(turn)[0] <= 2 and showing(turn)[1] <= 3]
    yield _told_apart(
        "two agents that enumerate otherwise",
        (partial(_reading, listed) for listed in product(range(3), repeat=3)),
        lambda agent: tuple(built(agent, judging(turn, 1)).reward for turn in early),
        lambda agent: tuple(frozenset(agent((Percept(0, step),)) for step in range(n)) for n in range(1, 4)),
        f"all enumerations of 3 steps of the sentences 0, 1, 2; the {len(early)} turns that show one of them at most "
        "3 times",
    )
    yield from _paired(scope, "knowing", built, incremental)


_NOUGHT: Expression = ("0",)
_IS: Expression = ("=", _NOUGHT, _NOUGHT)
_WRITTEN: tuple[tuple[Expression, int, str], ...] = (
    (_NOUGHT, 0, "0"),
    (("x", 3), 4, "x3"),
    (("S", ("x", 0)), 1, "Sx0"),
    (("+", _NOUGHT, ("*", ("x", 1), ("S", _NOUGHT))), 2, "(0 + (x1 · S0))"),
    (("all", ("some", ("=", ("x", 0), ("x", 1)))), 0, "∀x0 ∃x1 (x0 = x1)"),
    (("some", ("not", ("K", ("=", ("x", 2), _NOUGHT)))), 2, "∃x2 ¬K(x2 = 0)"),
    (("and", _IS, ("=", _NOUGHT, ("x", 0))), 1, "((0 = 0) ∧ (0 = x0))"),
    (("or", _IS, ("implies", _IS, _IS)), 0, "((0 = 0) ∨ ((0 = 0) → (0 = 0)))"),
)
"""Expressions in so many variables, and how they are written."""

_NO_SENTENCES: tuple[Expression, ...] = (
    _NOUGHT,
    ("=", _NOUGHT, ("x", 0)),
    ("=", _NOUGHT, ("x", -1)),
    ("all", ("=", ("x", 1), _NOUGHT)),
    ("some", ("=", ("x", -1), _NOUGHT)),
    ("=", _NOUGHT),
    ("=", ("S", _IS), _NOUGHT),
    ("not", _NOUGHT),
)


def _reading(listed: tuple[Action, ...], prompt: Prompt) -> Action:
    """Take the nth of these actions on seeing n, and the last on seeing more."""
    return listed[min(_echo(prompt), len(listed) - 1)]


def _formulas(connectives: int, bound: int) -> Iterator[Expression]:
    """Yield formulas in ``bound`` variables with at most so many connectives, quantifiers and K, none of them twice."""
    atoms: list[Expression] = [("0",), *(("x", i) for i in range(bound))]
    if connectives == 0:
        terms = [*atoms, *(("S", t) for t in atoms), *((sign, t, u) for sign in "+*" for t in atoms for u in atoms)]
        yield from (("=", t, u) for t in terms for u in terms)
        return
    yield from _formulas(0, bound)
    for head, more in (("not", 0), ("K", 0), ("all", 1), ("some", 1)):
        yield from ((head, part) for part in _formulas(connectives - 1, bound + more))
    if connectives == 1:
        simple = [("=", t, u) for t in atoms for u in atoms]
        yield from ((head, f, g) for head in ("and", "or", "implies") for f in simple for g in simple)


def _letter(written: ExtendedEnvironment) -> Part:
    def claim(turn: int, unknown: Unknown, cover: Cover) -> Disagreement | None:
        first, *others = (written(unknown.agent, judging(turn, answer)) for answer in _ANSWERS)
        cover("paid" if first.reward == 1 else "punished")
        about = "the percept after another answer"
        return next((Disagreement(about, first, each, judging(turn, 0)) for each in others if each != first), None)

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
        return equal("the letter", built(unknown.agent, play), written(unknown.agent, play), play)

    return decide_each(
        "the letter pays what the repair pays",
        claim,
        product(range(6), _ANSWERS),
        actions=range(2),
        domain="all agents of 2 actions, the first 6 turns, 3 answers, whatever the scope",
    ).meant_to_fail("the letter on (0,0) 0: expected Percept(-1, 0), got Percept(1, 0)")


@part("how often a sentence was shown", branches=("for the first time", "again"), domain="the first 1000 turns")
def _every_sentence_again() -> Iterator[Case]:
    counted: dict[int, int] = {}
    for turn in range(1000):
        shown, times = showing(turn)
        counted[shown] = counted.get(shown, 0) + 1
        yield "for the first time" if times == 1 else "again", equal(f"turn {turn}", counted[shown], times)


# --- Mutants ---


def _asked_of_the_play(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    """Judge the trial that the play says was shown last."""

    def altered(agent: Agent, play: Play) -> Percept:
        if play == ():
            return environment(agent, play)
        judged = environment(agent, (Percept(0, 0), 0) * _echo(play[:-1]) + play[-2:])
        return judged._replace(observation=environment(agent, play).observation)

    return altered


def _only_one_says_so(like: Likeness) -> ExtendedEnvironment:
    """Take the action 1 alone for *looks like me*."""
    right = trial_recognition(like)
    return lambda agent, play: right(agent, play if play == () else (*play[:-1], 1 if play[-1] == 1 else 0))


def _a_turn_late(like: Likeness) -> TrialRecognitionIncremental:
    return TrialRecognitionIncremental(lambda agent, number: like(agent, number + 1))


def _judging(speaks: Callable[[Chatbot, Conversation], bool]) -> ConversationsOf:
    return lambda convert, alphabet: trial_recognition(
        lambda agent, number: speaks(convert(agent, alphabet), alphabet.conversation(number))
    )


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


def _judging_games(predicts: Callable[[Predictor, Game], bool]) -> PredictionsOf:
    return lambda convert: trial_recognition(lambda agent, number: predicts(convert(agent), game(number)))


def _the_evader(predictor: Predictor, rounds: Game) -> bool:
    """Compare what the evader did."""
    return all(predictor(rounds[:k]) == rounds[k].did for k in range(len(rounds)))


def _the_last_round(predictor: Predictor, rounds: Game) -> bool:
    """Compare the last prediction only."""
    return rounds == () or predictor(rounds[:-1]) == rounds[-1].predicted


def _untold(agent: Agent) -> Predictor:
    """Pay nothing, so that the predictor is not told whether it was right."""
    return lambda rounds: min(agent(map_rewards(lambda reward: 0, predicted_before(rounds))), 1)


def _seeing_itself(agent: Agent) -> Predictor:
    """Show the predictor its own predictions, not what the evader did."""
    return lambda rounds: min(agent(predicted_before(tuple(r._replace(did=r.predicted) for r in rounds))), 1)


def _as_many_steps_as_turns(convert: Callable[[Agent], Knower]) -> ExtendedEnvironment:
    return trial_recognition(
        lambda agent, turn: showing(turn)[0] in convert(agent)(turn + 1), lambda turn: showing(turn)[0]
    )


def _last_step_only(agent: Agent) -> Knower:
    """Take the sentence of the last step alone."""
    return lambda steps: frozenset([_copy(agent, steps)[-1]])


def _afresh(agent: Agent) -> Knower:
    """Ask a new copy at each step, which has done nothing before."""
    return lambda steps: frozenset(agent((Percept(0, step),)) for step in range(steps))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E19-conversation",
        kind="example",
        title="recognising conversations",
        claim="All finite sequences of strings are shown in turn, and the agent answers > 0 (it looks like me) or 0 "
        "(it does not). It is paid 1 if that is right and -1 if not: a sequence looks like it if each even-numbered "
        "string is what the chatbot made from the agent replies to everything before.",
        source=f"{ALEXANDER_2021}, Example 19, the Turing test",
        check=conversations,
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
        defects="The paper leaves the function h open. Here it asks the agent: the observation is the number of the "
        "string that the user says, and the action is the number of the reply. A sequence of odd length ends without "
        "a reply, and the paper does not say how it counts; here the missing reply does not count against the agent. "
        "No trial can tell apart conversions that differ only in conversations that neither would have.",
        witness="on '' 'a' what never says anything is paid 1 for 0 and -1 for 1; what always says 'a', the other way "
        "round",
    ),
    Statement(
        id="A21-E19-prediction",
        kind="example",
        title="recognising predictions",
        claim="All finite games of adversarial sequence prediction are shown in turn, and the agent answers > 0 (it "
        "looks like me) or 0 (it does not). It is paid 1 if that is right and -1 if not: a game looks like it if each "
        "prediction is that of the predictor made from the agent, on the rounds before it.",
        source=f"{ALEXANDER_2021}, Example 19, adversarial sequence prediction",
        check=predictions,
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
        defects="The paper names the game, and defines neither trials nor the conversion. Here a trial is a finite "
        "game, and the conversion asks the agent: it first meets (0, 0), then what the evader did, paid 1 or -1 for "
        "its prediction, and predicts 0 where it does 0, else 1.",
        witness="on the game in which 1 is said and 0 done, what always does 0 is paid 1 for 0 and -1 for 1; what "
        "always does 1, the other way round",
    ),
    Statement(
        id="A21-E19-knowing",
        kind="example",
        title="mechanical knowing agent",
        claim="All sentences of Epistemic Arithmetic are shown, each of them infinitely often. On seeing one for the "
        "nth time the agent answers > 0 (I know it) or 0 (I am not sure). Repaired, it is paid 1 if it is right, and "
        "-1 if not: > 0 is right exactly if the knower made from the agent enumerates the sentence within n steps.",
        source=f"{ALEXANDER_2021}, Example 19, mechanical knowing agent",
        check=known,
        mutants={
            "the letter, by which the answer does not count": {"environment": knowing_letter},
            "in fewer than n steps": {
                "environment": lambda convert: knowing(lambda agent: lambda steps: convert(agent)(steps - 1))
            },
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
        defects="As written the agent is rewarded iff the sentence is enumerated, whatever it answers. The "
        "environment never asks whether an enumerated sentence is true. The paper leaves the function i open: here it "
        "asks a copy of the agent, one action a step, and an action is the number of a sentence. Sentences that "
        "differ only in the names of bound variables count as one.",
        repair="the agent is rewarded iff it says > 0 exactly if the sentence is enumerated within n steps",
        witness="an agent that does 0 on (0,0) enumerates sentence 0 at once: as printed, saying 0 is paid 1, "
        "repaired -1",
    ),
)
