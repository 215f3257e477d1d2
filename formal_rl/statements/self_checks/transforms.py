"""The guards of the reality checks: what is refused of prompts."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from formal_rl.checking import Part
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, Percept, Prompt
from formal_rl.statements.self_checks import Row, decide_rows
from formal_rl.transforms import reality_check, reality_check_alternate, reality_check_memoised

ZERO, ONE = Percept(0, 0), Percept(1, 0)
PROMPT, PLAY = (ZERO, 1, ONE), (ZERO, 1, ONE, 0)
_NO_PROMPTS: tuple[Any, ...] = ((), PLAY, [ZERO], (ZERO, -1, ZERO), ((0, 0),), (Percept(True, 0),), None)


def content(prompt: Prompt) -> Action:
    """Do 0."""
    return 0


def refusals(agents: Iterable[Callable[[Any], Any]]) -> Iterator[Row]:
    """Yield the calls of agents that do 0 on prompts, and refuse what is none."""
    for agent in agents:
        yield from (Row(agent, (prompt,), 0) for prompt in ((ZERO,), PROMPT))
        yield from (Row(agent, (prompt,), MalformedHistory) for prompt in _NO_PROMPTS)


def malformed_prompts_are_refused() -> Part:
    """Refuse, in every form of the reality check, anything that is not a prompt, and nothing that is one."""
    forms = (reality_check, reality_check_memoised, reality_check_alternate)
    return decide_rows("malformed prompts are refused", refusals([form(content) for form in forms]))


CHECKS: tuple[Callable[[], Part], ...] = (malformed_prompts_are_refused,)
"""Every self-check of this module, by itself."""
