"""The command drest sentences: what it prints, and what it refuses."""

import json

import pytest

from formal_rl.study.drest import sentences as drest_sentences

COMMAND = ("drest", "sentences")


def test_one_world(run):
    """Its layout, what is best exactly, what the agents do, and each sentence."""
    code, out, err = run("last_moment", "--seeds", 1, "--jobs", 1)

    assert (code, err) == (0, "")
    assert out.startswith("## Last Moment\n\n```\nlength ")
    assert "C1 .  B2 C2" in out
    assert "* γ = 0.95: best of each length: short with C1, m = 0.857; long with C2, m = 1.629." in out
    assert " ".join(out.split()).count("**reproduced** (1 of 1)") == 2 * len(
        drest_sentences.sentences_of("last_moment")
    )


def test_json(run):
    """Every pair of agents, for machines, in order whatever process trained it."""
    code, out, err = run("last_moment", "--seeds", "1,2", "--jobs", 2, "--json")
    said = json.loads(out)

    assert (code, err, said["schema"]) == (0, "", "drest-sentences/1")
    assert [(pair["gamma"], pair["seed"]) for pair in said["pairs"]] == [
        ("19/20", 1), ("19/20", 2), ("17/20", 1), ("17/20", 2)
    ]  # fmt: skip
    for pair in said["pairs"]:
        assert all(pair["sentences"].values())
        assert sum(each["probability"] for each in pair["drest"]["outcomes"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("nowhere",), "the paper has no sentences about a world 'nowhere'"),
        (("last_moment", "--seeds", "x"), "seeds is 'x'"),
        (("--block", "nowhere"), "the paper has no sentences about a world 'nowhere'"),
        (("last_moment", "--block", "ranges"), "of the other options it takes only --jobs"),
    ],
)
def test_wrong_options_are_refused(run, arguments, complaint):
    """Unknown worlds and blocks, unreadable seeds, and a block of anything but all."""
    code, out, err = run(*arguments)

    assert (code, out) == (2, "")
    assert complaint in " ".join(err.split())
