"""What a release says of itself: versions, workflows, steps, and the bibliography."""

import json
import re
from pathlib import Path

import pytest

import formal_rl
from tools.release_check import STEPS

ROOT = Path(__file__).parents[1]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
WORKFLOWS = {file.name: file.read_text("utf-8") for file in sorted((ROOT / ".github/workflows").glob("*.yml"))}
BIBLIOGRAPHY = (ROOT / "docs/background/references.bib").read_text("utf-8")
KEYS = set(re.findall(r"^@\w+\{(\w+),$", BIBLIOGRAPHY, re.MULTILINE))


def called(workflow):
    """The make targets that a workflow calls, by name or by a matrix."""
    listed = [name for names in re.findall(r"target: \[(.*)\]", workflow) for name in names.split(", ")]
    named = re.findall(r"(?:make|target:) ([a-z-]+)$", workflow, re.MULTILINE)
    return {*listed, *named}


def test_the_version_is_one():
    """Those who cite it read the version that runs."""
    citation = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)

    assert citation[1] == formal_rl.__version__
    assert json.loads((ROOT / "codemeta.json").read_text("utf-8"))["version"] == formal_rl.__version__


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_call_targets_and_pin_actions(name):
    """It runs make targets, and actions by the hash of a commit; and it begins without permissions."""
    workflow = WORKFLOWS[name]
    runs = re.findall(r"\brun: (.*)$", workflow, re.MULTILINE)
    used = re.findall(r"\buses: (.*)$", workflow, re.MULTILINE)

    assert called(workflow) <= TARGETS
    assert all(re.fullmatch(r'make ([a-z-]+|"\$TARGET")', each) for each in runs)
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", each) for each in used)
    assert re.search(r"^permissions: \{\}$", workflow, re.MULTILINE)


def test_the_workflows_and_the_steps_are_there():
    """Nothing is called that is not a target; each Python that is claimed is run."""
    claimed = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))

    assert list(WORKFLOWS) == ["ci.yml", "dependency-review.yml", "release.yml", "weekly.yml"]
    assert called(WORKFLOWS["weekly.yml"]) == {"full", "mutants", "audit", "licences"}
    assert called(WORKFLOWS["ci.yml"]) >= {"lint", "types", "test", "docs", "wheel", "wheel-lowest"}
    assert set(STEPS) <= TARGETS
    assert f"python-version: {json.dumps(claimed)}" in WORKFLOWS["ci.yml"]


def test_the_bibliography_is_cited():
    """Each entry stands on the page by its title, and each DOI; the paper cites entries that there are."""
    page = " ".join((ROOT / "docs/background/related_work.md").read_text("utf-8").split())
    titles = [
        re.sub(r"[{}\\\\]", "", each) for each in re.findall(r"^  title = \{(.*)\},$", BIBLIOGRAPHY, re.MULTILINE)
    ]

    assert len(titles) == len(KEYS) > 20
    assert [
        title for title in titles if re.split(r"[:'*]", title)[0].lower() not in page.replace("ó", "'o").lower()
    ] == []
    assert set(re.findall(r"\[(10\.\S+)\]\(https://doi", page)) == set(re.findall(r"doi = \{(.*)\}", BIBLIOGRAPHY))
    assert set(re.findall(r"@(\w+)", (ROOT / "paper.md").read_text("utf-8"))) <= KEYS
