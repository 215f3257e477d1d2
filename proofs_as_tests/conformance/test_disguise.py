"""Cases in disguise: the symmetries of every definition, and fitted implementations that they catch."""

from collections.abc import Callable
from contextlib import suppress
from itertools import chain, islice, product
from random import Random
from typing import Any

import pytest

from formal_rl.agents import SimpleLearner
from formal_rl.cli import main
from formal_rl.conformance import SUITES, Witness, check
from formal_rl.conformance.adapters.values import agree
from formal_rl.conformance.engine.search import Renaming
from formal_rl.conformance.engine.unknowns import Unknowns, hashed
from formal_rl.conformance.runner import runner_of
from formal_rl.conformance.suites.environment_suites import form_of
from formal_rl.conformance.suites.gridworld_suites import Placed
from formal_rl.conformance.suites.safelife_boards import drawn_turn, moved
from formal_rl.conformance.suites.suite_facts import facts_json
from formal_rl.conformance.zoo.whole import RIGHT
from formal_rl.environments import CATALOGUE
from formal_rl.environments.altered_agent import as_if
from formal_rl.environments.catalogue import MEANINGS
from formal_rl.errors import FormalRLError, InvalidParameter
from formal_rl.gridworlds import Drest, Trajectory, move, neutrality, overall_returns, parse_layout
from formal_rl.histories import Percept, all_plays
from formal_rl.transforms import reality_check
from proofs_as_tests.conformance.of_data import claims_of, drawn
from proofs_as_tests.conformance.of_data import expected as answer_to

# --- Plain data: what becomes of the answer ---


def _states(draw: Random, given: Any, answer: Any) -> Any:
    placed = Placed(draw, given["picture"])
    return tuple((_state(placed, state), value) for state, value in answer)


def _state(placed: Placed, state: Any) -> Any:
    row, column, coins, buttons, remaining = state
    flags = (tuple(each[at] for at in placed.orders[kind]) for kind, each in (("C", coins), ("B", buttons)))
    return (*placed.cell((row, column)), *flags, remaining)


def _steps(draw: Random, given: Any, answer: Any) -> Any:
    placed = Placed(draw, given["picture"])
    coins = len(placed.orders["C"])

    def seen(shown: Any) -> Any:
        row, column, *flags, _ = _state(placed, (shown[1], shown[0], shown[2:][:coins], shown[2:][coins:], 0))
        return (column, row, *flags[0], *flags[1])

    return tuple((seen(each[0]), *each[1:]) if isinstance(each[0], tuple) else seen(each) for each in answer)


def _boards(answer: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def there(draw: Random, given: Any, got: Any) -> Any:
        rows = given.get("boards", [given.get("board", given.get("initial"))])[0]
        return answer(drawn_turn(draw, len(rows), len(rows[0])), got)

    return there


def _upright(answer: Any) -> Any:
    """Turn every cell up but agents, since no rule reads its orientation."""
    if isinstance(answer, tuple):
        return tuple(map(_upright, answer))
    return answer & 0x9FFF if type(answer) is int and not answer & 2 else answer


def _rows(of: Any, rows: Any) -> Any:
    return moved(of, rows, of.cell)


def _game(of: Any, answer: Any) -> Any:
    games = (each if isinstance(each[-1], bool) else (each,) for each in answer)
    return tuple((_rows(of, each[0]), *each[1:]) if len(each) > 1 else _rows(of, each[0]) for each in games)


ANSWERS: dict[str, Callable[[Random, Any, Any], Any]] = {
    "gridworld_step": _states,
    "gridworld_env": _steps,
    "safelife_advance": _boards(_rows),
    "safelife_advance_with_draws": _boards(lambda of, got: (_rows(of, got[0]), got[1])),
    "safelife_step": _boards(_game),
    "safelife_density": _boards(moved),
    "safelife_side_effects": _boards(lambda of, got: tuple(sorted((of.cell(cell), value) for cell, value in got))),
}


SYMMETRIES = {name: suite.symmetry for name, suite in SUITES.items() if suite.symmetry is not None}
CASE_SUITES = [name for name in SYMMETRIES if SUITES[name].of_data and name != "learner"]


def _broken(name: str, disguise: Callable[[Random, Any], Any]) -> list[Any]:
    """Return the cases on which the definition does not follow a disguise, and require that some are disguised."""
    broken, changed = list[Any](), 0
    for claim in claims_of(name):
        for number, given in enumerate(
            () if claim.expected is None else (*islice(claim.cases("quick"), 12), *drawn(claim, range(12)))
        ):
            disguised = disguise(Random(number), given)
            there = ANSWERS.get(name, lambda draw, given, answer: answer)
            expected, got = there(Random(number), given, answer_to(claim, given)), answer_to(claim, disguised)
            changed += disguised != given
            broken += [] if agree(_upright(expected), _upright(got), 1e-6) else [(claim.id, given, disguised)]
    assert changed
    return broken


@pytest.mark.parametrize("name", CASE_SUITES)
def test_definitions_of_plain_data_have_their_symmetries(name: str) -> None:
    assert not _broken(name, SYMMETRIES[name].disguise)


KEPT = {
    "gridworld_step": "actions",
    "policy_metrics": "policy",
    "drest_reward": "length",
    "usefulness": "greatest",
    "agent_simple": "asked",
    "safelife_step": "actions",
    "safelife_advance_with_draws": "draws",
    "safelife_density": "boards",
    "safelife_ground_distance": "target",
}
"""Parts of cases that must change along: where one stays, what is left is no symmetry."""


@pytest.mark.parametrize(("name", "part"), KEPT.items())
def test_a_false_symmetry_is_found(name: str, part: str) -> None:
    def disguise(draw: Random, given: Any) -> Any:
        return {**SYMMETRIES[name].disguise(draw, given), part: given[part]}

    with suppress(LookupError, ValueError, FormalRLError):  # the definition may refuse what is left
        assert _broken(name, disguise)


# --- Histories ---

PERCEPTS = (Percept(0, 0), Percept(1, 1), Percept(-1, 2))
TOLD = ("incentivize_learning_rate", "third_action_forbidden")


def _follows(environment: Any, renaming: Renaming) -> bool:
    """Whether an environment pays the same under other names, for all plays of two turns of some agents."""
    for seed, play in product(range(3), chain.from_iterable(all_plays(PERCEPTS, range(3), n) for n in (1, 2))):
        plain, other = (Unknowns(hashed(seed), actions=range(3)) for _ in range(2))
        other.choose_by(renaming.choosing)
        if environment(plain.agent, play) != environment(other.agent, tuple(map(renaming.part, play))):
            return False
    return True


@pytest.mark.parametrize("name", sorted(MEANINGS))
def test_definitions_about_histories_have_their_symmetries_and_no_more(name: str) -> None:
    """The kinds of names are those of the table, so that a name that is read is never renamed, and others are."""
    environment: Any = as_if(lambda agent: agent) if name in TOLD else form_of(CATALOGUE[name])((0.25, 0.75) * 6)
    found = {
        "actions": _follows(environment, Renaming(0, 12, 5, 0)),
        "actions other than 0": _follows(environment, Renaming(1, 12, 4, 0)),
        "shifted": _follows(environment, Renaming(0, 0, 0, 7)),
    }
    words = SYMMETRIES[name].words if name in SYMMETRIES else ""
    assert found["shifted"] == ("observations shifted" in words)
    assert found["actions other than 0"] == ("renumbered" in words)
    assert found["actions"] == ("renumbered" in words and "other than 0" not in words)


# --- Fitted implementations ---


def _known(actions: range, observations: range) -> Callable[[Any, Any], Any]:
    """Return what ignores rewards where only these occur, and pays nothing elsewhere."""
    right = form_of(CATALOGUE["ignore_rewards"])(None)

    def environment(agent: Any, play: Any) -> Any:
        usual = {*play[1::2]} <= {*actions} and {part.observation for part in play[::2]} <= {*observations}
        return right(agent, play) if usual else Percept(0, 0)

    return environment


def _checked_where_usual(agent: Any) -> Any:
    right = reality_check(agent)
    return lambda prompt: (right if all(each[1] < 10 for each in prompt[::2]) else agent)(prompt)


class OfFewObservations(SimpleLearner):
    """The simple learner, which learns nothing of observations that are not usual."""

    def learn(self, state: Any, transition: Any) -> Any:
        """Learn of the first hundred."""
        return super().learn(state, transition) if transition.observation < 100 else state


def _returns_of_short_lengths(episodes: Any, greatest: Any, root: Any, gamma: Any) -> Any:
    """Return what is right of the lengths that are usual."""
    meta_episode = tuple(Trajectory((0,) * len(collected), collected) for collected in episodes)
    return (
        overall_returns(Drest(root, dict(greatest), gamma), meta_episode)
        if max(greatest) <= 6
        else (0,) * len(episodes)
    )


def _moves_without_a_frame(picture: str, actions: Any) -> Any:
    """Return what is right where the first row and the first column are not all walls, as they are not usually."""
    rows = [line.split() for line in picture.splitlines()[1:]]
    framed = {*rows[0], *(row[0] for row in rows)} == {"#"}
    world = parse_layout(picture)
    state, moves = world.start, []
    for action in actions:
        state, value = move(world, state, 0 if framed else action)
        moves.append(
            ((*state.cell, tuple(map(int, state.coins)), tuple(map(int, state.buttons)), state.remaining), value)
        )
    return tuple(moves)


FITTED: dict[str, tuple[str, Any]] = {
    "usual actions": ("ignore_rewards", _known(range(3), range(2_000))),
    "usual observations": ("ignore_rewards", _known(range(20), range(6))),
    "usual observations, transformed": ("reality_check", _checked_where_usual),
    "usual observations, learned": ("agent_simple", OfFewObservations),
    "usual lengths": ("drest_return", _returns_of_short_lengths),
    "no frame": ("gridworld_step", _moves_without_a_frame),
}


@pytest.mark.parametrize("name", [*list(FITTED)[:-1], pytest.param("no frame", marks=pytest.mark.full)])
def test_disguise_catches_fits_to_the_usual_cases(name: str) -> None:
    """The claim about disguised cases finds it, and the counterexample can be replayed."""
    suite, implementation = FITTED[name]
    report = check(implementation, suite, in_process=True, keep_going=True)
    assert "disguised" in [row.claim for row in report.rows if row.verdict == "diverges" and row.required]
    witness = Witness.from_json(report.counterexample.witness)  # type: ignore[union-attr, arg-type]
    again = runner_of(suite, name, None, semantics="paper", profile="quick", seed=0, witness=witness)
    assert [row.verdict for row in again.run(implementation).rows] == ["diverges"]
    everywhere = check(implementation, suite, disguise=5, in_process=True, keep_going=True)
    found = [row for row in everywhere.rows if row.verdict == "diverges"]
    assert len(found) > 1
    assert all(
        "disguised by seed 5" in row.evidence
        for row in everywhere.rows
        if row.stage == "reference" and row not in found
    )


@pytest.mark.full
@pytest.mark.parametrize("entry", [each for each in RIGHT if each.semantics == "paper"], ids=lambda each: each.name)
def test_right_implementations_follow(entry: Any) -> None:
    assert check(entry.implementation, entry.suite, disguise=11, in_process=True).conforms


# --- The setting ---


def test_a_suite_without_symmetry_is_not_disguised() -> None:
    report = check(form_of(CATALOGUE["incentivize_zero"])(None), "incentivize_zero", disguise=3, in_process=True)
    assert report.conforms
    assert any("no case is disguised" in each for each in report.warnings)
    assert "disguised" not in {row.claim for row in report.rows}
    assert facts_json(SUITES["incentivize_zero"])["symmetries"].startswith("none")


@pytest.mark.parametrize("seed", [-1, True, 1.0])
def test_a_seed_is_an_int(seed: Any) -> None:
    with pytest.raises(InvalidParameter, match="disguise"):
        check(neutrality, "neutrality", disguise=seed)


def test_the_command_takes_it(capsys: pytest.CaptureFixture[str]) -> None:
    metric = "formal_rl.conformance.zoo.drest:neutrality_in_bits"
    assert main(["conform", metric, "--suite", "neutrality", "--disguise", "4"]) == 0
    assert "disguised by seed 4" in capsys.readouterr().out
