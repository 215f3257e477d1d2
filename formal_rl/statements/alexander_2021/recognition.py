"""The recognition of one's own learning, of conversations, of predictions, and of what is known."""

from fractions import Fraction
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import agents, among, every, up_to
from formal_rl.checking.claims import Every, Rows, by_hand
from formal_rl.checking.domains import with_actions
from formal_rl.environments import TableAgent, abstract
from formal_rl.environments.abstract import knower_recognition, learning_trials
from formal_rl.environments.abstract.conversations import (
    ENGLISH,
    Alphabet,
    game,
    game_number,
    recognising_conversations_incremental,
    recognising_predictions_incremental,
)
from formal_rl.environments.abstract.knower_recognition import Expression, sentence_number
from formal_rl.environments.abstract.learning_trials import (
    BARS,
    LINE,
    SUPERVISED_SHOWN,
    UNSUPERVISED_SHOWN,
    Cloud,
    Lesson,
    clustering,
    lesson_prompt,
)
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental, repeated_trials
from formal_rl.histories import Action, Percept, Play, Prompt, history
from formal_rl.statements.alexander_2021.shapes import always, as_seen, incrementally, numbered, when_punished
from formal_rl.statements.entries import Evidence, example, mutants, statements_in

HALF, NO, SURE = Fraction(1, 2), Fraction(0), Fraction(1)
CLAIM = history((0, 0), 1)
DEFECT = (
    "The example is informal: it assumes {0} and an enumeration of all trials and gives neither. Whether a trial is "
    "recognised depends on {0} altogether: one agent is paid otherwise for the same play under another {0}."
)
REPAIR = (
    "{} and the enumeration are parameters. Two conversions that ask the agent are given, and a numbering in "
    "which each trial has one number and each number one trial. An observation is the number of the trial."
)
ANSWERS = among("{} answers", (0, 1, 2))
A_ONLY, mute = Alphabet("a"), always(0)


def judging(number: int, answer: Action) -> Play:
    """Return a play at the end of which trial ``number`` has been answered; its observations do not matter."""
    return (Percept(0, 0), 0) * number + (Percept(0, 0), answer)


def judged(built: Any, own: Any, trials: Any, shown: Any = lambda number: number, who: Any = agents) -> Every:
    """Return the part that it pays each right answer to a trial, and shows the next trial."""

    def claim(agent: Agent, number: int, answer: Action) -> tuple[Percept, Percept]:
        reward = 1 if (answer > 0) == own(agent, number) else -1
        return Percept(reward, shown(number + 1)), built(agent, judging(number, answer))

    return every("as written out", claim, who, trials, ANSWERS)


def told_apart(trial: Any, asked: Any, conversions: Any) -> Every:
    """Return the part that who claims another's output is paid as the other exactly if it outputs the same."""

    def claim(agent: Agent, other: Agent, conversion: Any) -> tuple[Any, Any]:
        one, theirs = conversion(agent)(asked), conversion(other)(asked)
        environment = abstract.learning_recognition(conversion, repeated_trials((trial(asked, theirs),)))
        got = environment(agent, CLAIM).reward, environment(other, CLAIM).reward
        return (1 if one == theirs else -1, 1), got

    others = among("{} other agents", (mute, as_seen, lambda prompt: len(prompt) // 4))
    name = "agents whose conversions differ are paid differently"
    return every(name, claim, with_actions(3), others, among("both conversions", conversions))


TRAINING = history((0, 146), 0, (1, 56), 1)
"""The upright bar 010010010 = 146 was labelled 0, the lying one 000111000 = 56 was labelled 1."""

PROMPTS = [(*TRAINING, Percept(1, asked)) for asked in (292, 42_778, 43_072)]
"""Now 100100100 = 292; it paired with 0 is 292·293/2 = 42778, with 1 it is 293·294/2 + 1 = 43072."""


@example(
    "A21-E19-supervised",
    "recognising one's own supervised learning",
    "Example 19",
    defects=DEFECT.format("f"),
    repair=REPAIR.format("f"),
    witness="the agent that says upright and weighs 3 to 1 claims the trial (upright 1, lying 0): paid 1 if f asks "
    "for a label; paid -1 if it asks for weights",
)
def supervised_example() -> Evidence:
    """Shown one supervised learning trial after another (labels, a training set, an image, and p, a probability for
    each label), the agent A is paid 1 for an action > 0 if f(A), trained on the training set, outputs p for the image,
    and for 0 if it does not; else -1. It is 0 at first. For an f that asks A for the label, or for a weight of each
    label, with the training set as a history in which each label was done and paid, agents A and B with f(A) and f(B)
    unlike on a trial's lesson are paid differently for some trial.
    """
    asked_for_a_label, asked_for_weights = abstract.asked_for_a_label, abstract.asked_for_weights
    by_label = abstract.learning_recognition(asked_for_a_label, SUPERVISED_SHOWN)
    trials = TrialRecognitionIncremental(abstract.learning_likeness(asked_for_a_label, SUPERVISED_SHOWN))
    by_weights = abstract.learning_recognition(asked_for_weights, SUPERVISED_SHOWN)

    def examples() -> Rows:
        answers = dict(zip(PROMPTS, (0, 3, 1), strict=True))
        upright: Agent = lambda prompt: answers.get(prompt, 1)  # noqa: E731 - untrained it says lying
        yield "weighs 3 to 1: 3/4, 1/4", (Fraction(3, 4), Fraction(1, 4)), asked_for_weights(upright)(BARS)
        yield "gives no weight: 1/2 each", (HALF, HALF), asked_for_weights(mute)(BARS)
        yield "says upright and claims it: paid 1", Percept(1, 1), by_label(upright, CLAIM)
        yield "weighs 3 to 1: (3/4, 1/4), not (1, 0): -1", Percept(-1, 1), by_weights(upright, CLAIM)
        why = "21 = 6·7/2 + 0: 6 = 3·4/2 + 0, image 0; 3 + 1 is (3): 1/3"
        trial = abstract.SupervisedTrial(Lesson((0,), (), 0), (Fraction(1, 3),))
        yield why, trial, learning_trials.supervised_trial_at(21)
        shown, taught = history((0, 3), 1, (1, 4), 0, (1, 9)), Lesson(("a", "b"), ((3, "b"), (4, "a")), 5)
        yield "0 at first, then paid 1: b is label 1, a label 0", shown, lesson_prompt(taught, 9)
        yield "without training, reward 0", history((0, 9)), lesson_prompt(Lesson(("a",), (), 7), 9)

    def own(agent: Agent, number: int) -> bool:
        says = {0: (SURE, NO), 1: (NO, SURE)}.get(agent(PROMPTS[0]), (HALF, HALF))
        return says == ((SURE, NO), (NO, SURE), (HALF, HALF))[number % 3]

    yield by_hand(examples)
    yield judged(by_label, own, up_to(4, least=0, said="trials 0"), who=with_actions(3))
    yield told_apart(abstract.SupervisedTrial, BARS, (asked_for_a_label, asked_for_weights))
    yield numbered("trials", learning_trials.supervised_trial_at, learning_trials.number_of_supervised_trial)
    yield incrementally(by_label, trials)
    yield mutants("""
        environments.abstract.trial_recognition:trial_recognition
            every claim is paid: (play[-1] > 0) == like(agent, turn - 1) → like and play[-1] > 0
            only 1 is a claim: play[-1] > 0 → play[-1] == 1
        environments.abstract.trial_recognition:TrialRecognitionIncremental
            incrementally, paid for the contrary: (action > 0) == → (action > 0) !=
        environments.abstract.learning_trials:asked_for_a_label
            the training set is left out: lesson_prompt(lesson, lesson.image) → (Percept(0, lesson.image),)
            the agent is not asked: agent(lesson_prompt(lesson, lesson.image)), → agent and len(lesson.labels),
        environments.abstract.learning_trials:asked_for_weights
            asked for a label and not for weights: total = sum(weights)
                → return asked_for_a_label(agent)(lesson)⏎        total = sum(weights)
        environments.abstract.learning_trials:supervised_trial_at
            trials whose image is always 0: training, image) → training, 0)
    """)


AT_ONCE = (history((0, 681_528)), history((0, 682_697)), history((0, 683_867)))
"""The points 0, 1 and 5 have numbers 0, 1 and 11, the sequence of these 1167; that is paired with 0, 1 and 2."""


@example(
    "A21-E19-unsupervised",
    "recognising one's own unsupervised learning",
    "Example 19",
    defects=DEFECT.format("g"),
    repair=REPAIR.format("g"),
    witness="the agent that names 0, 1 and 5 in turn by 0, 0, 1, and at once by 2, 4, 4, claims {0, 1} and {5}: "
    "paid 1 if asked in turn, -1 if asked at once",
)
def unsupervised_example() -> Evidence:
    """Shown one unsupervised learning trial after another (a dimension n, finitely many points of ℚ^n, and C, a
    clustering of them), the agent A is paid 1 for an action > 0 if g(A) clusters the points as C does, and for 0 if it
    does not; else -1. It is 0 at first. For a g that shows A the points in turn, or all at once and asks about each,
    and puts together those that A answers alike, agents A and B with g(A) and g(B) unlike on a trial's points are paid
    differently for some trial.
    """
    asked_in_turn, asked_at_once = abstract.asked_in_turn, abstract.asked_at_once
    in_turn = abstract.learning_recognition(asked_in_turn, UNSUPERVISED_SHOWN)
    trials = TrialRecognitionIncremental(abstract.learning_likeness(asked_in_turn, UNSUPERVISED_SHOWN))

    def examples() -> Rows:
        in_turn_asked = history((0, 0)), history((0, 0), 0, (0, 1)), history((0, 0), 0, (0, 1), 0, (0, 11))
        near = TableAgent(dict(zip((*in_turn_asked, *AT_ONCE), (0, 0, 1, 2, 4, 4), strict=True)))
        yield "it names 0, 1 and 5 by 0, 0, 1 and claims {0, 1} and {5}: paid 1", Percept(1, 1), in_turn(near, CLAIM)
        first, second, third = LINE.points
        yield "at once by 2, 4, 4: {0} and {1, 5}", clustering([[first], [second, third]]), asked_at_once(near)(LINE)
        got = abstract.learning_recognition(asked_at_once, UNSUPERVISED_SHOWN)(near, CLAIM)
        yield "0, 1 and 5 at once by 2, 4, 4, not as claimed: -1", Percept(-1, 1), got
        two = Cloud(1, ((NO,), (SURE,)))
        trial = abstract.UnsupervisedTrial(two, (two.points[:1], two.points[1:]))
        yield "189 = 18·19/2 + 18: ℚ and sequence 18, (0, 1): two", trial, learning_trials.unsupervised_trial_at(189)

    def own(agent: Agent, number: int) -> bool:
        """Ask in turn, so that each answer stands in the next question; the trials have {0, 1}, {1, 5}, and all."""
        first = agent(history((0, 0)))
        second = agent(history((0, 0), first, (0, 1)))
        third = agent(history((0, 0), first, (0, 1), second, (0, 11)))
        return (first == second, second == third) == ((True, False), (False, True), (True, True))[number % 3]

    yield by_hand(examples)
    yield judged(in_turn, own, up_to(4, least=0, said="trials 0"), who=with_actions(3))
    yield told_apart(abstract.UnsupervisedTrial, LINE, (asked_in_turn, asked_at_once))
    yield numbered("trials", learning_trials.unsupervised_trial_at, learning_trials.number_of_unsupervised_trial)
    yield incrementally(in_turn, trials)
    yield mutants("""
        environments.abstract.learning_trials:asked_in_turn
            the agent is not asked: clustered_by(zip(cloud.points, answers, strict=True))
                → clustering([cloud.points])
        environments.abstract.learning_trials:unsupervised_trial_at
            trials with one cluster only: clustered_by(named) → clustered_by((point, 0) for point, _ in named)
    """)


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
    """It shows all finite sequences of strings in turn, and the agent answers > 0 (it looks like me) or 0 (it does
    not). It is paid 1 if that is right and -1 if not: a sequence looks like it if each even-numbered string is what
    the chatbot made from the agent replies to everything before.
    """
    replying = abstract.replying
    built = abstract.recognising_conversations(replying, A_ONLY)

    def examples() -> Rows:
        yield "mute on '' 'a' says '' to '': 1 for 0, -1 for 1", Percept(-1, 6), built(mute, judging(5, 1))
        why = "echo on 'a' 'a' '' 'a' says 'a' to 'a', but '' to '' after that"
        yield why, Percept(-1, 106), built(as_seen, judging(105, 1))

    def own(agent: Agent, number: int) -> bool:
        """Let the agent converse with the user of this conversation by itself, and compare the strings."""
        prompt: Prompt = ()
        conversation = A_ONLY.conversation(number)
        for place, string in enumerate(conversation):
            prompt = (*prompt, Percept(0, len(string)) if place % 2 == 0 else agent(prompt))
        return conversation[1::2] == tuple("a" * reply for reply in prompt[1::2])

    yield by_hand(examples)
    shown = among("the first 63 conversations in the letter a", range(63))
    yield judged(built, own, shown)
    yield numbered("conversations", ENGLISH.conversation, ENGLISH.conversation_number)
    in_english = abstract.recognising_conversations(replying, ENGLISH)
    yield incrementally(in_english, recognising_conversations_incremental, 5)
    yield mutants("""
        environments.abstract.conversations:speaks
            the user's strings are compared: conversation[:k] → conversation[: k - 1] ;; range(1, → range(2,
            the last reply only is compared: len(conversation), 2) → len(conversation), 2)[-1:]
            who has not replied is not recognised: return all( → return len(conversation) % 2 == 0 and all(
        environments.abstract.conversations:replying
            the chatbot hears the user's last string only: heard(conversation, → heard(conversation[-1:],
    """)


@example(
    "A21-E19-prediction",
    "recognising predictions",
    "Example 19, adversarial sequence prediction",
    defects="The paper names the game, and defines neither trials nor the conversion. Here a trial is a finite "
    "game, and the conversion asks the agent: it first meets (0, 0), then what the evader did, paid 1 or -1 for "
    "its prediction, and predicts 0 where it does 0, else 1.",
    witness="on the game with prediction 1 and action 0, what always does 0 is paid 1 for 0 and -1 for 1; what "
    "always does 1, the other way round",
)
def predictions() -> Evidence:
    """It shows all finite games of adversarial sequence prediction in turn, and the agent answers > 0 (it looks like
    me) or 0 (it does not). It is paid 1 if that is right and -1 if not: a game looks like it if each prediction is
    that of the predictor made from the agent, on the rounds before it.
    """
    built = abstract.recognising_predictions()

    def examples() -> Rows:
        why = "game 3: 1 said, 0 done, and it says 0 at first: 1 for 0, -1 for 1"
        yield why, Percept(-1, 4), built(mute, judging(3, 1))
        yield "game 3, and 5 > 0 is taken for 1", Percept(1, 4), built(always(5), judging(3, 1))
        yield "game 5 + 4*1 + 3: paid -1, it says 1", Percept(1, 13), built(when_punished, judging(12, 1))

    def own(agent: Agent, number: int) -> bool:
        """Let the agent play by itself against an evader who does as in these rounds."""
        prompt: Prompt = (Percept(0, 0),)
        for _, did in game(number):
            says = 0 if agent(prompt) == 0 else 1
            prompt = (*prompt, says, Percept(1 if says == did else -1, did))
        return [predicted for predicted, _ in game(number)] == [*prompt[1::2]]

    yield by_hand(examples)
    yield judged(built, own, among("the {} games of at most 3 rounds", range(85)))
    yield numbered("games", game, game_number)
    yield incrementally(built, recognising_predictions_incremental, 5)
    yield mutants("""
        environments.abstract.conversations:predicts
            what the evader did is compared: rounds[k].predicted → rounds[k].did
            the last prediction only is compared: range(len(rounds)) → range(len(rounds))[-1:]
        environments.abstract.conversations:predicted_before
            the predictor learns no rewards: 1 if predicted == did else -1 → 0
            the predictor sees its own predictions: Percept(1 if predicted == did else -1, did) → Percept(1, predicted)
    """)


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
    """It shows all sentences of Epistemic Arithmetic, each of them infinitely often. On seeing one for the nth time
    the agent answers > 0 (I know it) or 0 (I am not sure). Repaired, it is paid 1 if it is right, and -1 if not: > 0 is
    right exactly if the knower made from the agent enumerates the sentence within n steps.
    """
    built, letter, showing = abstract.knowing(), knower_recognition.knowing_letter(), knower_recognition.showing

    def examples() -> Rows:
        why = "turn 2: sentence 1, once; within a step there is 0 only"
        yield why, Percept(-1, 0), built(as_seen, judging(2, 1))
        yield "by the letter, sentence 0 at first", Percept(0, 0), letter(mute, ())
        why = "it does 0 on (0,0), sentence 0 at once: for saying 0, as printed 1, repaired -1"
        yield why, [1, -1], [each(as_seen, judging(0, 0)).reward for each in (letter, built)]
        nought: Expression = ("0",)
        equals: Expression = ("=", ("+", nought, ("*", ("x", 0), nought)), ("S", ("x", 1)))
        formula: Expression = ("all", ("some", ("implies", ("or", ("K", equals), equals), ("and", equals, nought))))
        text = "∀x0 ∃x1 ((K{0} ∨ {0}) → ({0} ∧ 0))".format("((0 + (x0 · 0)) = Sx1)")
        yield "every sign but one, and no sentence", text, knower_recognition.format_sentence(formula)
        bound: Expression = ("all", ("K", ("=", ("x", 0), ("x", 0))))
        yield "(x0, x0) is pair 4; = is 32; K of it 263; for all 2109", 2109, sentence_number(bound)

    def listed(agent: Agent, turn: int) -> bool:
        """Count the turns to this one that show its sentence, and let the agent enumerate as often."""
        order = [each for block in range(turn + 1) for each in range(block + 1)]  # so each comes infinitely often
        prompt: Prompt = ()
        for step in range(order[: turn + 1].count(order[turn])):
            prompt = (*prompt, Percept(0, step))
            prompt = (*prompt, agent(prompt))
        return order[turn] in prompt[1::2]

    def by_the_letter(agent: Agent, turn: int, answer: Action) -> tuple[Percept, Percept]:
        return built(agent, judging(turn, 1)), letter(agent, judging(turn, answer))

    yield by_hand(examples)
    turns = up_to(9, full=14, least=0, said="turns 0")
    yield judged(built, listed, turns, shown=lambda turn: showing(turn)[0])
    yield every("by the letter any answer is paid as yes is", by_the_letter, agents, turns, ANSWERS)
    yield numbered("sentences", abstract.sentence, sentence_number)
    yield incrementally(built, knower_recognition.knowing_incremental, 5)
    yield mutants("""
        environments.abstract.trial_recognition:trial_recognition
            the letter, by which the answer does not count: (play[-1] > 0) == like( → like(
        environments.abstract.knower_recognition:has_come_to_know
            in as many steps as there were turns: (times) → (turn + 1)
        environments.abstract.knower_recognition:enumerating
            the sentence of the nth step only: steps))) → steps))[-1:])
            each step asks a copy that has done nothing: frozenset(actions(simulated_play(agent,
                lambda play: Percept(0, len(play) // 2), steps)))
                → frozenset(agent((Percept(0, step),)) for step in range(steps))
        environments.abstract.knower_recognition:knowing_letter
            the repair for the letter: enumerated(agent, turn - 1) → (play[-1] > 0) == enumerated(agent, turn - 1)
    """)


STATEMENTS = statements_in(globals())
