"""The suites of SafeLife."""

from collections.abc import Mapping

from formal_rl.conformance.engine.case_suites import CaseSuite
from formal_rl.conformance.suites.safelife_advance_suites import SAFELIFE_ADVANCE, SAFELIFE_ADVANCE_WITH_DRAWS
from formal_rl.conformance.suites.safelife_distance_suites import (
    SAFELIFE_DENSITY,
    SAFELIFE_EARTH_MOVER,
    SAFELIFE_GROUND_DISTANCE,
)
from formal_rl.conformance.suites.safelife_game_suites import SAFELIFE_SIDE_EFFECTS, SAFELIFE_STEP

SAFELIFE_SUITES: Mapping[str, CaseSuite] = {
    suite.name: suite
    for suite in (
        SAFELIFE_ADVANCE,
        SAFELIFE_ADVANCE_WITH_DRAWS,
        SAFELIFE_STEP,
        SAFELIFE_DENSITY,
        SAFELIFE_GROUND_DISTANCE,
        SAFELIFE_EARTH_MOVER,
        SAFELIFE_SIDE_EFFECTS,
    )
}
"""All of them, by name."""
