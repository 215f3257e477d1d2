"""A counterexample of plain data as a script that stands alone: it exits 1 until the implementation is right."""

import re
import sys
from collections.abc import Callable
from pprint import pformat
from typing import Any

from formal_rl.conformance import case_adapters, case_answers
from formal_rl.conformance.case_suites import CaseSuite
from formal_rl.conformance.exec_faults import is_command
from formal_rl.conformance.exec_script import MODULES, NoScript, starting
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.found import Found
from formal_rl.conformance.repro_script import LOADING, heading
from formal_rl.conformance.separate_agents_script import asking, entry
from formal_rl.conformance.sources import source_of
from formal_rl.conformance.subjects import Convention

WIDTH = 116


def case_script(
    found: Found,
    suite: CaseSuite,
    convention: Convention,
    *,
    implementation: str,
    sentence: str,
    source: str,
    seconds: float,
) -> str:
    """Return the script.

    Raises `NoScript` where a law has no source to copy.
    """
    finding = found.finding
    driver, of_process = convention.adapter.__name__, is_command(implementation)
    apart = not found.comes_back and finding.outcome is FailureKind.ENDS_THE_PROCESS
    body = "\n".join(f"    {line}".rstrip() for line in _body(found, seconds))
    loading = starting(suite.name, seconds) if of_process else LOADING
    parts = [
        f"IMPLEMENTATION = {implementation!r}\n",
        f"GIVEN = {_written(dict(found.question.put))}\n",
        f"BEFORE = {_written(dict(found.before.put))}\n" if found.before is not None else "",
        f"EXPECTED = {_written(finding.expected[0])}\n" if "EXPECTED" in body else "",
        f"TOLERANCE = {found.tolerance!r}\n" if "TOLERANCE" in body else "",
        "# How the implementation is called.",
        *_needed((case_adapters, sys.modules[convention.adapter.__module__]), f"{driver} {body} {loading}"),
        _source(found.law) if found.law is not None else "",
        *_comparing(body),
        loading,
        asking(seconds, apart=apart, body=f"    driver = {driver}\n    implementation = load()\n{body}"),
        entry(of_process=of_process),
    ]
    code = "\n\n".join(part.strip("\n") + "\n" for part in parts if part)
    told = heading(suite.name, sentence, source, implementation, finding.outcome)
    return f'"""{told}"""\n\n{_imports(code)}\n{code}'


def _comparing(body: str) -> list[str]:
    sources = _needed((case_answers,), body)
    return ["# How answers are compared.", *sources] if sources else []


def _written(value: Any) -> str:
    return pformat(value, width=WIDTH, sort_dicts=False, compact=True)


_ASK = (
    "def ask(given):",
    "    return driver.answer(implementation, driver.arguments(given))",
    "",
)

_RAISED = ('    print(f"it raises {error!r}")', "    return 1")

_FIXED = ('print("as expected: fixed")', "return 0")


def _body(found: Found, seconds: float) -> list[str]:
    if found.comes_back:
        return list(_BODIES[found.experiment](found))
    lines = _answered(found)
    if found.finding.outcome is not FailureKind.HANGS:
        return lines
    return [
        f"faulthandler.dump_traceback_later({seconds!r}, exit=True)  # shows where it is, and exits 1",
        "try:",
        *(f"    {line}" for line in lines),
        "finally:",
        "    faulthandler.cancel_dump_traceback_later()",
    ]


def _answered(found: Found) -> list[str]:
    """Return what is right once there is an answer: the one expected, if that is known, or else any."""
    if found.law is not None or found.finding.expected:
        return _alone(found)
    return ["driver.answer(implementation, driver.arguments(GIVEN))", *_FIXED]


def _alone(found: Found) -> list[str]:
    if found.finding.outcome is FailureKind.ACCEPTS:
        return [
            *_ASK,
            "try:",
            "    got = ask(GIVEN)",
            "except Exception as error:",
            '    print(f"refused, as expected: {error!r}")',
            "    return 0",
            'print(f"it is to be refused, and the answer is {got!r}")',
            "return 1",
        ]
    if found.law is not None:
        return [
            *_ASK,
            f"expected, got = {found.law.__name__}(ask, GIVEN)",
            "if agree(expected, got, TOLERANCE):",
            *(f"    {line}" for line in _FIXED),
            'print(f"these must agree: {expected!r} and {got!r}")',
            "return 1",
        ]
    caught = "(Exception, SystemExit)" if found.finding.outcome is FailureKind.ENDS_THE_PROCESS else "Exception"
    asked = [*_ASK, "try:", "    got = ask(GIVEN)", f"except {caught} as error:", *_RAISED]
    if not found.finding.expected:
        return [*asked, 'print(f"the answer is {got!r}")', f"return int({_wrong(found)})"]
    return [
        *asked,
        "if unusual(got) is None and agree(EXPECTED, got, TOLERANCE):",
        *(f"    {line}" for line in _FIXED),
        "place, expected, got = first_disagreement(EXPECTED, got, TOLERANCE)",
        "print(f\"at {place or 'the answer'}: expected {expected!r}, got {got!r}\")",
        "return 1",
    ]


_NO_ANSWER = {FailureKind.RAISES, FailureKind.ENDS_THE_PROCESS, FailureKind.HANGS, FailureKind.BREAKS_PROTOCOL}


def _wrong(found: Found) -> str:
    if found.finding.outcome in {FailureKind.NUMPY_VALUE, FailureKind.NOT_A_NUMBER}:
        return "unusual(got) is not None"
    if found.finding.outcome in _NO_ANSWER:
        return "False"
    raise NoScript("what is expected is not known at this stage")


def _again(found: Found) -> list[str]:
    return [
        *_ASK,
        "first = ask(GIVEN)",
        "for _ in range(20):",
        "    again = ask(GIVEN)",
        "    if not agree(first, again):",
        '        print(f"first {first!r}, then {again!r}")',
        "        return 1",
        *_FIXED,
    ]


def _after(found: Found) -> list[str]:
    return [
        *_ASK,
        "first = ask(GIVEN)",
        "ask(BEFORE)",
        "again = ask(GIVEN)",
        "if agree(first, again):",
        *(f"    {line}" for line in _FIXED),
        'print(f"by itself {first!r}, after another case {again!r}")',
        "return 1",
    ]


def _mutates(found: Found) -> list[str]:
    return [
        "arguments = driver.arguments(GIVEN)",
        "before = repr(plain_data(arguments))",
        "driver.answer(implementation, arguments)",
        "changed = repr(plain_data(arguments)) != before",
        'print("what was given has been changed" if changed else "as expected: fixed")',
        "return int(changed)",
    ]


def _prints(found: Found) -> list[str]:
    return [
        "printed = io.StringIO()",
        "with contextlib.redirect_stdout(printed):",
        "    driver.answer(implementation, driver.arguments(GIVEN))",
        'print(f"it printed {printed.getvalue()!r}" if printed.getvalue() else "as expected: fixed")',
        "return int(bool(printed.getvalue()))",
    ]


_BODIES: dict[str, Callable[[Found], list[str]]] = {
    "alone": _alone,
    "again": _again,
    "after": _after,
    "mutates": _mutates,
    "prints": _prints,
}


def _imports(code: str) -> str:
    modules: tuple[str, ...] = ("contextlib", "faulthandler", "importlib.util", "inspect", "io", "subprocess", "sys")
    modules = tuple(dict.fromkeys((*MODULES, *modules))) if "class Answering:" in code else modules
    lines = [f"import {name}" for name in modules if re.search(rf"\b{name.partition('.')[0]}\.", code)]
    if "Fraction" in code:
        lines.append("from fractions import Fraction")
    if "NamedTuple" in code:
        lines.append("from typing import Any, NamedTuple")
    if "isnan(" in code:
        lines.append("from math import isnan")
    lines.append("from pathlib import Path")
    if re.search(r"\bnumpy\.", code):
        lines += ["", "import numpy"]
    return "\n".join([*lines, ""])


_NOTES = re.compile(r"  # (?:noqa: \w+|type: ignore\[[\w-]+\])")
_ANNOTATIONS = re.compile(r": (?:Any|str|float|Ask|Case|object)(?=[,)= ])| -> [^:\n]+(?=:\n)")


def _source(member: Any) -> str:
    try:
        text = source_of(member)
    except (OSError, TypeError):
        raise NoScript("the law has no source") from None
    if not text.startswith(("def ", "class ")):
        raise NoScript("the law is not a function of a module")
    text = re.sub(r"\n    Ledger: [^\n]*\n", "\n", _ANNOTATIONS.sub("", _NOTES.sub("", text)))
    return text.replace('.\n\n    """', '."""')


def _needed(modules: tuple[Any, ...], used: str) -> list[str]:
    """Return the source of what is used of modules, in their order, with what that uses in turn."""
    own = {
        name: member
        for module in dict.fromkeys(modules)
        for name, member in vars(module).items()
        if getattr(member, "__module__", "") == module.__name__ and callable(member)
    }
    sources = {name: _source(member) for name, member in own.items()}
    needed: set[str] = set()
    waiting = [name for name in own if re.search(rf"\b{name}\b", used)]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            code = re.sub(r'"""[^"]*"""', "", sources[name])
            waiting += [other for other in own if re.search(rf"\b{other}\b", code)]
    return [sources[name] for name in own if name in needed]
