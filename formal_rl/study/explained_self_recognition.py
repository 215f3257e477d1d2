"""Self-recognition over all plays, each play read out."""

from __future__ import annotations

from attrs import frozen

from formal_rl.environments import Agent
from formal_rl.environments.incentivize_self_recognition import Showing, incentivize_self_recognition_showing
from formal_rl.histories import Percept, Play, format_history
from formal_rl.histories.history_coding import encode_history, nth_play
from formal_rl.study.explained import Clause


@frozen
class ExplainedSelfRecognition:
    """Incentivizing self-recognition; ``showing`` is how a play is shown."""

    name: str = "incentivize_self_recognition"
    showing: Showing = encode_history

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return incentivize_self_recognition_showing(self.showing)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the play that was shown, what was said of it and what the agent does there, and the next play."""
        number = len(play) // 2
        after = nth_play(number)
        percept = Percept(0, self.showing(after))
        next_one = f"next it is shown s_{number} = {format_history(after)}, as {_shown(percept)}"
        if number == 0:
            return Clause(f"the play is empty, so the reward is 0;\n{next_one}", percept)
        *before, theirs = nth_play(number - 1)
        said = play[-1] > 0
        mine = agent(tuple(before))
        reward = 1 if said == (mine == theirs) else -1
        words = [
            f"it was shown s_{number - 1}: action {theirs} on {format_history(tuple(before))};",
            f'it said "{"looks like me" if said else "does not look like me"}" (action {play[-1]});',
            f"there the agent does {mine}, so it was {'right' if reward == 1 else 'wrong'}: the reward is {reward};",
        ]
        return Clause("\n".join([*words, next_one]), Percept(reward, percept.observation))


def _shown(percept: Percept) -> str:
    """Say how a play is shown."""
    return "itself" if isinstance(percept.observation, tuple) else f"the number {percept.observation}"
