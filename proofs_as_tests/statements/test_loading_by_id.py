"""What is imported to verify or explain one statement: its section, and what that is about."""

import os
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules

import pytest

from formal_rl.cli import main
from formal_rl.errors import UnknownStatement
from formal_rl.statements import LEDGER, choose, find
from formal_rl.statements.kill_table import kill_table
from formal_rl.statements.ledger import SECTIONS
from formal_rl.statements.merged import MERGED, RETIRED
from formal_rl.statements.uses import mentioned, used_by

MOST = 60
"""How many modules of ours one statement may need, besides the environments it ranges over."""

IN_EVERY_ENVIRONMENT = 30
"""How many modules define the environments of the library, and what they are made of."""


def modules_of(*arguments):
    """What is imported in a process of its own that runs a command without Rocq, and the first line that it prints."""
    code = (
        f"import sys\nfrom formal_rl.cli import main\ncode = main({[*arguments]!r})\n"
        "print(*sys.modules, file=sys.stderr)\nsys.exit(code)"
    )
    without_rocq = {**os.environ, "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=without_rocq)
    return set(done.stderr.split()), done.stdout.splitlines()[0]


def ours(modules):
    """The modules of this package."""
    return {module for module in modules if module.split(".")[0] == "formal_rl"}


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_has_the_statements_it_is_listed_with(section):
    """The identifiers that are known before a section is imported are those that it has, in its order."""
    statements = import_module(f"formal_rl.statements.{section}").STATEMENTS

    assert [statement.id for statement in statements] == SECTIONS[section].split()


def test_the_ledger_is_read_by_identifier():
    """It has each identifier once, in whatever case, and no other; the papers come one after the other."""
    listed = sorted(" ".join(SECTIONS.values()).split(), key=lambda each: each.partition("-")[0])

    assert list(LEDGER) == listed
    assert len(LEDGER) == len(set(map(str.upper, listed)))
    assert "A22-D7" in LEDGER
    assert "a22-d7" not in LEDGER
    assert "A22-D9" not in LEDGER
    assert find("a22-d7") is LEDGER["A22-D7"]
    assert find("r-MEASURE").id == "R-measure"
    with pytest.raises(KeyError):
        _ = LEDGER["A22-D9"]
    with pytest.raises(UnknownStatement, match="no statement 'a22-d9'; did you mean A22-D8, "):
        find("a22-d9")


def test_former_identifiers_lead_to_rows():
    """What a former identifier leads to is a row of the same paper, and no former identifier is a row."""
    assert set(MERGED.values()) <= set(iter(LEDGER))
    assert not {each.upper() for each in (*MERGED, *RETIRED)} & {each.upper() for each in iter(LEDGER)}
    assert all(LEDGER[former].paper == former[:3] for former in MERGED)
    assert list(MERGED) == sorted(MERGED, key=lambda former: former[:3])


def test_a_former_identifier_is_looked_up_as_its_row(monkeypatch, capsys):
    """Each lookup answers with the row; a retired identifier is refused with the reason."""
    monkeypatch.setitem(MERGED, "A22-old", "A22-D7")
    monkeypatch.setitem(RETIRED, "A22-gone", "it said nothing")

    assert LEDGER["A22-old"] is find("a22-OLD") is LEDGER["A22-D7"]
    assert "A22-old" in LEDGER
    assert "A22-old" not in list(LEDGER)
    assert choose(["A22-ol?", "A22-D7"]) == choose(["a22-old"]) == ["A22-D7"]
    assert mentioned("see A22-old") == ("A22-D7",)
    assert used_by("A22-old") == used_by("A22-D7") != ()
    assert kill_table("A22-old") == kill_table("A22-D7")
    for command in (["explain"], ["statements"], ["docs", "--print"]):
        assert main([*command, "A22-old"]) == 0
        assert "A22-D7" in capsys.readouterr().out
        assert main([*command, "a22-gone"]) != 0
        assert "A22-gone was retired: it said nothing" in capsys.readouterr().err


def test_every_module_with_statements_is_a_section():
    """No module of a paper that has statements is left out of the ledger."""
    papers = {section.split(".")[0] for section in SECTIONS}
    found = {
        f"{paper}.{each.name}": import_module(f"formal_rl.statements.{paper}.{each.name}")
        for paper in papers
        for each in iter_modules(import_module(f"formal_rl.statements.{paper}").__path__)
    }

    assert {name for name, module in found.items() if hasattr(module, "STATEMENTS")} == set(SECTIONS)


def test_identifiers_are_known_without_any_section():
    """All identifiers are listed, and one that is not there is refused, before anything else is imported."""
    code = (
        "import sys\nfrom formal_rl.statements import LEDGER, find\nassert 'A22-D7' in LEDGER\n"
        "assert len(list(LEDGER)) > 100\ntry:\n    find('A22-D9')\nexcept LookupError:\n    print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert ours(done.stdout.split()) == {
        "formal_rl",
        "formal_rl.errors",
        "formal_rl.on_demand",
        "formal_rl.statements",
        "formal_rl.statements.ledger",
        "formal_rl.statements.merged",
    }


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        (["explain", "A22-T10.3"], MOST),
        (["verify", "A22-D7"], MOST),
        pytest.param(["verify", "A22-T10.3"], MOST + IN_EVERY_ENVIRONMENT, marks=pytest.mark.full),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_one_statement_imports_only_its_needs(arguments, most):
    """One statement needs few modules, no numpy and no processes."""
    modules, _ = modules_of(*arguments)

    assert len(ours(modules)) <= most
    assert not {"numpy", "joblib", "formal_rl.statements.pairs", "formal_rl.gridworlds", "formal_rl.safelife"} & modules


def test_exact_statements_import_no_numpy():
    """What computes with whole numbers and fractions alone does not wait for numpy, nor for SafeLife."""
    modules, before = modules_of("verify", "A21-E13", "A22-S4", "T24-world", "--jobs", "1")

    assert before.startswith("self-checks ok: ")
    assert not {"numpy", "joblib", "formal_rl.safelife"} & modules


def test_all_sections_bring_all_self_checks():
    """Where every section is imported, as to verify them all, every self-check is run."""
    code = (
        "from formal_rl.statements import LEDGER\nfrom formal_rl.statements.self_checks import ABOUT, self_checks\n"
        "assert len(self_checks()) < len(ABOUT)\nlist(LEDGER.values())\nassert len(self_checks()) == len(ABOUT)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
