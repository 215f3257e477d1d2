"""Two actions, and paid for acting as if there were three."""

from collections.abc import Callable
from typing import Any

from formal_rl.agents import Agent, Learner
from formal_rl.environments.altered_agent import as_if, with_field
from formal_rl.environments.environment import ExtendedEnvironment


def third_action_forbidden(with_three_actions: Callable[[Agent], Agent]) -> ExtendedEnvironment:
    """Return the environment that asks what the agent would do on the same prompt if it had three actions.

    ``with_three_actions`` says what that agent is, since it cannot be found out from a function of prompts. One that is
    not told how many actions it has stays as it is. Where the third action, 2, would be taken, neither 0 nor 1 is paid.

    Its incremental form is `AsIfIncremental` with a change of learners, and its published form `AsIfPublished` with one
    of agent-classes. The published form differs: there is no initial percept; otherwise it is the definition.

    Source: documented intention of the published library (ThirdActionForbidden).
    Ledger: A22-lib*
    """
    return as_if(with_three_actions)


def configured_with_three_actions(learner: Learner[Any]) -> Learner[Any]:
    """Return the same learner with three actions, or the learner itself if it has no ``number_of_actions``.

    This works for a learner that is an attrs class with a field of this name. A learner that is made of another one is
    for the caller to change.

    Source: documented intention of the published library (ThirdActionForbidden).
    Ledger: A22-lib
    """
    told = with_field(learner, "number_of_actions", lambda number: 3)
    return learner if told is None else told
