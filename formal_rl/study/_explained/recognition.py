"""What an agent recognises as its own, in words: learning trials, conversations, predictions, knowledge, plays."""

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment
from formal_rl.environments.abstract import (
    ENGLISH,
    SUPERVISED_SHOWN,
    UNSUPERVISED_SHOWN,
    Clustering,
    Image,
    Lesson,
    Likeness,
    Probabilities,
    Showing,
    SupervisedConversion,
    SupervisedTrial,
    Trials,
    UnsupervisedConversion,
    UnsupervisedTrial,
    asked_for_a_label,
    asked_in_turn,
    format_sentence,
    game,
    has_come_to_know,
    has_had,
    has_played,
    incentivize_self_recognition_showing,
    knowing,
    recognising_conversations,
    recognising_predictions,
    sentence,
    showing,
    supervised_recognition,
    unsupervised_recognition,
)
from formal_rl.histories import Percept, Play, encode_history, format_history, nth_play
from formal_rl.study._explained.environments import ExplainedEnvironment, at_first

NO_TRIAL = "nothing was claimed yet, so the reward is 0"
"""The words for the empty play."""

SIDE_SHOWN = 16
"""How many rows a picture may have and be drawn."""


def drawn_image(image: Image, side: int) -> tuple[str, ...]:
    """Return the bits of a number as rows of # and . of this length."""
    bits = f"{image:0{side * side}b}".translate(str.maketrans("01", ".#"))
    return tuple(bits[start : start + side] for start in range(0, len(bits), side))


def drawn_lesson(lesson: Lesson) -> str:
    """Return the training set and the image side by side, each with its label under it; large ones as numbers."""
    images = [image for image, _ in lesson.training] + [lesson.image]
    labels = [str(label) for _, label in lesson.training] + ["?"]
    bits = max(image.bit_length() for image in images)
    side = max(3, isqrt(max(bits - 1, 0)) + 1)
    if side > SIDE_SHOWN:
        return ", ".join(f"{image}: {label}" for image, label in zip(images, labels, strict=True))
    width = max(side, *map(len, labels))
    rows = [*zip(*(drawn_image(image, side) for image in images), strict=True), tuple(labels)]
    return "\n".join("  ".join(cell.ljust(width) for cell in row).rstrip() for row in rows)


def _said(lesson: Lesson, probabilities: Probabilities) -> str:
    return ", ".join(f"{label} {p}" for label, p in zip(lesson.labels, probabilities, strict=True))


def drawn_clusters(clusters: Clustering) -> str:
    """Return each cluster as its points in braces."""
    return " | ".join("{" + ", ".join(_point(point) for point in cluster) + "}" for cluster in clusters) or "no points"


def _point(point: tuple[Fraction, ...]) -> str:
    return str(point[0]) if len(point) == 1 else f"({', '.join(map(str, point))})"


def _judged(action: int, percept: Percept, *, own: bool) -> str:
    said = "Looks like me" if action > 0 else "Doesn't look like me"
    right = "right" if (action > 0) == own else "wrong"
    return f"the agent said {said!r} (action {action}): {right}, the reward is {percept.reward}"


def explained_supervised(
    name: str, conversion: SupervisedConversion, trials: Trials[SupervisedTrial]
) -> ExplainedEnvironment:
    """Return the recognition of one's own supervised learning explained: the trial before, and whether it knew."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        turn = len(play) // 2
        if turn == 0:
            return NO_TRIAL
        trial = trials(turn - 1)
        output = conversion(agent)(trial.lesson)
        words = (
            f"trial {turn - 1}:",
            drawn_lesson(trial.lesson),
            f"the trial says: {_said(trial.lesson, trial.probabilities)}",
            f"the agent as a supervised learner says: {_said(trial.lesson, output)}",
            _judged(play[-1], percept, own=output == trial.probabilities),
        )
        return "\n".join(words)

    return ExplainedEnvironment(name, supervised_recognition(conversion, trials), clause)


def explained_unsupervised(
    name: str, conversion: UnsupervisedConversion, trials: Trials[UnsupervisedTrial]
) -> ExplainedEnvironment:
    """Return the recognition of one's own unsupervised learning explained, with clusters."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        turn = len(play) // 2
        if turn == 0:
            return NO_TRIAL
        trial = trials(turn - 1)
        output = conversion(agent)(trial.cloud)
        words = (
            f"trial {turn - 1} puts together: {drawn_clusters(trial.clusters)}",
            f"the agent puts together: {drawn_clusters(output)}",
            _judged(play[-1], percept, own=output == trial.clusters),
        )
        return "\n".join(words)

    return ExplainedEnvironment(name, unsupervised_recognition(conversion, trials), clause)


# --- Conversations, predictions and knowledge ---


_SAID = ("does not look like me", "looks like me")
_JUDGED = ("the agent would have acted differently", "the agent would have acted in the same way")


def explained_trials(
    name: str,
    environment: ExtendedEnvironment,
    like: Likeness,
    words: Callable[[int], str],
    *,
    said: tuple[str, str] = _SAID,
    judged: tuple[str, str] = _JUDGED,
) -> ExplainedEnvironment:
    """Return an environment that shows trials, explained: what was said of the last, whether it is so, and the next.

    ``words`` tells a trial; ``said`` and ``judged`` are what is said of it and what is true, for no and for yes.
    """

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        turn = len(play) // 2
        after = f"it shows trial {turn}:\n{words(turn)}"
        if play == ():
            return f"{at_first(percept)};\n{after}"
        says, own = play[-1] > 0, like(agent, turn - 1)
        right = "right" if says == own else "wrong"
        text = f"of trial {turn - 1} the agent says {said[says]!r} (action {play[-1]}); {judged[own]}"
        return f"{text}: {right}, so the reward is {percept.reward};\n{after}"

    return ExplainedEnvironment(name, environment, clause)


def conversation_words(number: int) -> str:
    """Return a conversation in English characters, a line for each string."""
    said = ENGLISH.conversation(number)
    return "\n".join(f"  {'it' if index % 2 else 'user'}: {string!r}" for index, string in enumerate(said)) or (
        "  (nothing is said)"
    )


def game_words(number: int) -> str:
    """Return a game, a line for the predictions and one for what the evader did."""
    rounds = game(number)
    if not rounds:
        return "  (no round)"
    return (
        f"  predicted: {' '.join(str(each.predicted) for each in rounds)}\n"
        f"  done:      {' '.join(str(each.did) for each in rounds)}"
    )


def sentence_words(turn: int) -> str:
    """Return the sentence that a turn shows, and for which time."""
    number, times = showing(turn)
    return f"  sentence {number}, for the {times}. time: {format_sentence(sentence(number))}"


def _itself(number: int) -> int:
    return number


# --- Plays ---


def explained_self_recognition(showing: Showing = encode_history) -> ExplainedEnvironment:
    """Return the incentive of self-recognition explained; ``showing`` is how a play is shown.

    The words have the play that was shown, what was said of it, what the agent does there, and the next play.
    """

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        number = len(play) // 2
        next_one = f"next it is shown s_{number} = {format_history(nth_play(number))}, as {_shown(percept)}"
        if number == 0:
            return f"{at_first(percept)};\n{next_one}"
        *before, theirs = nth_play(number - 1)
        said, mine = play[-1] > 0, agent(tuple(before))
        right = "right" if said == (mine == theirs) else "wrong"
        words = [
            f"it was shown s_{number - 1}: action {theirs} on {format_history(tuple(before))};",
            f'it said "{"looks like me" if said else "does not look like me"}" (action {play[-1]});',
            f"there the agent does {mine}, so it was {right}: the reward is {percept.reward};",
        ]
        return "\n".join([*words, next_one])

    return ExplainedEnvironment("incentivize_self_recognition", incentivize_self_recognition_showing(showing), clause)


def _shown(percept: Percept) -> str:
    """Say how a play is shown."""
    return "itself" if isinstance(percept.observation, tuple) else f"the number {percept.observation}"


DRAWN = (
    explained_supervised("supervised_recognition", asked_for_a_label, SUPERVISED_SHOWN),
    explained_unsupervised("unsupervised_recognition", asked_in_turn, UNSUPERVISED_SHOWN),
    explained_self_recognition(),
    explained_trials("recognising_conversations", recognising_conversations(), has_had(), conversation_words),
    explained_trials("recognising_predictions", recognising_predictions(), has_played(), game_words),
    explained_trials(
        "knowing",
        knowing(),
        has_come_to_know(),
        sentence_words,
        said=("I am not sure", "I know it"),
        judged=(
            "its knower has not enumerated the sentence in as many steps as it was shown",
            "its knower has enumerated the sentence in as many steps as it was shown",
        ),
    ),
)
"""Those with the listed trials, plays shown as numbers, conversations in English, and the repaired knowing agent."""
