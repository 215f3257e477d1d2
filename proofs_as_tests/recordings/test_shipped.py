"""What is shipped is what was recorded, and is replayed as one."""

import hashlib

import pytest

from formal_rl.recordings import (
    FileReport,
    replay,
    shipped_drest,
    shipped_recordings,
    shipped_safelife,
    shipped_vectors,
    vector_replay,
)


@pytest.mark.parametrize(
    ("folder", "pattern", "expected"),
    [
        (shipped_vectors, "*.json", "008ea10971a48d91c93259066168e035e5af936016561a52e3e2c51479cd3f9c"),
        (shipped_drest, "*.json", "cb4855c8811e0487f28a3f8d2f4ac6de0f358f272f9acaf66c74e1e3e80bf09c"),
        (shipped_safelife, "*", "5dc3b5bafb131d512ccae05497524b336e68d14b0933efd82fef4f335a7803f2"),
    ],
)
def test_the_files_are_unchanged(folder, pattern, expected):
    """Names and bytes."""
    digest = hashlib.sha256()
    for file in sorted(folder().glob(pattern)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    assert digest.hexdigest() == expected


@pytest.mark.parametrize(
    ("folder", "name", "words"),
    [
        (shipped_vectors, "LICENSE-peer.txt", "Copyright (c) 2022 Samuel Alexander"),
        (shipped_safelife, "LICENSE-APACHE-2.0.txt", "Apache License"),
        (shipped_safelife, "README.md", "Change notice"),
    ],
)
def test_the_licence_notice_travels_with_the_data(folder, name, words):
    """So their licences ask."""
    assert words in (folder() / name).read_text("utf-8")


def test_what_is_shipped_is_replayed_as_one(monkeypatch):
    """Several directories are one report, in order, under the directory that they share."""
    monkeypatch.setattr(vector_replay, "compare_cases", lambda file, _: FileReport(file, 1, (), (), ()))
    monkeypatch.setattr(vector_replay, "compare_safelife", lambda _, file: FileReport(file, 1, (), (), ()))
    report = replay(shipped_recordings())

    assert shipped_recordings() == (shipped_vectors(), shipped_drest(), shipped_safelife())
    assert report.path == str(shipped_drest().parent)
    assert [file.file for file in report.files[33:42]] == [
        "opposite_TemptingButton.json",
        *(f"{name}.json" for name in ("counterexamples", "hybrid_steps", "layouts", "maximisers")),
        *("returns.json", "returns_basis.json", "thresholds.json"),
        "action_unit.npz",
    ]
    assert (len(report.files), len(report.ignored)) == (48, 5)
