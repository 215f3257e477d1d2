"""The distance between two cells in forks of SafeLife: PartnershipOnAI/safelife and others, safelife/side_effects.py.

    CLONE=safelife formal-rl conform examples/published/safelife_forks.py:distance --suite safelife_ground_distance

prints DIVERGES, and with `--semantics published` "conforms": it goes round the board from the higher to the lower index
only. The compiled parts and pyemd are not needed: what `earth_mover_distance` would hand to pyemd is returned.
"""

import sys
from types import ModuleType

import numpy
from clone import from_clone, stand_in

for part in ("safelife_game", "speedups", "render_text"):
    sys.modules[f"safelife.{part}"] = module = ModuleType(part)
    module.__getattr__ = lambda member: None
stand_in("pyemd")
side_effects = from_clone("safelife.side_effects")


def distance(source, target, height, width):
    """Return the cost, in what is handed to pyemd, of the way from one cell to the other."""
    handed = []
    side_effects.pyemd = ModuleType("pyemd")
    side_effects.pyemd.emd = lambda first, second, costs, penalty: handed.append((first, second, costs)) or 0.0
    first, second = numpy.zeros((height, width)), numpy.zeros((height, width))
    first[source], second[target] = 1, 1
    side_effects.earth_mover_distance(first, second)
    if not handed:  # nothing is moved
        return 0.0
    ((before, after, costs),) = handed
    return float(costs[before.argmax(), after.argmax()])
