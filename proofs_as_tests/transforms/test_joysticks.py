"""Two joysticks: what is refused."""

import pytest

from formal_rl.environments import corridor
from formal_rl.errors import ActionOutOfRange, MalformedHistory
from formal_rl.histories import history
from formal_rl.transforms import two_joysticks


def test_what_is_refused():
    """A move that the game has not, and a prompt."""
    world = two_joysticks(corridor(2))
    with pytest.raises(ActionOutOfRange):
        world(lambda prompt: 0, history((0, 0), 4))
    with pytest.raises(MalformedHistory):
        world(lambda prompt: 0, history((0, 0)))
