"""Reports of checks as JUnit XML: a test suite for each report, a test case for each claim."""

from collections.abc import Iterable
from itertools import zip_longest
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from formal_rl.conformance.engine.failures import printable, shown_word
from formal_rl.conformance.engine.suite import WORDS
from formal_rl.conformance.reports.report import FAILED, Report, Row


def junit_text(reports: Iterable[Report], seconds: Iterable[float] = ()) -> str:
    """Return the reports as XML, with the seconds of each if they are given.

    The class of a test case is that of the suite, and its file that of the implementation, if it has one. What
    diverges, and what unexpectedly conforms, failed; what is expected to diverge, is not required or was not reached,
    is skipped; what cannot be used is an error.
    """
    root = Element("testsuites", name="formal_rl")
    for report, took in zip_longest(reports, seconds):
        suite = _add_report(root, report)
        if took is not None:
            suite.set("time", f"{took:.3f}")
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _add_report(root: Element, report: Report) -> Element:
    suite = SubElement(root, "testsuite", name=f"formal_rl.{report.suite}")
    about = ("implementation", "source", "semantics", "profile", "seed")
    _add_properties(suite, **{name: str(getattr(report, name)) for name in about})
    cases = [_add_row(suite, report, row) for row in report.rows]
    if report.exit_code == 5:
        nothing = SubElement(suite, "testcase", classname=f"formal_rl.{report.suite}", name=WORDS[5])
        SubElement(nothing, "error", message=printable(report.headline))
        cases.append(nothing)
    suite.set("tests", str(len(cases)))
    for name, child in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(sum(case.find(child) is not None for case in cases)))
    return suite


def _add_row(suite: Element, report: Report, row: Row) -> Element:
    case = SubElement(suite, "testcase", classname=f"formal_rl.{report.suite}", name=row.claim)
    file, _, _ = report.implementation.rpartition(":")
    if file.endswith(".py"):
        case.set("file", printable(file))
    shown = next((each for each in report.counterexamples if each.claim == row.claim), None)
    repro = "" if shown is None or shown.script is None else f"repro_{report.suite}_{row.claim}.py"
    _add_properties(case, stage=row.stage, sentence=row.sentence, evidence=row.evidence, counterexample=repro)
    said = "; ".join(filter(None, (row.outcome and shown_word(row.outcome), row.message, row.reason)))
    text = row.message or "" if shown is None else shown.text
    if report.unusable is not None:
        SubElement(case, "error", message=printable(said)).text = printable(report.unusable)
    elif row.verdict in FAILED and row.required:
        kind = printable(row.outcome or row.verdict)
        SubElement(case, "failure", message=printable(said), type=kind).text = printable(text)
    elif row.verdict != "conforms":
        word = shown_word(row.verdict) + ", not required" * (not row.required)
        SubElement(case, "skipped", message=printable(f"{word}: {said}" if said else word))
    return case


def _add_properties(parent: Element, **values: str) -> None:
    properties = SubElement(parent, "properties")
    for name, value in values.items():
        if value:
            SubElement(properties, "property", name=name, value=printable(value))
