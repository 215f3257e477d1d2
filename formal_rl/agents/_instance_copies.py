"""Copies of live instances that share nothing with their originals, or the reason why there are none."""

from __future__ import annotations

import copy
import gc
import re
import sys
from array import array
from collections.abc import Collection, Iterator
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import BuiltinFunctionType, CellType, FunctionType, ModuleType
from typing import Any

import attrs

_VALUES: frozenset[type] = frozenset({int, float, complex, bool, str, bytes, type(None), Fraction, Decimal, range})
"""Types whose objects cannot change, and hold nothing that can."""

_VALUES_AND_TUPLES = _VALUES | {tuple}

_HARMLESS = (*_VALUES_AND_TUPLES, frozenset, type, ModuleType, Enum, re.Pattern, type(...), type(NotImplemented))
"""Types whose objects may be shared; the elements of tuples and frozen sets are checked one by one."""


@attrs.define
class InstanceCopier:
    """Copies instances; the first that cannot be copied ends it, and ``refusal`` says why.

    An instance of a plain class that holds numbers, text, arrays, other such instances, and containers of these is
    copied part by part. Any other is copied with `copy.deepcopy`. Whether such a copy is independent is looked at for
    copies number 1, 2, 4, 8, ..., since looking costs more than copying does.
    """

    refusal: str = ""
    _made: int = 0

    def copy_of(self, instance: Any) -> Any | None:
        """Return a copy; ``None`` where instances cannot be copied, now and from then on."""
        if self.refusal:
            return None
        try:
            return _plain(instance, {})
        except (_NotPlain, RecursionError):
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


_AS_OBJECT = (
    *("__reduce_ex__", "__reduce__", "__getstate__"),
    *("__deepcopy__", "__setstate__", "__getnewargs__", "__getnewargs_ex__"),
)
"""Methods that a plain class inherits from `object`, or lacks."""


@lru_cache(8)
def _is_plain(cls: Any) -> bool:
    inherited = all(getattr(cls, each, None) is getattr(object, each, None) for each in _AS_OBJECT)
    return inherited and cls.__weakrefoffset__ != 0 and not any("__slots__" in vars(base) for base in cls.__mro__[:-1])


def _are_values(members: Collection[Any]) -> bool:
    """Return whether all are values, or tuples of values: most memories are large, so no member costs a call."""
    kinds = {*map(type, members)}
    if not kinds <= _VALUES_AND_TUPLES:
        return False
    return tuple not in kinds or _are_values([part for each in members if type(each) is tuple for part in each])


def _plain(value: Any, made: dict[int, Any]) -> Any:
    kind: Any = type(value)
    if kind in _VALUES or (kind is tuple and _are_values(value)):
        return value
    if id(value) in made:
        return made[id(value)]
    copied: Any
    if kind is tuple:
        copied = made[id(value)] = tuple([_plain(each, made) for each in value])
    elif kind is list:
        copied = made[id(value)] = []
        copied += value if _are_values(value) else [_plain(each, made) for each in value]
    elif kind is dict:
        copied = made[id(value)] = {}
        if _are_values(value) and _are_values(value.values()):
            copied.update(value)
        else:
            copied.update([(_plain(key, made), _plain(each, made)) for key, each in value.items()])
    elif kind is set and _are_values(value):
        copied = made[id(value)] = set(value)
    elif kind is array or (kind is getattr(sys.modules.get("numpy"), "ndarray", None) and not value.dtype.hasobject):
        copied = made[id(value)] = copy.copy(value)
    elif _is_plain(kind):
        try:
            copied = made[id(value)] = object.__new__(kind)
        except TypeError:
            raise _NotPlain from None
        vars(copied).update([(name, _plain(each, made)) for name, each in vars(value).items()])
    else:
        raise _NotPlain
    return copied


def what_is_shared(instance: Any, copied: Any) -> str:
    """Return a mutable object that an instance and its copy share; empty if there is none.

    The search covers all objects reachable from both, and closures of functions, but not classes, modules and global
    names: instances share these whether or not they are copies.
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
    """Yield everything that can be reached, each object once, but nothing behind classes, modules and functions."""
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
