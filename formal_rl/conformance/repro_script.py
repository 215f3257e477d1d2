"""A counterexample as a script that stands alone: it exits 1 until the implementation is right."""

import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from formal_rl.conformance import adapters, exec_process, parameter_adapters
from formal_rl.conformance.claims import Claim
from formal_rl.conformance.exec_faults import is_command
from formal_rl.conformance.exec_script import MODULES, NoScript, starting
from formal_rl.conformance.exec_unknowns import exec_form
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.found import Found
from formal_rl.conformance.purity import renamed
from formal_rl.conformance.separate_agents_script import asking, entry
from formal_rl.conformance.sources import source_of
from formal_rl.histories import Percept

ELSEWHERE = 999
"""An observation that no question has."""

LOADING = '''
class NotFound(SystemExit):
    """The implementation is not where it is looked for: exit code 4."""


def load():
    """Import the implementation: module:object, or path/to/file.py:object.

    It is looked for in the current directory, in that of this script, and in those above the script.
    """
    source, _, name = IMPLEMENTATION.rpartition(":")
    here = Path(__file__).resolve().parent
    places = (Path.cwd(), here, *here.parents)
    of_module = Path(*source.split("."))
    is_file = source.endswith(".py")
    files = (Path(source).expanduser(),) if is_file else (of_module.with_suffix(".py"), of_module / "__init__.py")
    place = next((place for place in places if any((place / file).is_file() for file in files)), None)
    looked = f"in {Path.cwd()}, {here} or a directory above that"
    if is_file and place is None:
        not_found(f"there is no file {source} {looked}")
    sys.path.insert(0, str(place or Path.cwd()))
    if is_file:
        file = place / files[0]
        sys.path.insert(0, str(file.parent))
        spec = importlib.util.spec_from_file_location(file.stem, file)
        found = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
    else:
        try:
            found = importlib.import_module(source)
        except ModuleNotFoundError as error:
            if not f"{source}.".startswith(f"{error.name}."):
                raise
            not_found(f"there is no module {error.name} {looked}, nor among what is installed")
    module = found
    for part in name.split("."):
        if not hasattr(found, part):
            not_found(f"there is no {name} in {getattr(module, '__file__', source)}")
        found = getattr(found, part)
    return found


def not_found(reason):
    print(f"{IMPLEMENTATION}: {reason}", file=sys.stderr)
    raise NotFound(4)
'''
"""How a script imports what it is about."""

_TYPES = {
    "Percept": ("formal_rl.histories", ("reward", "observation")),
    "Transition": ("formal_rl.agents", ("observation", "action", "reward", "next_observation")),
}
"""Named tuples that a script defines itself where formal_rl is not there: where they are, and their fields."""

_VERDICT = '''
def same(expected, got):
    """Equal, and plain: no numpy, no float, no bool."""
    if isinstance(expected, list | tuple):
        alike = isinstance(got, list | tuple) and len(got) == len(expected)
        return alike and isinstance(got, list) == isinstance(expected, list) and all(map(same, expected, got))
    return expected == got and type(got) in (int, Fraction)


def verdict(expected, got):
    """Print both if they differ."""
    if same(expected, got):
        print("as expected: fixed")
        return 0
    for place, right in enumerate(expected):
        if got[place:] == [] or not same(right, got[place]):
            print(f"answer {place + 1} of {len(expected)}: expected {right!r}, got {(got[place:] or ['nothing'])[0]!r}")
            break
    return 1
'''

_UNKNOWN = {
    "agent": """
# What the agent does on a prompt; on any other it does 0.
AGENT = {table}


def agent(prompt):
{guard_prompt}    return AGENT.get(prompt, 0)
""",
    "copy": """
# What a copy of the agent does, by what it was trained on and what it sees; else 0.
COPY = {table}


def copy(trained_on, observation):
{guard_copy}    return COPY.get((trained_on, observation), 0)
""",
    "e": """
# What the environment e gives on a play, by what the agent does there.
E = {table}


def e(agent, play):
{guard_play}    seen = agent(play[:-1]) if play else None
    return E.get((play, seen), Percept(1, 0))
""",
    "h": """
# What the handicap h gives on a play, by what the agent does there.
H = {table}


def h(agent, play):
{guard_play}    seen = agent(play[:-1]) if play else None
    return H.get((play, seen), Percept(1, 0))
""",
    "reply": """
# What the environment that is wrapped gives on a play.
REPLY = {table}


def reply(play):
{guard_play}    return REPLY.get(play, Percept(1, 0))
""",
}


_PROPER = '''

def proper(history, remainder):
    """Whether it is percept, action, percept, ...: pairs of plain numbers, and plain numbers between."""
    return (
        type(history) is tuple
        and len(history) % 2 == remainder
        and all(
            type(part) is int if index % 2 else isinstance(part, tuple) and len(part) == 2 and all(map(is_plain, part))
            for index, part in enumerate(history)
        )
    )


def is_plain(value):
    return type(value) in (int, Fraction) or (type(value) is tuple and all(map(is_plain, value)))
'''

_GUARDS = {
    "guard_prompt": '    if not proper(prompt, 1):\n        sys.exit(f"asked about {prompt!r}, which is no prompt")\n',
    "guard_play": '    if not proper(play, 0):\n        sys.exit(f"asked about {play!r}, which is no play")\n',
    "guard_copy": "    if not all(map(is_plain, (observation, *(part for each in trained_on for part in each)))):\n"
    '        sys.exit(f"a copy trained on {trained_on!r} is asked about {observation!r}")\n',
}
"""Where the fault is a question, each question is looked at."""


def script_text(
    found: Found,
    claim: Claim | None,
    *,
    suite: str,
    sentence: str,
    source: str,
    implementation: str,
    seconds: float,
) -> str:
    """Return the script."""
    shape, finding = found.subject.shape, found.finding
    of_process = is_command(implementation)
    apart = found.experiment == "hangs" and finding.outcome is FailureKind.ENDS_THE_PROCESS
    body = "\n".join(_body(found, claim, seconds, of_process=of_process))
    loading = starting(suite, seconds, exec_form(shape).__name__) if of_process else LOADING
    guarded = finding.outcome is FailureKind.IMPROPER_QUESTION
    guards = {name: guard if guarded else "" for name, guard in _GUARDS.items()}
    tables = (_UNKNOWN[name].format(table=_table(found, name), **guards) for name in shape.unknowns)
    driver = shape.adapter.__name__
    parts = [
        f"IMPLEMENTATION = {implementation!r}\n",
        _PROPER if guarded else "",
        *tables,
        _data(found, body),
        "# How the implementation is driven.",
        *_sources(f"{body} {driver}"),
        *(_sources(loading, (exec_process,)) if of_process else ()),
        loading,
        _VERDICT if "verdict(" in body else "",
        asking(seconds, apart=apart, body=f"    shape = {driver}\n{body}"),
        entry(of_process=of_process),
    ]
    code = "\n\n".join(part.strip("\n") + "\n" for part in parts if part)
    told = heading(suite, sentence, source, implementation, finding.outcome)
    return f'"""{told}"""\n\n{_imports(code)}\n{code}'


def heading(suite: str, sentence: str, source: str, implementation: str, outcome: FailureKind) -> str:
    """Return what a script says of itself, as it is written between quotes."""
    codes = "then 0" if is_command(implementation) else "then 0; 4 where it is not found"
    text = (
        f"{suite}: {sentence}.\n\nExits 1 until {implementation} is right here, {codes}. "
        f"What was seen: {outcome}.\n\n{source[0].upper()}{source[1:]}.\n"
    )
    return text.replace("\\", "\\\\").replace('"""', r"\"\"\"")


def _imports(code: str) -> str:
    """Return what the code needs to import, and no more."""
    modules: tuple[str, ...] = ("contextlib", "faulthandler", "importlib.util", "io", "subprocess", "sys")
    modules = tuple(dict.fromkeys((*MODULES, *modules))) if "class Answering:" in code else modules
    lines = [f"import {name}" for name in modules if re.search(rf"\b{name.partition('.')[0]}\.", code)]
    if "Fraction" in code:
        lines.append("from fractions import Fraction")
    lines.append("from pathlib import Path")
    types = [name for name in _TYPES if re.search(rf"\b{name}\(", code)]
    if types:
        lines += ["from typing import Any, NamedTuple", "", "try:"]
        lines += [f"    from {_TYPES[name][0]} import {name}" for name in types]
        lines.append("except ImportError:")
    for name in types:
        lines += ["", f"    class {name}(NamedTuple):", *(f"        {field}: Any" for field in _TYPES[name][1])]
    return "\n".join([*lines, ""])


def _table(found: Found, name: str) -> str:
    rows = []
    for key, answer in found.answers:
        if key[0] == name:
            question = key[1] if name in {"agent", "reply"} else tuple(key[1:])
            rows.append(f"    {question!r}: {answer!r},\n")
    return "{\n" + "".join(rows) + "}" if rows else "{}"


def _data(found: Found, body: str) -> str:
    lines = [f"QUESTION = {found.question.put!r}  # {_QUESTIONS[found.subject.shape.asked]}"]
    if found.before is not None:
        lines.append(f"BEFORE = {found.before.put!r}")
    if found.question.draws is not None:
        lines.append(f"DRAWS = {found.question.draws!r}")
    if "EXPECTED" in body:
        lines.append(f"EXPECTED = {_expected(found)}  # the answers, one by one")
    return "\n".join(lines)


_QUESTIONS = {
    "play": "a play: percept, action, percept, action, ...",
    "prompt": "a prompt: percept, action, percept, ...",
    "actions": "the actions, one by one",
}


def _body(found: Found, claim: Claim | None, seconds: float, *, of_process: bool) -> Iterator[str]:
    draws = found.subject.shape.draws
    yield "    implementation = load()"
    if found.subject.implementation is not None and claim is not None and claim.id in {"idempotent", "twice"}:
        yield "    implementation = twice(implementation)"
    if draws == "call":
        yield "    implementation = implementation(DRAWS)"
    elif draws == "keyword":
        yield "    made_with = implementation"
        yield "    implementation = lambda A: made_with(A, draws=DRAWS)"
    if found.experiment == "agents":
        yield from _classes() if "copy" in found.subject.shape.unknowns else _agents(found)
        return
    yield f"    given = shape.unknowns({', '.join(found.subject.shape.unknowns)})"
    experiment = "hangs" if found.finding.outcome is FailureKind.HANGS and not of_process else found.experiment
    yield from _EXPERIMENTS[experiment](found, claim, seconds)


def _alone(found: Found, claim: Claim | None, seconds: float) -> Iterator[str]:
    projected = claim is not None and claim.id == "observations"
    yield "    got = []"
    yield "    try:"
    yield "        for answer in shape.answers(shape.session(implementation, *given), QUESTION):"
    yield f"            got.append({'answer[1]' if projected else 'answer'})"
    yield "    except Exception as error:"
    yield "        got.append(error)"
    yield "    return verdict(EXPECTED, got[: len(EXPECTED)])"


def _expected(found: Found) -> str:
    if not found.finding.expected:
        raise NoScript("what is expected is not known at this stage")
    return repr([tuple(each) if isinstance(each, Percept) else each for each in found.finding.expected])


def _again(found: Found, claim: Claim | None, seconds: float) -> Iterator[str]:
    yield "    first = asked_alone(shape, implementation, given, QUESTION)"
    yield "    for _ in range(20):"
    yield "        again = asked_alone(shape, implementation, given, QUESTION)"
    yield "        if again != first:"
    yield "            return verdict(first, again)"
    yield "    return verdict(first, again)"


def _pair(name: str) -> Any:
    def lines(found: Found, claim: Claim | None, seconds: float) -> Iterator[str]:
        yield "    by_itself = asked_alone(shape, implementation, given, QUESTION)"
        yield f"    return verdict(by_itself, asked_{name}(shape, implementation, given, BEFORE, QUESTION))"

    return lines


def _agents(found: Found) -> Iterator[str]:
    names = found.subject.shape.unknowns
    zero = ", ".join("lambda prompt: 0" if name == "agent" else name for name in names)
    one = ", ".join("lambda prompt: 1" if name == "agent" else name for name in names)
    other = renamed(found.question.put, ELSEWHERE)
    yield f"    other_place = {other!r}"
    yield "    # An agent that does 0, then one that does 1, in the same place."
    yield f"    asked_alone(shape, implementation, shape.unknowns({zero}), QUESTION)"
    yield f"    got = asked_alone(shape, implementation, shape.unknowns({one}), QUESTION)"
    yield f"    return verdict(asked_alone(shape, implementation, shape.unknowns({one}), other_place), got)"


def _classes() -> Iterator[str]:
    yield "    def asked_first(action):"
    yield "        asked = []"
    yield ""
    yield "        def copy(trained_on, observation):"
    yield "            asked.append((trained_on, observation))"
    yield "            return action"
    yield ""
    yield "        asked_alone(shape, implementation, shape.unknowns(copy), QUESTION)"
    yield "        return asked[:1]"
    yield ""
    yield "    # With copies that do 0, then with copies that do 1."
    yield "    return verdict(asked_first(0), asked_first(1))"


def _stale(found: Found, claim: Claim | None, seconds: float) -> Iterator[str]:
    names = found.subject.shape.unknowns
    handed = ", ".join(f"only_in({name}, run)" if name == names[0] else name for name in names)
    yield "    runs = []"
    yield ""
    yield "    def only_in(asked, run):"
    yield "        def asked_in_its_run(*question):"
    yield "            if runs[-1] != run:"
    yield '                sys.exit("it asks what it was handed for an earlier instance")'
    yield "            return asked(*question)"
    yield ""
    yield "        return asked_in_its_run"
    yield ""
    yield "    for run in range(3):"
    yield "        runs.append(run)"
    yield f"        asked_alone(shape, implementation, shape.unknowns({handed}), QUESTION)"
    yield '    print("as expected: fixed")'
    yield "    return 0"


def _mutates(found: Found, claim: Claim | None, seconds: float) -> Iterator[str]:
    yield "    before = [attribute_snapshot(thing) for thing in given]"
    yield "    asked_alone(shape, implementation, given, QUESTION)"
    yield "    changed = [attribute_snapshot(thing) for thing in given] != before"
    yield '    print("what was given has been changed" if changed else "as expected: fixed")'
    yield "    return int(changed)"


def _prints(found: Found, claim: Claim | None, seconds: float) -> Iterator[str]:
    yield "    printed = io.StringIO()"
    yield "    with contextlib.redirect_stdout(printed):"
    yield "        asked_alone(shape, implementation, given, QUESTION)"
    yield '    print(f"it printed {printed.getvalue()!r}" if printed.getvalue() else "as expected: fixed")'
    yield "    return int(bool(printed.getvalue()))"


def _hangs(found: Found, claim: Claim | None, seconds: float) -> Iterator[str]:
    if found.finding.outcome is FailureKind.HANGS:
        yield f"    faulthandler.dump_traceback_later({seconds!r}, exit=True)  # shows where it is, and exits 1"
    yield "    asked_alone(shape, implementation, given, QUESTION)"
    if found.finding.outcome is FailureKind.HANGS:
        yield "    faulthandler.cancel_dump_traceback_later()"
    yield '    print("as expected: fixed")'
    yield "    return 0"


_EXPERIMENTS: dict[str, Any] = {
    "alone": _alone,
    "again": _again,
    "after": _pair("after"),
    "in_turns": _pair("in_turns"),
    "stale": _stale,
    "mutates": _mutates,
    "prints": _prints,
    "hangs": _hangs,
}


def _sources(used: str, modules: tuple[ModuleType, ...] = (adapters, parameter_adapters)) -> Iterator[str]:
    """Yield the source of what is used of the adapters, in the order of their modules, without annotations."""
    members = {
        name: member
        for module in modules
        for name, member in vars(module).items()
        if getattr(member, "__module__", "") == module.__name__
    }
    sources = {name: _ANNOTATIONS.sub("", _NOTES.sub("", source_of(each))) for name, each in members.items()}
    needed: set[str] = set()
    waiting = [name for name in members if re.search(rf"\b{name}\b", used)]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            code = re.sub(r'"""[^"]*"""', "", sources[name])
            waiting += [other for other in members if re.search(rf"\b{other}\b", code)]
    yield from (sources[name] for name in members if name in needed)


_NOTES = re.compile(r"  # (?:noqa: \w+|type: ignore\[[\w-]+\])")
_ANNOTATIONS = re.compile(r": (?:Any|tuple\[Any, \.\.\.\])(?=[,)= ])| -> [\w\[\], ]+(?=:\n)")
