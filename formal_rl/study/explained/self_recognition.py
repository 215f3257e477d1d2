"""Self-recognition over all plays, each play read out."""

from formal_rl.agents import Agent
from formal_rl.environments.abstract import Showing, incentivize_self_recognition_showing
from formal_rl.histories import Percept, Play, encode_history, format_history, nth_play
from formal_rl.study.explained.environments import Explained, at_first


def explained_self_recognition(showing: Showing = encode_history) -> Explained:
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

    return Explained("incentivize_self_recognition", incentivize_self_recognition_showing(showing), clause)


def _shown(percept: Percept) -> str:
    """Say how a play is shown."""
    return "itself" if isinstance(percept.observation, tuple) else f"the number {percept.observation}"


DRAWN = (explained_self_recognition(),)
"""With plays shown as numbers."""
