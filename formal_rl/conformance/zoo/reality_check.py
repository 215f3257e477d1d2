"""The reality check as practitioners write it: of functions, flat functions and classes; right ones and wrong ones."""

from typing import Any

from formal_rl.agents import instance_class
from formal_rl.conformance.adapters.users_classes import UsersAgentClass
from formal_rl.conformance.zoo import plain_transforms
from formal_rl.conformance.zoo.edits import by_name, changed, edited
from formal_rl.conformance.zoo.plain_transforms import Checked, checks_each_action
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.transforms import PublishedRealityCheck, reality_check, reality_check_alternate, reality_check_fold

SUITE = "reality_check"


def CheckedAsPublished(A: Any) -> Any:  # noqa: N802, N803
    """Do what the published library does."""
    return instance_class(PublishedRealityCheck(UsersAgentClass(A, {})))


_EDITS = """
freezes_to_the_foreign_action, actions: freezes to the foreign action
  - agent(prompt if own else prompt[:1])
  + agent(prompt) if own else next(prompt[n] for n in range(1, len(prompt), 2) if prompt[n] != checked(prompt[:n]))
looks_at_the_last_action_only, actions: forgives what is not the last
  - checked(prompt[:index]) for index in range(1, len(prompt), 2)
  + agent(prompt[:index]) for index in range(1, len(prompt), 2)[-1:]
never_looks_at_the_last_action, actions: looks at all past actions but the last
  - range(1, len(prompt), 2)
  + range(1, len(prompt) - 2, 2)
does_0_once_frozen, actions: freezes to 0
  - agent(prompt if own else prompt[:1])
  + agent(prompt) if own else 0
remembers_by_actions_only, after: keeps its answers without the percepts
  -     return checked
  +     memory: Any = {}
  +     return lambda prompt: memory.setdefault(prompt[1::2], checked(prompt))
ChecksSixSteps, longer_histories: takes any action for its own after six of them [Checked]
  - self.inner, self.first, self.frozen = A(), None, False
  + self.inner, self.first, self.frozen, self.steps = A(), None, False, 0
  - self.frozen or a != own
  + self.frozen or a != own and self.steps < 6
  +         self.steps += 1
MustBeAsked, trained_only: must be asked before each training [Checked]
  - return self.first if self.frozen else self.inner.act(obs)
  + self.answer = self.first if self.frozen else self.inner.act(obs)
  +         return self.answer
  - own = self.act(o_prev)
  + own = getattr(self, "answer", None)
puts_itself_in_the_class, mutates: changes the class that is given [Checked]
  -         self.inner, self.first
  +         act = A.act
  +         A.act = lambda copy, obs: act(copy, obs) + 0
  +         self.inner, self.first
"""

WRONG: tuple[WrongImplementation, ...] = (
    wrong(CheckedAsPublished, SUITE, "actions", "freezes to the first action other than 0, as published"),
    *edited(plain_transforms, __name__, SUITE, "checks_each_action", _EDITS),
)
"""Wrong by the paper."""

__getattr__ = by_name(WRONG)

_FLAT = """\
  - range(1, len(prompt), 2)
  + range(2, len(prompt), 3)
  - prompt[:1])
  + prompt[:2])"""

RIGHT: tuple[RightImplementation, ...] = (
    *(
        RightImplementation(each.__name__, each, SUITE)
        for each in (reality_check, reality_check_alternate, checks_each_action, Checked, reality_check_fold)
    ),
    RightImplementation(
        "checks_each_action_flat", changed(plain_transforms, _FLAT.split("\n"), "checks_each_action"), SUITE
    ),
    RightImplementation("CheckedAsPublished", CheckedAsPublished, SUITE, "published"),
)
"""Right in each form."""
