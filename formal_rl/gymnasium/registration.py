"""Names under which Gymnasium makes our environments."""

from itertools import chain
from typing import Any, NamedTuple

import gymnasium

from formal_rl.gridworlds import RECONSTRUCTED, SYNTHETIC
from formal_rl.safelife.levels import SHIPPED_KINDS, TEACHING_LEVELS
from formal_rl.safelife.levels.shipped_levels import LEVELS_OF_A_KIND

NAMESPACE = "formal_rl"
VERSION = 0


class Registration(NamedTuple):
    """The registration under a name: the classes, and their arguments."""

    entry_point: str
    vector_entry_point: str | None
    kwargs: dict[str, Any]


def registered_names() -> dict[str, Registration]:
    """Return all names that `register` adds, with their registrations.

    They are ``formal_rl/SafeLife-NAME-v0`` for the shipped levels, their kinds (all levels of the kind, one after the
    other) and the teaching levels, and ``formal_rl/Gridworld-NAME-v0`` for the worlds.
    """
    numbered = {kind: [f"{kind}-{number}" for number in range(LEVELS_OF_A_KIND)] for kind in SHIPPED_KINDS}
    alone = (*chain(*numbered.values()), *TEACHING_LEVELS)
    single = "formal_rl.gymnasium.safelife_env:SafeLifeEnv"
    vector = "formal_rl.gymnasium.safelife_vector_env:SafeLifeVectorEnv"
    gridworld = "formal_rl.gymnasium.gridworld_env:GridworldEnv"
    names = {}
    for name, levels in (*numbered.items(), *zip(alone, alone, strict=True)):
        names[f"{NAMESPACE}/SafeLife-{name}-v{VERSION}"] = Registration(single, vector, {"levels": levels})
    for name in (*RECONSTRUCTED, *SYNTHETIC):
        names[f"{NAMESPACE}/Gridworld-{name}-v{VERSION}"] = Registration(gridworld, None, {"world": name})
    return names


def register() -> None:
    """Make the names of our environments known to ``gymnasium.make`` and ``make_vec``; once more does no harm."""
    for name, registered in registered_names().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=registered.entry_point,
                vector_entry_point=registered.vector_entry_point,
                kwargs=registered.kwargs,
            )
