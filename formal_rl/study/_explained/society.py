"""The crying baby and societies, told turn by turn: who met what and did what, and a baby that is drawn."""

from typing import Any

from formal_rl.agents import Agent
from formal_rl.environments import FEED, LAUGH, Nutrition, crying_baby_with
from formal_rl.environments.abstract import VILLAGE, Move, Society, in_society, moves_of
from formal_rl.histories import Percept, Play, Prompt, actions, format_history
from formal_rl.study._explained.environments import ExplainedEnvironment

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


def explained_crying_baby(nutrition: Nutrition) -> ExplainedEnvironment:
    """Return the crying baby explained: what the adult did last, the nutrition, what the baby meets and does."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        if play == ():
            return f"nothing was done yet, and the baby laughs\n{drawn_baby(laughs=True)}"
        adult = actions(play)
        baby: Prompt = ()
        level = nutrition.initial
        for turn, did in enumerate(adult, start=1):
            level = nutrition.level(turn, adult[:turn].count(FEED))
            met = Percept(nutrition.reward(level), did)
            baby = (*baby, met, agent((*baby, met)))
        turns, meals, answer = len(adult), adult.count(FEED), baby[-1]
        laughs = answer == LAUGH
        feels = "is content" if met.reward == 1 else "is hungry" if level < nutrition.least else "has had too much"
        fed = "feeds" if adult[-1] == FEED else "does not feed"
        does = "laughs" if laughs else "cries"
        reckoned = f"{nutrition.initial} + {nutrition.meal}·{meals} - {nutrition.turn}·{turns} = {level}"
        words = (
            f"the adult {fed} the baby (action {adult[-1]}): N = {reckoned}",
            f"{nutrition_bar(level, nutrition)} the baby {feels}",
            drawn_baby(laughs=laughs),
            f"it meets {format_history((met,))} and {does} (action {answer}): the reward is {percept.reward}",
        )
        return "\n".join(words)

    return ExplainedEnvironment("crying_baby", crying_baby_with(nutrition), clause, by_actions=True)


def explained_society(name: str, society: Society[Any], seat: int = 0) -> ExplainedEnvironment:
    """Return a society explained: the last rounds, a line for each deed; ``seat`` is the true agent's."""
    names = [role.name for role in society.roles]
    width = max(map(len, names))

    def line(deed: Move) -> str:
        who = "itself" if deed.person == seat else "a copy"
        return f"the {names[deed.person]:<{width}} ({who}) meets {format_history((deed.met,))} and does {deed.did}"

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        done, _ = moves_of(society, seat, agent, actions(play))
        shown = done[-LIVED_SHOWN * len(names) :]
        lines = [line(deed) for deed in shown]
        if len(shown) < len(done):
            lines.insert(0, f"{len(done) - len(shown)} deeds before")
        lines.append(f"the {names[seat]} is the agent itself, and now meets {format_history((percept,))}")
        return "\n".join(lines)

    return ExplainedEnvironment(name, in_society(society, seat), clause, by_actions=True)


DRAWN = (explained_crying_baby(Nutrition()), explained_society("village", VILLAGE))
"""With the nutrition of the paper, and the village that is listed."""
