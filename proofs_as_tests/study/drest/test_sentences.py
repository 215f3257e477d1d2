"""The paper's sentences on gridworlds, compared with trained agents: the output, and whether the page is current."""

import re
from pathlib import Path

import pytest
from attrs import evolve

from formal_rl.errors import UnknownName
from formal_rl.gridworlds.training import lopsided_training
from formal_rl.statements.thornley_2024.gridworld_sentences import SENTENCES
from formal_rl.study.drest import sentences as drest_sentences
from formal_rl.study.drest.sentences import LOPSIDED, by_setting, pair_specs, sentences_of, train_pairs, worlds_of
from formal_rl.study.drest.sentences_report import EXACT, summary, world_block

MARKED = re.compile(r"<!-- (?:trained: )?formal-rl drest sentences --block (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)
PAGE = (Path(__file__).parents[3] / "docs" / "findings" / "drest_training.md").read_text("utf-8")
BLOCKS = {name: text.splitlines() for name, text in MARKED.findall(PAGE)}


def sections(text):
    """The sections of the page by their headings."""
    return {part.partition("\n")[0]: part.strip() for part in f"\n{text}".split("\n## ")[1:]}


@pytest.mark.full
def test_training_reproduces_a_block_of_the_page():
    """The agents of Last Moment, trained again with all ten seeds, give the block that the docs have."""
    pairs = tuple(train_pairs(pair_specs("last_moment", range(1, 11)), 1))

    assert world_block("last_moment", pairs) == BLOCKS["last_moment"]


@pytest.fixture(scope="module")
def short_runs():
    """Every world, its agents hardly trained."""

    def short(settings):
        return lambda kind: evolve(settings(kind), meta_episodes=2)

    with pytest.MonkeyPatch.context() as patch:
        about = {name: evolve(each, settings=short(each.settings)) for name, each in SENTENCES.items()}
        patch.setattr(drest_sentences, "SENTENCES", about)
        patch.setattr(drest_sentences, "lopsided_training", short(lopsided_training))
        return {name: tuple(train_pairs(pair_specs(name, (3,)), 1)) for name in worlds_of(())}


def test_all_that_is_exact_on_the_page_is_current(short_runs):
    """But for what trained agents do, the blocks of agents hardly trained are those of the docs, line by line."""
    blocks = {name: world_block(name, pairs) for name, pairs in short_runs.items()} | {"summary": summary(short_runs)}

    assert {*blocks} | {*EXACT} == {*BLOCKS}
    for name, lines in blocks.items():
        start = ("* γ", "* DREST:", "* DREST, with", "Trained with", "```", "| world", "| agent")
        exact = [line for line in lines if line.startswith(start)]
        assert [line for line in exact if line not in BLOCKS[name]] == [], name


def test_every_sentence_is_on_the_page():
    """Each sentence stands in the section of its world, with how many seeds it is true of."""
    for name in worlds_of(()):
        title = "Lopsided rewards" if name == LOPSIDED else SENTENCES[name].title
        section = " ".join(sections(PAGE)[title].split())
        for words in sentences_of(name):
            after = section.split(words)[1]
            assert "reproduced** (" in after[:40], words


def test_worlds_without_sentences_are_refused():
    """A world of our own is named, and those that have sentences are listed."""
    with pytest.raises(UnknownName, match="'two_buttons_k3'; there are example, fewer_for_longer"):
        worlds_of(("two_buttons_k3",))
    assert worlds_of(("lopsided", "example")) == ("example", "lopsided")


def test_lopsided_sentences_can_be_false(short_runs):
    """Agents hardly trained are not all neutral, biased towards the larger coin and useful."""
    settings = by_setting(short_runs[LOPSIDED])
    every = zip(*(pair.true for pair in short_runs[LOPSIDED]), strict=True)

    assert list(settings) == sorted(settings)
    assert len(settings) == 7
    assert [all(true) for true in every] == [False, False, False]
