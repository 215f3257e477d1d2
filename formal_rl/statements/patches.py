"""Mutants as patches: a wrong definition is the right one with a few characters changed, while a check is run on it.

``Patch("transforms.reality_check:rho", ("==", "!="))`` says: where the text of ``rho`` has ``==``, let
it have ``!=``. The old text must stand in the target exactly once, wherever lines are broken in it; else
`PatchDoesNotApply` is raised, so that nobody rewrites a definition without its mutants. Functions, methods, and what a
statement of a module makes can be patched. Nothing is imported again: the changed code is put into the functions that
are there, also into those that an outer function has made already, and taken out again. So a patch is seen wherever a
definition is used, under whatever name it was imported. What the package remembers (`functools.cache`) of functions
that may come to the changed one is forgotten before and after.
"""

import ast
import functools
import gc
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import CodeType, FunctionType, ModuleType
from typing import Any

from attrs import frozen

from formal_rl.errors import FormalRLError

PACKAGE = __name__.partition(".")[0]


class PatchDoesNotApply(FormalRLError):
    """The old text of a patch does not stand in its target exactly once, or the change cannot be made in place."""


class NoSource(FormalRLError):
    """The text of the target is not there to be changed, as where only compiled files are installed."""


@frozen
class Patch:
    """A change of the text of a definition.

    ``target`` is a function, a method, a class, or another name of a module, by its place from the package on, such as
    ``gridworlds.world:move``; or a module. ``texts`` are the old text and the new one, and so on.
    """

    target: str
    texts: Sequence[str]

    @property
    def place(self) -> tuple[ModuleType, tuple[str, ...]]:
        """The module that the target is in, and its name there, part by part."""
        module, _, name = self.target.partition(":")
        if module not in sys.modules or module == PACKAGE:  # else it is beside a statement of somebody's own
            module = f"{PACKAGE}.{module}"
        return import_module(module), tuple(filter(None, name.split(".")))

    @property
    def changes(self) -> tuple[tuple[str, str], ...]:
        """Each old text, with the new one."""
        return tuple(zip(self.texts[::2], self.texts[1::2], strict=True))

    def __str__(self) -> str:
        return "\n".join([self.target, *(f"- {old}\n+ {new}" for old, new in self.changes)])

    @contextmanager
    def made(self) -> Iterator[None]:
        """Let the definition be the changed one, for a while."""
        remembering = self._remembering()
        undo = self._put()
        try:
            for each in remembering:
                each.cache_clear()
            yield
        finally:
            for change in reversed(undo):
                change()
            for each in self._remembering():
                each.cache_clear()

    def _remembering(self) -> list[Any]:
        """Return what remembers values of functions that may come to the target, by the names that they use."""
        _, names = self.place
        target, modules = names[-1] if names else "__", len(_modules())
        every = target.startswith("__")
        return [each for each in _caches(modules) if every or target in _reached(each.__wrapped__, modules)]

    def _put(self) -> list[Callable[[], None]]:
        """Make the change, and return what takes it back."""
        module, names = self.place
        try:
            source = inspect.getsource(module)
        except OSError:
            raise NoSource(f"{module.__name__} has no source here") from None
        if not names:
            return _put_module(module, self._changed(source, module.__name__))
        node = _node(_parsed(source), names)
        while isinstance(node, ast.ClassDef):
            inside = [each for each in node.body if _found(self.texts[0], _text(source, each))]
            node = _only(inside, f"{'.'.join(names)} has {self.texts[0]!r} in")
            names = (*names, *_names(node))
        changed = self._changed(_text(source, node), ".".join(names))
        if not isinstance(node, ast.FunctionDef):
            return _put_module(module, source.replace(_lines(source, node), changed, 1))
        return _put_function(module, names, changed)

    def _changed(self, text: str, name: str) -> str:
        for old, new in self.changes:
            place = _only(_found(old, text), f"{name} has {old!r}")
            text = text[: place.start()] + new + text[place.end() :]
        return text


def put_from(source: str, module: ModuleType, name: str) -> None:
    """Put the code that a function, or the one that it is in, has in another source of its module into it.

    Raises `PatchDoesNotApply` where it cannot be done in place.
    """
    node: Any = ast.parse(source)
    names: tuple[str, ...] = ()
    for part in name.split("."):
        if not isinstance(node, ast.FunctionDef):
            node, names = _node(node, (part,)), (*names, part)
    _put_function(module, names, _text(source, node))


def _put_function(module: ModuleType, names: tuple[str, ...], text: str) -> list[Callable[[], None]]:
    live = _function(module, names)
    return _put_into(live, _run(module, text, names[:-1], live.__code__.co_flags & _FUTURE)[names[-1]])


def _found(old: str, text: str) -> list[re.Match[str]]:
    return list(re.finditer(r"\s+".join(map(re.escape, old.split())), text))


def _only(found: list[Any], what: str) -> Any:
    if len(found) != 1:
        raise PatchDoesNotApply(f"{what} {len(found)} places, and not in one")
    return found[0]


# --- Finding what is changed ---

_parsed = functools.lru_cache(maxsize=8)(ast.parse)  # the mutants of a statement change few modules


def _node(node: Any, names: tuple[str, ...]) -> Any:
    """Return the function, class or statement that has this name."""
    for name in names:
        node = _only([each for each in node.body if name in _names(each)], f"{'.'.join(names)} stands in")
    return node


def _names(node: ast.AST) -> tuple[str, ...]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return (name,)
        case ast.Assign(targets=[ast.Name(id=name)]):
            return (name,)
    return ()


def _lines(source: str, node: ast.stmt) -> str:
    return "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])


def _text(source: str, node: ast.stmt) -> str:
    """Return the text of a statement, without its decorators and docstrings, as many lines as it has."""
    lines = source.splitlines()
    for each in ast.walk(node):
        match each:
            case ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str())) as docstring, _, *_]):
                for line in range(docstring.lineno - 1, docstring.end_lineno or 0):
                    lines[line] = ""
    return textwrap.dedent("\n".join(lines[node.lineno - 1 : node.end_lineno]))


def _function(module: ModuleType, names: tuple[str, ...]) -> FunctionType:
    found: Any = module
    for name in names:
        found = vars(found)[name]
        for wrapped in ("fget", "__func__", "func"):  # a property, a class's own function, what is computed once
            found = getattr(found, wrapped, None) or found
        found = inspect.unwrap(found) if callable(found) and not isinstance(found, type) else found
    if not isinstance(found, FunctionType):
        raise PatchDoesNotApply(f"{'.'.join(names)} is no function")
    return found


# --- Changing it ---

_FUTURE = 0x1000000
"""The flag of code whose annotations are texts."""


def _run(module: ModuleType, text: str, classes: tuple[str, ...], flags: int = 0) -> dict[str, Any]:
    """Return the names that a statement gives values to, run where it stands, within classes of these names."""
    for name in reversed(classes):
        text = f"class {name}:\n{textwrap.indent(text, '    ')}"
    made: dict[str, Any] = {}
    code = compile(text, module.__file__ or "", "exec", flags=flags, dont_inherit=True)
    exec(code, dict(vars(module)), made)  # noqa: S102 - the text is of the package, changed by the package
    for name in classes:
        made = dict(vars(made[name]))
    return made


def _put_into(live: FunctionType, changed: FunctionType) -> list[Callable[[], None]]:
    """Put the changed code and defaults into a function, and the code into those that it has made."""
    (_, outer), *inner = _pairs(live.__code__, changed.__code__)
    others = {old: new for old, new in inner if old.co_name not in _COMPREHENSIONS}
    for old, new in ((live.__code__, outer), *inner):
        if old.co_freevars != new.co_freevars and old.co_name not in _COMPREHENSIONS:
            raise PatchDoesNotApply(f"{old.co_qualname} would use other variables of the function around it")
    undo = [_set(live, "__defaults__", changed.__defaults__), _set(live, "__kwdefaults__", changed.__kwdefaults__)]
    undo.append(_set(live, "__code__", outer))
    # To look for referrers is slow, since it goes through all objects. No function has the changed code yet; so where
    # the old code has no more references than the changed one, no function has the old code either.
    in_use = [old for old, new in others.items() if sys.getrefcount(old) > sys.getrefcount(new)]
    for each in gc.get_referrers(*in_use) if in_use else ():
        if type(each) is FunctionType:
            undo.append(_set(each, "__code__", others[each.__code__]))
    return undo


_COMPREHENSIONS = {"<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"}
"""Functions that no one keeps: each access makes a new one."""


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the code of a function and of those in it, each with the changed one: of the same name, in order."""
    yield old, new
    inside = [each for each in new.co_consts if isinstance(each, CodeType)]
    for code in old.co_consts:
        same = [each for each in inside if isinstance(code, CodeType) and each.co_name == code.co_name]
        if same:
            inside.remove(same[0])
            yield from _pairs(code, same[0])


def _set(holder: Any, name: str, value: Any) -> Callable[[], None]:
    before = getattr(holder, name)
    setattr(holder, name, value)
    return lambda: setattr(holder, name, before)


def _put_module(module: ModuleType, changed: str) -> list[Callable[[], None]]:
    """Put in place what a changed module makes: its functions' code, and values that differ wherever they are named."""
    made = {name: vars(module)[name] for name in ("__name__", "__file__", "__package__", "__spec__")}
    exec(compile(changed, module.__file__ or "", "exec", dont_inherit=True), made)  # noqa: S102 - as above
    undo = []
    for name, value in list(vars(module).items()):
        other = made.get(name, value)
        if isinstance(value, FunctionType) and value.__module__ == module.__name__ and isinstance(other, FunctionType):
            undo += _put_into(value, other) if value.__code__ != other.__code__ else []
        elif not isinstance(value, FunctionType | type) and other != value:
            named = [(each, key) for each in _modules() for key, known in vars(each).items() if known is value]
            undo += [_set(each, key, other) for each, key in named]
    return undo


def _modules() -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == PACKAGE]


# --- What is remembered ---


@functools.lru_cache(maxsize=1)
def _caches(modules: int) -> list[Any]:
    changeable = (module for module in _modules() if module.__package__ != __package__)
    values = (value for module in changeable for value in vars(module).values())
    return list(dict.fromkeys(each for each in values if isinstance(each, functools._lru_cache_wrapper)))


@functools.cache
def _reached(function: Any, modules: int) -> frozenset[str]:
    """Return the names that are used by a function, by those of the package that have these names, and so on.

    It is cached by the number of modules: a later import may bring the function that is called.
    """
    found, new = set[str](), set(_names_in(getattr(function, "__code__", None)))
    while new:
        found |= new
        new = set().union(*(_used(modules).get(name, ()) for name in new)) - found
    return frozenset(found)


def _names_in(code: CodeType | None) -> Iterator[str]:
    if code is not None:
        yield from code.co_names
        for each in code.co_consts:
            yield from _names_in(each) if isinstance(each, CodeType) else ()


@functools.lru_cache(maxsize=1)
def _used(modules: int) -> dict[str, set[str]]:
    """Return the names that each function of the package uses, by its name; under that of a class, all its methods."""
    found: dict[str, set[str]] = {}
    functions = (each for each in gc.get_objects() if type(each) is FunctionType)
    ours = (each for each in functions if str(each.__module__).partition(".")[0] == PACKAGE)
    for qualified, code in {
        (name, each.__code__) for each in ours for name in (each.__qualname__, each.__code__.co_qualname)
    }:
        *classes, name = qualified.split(".")
        for known in {name, *classes[-1:]}:
            found.setdefault(known, set()).update(_names_in(code))
    return found
