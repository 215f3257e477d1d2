"""A game on a screen, the screen drawn."""

from __future__ import annotations

from attrs import frozen

from formal_rl.environments import Agent
from formal_rl.histories import Percept, Play, prompt_of
from formal_rl.histories.history_coding import encode_percept
from formal_rl.study.explained import Clause, Explained
from formal_rl.study.texts import brief
from formal_rl.transforms.self_insert import read_from_the_screen, self_insert, self_insert_letter


@frozen
class ExplainedSelfInsert:
    """Self-insert of an explained game, decoded or by the letter."""

    environment: Explained
    by_the_letter: bool = False

    @property
    def name(self) -> str:
        """``self_insert(e)`` or ``self_insert_letter(e)``."""
        return f"self_insert{'_letter' if self.by_the_letter else ''}({self.environment.name})"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        insertion = self_insert_letter if self.by_the_letter else self_insert
        return insertion(self.environment)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return what was to be seen so far and what the agent does on it, and the screen that comes next."""
        read = read_from_the_screen(play)
        shown = self.environment.clause(agent, play if self.by_the_letter else read).percept
        number = encode_percept(shown)
        screen = f"{self.environment.name} is on the screen, as the number {number}:\n{drawn_screen(shown)}"
        if play == ():
            return Clause(f"the play is empty, so the reward is 0;\n{screen}", Percept(0, number))
        asked = prompt_of(read)
        did, does = play[-1], agent(asked)
        same, reward = ("they agree", 1) if did == does else ("they differ", -1)
        words = (
            f"the last action is {did}; had it felt what it saw, {brief(asked)}, the agent does {does}: {same}, "
            f"so the reward is {reward};\n{screen}"
        )
        return Clause(words, Percept(reward, number))


def drawn_screen(percept: Percept) -> str:
    """Return a screen with the reward and the observation of a percept on it."""
    lines = (f"reward  {percept.reward}", f"shows   {percept.observation}")
    width = max(12, *map(len, lines))
    frame = f"+{'-' * (width + 2)}+"
    return "\n".join([frame, *(f"| {line:<{width}} |" for line in lines), frame])
