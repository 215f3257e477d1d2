"""The deep agents by name, where Stable-Baselines3 is not there, or not yet imported."""

import subprocess
import sys

RUN = """
import sys
{before}
from formal_rl.battery.agents import RunSettings
from formal_rl.battery.agents import DEEP_AGENTS
from formal_rl.agents import HashedDraws
print(*DEEP_AGENTS, *(name for name in ("torch", "stable_baselines3") if sys.modules.get(name)))
{after}
"""
TRIED = """
for agent in DEEP_AGENTS.values():
    try:
        agent.make(RunSettings(HashedDraws(0), 2))
    except ImportError as error:
        print(type(error).__mro__[1].__name__, error)
"""


def printed(before, after):
    """The lines that a program prints, with the two parts put in."""
    code = RUN.format(before=before, after=after)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()


def test_a_name_imports_nothing():
    """The agents can be listed without the library."""
    assert printed("", "") == ["dqn a2c ppo"]


def test_what_is_missing_is_said():
    """Where the library is not installed, making a learner says what to install."""
    assert printed("sys.modules['stable_baselines3'] = None", TRIED) == [
        "dqn a2c ppo",
        *["FormalRLError stable-baselines3 is not installed: pip install stable-baselines3"] * 3,
    ]
