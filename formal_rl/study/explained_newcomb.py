"""Newcomb's problem, told with the two boxes drawn."""

from __future__ import annotations

from attrs import frozen

from formal_rl.environments import Agent
from formal_rl.environments.newcombs_problem import ONE_BOX, newcombs_problem, taken
from formal_rl.histories import Percept, Play, Reward
from formal_rl.study.explained import Clause


@frozen
class ExplainedNewcomb:
    """Newcomb's problem."""

    seen: Reward = 1
    hidden: Reward = 1000
    name: str = "newcombs_problem"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return newcombs_problem(self.seen, self.hidden)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return what was predicted, what therefore lay in the boxes, and what was taken."""
        if play == ():
            return Clause(f"the play is empty, so the reward is 0;\n{_drawn(self.seen, '?')}", Percept(0, 0))
        predicted, did = agent(play[:-1]), play[-1]
        reward = taken(did, predicted, self.seen, self.hidden)
        filled = self.hidden if predicted == ONE_BOX else 0
        words = [
            f"on its own history the agent takes {_boxes(predicted)}:",
            f"so it was predicted, and {filled} put into the closed box",
            _drawn(self.seen, str(filled)),
            f"{_boxes(did)} {'was' if did == ONE_BOX else 'were'} taken: the reward is {reward}",
        ]
        return Clause("\n".join(words), Percept(reward, 0))


def _boxes(action: int) -> str:
    return f"{'the closed box alone' if action == ONE_BOX else 'both boxes'} (action {action})"


def _drawn(seen: Reward, closed: str) -> str:
    opened = f" {seen} "
    inside = f" {closed} "
    rows = (
        ("", f" {'_' * len(inside)} "),
        (f"|{opened}|", f"|{inside}|"),
        (f"|{'_' * len(opened)}|", f"|{'_' * len(inside)}|"),
    )
    labels = ("open", "closed")
    widths = [max(map(len, column)) for column in zip(*rows, labels, strict=True)]
    return "\n".join("   ".join(map(str.ljust, row, widths)).rstrip() for row in (*rows, labels))
