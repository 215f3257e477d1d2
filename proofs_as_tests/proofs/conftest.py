"""The proofs, compiled once."""

import os
import shutil

import pytest

from formal_rl.statements.proofs import FOLDER, compile_proofs


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """The folder with the compiled proofs, and what Rocq printed on the way; skipped where there is no Rocq."""
    if shutil.which("coqc") is None:
        assert "PROOF_TESTS" not in os.environ, "coqc is missing"
        pytest.skip("coqc is missing: install Debian's package coq")
    folder = tmp_path_factory.mktemp("proofs")
    return folder, compile_proofs(FOLDER, folder)
