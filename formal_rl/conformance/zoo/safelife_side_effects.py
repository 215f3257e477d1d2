"""Side effects of SafeLife: right ones in each convention, and edits that are wrong."""

from formal_rl.conformance.zoo import plain_distances
from formal_rl.conformance.zoo.edits import by_name, edited
from formal_rl.conformance.zoo.plain_distances import effects_as_published, effects_on_arrays, effects_on_rows
from formal_rl.conformance.zoo.wrong import RightImplementation, wrong

EFFECTS = "safelife_side_effects"

RIGHT = (
    RightImplementation("side effects on rows", effects_on_rows, EFFECTS),
    RightImplementation("side effects on arrays", effects_on_arrays, EFFECTS),
    RightImplementation("side effects, as published", effects_as_published, EFFECTS, "published"),
)

_EDITS = r"""
effects_from_the_start, times: compares with the initial board, however long the run was
  - advanced(initial_rows, steps + samples)[steps + 1 :]
  + advanced(initial_rows, samples)[1:]
effects_with_the_first_states, times: samples the states from time t on
  - [steps + 1 :]
  + [steps:-1]
  - samples)[1:]
  + samples)[:-1]
effects_on_the_final_board, times: compares with the final board alone
  - advanced(final_rows, samples)[1:]
  + [Board(final_rows)]
effects_there_and_back, times: advances the final board by the steps of the run, too
  - advanced(final_rows, samples)[1:]
  + advanced(final_rows, steps + samples)[steps + 1 :]
effects_one_way, still: goes round the board one way only, as published
  - earth_mover_distance(*pair)
  + earth_mover_distance(*pair, "one way")
effects_without_colours, still: takes life of all colours for one
  -     without, acted = densities(inaction), densities(action)
  +     sampled = ([Board([[c & ~3584 for c in row] for row in board.rows]) for board in s] for s in (inaction, action))
  +     without, acted = map(densities, sampled)
effects_without_the_agent, agents: takes the agent off the boards
  - initial=Board(rows)
  + initial=Board([[0 if cell & 2 else cell for cell in row] for row in rows])
"""

WRONG = (
    *edited(plain_distances, __name__, EFFECTS, "effects_on_rows", _EDITS),
    wrong(effects_as_published, EFFECTS, "still", "merges life, and forgets what is empty, as published"),
)

__getattr__ = by_name(WRONG)
