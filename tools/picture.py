"""The picture of the README: what an environment asks its agent, and what it pays for the answer.

``python tools/picture.py > docs/ask.svg`` draws it, as ``formal-rl ask --svg`` draws any other answer.
"""

import sys

from formal_rl.study import ask


def picture() -> str:
    """Return the picture as SVG."""
    answer = ask("ignore_rewards", "last_reward_sign", "(0,0) 0 (1,0) 1")
    return answer.svg("Would the agent have done the same, had every reward been 0?")


if __name__ == "__main__":
    sys.stdout.write(picture())
