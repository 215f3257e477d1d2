"""Load an implementation, put series of questions to it, and watch it, in checks and in scripts.

Scripts take what they need of it.
"""

import contextlib
import faulthandler
import functools
import importlib
import importlib.util
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

from formal_rl.conformance.adapters.cases import plain_data
from formal_rl.conformance.adapters.values import agree, differences, unusual

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


@functools.cache
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

    def make(**settings: Any) -> Any:
        return gymnasium.make(name, disable_env_checker=True, **settings)

    make.__signature__ = inspect.signature(made)  # type: ignore[attr-defined]
    return make


def is_right(right: Any, what_is_wrong: str) -> int:
    """Print whether it is fixed, or what is wrong; return the exit code."""
    print(FIXED if right else what_is_wrong)
    return int(not right)


def run(experiment: Any, *given: Any) -> NoReturn:
    """Exit with what an experiment returns; what ends this script did not return, whatever its code."""
    try:
        code = experiment(*given)
    except NotFound:
        raise
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, str) else "the implementation has ended this script"
    sys.exit(code)


def run_in_time(seconds: float, experiment: Any, *given: Any) -> NoReturn:
    """Run an experiment; where it takes longer, show where it is, and exit with 1."""
    faulthandler.dump_traceback_later(seconds, exit=True)
    run(experiment, *given)


def run_apart(seconds: float, experiment: Any, *given: Any) -> NoReturn:
    """Run an experiment that may end its process in one of its own, which is this script with an argument."""
    if "--here" in sys.argv:
        try:
            code = experiment(*given)
        except NotFound as missing:
            code = missing.code
        print(CAME_BACK, end="", flush=True)
        sys.exit(code)
    command = [sys.executable, "-X", "faulthandler", __file__, "--here"]
    pipes: Any = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "text": True, "errors": "replace"}
    try:
        ran = subprocess.run(command, **pipes, timeout=seconds + STARTING, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        sys.exit(is_right(False, "no answer in time"))
    print(ran.stdout.removesuffix(CAME_BACK), end="")
    if ran.stdout.endswith(CAME_BACK):
        sys.exit(ran.returncode)
    sys.exit(is_right(False, f"its process ended with code {ran.returncode}"))


# --- Asking and watching, in checks as well ---


def asked_after(ask: Any, before: Any, question: Any) -> list[Any]:
    """Put one question after another, which need have no answer, to one and the same thing."""
    with contextlib.suppress(Exception, SystemExit):
        list(ask(before))
    return list(ask(question))


def asked_in_turns(ask: Any, other: Any, question: Any) -> list[Any]:
    """Put two questions a step at a time, in turns, to two instances; return the answers to the second."""
    asked, beside = ask(question), ask(other)
    answers = []
    for answer in asked:
        answers.append(answer)
        next(beside, None)
    return answers


def attributes_held(handed: Any) -> list[dict[str, Any]]:
    """Return what each class and function that is handed over has; of an instance, what can be called."""
    hidden = ("__weakref__", "__dict__", "__slotnames__")  # the last is kept there by Python itself, when it copies
    held = []
    for thing in handed:
        own = dict(getattr(thing, "__dict__", {}))
        if isinstance(thing, type) or (callable(thing) and hasattr(thing, "__code__")):
            held.append({name: value for name, value in own.items() if name not in hidden})
        else:
            held.append({name: value for name, value in own.items() if callable(value) and name != "copy"})
    return held


def changed_attributes(before: Any, handed: Any) -> str | None:
    """Name the first thing handed over that has another attribute than before."""
    for thing, had, has in zip(handed, before, attributes_held(handed), strict=True):
        changed = [name for name in {**had, **has} if had.get(name, has) is not has.get(name, had)]
        if changed:
            what = "class" if isinstance(thing, type) else "function" if hasattr(thing, "__code__") else "object"
            return f"the {what} that it is given has another {', '.join(sorted(changed))} than before"
    return None


def keeping(implementation: Any, returned: Any) -> Any:
    """Return the same function or class, all of whose answers are put into a list, each with what it was then."""

    def kept(function: Any) -> Any:
        @functools.wraps(function)
        def answering(*arguments: Any, **named: Any) -> Any:
            answer = function(*arguments, **named)
            returned.append((answer, what_counts(answer)))
            return answer

        return answering

    if isinstance(implementation, functools.partial):
        return functools.partial(
            keeping(implementation.func, returned), *implementation.args, **implementation.keywords
        )
    if not isinstance(implementation, type):
        return kept(implementation)
    methods = [name for name in ("reset", "start", "step") if hasattr(implementation, name)]
    watched = {name: kept(getattr(implementation, name)) for name in methods}
    return type(implementation.__name__, (implementation,), watched)


def what_counts(answer: Any) -> Any:
    """Return an answer as plain data, without the information that comes with it last."""
    has_information = isinstance(answer, tuple) and len(answer) > 1 and isinstance(answer[-1], dict)
    return plain_data(answer[:-1] if has_information else answer)


# --- Experiments: each takes a maker of something to ask, and the question, and returns the exit code ---


def as_expected(asking: Any, question: Any, expected: Any, tolerance: Any = 0.0) -> int:
    """Compare the answers with those that are expected."""
    ask, got = asking(), list[Any]()
    try:
        got.extend(ask(question))
    except Exception as error:
        got.append(error)
    return compared(expected, got[: len(expected)], tolerance)


def compared(expected: Any, got: Any, tolerance: Any = 0.0) -> int:
    """Print the first answer that differs, if one does; return the exit code."""
    if len(got) < len(expected):
        return is_right(False, f"it gave {len(got)} of {len(expected)} answers: {got!r}")
    for place, right, answer in differences(tuple(expected), tuple(got), tolerance):
        where = f"at {place} of the answers: " if place else ""
        return is_right(False, f"{where}expected {right!r}, got {answer!r}")
    return is_right(True, "")


def any_answer(asking: Any, question: Any) -> int:
    """See that there is an answer at all."""
    list(asking()(question))
    return is_right(True, "")


def usual_answer(asking: Any, question: Any) -> int:
    """See that the answer is plain data, and a number where it is one."""
    (got,) = asking()(question)
    return is_right(unusual(got) is None, f"the answer is {got!r}")


def refused(asking: Any, question: Any) -> int:
    """See that there is no answer."""
    try:
        got = list(asking()(question))
    except Exception as error:
        print(f"refused, as expected: {error!r}")
        return 0
    return is_right(False, f"it is to be refused, and the answer is {got[0]!r}")


def lawful(asking: Any, question: Any, law: Any, tolerance: Any = 0.0) -> int:
    """See that a law holds of the answers to this question and others."""
    expected, got = law(lambda given: next(iter(asking()(given))), question)
    return is_right(agree(expected, got, tolerance), f"these must agree: {expected!r} and {got!r}")


def again(asking: Any, question: Any, times: int = 20) -> int:
    """Ask the same again and again."""
    first = list(asking()(question))
    others = (list(asking()(question)) for _ in range(times))
    return compared(first, next((each for each in others if not agree(first, each)), first))


def beside(asking: Any, question: Any, other: Any, how: Any) -> int:
    """Ask it after another question, or beside another instance, step by step in turns."""
    by_itself = list(asking()(question))
    return compared(by_itself, how(asking(), other, question))


def keeps(watched: Any, question: Any, before: Any) -> int:
    """See that its answers stay unchanged; ``watched`` makes the question, given a list for the answers."""
    returned: list[Any] = []
    list(watched(returned)(before))
    kept = len(returned)
    list(watched(returned)(question))
    is_as_it_was = all(repr(what_counts(answer)) == repr(was) for answer, was in returned[:kept])
    return is_right(is_as_it_was, "what it returned has been changed")


def leaves_handed(asking: Any, put: Any, handed: Any) -> int:
    """See that what it is handed stays as it is."""
    before, given = attributes_held(handed), repr(plain_data(put))
    list(asking(handed)(put))
    is_as_before = changed_attributes(before, handed) is None and repr(plain_data(put)) == given
    return is_right(is_as_before, "what was given has been changed")


def stale(asking: Any, question: Any) -> int:
    """Put it three times, each time with an agent that ends the script if it is queried later."""
    runs: list[int] = []

    def only_in(run: int) -> Any:
        def changed(agent: Any) -> Any:
            def asked_in_its_run(*asked: Any) -> Any:
                if runs[-1] != run:
                    sys.exit("it asks what it was handed for an earlier instance")
                return agent(*asked)

            return asked_in_its_run

        return changed

    for run in range(3):
        runs.append(run)
        list(asking(only_in(run))(question))
    return is_right(True, "")


def doing(action: Any) -> Any:
    """Return what puts an agent that always does this in the place of another."""
    return lambda agent: lambda *asked: action


def second_agent(asking: Any, question: Any, once: Any, *other: Any) -> int:
    """Ask it with an agent that does 0, then with one that does 1, in the same place, or made once for both.

    The second alone asks another question, in another place, if there is one; or the same of what is made for it.
    """
    list(asking(doing(0), once)(question))
    got = list(asking(doing(1), once)(question))
    alone = asking(doing(1), once)(*other) if other else asking(doing(1))(question)
    return compared(list(alone), got)


def asked_first(asking: Any, question: Any, once: Any) -> int:
    """See that the first question to a copy does not depend on the agent before."""

    def first(action: int) -> Any:
        asked: list[Any] = []

        def copy(*question: Any) -> Any:
            asked.append(question)
            return action

        list(asking(lambda agent: copy, once)(question))
        return asked[:1]

    return compared(first(0), first(1))
