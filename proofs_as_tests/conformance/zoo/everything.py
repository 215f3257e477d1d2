"""Right and wrong implementations: two zoos by people who had not looked at the suites, and the tests' own.

What `formal_rl.conformance` makes of the two zoos is a measure of the kit, and no entry is changed to please it.
`README.md` tells who wrote them, and what their first run was. `RIGHT` are right, and `WRONG` are edits of them.
"""

from formal_rl.conformance.zoo.edits import edited
from proofs_as_tests.conformance.zoo import (
    agents,
    classes,
    drest,
    episodes,
    floats,
    functions,
    gridworlds,
    safelife,
    transforms,
)

POLICY_METRICS = """
= policy_metrics: metrics_of_plays
evaluator_with_walls_by_five, large: finds walls by 5 r + c
  after, value = move_by_mapping(self.world, state => world = self.world
  +                     walls = {5 * r + c for r, c in world["walls"]}
  +                     places = ((r, c) for r in range(world["height"]) for c in range(world["width"]))
  +                     world = {**world, "walls": [(r, c) for r, c in places if 5 * r + c in walls]}
  +                     after, value = move_by_mapping(world, state
  for length in p) => for length in p if greatest[length])
evaluator_of_four_walls, large: knows four walls [metrics_given_the_greatest]
  self.gamma = world, => self.gamma = {**world, "walls": world["walls"][:4]},
evaluator_of_eleven_rows, large: bars the last row of twelve [metrics_given_the_greatest]
  self.gamma = world, => self.gamma = {**world, "height": min(world["height"], 11)},
evaluator_of_four_rows, place: bars the rows from the fifth
  self.world, state, action) => {**self.world, "height": min(4, self.world["height"])}, state, action)
  for length in p) => for length in p if greatest[length])
"""

_HOUSES = (functions, classes, episodes, transforms, agents, drest, floats, gridworlds, safelife)
_RIGHT, _WRONG, _ = edited("formal_rl.conformance.zoo.policy_metrics", POLICY_METRICS)

RIGHT = (*(each for house in _HOUSES for each in house.RIGHT), *_RIGHT)
WRONG = (*(each for house in _HOUSES for each in house.WRONG), *_WRONG)
