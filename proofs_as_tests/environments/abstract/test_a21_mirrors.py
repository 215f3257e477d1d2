"""Section 5 of the 2021 paper: the mirror, the body in it, and binocular vision."""

from fractions import Fraction
from itertools import islice, product

import pytest

from formal_rl.agents import ConstantLearner, as_agent
from formal_rl.checking.domains import HashedAgent
from formal_rl.environments import embed, interaction, respond
from formal_rl.environments._incremental import interact_incremental
from formal_rl.environments._text_pictures import is_picture
from formal_rl.environments.abstract import (
    mirror_with_body,
    playing_in_the_mirror,
    playing_with_a_body,
    seeing_blocks,
    showing_the_body,
)
from formal_rl.environments.abstract.binocular import merge_pictures
from formal_rl.environments.abstract.mirrors import (
    MirrorIncremental,
    crop_to_mirror,
    mirror,
    mirror_room,
    mirror_room_incremental,
    with_figure,
    with_figure_in_the_mirror,
)
from formal_rl.environments.metered_agents import Computation
from formal_rl.errors import InvalidParameter
from formal_rl.histories import history, require_percept
from formal_rl.statements.pairs import PICTURE_PAIRS
from formal_rl.study.catalogue import reading_first


@pytest.mark.parametrize("penalty", [0, 1, Fraction(1, 2), -1.0, True, None])
def test_a_penalty_is_exact_and_negative(penalty):
    """Any other is refused by all three."""
    for make in (
        lambda: mirror(embed(mirror_room), crop_to_mirror, penalty=penalty),
        lambda: mirror_with_body(embed(mirror_room), crop_to_mirror, with_figure, penalty=penalty),
        lambda: MirrorIncremental(mirror_room_incremental, crop_to_mirror, penalty),
    ):
        with pytest.raises(InvalidParameter, match="penalty"):
            make()


@pytest.mark.parametrize("pair", PICTURE_PAIRS[1:], ids=[pair.name for pair in PICTURE_PAIRS[1:]])
def test_the_clock_goes_round(pair):
    """After more turns than the clock has hours the forms still agree."""
    learner = ConstantLearner(1)
    run = tuple(islice(interact_incremental(learner, pair.fast), 50))

    assert run == interaction(as_agent(learner), pair.definition, 25)


def test_it_answers_malformed_pictures_too():
    """On any play there is a percept; what the room never shows is not cropped, nor merged."""
    odd = (0, 7, ("a", 1), ("a", "bc"), (("..",), ("..",)), ((), ()), (("...",), ("....",)), ())
    for shown, action in product(odd, range(3)):
        for environment in (playing_in_the_mirror, seeing_blocks):
            require_percept(respond(environment, HashedAgent(1, 3), history((0, shown), action)))
        require_percept(playing_with_a_body(counting_nothing, history((0, shown), action, (0, shown), action)))


counting_nothing = reading_first(lambda prompt: 0)


@pytest.mark.parametrize(
    "environment", [playing_with_a_body, showing_the_body(embed(mirror_room), with_figure_in_the_mirror)]
)
def test_a_function_without_a_cost(environment):
    """It is refused, before anything was done too."""
    with pytest.raises(InvalidParameter, match="CostedAgent"):
        environment(lambda prompt: 0, ())


@pytest.mark.parametrize("value", [("ab", "c"), (), ["a"], ("a", 1), 5])
def test_malformed_pictures_raise(value):
    """Rows of one length are; anything else stays as it is where a picture would be changed."""
    assert is_picture(("ab", "cd"))
    assert not is_picture(value)
    assert crop_to_mirror(value) == value
    assert merge_pictures(value, ("..",)) == (value, ("..",))
    assert with_figure(value, Computation(0, 1, 0)) == with_figure_in_the_mirror(value, Computation(0, 1, 0)) == value
