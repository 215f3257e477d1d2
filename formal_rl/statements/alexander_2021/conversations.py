"""The recognition of conversations, of predictions and of what is known."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations, product
from typing import Any

from formal_rl.agents import Agent, ConstantLearner
from formal_rl.checking import (
    Every,
    Rows,
    agents,
    along,
    among,
    by_hand,
    equal,
    every,
    learners,
    raised,
    sequences_of_actions,
    stepping,
    up_to,
)
from formal_rl.environments.abstract import (
    ENGLISH,
    format_sentence,
    game,
    knowing,
    knowing_incremental,
    knowing_letter,
    recognising_conversations,
    recognising_conversations_incremental,
    recognising_predictions,
    recognising_predictions_incremental,
    replying,
    sentence,
    showing,
)
from formal_rl.environments.abstract.conversations import Alphabet, Round, game_number, heard
from formal_rl.environments.abstract.knower_recognition import Expression, sentence_number
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import Action, Percept, Play, Prompt, history
from formal_rl.statements.alexander_2021.shapes import always, answering, numbered
from formal_rl.statements.entries import Evidence, example, mutants, statements_in

A_ONLY = Alphabet("a")
ANSWERS = among("{} answers", (0, 1, 2))
mute: Agent = always(0)


def judging(number: int, answer: Action, shown: int = 0) -> Play:
    """Return a play at the end of which trial ``number`` has been answered; what it says was shown does not matter."""
    return (Percept(0, shown), 0) * number + (Percept(0, shown), answer)


def echo(prompt: Prompt) -> Action:
    """Do what was seen last."""
    seen: int = prompt[-1].observation
    return seen


def parrot(prompt: Prompt) -> Action:
    """Do what was seen first."""
    return echo(prompt[:1])


def sore(prompt: Prompt) -> Action:
    """Do 1 after a punishment, else 0."""
    return 1 if prompt[-1].reward < 0 else 0


def judged(built: Any, own: Callable[[Agent, int], bool], shown: Callable[[int], int]) -> Any:
    """Return the claim that each answer to a trial is paid for being right, and that the next trial is shown."""

    def claim(agent: Agent, number: int, answer: Action) -> tuple[Percept, Percept]:
        reward = 1 if (answer > 0) == own(agent, number) else -1
        return Percept(reward, shown(number + 1)), built(agent, judging(number, answer))

    return claim


def following(number: int) -> int:
    """Show each trial as its number."""
    return number


def told_apart(built: Any, trials: Iterable[int], agents: Iterable[Agent], own: Any, said: str) -> Every:
    """Return the part that two agents are paid alike for saying *like me* exactly if their conversions agree."""
    plays = [judging(trial, 1) for trial in trials]

    def two(scope: Any) -> Iterator[tuple[Any, Any]]:
        return combinations([(own(agent), [built(agent, play).reward for play in plays]) for agent in agents], 2)

    def claim(one: Any, other: Any) -> tuple[bool, bool]:
        return one[0] == other[0], one[1] == other[1]

    pairs = among(f"all pairs of {said}; {len(plays)} trials", two, many=True)
    return every("those that are otherwise are paid otherwise", claim, pairs)


RECOGNITION = """
        environments.abstract.trial_recognition:trial_recognition
            the action 1 alone says that it looks like me: play[-1] > 0 → play[-1] == 1
            the trial is what the play says was shown: like(agent, turn - 1) → like(agent, play[-2].observation)
        environments.abstract.trial_recognition:TrialRecognitionIncremental
            the next trial is judged: self.like(as_agent(learner), state) → self.like(as_agent(learner), state + 1)
"""


# --- Conversations ---


@example(
    "A21-E19-conversation",
    "recognising conversations",
    "Example 19, the Turing test",
    defects="The paper leaves the function h open. Here it asks the agent: the observation is the number of the "
    "string that the user says, and the action is the number of the reply. A sequence of odd length ends without "
    "a reply, and the paper does not say how it counts; here the missing reply does not count against the agent. "
    "No trial can tell apart conversions that differ only in conversations that neither would have.",
    witness="on '' 'a' what never says anything is paid 1 for 0 and -1 for 1; what always says 'a', the other way "
    "round",
)
def conversations() -> Evidence:
    """All finite sequences of strings are shown in turn, and the agent answers > 0 (it looks like me) or 0 (it does
    not). It is paid 1 if that is right and -1 if not: a sequence looks like it if each even-numbered string is what
    the chatbot made from the agent replies to everything before.
    """
    built = recognising_conversations(replying, A_ONLY)

    def examples() -> Rows:
        yield "at first: trial 0, in which nothing is said", Percept(0, 0), built(mute, ())
        for why, agent, number, answer, reward in (
            ("trial 3 is 'a', no reply: like everyone", mute, 3, 1, 1),
            ("mute on '' '' says '' to ''", mute, 2, 1, 1),
            ("mute on '' 'a' says '' to '': 1 for 0, -1 for 1", mute, 5, 1, -1),
            ("it is not the agent, and so it says", mute, 5, 0, 1),
            ("mute on 'a' '' says '' to 'a'", mute, 6, 2, 1),
            ("echo on 'a' '' says 'a' to 'a'", echo, 6, 2, -1),
            ("parrot on 'a' 'a' '' 'a': 'a' to 'a', then to ''", parrot, 105, 1, 1),
            ("echo on 'a' 'a' '' 'a' says 'a' to 'a', but '' to '' after that", echo, 105, 1, -1),
            ("echo on 'a' '' '' '': its first reply is 'a', the second ''", echo, 24, 0, 1),
        ):
            yield why, Percept(reward, number + 1), built(agent, judging(number, answer))
        yield "trial 5, though it says it showed 2", Percept(-1, 6), built(mute, judging(5, 1, shown=2))
        for characters in ("", "aba"):
            yield "each character once", InvalidParameter, raised(Alphabet, characters)
        yield "another character", InvalidParameter, raised(A_ONLY.string_number, "ab")
        yield "another character", InvalidParameter, raised(A_ONLY.conversation_number, ("a", "b"))
        for said in ((), ("a", "a")):
            yield "the chatbot spoke last, or nobody did", InvalidParameter, raised(heard, said, A_ONLY)
        prompt = history((0, 5), 1, (0, 0))
        yield "'ba' is 2·2 + 1, 'a' 1, '' 0; every reward is 0", prompt, heard(("ba", "a", ""), Alphabet("ab"))
        got = stepping(recognising_conversations_incremental)(ConstantLearner(1), (0, 0, 1))[-1]
        yield "trial 2 is '' '': what does 1 on 0 replies 'a'", Percept(-1, 3), got

    def own(agent: Agent, number: int) -> bool:
        """Let the agent converse with the user of this conversation by itself, and compare what was said."""
        prompt: Prompt = ()
        alike = True
        for place, string in enumerate(A_ONLY.conversation(number)):
            prompt = (*prompt, Percept(0, len(string)) if place % 2 == 0 else agent(prompt))
            alike = alike and (place % 2 == 0 or "a" * prompt[-1] == string)
        return alike

    def replies(agent: Agent) -> Hashable:
        reply = agent(first)
        return reply, *(agent((*first, reply, Percept(0, said))) for said in (0, 1))

    yield by_hand(examples)
    shown = among("the first 63 conversations in the letter a", range(63))
    yield every("as by conversing itself", judged(built, own, following), agents, shown, ANSWERS)
    for letters in (A_ONLY, Alphabet("ba"), ENGLISH):
        some = letters.characters[:2]
        strings = ["", *some, *map("".join, product(some, repeat=2))]
        things = lambda strings=strings: (said for n in range(4) for said in product(strings, repeat=n))  # noqa: E731
        said = "all conversations of at most 3 strings of at most 2 of two characters"
        name = f"conversations in {len(letters.characters)} characters"
        yield from numbered(name, letters.conversation, letters.conversation_number, things, said)
    first: Prompt = (Percept(0, 0),)
    second = [(*first, reply, Percept(0, said)) for reply in (0, 1) for said in (0, 1)]
    talks = [("", reply) for reply in ("", "a")] + [("", *rest) for rest in product(("", "a"), repeat=3)]
    those = "the 32 agents that reply '' or 'a' to '', and then to '' or 'a'"
    trials = map(A_ONLY.conversation_number, talks)
    yield told_apart(built, trials, answering([first, *second], (0, 1)), replies, those)
    both = along(recognising_conversations(replying, ENGLISH)), stepping(recognising_conversations_incremental)
    yield equal("incrementally", *both, learners, sequences_of_actions(5, full=6))
    yield mutants(f"""
        environments.abstract.conversations:speaks
            the user's strings are compared: conversation[:k] → conversation[: k - 1] ;; range(1, → range(2,
            the last reply only is compared: len(conversation), 2) → len(conversation), 2)[-1:]
            who has not replied is not recognised: return all( → return len(conversation) % 2 == 0 and all(
        environments.abstract.conversations:replying
            the chatbot hears the user's last string only: heard(conversation, → heard(conversation[-1:],
        {RECOGNITION}
    """)


# --- Predictions ---


def games(*rounds: int) -> list[tuple[Round, ...]]:
    """Return all games of these numbers of rounds."""
    each = [Round(predicted, did) for predicted in (0, 1) for did in (0, 1)]
    return [played for number in rounds for played in product(each, repeat=number)]


@example(
    "A21-E19-prediction",
    "recognising predictions",
    "Example 19, adversarial sequence prediction",
    defects="The paper names the game, and defines neither trials nor the conversion. Here a trial is a finite "
    "game, and the conversion asks the agent: it first meets (0, 0), then what the evader did, paid 1 or -1 for "
    "its prediction, and predicts 0 where it does 0, else 1.",
    witness="on the game in which 1 is said and 0 done, what always does 0 is paid 1 for 0 and -1 for 1; what "
    "always does 1, the other way round",
)
def predictions() -> Evidence:
    """All finite games of adversarial sequence prediction are shown in turn, and the agent answers > 0 (it looks like
    me) or 0 (it does not). It is paid 1 if that is right and -1 if not: a game looks like it if each prediction is
    that of the predictor made from the agent, on the rounds before it.
    """
    built = recognising_predictions()

    def examples() -> Rows:
        yield "at first: game 0, without a round", Percept(0, 0), built(mute, ())
        for why, agent, number, answer, reward in (
            ("no round looks like everyone", mute, 0, 0, -1),
            ("game 2: 0 said, 1 done, and it says 0 at first", mute, 2, 1, 1),
            ("game 3: 1 said, 0 done, and it says 0 at first: 1 for 0, -1 for 1", mute, 3, 1, -1),
            ("game 3, and 5 > 0 is taken for 1", always(5), 3, 1, 1),
            ("game 5 + 4*1 + 2: 0 said, 1 done, 1 said", echo, 11, 3, 1),
            ("game 5 + 4*0 + 2: after a 0 it says 0, not 1", echo, 7, 0, 1),
            ("game 5 + 4*1 + 3: told -1, it says 1", sore, 12, 1, 1),
            ("game 5 + 4*3 + 0: 1 said first; the 0 would be its own", sore, 17, 1, -1),
        ):
            yield why, Percept(reward, number + 1), built(agent, judging(number, answer))
        yield "game 3, though it says it showed 2", Percept(-1, 4), built(mute, judging(3, 1, shown=2))
        got = stepping(recognising_predictions_incremental)(ConstantLearner(1), (0, 0, 1))[-1]
        yield "game 2 says 0, and what does 1 says 1", Percept(-1, 3), got

    def own(agent: Agent, rounds: Iterable[Round]) -> bool:
        """Let the agent play by itself against an evader who does as in these rounds."""
        prompt: Prompt = (Percept(0, 0),)
        alike = True
        for predicted, did in rounds:
            says = 0 if agent(prompt) == 0 else 1
            alike = alike and says == predicted
            prompt = (*prompt, says, Percept(1 if says == did else -1, did))
        return alike

    yield by_hand(examples)
    shown = among("the {} games of at most 3 rounds", range(85))
    like = judged(built, lambda agent, number: own(agent, game(number)), following)
    yield every("as by playing itself", like, agents, shown, ANSWERS)
    yield from numbered("games", game, game_number, lambda: games(*range(5)), "all games of at most 4 rounds")
    first = (Percept(0, 0),)
    second = [(*first, p, Percept(1 if p == did else -1, did)) for p in (0, 1) for did in (0, 1)]
    played = games(1, 2)
    predicted = lambda agent: tuple(own(agent, rounds) for rounds in played)  # noqa: E731
    those = "the 32 agents on what is met in two rounds"
    yield told_apart(built, map(game_number, played), answering([first, *second], (0, 1)), predicted, those)
    both = along(built), stepping(recognising_predictions_incremental)
    yield equal("incrementally", *both, learners, sequences_of_actions(5, full=6))
    yield mutants(f"""
        environments.abstract.conversations:predicts
            what the evader did is compared: rounds[k].predicted → rounds[k].did
            the last prediction only is compared: range(len(rounds)) → range(len(rounds))[-1:]
        environments.abstract.conversations:predicted_before
            the predictor is not told whether it was right: 1 if predicted == did else -1 → 0
            the predictor sees its own predictions: Percept(1 if predicted == did else -1, did) → Percept(1, predicted)
        {RECOGNITION}
    """)


# --- Knowing ---

NOUGHT: Expression = ("0",)
IS: Expression = ("=", NOUGHT, NOUGHT)
WRITTEN: tuple[tuple[Expression, int, str], ...] = (
    (NOUGHT, 0, "0"),
    (("x", 3), 4, "x3"),
    (("S", ("x", 0)), 1, "Sx0"),
    (("+", NOUGHT, ("*", ("x", 1), ("S", NOUGHT))), 2, "(0 + (x1 · S0))"),
    (("all", ("some", ("=", ("x", 0), ("x", 1)))), 0, "∀x0 ∃x1 (x0 = x1)"),
    (("some", ("not", ("K", ("=", ("x", 2), NOUGHT)))), 2, "∃x2 ¬K(x2 = 0)"),
    (("and", IS, ("=", NOUGHT, ("x", 0))), 1, "((0 = 0) ∧ (0 = x0))"),
    (("or", IS, ("implies", IS, IS)), 0, "((0 = 0) ∨ ((0 = 0) → (0 = 0)))"),
)
"""Expressions in so many variables, and how they are written."""

NO_SENTENCES: tuple[Expression, ...] = (
    NOUGHT,
    ("=", NOUGHT, ("x", 0)),
    ("=", NOUGHT, ("x", -1)),
    ("all", ("=", ("x", 1), NOUGHT)),
    ("some", ("=", ("x", -1), NOUGHT)),
    ("=", NOUGHT),
    ("=", ("S", IS), NOUGHT),
    ("not", NOUGHT),
)


def formulas(connectives: int, bound: int) -> Iterator[Expression]:
    """Yield formulas in ``bound`` variables with at most so many connectives, quantifiers and K, none of them twice."""
    atoms: list[Expression] = [("0",), *(("x", i) for i in range(bound))]
    if connectives == 0:
        terms = [*atoms, *(("S", t) for t in atoms), *((sign, t, u) for sign in "+*" for t in atoms for u in atoms)]
        yield from (("=", t, u) for t in terms for u in terms)
        return
    yield from formulas(0, bound)
    for head, more in (("not", 0), ("K", 0), ("all", 1), ("some", 1)):
        yield from ((head, part) for part in formulas(connectives - 1, bound + more))
    if connectives == 1:
        simple = [("=", t, u) for t in atoms for u in atoms]
        yield from ((head, f, g) for head in ("and", "or", "implies") for f in simple for g in simple)


def reading(listed: tuple[Action, ...]) -> Agent:
    """Return the agent that takes the nth of these actions on seeing n, and the last on seeing more."""
    return lambda prompt: listed[min(echo(prompt), len(listed) - 1)]


@example(
    "A21-E19-knowing",
    "mechanical knowing agent",
    "Example 19, mechanical knowing agent",
    defects="As written the agent is rewarded iff the sentence is enumerated, whatever it answers. The "
    "environment never asks whether an enumerated sentence is true. The paper leaves the function i open: here it "
    "asks a copy of the agent, one action a step, and an action is the number of a sentence. Sentences that "
    "differ only in the names of bound variables count as one.",
    repair="the agent is rewarded iff it says > 0 exactly if the sentence is enumerated within n steps",
    witness="an agent that does 0 on (0,0) enumerates sentence 0 at once: as printed, saying 0 is paid 1, repaired -1",
)
def known() -> Evidence:
    """All sentences of Epistemic Arithmetic are shown, each of them infinitely often. On seeing one for the nth time
    the agent answers > 0 (I know it) or 0 (I am not sure). Repaired, it is paid 1 if it is right, and -1 if not: > 0 is
    right exactly if the knower made from the agent enumerates the sentence within n steps.
    """
    built, letter = knowing(), knowing_letter()

    def counting(prompt: Prompt) -> Action:
        return 0 if len(prompt) == 1 else prompt[-2] + 1

    def examples() -> Rows:
        yield "at first: sentence 0", Percept(0, 0), built(mute, ())
        for why, agent, turn, answer, percept in (
            ("sentence 0, once: its first is 0; sentence 0 is next again", echo, 0, 1, (1, 0)),
            ("turn 2: sentence 1, once; within a step there is 0 only", echo, 2, 1, (-1, 0)),
            ("turn 4: sentence 1, twice; within two steps there are 0 and 1", echo, 4, 1, (1, 2)),
            ("sentence 1, said with a 2: 2 > 0", echo, 4, 2, (1, 2)),
            ("it is enumerated, and denied", echo, 4, 0, (-1, 2)),
            ("turn 4; there is 0 and 0 again", mute, 4, 1, (-1, 2)),
            ("it is not enumerated, and denied", mute, 4, 0, (1, 2)),
            ("turn 1: sentence 0, twice; it was the first, the second is 1: still so", echo, 1, 1, (1, 1)),
            ("turn 4; 0, and one more than its own action: 1", counting, 4, 1, (1, 2)),
        ):
            yield why, Percept(*percept), built(agent, judging(turn, answer))
        yield "turn 2 is about sentence 1, though it says it showed 5", -1, built(echo, judging(2, 1, shown=5)).reward
        for play in (judging(4, 0), judging(4, 1)):
            yield "by the letter, turn 4, not enumerated: -1", Percept(-1, 2), letter(mute, play)
        yield "by the letter, sentence 0 at first", Percept(0, 0), letter(mute, ())
        yield "a prompt is not a play", MalformedHistory, raised(letter, mute, history((0, 0)))
        for each, free, text in WRITTEN:
            yield f"in {free} variables", text, format_sentence(each, free)
        for each in NO_SENTENCES:
            yield f"{each} is no sentence", InvalidParameter, raised(sentence_number, each)
        yield "8*1 + 7: K of sentence 1 = 8*0 + 1, not 0", "K¬(0 = 0)", format_sentence(sentence(15))
        bound: Expression = ("all", ("K", ("=", ("x", 0), ("x", 0))))
        yield "(x0, x0) is pair 4; = is 32; K of it 263; for all 2109", 2109, sentence_number(bound)
        got = stepping(knowing_incremental)(ConstantLearner(1), (0, 0, 1))[-1]
        yield "sentence 1, once: what does 1 enumerates it first", Percept(1, 0), got

    def shown(turn: int) -> int:
        return showing(turn)[0]

    def listed(agent: Agent, turn: int) -> bool:
        """Count the turns to this one that show its sentence, and let the agent enumerate as often."""
        order = [each for block in range(turn + 1) for each in range(block + 1)]
        prompt: Prompt = ()
        for step in range(order[: turn + 1].count(order[turn])):
            prompt = (*prompt, Percept(0, step))
            prompt = (*prompt, agent(prompt))
        return order[turn] in prompt[1::2]

    def whatever_is_said(agent: Agent, turn: int, answer: Action) -> tuple[Percept, Percept]:
        return letter(agent, judging(turn, 0)), letter(agent, judging(turn, answer))

    def repaired(agent: Agent, turn: int, answer: Action) -> tuple[Any, Any]:
        play = judging(turn, answer)
        return (play, built(agent, play)), (play, letter(agent, play))

    yield by_hand(examples)
    turns = up_to(9, full=14, least=0, said="turns 0")
    yield every("as listed", judged(built, listed, shown), agents, turns, ANSWERS)
    yield every("by the letter the answer does not count", whatever_is_said, agents, turns, ANSWERS)
    yield every("the letter pays what the repair pays", repaired, agents, turns, ANSWERS).fails(
        "…, 0, 0: expected ((Percept(0, 0), 0), Percept(-1, 0)), got ((Percept(0, 0), 0), Percept(1, 0))"
    )
    order = [each for block in range(45) for each in range(block + 1)][:1000]
    counted = lambda turn: ((order[turn], order[: turn + 1].count(order[turn])), showing(turn))  # noqa: E731
    yield every("how often a sentence was shown", counted, among("the first 1000 turns", range(1000)))
    said = "all sentences with at most two connectives and terms of one sign over 0 and the variables"
    yield from numbered("sentences", sentence, sentence_number, lambda: formulas(2, 0), said)
    early = [turn for turn in range(15) if showing(turn)[0] <= 2 and showing(turn)[1] <= 3]
    those = [reading(steps) for steps in product(range(3), repeat=3)]
    within = lambda agent: [{agent((Percept(0, step),)) for step in range(n)} for n in range(1, 4)]  # noqa: E731
    yield told_apart(built, early, those, within, "enumerations of 3 steps of the sentences 0, 1, 2")
    both = along(built), stepping(knowing_incremental)
    yield equal("incrementally", *both, learners, sequences_of_actions(5, full=6))
    yield mutants("""
        environments.abstract.trial_recognition:trial_recognition
            the letter, by which the answer does not count: (play[-1] > 0) == like( → like(
        environments.abstract.knower_recognition:has_come_to_know
            in fewer than n steps: (times) → (times - 1)
            in as many steps as there were turns: (times) → (turn + 1)
        environments.abstract.knower_recognition:enumerating
            the sentence of the nth step only: steps))) → steps))[-1:])
            each step asks a copy that has done nothing: frozenset(actions(simulated_play(agent,
                lambda play: Percept(0, len(play) // 2), steps)))
                → frozenset(agent((Percept(0, step),)) for step in range(steps))
        environments.abstract.knower_recognition:knowing_letter
            the repair for the letter: enumerated(agent, turn - 1) → (play[-1] > 0) == enumerated(agent, turn - 1)
        environments.abstract.trial_recognition:TrialRecognitionIncremental
            the next turn's sentence is judged: as_agent(learner), state) → as_agent(learner), state + 1)
    """)


STATEMENTS = statements_in(globals())
