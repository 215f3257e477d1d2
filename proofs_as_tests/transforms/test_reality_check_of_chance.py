"""The reality check of agents with chance: what is refused."""

import pytest

from formal_rl.agents import certain
from formal_rl.errors import MalformedHistory
from formal_rl.histories import history
from formal_rl.transforms import reality_check_anew, reality_check_anew_fold, reality_check_possible


@pytest.mark.parametrize("reading", [reality_check_anew, reality_check_anew_fold, reality_check_possible])
@pytest.mark.parametrize("wrong", [(), history((0, 0), 1), ((0, 0),)])
def test_what_is_not_a_prompt_is_refused(reading, wrong):
    """A play and a bare pair are refused."""
    with pytest.raises(MalformedHistory):
        reading(lambda prompt: certain(0))(wrong)
