"""The recognition of one's own learning, of conversations, of predictions, and of what is known."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
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
    heard,
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
    Probabilities,
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
RECOGNITION = """
        environments.abstract.trial_recognition:trial_recognition
            every claim is paid: (play[-1] > 0) == like(agent, turn - 1) → like and play[-1] > 0
            judged by the next trial: like(agent, turn - 1) → like(agent, turn)
            only 1 is a claim: play[-1] > 0 → play[-1] == 1
        environments.abstract.trial_recognition:TrialRecognitionIncremental
            incrementally, paid for the contrary: (action > 0) == → (action > 0) !=
"""

ANSWERS = among("{} answers", (0, 1, 2))


def judging(number: int, answer: Action, shown: int = 0) -> Play:
    """Return a play at the end of which trial ``number`` has been answered; its observations do not matter."""
    return (Percept(0, shown), 0) * number + (Percept(0, shown), answer)


def judged(
    name: str, built: Any, own: Any, trials: Any, *, shown: Any = lambda number: number, who: Any = agents
) -> Every:
    """Return the part that it pays each right answer to a trial, and shows the next trial."""

    def claim(agent: Agent, number: int, answer: Action) -> tuple[Percept, Percept]:
        reward = 1 if (answer > 0) == own(agent, number) else -1
        return Percept(reward, shown(number + 1)), built(agent, judging(number, answer))

    return every(name, claim, who, trials, ANSWERS)


def answering(prompts: Sequence[Prompt], choices: Sequence[Action]) -> tuple[Agent, ...]:
    """Return an agent for each way to answer these prompts."""
    return tuple(TableAgent(dict(zip(prompts, done, strict=True))) for done in product(choices, repeat=len(prompts)))


def told_apart(name: str, recognition: Any, conversion: Any, of: tuple[Any, Any], agents: Sequence[Agent]) -> Every:
    """Return the part that who claims what the first of two would output is paid alike exactly if both output that."""
    trial, asked = of

    def claim(first: Agent, second: Agent) -> tuple[Any, Any]:
        one, other = conversion(first)(asked), conversion(second)(asked)
        environment = recognition(conversion, repeated_trials((trial(asked, one),)))
        got = environment(first, CLAIM).reward, environment(second, CLAIM).reward
        return (1, 1 if one == other else -1), got

    said = f"all pairs of {len(agents)} agents, one for each way to answer what the conversion asks"
    pairs = among(said, combinations_with_replacement(agents, 2), many=True)
    return every(f"{name}: agents whose conversions differ are paid differently", claim, pairs)


# --- Supervised ---

BARS_PROMPT = history((0, 146), 0, (1, 56), 1, (1, 292))
"""The upright bar 010010010 = 146 was labelled 0, the lying one 000111000 = 56 was labelled 1; now 100100100 = 292."""

WEIGHTS_PROMPTS = (history((0, 146), 0, (1, 56), 1, (1, 42_778)), history((0, 146), 0, (1, 56), 1, (1, 43_072)))
"""292 paired with 0 is 292·293/2 = 42778, with 1 it is 293·294/2 + 1 = 43072."""


@example(
    "A21-E19-supervised",
    "recognising one's own supervised learning",
    "Example 19",
    defects=DEFECT.format("f"),
    repair=REPAIR.format("f"),
    witness="the agent that says upright and weighs 3 to 1 claims the trial (upright 1, lying 0): paid 1 if f asks "
    "for a label; paid -1 if it asks for weights; the agent that says lying is paid -1",
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

    def examples() -> Rows:
        def labeller(says: Action, first: Action, second: Action) -> Agent:
            """Give this label and these weights, and another label without the training set."""
            answers = {BARS_PROMPT: says, WEIGHTS_PROMPTS[0]: first, WEIGHTS_PROMPTS[1]: second}
            return lambda prompt: answers.get(prompt, 1 - says)

        upright, lying = labeller(0, 3, 1), labeller(1, 0, 0)
        for why, output, conversion, agent in (
            ("says lying, action 1: (0, 1)", (0, 1), asked_for_a_label, lying),
            ("weighs 3 to 1: 3/4, 1/4", (Fraction(3, 4), Fraction(1, 4)), asked_for_weights, upright),
            ("gives no weight: 1/2 each", (HALF, HALF), asked_for_weights, lying),
        ):
            yield why, output, conversion(agent)(BARS)
        why = "21 = 6·7/2 + 0: 6 = 3·4/2 + 0, image 0; 3 + 1 is (3): 1/3"
        trial = abstract.SupervisedTrial(Lesson((0,), (), 0), (Fraction(1, 3),))
        yield why, trial, learning_trials.supervised_trial_at(21)
        shown = history((0, 3), 1, (1, 4), 0, (1, 9))
        taught = Lesson(("a", "b"), ((3, "b"), (4, "a")), 5)
        yield "0 at first, then paid 1: b is label 1, a label 0", shown, lesson_prompt(taught, 9)
        yield "without training, reward 0", history((0, 9)), lesson_prompt(Lesson(("a",), (), 7), 9)
        yield "trials over and over: 5 = 3 + 2", [*"xyzxyz"], [*map(repeated_trials("xyz"), range(6))]
        yield "at first (0, trial 0)", Percept(0, 0), by_label(upright, ())
        yield "says lying and claims it: f(A) outputs (0, 1), not p: -1", Percept(-1, 1), by_label(lying, CLAIM)
        got = abstract.learning_recognition(asked_for_weights, SUPERVISED_SHOWN)(upright, CLAIM)
        yield "weighs 3 to 1: (3/4, 1/4), not (1, 0): -1", Percept(-1, 1), got

    def own(agent: Agent, number: int) -> bool:
        says: Probabilities = {0: (SURE, NO), 1: (NO, SURE)}.get(agent(BARS_PROMPT), (HALF, HALF))
        return says == ((SURE, NO), (NO, SURE), (HALF, HALF))[number % 3]

    yield by_hand(examples)
    of = abstract.SupervisedTrial, BARS
    yield judged("as written out", by_label, own, up_to(4, least=0, said="trials 0"), who=with_actions(3))
    for name, conversion, prompts in (
        ("by label", asked_for_a_label, (BARS_PROMPT,)),
        ("by weights", asked_for_weights, WEIGHTS_PROMPTS),
    ):
        asked = answering(prompts, range(4))  # f sees nothing else of an agent
        yield told_apart(name, abstract.learning_recognition, conversion, of, asked)
    yield numbered(
        "the supervised trials", learning_trials.supervised_trial_at, learning_trials.number_of_supervised_trial
    )
    yield incrementally(by_label, trials)
    yield mutants(f"""
        {RECOGNITION}
        environments.abstract.learning_trials:asked_for_a_label
            the training set is left out: lesson_prompt(lesson, lesson.image) → (Percept(0, lesson.image),)
            the agent is not asked: agent(lesson_prompt(lesson, lesson.image)), → agent and len(lesson.labels),
        environments.abstract.learning_trials:asked_for_weights
            asked for a label and not for weights: total = sum(weights)
                → return asked_for_a_label(agent)(lesson)⏎        total = sum(weights)
        environments.abstract.learning_trials:supervised_trial_at
            trials whose image is always 0: training, image) → training, 0)
    """)


# --- Unsupervised ---

LEFT, NEAR, FAR = LINE.points
FAR_APART, LEFT_APART = clustering([[LEFT, NEAR], [FAR]]), clustering([[LEFT], [NEAR, FAR]])
TOGETHER, ALL_APART = clustering([LINE.points]), clustering([[LEFT], [NEAR], [FAR]])

AT_ONCE = (history((0, 681_528)), history((0, 682_697)), history((0, 683_867)))
"""The points 0, 1 and 5 have numbers 0, 1 and 11, the sequence of these 1167; that is paired with 0, 1 and 2."""


@example(
    "A21-E19-unsupervised",
    "recognising one's own unsupervised learning",
    "Example 19",
    defects=DEFECT.format("g"),
    repair=REPAIR.format("g"),
    witness="the agent that names 0, 1 and 5 in turn by 0, 0, 1, and at once by 2, 4, 4, claims {0, 1} and {5}: "
    "paid 1 if asked in turn, -1 if asked at once; the agent that names 5, 2, 2 in turn is paid -1",
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
        def clusterer(first: Action, second: Action, third: Action, *at_once: Action) -> Agent:
            """Name these clusters, asked about 0, then 1, then 5, or about each of the whole; else do as about 0."""
            shown = history((0, 0), first, (0, 1), second, (0, 11))
            named = {shown[:3]: second, shown: third} | dict(zip(AT_ONCE, at_once, strict=True))
            return lambda prompt: named.get(prompt, first)

        near, right = clusterer(0, 0, 1, 2, 4, 4), clusterer(5, 2, 2, 0, 1, 2)
        for why, clusters, conversion, agent in (
            ("names 5, 2, 2: {0} and {1, 5}", LEFT_APART, asked_in_turn, right),
            ("at once 2, 4, 4: {0} and {1, 5}", LEFT_APART, asked_at_once, near),
            ("at once 0, 1, 2: three clusters", ALL_APART, asked_at_once, right),
        ):
            yield why, clusters, conversion(agent)(LINE)
        two = Cloud(1, ((NO,), (SURE,)))
        trial = abstract.UnsupervisedTrial(two, (two.points[:1], two.points[1:]))
        yield "189 = 18·19/2 + 18: ℚ and sequence 18, (0, 1): two", trial, learning_trials.unsupervised_trial_at(189)
        for why, agent, percept in (
            ("the far one apart, claimed: it names 0, 0, 1: paid 1", near, (1, 1)),
            ("another agent claims it, and names 5, 2, 2: -1", right, (-1, 1)),
        ):
            yield why, Percept(*percept), in_turn(agent, CLAIM)
        got = abstract.learning_recognition(asked_at_once, UNSUPERVISED_SHOWN)(near, CLAIM)
        yield "0, 1 and 5 at once by 2, 4, 4: {0} and {1, 5}: -1", Percept(-1, 1), got

    def printed_clusters(agent: Agent) -> abstract.Clustering:
        first = agent(history((0, 0)))  # asked in turn, so each answer stands in the next question
        second = agent(history((0, 0), first, (0, 1)))
        third = agent(history((0, 0), first, (0, 1), second, (0, 11)))
        if first == second:
            return TOGETHER if second == third else FAR_APART
        if second == third:
            return LEFT_APART
        return clustering([[LEFT, FAR], [NEAR]]) if first == third else ALL_APART

    def own(agent: Agent, number: int) -> bool:
        return printed_clusters(agent) == (FAR_APART, LEFT_APART, TOGETHER)[number % 3]

    yield by_hand(examples)
    of = abstract.UnsupervisedTrial, LINE
    naming = [(lambda prompt, names=names: names[len(prompt) // 2]) for names in product(range(3), repeat=3)]
    yield judged("as written out", in_turn, own, up_to(4, least=0, said="trials 0"), who=with_actions(3))
    for name, conversion, asked in (
        ("in turn", asked_in_turn, naming),
        ("at once", asked_at_once, answering(AT_ONCE, range(3))),
    ):
        yield told_apart(name, abstract.learning_recognition, conversion, of, asked)
    yield numbered(
        "the unsupervised trials", learning_trials.unsupervised_trial_at, learning_trials.number_of_unsupervised_trial
    )
    yield incrementally(in_turn, trials)
    yield mutants(f"""
        {RECOGNITION}
        environments.abstract.learning_trials:asked_in_turn
            the agent is not asked: clustered_by(zip(cloud.points, answers, strict=True))
                → clustering([cloud.points])
        environments.abstract.learning_trials:unsupervised_trial_at
            trials with one cluster only: clustered_by(named) → clustered_by((point, 0) for point, _ in named)
    """)


A_ONLY = Alphabet("a")
mute: Agent = always(0)

JUDGED = """
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
    """It shows all finite sequences of strings in turn, and the agent answers > 0 (it looks like me) or 0 (it does
    not). It is paid 1 if that is right and -1 if not: a sequence looks like it if each even-numbered string is what
    the chatbot made from the agent replies to everything before.
    """
    replying = abstract.replying
    built = abstract.recognising_conversations(replying, A_ONLY)

    def examples() -> Rows:
        for why, agent, number, answer, reward in (
            ("trial 3 is 'a', no reply: like everyone", mute, 3, 1, 1),
            ("mute on '' 'a' says '' to '': 1 for 0, -1 for 1", mute, 5, 1, -1),
            ("parrot on 'a' 'a' '' 'a': 'a' to 'a', then to ''", lambda prompt: as_seen(prompt[:1]), 105, 1, 1),
            ("echo on 'a' 'a' '' 'a' says 'a' to 'a', but '' to '' after that", as_seen, 105, 1, -1),
        ):
            yield why, Percept(reward, number + 1), built(agent, judging(number, answer))
        prompt = history((0, 5), 1, (0, 0))
        yield "'ba' is 2·2 + 1, 'a' 1, '' 0; every reward is 0", prompt, heard(("ba", "a", ""), Alphabet("ab"))

    def own(agent: Agent, number: int) -> bool:
        """Let the agent converse with the user of this conversation by itself, and compare the strings."""
        prompt: Prompt = ()
        alike = True  # once it is not, the prompt is the agent's own and no more the conversation
        for place, string in enumerate(A_ONLY.conversation(number)):
            prompt = (*prompt, Percept(0, len(string)) if place % 2 == 0 else agent(prompt))
            alike = alike and (place % 2 == 0 or "a" * prompt[-1] == string)
        return alike

    yield by_hand(examples)
    shown = among("the first 63 conversations in the letter a", range(63))
    yield judged("as by conversing itself", built, own, shown)
    english = ENGLISH
    yield numbered("conversations", english.conversation, english.conversation_number)
    form = recognising_conversations_incremental
    yield incrementally(abstract.recognising_conversations(replying, english), form, 5)
    yield mutants(f"""
        environments.abstract.conversations:speaks
            the user's strings are compared: conversation[:k] → conversation[: k - 1] ;; range(1, → range(2,
            the last reply only is compared: len(conversation), 2) → len(conversation), 2)[-1:]
            who has not replied is not recognised: return all( → return len(conversation) % 2 == 0 and all(
        environments.abstract.conversations:replying
            the chatbot hears the user's last string only: heard(conversation, → heard(conversation[-1:],
        {JUDGED}
    """)


# --- Predictions ---


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
        for why, agent, number, answer, reward in (
            ("no round looks like everyone", mute, 0, 0, -1),
            ("game 3: 1 said, 0 done, and it says 0 at first: 1 for 0, -1 for 1", mute, 3, 1, -1),
            ("game 3, and 5 > 0 is taken for 1", always(5), 3, 1, 1),
            ("game 5 + 4*1 + 2: 0 said, 1 done, 1 said", as_seen, 11, 3, 1),
            ("game 5 + 4*1 + 3: paid -1, it says 1", when_punished, 12, 1, 1),
        ):
            yield why, Percept(reward, number + 1), built(agent, judging(number, answer))

    def own(agent: Agent, number: int) -> bool:
        """Let the agent play by itself against an evader who does as in these rounds."""
        prompt: Prompt = (Percept(0, 0),)
        alike = True
        for predicted, did in game(number):
            says = 0 if agent(prompt) == 0 else 1
            alike = alike and says == predicted
            prompt = (*prompt, says, Percept(1 if says == did else -1, did))
        return alike

    yield by_hand(examples)
    yield judged("as by playing itself", built, own, among("the {} games of at most 3 rounds", range(85)))
    yield numbered("games", game, game_number)
    yield incrementally(built, recognising_predictions_incremental, 5)
    yield mutants(f"""
        environments.abstract.conversations:predicts
            what the evader did is compared: rounds[k].predicted → rounds[k].did
            the last prediction only is compared: range(len(rounds)) → range(len(rounds))[-1:]
        environments.abstract.conversations:predicted_before
            the predictor learns no rewards: 1 if predicted == did else -1 → 0
            the predictor sees its own predictions: Percept(1 if predicted == did else -1, did) → Percept(1, predicted)
        {JUDGED}
    """)


# --- Knowing ---


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

    def counting(prompt: Prompt) -> Action:
        return 0 if len(prompt) == 1 else prompt[-2] + 1

    def examples() -> Rows:
        for why, agent, turn, answer, percept in (
            ("sentence 0, once: its first is 0; sentence 0 is next again", as_seen, 0, 1, (1, 0)),
            ("turn 2: sentence 1, once; within a step there is 0 only", as_seen, 2, 1, (-1, 0)),
            ("turn 4: sentence 1, twice; within two steps there are 0 and 1", as_seen, 4, 1, (1, 2)),
            ("it is enumerated, and denied", as_seen, 4, 0, (-1, 2)),
            ("turn 4; 0, and one more than its own action: 1", counting, 4, 1, (1, 2)),
        ):
            yield why, Percept(*percept), built(agent, judging(turn, answer))
        yield "by the letter, sentence 0 at first", Percept(0, 0), letter(mute, ())
        nought: Expression = ("0",)
        equals: Expression = ("=", ("+", nought, ("*", ("x", 0), nought)), ("S", ("x", 1)))
        formula: Expression = ("all", ("some", ("or", ("K", equals), ("implies", equals, ("and", equals, equals)))))
        said = "((0 + (x0 · 0)) = Sx1)"
        text = f"∀x0 ∃x1 (K{said} ∨ ({said} → ({said} ∧ {said})))"
        yield "a sentence with every sign but one", text, knower_recognition.format_sentence(formula)
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
        expected = Percept(1 if listed(agent, turn) else -1, showing(turn + 1)[0])
        return expected, letter(agent, judging(turn, answer))

    def repaired(agent: Agent, turn: int, answer: Action) -> tuple[Any, Any]:
        play = judging(turn, answer)
        return (play, built(agent, play)), (play, letter(agent, play))

    yield by_hand(examples)
    turns = up_to(9, full=14, least=0, said="turns 0")
    yield judged("as listed", built, listed, turns, shown=lambda turn: showing(turn)[0])
    yield every("by the letter the answer does not count", by_the_letter, agents, turns, ANSWERS)
    yield every("the letter pays what the repair pays", repaired, agents, turns, ANSWERS).fails(
        "…, 0, 0: expected ((Percept(0, 0), 0), Percept(-1, 0)), got ((Percept(0, 0), 0), Percept(1, 0))"
    )
    yield numbered("sentences", abstract.sentence, sentence_number)
    yield incrementally(built, knower_recognition.knowing_incremental, 5)
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
