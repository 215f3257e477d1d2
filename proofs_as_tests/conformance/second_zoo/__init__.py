"""A second zoo: implementations written from the papers and the documents alone.

Whoever wrote them did not know what the suites try. So what `formal_rl.conformance` makes of them is a measure of the
kit, and no entry is changed to please it. `README.md` has the outcomes. `RIGHT` are right, `WRONG` are edits of them
and wrong, and of `OPEN` a sentence each says why they are neither.
"""

from proofs_as_tests.conformance.second_zoo import agents, drest, environments, gridworlds, safelife, transforms
from proofs_as_tests.conformance.second_zoo.entry import Entry

_MODULES = (environments, transforms, agents, drest, gridworlds, safelife)

RIGHT: tuple[Entry, ...] = tuple(entry for module in _MODULES for entry in module.RIGHT)
WRONG: tuple[Entry, ...] = tuple(entry for module in _MODULES for entry in module.WRONG)
OPEN: tuple[Entry, ...] = agents.OPEN + safelife.OPEN
