"""Every published form of an environment, by the library's name."""

from collections.abc import Callable, Mapping
from typing import Any

from formal_rl.agents import Draws
from formal_rl.environments import RECORDS, PublishedEnvironment
from formal_rl.on_demand import WhenAskedFor
from formal_rl.statements.library import compared

_PUBLISHED = {
    record.published_name: record
    for record in sorted(RECORDS, key=lambda record: record.published_name)
    if record.published_name and record.has("published")
}
_RATE = "IncentivizeLearningRate"
_TOLD = [name for name, record in _PUBLISHED.items() if record.group == "told"]


def _made(name: str) -> Any:
    if name == f"{_RATE}_Old":
        return _PUBLISHED[_RATE].made("published_old")
    return compared(_PUBLISHED[name], "published")


PUBLISHED_CONSTANTS: Mapping[str, PublishedEnvironment] = WhenAskedFor(
    (name for name, record in _PUBLISHED.items() if not record.draws and name not in _TOLD), _made
)
"""Those that neither draw nor tell a copy something else, by the library's name."""

PUBLISHED_DRAWING: Mapping[str, Callable[[Draws], PublishedEnvironment]] = WhenAskedFor(
    (name for name, record in _PUBLISHED.items() if record.draws), lambda name: _PUBLISHED[name].load("published")
)
"""Those that are made from draws."""

PUBLISHED_FORMS: Mapping[str, PublishedEnvironment] = WhenAskedFor(
    (*PUBLISHED_CONSTANTS, *PUBLISHED_DRAWING, *sorted((*_TOLD, f"{_RATE}_Old"))), _made
)
"""All but the inspector of steps. Where a form needs an agent that is told something else, one that does one more."""
