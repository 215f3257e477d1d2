"""Alexander et al. 2021, Section 3: the examples, one by one and as a family."""

import pytest
from hypothesis import given

from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.strategies import agents, plays


@pytest.mark.statement("A21-S3-mimic")
@pytest.mark.parametrize("name", LETTERS)
@given(agent=agents(), play=plays(max_percepts=12))
def test_the_library_is_what_the_papers_print(name, agent, play):
    """On any play each environment answers what its example, written out, answers."""
    assert LETTERS[name].environment(agent, play) == EXTENDED_ENVIRONMENTS[name](agent, play)


@pytest.mark.statement("A21-S3-form")
@pytest.mark.parametrize("name", LETTERS)
@given(agent=agents(), play=plays(min_percepts=1, max_percepts=12))
def test_one_or_minus_one_from_the_second_percept_on(name, agent, play):
    """On any nonempty play each environment pays 1 or -1 and shows 0."""
    percept = EXTENDED_ENVIRONMENTS[name](agent, play)

    assert percept in {(1, 0), (-1, 0)}
