"""Rocq accepts every proof, and none rests on an axiom or on something admitted."""

import re

import pytest

from formal_rl.statements.proofs import FILES, FOLDER, PROVED, ProofFails, compile_proofs, theorems


@pytest.mark.parametrize("theorem", list(theorems()))
def test_closed_under_the_global_context(theorem, compiled):
    """The theorem assumes nothing."""
    assert compiled[1][theorem] == ""


def test_nothing_is_admitted():
    """No proof is left out, and no axiom is put in."""
    for file in FILES:
        text = re.sub(r"\(\*.*?\*\)", "", (FOLDER / f"{file}.v").read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"\b(Admitted|admit|Abort|Axiom|Parameter|Conjecture)\b", text), file


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Qed.\n\nLemma triangle_around", "Admitted.\n\nLemma triangle_around"),
        ("Z.min (Z.abs (a - b))", "Z.min (a - b)"),
    ],
)
def test_an_admitted_or_a_wrong_proof_is_noticed(old, new, compiled, tmp_path):
    """A theorem that is admitted assumes itself; a proof about a wrong definition does not compile."""
    for file in FILES:
        text = (FOLDER / f"{file}.v").read_text("utf-8")
        (tmp_path / f"{file}.v").write_text(text.replace(old, new), "utf-8")
    into = tmp_path / "compiled"
    into.mkdir()

    try:
        assumed = compile_proofs(tmp_path, into)
    except ProofFails as error:
        assert "Torus.v" in str(error)
    else:
        assert "zero_iff_equal" in assumed["Torus:zero_iff_equal"]


def test_every_proof_that_the_ledger_names_is_there():
    """The names in the ledger are those of theorems."""
    assert {each for names in PROVED.values() for each in names} <= set(theorems())
