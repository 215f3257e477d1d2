"""Rocq accepts every proof, and none rests on an axiom or on something admitted."""

import re

import pytest

from formal_rl.statements.proofs import FILES, FOLDER, PROVED, ProofFails, compile_proofs, theorems


def test_closed_under_the_global_context(compiled):
    """No theorem assumes anything."""
    assert compiled[1] == dict.fromkeys(theorems(), "")


def test_nothing_is_admitted():
    """No proof is left out, and no axiom is put in."""
    for file in FILES:
        text = re.sub(r"\(\*.*?\*\)", "", (FOLDER / f"{file}.v").read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"\b(Admitted|admit|Abort|Axiom|Parameter|Conjecture)\b", text), file


def torus_with(folder, old, new):
    """The assumptions of each theorem about the torus, after a change of the text of their file."""
    text = (FOLDER / "Torus.v").read_text("utf-8")
    (folder / "Torus.v").write_text(text.replace(old, new), "utf-8")
    into = folder / "compiled"
    into.mkdir()
    return compile_proofs(folder, into, ["Torus"])


def test_an_admitted_lemma_is_noticed(compiled, tmp_path):
    """A theorem that rests on an admitted lemma assumes it."""
    proof = "Proof. unfold around, cell. lia. Qed."

    assert "triangle_around" in torus_with(tmp_path, proof, "Admitted.")["Torus:triangle"]


def test_a_proof_about_a_wrong_definition_does_not_compile(compiled, tmp_path):
    """Without the absolute value the length is not a metric."""
    with pytest.raises(ProofFails, match=r"Torus\.v"):
        torus_with(tmp_path, "Z.min (Z.abs (a - b))", "Z.min (a - b)")


def test_every_proof_that_the_ledger_names_is_there():
    """The names in the ledger are those of theorems."""
    assert {each for names in PROVED.values() for each in names} <= set(theorems())


def test_the_page_lists_every_theorem_with_what_it_proves():
    """`docs/reference/proved.md` has a row for each theorem, with the statements that the ledger names."""
    page = (FOLDER.parent / "docs" / "reference" / "proved.md").read_text("utf-8")
    rows = re.findall(r"^\| \[(\w+)\.v\]\(\S+\) \| `(\w+)` \| (.*) \|$", page, re.MULTILINE)
    of = {each: [name for name, proofs in PROVED.items() if each in proofs] for each in theorems()}

    assert {f"{file}:{name}": said for file, name, said in rows} == {
        each: ", ".join(names) or "a lemma of our own" for each, names in of.items()
    }
