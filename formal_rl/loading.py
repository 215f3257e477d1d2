"""Objects named from outside: ``module:object`` and ``path/to/file.py:object``."""

import ast
import builtins
import importlib
import inspect
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from difflib import get_close_matches
from functools import partial
from hashlib import blake2b
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType, SimpleNamespace
from typing import Any

from formal_rl.errors import NotLoadable, describe_exception

IMPORT_RAISED = "importing it raised"
"""The message for a module that exists and cannot be imported."""


def load_object(spec: str) -> object:
    """Import a module and return its object that ``spec`` names; for ``gym:ID``, a function that makes the environment.

    ``spec`` is ``module:object`` or ``path/to/file.py:object``; the object may be a dotted name. The current
    directory and that of the file are put on the path, so that the file finds its neighbours as a script does. A
    module is imported once. Where files of two directories import modules of the same name, each import statement
    finds the module beside its own file, even when the statement runs later, inside a function.

    Raises `NotLoadable`. Its message says whether the text is malformed, there is no such module, importing it
    raised (what, in which file and line), or it has no such object (with similar names).
    """
    if spec.startswith("gym:"):
        return made_by_gymnasium(spec)
    source, colon, name = spec.rpartition(":")
    if source.startswith("~"):
        with suppress(RuntimeError):  # nobody has this name: then there is no such file either
            source = str(Path(source).expanduser())
    if not (colon and source and name):
        names = defined_names(Path(spec))
        there = f"; it defines {', '.join(names)}, as {spec}:{names[0]}" if names else ""
        raise NotLoadable(spec, f"expected module:object or path/to/file.py:object{there}")
    if source.endswith(":"):
        raise NotLoadable(spec, f"expected one colon: did you mean {source.rstrip(':')}:{name}?")
    if not source.endswith(".py") and (source.startswith(".") or "/" in source or "\\" in source):
        there = f": did you mean {source}.py?" if Path(f"{source}.py").is_file() else ""
        raise NotLoadable(spec, f"a file must end in .py, and a module is named with dots, as in package.module{there}")
    module = _from_file(spec, Path(source)) if source.endswith(".py") else _by_name(spec, source)
    found: object = module
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            called = source if isinstance(found, ModuleType) else repr(getattr(found, "__name__", type(found).__name__))
            public = [each for each in dir(found) if not each.startswith("_")]
            near = ", ".join(get_close_matches(part, public, n=3, cutoff=0.5))
            raise NotLoadable(spec, f"{called} has no {part!r}{near and f'; did you mean {near}?'}") from None
    return found


def made_by_gymnasium(spec: str) -> Callable[..., Any]:
    """Return a function that makes the environment of an id by gymnasium.make, with the environment's own keywords.

    ``spec`` is ``gym:ID``, or ``gym:module:ID`` where importing that module registers it.

    Raises `NotLoadable` where there is no gymnasium or no such environment.
    """
    module, _, name = spec.removeprefix("gym:").rpartition(":")
    _put_on_path(Path.cwd())
    try:
        gymnasium = importlib.import_module("gymnasium")
        if module:
            importlib.import_module(module)
        entry = gymnasium.spec(name).entry_point
        made = gymnasium.envs.registration.load_env_creator(entry) if isinstance(entry, str) else entry
    except ModuleNotFoundError as error:
        raise NotLoadable(spec, f"there is no module {error.name!r} here or among what is installed") from None
    except Exception as error:
        raise NotLoadable(spec, f"gymnasium has none such: {describe_exception(error)}") from None

    def make(**settings: Any) -> Any:
        return gymnasium.make(name, disable_env_checker=True, **settings)

    make.__signature__ = inspect.signature(made)  # type: ignore[attr-defined]
    return make


def defined_names(file: Path) -> tuple[str, ...]:
    """Return the public functions and classes that a Python file defines, in order, without running it."""
    try:
        body = ast.parse(file.read_bytes()).body if file.suffix == ".py" else []
    except (OSError, SyntaxError, ValueError):
        body = []
    defined = (node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef))
    return tuple(name for name in defined if not name.startswith("_"))


def _by_name(spec: str, name: str) -> ModuleType:
    _put_on_path(Path.cwd())
    importlib.invalidate_caches()
    try:
        with _modules_of(Path.cwd()):
            return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise NotLoadable(spec, f"there is no module {error.name!r} here or among what is installed") from None
        raise _raised(spec, error) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _raised(spec, error) from error


def _from_file(spec: str, file: Path) -> ModuleType:
    file = file.absolute()
    if not file.is_file():
        raise NotLoadable(spec, f"there is no file {str(file)!r}")
    # The name has a digest of the text: a file that has changed is run again, any other only once.
    try:
        name = f"{file.stem}_{blake2b(bytes(file) + file.read_bytes(), digest_size=4).hexdigest()}"
    except OSError as error:
        raise NotLoadable(spec, f"{IMPORT_RAISED} {describe_exception(error)}") from error
    if name in sys.modules:
        return sys.modules[name]
    found = spec_from_file_location(name, file, loader=_Loader(name, str(file), file.parent))
    assert found is not None
    assert found.loader is not None
    _put_on_path(Path.cwd())
    _put_on_path(file.parent)
    module = sys.modules[name] = module_from_spec(found)  # there before it runs: dataclasses look for it
    try:
        with _modules_of(file.parent):
            found.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise _raised(spec, error) from error
    return module


_DIRECTORIES: dict[Path, dict[str, ModuleType]] = {}
"""The directories put on the path, each with its modules whose names in `sys.modules` belong to another's."""


def _put_on_path(directory: Path) -> None:
    _DIRECTORIES.setdefault(directory, {})
    if str(directory) not in sys.path:
        sys.path.insert(0, str(directory))


@contextmanager
def _modules_of(directory: Path) -> Iterator[None]:
    """Import from this directory first, and put other directories' modules of the same names back afterwards.

    Two users' folders may each have a ``utils.py``, and `sys.modules` has room for one. So of each folder that objects
    came from, its modules are ``kept`` apart, and are in `sys.modules` only while something of that folder imports.
    Modules of neither folder, such as numpy, are left where they are: they must not be imported twice.
    """
    kept, elsewhere = _DIRECTORIES[directory], _DIRECTORIES.keys() - {directory}
    beside = set[str]()
    with suppress(OSError):
        beside = {each.name.partition(".")[0] for each in directory.iterdir()} - {__name__.partition(".")[0]}
    tops = {name.partition(".")[0] for name in kept}
    for name in beside & sys.modules.keys():
        module = sys.modules[name]
        file = next(iter(getattr(module, "__path__", ())), getattr(module, "__file__", None) or "")
        if Path(file).parent in elsewhere:
            tops.add(name)
    others = _taken_out(tops)
    sys.modules.update(kept)
    finder: Any = SimpleNamespace(find_spec=partial(_find_spec, directory))
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        kept.update(_taken_out(tops))
        sys.modules.update(others)


def _taken_out(tops: Collection[str]) -> dict[str, ModuleType]:
    """Take modules of these names, and their submodules, out of `sys.modules`."""
    found = [name for name in sys.modules if name.partition(".")[0] in tops] if tops else []
    return {name: sys.modules.pop(name) for name in found}


def _has(directory: Path, top: str) -> bool:
    beside = directory / top
    return top != __package__ and (beside.is_dir() or beside.with_name(f"{top}.py").is_file())


def _find_spec(
    directory: Path, name: str, path: Sequence[str] | None, target: ModuleType | None = None
) -> ModuleSpec | None:
    """Find a module of a directory, or one in a package of it, as finders of `sys.meta_path` do."""
    top = name.partition(".")[0]
    inside = path is None or str(next(iter(path), "")).startswith(str(directory / top))
    if not inside or top in sys.builtin_module_names or not _has(directory, top):
        return None
    spec = PathFinder.find_spec(name, [str(directory)] if path is None else path)
    if spec is not None and spec.loader is None:  # a directory without __init__.py gives way to any other module
        found = PathFinder.find_spec(name, path)
        spec.submodule_search_locations = list(spec.submodule_search_locations or ())
        return spec if found is not None and found.loader is None else None
    if spec is not None and isinstance(spec.loader, SourceFileLoader):
        spec.loader = _Loader(name, spec.loader.path, directory)
    return spec


class _Loader(SourceFileLoader):
    """Loads a module whose import statements, whenever they run, find the modules of its directory first."""

    def __init__(self, name: str, file: str, directory: Path) -> None:
        super().__init__(name, file)
        self._directory = directory

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": self._import}
        super().exec_module(module)

    def _import(self, name: str, *rest: Any, **named: Any) -> ModuleType:
        with _modules_of(self._directory) if _has(self._directory, name.partition(".")[0]) else nullcontext():
            return builtins.__import__(name, *rest, **named)


def _raised(spec: str, error: BaseException) -> NotLoadable:
    frames = [frame for frame in extract_tb(error.__traceback__) if "importlib" not in frame.filename]
    theirs = [frame for frame in frames if frame.filename != __file__]
    at = f", {theirs[-1].filename}, line {theirs[-1].lineno}" if theirs else ""
    package = _name_in_package(spec) if isinstance(error, ImportError) and "relative import" in str(error) else ""
    return NotLoadable(spec, f"{IMPORT_RAISED} {describe_exception(error)}{at}{package}")


def _name_in_package(spec: str) -> str:
    """Say by which name an object of a file that is part of a package can be imported, and from where."""
    file = Path(spec.rpartition(":")[0]).expanduser().absolute()
    package = [file.parent, *(folder for folder in file.parents[1:] if (folder / "__init__.py").is_file())]
    dotted = ".".join([*(folder.name for folder in reversed(package)), file.stem])
    return f"; the file is part of a package: name it {dotted}:{spec.rpartition(':')[2]}, in {package[-1].parent}"
