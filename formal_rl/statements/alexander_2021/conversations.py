"""The recognition of conversations, of predictions and of what is known."""

from collections.abc import Callable
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import Every, Rows, agents, among, by_hand, every, up_to
from formal_rl.environments import abstract
from formal_rl.environments.abstract.conversations import Alphabet, game_number, heard
from formal_rl.environments.abstract.knower_recognition import Expression, sentence_number
from formal_rl.histories import Action, Percept, Play, Prompt, history
from formal_rl.statements.alexander_2021.shapes import always, as_seen, incrementally, numbered, when_punished
from formal_rl.statements.entries import Evidence, example, mutants, statements_in

A_ONLY = Alphabet("a")
ANSWERS = among("{} answers", (0, 1, 2))
mute: Agent = always(0)


def judging(number: int, answer: Action, shown: int = 0) -> Play:
    """Return a play at the end of which trial ``number`` has been answered; what it says was shown does not matter."""
    return (Percept(0, shown), 0) * number + (Percept(0, shown), answer)


def judged(
    name: str, built: Any, own: Callable[[Agent, int], bool], trials: Any, shown: Any = lambda number: number
) -> Every:
    """Return the part that each answer to a trial is paid for being right, and that the next trial is shown."""

    def claim(agent: Agent, number: int, answer: Action) -> tuple[Percept, Percept]:
        reward = 1 if (answer > 0) == own(agent, number) else -1
        return Percept(reward, shown(number + 1)), built(agent, judging(number, answer))

    return every(name, claim, agents, trials, ANSWERS)


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
        """Let the agent converse with the user of this conversation by itself, and compare what was said."""
        prompt: Prompt = ()
        alike = True
        for place, string in enumerate(A_ONLY.conversation(number)):
            prompt = (*prompt, Percept(0, len(string)) if place % 2 == 0 else agent(prompt))
            alike = alike and (place % 2 == 0 or "a" * prompt[-1] == string)
        return alike

    yield by_hand(examples)
    shown = among("the first 63 conversations in the letter a", range(63))
    yield judged("as by conversing itself", built, own, shown)
    english = abstract.ENGLISH
    yield numbered("conversations", english.conversation, english.conversation_number)
    form = abstract.recognising_conversations_incremental
    yield incrementally(abstract.recognising_conversations(replying, english), form, 5)
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
    built = abstract.recognising_predictions()

    def examples() -> Rows:
        for why, agent, number, answer, reward in (
            ("no round looks like everyone", mute, 0, 0, -1),
            ("game 3: 1 said, 0 done, and it says 0 at first: 1 for 0, -1 for 1", mute, 3, 1, -1),
            ("game 3, and 5 > 0 is taken for 1", always(5), 3, 1, 1),
            ("game 5 + 4*1 + 2: 0 said, 1 done, 1 said", as_seen, 11, 3, 1),
            ("game 5 + 4*1 + 3: told -1, it says 1", when_punished, 12, 1, 1),
        ):
            yield why, Percept(reward, number + 1), built(agent, judging(number, answer))

    def own(agent: Agent, number: int) -> bool:
        """Let the agent play by itself against an evader who does as in these rounds."""
        prompt: Prompt = (Percept(0, 0),)
        alike = True
        for predicted, did in abstract.game(number):
            says = 0 if agent(prompt) == 0 else 1
            alike = alike and says == predicted
            prompt = (*prompt, says, Percept(1 if says == did else -1, did))
        return alike

    yield by_hand(examples)
    yield judged("as by playing itself", built, own, among("the {} games of at most 3 rounds", range(85)))
    yield numbered("games", abstract.game, game_number)
    yield incrementally(built, abstract.recognising_predictions_incremental, 5)
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
    built, letter, showing = abstract.knowing(), abstract.knowing_letter(), abstract.showing

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
        nought: Expression = ("0",)
        equals: Expression = ("=", ("+", nought, ("*", ("x", 0), nought)), ("S", ("x", 1)))
        formula: Expression = ("all", ("some", ("or", ("K", equals), ("implies", equals, ("and", equals, equals)))))
        said = "((0 + (x0 · 0)) = Sx1)"
        text = f"∀x0 ∃x1 (K{said} ∨ ({said} → ({said} ∧ {said})))"
        yield "a sentence with every sign but one", text, abstract.format_sentence(formula)
        yield "8*1 + 7: K of sentence 1 = 8*0 + 1, not 0", "K¬(0 = 0)", abstract.format_sentence(abstract.sentence(15))
        bound: Expression = ("all", ("K", ("=", ("x", 0), ("x", 0))))
        yield "(x0, x0) is pair 4; = is 32; K of it 263; for all 2109", 2109, sentence_number(bound)

    def listed(agent: Agent, turn: int) -> bool:
        """Count the turns to this one that show its sentence, and let the agent enumerate as often."""
        order = [each for block in range(turn + 1) for each in range(block + 1)]
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
    yield judged("as listed", built, listed, turns, lambda turn: showing(turn)[0])
    yield every("by the letter the answer does not count", by_the_letter, agents, turns, ANSWERS)
    yield every("the letter pays what the repair pays", repaired, agents, turns, ANSWERS).fails(
        "…, 0, 0: expected ((Percept(0, 0), 0), Percept(-1, 0)), got ((Percept(0, 0), 0), Percept(1, 0))"
    )
    yield numbered("sentences", abstract.sentence, sentence_number)
    yield incrementally(built, abstract.knowing_incremental, 5)
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
