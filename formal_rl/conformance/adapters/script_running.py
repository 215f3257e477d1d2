"""How a script finds the implementation, asks and compares. This file goes whole into the scripts we write."""

import contextlib
import faulthandler
import importlib
import importlib.util
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from formal_rl.conformance.engine.case_answers import agree, first_disagreement

FIXED = "as expected: fixed"
STARTING = 20
"""How many seconds more a process of its own may take, in which the implementation is imported too."""
CAME_BACK = "it came back\n"


class NotFound(SystemExit):
    """The implementation is not where it is looked for: exit code 4."""


def not_found(implementation: str, reason: str) -> NoReturn:
    """Say so, and end."""
    print(f"{implementation}: {reason}", file=sys.stderr)
    raise NotFound(4)


def load(implementation: str) -> Any:
    """Import the implementation: module:object, or path/to/file.py:object.

    It is looked for in the current directory, in that of this script, and in those above the script.
    """
    if implementation.startswith("gym:"):
        return made_by_gymnasium(implementation.removeprefix("gym:"))
    source, _, name = implementation.rpartition(":")
    here = Path(__file__).resolve().parent
    places = (Path.cwd(), here, *here.parents)
    of_module = Path(*source.split("."))
    is_file = source.endswith(".py")
    files = (Path(source).expanduser(),) if is_file else (of_module.with_suffix(".py"), of_module / "__init__.py")
    place = next((place for place in places if any((place / file).is_file() for file in files)), None)
    looked = f"in {Path.cwd()}, {here} or a directory above that"
    if is_file and place is None:
        not_found(implementation, f"there is no file {source} {looked}")
    sys.path.insert(0, str(place or Path.cwd()))
    if is_file:
        file = (place or Path.cwd()) / files[0]
        sys.path.insert(0, str(file.parent))
        spec: Any = importlib.util.spec_from_file_location(file.stem, file)
        found = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
    else:
        try:
            found = importlib.import_module(source)
        except ModuleNotFoundError as error:
            if not f"{source}.".startswith(f"{error.name}."):
                raise
            not_found(implementation, f"there is no module {error.name} {looked}, nor among what is installed")
    module = found
    for part in name.split("."):
        if not hasattr(found, part):
            not_found(implementation, f"there is no {name} in {getattr(module, '__file__', source)}")
        found = getattr(found, part)
    return found


def made_by_gymnasium(name: str) -> Any:
    """Return what makes the environment of an id, or module:id, with the keywords that it takes."""
    sys.path.insert(0, str(Path.cwd()))
    gymnasium = importlib.import_module("gymnasium")
    module, _, name = name.rpartition(":")
    if module:
        importlib.import_module(module)
    entry = gymnasium.spec(name).entry_point
    made = gymnasium.envs.registration.load_env_creator(entry) if isinstance(entry, str) else entry

    def make(**told: Any) -> Any:
        return gymnasium.make(name, disable_env_checker=True, **told)

    make.__signature__ = inspect.signature(made)  # type: ignore[attr-defined]
    return make


def collected(asked: Any) -> list[Any]:
    """Return the answers one by one; what is raised is the last of them."""
    got = []
    try:
        for answer in asked():
            got.append(answer)
    except Exception as error:
        got.append(error)
    return got


def after(ask: Any, before: Any, question: Any) -> list[Any]:
    """Return the answers to a question that is put after another, which need have none."""
    collected(lambda: ask(before))
    return list(ask(question))


@contextlib.contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Show where it is and exit with 1, once so many seconds have passed."""
    faulthandler.dump_traceback_later(seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def is_right(right: Any, what_is_wrong: str) -> int:
    """Print whether it is fixed, or what is wrong; return the exit code."""
    print(FIXED if right else what_is_wrong)
    return int(not right)


def verdict(expected: Any, got: Any, tolerance: Any) -> int:
    """Print the first of the answers that differs, if one does; return the exit code."""
    pairs = zip(expected, [*got, *["nothing"] * len(expected)], strict=False)
    for place, (right, answer) in enumerate(pairs, start=1):
        if not agree(right, answer, tolerance):
            return is_right(False, f"answer {place} of {len(expected)}: expected {right!r}, got {answer!r}")
    return is_right(True, "")


def verdict_on_case(expected: Any, got: Any, tolerance: Any) -> int:
    """Print where the one answer differs, if it does; return the exit code."""
    place, right, answer = first_disagreement(expected[0], got[0], tolerance)
    differs = f"at {place or 'the answer'}: expected {right!r}, got {answer!r}"
    return is_right(agree(expected[0], got[0], tolerance), differs)


def run(experiment: Any) -> NoReturn:
    """Exit with what an experiment returns; what ends this script did not return, whatever its code."""
    try:
        code = experiment()
    except NotFound as missing:
        code = missing.code
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, str) else "the implementation has ended this script"
    sys.exit(code)


def run_apart(experiment: Any, seconds: float) -> NoReturn:
    """Run an experiment that may end its process in one of its own, which is this script with an argument."""
    if "--here" in sys.argv:
        try:
            code = experiment()
        except NotFound as missing:
            code = missing.code
        print(CAME_BACK, end="", flush=True)
        sys.exit(code)
    command = [sys.executable, "-X", "faulthandler", __file__, "--here"]
    told: Any = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "text": True, "errors": "replace"}
    try:
        ran = subprocess.run(command, **told, timeout=seconds + STARTING, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        sys.exit(is_right(False, "no answer in time"))
    print(ran.stdout.removesuffix(CAME_BACK), end="")
    if ran.stdout.endswith(CAME_BACK):
        sys.exit(ran.returncode)
    sys.exit(is_right(False, f"its process ended with code {ran.returncode}"))
