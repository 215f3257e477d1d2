"""The crying baby and societies, told turn by turn: who met what and did what, and a baby that is drawn."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from formal_rl.environments import Agent
from formal_rl.environments.crying_baby import FEED, LAUGH, Nutrition, crying_baby_with
from formal_rl.environments.society import Deed, Society, deeds, in_society
from formal_rl.histories import Percept, Play, Prompt, actions, format_history
from formal_rl.study.explained import Clause

LIVED_SHOWN = 4
"""How many rounds of a long life are told, the last ones."""

_STEP = 10


def nutrition_bar(level: int, nutrition: Nutrition) -> str:
    """Draw a line: a mark for each 10 of nutrition, brackets where the baby is content, ! for what is beyond."""
    end = (nutrition.most + 5 * _STEP) // _STEP
    filled = min(max(level, 0), end * _STEP) // _STEP
    least, most = nutrition.least // _STEP, nutrition.most // _STEP
    marks = ["#" if place < filled else "." for place in range(end)]
    bar = "".join(("[" if place == least else "]" if place == most else "") + mark for place, mark in enumerate(marks))
    return f"{'!' if level < 0 else ' '}{bar}{'!' if level > end * _STEP else ' '}"


def drawn_baby(*, laughs: bool) -> str:
    """Return a face of three lines that laughs, or cries tears."""
    lines = (r"  .-~-.", r" ( ^ ^ )", r"  \ v /   ha ha") if laughs else (r"  .-~-.", r" (;> <;)", r"  \ O /   waah")
    return "\n".join(lines)


@frozen
class ExplainedCryingBaby:
    """The crying baby, with its nutrition and its face."""

    nutrition: Nutrition = field(factory=Nutrition)
    name: str = "crying_baby"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return crying_baby_with(self.nutrition)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return what the adult did last, how much nutrition the baby has, what it meets and does."""
        if play == ():
            return Clause(f"nothing was done yet, and the baby laughs\n{drawn_baby(laughs=True)}", Percept(1, LAUGH))
        numbers, adult = self.nutrition, actions(play)
        baby: Prompt = ()
        level = numbers.initial
        for turn, did in enumerate(adult, start=1):
            level = numbers.level(turn, adult[:turn].count(FEED))
            met = Percept(numbers.reward(level), did)
            baby = (*baby, met, agent((*baby, met)))
        turns, meals, answer = len(adult), adult.count(FEED), baby[-1]
        laughs = answer == LAUGH
        feels = "is content" if met.reward == 1 else "is hungry" if level < numbers.least else "has had too much"
        fed = "feeds" if adult[-1] == FEED else "does not feed"
        does = "laughs" if laughs else "cries"
        reckoned = f"{numbers.initial} + {numbers.meal}·{meals} - {numbers.turn}·{turns} = {level}"
        words = (
            f"the adult {fed} the baby (action {adult[-1]}): N = {reckoned}",
            f"{nutrition_bar(level, numbers)} the baby {feels}",
            drawn_baby(laughs=laughs),
            f"it meets {format_history((met,))} and {does} (action {answer}): the reward is {1 if laughs else -1}",
        )
        return Clause("\n".join(words), Percept(1 if laughs else -1, answer))


@frozen
class ExplainedSociety:
    """A society, told by who did what; ``seat`` is the true agent's."""

    name: str
    society: Society[Any] = field(repr=False)
    seat: int = 0

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return in_society(self.society, self.seat)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the last rounds, a line for each deed, and what the true agent then meets."""
        done, meets = deeds(self.society, self.seat, agent, actions(play))
        number = len(self.society.roles)
        shown = done[-LIVED_SHOWN * number :]
        lines = [self._line(deed) for deed in shown]
        if len(shown) < len(done):
            lines.insert(0, f"{len(done) - len(shown)} deeds before")
        you = self.society.roles[self.seat].name
        lines.append(f"the {you} is the agent itself, and now meets {format_history((meets,))}")
        return Clause("\n".join(lines), meets)

    def _line(self, deed: Deed) -> str:
        width = max(len(role.name) for role in self.society.roles)
        who = "itself" if deed.person == self.seat else "a copy"
        name = self.society.roles[deed.person].name
        return f"the {name:<{width}} ({who}) meets {format_history((deed.met,))} and does {deed.did}"
