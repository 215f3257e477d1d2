"""The tempting button: which of its four cases decided, and what it shows next."""

from formal_rl.agents import Agent, Draws
from formal_rl.environments import BUTTON, PUSH, seeing_a_button, tempting_button
from formal_rl.histories import Percept, Play
from formal_rl.study.explained.environments import Explained, at_first, if_short


def explained_tempting_button(draws: Draws) -> Explained:
    """Return the tempting button with these draws, explained."""
    return Explained("tempting_button", tempting_button(draws), _clause)


def _clause(agent: Agent, play: Play, percept: Percept) -> str:
    draw, shows = ("<", "a button") if percept.observation == BUTTON else (">=", "no button")
    shown = f"draw u_{len(play) // 2} is {draw} 1/4, so it shows {shows} (observation {percept.observation})"
    if play == ():
        return f"{at_first(percept)};\n{shown}"
    seen, did = play[-2].observation, play[-1]
    if seen == BUTTON:
        pushed = "pushed it" if did == PUSH else "did not push it"
        text = f"there was a button (observation {seen}) and the agent {pushed} (action {did})"
    else:
        prompt = seeing_a_button(play)
        does = agent(prompt)
        would = "would push it" if does == PUSH else "would not push it"
        text = (
            f"there was no button (observation {seen}); had there been one{if_short(prompt)} "
            f"the agent {would} (action {does})"
        )
    return f"{text}: the reward is {percept.reward};\n{shown}"
