"""The explorer's data: what the page says is what trace says, on every play, for every agent; and what is refused."""

import functools
import json
import subprocess
from ast import literal_eval
from fractions import Fraction
from itertools import islice

import pytest

from formal_rl.agents import LearnerClass, agent_named
from formal_rl.environments import CATALOGUE, interact
from formal_rl.errors import (
    EnvironmentRaised,
    InteractionFailure,
    InvalidParameter,
    NotAPercept,
    NotReproducible,
    QuestionBudgetExhausted,
)
from formal_rl.histories import Percept, actions, all_plays, history, percept_alphabet
from formal_rl.statements.alexander_2022.gains import FIRST_GAINS
from formal_rl.statements.alexander_2022.own_pasts import FORMS as OWN_PASTS
from formal_rl.study import explore, trace
from formal_rl.study._explained import explained_by_trial
from formal_rl.study._exploring.readings import question_of, trained_on
from formal_rl.study.asking import Recording, answer_to
from formal_rl.study.catalogue import DEFAULT, ENVIRONMENT_FORMS, find_agent, find_environment
from formal_rl.transforms import gain, reality_check, reality_check_fold, reality_check_memoised
from formal_rl.transforms.gain import rewards
from formal_rl.view.pages import bundled

NAMES = (
    *(name for name in ENVIRONMENT_FORMS if name in CATALOGUE),
    "handicap(corridor, ignore_rewards)",
    "opposite(deja_vu)",
    "self_insert(ignore_rewards)",
)
WITH_2022 = (
    *("deja_vu", "reverse_history", "tempting_button", "incentivize_zero", "crying_baby", "crying_baby_2"),
    *("tempting_button_variation", "self_recognition", "censored_observation", "nth_reward_multiplied_by_n"),
    "flip_every_other",
)
BY_DEFAULT = {"tempting_button", *NAMES[-3:], "bandit", "limited_memory"}
"""A page of each kind: with readings that part, with layers, ordinary, a handicap; the full profile makes all."""

HORIZON = 3
AGENTS = ("hashed:7", "last_reward_sign")

ANSWERS = """
import {readFileSync} from "node:fs";
import * as page from "./explorer_data.mjs";
const know = page.opened(JSON.parse(readFileSync(0, "utf8"))), texts = new Map();
const number = (text) => texts.get(text) ?? texts.set(text, texts.size).get(text);
const of = (scene, form, agent) => know.data.scenes[scene].plays.map((play) => {
  const {percept, questions, clause} = page.answerTo(know, scene, form, play, agent);
  const prompt = page.next(know, play, percept);
  return [percept, questions.map((each) => each.prompt), questions.map((each) => each.action), number(clause),
    prompt === undefined ? null : agent.does(prompt)];
});
const faced = AGENTS.flatMap((agent) => [false, true].map((checked) =>
  page.agentOf(know, page.presetNamed(know, agent), new Map(), checked)));
const scenes = know.data.scenes.map(({readings, layers}, scene) =>
  faced.map((agent) => [...readings, ...layers].map((form) => of(scene, form, agent))));
const gains = AGENTS.map((agent) => page.gainOf(know, page.start(know, {preset: agent, put: {1: 1}, length: 1})));
process.stdout.write(JSON.stringify({scenes, texts: [...texts.keys()], gains}));
"""


@functools.cache
def explorer_of(name):
    """An environment, explored to the horizon, with an agent of no structure among those to begin with."""
    return explore(name, HORIZON, agents=AGENTS[:1])


@pytest.fixture(scope="module")
def page_of(node, tmp_path_factory):
    """What the page's own functions answer on every play of every scene, for the agents and their reality checks."""
    folder = tmp_path_factory.mktemp("explorers")
    folder.joinpath("explorer_data.mjs").write_text(bundled("explorer_data.js"), "utf-8")
    folder.joinpath("main.mjs").write_text(f"const AGENTS = {json.dumps(AGENTS)};\n{ANSWERS}", "utf-8")

    def page_of(explorer):
        data = json.dumps(explorer.to_json())
        return json.loads(subprocess.check_output([node, folder / "main.mjs"], input=data, encoding="utf-8"))

    return page_of


def percepts_of(data):
    """The percepts of the data, as they are."""
    found = []
    for shown in data["percepts"]:
        if shown is None:
            found.append(None)
            continue
        reward, observation, _, *pictures = shown
        of_text = type(observation) is str and (pictures or observation.startswith("("))
        paid = Fraction(reward) if type(reward) is str else reward
        found.append(Percept(paid, literal_eval(observation) if of_text else observation))
    return found


def histories_of(data, percepts):
    """The histories of the data by number; what is seen instead is None."""
    nodes, found, prompts = data["histories"], [()], [False]
    for parent, value in zip(nodes[::2], nodes[1::2], strict=True):
        is_action = prompts[parent] and value >= 0
        before = found[parent]
        seen = before is None or value < 0
        found.append(None if seen else (*before, value if is_action else percepts[value]))
        prompts.append(not is_action)
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=() if each in BY_DEFAULT else pytest.mark.full) for each in NAMES]
)
def test_the_page_of_an_environment(name, page_of):
    """It answers as trace does, shows whom the reality check helps, is small, and has each play of trace."""
    explorer = explorer_of(name)
    shown, data = page_of(explorer), explorer.to_json()

    answers_as_trace_does(data, shown)
    names_the_smallest_agents_that_gain_and_lose(name, data)
    has_long_runs_of_the_definition(name, data["gains"])
    assert bool(data["tasks"]) == (name in WITH_TASKS)
    says_what_the_reality_check_gains(name, shown["gains"])
    has_every_play_and_is_small(name, explorer)
    steps_the_published_form_of_2022(name, data, shown)


def answers_as_trace_does(data, shown):
    """On every play: percept, questions in order, words, and what the agent does next; with the reality check too."""
    percepts = percepts_of(data)
    histories = histories_of(data, percepts)
    agents = [find_agent(agent)[1] for agent in AGENTS]
    recordings = [Recording(each) for agent in agents for each in (agent, reality_check_memoised(agent))]
    compared = 0
    for scene, by_agent in zip(data["scenes"], shown["scenes"], strict=True):
        forms = forms_of(scene)
        for recording, by_form in zip(recordings, by_agent, strict=True):
            for form, answers in zip(forms, by_form, strict=True):
                for number, answer in zip(scene["plays"], answers if form else (), strict=bool(form)):
                    percept, asked, done, text, own = answer
                    compared += 1
                    if percepts[percept] is None:
                        with pytest.raises(InteractionFailure):
                            answer_to(form, "", recording, histories[number])
                        recording.drain()
                        continue
                    expected = answer_to(form, "", recording, histories[number])
                    assert percepts[percept] == expected.percept
                    questions = [(question.prompt, question.action) for question in expected.questions]
                    assert [
                        (histories[prompt], action) for prompt, action in zip(asked, done, strict=True)
                    ] == questions
                    assert shown["texts"][text] == expected.clause
                    assert own == recording.answer((*histories[number], expected.percept))
    assert compared >= 4 * (len(data["scenes"][0]["plays"]))


def says_what_the_reality_check_gains(name, gains):
    """Each has a run of its own, of full length, independent of replacements in the run on the page."""
    environment = find_environment(name, DEFAULT)
    for agent, shown in zip(AGENTS, gains, strict=True):
        _, found = find_agent(agent)
        plain, checked = (sum(rewards(each, environment, HORIZON)) for each in (found, reality_check(found)))

        assert shown == {"plain": str(plain), "checked": str(checked), "gain": str(checked - plain)}
        assert gain(found, environment, HORIZON) == checked - plain


def names_the_smallest_agents_that_gain_and_lose(name, data):
    """Their runs and totals are those of the definition; who is missing is missing for a reason."""
    gains, histories = data["gains"], histories_of(data, percepts_of(data))
    environment = find_environment(name, DEFAULT)
    for kind in {"helps", "harms"} & gains.keys():
        answers = {histories[prompt]: action for prompt, action in gains[kind]["answers"]}
        agent = lambda prompt, answers=answers: answers.get(prompt, 0)  # noqa: E731
        runs = [histories[run] for run in gains[kind]["runs"]]
        length = len(actions(runs[0]))
        for each, run, total in zip((agent, reality_check(agent)), runs, gains[kind]["totals"], strict=True):
            assert run == tuple(islice(interact(each, environment), 2 * length + 1))
            assert Fraction(total) == sum(rewards(each, environment, length))
        assert (gain(agent, environment, length) > 0) == (kind == "helps")
        assert length >= HORIZON
        if name in FIRST_GAINS and not CATALOGUE[name].draws:  # those there are made of other draws
            assert length == max(HORIZON, FIRST_GAINS[name][0])
    assert ("why" in gains) == (len({"helps", "harms"} & gains.keys()) < 2)
    if name in OWN_PASTS:
        assert gains["why"].endswith("(A22-gain-zero).")


def has_long_runs_of_the_definition(name, gains):
    """At 5 and at 10 steps; in ignore rewards Q gets 34 alone and 364 with its reality check after 400."""
    environment = find_environment(name, DEFAULT)
    for run in gains["long"]:
        agent = find_agent(run["agent"])[1]
        for checked, totals in enumerate(run["totals"]):
            paid = rewards(reality_check_memoised(agent) if checked else agent, environment, 10)
            assert list(map(Fraction, totals[:3])) == [0, sum(paid[:5]), sum(paid)]
    assert {"q", "win_stay"} <= {run["agent"] for run in gains["long"]}
    if name == "ignore_rewards":
        assert [[run["totals"][0][80], run["totals"][1][80]] for run in gains["long"] if run["agent"] == "q"] == [
            [34, 364]
        ]


WITH_TASKS = ["ignore_rewards", "reverse_history", "deja_vu", "false_memories", "tempting_button", "newcombs_problem"]

CLICKS = """
import {readFileSync} from "node:fs";
import * as page from "./explorer_data.mjs";
const data = JSON.parse(readFileSync(0, "utf8")), know = page.opened(data);
const clicks = (state, steps) => [
  ...data.presets.map((each) => ({...state, preset: each.name, flips: new Map()})),
  ...page.table(know, state, steps).map(({prompt}) => page.flipped(know, state, prompt)),
  ...steps.filter(({action}) => action !== undefined).map(({number, action}) =>
    page.withAction(know, state, number, 1 - action)),
  {...state, checked: !state.checked},
  ...data.scenes[state.scene].readings.map((_, reading) => ({...state, reading})),
  ...data.scenes.map((_, scene) => ({...page.opening(know), scene})),
  ...data.gains.long.map(({agent}) => ({...state, long: agent})),
];
const found = data.tasks.map(() => null);
let layer = [page.opening(know)];
for (let needed = 0; needed < 4 && found.includes(null); needed++) {
  layer = layer.flatMap((state) => {
    const steps = page.follow(know, state);
    data.tasks.forEach((task, place) => {
      if (found[place] === null && page.fulfils(know, state, steps, task)) found[place] = needed;
    });
    return needed < 3 ? clicks(state, steps) : [];
  });
}
process.stdout.write(JSON.stringify(found));
"""


@pytest.mark.parametrize(
    "name", [WITH_TASKS[0], *(pytest.param(each, marks=pytest.mark.full) for each in WITH_TASKS[1:])]
)
def test_each_task_takes_one_to_three_clicks(node, tmp_path, name):
    """Five on each of six pages, all of which the full profile opens; none is done when the page opens."""
    tmp_path.joinpath("explorer_data.mjs").write_text(bundled("explorer_data.js"), "utf-8")
    tmp_path.joinpath("main.mjs").write_text(CLICKS, "utf-8")
    data = json.dumps(explore(name).to_json())
    needed = json.loads(subprocess.check_output([node, tmp_path / "main.mjs"], input=data, text=True))

    assert len(needed) == 5
    assert {*needed} <= {1, 2, 3}


def forms_of(scene):
    """The forms of a scene as they are without the explorer; none for a published one of 2022."""
    found = [find_environment(scene["name"])]
    for reading in scene["readings"][1:]:
        record = CATALOGUE[scene["name"]]
        draws = [DEFAULT.environment_draws] if record.draws else []
        found.append(
            explained_by_trial(record.name, record.made("functional", *draws)) if "2021" in reading["name"] else None
        )
    return [*found, *(find_environment(layer["name"]) for layer in scene["layers"])]


def steps_the_published_form_of_2022(name, data, shown):
    """Percept and questions are those of the published form that trains copies, along every sequence of actions."""
    scene, readings = data["scenes"][0], [reading["name"] for reading in data["scenes"][0]["readings"]]
    assert (readings[-1] == "published 2022") == (name in WITH_2022)
    if name not in WITH_2022:
        return
    record, place = CATALOGUE[name], readings.index("published 2022")
    percepts = percepts_of(data)
    histories = histories_of(data, percepts)
    learner = agent_named("last_reward_sign").learner(DEFAULT.agent_draws)
    published = record.made("published", *([DEFAULT.environment_draws] if record.draws else []))
    for faced, by_form in zip((learner, reality_check_fold(learner)), shown["scenes"][0][2:], strict=True):
        for number, (percept, asked, _, _, _) in zip(scene["plays"], by_form[place], strict=True):
            expected, questions = stepped(published, faced, actions(histories[number]))
            assert percepts[percept] == expected
            assert len(asked) == questions


def stepped(published, learner, played):
    """What a published form pays after the actions, and how many questions it puts in the last step."""
    asked = []

    class Noting:
        initial = learner.initial
        learn = learner.learn

        def act(self, state, observation):
            asked.append(observation)
            return learner.act(state, observation)

    agent_class = LearnerClass(Noting())
    observation, state = published.start(agent_class)
    percept = Percept(0, observation)
    for action in played:
        asked.clear()
        percept, state = published.step(agent_class, state, action)
    return percept, len(asked)


def test_which_readings_there_are():
    """Those that differ from the definition on these short plays; the page only mentions the others."""
    names = "tempting_button", "limited_memory"
    found = {name: explorer_of(name).to_json()["scenes"][0]["readings"] for name in names}

    assert [each["name"] for each in found["tempting_button"]] == ["definition", "published 2021", "published 2022"]
    assert found["limited_memory"][0]["also"] == [
        "published 2021: five percepts are remembered, which are four turns, which shows on longer plays only",
        "published 2022: as defined",
    ]


def has_every_play_and_is_small(name, explorer):
    """Every play that classify looks at, and those made of what is paid; the file is of at most 400 KB, with code."""
    data = explorer.to_json()
    histories = histories_of(data, percepts_of(data))
    there = {histories[play] for play in data["scenes"][0]["plays"]}

    assert len(explorer.html().encode()) <= 400_000
    assert data["definition"]["code"]
    assert set(explorer_plays()) <= there
    for agent in AGENTS:
        run = trace(name, agent, HORIZON)
        for step in range(1, HORIZON + 1):
            for branch in (run, run.branch(step, 0), run.branch(step, 1)):
                assert {branch.play[:length] for length in (0, 2, 4, 6)} <= there


def explorer_plays():
    return (play for length in range(HORIZON + 1) for play in all_plays(percept_alphabet(4), (0, 1), length))


def test_the_smallest_place_where_readings_part():
    """Reverse history of 2022 pays nothing after one action; the agent that shows it, and the actions."""
    data = explorer_of("reverse_history").to_json()
    reading = data["scenes"][0]["readings"][1]

    assert (reading["preset"], reading["played"]) == ("tells 2022 apart", [0])
    assert [each["name"] for each in data["presets"]][-1] == "tells 2022 apart"


def test_layers_and_where_a_handicap_is_put():
    """A handicap has its two layers; what is like one is put on three ordinary environments, with theirs."""
    composed = explorer_of("handicap(corridor, ignore_rewards)").to_json()["scenes"]
    plain = explorer_of("ignore_rewards").to_json()["scenes"]

    assert [[layer["name"] for layer in scene["layers"]] for scene in composed] == [["corridor", "ignore_rewards"]]
    assert [scene["name"] for scene in plain[1:]] == [
        f"handicap({ordinary}, ignore_rewards)" for ordinary in ("bandit", "corridor", "guess_the_number")
    ]
    assert len(explorer_of("tempting_button").to_json()["scenes"]) == 1
    assert len(explore("tempting_button", 1, handicaps=("bandit",)).to_json()["scenes"]) == 2


def test_the_text_about_an_environment():
    """Its sentence, its statements and its code; of a handicap those of both layers."""
    definition = explorer_of("ignore_rewards").to_json()["definition"]
    composed = explorer_of("handicap(corridor, ignore_rewards)").to_json()["definition"]

    assert definition["meaning"] == CATALOGUE["ignore_rewards"].meaning
    assert [identifier for identifier, _ in definition["statements"]] == ["A21-E6", "A22-E3", "A22-S5-trivialise"]
    assert definition["code"][0][1] == "ignore_rewards = mimic(without_rewards)"
    assert [name.rpartition(".")[2] for name, _ in definition["code"]] == ["ignore_rewards", "without_rewards", "mimic"]
    assert composed["statements"][0][0] == "A21-D12-compose"


def test_questions_to_copies_as_histories():
    """A chain of transitions is a prompt; where it is broken, what is seen instead stands behind; both come back."""
    chain = history((0, 0), 1, (1, 2), 0, (0, 3))
    trained, observation = trained_on(chain)

    assert question_of(trained, observation) == chain
    assert str(question_of(trained, 5)[-1]) == "[sees 5]"
    assert trained_on(question_of(trained, 5)) == (trained, 5)
    assert trained_on(question_of(trained[1:], 3)) == (trained[1:], 3)


def test_one_of_your_own():
    """A function of play and agent is explored by trial, printed and shown in a frame."""

    def maze(agent, play):
        return Percept(0, 0) if not play else Percept(int(play[-1] == agent(history((0, 1)))), 1)

    explorer = explore(maze, 2, percepts=2)
    assert str(explorer).splitlines()[0].startswith("maze, for every agent, on ")
    assert explorer._repr_mimebundle_()["text/plain"] == str(explorer)
    assert [each["name"] for each in explorer.to_json()["scenes"][0]["readings"]] == ["definition"]


def test_failures_on_own_plays_raise_and_elsewhere_are_reported():
    """A maze that knows its own cells alone is explored; one that fails where it led is not, nor one that wavers."""

    def knows_its_cells(agent, play):
        return Percept(0, {0: 1, 1: 0}[play[-2].observation] if play else 0)

    def divides(agent, play):
        return Percept(1 // (len(play) - 2), 0)

    flips = iter(range(1000))
    data = explore(knows_its_cells, 2, percepts=7).to_json()

    assert None in data["percepts"]
    assert any("raises KeyError: 2" in line for line in data["lines"])
    with pytest.raises(EnvironmentRaised) as caught:
        explore(divides, 2)
    assert caught.value.__notes__ == ["on the play (-1,0) 0"]
    with pytest.raises(NotReproducible):
        explore(lambda agent, play: Percept(next(flips) % 2, 0), 1)
    with pytest.raises(NotAPercept):
        explore(lambda agent, play: 3, 1)


def test_too_many_questions_are_refused(monkeypatch):
    """A thousand questions about one play are without end; too many runs ask for a smaller horizon."""

    def endless(agent, play):
        return Percept(sum(agent(history((n, 0))) for n in range(2_000)), 0)

    def many(agent, play):
        return Percept(sum(agent(history((n, 0))) for n in range(12)), 0)

    with pytest.raises(QuestionBudgetExhausted):
        explore(endless, 1)
    monkeypatch.setattr("formal_rl.study._exploring.trees.MOST_RUNS", 1_000)
    with pytest.raises(InvalidParameter, match="a smaller one: many asks so much"):
        explore(many, 1)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"horizon": -1}, "horizon"),
        ({"actions": 0}, "actions"),
        ({"actions": 11}, "actions"),
        ({"percepts": -1}, "percepts"),
    ],
)
def test_numbers_that_are_none(given, name):
    with pytest.raises(InvalidParameter, match=name):
        explore("bandit", **given)


def test_an_agent_of_other_actions_is_refused():
    with pytest.raises(InvalidParameter, match=r"constant:2.*it does 2 on"):
        explore("bandit", 1, agents=("constant:2",))
    assert explore("ignore_rewards", 1, actions=3, agents=("constant:2",)).to_json()["begin_with"] == "constant:2"
