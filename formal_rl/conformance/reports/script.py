"""A counterexample as a script that stands alone: it exits 1 until the implementation is right.

On top are the data and what is done; below stands, of the modules that ask and compare, what that needs, and no more.
"""

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pprint import pformat
from textwrap import indent
from types import ModuleType
from typing import Any

from formal_rl.conformance.adapters import cases, exec_process, experiments, histories, values
from formal_rl.conformance.engine.failures import FailureKind, shown_word
from formal_rl.conformance.engine.purity import renamed
from formal_rl.conformance.engine.search import Found
from formal_rl.conformance.engine.settings import is_command
from formal_rl.conformance.engine.suite import Adapter, exec_form, put_of
from formal_rl.conformance.engine.unknowns import plain
from formal_rl.errors import FormalRLError

ELSEWHERE = 999
"""An observation that no question has."""

NO_EARLIER = "EARLIER = ()\n"


class NoScript(FormalRLError):
    """There can be no script; the message says why."""


def script_text(found: Found, *, suite: str, sentence: str, source: str, implementation: str, seconds: float) -> str:
    """Return the script; raise `NoScript` if the right answer cannot be written."""
    of_process, adapter = is_command(implementation), found.subject.adapter
    loaded = "started()" if of_process else "load(IMPLEMENTATION)"
    codes = "then 0" if of_process else "then 0; 4 where it is not found"
    heading = (
        f"{suite}: {sentence}.\n\nExits 1 until {implementation} is right here, {codes}. "
        f"What was seen: {shown_word(found.failure.outcome)}.\n\n{source[0].upper()}{source[1:]}.\n"
    )
    heading = heading.replace("\\", "\\\\").replace('"""', r"\"\"\"")
    form = f"{exec_form(adapter).__name__}(answering)" if adapter.unknowns else "answering"
    data = [
        f"IMPLEMENTATION = {implementation!r}\n{_data(found)}",
        *_unknowns(found),
        _STARTED.format(suite=suite, seconds=seconds, form=form) if of_process else "",
        _asking(adapter, loaded),
    ]
    entry = _entry(found, seconds, loaded)
    law = () if found.law is None else (found.law,)
    own = (sys.modules[each.__module__] for each in (*law, adapter.driver, adapter.hand) if each is not dict)
    pool = dict.fromkeys((values, histories, cases, experiments, exec_process, *own))
    body = "\n\n\n".join(part.strip("\n") for part in data if part)
    imports, definitions = needed(f"{body}\n\n\n{entry}", pool)
    return f'"""{heading}"""\n\n{imports}\n\n{body}\n\n\n{definitions}\n\n\n{entry}\n'


def as_run(script: str, earlier: Any) -> str:
    """Return a script of a process in which other questions are put first."""
    return script.replace(NO_EARLIER, f"EARLIER = {_written(tuple(map(tuple, earlier)))}\n", 1)


def _written(value: Any) -> str:
    return pformat(value, width=116, sort_dicts=False, compact=True)


# --- The data ---

_WORDS = {
    "play": "a play: percept, action, percept, action, ...",
    "prompt": "a prompt: percept, action, percept, ...",
    "actions": "the actions, one by one",
    "case": "a case",
}


def _data(found: Found) -> str:
    adapter = found.subject.adapter
    lines = [f"# QUESTION is {_WORDS[adapter.asked]}."]
    for name, given in (("QUESTION", found.case), ("BEFORE", found.before)):
        if given is not None:
            lines.append(f"{name} = {_written(dict(given) if adapter.of_data else plain(given['put']))}")
    if adapter.draws != "none":
        lines.append(f"DRAWS = {found.case['draws']!r}")
    if found.failure.expected:
        lines.append(f"EXPECTED = {_written(plain(found.failure.expected))}")
    return "\n".join(lines)


def _unknowns(found: Found) -> Iterator[str]:
    """Yield the implementation's arguments: a table each, and a function that looks up questions there."""
    guarded = found.failure.outcome is FailureKind.IMPROPER_QUESTION
    for name in found.subject.adapter.unknowns:
        rows = [(plain(key[1:]), plain(answer)) for key, answer in found.answers if key[0] == name]
        lines = "".join(f"    {key[0] if len(key) == 1 else key!r}: {answer!r},\n" for key, answer in rows)
        about, parameters, answer, guard = _UNKNOWN[name]
        yield _TABLE.format(
            about=about,
            table=name.upper(),
            rows="{\n" + lines + "}" if lines else "{}",
            signature=f"{name}({parameters})",
            guard=f"    {guard}\n" if guarded else "",
            answer=answer,
        )


_TABLE = """
# {about}
{table} = {rows}


def {signature}:
{guard}    return {answer}
"""
_ENVIRONMENT, _OF_PLAY = (
    "What the environment {} gives on a play, by what the agent does there.",
    "require_proper(play, 0)",
)
_GIVES = "Percept(*{}.get((play, agent(play[:-1]) if play else None), (1, 0)))"
_UNKNOWN = {
    "agent": (
        "What the agent does on a prompt; on any other it does 0.",
        "prompt",
        "AGENT.get(prompt, 0)",
        "require_proper(prompt, 1)",
    ),
    "copy": (
        "What a copy of the agent does, by what it was trained on and what it sees; else 0.",
        "trained_on, observation",
        "COPY.get((trained_on, observation), 0)",
        "require_plain((observation, *(part for each in trained_on for part in each)))",
    ),
    "e": (_ENVIRONMENT.format("e"), "agent, play", _GIVES.format("E"), _OF_PLAY),
    "h": (_ENVIRONMENT.format("h"), "agent, play", _GIVES.format("H"), _OF_PLAY),
    "reply": (
        "What the environment that is wrapped gives on a play.",
        "play",
        "Percept(*REPLY.get(play, (1, 0)))",
        _OF_PLAY,
    ),
}
"""Each argument: a comment, parameters, the result, and the check of a question if that is the fault."""

_STARTED = f'''
# The earlier questions, and the agent's answers to the process.
{NO_EARLIER}

@functools.cache
def started():
    """Start the command where it is first asked, and end it in the end."""
    import atexit

    answering = Answering(IMPLEMENTATION.removeprefix("exec:"), {{suite!r}}, {{seconds!r}})
    atexit.register(answering.end)
    answering.ask_as_before(EARLIER)
    return {{form}}
'''


# --- The question ---

_ASKING = '''
def asking(of=lambda agent: agent, implementation=None):
    """Return something newly made, which questions are put to; ``of`` changes {whom}."""
    implementation = implementation or {loaded}
    ask = {driver}({made}{handed})
    return lambda question: ask({put})
'''


def _asking(adapter: Adapter, loaded: str) -> str:
    handed = _handed(adapter)
    handed[:1] = [each.replace("(", "(of(", 1) + ")" for each in handed[:1]]
    return _ASKING.format(
        whom="the agent" if handed else "nothing here",
        loaded=loaded,
        driver=adapter.driver.__name__,
        made=_made(adapter, "implementation"),
        handed="".join(f", {each}" for each in handed),
        put=_put(adapter),
    )


def _handed(adapter: Adapter) -> list[str]:
    return [f"{form.__name__}({name})" for name, form in zip(adapter.unknowns, adapter.handed_as, strict=False)]


def _made(adapter: Adapter, loaded: str) -> str:
    by_keyword = f"functools.partial({loaded}, draws=DRAWS)"
    return {"none": loaded, "call": f"{loaded}(DRAWS)", "keyword": by_keyword}[adapter.draws]


def _put(adapter: Adapter) -> str:
    if adapter.hand in {dict, put_of}:
        return "question" if adapter.asked in {"case", "actions"} else "percepts(question)"
    return f"{adapter.hand.__name__}(question)"


def _once(adapter: Adapter, loaded: str) -> str:
    """Return what is made once, for two agents."""
    if adapter.is_made_of_environments:
        return f"made_once({loaded})"
    of_draws = adapter.draws == "call"
    made = f"{loaded}(draws)" if of_draws else loaded
    made = f"instance_with({adapter.instance_has!r}, {made})" if adapter.instance_has else made
    return f"functools.cache(lambda draws: {made})" if of_draws else made


def _entry(found: Found, seconds: float, loaded: str) -> str:
    """Return what runs the experiment."""
    of_process = loaded == "started()"
    hangs = found.failure.outcome is FailureKind.HANGS and not of_process
    ends = found.failure.outcome is FailureKind.ENDS_THE_PROCESS
    apart = ends and (found.experiment == "hangs" or not found.comes_back)
    how = f"run_apart({seconds!r}, " if apart else f"run_in_time({seconds!r}, " if hangs else "run("
    line = f"{how}{_experiment(found, loaded)})"
    if of_process:
        ending = 'print(f"it {fault.words}: {fault}")\n    sys.exit(1)'
        line = f"try:\n    {line}\nexcept ProcessFault as fault:\n    {ending}"
    return f'if __name__ == "__main__":\n{indent(line, "    ")}'


_NO_ANSWER = {FailureKind.RAISES, FailureKind.ENDS_THE_PROCESS, FailureKind.HANGS, FailureKind.BREAKS_PROTOCOL}


def _experiment(found: Found, loaded: str) -> str:  # noqa: PLR0911 - one for each experiment
    adapter, outcome = found.subject.adapter, found.failure.outcome
    tolerance = f", {found.tolerance!r}" if found.tolerance else ""
    match found.experiment:
        case "alone" if outcome is FailureKind.ACCEPTS:
            return "refused, asking, QUESTION"
        case "alone" if found.law is not None:
            return f"lawful, asking, QUESTION, {found.law.__name__}{tolerance}"
        case "alone" if found.failure.expected and (adapter.of_data or outcome is not FailureKind.HANGS):
            return f"as_expected, asking, QUESTION, EXPECTED{tolerance}"
        case "alone" if outcome in {FailureKind.NUMPY_VALUE, FailureKind.NOT_A_NUMBER}:
            return "usual_answer, asking, QUESTION"
        case "alone" if outcome in _NO_ANSWER:
            return "any_answer, asking, QUESTION"
        case "hangs":
            return "any_answer, asking, QUESTION"
        case "again" | "stale":
            return f"{found.experiment}, asking, QUESTION"
        case "after" | "in_turns":
            return f"beside, asking, QUESTION, BEFORE, asked_{found.experiment}"
        case "keeps":
            kept = "lambda returned: asking(implementation=keeping(load(IMPLEMENTATION), returned))"
            return f"keeps, {kept}, QUESTION, BEFORE"
        case "mutates":
            handed = "".join(f"{each}, " for each in _handed(adapter))
            put = _put(adapter).replace("question", "QUESTION")
            made = _made(adapter, loaded)
            return f"leaves_handed, lambda handed: {adapter.driver.__name__}({made}, *handed), {put}, ({handed})"
        case "agents" if adapter.uses_copies:
            return f"asked_first, asking, QUESTION, {_once(adapter, loaded)}"
        case "agents" | "agents_of_one":
            elsewhere = plain(renamed(found.case["put"], ELSEWHERE))
            other = f", {elsewhere!r}" if found.experiment == "agents" else ""
            return f"second_agent, asking, QUESTION, {_once(adapter, loaded)}{other}"
    raise NoScript("what is expected is not known at this stage")


# --- What asks and compares ---


def needed(body: str, modules: Iterable[ModuleType]) -> tuple[str, str]:
    """Return the imports, and the definitions of these modules in their order, that a text needs."""
    statements = {text: names for module in modules for text, names in _statements(module).items()}
    wanted, waiting = set[str](), [*_names(ast.parse(body), ast.Load)]
    while waiting:
        name = waiting.pop()
        found = {text for text, (defined, _) in statements.items() if name in defined} - wanted
        wanted |= found
        waiting += [each for text in found for each in statements[text][1]]
    imports = [text for text in sorted(wanted) if text.startswith(("import ", "from "))]
    imports.sort(key=lambda text: text.startswith("from"))
    definitions = (text for text in statements if text in wanted and text not in imports)
    return "\n".join(["from __future__ import annotations\n", *imports]), "\n\n\n".join(definitions)


@cache
def _statements(module: ModuleType) -> dict[str, tuple[set[str], set[str]]]:
    """Return the names that each statement of a module defines, and those that it uses, by its text."""
    lines, statements = inspect.getsource(module).splitlines(), {}
    for node in ast.parse("\n".join(lines)).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            whence = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            if not whence.startswith("formal_rl"):
                begin = f"from {whence} " if whence else ""
                for each in node.names:
                    statements[f"{begin}import {each.name}"] = {each.name.partition(".")[0]}, set[str]()
            continue
        first = min(each.lineno for each in (node, *getattr(node, "decorator_list", ())))
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", ast.Tuple([]))]
        stored = {name for each in targets for name in _names(each, ast.Store)}  # not what is stored inside, on the way
        if isinstance(node, ast.Try):
            stored = {each.name for each in ast.walk(node) if isinstance(each, ast.ClassDef)}
        defined = {node.name} if hasattr(node, "name") else stored
        statements["\n".join(lines[first - 1 : node.end_lineno])] = defined, {*_names(node, ast.Load)}
    return statements


def _names(node: ast.AST, context: type[ast.expr_context]) -> Iterator[str]:
    """Yield the names that are read, or set, somewhere inside."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, context):
            yield each.id
