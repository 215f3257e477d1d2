"""Copies of live instances that share nothing with what they are copies of; or the reason why there are none."""

from __future__ import annotations

import copy
import gc
import re
from collections.abc import Iterator
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, CellType, FunctionType, ModuleType
from typing import Any

import attrs

_VALUES: frozenset[type] = frozenset({int, float, complex, bool, str, bytes, type(None), Fraction, Decimal})
"""Types whose objects cannot change, and hold nothing that can."""

_HARMLESS: tuple[type, ...] = (
    *_VALUES,
    tuple,
    frozenset,
    range,
    type,
    ModuleType,
    Enum,
    re.Pattern,
    type(...),
    type(NotImplemented),
)
"""Types whose objects may be shared; what tuples and frozen sets hold is looked at by itself."""


@attrs.define
class InstanceCopier:
    """Copies instances; the first that cannot be copied ends it, and ``refusal`` says why.

    An instance of a plain class that holds numbers, text and containers of these is copied part by part. Any other is
    copied with `copy.deepcopy`. Whether such a copy is independent is looked at for copies number 1, 2, 4, 8, ...,
    since looking costs more than copying does.
    """

    refusal: str = ""
    _made: int = 0

    def copy_of(self, instance: Any) -> Any | None:
        """Return a copy; ``None`` where instances cannot be copied, now and from then on."""
        if self.refusal:
            return None
        try:
            return _plain_copy(instance)
        except _NotPlain:
            pass
        try:
            copied = copy.deepcopy(instance)
        except Exception as cause:
            self.refusal = f"copying an instance raised {type(cause).__name__}: {cause}"
            return None
        self._made += 1
        if self._made & (self._made - 1) == 0:
            self.refusal = what_is_shared(instance, copied)
        return None if self.refusal else copied


class _NotPlain(Exception):
    """An instance is not of a plain class, or holds something that is not plain."""


_COPIED_IN_ITS_WAY = ("__deepcopy__", "__setstate__", "__getnewargs__", "__getnewargs_ex__")


def _plain_copy(instance: Any) -> Any:
    cls: Any = type(instance)
    as_object = all(getattr(cls, each, None) is getattr(object, each, None) for each in _AS_OBJECT)
    if not as_object or cls.__weakrefoffset__ == 0 or any("__slots__" in vars(base) for base in cls.__mro__[:-1]):
        raise _NotPlain
    try:
        copied = object.__new__(cls)
    except TypeError:
        raise _NotPlain from None
    made: dict[int, Any] = {id(instance): copied}
    held = {name: _plain(value, made) for name, value in vars(instance).items()}
    vars(copied).update(held)
    return copied


_AS_OBJECT = ("__reduce_ex__", "__reduce__", "__getstate__", *_COPIED_IN_ITS_WAY)
"""What a plain class has from `object`, or has not."""


def _plain(value: Any, made: dict[int, Any]) -> Any:
    kind = type(value)
    if kind in _VALUES:
        return value
    if kind is tuple and _VALUES.issuperset(map(type, value)):
        return value
    if id(value) in made:
        return made[id(value)]
    if kind is list:
        made[id(value)] = items = list[Any]()
        items += value if _VALUES.issuperset(map(type, value)) else [_plain(each, made) for each in value]
        return items
    if kind is dict:
        made[id(value)] = entries = dict[Any, Any]()
        for key, each in value.items():
            entries[_plain(key, made)] = _plain(each, made)
        return entries
    if kind is set and _VALUES.issuperset(map(type, value)):
        made[id(value)] = members = set(value)
        return members
    raise _NotPlain


def what_is_shared(instance: Any, copied: Any) -> str:
    """Return what an instance and its copy share that may change; empty where nothing was found.

    All that can be reached from both is looked at, and what functions close over, but not what is in classes, modules
    and global names: instances share that whether or not they are copies.
    """
    of_the_copy = {id(each): each for each in _parts(copied)}
    for part in _parts(instance):
        if id(part) in of_the_copy and not _is_harmless(part):
            return f"a copy shares a {type(part).__name__} with the instance"
    return ""


def _is_harmless(part: Any) -> bool:
    if isinstance(part, FunctionType):
        return part.__closure__ is None
    if isinstance(part, BuiltinFunctionType):
        return part.__self__ is None or isinstance(part.__self__, _HARMLESS)
    if isinstance(part, _HARMLESS):
        return True
    try:
        return isinstance(part.__reduce_ex__(4), str)  # a global name
    except Exception:
        return False


def _parts(instance: Any) -> Iterator[Any]:
    """Yield everything that can be reached, each object once, and not what is behind classes, modules and functions."""
    seen: dict[int, Any] = {}
    waiting = [instance]
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen[id(part)] = part
        if not isinstance(part, CellType):
            yield part
        if isinstance(part, FunctionType):
            waiting += part.__closure__ or ()
        elif not isinstance(part, (type, ModuleType, BuiltinFunctionType)):
            waiting += gc.get_referents(part)
