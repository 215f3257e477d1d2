"""Every statement of the ledger holds as its verdict says, its mutants die, and the evidence is what ran.

Each check is run once, for all of it: the verdict, citations that are entered, numbers and witnesses that are the
parts'. Each rule is a function that lists violations, and finds planted ones. A generated test has its
statement's claim, or its mutant's name, as its id.
"""

import inspect
import itertools
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from pkgutil import resolve_name
from types import FunctionType

import pytest
from attrs import evolve, frozen

import formal_rl
from formal_rl.checking import Part, Scope, claims
from formal_rl.checking.claims import by_hand
from formal_rl.checking.outcome import Disagreement, Outcome, Refutation
from formal_rl.errors import UnansweredQuestion
from formal_rl.statements import LEDGER
from formal_rl.statements.verification import rejecting, why_not_reproduced

PACKAGE = Path(formal_rl.__file__).parent
GLOSSARY = PACKAGE.parent / "docs" / "reference" / "glossary.md"
VERDICTS = "| verdict | when a statement has it |"
BY_HAND = {"definition", "example"}
"""The kinds of statements that are worked by hand."""
PLANTED = "formal_rl.gridworlds.metrics.neutrality"
WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


# --- What a check enters ---


@frozen
class Cited:
    """A function or class that a row cites: where it is, and the names that its code can have."""

    name: str
    file: str
    first: int
    last: int
    generated: str = ""

    def is_entered_by(self, code):
        """Whether this code is of it: its own, of a method, of a function in it, or made by attrs for it."""
        if code.co_filename == self.file:
            return self.first <= code.co_firstlineno <= self.last
        return bool(self.generated) and re.fullmatch(rf"<attrs generated \w+ {self.generated}>", code.co_filename)


def run_of(check, cited):
    """The parts of a check in the quick profile, and which of what is cited it did not enter."""
    forget_what_was_computed()
    missing, looked_at = [*cited], {}

    def hear(frame, *_):
        code = frame.f_code
        if id(code) not in looked_at:
            looked_at[id(code)] = code
            missing[:] = [each for each in missing if not each.is_entered_by(code)]
            if not missing:  # nothing is heard from here on, since that takes most of the time
                sys.settrace(None)

    sys.settrace(hear if missing else None)
    try:
        return tuple(check(Scope())), tuple(missing)
    finally:
        sys.settrace(None)


def forget_what_was_computed():
    """Empty the caches of functions, so that what one row computed is computed anew for the next."""
    for name, module in list(sys.modules.items()):
        if name.startswith("formal_rl."):
            for each in list(vars(module).values()):
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


# --- What a row cites ---


def can_be_seen(definition):
    """Whether entering it can be seen: a class written without a function in it is data, and exempt; so are tuples."""
    if not isinstance(definition, type):
        return True
    file = inspect.getsourcefile(definition)
    if getattr(definition, "_is_protocol", False) or issubclass(definition, tuple):
        return False
    for each in vars(definition).values():
        inner = getattr(each, "fget", None) or getattr(each, "func", None) or getattr(each, "__func__", each)
        inner = inspect.unwrap(inner) if callable(inner) else inner
        if isinstance(inner, FunctionType) and inner.__code__.co_filename == file:
            return True
    return False


def cited_as(definition):
    """A function or class as what is cited, or ``None`` where it cannot be seen to be entered."""
    definition = inspect.unwrap(definition) if callable(definition) else definition
    if not isinstance(definition, FunctionType | type) or definition.__module__ == "builtins":
        return None
    if not can_be_seen(definition):
        return None
    lines, first = inspect.getsourcelines(definition)
    name = f"{definition.__module__}.{definition.__qualname__}"
    generated = re.escape(name) if isinstance(definition, type) else ""
    return Cited(name, inspect.getsourcefile(definition), first, first + len(lines) - 1, generated)


def seen_of(names):
    """What of these definitions can be seen to be entered."""
    definitions = [resolve_name(name) for name in names]
    return tuple(dict.fromkeys(cited for each in definitions if (cited := cited_as(each)) is not None))


# --- The numbers of a sentence ---


def numbers_in(text):
    """The numbers of a text: digits without separators of thousands, fractions and decimals, the words to twelve."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    text = re.sub(rf"\b({'|'.join(WORDS)})\b", lambda word: str(WORDS.index(word[1].lower()) + 1), text, flags=re.I)
    return set(re.findall(r"\d+(?:[./]\d+)?", text))


_PLACES = (
    "definition|lemma|theorem|proposition|corollary|example|conjecture|section|appendix|appendice|table|figure|footnote"
    "|equation|listing|algorithm|part|page|step|version"
)
_PLACE = r"\(?(?:[A-Z]\.?)?\d+(?:\.\d+)*\)?(?:\(\d+\))?"
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_REFERENCES = re.compile(
    rf"(?i:\b(?:{_PLACES})s?) {_PLACE}(?:(?:, | and | or | to |, and |-){_PLACE})*"
    r"|\b(?:A21|A22|T24|W19)(?:-[\w.*]+)*|\barXiv:? ?\d{4}\.\d{4,5}|`[^`]*`|SafeLife 1\.0"
    rf"|\b(?:\d{{1,2}} )?(?:{_MONTHS}) \d{{4}}|(?:\b(?:of|in|since|and|et al\.,?)|\() ?\(?(?:19[5-9]|20[0-2])\d(?!\d)"
    r"|(?<![\d.])[^\W\d]\w*\d[\w.]*|\b[A-Z]\.\d+(?:\.\d+)*|\b[Oo]ne\b"
)
"""What has a number and states none: places in a text, entries, dates, Python names, and the pronoun one."""


def _said_by(parts):
    """What parts say of themselves: names, domains, counts of cases and branches, and witnesses."""
    yield f"{sum(part.cases for part in parts)}"
    for part in parts:
        branches = " ".join(f"{name} {count}" for name, count in part.branches.items())
        yield f"{part.name} {part.domain} {part.cases} {branches} {part.refutation or ''}"


def numbers_of_no_part(evidence, parts):
    """The numbers of an evidence sentence that are in nothing that the parts say of themselves."""
    return sorted(numbers_in(evidence) - numbers_in(" ".join(_said_by(parts))))


def numbers_of_no_check(text, parts, examples):
    """The numbers of a sentence that neither the parts nor the worked examples have; references state none.

    Fractions and decimals may be equal in value, and one of two decimals or more may be what is rounded to it.
    """
    said = " ; ".join((*_said_by(parts), *(part.foreseen for part in parts), *examples))
    numbers = _named_in(said)[1] | numbers_in(said)
    values = {abs(Fraction(number)) for number in numbers if not re.search(r"/0+$", number)}

    def is_found(number):
        exact = len(number.partition(".")[2]) < 2
        return Fraction(number) in values if exact else _is_said(number, values)

    return sorted(number for number in numbers_in(_REFERENCES.sub(" ; ", text)) if not is_found(number))


def unfounded_numbers(statement, parts, examples):
    """By the name of the sentence, the numbers that a statement has there and its check has nowhere."""
    found = {
        name: numbers_of_no_check(getattr(statement, name), parts, examples)
        for name in ("claim", "defects", "repair", "finding", "caution")
    }
    found["evidence"] = numbers_of_no_part(statement.evidence, parts)
    return {name: numbers for name, numbers in found.items() if numbers}


LONG = {
    *("A22-C9", "A22-D6", "A22-D7", "A22-S4", "A22-T10.2", "A22-T10.3", "A22-T10.4", "A22-trivialise-all"),
    *("A22-gain-mean", "A22-gain-zero", "A22-lib"),
    *("T24-C-all", "T24-C3", "T24-C5", "T24-DD2", "T24-DD3", "T24-LD2", "T24-default", "T24-main-result", "T24-mdp"),
    *("T24-mean-dynamics", "T24-reinforce", "T24-replication", "T24-U-alone", "T24-tax"),
    *("W19-agent", "W19-cells", "W19-eq3", "W19-equivariance", "W19-ergodic", "W19-fence", "W19-levels"),
    *("W19-penalty-goals", "W19-penalty-optimal", "W19-penalty-weight", "W19-tasks"),
}
"""Rows whose checks take seconds: by default `make verify` alone tries them."""


def of_every_statement():
    """The statements of the ledger, each with its mark."""
    return [
        pytest.param(each, marks=(pytest.mark.statement(each.id), *[pytest.mark.full] * (each.id in LONG)))
        for each in LEDGER.values()
    ]


def of_every_mutant():
    """The mutants of the ledger, each with its mark. By default `make verify` alone tries them."""
    return [
        pytest.param((statement, mutant), marks=(pytest.mark.statement(statement.id), pytest.mark.full))
        for statement in LEDGER.values()
        for mutant in statement.mutants
    ]


@pytest.mark.parametrize("statement", of_every_statement())
def test_statement(statement):
    """The verdict is reproduced, all that cites the row is entered, and all that the row says is in its parts.

    Each failure is foreseen, and each definition and example is worked by hand at least twice.
    """
    with examples_heard() as examples:
        parts, missing = run_of(statement.check, seen_of(statement.code))

    assert not why_not_reproduced(statement, Outcome(parts))
    assert statement.kind not in BY_HAND or worked_by_hand(parts) >= 2
    assert [each.name for each in missing] == [], "cited, and not entered by the quick check"
    assert unfounded_numbers(statement, parts, examples) == {}, "in a sentence, and in no part"
    assert named_in_no_part(statement.witness, parts, examples) == [], "in the witness, and in no part"
    assert all(part.foreseen for part in parts if part.expected == "fails"), "meant to fail, and not said on what"


@pytest.mark.parametrize("mutant", of_every_mutant())
def test_mutant(mutant):
    """A mutant is killed by a value or a failure of its own, not by asking what no table of ours answers."""
    part = rejecting(mutant[1].check(Scope()))

    assert part is not None, "survives"
    assert part.refutation is None or part.refutation.disagreement.got is not UnansweredQuestion


def test_the_tests_of_a_statement():
    """Asked for by id, the generated tests are found by claim and mutants, with those by hand, and no others."""
    by_hand = "proofs_as_tests/test_earth_mover.py"
    own = "proofs_as_tests/statements/test_every_statement.py"
    files, options = [by_hand, own], ["-q", "--collect-only", "-p", "no:cacheprovider"]
    asked = [sys.executable, "-m", "pytest", "--statement", "W19-eq2", *options, *files]
    printed = subprocess.run(
        asked,
        cwd=PACKAGE.parent,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    ).stdout
    row = LEDGER["W19-eq2"]

    assert [line for line in printed.splitlines() if "::" in line] == [
        f"{by_hand}::test_the_ground_distance_is_a_metric",
        f"{by_hand}::test_the_published_distance_is_not_symmetric",
        f"{own}::test_statement[W19-eq2: {row.claim}]",
        *(f"{own}::test_mutant[W19-eq2 rejects: {mutant.name}]" for mutant in row.mutants),
    ]


def worked_by_hand(parts):
    """How many cases the parts by hand have that a check begins with."""
    return sum(part.cases for part in itertools.takewhile(lambda part: part.domain == "by hand", parts))


# --- What a witness names ---


_PERCEPT = r"\(-?\d+,-?\d+\)"
_PLAY = re.compile(rf"{_PERCEPT}(?: \d+ {_PERCEPT})*(?: \d+(?![\d.,/]*\d))?")
_FLAT = re.compile(r"\(((?:Percept\(-?\d+, -?\d+\)|\d+)(?:, (?:Percept\(-?\d+, -?\d+\)|\d+))*),?\)")
_NUMBER = re.compile(r"(?:(?<![\w.)·])-)?(?:\d+(?:[./]\d+)?|\.\d+)(?:e-?\d+)?")


@contextmanager
def examples_heard():
    """Give the list of what each worked example says that is computed from now on: its name, arithmetic and value."""
    heard, differ = [], claims._differ

    def hearing(arithmetic, expected, got):
        heard.append(f"{arithmetic}; {expected!r}")
        return differ(arithmetic, expected, got)

    claims._differ = hearing
    try:
        yield heard
    finally:
        claims._differ = differ


def _as_written(text):
    """Write plays, fractions and numbers as witnesses do; the reward of a percept stands beside it as well."""

    def flat(found):
        if "Percept" not in found[1]:
            return found[0]
        return re.sub(r"Percept\((-?\d+), (-?\d+)\)", r"(\1,\2)", found[1]).replace(", ", " ")

    text = _FLAT.sub(flat, text)
    text = re.sub(r"Percept\((-?\d+), (-?\d+)\)", r"(\1,\2) ; \1", text)
    text = re.sub(r"Fraction\((-?\d+), (\d+)\)", r"\1/\2", text)
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    text = re.sub(rf"\b({'|'.join(WORDS)})\b", lambda word: str(WORDS.index(word[1].lower()) + 1), text, flags=re.I)
    return re.sub(r"\((-?\d+), (-?\d+)\)", r"(\1,\2)", text)


def _named_in(text):
    """The plays of a text, and the numbers outside of them."""
    text = _as_written(text)
    return set(_PLAY.findall(text)), set(_NUMBER.findall(_PLAY.sub(" ; ", text)))


def _is_said(number, values):
    """Whether a number is one of these; one with decimals, also if one of these is it to its places."""
    places = len(number.partition(".")[2])
    return Fraction(number) in values or (places > 0 and Fraction(number) in {round(each, places) for each in values})


def _not_in(plays, numbers, said):
    """Those of the plays and numbers of a clause that a text does not have, percepts of its plays included."""
    said_plays, said_numbers = said
    percepts = {percept for play in said_plays for percept in re.findall(_PERCEPT, play)}
    values = {Fraction(number) for number in said_numbers if not re.search(r"/0+$", number)}
    return plays - said_plays - percepts | {number for number in numbers if not _is_said(number, values)}


def named_in_no_part(witness, parts, examples=()):
    """What the clauses of a witness name that no one part has in its name, domain or refutation, nor one example.

    A clause ends at a semicolon, a full stop, or a colon before a word. All that it names is to be in one place.
    """
    texts = [f"{part.name}; {part.domain}; {part.foreseen}; {part.refutation or ''}" for part in parts]
    places = [_named_in(text) for text in (*texts, *examples)]
    missing = set()
    for clause in re.split(r"; |\. |: (?=[A-Za-z])", witness):
        named = _named_in(clause)
        missing |= min((_not_in(*named, place) for place in places), key=len)
    return sorted(missing)


@pytest.mark.parametrize(
    ("witness", "found"),
    [
        ("", []),
        ("on (0,0) 0 (1,0) 1 it is paid 5/9; six of (1,0)", []),
        ("on (0,0) 0 (1,0) 0 it is paid 5/9", ["(0,0) 0 (1,0) 0"]),
        ("on (0,0) 0 (1,0) 1 it is paid 5/8", ["5/8"]),
        ("on (1,1)", ["(1,1)"]),
        ("0.56 and 0.556, not 0.55", ["0.55"]),
        ("1,000 plays in a case of -7", ["-7"]),
        ("1,000 plays; in a case: the value is -7", []),
        ("the value is 7", ["7"]),
        ("the agent in (0,1) does 3", []),
    ],
)
def test_names_in_a_witness_exist(witness, found):
    """Plays, percepts and numbers of one clause are to be in one part, or in one example, and not counts of cases."""
    table = "(Percept(0, 0), 0, Percept(1, 0), 1)"
    parts = (
        Part("holds", "1,000 plays", 8, {"8": 8}),
        Part("fails", "by hand", 8, {}, Refutation(Disagreement(table, Fraction(5, 9), 6))),
        Part("fails", "by hand", 8, {}, Refutation(Disagreement("value", -7, -8))),
    )
    with examples_heard() as examples:
        by_hand(lambda: iter([("the agent in (0,1)", 3, 3)]))(Scope())
    by_hand(lambda: iter([("unheard", 7, 7)]))(Scope())

    assert named_in_no_part(witness, parts, examples) == found


@pytest.mark.parametrize("identifier", ["A21-E10", "T24-eqs"])
def test_a_changed_witness_is_found(identifier):
    """A greater number in place of the greatest of a witness, or one more action in its first play, is found."""
    statement = LEDGER[identifier]
    with examples_heard() as examples:
        parts = tuple(statement.check(Scope()))
    numbers = sorted(re.findall(r"\d+", statement.witness), key=int)
    changed = [statement.witness + "; with 987654"]
    if numbers:
        changed.append(re.sub(rf"\b{numbers[-1]}\b", f"{int(numbers[-1]) + 34567}", statement.witness, count=1))

    assert named_in_no_part(statement.witness, parts, examples) == []
    assert all(named_in_no_part(each, parts, examples) for each in changed)


# --- Planted violations ---


def test_a_planted_citation_is_found():
    """A row that names, as its code, what its check does not enter is found."""
    planted = seen_of([PLANTED])

    assert [each.name for each in planted] == [PLANTED]
    assert [each.name for each in run_of(LEDGER["A21-L2"].check, planted)[1]] == [PLANTED]


@pytest.mark.parametrize(
    ("evidence", "found"),
    [
        ("", []),
        ("all 3 agents and 1000 plays, Three, of 1,000 or 1/2", []),
        ("four runs", ["4"]),
        ("12 cases and 0.5", ["0.5", "12"]),
        ("seen 7 times; the witness is 5; in all 1,002 cases", []),
        ("1,003 cases", ["1003"]),
    ],
)
def test_a_number_that_no_part_has_is_found(evidence, found):
    """Numbers in digits and words are found unless a part's name, domain, counts or witness has them."""
    parts = (
        Part("half, 1/2", "3 agents, 1,000 plays", 2, {"seen": 7}),
        Part("fails", "by hand", 1000, {}, Refutation(Disagreement("about", 5, 6))),
    )
    assert numbers_of_no_part(evidence, parts) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Theorem 7, Sections 4 and 6.1, Definitions B.9 to B.11, Equation (9), footnote 12, part 8 of A22-T10.", []),
        ("arXiv 2407.00805, `f(77)`, of 11 May 2026, (Krakovna et al. 2018), code of 2021, law_7, C9, one of them", []),
        ("Theorem 7 in 77 worlds of 99 of T24-C9", ["77", "99"]),
        ("0.333, 1/3, and worked 0.25; but 0.334, 2026 boards, nine", ["0.334", "2026", "9"]),
        ("0.3", ["0.3"]),
        ("-1/3 and 1,000", ["1000"]),
    ],
)
def test_only_references_may_have_numbers_of_their_own(text, found):
    """Places, entries, dates and names state no number; decimals may be rounded, from two places on."""
    parts = (Part("a third", "1/3", 2, {}),)

    assert numbers_of_no_check(text, parts, ["by hand; 1 of 4; 0.25"]) == found


@pytest.mark.parametrize("name", ["claim", "evidence", "defects", "repair", "finding", "caution"])
def test_a_false_number_of_any_sentence_is_found(name):
    """Whichever sentence of a statement has a number that its check does not have, it is found there."""
    statement = LEDGER["T24-DA1"]
    changed = evolve(statement, **{name: f"{getattr(statement, name)} In 987 of them."})

    with examples_heard() as examples:
        parts = tuple(statement.check(Scope()))

    assert unfounded_numbers(statement, parts, examples) == {}
    assert unfounded_numbers(changed, parts, examples) == {name: ["987"]}
