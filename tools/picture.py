"""The picture of the README: what an environment asks its agent, and what it pays for the answer.

``python tools/picture.py > docs/ask.svg`` draws it. The numbers in it come from the same question as in
``formal-rl ask ignore_rewards --agent last_reward_sign --play "(0,0) 0 (1,0) 1"``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise

from formal_rl.histories import History, Percept, parse_history
from formal_rl.study import ask
from formal_rl.view import INK, PALE, Disc, Drawing, Path, Shape, Words, rectangle, svg

ENVIRONMENT, AGENT, PLAY = "ignore_rewards", "last_reward_sign", "(0,0) 0 (1,0) 1"

WIDTH, HEIGHT = 680, 262
LEFT, STEP = 250, 125
"""Where the first element of a history stands, and how far it is to the next."""

HAPPENED, ASKED, PAID = 80, 158, 236
"""How far down the rows are."""

BLUE, PALE_BLUE, ORANGE, PALE_ORANGE = "#1f5fa8", "#e8f0fa", "#c2410c", "#fdebdd"


def picture() -> str:
    """Return the picture as SVG."""
    play = parse_history(PLAY)
    answer = ask(ENVIRONMENT, AGENT, play)
    (question,) = answer.questions
    imagined = (*question.prompt, question.action)
    paid = f"reward {answer.percept.reward}: the agent did {play[-1]} and would have done {question.action}"
    title = "Would the agent have done the same, had every reward been 0?"
    shapes = (
        Words((24, 34), title, 16, bold=True, anchor="start"),
        *_row(HAPPENED, "what happened", play, play),
        *_row(ASKED, "what the agent is asked", imagined, play),
        _label(PAID, "what it is paid"),
        Words((LEFT - 46, PAID + 5), paid, 15, ORANGE, "start", bold=True),
    )
    description = f"{ENVIRONMENT} asks the agent about a history that did not happen. {paid.capitalize()}."
    return svg(Drawing(WIDTH, HEIGHT, shapes), title, description)


def _row(down: float, label: str, history: History, true: History) -> Iterator[Shape]:
    """Yield a history: percepts as boxes, actions as discs, orange where they are not the true ones."""
    yield _label(down, label)
    places = [LEFT + STEP * place for place in range(len(history))]
    for place, after in pairwise(places):
        yield Path(((place, down), (after, down)), PALE)
    for place, element, meant in zip(places, history, true, strict=True):
        stroke, fill = (BLUE, PALE_BLUE) if element == meant else (ORANGE, PALE_ORANGE)
        if isinstance(element, Percept):
            yield rectangle((place - 46, down - 19), 92, 38, stroke=stroke, fill=fill)
            yield Words((place, down + 5), f"reward {element.reward}", 15, INK)
        else:
            yield Disc((place, down), 21, fill, stroke)
            yield Words((place, down + 6), str(element), 16, INK)


def _label(down: float, text: str) -> Words:
    return Words((24, down + 5), text, 14, PALE, "start")


if __name__ == "__main__":
    sys.stdout.write(picture())
