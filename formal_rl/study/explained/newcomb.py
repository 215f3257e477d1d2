"""Newcomb's problem, told with the two boxes drawn."""

from formal_rl.agents import Agent
from formal_rl.environments.abstract import ONE_BOX, newcombs_problem
from formal_rl.histories import Percept, Play, Reward
from formal_rl.study.explained.environments import Explained, at_first


def explained_newcomb(seen: Reward = 1, hidden: Reward = 1000) -> Explained:
    """Return Newcomb's problem explained: what was predicted, what therefore lay in the boxes, and what was taken."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        if play == ():
            return f"{at_first(percept)};\n{_drawn(seen, '?')}"
        predicted, did = agent(play[:-1]), play[-1]
        filled = hidden if predicted == ONE_BOX else 0
        words = [
            f"on its own history the agent takes {_boxes(predicted)}:",
            f"so it was predicted, and {filled} put into the closed box",
            _drawn(seen, str(filled)),
            f"{_boxes(did)} {'was' if did == ONE_BOX else 'were'} taken: the reward is {percept.reward}",
        ]
        return "\n".join(words)

    return Explained("newcombs_problem", newcombs_problem(seen, hidden), clause)


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


DRAWN = (explained_newcomb(),)
"""With 1 to be seen and 1000 hidden."""
