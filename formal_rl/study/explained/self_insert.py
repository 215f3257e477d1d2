"""A game on a screen, the screen drawn."""

from formal_rl.agents import Agent
from formal_rl.histories import Percept, Play, encode_percept, prompt_of
from formal_rl.study._texts import brief
from formal_rl.study.explained.environments import Explained, at_first, comparison
from formal_rl.transforms import read_from_the_screen, self_insert, self_insert_letter


def explained_self_insert(environment: Explained, *, by_the_letter: bool = False) -> Explained:
    """Return self-insert of an explained game, decoded or by the letter, explained.

    The words have what was to be seen so far, what the agent does on it, and the screen that comes next.
    """

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        read = read_from_the_screen(play)
        shown = environment(agent, play if by_the_letter else read)
        number = encode_percept(shown)
        screen = f"{environment.name} is on the screen, as the number {number}:\n{drawn_screen(shown)}"
        if play == ():
            return f"{at_first(percept)};\n{screen}"
        asked = prompt_of(read)
        return f"{comparison(play, f'had it felt what it saw, {brief(asked)},', agent(asked), percept)};\n{screen}"

    insert = self_insert_letter if by_the_letter else self_insert
    return Explained(f"{insert.__name__}({environment.name})", insert(environment), clause)


def drawn_screen(percept: Percept) -> str:
    """Return a screen with the reward and the observation of a percept on it."""
    lines = (f"reward  {percept.reward}", f"shows   {percept.observation}")
    width = max(12, *map(len, lines))
    frame = f"+{'-' * (width + 2)}+"
    return "\n".join([frame, *(f"| {line:<{width}} |" for line in lines), frame])
