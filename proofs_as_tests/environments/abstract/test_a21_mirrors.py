"""Section 5 of the 2021 paper: the mirror, the body in it, and binocular vision."""

from fractions import Fraction
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import ConstantLearner, as_agent
from formal_rl.checking import HashedAgent
from formal_rl.environments import embed, interact_incremental, interaction, respond
from formal_rl.environments.abstract import (
    MirrorIncremental,
    acting_by_the_mirror,
    crop_to_mirror,
    merge_pictures,
    mirror,
    mirror_room,
    mirror_with_body,
    playing_in_the_mirror,
    playing_with_a_body,
    seeing_blocks,
    with_figure,
)
from formal_rl.environments.abstract.binocular import left_picture, right_picture, solid
from formal_rl.environments.abstract.mirrors import mirror_room_incremental, with_figure_in_the_mirror
from formal_rl.errors import InvalidParameter
from formal_rl.histories import history, map_observations, require_percept
from formal_rl.statements.alexander_2021.mirrors import counting_its_body, looking_for_the_ball
from formal_rl.statements.pairs import PICTURE_PAIRS
from formal_rl.strategies import agents, environments, plays
from formal_rl.study import trace
from formal_rl.study._explained.pictures import DRAWN, reading_first
from formal_rl.transforms import with_handicap_repaired


@pytest.mark.statement("A21-E15")
@given(agent=agents(), environment=environments(), play=plays(), divisor=st.integers(1, 3))
def test_E15_beyond_the_exhausted_scope(agent, environment, play, divisor):
    """With penalty -1 the mirror is e * h_crop, for longer plays and larger alphabets."""
    e, natural = embed(environment), map_observations(hash, play)

    def crop(observation):
        return observation // divisor

    composed = with_handicap_repaired(e, acting_by_the_mirror(crop))
    assert mirror(e, crop)(agent, natural) == composed(agent, natural)


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


def test_who_looks_for_the_ball_always_wins():
    """It acts by the mirror, and catches the ball on every turn."""
    run = interaction(looking_for_the_ball, playing_in_the_mirror, 20)

    assert [percept.reward for percept in run[::2]] == [0] + [1] * 19


def test_what_is_no_picture_is_answered_too():
    """On any play there is a percept; what the room never shows is not cropped, nor merged."""
    odd = (0, 7, ("a", 1), ("a", "bc"), (("..",), ("..",)), ((), ()), (("...",), ("....",)), ())
    for shown, action in product(odd, range(3)):
        for environment in (playing_in_the_mirror, seeing_blocks):
            require_percept(respond(environment, HashedAgent(1, 3), history((0, shown), action)))
        require_percept(playing_with_a_body(counting_nothing, history((0, shown), action, (0, shown), action)))


counting_nothing = reading_first(lambda prompt: 0)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("steps", range(5))
def test_cropping_a_room_with_a_body(turns, steps):
    """Cropped, the snapshot with the body is the image with the body."""
    play = history((0, 0), 1) * turns
    snapshot = mirror_room(play).observation
    computation = counting_its_body(steps).compute(history((0, ("**",))))

    assert crop_to_mirror(with_figure_in_the_mirror(snapshot, computation)) == with_figure(
        crop_to_mirror(snapshot), computation
    )


CELLS = st.tuples(st.integers(0, 4), st.integers(0, 1), st.integers(0, 3))


@pytest.mark.statement("A21-E16")
@given(cells=st.lists(CELLS, unique=True, max_size=10))
def test_merging_beyond_the_exhausted_scope(cells):
    """In 5 x 2 x 4 cells the model has the blocks that are nearest on their rays to both eyes."""
    blocks = dict(zip(cells, "ABCDEFGHIJ", strict=False))
    size = {"width": 5, "height": 2, "depth": 4}
    world = solid(blocks, **size)
    seen = {
        (x, y, z): name
        for (x, y, z), name in blocks.items()
        if not any((x + side * (z - k), y, k) in blocks for side in (-1, 1) for k in range(z))
    }

    assert merge_pictures(left_picture(world), right_picture(world), depth=4) == solid(seen, **size)


ROOM = """\
  because        it saw      in the mirror
                 . [---] .   [   ]
                 1 [   ] .   [ ho]
                 . [ ho] .   [ * ]
                 . [---] .
               the last action is 1; on the mirror with its body in it the agent does 1: they agree, so the reward
                 of the room, 0, stands;
               it shows
                 . [---] .
                 2 [   ] .
                 . [ ho] .
                 . [---] .
"""

BLOCKS = """\
  because        left eye   right eye   near   middle   far
                 .C...      ...C.       ...    ...      .C.
                 ...A.      .A.B.       .A.    ...      ...
               the last action is 1; on the models the agent does 1: they agree, so the reward is 1;
               it shows
                 left eye   right eye
                 .C...      ...C.
                 ...BA      ..AB.
"""


@pytest.mark.parametrize(("environment", "drawn"), [(DRAWN[1], ROOM), (DRAWN[2], BLOCKS)])
def test_a_trace_is_drawn(environment, drawn):
    """On the third step of doing 1 the pictures stand side by side, and hidden B is in no layer."""
    assert drawn in str(trace(environment, "constant:1", 3))
