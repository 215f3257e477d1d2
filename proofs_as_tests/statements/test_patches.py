"""Each mutant that is a patch can be made and taken back; a patch of what is not there fails loudly."""

import inspect
import subprocess
import sys

import pytest

from formal_rl.checking import Scope, agents, equal, histories
from formal_rl.checking.claims import by_hand
from formal_rl.cli import main
from formal_rl.histories import history
from formal_rl.statements import LEDGER, lemma, mutants, verify
from formal_rl.statements.entries import Mutants
from formal_rl.statements.kill_table import kill_table
from formal_rl.statements.patches import NoSource, Patch, PatchDoesNotApply
from formal_rl.transforms import reality_check

RECURSION = "transforms.reality_check:reality_check"


def codes():
    """The code of every function of the package that is imported."""
    modules = [module for name, module in sys.modules.items() if name.startswith("formal_rl.")]
    values = [value for module in modules for value in vars(module).values()]
    values += [each for value in values if isinstance(value, type) for each in vars(value).values()]
    return {id(each): each.__code__ for each in values if inspect.isfunction(each)}


def test_patches_are_made_and_taken_back():
    """After one patch of each statement was made and taken back, all code is as it was."""
    patches = [next(each.patch for each in statement.mutants if each.patch) for statement in LEDGER.values()]
    for patch in patches:  # which imports what it changes
        assert patch.place
    before = codes()
    for patch in patches:
        with patch.made():
            pass
    after = codes()

    assert all(after[each] is code for each, code in before.items())


def test_a_patch_reaches_objects_made_before_and_after():
    """A reality check that exists already has the changed code as well, while the patch is made."""
    one, other = history((0, 0), 0, (1, 0)), history((0, 0), 1, (1, 0))
    older = reality_check(len)
    with Patch(RECURSION, ("agent(prompt[:1])", "7")).made():
        assert (older(one), reality_check(len)(one)) == (7, 7)
    assert (older(one), older(other)) == (1, 3)


@pytest.mark.parametrize(
    ("target", "old"),
    [
        (RECURSION, "agent(prompt[:2])"),
        (RECURSION, "return"),
        (RECURSION, "exactly as the recursion is written"),
        ("transforms.reality_check:no_such_function", "=="),
        ("transforms.reality_check:RealityCheckFold", "state"),
    ],
)
def test_a_patch_that_does_not_apply_fails_loudly(target, old):
    """Text that is not there, is there twice, or is a docstring cannot be changed; nor what is not there."""
    with pytest.raises(PatchDoesNotApply, match="places, and not in one"), Patch(target, (old, "0")).made():
        pass


def test_without_source_mutants_are_not_tried(monkeypatch, capsys):
    """The statement is reproduced all the same, and its mutants are said not to have been tried."""

    def missing(_):
        raise OSError

    monkeypatch.setattr("inspect.getsource", missing)
    report = verify("A22-S4-newcomb-value", Scope(), clock=lambda: 0)
    assert report.passed
    assert {each.witness for each in report.mutants} == {
        "not tried: formal_rl.environments.abstract.newcomb has no source here"
    }
    with pytest.raises(NoSource), Patch(RECURSION, ("==", "!=")).made():
        pass
    main(["verify", "A22-S4-newcomb-value", "--parts"])
    assert "0 killed, 0 not, 5 not tried" in capsys.readouterr().out


def test_a_mutant_first_meets_the_part_that_is_known_to_reject_it():
    """Then the others, each once."""
    statement, table = LEDGER["A21-E19-knowing"], kill_table("A21-E19-knowing")
    mutant, measured = next(
        (mutant, each)
        for mutant, each in zip(statement.mutants, table.mutants, strict=True)
        if mutant.name == each.name and each.killed_by[0] > 0
    )
    parts = [part.name for part in mutant.check(Scope())]

    assert parts[0] == table.parts[measured.killed_by[0]].name
    assert sorted(parts) == sorted(part.name for part in statement.check(Scope()))


def test_without_measured_kills_a_mutant_meets_the_parts_in_their_order(monkeypatch):
    """As in an installed package: its examples may refute what raises in a later part."""
    monkeypatch.setattr("formal_rl.statements.kill_table.first_to_reject", lambda identifier, mutant: None)
    assert verify("A21-S7", Scope(), clock=lambda: 0.0).passed


def test_without_docstrings_the_sentence_is_read_from_the_source():
    """No claim is empty under -OO."""
    code = "from formal_rl.statements import LEDGER; print(LEDGER['A22-S4-newcomb'].claim)"
    done = subprocess.run([sys.executable, "-OO", "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == f"{LEDGER['A22-S4-newcomb'].claim}\n"


def test_caches_of_later_modules_are_cleared():
    """A patch of another row, made before a row was imported, does not leave that row's mutants unseen."""
    code = """
from formal_rl.checking import Scope
from formal_rl.statements import LEDGER
from formal_rl.statements.verification import rejecting
assert rejecting(LEDGER["A22-T10.1"].mutants[0].check(Scope()))
all(LEDGER["W19-penalty-optimal"].check(Scope()))
assert rejecting(LEDGER["W19-penalty-optimal"].mutant("nothing is credited").check(Scope()))
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_table_of_mutants():
    """A mutant has a name, a place, and a change or more; what is indented further goes on with it."""
    assert mutants("""
        agents:one
            ≠ for =: == → !=
            another: a → ∅ ;; b
                → c⏎d
        :beside
            third: 1 → 2
    """) == Mutants(
        {
            "≠ for =": ("agents:one", ("==", "!=")),
            "another": ("agents:one", ("a", "", "b", "c\nd")),
            "third": (":beside", ("1", "2")),
        }
    )


def halved(number):
    """Return the half of a number, rounded down."""
    return number // 2


def test_a_statement_of_ones_own():
    """The sentence is the docstring, evidence is composed, and a definition beside the statement can be patched."""

    @lemma("Doe-L1", "halves", "Doe 2026, Lemma 1", "holds")
    def made():
        """Three halved is
        one.
        """
        yield by_hand(lambda: iter([("3 // 2", 1, halved(3))]))
        yield equal("déjà vu is itself", lambda agent, prompt: 1, lambda agent, prompt: 1, agents, histories(2))
        yield mutants("""
            :halved
                rounded up: number // 2 → -(-number // 2)
        """)

    assert (made.claim, made.source, made.verdict) == ("Three halved is one.", "Doe 2026, Lemma 1", "holds")
    assert made.evidence == (
        "exhaustive: déjà vu is itself: all agents, all histories of at most 2 percepts over 2 percepts x 2 actions; "
        "by hand"
    )
    assert all(part.as_expected for part in made.check(Scope()))
    (mutant,) = made.mutants
    assert next(mutant.check(Scope())).contradicted
    assert str(mutant.patch).endswith(":halved\n- number // 2\n+ -(-number // 2)")
    assert halved(3) == 1
