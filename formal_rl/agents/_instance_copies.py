"""Copies of live instances that share nothing with what they are copies of; or the reason why there are none."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterator
from types import BuiltinMethodType, FunctionType, MethodType, ModuleType
from typing import Any

import attrs

_CHANGING = (list, dict, set, bytearray, deque)


@attrs.define
class InstanceCopier:
    """Copies instances with `copy.deepcopy`; the first that cannot be copied ends it, and ``refusal`` says why.

    Whether a copy is independent is looked at for copies number 1, 2, 4, 8, ..., since looking costs as much as
    copying does.
    """

    refusal: str = ""
    _made: int = 0

    def copy_of(self, instance: Any) -> Any | None:
        """Return a copy; ``None`` where instances cannot be copied, now and from then on."""
        if self.refusal:
            return None
        try:
            copied = copy.deepcopy(instance)
        except Exception as cause:
            self.refusal = f"copying an instance raised {type(cause).__name__}: {cause}"
            return None
        self._made += 1
        if self._made & (self._made - 1) == 0:
            self.refusal = what_is_shared(instance, copied)
        return None if self.refusal else copied


def what_is_shared(instance: Any, copied: Any) -> str:
    """Return what an instance and its copy share that can change; empty where nothing was found.

    Looked at are attributes, items of containers, what functions close over, and containers that a class holds. What
    an instance changes elsewhere, such as in a module, is not seen.
    """
    for cls in type(instance).__mro__[:-1]:
        for name, value in vars(cls).items():
            if not name.startswith("__") and isinstance(value, _CHANGING):
                return f"the class holds a {type(value).__name__}, {cls.__name__}.{name}, that all instances share"
    of_the_copy = {id(each): each for each in _parts(copied)}
    for part in _parts(instance):
        if id(part) in of_the_copy and _can_change(part):
            return f"a copy shares a {type(part).__name__} with the instance"
    return ""


def _can_change(part: Any) -> bool:
    if isinstance(part, FunctionType):
        return part.__closure__ is not None
    if isinstance(part, BuiltinMethodType):
        return not isinstance(part.__self__, (type, ModuleType, str, int, tuple, type(None)))
    if isinstance(part, (type, ModuleType, tuple, frozenset)):
        return False
    return isinstance(part, _CHANGING) or bool(_attributes(part))


def _attributes(part: Any) -> list[Any]:
    held = list(vars(part).values()) if hasattr(part, "__dict__") else []
    for cls in type(part).__mro__:
        slots = vars(cls).get("__slots__", ())
        names = (slots,) if isinstance(slots, str) else slots
        held += [getattr(part, name) for name in names if name != "__dict__" and hasattr(part, name)]
    return held


def _parts(instance: Any) -> Iterator[Any]:
    """Yield everything that can be reached, each object once, and not what is behind classes and modules."""
    seen: dict[int, Any] = {}
    waiting = [instance]
    while waiting:
        part = waiting.pop()
        if id(part) in seen or isinstance(part, (type, ModuleType, str, bytes, int, float, complex, type(None))):
            continue
        seen[id(part)] = part
        yield part
        if isinstance(part, FunctionType):
            continue
        if isinstance(part, MethodType):
            waiting.append(part.__self__)
        elif isinstance(part, dict):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, (list, tuple, set, frozenset, deque)):
            waiting += list(part)
        waiting += _attributes(part)
