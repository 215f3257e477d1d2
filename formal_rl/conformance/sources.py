"""The source of what goes into scripts: a module is parsed once, where `inspect` parses it for each of its classes."""

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any


def source_of(member: Any) -> str:
    """Return the source of a class or function, with its decorators.

    Raises what `inspect.getsource` raises where there is none.
    """
    module, name = sys.modules.get(getattr(member, "__module__", "")), getattr(member, "__qualname__", "")
    if module is not None and getattr(module, name, None) is member:
        source = _sources(module).get(name)
        if source is not None:
            return source
    return inspect.getsource(member)


@cache
def _sources(module: ModuleType) -> Mapping[str, str]:
    text = inspect.getsource(module)
    lines, found = text.splitlines(keepends=True), {}
    for each in ast.parse(text).body:
        if isinstance(each, ast.ClassDef | ast.FunctionDef):
            first = min(part.lineno for part in (each, *each.decorator_list))
            found[each.name] = "".join(lines[first - 1 : each.end_lineno])
    return found
