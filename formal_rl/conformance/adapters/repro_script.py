"""A counterexample as a script that stands alone: it exits 1 until the implementation is right.

On top are the data, the question and what is done with it; below stand, whole, the modules that drive the
implementation and compare.
"""

import inspect
import re
import sys
from pprint import pformat
from textwrap import indent
from types import ModuleType
from typing import Any

from formal_rl.conformance.adapters import cases as case_adapters
from formal_rl.conformance.adapters import histories as adapters
from formal_rl.conformance.adapters import kept_answers, script_running
from formal_rl.conformance.apart import exec_process
from formal_rl.conformance.apart.exec_faults import is_command
from formal_rl.conformance.apart.exec_unknowns import exec_form
from formal_rl.conformance.engine import case_answers
from formal_rl.conformance.engine.failure_kinds import FailureKind, shown_word
from formal_rl.conformance.engine.found import Found
from formal_rl.conformance.engine.purity import renamed
from formal_rl.conformance.engine.unknowns import plain
from formal_rl.errors import FormalRLError

ELSEWHERE = 999
"""An observation that no question has."""

WIDTH = 116

NO_EARLIER = "EARLIER = ()\n"


class NoScript(FormalRLError):
    """There can be no script; the message says why."""


def script_text(
    found: Found,
    claim: Any,
    *,
    suite: str,
    sentence: str,
    source: str,
    implementation: str,
    seconds: float,
) -> str:
    """Return the script; raise `NoScript` where what is right cannot be said."""
    of_process, adapter = is_command(implementation), found.subject.shape.adapter.__name__
    parts = [
        f'"""{heading(suite, sentence, source, implementation, found.finding.outcome)}"""',
        "from __future__ import annotations\n\nfrom fractions import Fraction",
        f"IMPLEMENTATION = {implementation!r}\n{_data(found)}",
        *_unknowns(found),
        _experiment(found, claim, seconds, of_process=of_process),
        _asking(found, claim),
        "" if found.law is None else _law(found.law),
        _STARTED.format(suite=suite, seconds=seconds, form=_form(found)) if of_process else "",
        *(_embedded(module, adapter) for module in _modules(found, of_process=of_process)),
        _entry(found, seconds, of_process=of_process),
    ]
    return "\n\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def heading(suite: str, sentence: str, source: str, implementation: str, outcome: FailureKind) -> str:
    """Return what a script says of itself, as it is written between quotes."""
    codes = "then 0" if is_command(implementation) else "then 0; 4 where it is not found"
    text = (
        f"{suite}: {sentence}.\n\nExits 1 until {implementation} is right here, {codes}. "
        f"What was seen: {shown_word(outcome)}.\n\n{source[0].upper()}{source[1:]}.\n"
    )
    return text.replace("\\", "\\\\").replace('"""', r"\"\"\"")


def as_run(script: str, earlier: Any) -> str:
    """Return a script of a process in which other questions are put first."""
    return script.replace(NO_EARLIER, f"EARLIER = {_written(tuple(map(tuple, earlier)))}\n", 1)


def _written(value: Any) -> str:
    return pformat(value, width=WIDTH, sort_dicts=False, compact=True)


# --- The data ---


def _data(found: Found) -> str:
    shape, of_cases = found.subject.shape, not found.subject.shape.unknowns
    expected = found.finding.expected
    data = {"QUESTION": found.question, "BEFORE": found.before}
    words = {
        "play": "a play: percept, action, percept, action, ...",
        "prompt": "a prompt: percept, action, percept, ...",
        "actions": "the actions, one by one",
        "case": "a case",
    }[shape.asked]
    lines = [f"# QUESTION is {words}."]
    for name, question in data.items():
        if question is not None:
            lines.append(f"{name} = {_written(dict(question.put) if of_cases else plain(question.put))}")
    if found.question.draws is not None:
        lines.append(f"DRAWS = {found.question.draws!r}")
    if expected:
        lines.append(f"EXPECTED = {_written(expected[0] if of_cases else plain(expected))}")
    lines.append(f"TOLERANCE = {found.tolerance!r}")
    return "\n".join(lines)


def _unknowns(found: Found) -> list[str]:
    """Return what the implementation is handed: a table each, and a function that looks up what it is asked there."""
    guarded = found.finding.outcome is FailureKind.IMPROPER_QUESTION
    texts = []
    for name in found.subject.shape.unknowns:
        answers = [(plain(key[1:]), plain(answer)) for key, answer in found.answers if key[0] == name]
        rows = [f"    {key[0] if len(key) == 1 else key!r}: {answer!r},\n" for key, answer in answers]
        table = "{\n" + "".join(rows) + "}" if rows else "{}"
        texts.append(_UNKNOWN[name].format(name=name, table=table, guard=_GUARD[name] if guarded else ""))
    return texts


_AGENT = """
# What the agent does on a prompt; on any other it does 0.
AGENT = {table}


def agent(prompt):
{guard}    return AGENT.get(prompt, 0)
"""
_COPY = """
# What a copy of the agent does, by what it was trained on and what it sees; else 0.
COPY = {table}


def copy(trained_on, observation):
{guard}    return COPY.get((trained_on, observation), 0)
"""
_ENVIRONMENT = """
# What the environment {name} gives on a play, by what the agent does there.
{name}_GIVES = {table}


def {name}(agent, play):
{guard}    seen = agent(play[:-1]) if play else None
    return Percept(*{name}_GIVES.get((play, seen), (1, 0)))
"""
_REPLY = """
# What the environment that is wrapped gives on a play.
REPLY = {table}


def reply(play):
{guard}    return Percept(*REPLY.get(play, (1, 0)))
"""
_UNKNOWN = {"agent": _AGENT, "copy": _COPY, "e": _ENVIRONMENT, "h": _ENVIRONMENT, "reply": _REPLY}

_OF_PLAY = "    require_proper(play, 0)\n"
_GUARD = {
    "agent": "    require_proper(prompt, 1)\n",
    "copy": "    require_plain((observation, *(part for each in trained_on for part in each)))\n",
    "e": _OF_PLAY,
    "h": _OF_PLAY,
    "reply": _OF_PLAY,
}
"""Where the fault is a question, each question is looked at."""


# --- What is asked, and how ---


def _asking(found: Found, claim: Any) -> str:
    adapter, unknowns = found.subject.shape.adapter.__name__, found.subject.shape.unknowns
    if not unknowns:
        return _ASKING_CASES.format(adapter=adapter)
    handed = ", ".join(unknowns)
    parameters = ", ".join(f"{name}={name}" for name in unknowns)
    projected = claim is not None and claim.id == "observations"
    ask = "(answer[1] for answer in ask(percepts(question)))" if projected else "ask(percepts(question))"
    return _ASKING_HISTORIES.format(adapter=adapter, handed=handed, parameters=parameters, ask=ask)


_ASKING_CASES = '''
def asking(implementation):
    """Return what cases are put to."""

    def ask(case):
        yield {adapter}.answer(implementation, {adapter}.arguments(case))

    return ask
'''
_ASKING_HISTORIES = '''
def asking(implementation, {parameters}):
    """Return something newly made, which questions are put to."""
    ask = {adapter}(implementation, *handed({adapter}, {handed}))
    return lambda question: {ask}
'''


def _experiment(found: Found, claim: Any, seconds: float, *, of_process: bool) -> str:
    """Return the function that decides, and returns the exit code."""
    draws = None if not found.subject.shape.unknowns else found.subject.shape.draws
    of_one = found.experiment == "agents_of_one"
    shape, by_agents = found.subject.shape, found.experiment in {"agents", "agents_of_one"}
    once = shape.instance_has if by_agents else ""
    twice = found.subject.implementation is not None and claim is not None and claim.id in {"idempotent", "twice"}
    lines = [
        "implementation = started()" if of_process else "implementation = load(IMPLEMENTATION)",
        "implementation = twice(implementation)" if twice else "",
        f"another = implementation{'(DRAWS)' * (draws == 'call')}" if of_one else "",
        "implementation = implementation(DRAWS)" if draws == "call" else "",
        _KEYWORD if draws == "keyword" else "",
        f"implementation = instance_with({once!r}, implementation)" if once else "",
        "implementation = made_once(implementation)" if by_agents and shape.is_made_of_environments else "",
    ]
    body = _body(found, of_process=of_process).strip("\n")
    if found.finding.outcome is FailureKind.HANGS and not of_process and found.experiment != "agents":
        body = f"with ended_after({seconds!r}):\n{indent(body, '    ')}"
    code = "\n".join([*filter(None, lines), body])
    return f"def experiment():\n{indent(code, '    ')}"


_KEYWORD = "made_with = implementation\nimplementation = lambda *given: made_with(*given, draws=DRAWS)"


def _body(found: Found, *, of_process: bool) -> str:
    shape, outcome = found.subject.shape, found.finding.outcome
    hangs = outcome is FailureKind.HANGS and not of_process and bool(shape.unknowns)
    if found.experiment == "agents_of_one":
        return _AGENTS_OF_ONE
    if found.experiment == "agents":
        other = plain(renamed(found.question.put, ELSEWHERE))
        return _CLASSES if "copy" in shape.unknowns else _AGENTS.format(other=other)
    if found.experiment == "hangs" or hangs:
        return _ANY_ANSWER
    if found.experiment == "alone":
        return _alone(found)
    if found.experiment == "mutates":
        bodies = _MUTATES if shape.unknowns else _MUTATES_A_CASE
        return bodies.format(adapter=shape.adapter.__name__, handed=", ".join(shape.unknowns))
    first, verdict = (shape.unknowns[0], "verdict") if shape.unknowns else ("", "verdict_on_case")
    return _BODIES[found.experiment].format(first=first, verdict=verdict)


_NO_ANSWER = {FailureKind.RAISES, FailureKind.ENDS_THE_PROCESS, FailureKind.HANGS, FailureKind.BREAKS_PROTOCOL}


def _alone(found: Found) -> str:
    outcome = found.finding.outcome
    if outcome is FailureKind.ACCEPTS:
        return _REFUSED
    if found.law is not None:
        return _LAWFUL.format(law=found.law.__name__)
    if found.finding.expected and found.subject.shape.unknowns:
        return _AS_EXPECTED
    if found.finding.expected:
        return "return verdict_on_case([EXPECTED], collected(lambda: asking(implementation)(QUESTION)), TOLERANCE)"
    if outcome in {FailureKind.NUMPY_VALUE, FailureKind.NOT_A_NUMBER}:
        return _USUAL
    if outcome in _NO_ANSWER:
        return _ANY_ANSWER
    raise NoScript("what is expected is not known at this stage")


_AS_EXPECTED = """
got = collected(lambda: asking(implementation)(QUESTION))
return verdict(EXPECTED, got[: len(EXPECTED)], TOLERANCE)
"""
_ANY_ANSWER = """
list(asking(implementation)(QUESTION))
return is_right(True, "")
"""
_REFUSED = """
try:
    got = list(asking(implementation)(QUESTION))
except Exception as error:
    print(f"refused, as expected: {error!r}")
    return 0
return is_right(False, f"it is to be refused, and the answer is {got[0]!r}")
"""
_LAWFUL = """
expected, got = {law}(lambda case: next(asking(implementation)(case)), QUESTION)
return is_right(agree(expected, got, TOLERANCE), f"these must agree: {{expected!r}} and {{got!r}}")
"""
_USUAL = """
got = next(asking(implementation)(QUESTION))
return is_right(unusual(got) is None, f"the answer is {got!r}")
"""
_MUTATES = """
given = handed({adapter}, {handed})
before = [attribute_snapshot(thing) for thing in given]
list({adapter}(implementation, *given)(percepts(QUESTION)))
is_as_before = [attribute_snapshot(thing) for thing in given] == before
return is_right(is_as_before, "what was given has been changed")
"""
_MUTATES_A_CASE = """
given = {adapter}.arguments(QUESTION)
before = repr(plain_data(given))
{adapter}.answer(implementation, given)
return is_right(repr(plain_data(given)) == before, "what was given has been changed")
"""
_AGENTS = """
# An agent that does 0, then one that does 1, in the same place.
list(asking(implementation, lambda prompt: 0)(QUESTION))
got = list(asking(implementation, lambda prompt: 1)(QUESTION))
return verdict(list(asking(implementation, lambda prompt: 1)({other!r})), got, TOLERANCE)
"""
_AGENTS_OF_ONE = """
# An agent that does 0, then one that does 1, ask the same environment; only the second asks another one.
list(asking(implementation, lambda prompt: 0)(QUESTION))
got = list(asking(implementation, lambda prompt: 1)(QUESTION))
return verdict(list(asking(another, lambda prompt: 1)(QUESTION)), got, TOLERANCE)
"""
_CLASSES = """
def asked_first(action):
    asked = []

    def copy(trained_on, observation):
        asked.append((trained_on, observation))
        return action

    list(asking(implementation, copy)(QUESTION))
    return asked[:1]

# With copies that do 0, then with copies that do 1.
return verdict(asked_first(0), asked_first(1), TOLERANCE)
"""
_BODIES = {
    "again": """
first = list(asking(implementation)(QUESTION))
for _ in range(20):
    again = list(asking(implementation)(QUESTION))
    if not agree(first, again, TOLERANCE):
        break
return {verdict}(first, again, TOLERANCE)
""",
    "after": """
by_itself = list(asking(implementation)(QUESTION))
return {verdict}(by_itself, after(asking(implementation), BEFORE, QUESTION), TOLERANCE)
""",
    "in_turns": """
by_itself = list(asking(implementation)(QUESTION))
return verdict(by_itself, asked_in_turns(asking(implementation), BEFORE, QUESTION), TOLERANCE)
""",
    "keeps": """
returned = []
watched = keeping(implementation, returned)
list(asking(watched)(BEFORE))
kept = len(returned)
list(asking(watched)(QUESTION))
is_as_it_was = all(repr(what_counts(answer)) == repr(was) for answer, was in returned[:kept])
return is_right(is_as_it_was, "what it returned has been changed")
""",
    "stale": """
runs = []

def only_in(run):
    def asked_in_its_run(*question):
        if runs[-1] != run:
            sys.exit("it asks what it was handed for an earlier instance")
        return {first}(*question)

    return asked_in_its_run

for run in range(3):
    runs.append(run)
    list(asking(implementation, only_in(run))(QUESTION))
return is_right(True, "")
""",
}


# --- What drives the implementation and compares ---


def _law(law: Any) -> str:
    try:
        text = inspect.getsource(law)
    except (OSError, TypeError):
        raise NoScript("the law has no source") from None
    if not text.startswith("def "):
        raise NoScript("the law is not a function of a module")
    return text


def _modules(found: Found, *, of_process: bool) -> list[ModuleType]:
    own = sys.modules[found.subject.shape.adapter.__module__]
    driving = [adapters] if found.subject.shape.unknowns else [case_adapters, own]
    keeping = [kept_answers] * (found.experiment == "keeps")
    return [*dict.fromkeys((*driving, *keeping, *[exec_process] * of_process, case_answers, script_running))]


def _embedded(module: ModuleType, adapter: str) -> str:
    """Return the text of a module, which needs nothing of ours but what stands before it.

    A chapter of adapters is left out, unless the adapter is in it, as is the docstring but for its first sentence.
    """
    summary, _, text = inspect.getsource(module).removeprefix('"""').partition('"""\n')
    text = re.sub(r"^from formal_rl\.\S+ import .*\n", "", text, flags=re.MULTILINE)
    chapters = (each for each in text.split(_CHAPTER) if not each.startswith(_TOLD) or f"def {adapter}(" in each)
    return f"# === {re.split('[.:]', summary)[0]} ===\n{_CHAPTER.join(chapters)}"


_CHAPTER = "\n\n\n# --- "
_TOLD = "Environments whose copies are told"


def _form(found: Found) -> str:
    shape = found.subject.shape
    return f"{exec_form(shape).__name__}(answering)" if shape.unknowns else "answering"


_STARTED = f'''
# What the process is asked first, and what the agent does each time that it asks.
{NO_EARLIER}

def started():
    """Start the command where it is first asked, and end it in the end."""
    import atexit

    answering = Answering(IMPLEMENTATION.removeprefix("exec:"), {{suite!r}}, {{seconds!r}})
    atexit.register(answering.end)
    answering.ask_as_before(EARLIER)
    return {{form}}
'''


def _entry(found: Found, seconds: float, *, of_process: bool) -> str:
    ends = found.finding.outcome is FailureKind.ENDS_THE_PROCESS
    apart = ends and (found.experiment == "hangs" or not found.comes_back)
    how = f"run_apart(experiment, {seconds!r})" if apart else "run(experiment)"
    if not of_process:
        return f'if __name__ == "__main__":\n    {how}'
    return f"""
if __name__ == "__main__":
    try:
        {how}
    except ProcessFault as fault:
        print(f"it {{fault.words}}: {{fault}}")
        sys.exit(1)
"""
