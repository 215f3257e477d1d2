"""The command ``formal-rl conform``: what it prints, what it writes, and with which code it exits."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from formal_rl.cli import main
from formal_rl.cli.conform import check as cli_conform
from formal_rl.cli.conform.reports import worst
from formal_rl.conformance import SUITES, check_named

ZOO = Path(__file__).parents[2] / "conformance" / "zoo.py"


@pytest.fixture(autouse=True)
def plain(no_terminal, monkeypatch):
    """No terminal; the path is as it was afterwards."""
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.fixture
def run(run):
    """Run the command on an object of the zoo and return exit code, output and complaints."""
    return lambda name, suite, *arguments: run("conform", f"{ZOO}:{name}", "--suite", suite, *arguments)


def test_a_right_implementation(run):
    """Exit code 0, the shape, the definition, and every claim with its evidence."""
    code, out, err = run("RightIgnoreRewards", "ignore_rewards")

    assert (code, err) == (0, "")
    assert out.splitlines()[0].endswith("zoo.py:RightIgnoreRewards conforms")
    assert "read as        a class with start and step, made with an agent-class" in out
    assert "Alexander et al. 2022, Example 3" in out
    assert "all agents, all sequences of 1 to 4 actions, each 0 or 1: 340 cases" in out
    assert "counterexample" not in out


def test_a_wrong_implementation(run):
    """Exit code 1, the smallest counterexample, and how to have it as a script."""
    code, out, err = run("freezes_to_the_last_action", "reality_check")

    assert (code, err) == (1, "")
    assert "on the prompt ((0, 0), 0, (0, 0))\n    expected  1\n    got       0" in out
    assert out.endswith("With --out DIR this is written as a script that exits 1 until it is fixed.\n")


@pytest.mark.parametrize("suite", ["IgnoreRewards", "Ignore-Rewards", "ignorerewards,reverse_history"])
def test_a_suite_by_other_names(run, suite):
    """The library's name and ours, in any case, and several with commas; the report says ours."""
    code, out, _ = run("right_ignore_rewards", suite, "--json")
    document = json.loads(out)

    assert code == ("," in suite)
    assert document.get("reports", [document])[0]["suite"] == "ignore_rewards"


@pytest.mark.parametrize("name", ["simple", "SimpleLearner", "agent_simple", "Agent-Simple"])
def test_a_suite_by_the_name_of_an_agent(capsys, name):
    """As the battery and a trace call it."""
    assert main(["suites", name]) == 0
    assert capsys.readouterr().out.startswith("agent_simple: ")


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
def test_what_is_missing(capsys, own_directory, arguments, code, words):
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
    """exhaustive is full, with a hint that leaves JSON alone; --as is the reading, unless --semantics says another."""
    name, suite = "right_opposite", "opposite"
    _, before, hint = run(name, suite, "--profile", "exhaustive", "--json")
    _, now, nothing = run(name, suite, "--profile", "full", "--json")
    found = [
        json.loads(run(name, suite, *more, "--json")[1])["semantics"]
        for more in ((), ("--as", "published"), ("--as", "published", "--semantics", "paper"))
    ]

    assert json.loads(before)["profile"] == json.loads(now)["profile"]
    assert (hint, nothing) == ("hint: --profile exhaustive is now --profile full\n", "")
    assert found == ["paper", "published", "paper"]


def test_a_script_is_written(run, tmp_path):
    """With --out the script is there, beside its data and its trace, and the command to run it is named."""
    code, out, _ = run("TrainsOnTheTrueReward", "ignore_rewards", "--out", tmp_path / "new")
    names = sorted(file.name for file in (tmp_path / "new").iterdir())
    script = tmp_path / "new" / names[1]
    ran = subprocess.run([sys.executable, "-B", script], capture_output=True, encoding="utf-8", check=False)

    assert code == 1
    stem = "ignore_rewards_later_percepts"
    assert names == [f"repro_{stem}.json", f"repro_{stem}.py", f"trace_{stem}.txt"]
    assert f"python {script} " in out
    assert ran.returncode == 1


def test_no_script_is_written_where_all_is_well(run, tmp_path):
    """With nothing to show, --out makes nothing."""
    code, _, _ = run("right_opposite", "opposite", "--out", tmp_path / "new")

    assert code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_script_that_cannot_be_written(run, tmp_path):
    """A directory that cannot be is refused at once; what is found out later leaves the report to be printed."""
    (tmp_path / "file").write_text("", "utf-8")
    code, out, err = run("adds_the_rewards", "handicap", "--out", tmp_path / "file" / "below")

    assert (code, out) == (4, "")
    assert f"{tmp_path / 'file'} is not a directory" in err

    report = check_named(f"{ZOO}:adds_the_rewards", "handicap")
    (tmp_path / "there" / report.script_name).mkdir(parents=True)
    code, out, err = run("adds_the_rewards", "handicap", "--out", tmp_path / "there")

    assert code == 4
    assert "DIVERGES" in out
    assert err.startswith("formal-rl: the counterexample cannot be written: ")


@pytest.mark.parametrize(
    ("name", "suite", "code", "conforms"),
    [
        ("Prints", "ignore_rewards", 0, True),
        ("right_fold", "reality_check", 0, True),
        ("nothing_of_this_name", "opposite", 4, False),
    ],
)
def test_json(run, name, suite, code, conforms):
    """The whole report as JSON, and nothing else, whatever the implementation prints."""
    exit_code, out, err = run(name, suite, "--json")
    report = json.loads(out)

    assert (exit_code, err) == (code, "")
    assert (report["exit_code"], report["conforms"], report["suite"]) == (code, conforms, suite)
    assert report["schema"] == "conformance-report/1"
    assert (report["counterexample"] is None) == (code != 1)


def test_published_semantics_and_what_it_has_not(run):
    """Other semantics, another verdict; and where the library has nothing of the kind, exit code 5."""
    assert run("published_opposite", "opposite")[0] == 1
    assert run("published_opposite", "opposite", "--semantics", "published")[0] == 0
    code, out, _ = run("right_reality_check", "reality_check", "--semantics", "published")
    assert code == 5
    assert "nothing was compared" in out


def test_a_timeout(run):
    """What hangs is ended, and the history named."""
    code, out, err = run("hangs_after_a_reward", "ignore_rewards", "--timeout", "0.5")

    assert (code, err) == (1, "")
    assert "no answer within 0.5 s" in out
    assert "((0, 0), 0, (1, 0), 1)" in out


@pytest.mark.parametrize(
    ("arguments", "complaint", "code"),
    [
        ("RightIgnoreRewards ignore_reward", "did you mean ignore_rewards", 2),
        ("RightIgnoreRewards ignore_rewards --timeout -1", "expected a number of seconds greater than 0", 2),
        ("RightIgnoreRewards ignore_rewards --profile slow", "--profile", 2),
        ("RightIgnoreRewards ignore_rewards --seed -1", "--seed", 2),
        ("RightIgnoreRewards ignore_rewards --suite opposit", "did you mean opposite?", 2),
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


def test_what_cannot_be_used(run):
    """What cannot be loaded or has no shape gets exit code 4, with what is near or what the suite takes."""
    code, out, _ = run("RightIgnoreReward", "ignore_rewards")
    assert code == 4
    assert "did you mean RightIgnoreRewards" in " ".join(out.split())  # a long path moves the line breaks
    code, out, _ = run("NoStep", "ignore_rewards")
    assert code == 4
    assert "NoStep has start, but no step" in " ".join(out.split())


def test_a_fault_of_ours_says_so(run, monkeypatch):
    """Our own exceptions have exit code 3 and are no traceback."""

    def broken(*arguments, **settings):
        raise KeyError("ours")

    monkeypatch.setattr(cli_conform, "check_named", broken)
    code, out, err = run("RightIgnoreRewards", "ignore_rewards")

    assert (code, out) == (3, "")
    assert err == "formal-rl: this is a fault of formal-rl, please report it: KeyError: 'ours'\n"


def test_help_names_every_suite_and_gives_examples(capsys):
    """The help has all that is needed to start."""
    assert main(["conform", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())

    assert all(suite in text for suite in SUITES)
    assert "formal-rl conform my_envs:IgnoreRewards --suite ignore_rewards" in text


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_an_interruption_says_what_was_being_asked(tmp_path):
    """Who interrupts what hangs is told where it hung; exit code 130."""
    reached = tmp_path / "reached"
    (tmp_path / "hanging.py").write_text(
        "from pathlib import Path\n"
        "def hangs(agent, play):\n"
        "    if len(play) == 4 and play[2] == (1, 0):\n"
        f"        Path({str(reached)!r}).touch()\n"
        "        while True:\n"
        "            pass\n"
        "    return (0, 0)\n"
    )
    spec = f"{tmp_path / 'hanging.py'}:hangs"
    command = [sys.executable, "-m", "formal_rl", "conform", spec, "--suite", "ignore_rewards"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        deadline = time.monotonic() + 60
        while not reached.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)

    assert (process.returncode, out) == (130, "")
    assert "interrupted while asking the play ((0, 0), 0, (1, 0), 1)" in err


# --- Several suites, and reports ---


@pytest.mark.parametrize(
    ("name", "suites", "code", "words"),
    [
        ("right_ignore_rewards", ("reverse_history",), 1, "2 suites: 1 conform, 1 diverge"),
        ("right_ignore_rewards", ("reverse_history", "neutrality"), 4, "1 diverge, 1 cannot be used"),
        ("RightIgnoreRewards", ("ignore_rewards",), 0, None),
    ],
)
def test_several_suites(run, name, suites, code, words):
    """A report for each, each once, totals, and the worst exit code."""
    exit_code, out, err = run(name, "ignore_rewards", *(f"--suite={suite}" for suite in suites))

    assert (exit_code, err) == (code, "")
    headlines = [line for line in out.splitlines() if f"{name} " in line and not line.startswith(" ")]
    assert len(headlines) == len({"ignore_rewards", *suites})
    assert out.splitlines()[-1].endswith(words) if words else " suites: " not in out


def test_several_suites_as_json(run):
    """One document with every report."""
    code, out, _ = run("right_ignore_rewards", "ignore_rewards", "--suite", "reverse_history", "--json")
    document = json.loads(out)

    assert (code, document["schema"], document["exit_code"]) == (1, "conformance-reports/1", 1)
    assert [each["exit_code"] for each in document["reports"]] == [0, 1]


def test_the_order_of_exit_codes():
    """Our fault hides everything, then what cannot be used, a divergence, nothing compared."""
    assert [worst(codes) for codes in ([0, 5], [5, 1], [1, 4], [4, 3], [0], [0, 0, 1, 0])] == [5, 1, 4, 3, 0, 1]


def test_a_fault_of_ours_in_one_suite_leaves_the_others(run, monkeypatch):
    """The other suites are checked, and the exit code is that of the fault."""
    right = cli_conform.check_named

    def broken(implementation, suite, **settings):
        if suite == "ignore_rewards":
            raise KeyError("ours")
        return right(implementation, suite, **settings)

    monkeypatch.setattr(cli_conform, "check_named", broken)
    code, out, err = run("right_ignore_rewards", "ignore_rewards", "--suite", "reverse_history")

    assert code == 3
    assert "KeyError: 'ours'" in err
    assert "DIVERGES" in out
    assert out.endswith("2 suites: 1 diverge, 1 not finished\n")


@pytest.mark.parametrize(("first", "times"), [("TrainsOnTheTrueReward", 1), ("SharesACopy", 2)])
def test_the_beginning_of_a_report_is_printed_before_the_rest(run, monkeypatch, capsys, first, times):
    """It is not printed again, unless the report has come to begin otherwise."""
    right = cli_conform.check_named
    printed = []

    def checked(implementation, suite, **settings):
        settings["found"](check_named(f"{ZOO}:{first}", suite))
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
    assert "script_path" not in report
    assert 'failures="1"' in files["xml"].read_text("utf-8")
    assert files["html"].read_text("utf-8").startswith("<!DOCTYPE html>")


def test_json_before_the_implementation_is_no_file(capsys):
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
    """All are listed, each in a line."""
    assert main(["suites"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert [line.split()[0] for line in lines] == list(SUITES)


@pytest.mark.parametrize("name", ["opposite", "neutrality"])
def test_a_suite_in_full(capsys, name):
    """What it compares with, what it takes, and its claims."""
    assert main(["suites", name]) == 0
    text = capsys.readouterr().out
    assert main(["suites", name, "--json"]) == 0
    values = json.loads(capsys.readouterr().out)

    assert values["name"] == name
    assert text.startswith(f"{name}: {values['source']}")
    assert all(each.split()[0] in text for each in values["takes"])
    assert all(each["sentence"] in text for each in values["claims"] if each["semantics"] == "paper")
    assert values["claims"]


def test_suites_as_json_and_one_that_there_is_not(capsys):
    """All as JSON; an unknown name is a complaint with what is near."""
    assert main(["suites", "--json"]) == 0
    assert [each["name"] for each in json.loads(capsys.readouterr().out)] == list(SUITES)
    assert main(["suites", "neutralit"]) == 2
    assert "did you mean neutrality?" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="writes to /dev/full")
@pytest.mark.parametrize(("more", "unbuffered"), [((), "1"), (("--json",), "")])
def test_a_full_disk(more, unbuffered):
    """What cannot be printed is said in a line; it is no divergence."""
    command = [sys.executable, "-m", "formal_rl", "conform", f"{ZOO}:right_fold", "--suite", "reality_check", *more]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment)

    assert (ran.returncode, ran.stderr) == (4, "formal-rl: [Errno 28] No space left on device\n")
