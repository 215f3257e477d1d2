"""The command ``formal-rl conform``: what it prints, what it writes, and with which code it exits."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from formal_rl.cli import main
from formal_rl.cli.conform import check as cli_conform
from formal_rl.cli.conform import replay as cli_replay
from formal_rl.cli.conform.reports import worst
from formal_rl.conformance import SUITES, check_named, read_expected, replay_witness

ZOO = Path(__file__).parents[2] / "conformance" / "zoo" / "users.py"


@pytest.fixture(autouse=True)
def plain(no_terminal, monkeypatch):
    """No terminal, checks in this process; the path is as it was afterwards."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(cli_conform, "check_named", partial(check_named, in_process=True))
    monkeypatch.setattr(cli_replay, "replay_witness", partial(replay_witness, in_process=True))


@pytest.fixture
def run(run):
    """Run the command on an object of the zoo and return exit code, output and complaints."""
    return lambda name, suite, *arguments: run("conform", f"{ZOO}:{name}", "--suite", suite, *arguments)


@pytest.mark.parametrize(
    ("typed", "code", "words"),
    [
        ("RightIgnoreRewards ignore_rewards", 0, "1 to 4 actions, each 0 or 1: 340 cases"),
        ("freezes_to_the_foreign_action reality_check", 1, "a script that exits 1 until it is fixed."),
        ("opposite_outside opposite --as published", 0, "conforms"),
        ("RightIgnoreReward ignore_rewards", 4, "did you mean RightIgnoreRewards"),
        ("right_reality_check reality_check --semantics published", 5, "nothing was compared"),
    ],
)
def test_each_exit_code(run, typed, code, words):
    """With what is printed, which is the report, or the same as JSON, and nothing else."""
    exit_code, out, err = run(*typed.split())
    report = json.loads(run(*typed.split(), "--json")[1])

    assert (exit_code, err) == (code, "")
    assert f"users.py:{typed.split()[0]} " in out.splitlines()[0]
    assert words in " ".join(out.split())  # a long path moves the line breaks
    assert (report["exit_code"], report["conforms"], report["suite"]) == (code, code == 0, typed.split()[1])
    assert ("The smallest counterexample" in out) == (report["counterexample"] is not None) == (code == 1)


@pytest.mark.parametrize("suite", ["IgnoreRewards", "Ignore-Rewards", "ignorerewards,reverse_history"])
def test_a_suite_by_other_names(run, suite):
    """The library's name and ours, in any case, and several with commas; the report says ours."""
    code, out, _ = run("right_ignore_rewards", suite, "--json")
    document = json.loads(out)

    assert code == ("," in suite)
    assert document.get("reports", [document])[0]["suite"] == "ignore_rewards"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["mine.py:IgnoreReward"], 2, "Missing option '--suite': did you mean --suite ignore_rewards? See formal-rl"),
        (["mine.py:reality_chek"], 2, "did you mean --suite reality_check?"),
        (["mine.py:Quite_Other"], 2, "Missing option '--suite'. See formal-rl suites."),
        (["mine.py"], 2, "mine.py:IgnoreRewards --suite ignore_rewards mine.py:my_reality_check --suite reality_check"),
        (["nowhere.py"], 4, "nowhere.py: there is no such file"),
        ([], 2, "formal-rl: Missing argument 'MODULE:OBJECT'. See formal-rl suites."),
        (["mine.py", "--suite", "simple"], 4, "path/to/file.py:object; it defines IgnoreRewards, my_reality_check"),
        (["mine.py:IgnoreRewards", "--suite", "simple", "--semantics", "x"], 2, "'--semantics': 'x' is not one of"),
    ],
)
def test_missing_parts_are_usage_errors(capsys, own_directory, arguments, code, words):
    """What was meant is guessed by the name; a file without an object says what it defines, and is not run."""
    source = "class IgnoreRewards: pass\ndef my_reality_check(agent): pass\n_hidden = 1 / 0\n"
    (own_directory / "mine.py").write_text(source, "utf-8")

    assert main(["conform", *arguments]) == code
    out, err = capsys.readouterr()
    assert words in " ".join((out + err).split())


@pytest.mark.parametrize(
    ("name", "suite", "code"),
    [("IgnoreRewards", "ignore_rewards", 4), ("my_reality_check", "reality_check", 1), ("neutrality", "neutrality", 1)],
)
def test_a_suite_by_the_name_of_the_implementation(capsys, own_directory, name, suite, code):
    """Without --suite it is the one after which the implementation is called; a line says so, beside the report."""
    source = "class IgnoreRewards: pass\ndef my_reality_check(agent): return lambda prompt: 0\n"
    (own_directory / "mine.py").write_text(f"{source}def neutrality(probabilities): return 0\n", "utf-8")

    assert main(["conform", f"mine.py:{name}", "--json"]) == code
    out, err = capsys.readouterr()
    assert json.loads(out)["suite"] == suite
    assert err == f"no --suite was given: using {suite}, because of the name {name}\n"


def test_profiles_and_readings_as_everywhere(run):
    """--as is the reading, unless --semantics says another."""
    name, suite = "right_opposite", "opposite"
    found = [
        json.loads(run(name, suite, *more, "--json")[1])["semantics"]
        for more in ((), ("--as", "published"), ("--as", "published", "--semantics", "paper"))
    ]

    assert found == ["paper", "published", "paper"]


def test_a_script_is_written(run, tmp_path):
    """With --out the script is there, beside its data and its trace; with nothing to show, --out makes nothing."""
    code, out, _ = run("TrainsOnTheTrueReward", "ignore_rewards", "--out", tmp_path / "new")
    names = sorted(file.name for file in (tmp_path / "new").iterdir())

    assert code == 1
    stem = "ignore_rewards_later_percepts"
    assert names == [f"repro_{stem}.json", f"repro_{stem}.py", f"trace_{stem}.txt"]
    assert f"python {tmp_path / 'new' / names[1]} " in out
    run("right_opposite", "opposite", "--out", tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_script_that_cannot_be_written(run, tmp_path):
    """A directory that cannot be is refused at once; what is found out later leaves the report to be printed."""
    (tmp_path / "file").write_text("", "utf-8")
    code, out, err = run("handicap_adds_up", "handicap", "--out", tmp_path / "file" / "below")

    assert (code, out) == (4, "")
    assert f"{tmp_path / 'file'} is not a directory" in err

    report = check_named(f"{ZOO}:handicap_adds_up", "handicap", in_process=True)
    (tmp_path / "there" / report.script_name).mkdir(parents=True)
    code, out, err = run("handicap_adds_up", "handicap", "--out", tmp_path / "there")

    assert code == 4
    assert "DIVERGES" in out
    assert err.startswith("formal-rl: the counterexample cannot be written: ")


@pytest.mark.parametrize(
    ("arguments", "complaint", "code"),
    [
        ("RightIgnoreRewards ignore_reward", "did you mean ignore_rewards", 2),
        ("RightIgnoreRewards ignore_rewards --timeout -1", "expected a number of seconds greater than 0", 2),
        ("RightIgnoreRewards ignore_rewards --seed -1", "--seed", 2),
        ("RightIgnoreRewards ignore_rewards --junit nowhere/report.xml", "--junit is 'nowhere/report.xml'", 4),
        ("RightIgnoreRewards ignore_rewards --json nowhere/report.json", "--json is 'nowhere/report.json'", 4),
        ("RightIgnoreRewards ignore_rewards --html .", "--html is '.': expected a file", 4),
        ("RightIgnoreRewards ignore_rewards --expected nowhere.toml", "nowhere.toml, the whole file", 4),
    ],
)
def test_wrong_usage(run, arguments, complaint, code):
    """Wrong settings exit 2, and places that cannot be written 4, with a complaint."""
    found, out, err = run(*arguments.split())

    assert (found, out) == (code, "")
    assert complaint in err


def test_help_says_how_to_list_the_suites_and_gives_examples(capsys):
    """The help has all that is needed to start; the suites are a list of their own."""
    assert main(["conform", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())

    assert "formal-rl suites lists them" in text
    assert "formal-rl conform my_envs:IgnoreRewards --suite ignore_rewards" in text


# --- Several suites, and reports ---


def test_several_suites(run):
    """A report for each, a table of all, and the worst exit code; as JSON one document with every report."""
    code, out, err = run("right_ignore_rewards", "ignore_rewards", "--suite", "reverse_history,neutrality")
    *_, rows, last = out.split("\n\n")

    assert (code, err) == (4, "")
    assert [line.split()[1:3] for line in rows.splitlines()] == [
        ["suite", "verdict"],
        ["ignore_rewards", "conforms"],
        ["reverse_history", "DIVERGES"],
        ["neutrality", "cannot"],
    ]
    assert last.endswith("users.py:right_ignore_rewards: 1 of 3 checks conform\n")
    assert out.count("users.py:right_ignore_rewards ") == 6
    code, out, _ = run("right_ignore_rewards", "ignore_rewards", "--suite", "reverse_history", "--json")
    document = json.loads(out)

    assert (code, document["schema"], document["exit_code"]) == (1, "conformance-reports/1", 1)
    assert [each["exit_code"] for each in document["reports"]] == [0, 1]


def test_all_divergences_of_all_suites_are_ready_to_be_expected(run, tmp_path):
    """With --all and --out they stand in one file, which is read."""
    suites = ("ignore_rewards", "--suite", "reverse_history")
    run("TrainsOnTheTrueReward", *suites, "--all", "--out", tmp_path)
    known = read_expected(tmp_path / "expected.toml")

    assert {each.suite for each in known} == {"ignore_rewards", "reverse_history"}


def test_the_order_of_exit_codes():
    """Our fault hides everything, then what cannot be used, a divergence, nothing compared."""
    assert [worst(codes) for codes in ([0, 5], [5, 1], [1, 4], [4, 3], [0], [0, 0, 1, 0])] == [5, 1, 4, 3, 0, 1]


def test_a_fault_of_ours_in_one_suite_leaves_the_others(run, monkeypatch):
    """One line without a traceback reports it, the other suites are checked, and the exit code is that of the fault."""
    right = cli_conform.check_named

    def broken(implementation, suite, **settings):
        if suite == "ignore_rewards":
            raise KeyError("ours")
        return right(implementation, suite, **settings)

    monkeypatch.setattr(cli_conform, "check_named", broken)
    code, out, err = run("right_ignore_rewards", "ignore_rewards", "--suite", "reverse_history")

    assert (code, err) == (3, "formal-rl: this is a fault of formal-rl, please report it: KeyError: 'ours'\n")
    assert "DIVERGES" in out
    assert "fault of formal-rl" in out


@pytest.mark.parametrize(("first", "times"), [("TrainsOnTheTrueReward", 1), ("SharesACopy", 2)])
def test_the_beginning_of_a_report_is_printed_before_the_rest(run, monkeypatch, capsys, first, times):
    """It is not printed again, unless the report has come to begin otherwise."""
    right = cli_conform.check_named
    printed = []

    def checked(implementation, suite, **settings):
        settings["found"](right(f"{ZOO}:{first}", suite))
        printed.append(capsys.readouterr().out)
        return right(implementation, suite, **settings)

    monkeypatch.setattr(cli_conform, "check_named", checked)
    _, out, _ = run("TrainsOnTheTrueReward", "ignore_rewards")

    assert "The smallest counterexample" in printed[0]
    assert (printed[0] + out).count("The smallest counterexample") == times
    assert out.count("  reference   every later percept") == 1


@pytest.mark.parametrize("form", [("--json", "{}"), ("--json={}",)])
def test_reports_are_written(run, tmp_path, form):
    """JSON, JUnit XML and HTML into files; the text is printed all the same."""
    files = {kind: tmp_path / f"report.{kind}" for kind in ("json", "xml", "html")}
    as_json = [each.format(files["json"]) for each in form]
    code, out, err = run("SharesACopy", "ignore_rewards", *as_json, "--junit", files["xml"], "--html", files["html"])
    report = json.loads(files["json"].read_text("utf-8"))

    assert (code, err) == (1, "")
    assert out.splitlines()[0].endswith("SharesACopy DIVERGES")
    assert report["schema"] == "conformance-report/1"
    assert report["script_path"] is None
    assert 'failures="1"' in files["xml"].read_text("utf-8")
    assert files["html"].read_text("utf-8").startswith("<!DOCTYPE html>")


def test_json_before_the_implementation_takes_no_file(capsys):
    """What is named module:object is no file, so that the order of arguments does not matter."""
    code = main(["conform", "--suite", "opposite", "--json", f"{ZOO}:right_opposite"])

    assert code == 0
    assert json.loads(capsys.readouterr().out)["conforms"] is True


def test_a_report_that_cannot_be_written(run, tmp_path, monkeypatch):
    """It is a complaint with exit code 4, and the others are written."""

    def refuse(path, content):
        raise PermissionError(13, "not allowed")

    monkeypatch.setattr("formal_rl.files.write_whole", refuse)
    code, out, err = run("right_opposite", "opposite", "--junit", tmp_path / "report.xml")

    assert code == 4
    assert "conforms" in out
    assert err.endswith("report.xml cannot be written: not allowed\n")


# --- What is kept: expected divergences and replays ---


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """A file that expects the divergences of the published button, and where their counterexamples are."""
    folder = tmp_path_factory.mktemp("known")
    main(["conform", f"{ZOO}:PublishedButton", "--suite", "tempting_button", "--out", str(folder / "repro")])
    entries = [
        f'[[divergence]]\nsuite = "tempting_button"\nclaim = "{claim}"\nreason = "as published"\n'
        f'witness = "repro/repro_tempting_button_{claim}.json"\n'
        for claim in ("first_observation", "later_percepts")
    ]
    (folder / "known.toml").write_text("\n".join(entries), "utf-8")
    return folder / "known.toml"


def test_expected_divergences(run, known):
    """They are no fault; where they are gone that is one."""
    code, out, _ = run("PublishedButton", "tempting_button", "--expected", known)
    assert "fails as expected           wrong value" in out
    assert "as published" in out
    assert code == 1  # in longer histories, which are reached now
    assert "The smallest counterexample, to: longer histories" in out
    code, out, _ = run("RightButton", "tempting_button", "--expected", known)
    assert code == 1
    assert "UNEXPECTEDLY CONFORMS (2 where a divergence was expected)" in out


def test_replay(capsys, known):
    """0 where it is fixed, 1 where it is not, with the counterexample as it is now."""
    files = sorted(map(str, (known.parent / "repro").glob("*.json")))
    capsys.readouterr()
    assert main(["replay", *files]) == 1
    out = capsys.readouterr().out
    assert out.count("STILL THERE") == 2
    assert "<-- differs" in out
    assert main(["replay", *files, "--implementation", f"{ZOO}:RightButton"]) == 0
    assert capsys.readouterr().out.count(": fixed\n") == 2
    assert main(["replay", files[0], "--implementation", f"{ZOO}:nothing", "--json"]) == 4
    assert json.loads(capsys.readouterr().out)["exit_code"] == 4
    assert main(["replay", files[0], "--implementation", f"{ZOO}:right_tempting_button"]) == 5
    assert "nothing was compared" in capsys.readouterr().out
    assert main(["replay", str(known)]) == 4
    assert "no JSON" in capsys.readouterr().err


# --- Suites ---


def test_suites(capsys):
    """All are listed, each in a line or as JSON; an unknown name is a complaint with what is near."""
    assert main(["suites"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert main(["suites", "--json"]) == 0
    values = json.loads(capsys.readouterr().out)

    assert [line.split()[0] for line in lines] == [each["name"] for each in values] == list(SUITES)
    assert main(["suites", "neutralit"]) == 2
    assert "did you mean neutrality?" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["opposite", "SimpleLearner"])
def test_a_suite_in_full(capsys, name):
    """What it compares with, what it takes, and its claims; by the name of an agent, too."""
    assert main(["suites", name]) == 0
    text = capsys.readouterr().out
    assert main(["suites", name, "--json"]) == 0
    values = json.loads(capsys.readouterr().out)

    assert text.startswith(f"{values['name']}: {values['source']}")
    assert all(each.split()[0] in text for each in values["takes"])
    assert all(each["sentence"] in text for each in values["claims"] if each["semantics"] == "paper")
    assert values["claims"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="writes to /dev/full")
@pytest.mark.parametrize(("more", "unbuffered"), [((), "1"), (("--json",), "")])
def test_a_full_disk(more, unbuffered):
    """A line reports output that cannot be printed, which is not a divergence."""
    command = [sys.executable, "-m", "formal_rl", "conform", f"{ZOO}:right_fold", "--suite", "reality_check", *more]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment)

    assert (ran.returncode, ran.stderr) == (4, "formal-rl: [Errno 28] No space left on device\n")
