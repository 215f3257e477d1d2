"""The paper's sentences on gridworlds, held against trained agents: what is shown, and that the page is current."""

from pathlib import Path

import pytest
from attrs import evolve

from formal_rl.errors import UnknownName
from formal_rl.gridworlds.training import lopsided_training
from formal_rl.statements.thornley_2024 import SENTENCES
from formal_rl.study.drest import asked_pairs, seen_pairs, sentences_page, world_section, worlds_of
from formal_rl.study.drest import sentences as drest_sentences
from formal_rl.study.drest.sentences import LOPSIDED, by_setting, see_pair, sentences_of

PAGE = (Path(__file__).parents[3] / "docs" / "findings" / "drest_training.md").read_text("utf-8")


def sections(text):
    """The sections of the page by their headings."""
    return {part.partition("\n")[0]: part.strip() for part in f"\n{text}".split("\n## ")[1:]}


@pytest.mark.full
def test_a_section_of_the_page_is_what_training_gives():
    """The agents of Last Moment, trained anew with all ten seeds, give the section that the docs have."""
    pairs = tuple(seen_pairs(asked_pairs("last_moment", range(1, 11)), 1))

    assert sections("\n".join(world_section("last_moment", pairs)))["Last Moment"] == sections(PAGE)["Last Moment"]


@pytest.fixture(scope="module")
def short_runs():
    """Every world, its agents hardly trained."""

    def short(settings):
        return lambda kind: evolve(settings(kind), meta_episodes=2)

    with pytest.MonkeyPatch.context() as patch:
        about = {name: evolve(each, settings=short(each.settings)) for name, each in SENTENCES.items()}
        patch.setattr(drest_sentences, "SENTENCES", about)
        patch.setattr(drest_sentences, "lopsided_training", short(lopsided_training))
        return {name: tuple(seen_pairs(asked_pairs(name, (3,)), 1)) for name in worlds_of(())}


def test_all_that_is_exact_on_the_page_is_current(short_runs):
    """But for what trained agents do, the page of agents hardly trained is the page of the docs, line by line."""
    page = sections("\n".join(sentences_page(short_runs)))

    assert list(page) == list(sections(PAGE))
    for heading, section in page.items():
        exact = [line for line in section.splitlines() if line.startswith(("* γ", "* DREST:", "* DREST, with", "| 0."))]
        words = [line for line in section.splitlines() if line and line[0].isupper() and "Trained, seed" not in line]
        assert [line for line in (*exact, *words) if line not in PAGE] == [], heading


def test_every_sentence_is_on_the_page():
    """Each sentence stands in the section of its world, with how many seeds it is true of."""
    for name in worlds_of(()):
        title = "Lopsided rewards" if name == LOPSIDED else SENTENCES[name].title
        section = " ".join(sections(PAGE)[title].split())
        for words in sentences_of(name):
            after = section.split(words)[1]
            assert "reproduced** (" in after[:40], words


def test_the_story_is_told():
    """What is reproduced, what is not, and on which γ it depends."""
    text = {title: " ".join(section.split()) for title, section in sections(PAGE).items()}

    assert text["Hidden Treasure"].count("γ = 0.85: **reproduced** (10 of 10)") == 6
    assert "Default agents collect C2. γ = 0.95: **not reproduced** (7 of 10)" in text["Hidden Treasure"]
    assert "so in Appendix B, too. γ = 0.95: **not reproduced** (1 of 10)" in text["Around The Corner"]
    assert "exceeds 0.5. **reproduced** (70 of 70)" in text["Lopsided rewards"]
    assert "| 0.9 | 1.9 | 3.6 | 13.5 | 192.3 | 58 |" in text["Lopsided rewards"]


def test_lines_fit():
    """No line of the page is longer than 120."""
    assert max(map(len, PAGE.splitlines())) <= 120


def test_worlds_without_sentences_are_refused():
    """A world of our own is named, and those that have sentences are listed."""
    with pytest.raises(UnknownName, match="'two_buttons_k3'; there are example, fewer_for_longer"):
        worlds_of(("two_buttons_k3",))
    assert worlds_of(("lopsided", "example")) == ("example", "lopsided")


def test_processes_change_nothing():
    """Two processes see what one sees."""
    asked = asked_pairs("last_moment", (1,))

    assert list(seen_pairs(asked, 2)) == list(seen_pairs(asked, 1))


def test_a_pair_as_json():
    """A pair says what it is of, what the agents do, and which sentences are true."""
    said = see_pair(asked_pairs("last_moment", (1,))[0]).to_json()

    assert (said["world"], said["gamma"], said["seed"]) == ("last_moment", "19/20", 1)
    assert set(said["sentences"]) == set(sentences_of("last_moment"))
    assert all(said["sentences"].values())
    assert sum(each["probability"] for each in said["drest"]["outcomes"]) == pytest.approx(1)
    assert sum(said["default"]["probabilities"].values()) == pytest.approx(1)


def test_lopsided_sentences_can_be_false(short_runs):
    """Agents hardly trained are not all neutral, biased towards the larger coin and useful."""
    settings = by_setting(short_runs[LOPSIDED])
    every = zip(*(pair.true for pair in short_runs[LOPSIDED]), strict=True)

    assert list(settings) == sorted(settings)
    assert len(settings) == 7
    assert [all(true) for true in every] == [False, False, False]
