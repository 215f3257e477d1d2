"""Copies of live instances that share nothing with their originals, or the reason why there are none."""

from __future__ import annotations

import copy
import gc
import re
import sys
from _thread import LockType, allocate_lock
from array import array
from collections.abc import Iterable, Iterator
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import BuiltinFunctionType, CellType, FunctionType, ModuleType
from typing import Any

import attrs

_VALUES: frozenset[type] = frozenset({int, float, complex, bool, str, bytes, type(None), Fraction, Decimal, range})
"""Types whose objects cannot change, and hold nothing that can."""

_HARMLESS = (*_VALUES, tuple, frozenset, type, ModuleType, Enum, re.Pattern, type(...), type(NotImplemented))
"""Types whose objects may be shared; the elements of tuples and frozen sets are checked one by one."""


@attrs.define
class InstanceCopier:
    """Copies instances; the first that cannot be copied ends it, and ``refusal`` says why.

    An instance of a plain class that holds numbers, text, arrays, locks that nobody holds, other such instances, and
    containers of these is copied part by part. Any other is copied with `copy.deepcopy`. Whether such a copy is
    independent is looked at for copies number 1, 2, 4, 8, ..., since looking costs more than copying does.
    """

    refusal: str = ""
    _made: int = 0

    def copy_of(self, instance: Any) -> Any | None:
        """Return a copy; ``None`` where instances cannot be copied, now and from then on."""
        if self.refusal:
            return None
        try:
            return _with_own_parts(type(instance), instance, {})
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


@lru_cache(32)
def _is_plain(cls: Any) -> bool:
    try:
        object.__new__(cls)
    except TypeError:
        return False
    inherited = all(getattr(cls, each, None) is getattr(object, each, None) for each in _AS_OBJECT)
    return inherited and cls.__weakrefoffset__ != 0 and not any("__slots__" in vars(base) for base in cls.__mro__[:-1])


def _are_values(members: Iterable[Any]) -> bool:
    """Return whether all are values, or tuples of values; no value costs a call, since most memories are large."""
    for each in members:
        kind = type(each)
        if kind is tuple:
            for part in each:
                kind = type(part)
                if kind is not int and kind not in _VALUES and not (kind is tuple and _are_values(part)):
                    return False
        elif kind is not int and kind not in _VALUES:
            return False
    return True


def _plain(value: Any, made: dict[int, Any]) -> Any:  # noqa: PLR0912 - a branch for each kind, since calls cost
    kind: Any = type(value)
    if kind in _VALUES or (kind is tuple and _are_values(value)):
        return value
    known = id(value)
    if known in made:
        return made[known]
    copied: Any
    if kind is tuple:
        copied = made[known] = tuple([_plain(each, made) for each in value])
    elif kind is list:
        copied = made[known] = value.copy()
        if not _are_values(value):
            copied[:] = [_plain(each, made) for each in value]
    elif kind is dict and _are_values(value):
        copied = made[known] = value.copy()
        if not _are_values(value.values()):
            copied |= [(key, _plain(each, made)) for key, each in value.items()]
    elif kind is dict:
        copied = made[known] = {}
        copied.update([(_plain(key, made), _plain(each, made)) for key, each in value.items()])
    elif kind is set and _are_values(value):
        copied = made[known] = value.copy()
    elif kind is array:
        copied = made[known] = value[:]
    elif kind is LockType and not value.locked():
        copied = made[known] = allocate_lock()
    elif kind is getattr(sys.modules.get("numpy"), "ndarray", None) and not value.dtype.hasobject:
        copied = made[known] = copy.copy(value)
    else:
        return _with_own_parts(kind, value, made)
    return copied


def _with_own_parts(kind: type, instance: Any, made: dict[int, Any]) -> Any:
    """Return an instance of a plain class that holds copies of what this one of its instances holds."""
    if not _is_plain(kind):
        raise _NotPlain
    copied: Any = object.__new__(kind)
    made[id(instance)] = copied
    parts = copied.__dict__
    parts |= instance.__dict__
    for name, each in parts.items():
        kind = type(each)
        if kind is not int and kind not in _VALUES:
            parts[name] = _plain(each, made)
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
