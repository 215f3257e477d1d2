"""Section 6: recognising one's conversations, one's predictions, and what one has come to know."""

from collections.abc import Callable

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment
from formal_rl.environments.abstract import (
    Likeness,
    game,
    has_come_to_know,
    has_had,
    has_played,
    knowing,
    knowing_letter,
    recognising_conversations,
    recognising_predictions,
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
    heard,
    predicted_before,
)
from formal_rl.environments.abstract.knower_recognition import Knower
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental
from formal_rl.histories import Percept, Play, Prompt
from formal_rl.statements.checks import conversations
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement


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


# --- Conversations ---


def _judging(speaks: Callable[[Chatbot, Conversation], bool]) -> conversations.ConversationsOf:
    def environment(convert: Conversion, alphabet: Alphabet) -> ExtendedEnvironment:
        return trial_recognition(
            lambda agent, number: speaks(convert(agent, alphabet), alphabet.conversation(number)),
        )

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


# --- Predictions ---


def _judging_games(predicts: Callable[[Predictor, Game], bool]) -> conversations.PredictionsOf:
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


# --- Knowing ---


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


_SPOKEN, _PREDICTED, _KNOWN = conversations.conversations, conversations.predictions, conversations.known

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
"""In the order of the paper."""
