"""The pairs of the library's environments in which the agent is to act as if its past had been another."""

from collections.abc import Iterator
from functools import partial

from formal_rl.checking import EnvironmentPair
from formal_rl.environments import RECORDS, RewrittenIncremental, mimic
from formal_rl.environments.altered_agent import AsIfIncremental
from formal_rl.environments.catalogue import EIGHTHS
from formal_rl.environments.simulated_copy import as_it_was
from formal_rl.histories import prompt_of
from formal_rl.statements.alexander_2022.helper_learners import NextInTurn
from formal_rl.statements.alexander_2022.role_pairs import ROLE_ENVIRONMENT_PAIRS
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS

_COMPARED = {"AsIfIncremental", *(pair.name for pair in ROLE_ENVIRONMENT_PAIRS)}


def _pairs(*, draws: bool) -> Iterator[EnvironmentPair]:
    """Yield the pairs of those that have none yet, in the order of the records."""
    for record in RECORDS:
        if record.group == "library" and record.draws == draws:
            for form in ("incremental", "incremental_class"):
                if record.has(form) and record.attribute(form) not in _COMPARED:
                    yield EnvironmentPair.of(record, *(EIGHTHS,) * draws, form=form)


MIMICRY_PAIRS = (
    *_pairs(draws=False),
    EnvironmentPair("RewrittenIncremental", mimic(prompt_of), RewrittenIncremental(as_it_was)),
    EnvironmentPair(
        "AsIfIncremental",
        EXTENDED_ENVIRONMENTS["as_if"],
        AsIfIncremental(partial(NextInTurn, number_of_actions=2)),
    ),
    *_pairs(draws=True),
)
"""Each for every learner."""
