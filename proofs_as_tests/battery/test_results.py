"""Files of results: what is in them, what is done, what a killed program leaves, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import formal_rl
from formal_rl.battery import ENVIRONMENT_NAMES, BatteryRow, Results, Settings, read_results
from formal_rl.battery.environments import READINGS
from formal_rl.battery.results import COLUMNS
from formal_rl.errors import OtherSettings, UnusableVectors

SETTINGS = Settings(100, "paper", "published")


def row(environment="IgnoreRewards", seed=1, total=7, **more):
    """A row of these settings."""
    values = {"steps": 100, "semantics": "paper", "opposite": "published", **more}
    return BatteryRow("ConstantAgent", environment, seed, total=total, **values)


@pytest.fixture
def file(tmp_path):
    """Where results go."""
    return tmp_path / "results.csv"


def test_rows_are_read_as_they_were_written(file):
    """Two rows, one by one; the heading and the values, and what is done."""
    results = Results(file, SETTINGS)
    results.add([row()])
    results.add([row("minus_rewards(AfterImages)", 2, -3, engine="states")])
    text = file.read_text("utf-8").splitlines()
    assert text[0] == ",".join(COLUMNS)
    assert text[1] == f"ConstantAgent,IgnoreRewards,1,100,7,paper,published,{formal_rl.DEFINITIONS_REVISION},plain,"
    assert read_results(file) == tuple(results.rows.values())
    again = Results(file, SETTINGS)
    assert again.rows == results.rows
    assert again.done == {row().run, row("minus_rewards(AfterImages)", 2).run}


def test_failures_are_tried_again_and_the_last_row_counts(file):
    """A failure of many lines is one line of the file, and not done; the row of a later try takes its place."""
    failed = row(total=None, failure="the agent\nraised, as\n\tit does")
    Results(file, SETTINGS).add([failed])
    again = Results(file, SETTINGS)
    assert again.done == frozenset()
    assert again.rows[failed.run].failure == "the agent raised, as it does"
    again.add([row(total=3)])
    assert Results(file, SETTINGS).rows == {failed.run: row(total=3)}
    assert len(file.read_text("utf-8").splitlines()) == 3


def test_the_unfinished_line_of_a_killed_program_is_removed(file):
    """Cut anywhere within the last row, the rows before it are there and only it is lost."""
    Results(file, SETTINGS).add([row(), row(seed=2), row(seed=3)])
    whole = file.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in range(last, len(whole)):
        file.write_bytes(whole[:cut])
        assert [each.seed for each in read_results(file)] == [1, 2]
        results = Results(file, SETTINGS)
        assert [each.seed for each in results.rows.values()] == [1, 2]
        results.add([row(seed=3)])
        assert file.read_bytes() == whole


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_heading_that_was_cut_is_written_anew(file, cut):
    """A program killed at the very first."""
    file.write_bytes(",".join(COLUMNS).encode()[:cut])
    assert Results(file, SETTINGS).rows == {}
    assert file.read_text("utf-8") == ",".join(COLUMNS) + "\n"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (SETTINGS._replace(steps=99), "on line 2 nsteps is 100, and here nsteps is 99"),
        (SETTINGS._replace(semantics="published"), "on line 2 semantics is paper, and here semantics is published"),
        (SETTINGS._replace(opposite="paper"), "on line 2 opposite is published, and here opposite is paper"),
    ],
)
def test_other_settings_are_refused_and_nothing_is_changed(file, settings, message):
    """The difference is named with both values."""
    Results(file, SETTINGS).add([row()])
    with file.open("a") as more:
        more.write("Const")
    before = file.read_bytes()
    with pytest.raises(OtherSettings, match=message):
        Results(file, settings)
    assert file.read_bytes() == before


def test_another_revision_of_the_definitions_is_refused(file, monkeypatch):
    """Numbers of other definitions do not go into one file."""
    Results(file, SETTINGS).add([row()])
    monkeypatch.setattr(formal_rl, "DEFINITIONS_REVISION", 999)
    with pytest.raises(OtherSettings, match="definitions_revision is"):
        Results(file, SETTINGS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("agent,env\nx,y\n", "line 1: expected the columns agent,env,seed"),
        ("{head}\na,b,1\n", "line 2: has 3 values: expected 10"),
        ("{head}\na,b,1,100,many,paper,published,1,plain,\n", "line 2, reward: 'many' is not a whole number"),
        ("{head}\na,b,one,100,7,paper,published,1,plain,\n", "line 2, seed: 'one'"),
        ("{head}\na,b,1,100,7,mine,published,1,plain,\n", "line 2, semantics: is 'mine'"),
    ],
)
def test_malformed_files_of_results_raise(file, text, message):
    """Line and column are named, and the file stays as it is."""
    file.write_text(text.replace("{head}", ",".join(COLUMNS)), "utf-8")
    with pytest.raises(UnusableVectors, match=message):
        Results(file, SETTINGS)
    with pytest.raises(UnusableVectors, match=message):
        read_results(file)


def test_bytes_that_are_not_text_raise(file, tmp_path):
    """Bytes, and a directory."""
    file.write_bytes(b"\xff\xfe\n")
    with pytest.raises(UnusableVectors, match="no text in UTF-8"):
        read_results(file)
    with pytest.raises(UnusableVectors, match="cannot be read"):
        read_results(tmp_path)


rows = st.builds(
    row,
    st.sampled_from(ENVIRONMENT_NAMES),
    st.integers(0, 10**9),
    st.integers(-(10**12), 10**12),
    engine=st.sampled_from(("plain", "states")),
)


@given(st.lists(rows, max_size=8), st.sampled_from(READINGS))
def test_any_rows_are_read_back(tmp_path_factory, drawn, opposite):
    """In order, for either opposite."""
    file = tmp_path_factory.mktemp("results") / "results.csv"
    drawn = [each._replace(opposite=opposite) for each in drawn]
    Results(file, SETTINGS._replace(opposite=opposite)).add(drawn)
    assert read_results(file) == tuple(drawn)
