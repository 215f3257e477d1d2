"""Claims on every alphabet: what the values allow, and that the paths are the runs over alphabets of all sizes."""

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.checking import AnyAlphabet, Disagreement, close_on_symbols, decide_on_symbols, looks_behind, on_symbols
from formal_rl.checking.every_alphabet import OpaquePercept
from formal_rl.errors import AlphabetRead
from formal_rl.histories import Percept, history
from formal_rl.transforms import reality_check, reality_check_alternate


@pytest.mark.parametrize(
    "use",
    [
        lambda x: x == (0, 0),
        lambda x: x != 0,
        lambda x: x < (0, 0),
        bool,
        hash,
        list,
        len,
        lambda x: x[0],
        lambda x: x.reward,
        lambda x: x.observation,
        lambda x: {x},
        lambda x: x in [0],
    ],
)
def test_a_percept_cannot_be_read(use: Callable[[Any], object]) -> None:
    with pytest.raises(AlphabetRead, match="a percept of an unknown alphabet"):
        use(OpaquePercept(0))


@pytest.mark.parametrize(
    "use", [lambda y: y < 1, bool, hash, int, lambda y: y == 0, lambda y: y is not None and 1 == y, lambda y: [0][y]]
)
def test_an_action_can_only_be_compared(use: Callable[[Any], object]) -> None:
    with pytest.raises(AlphabetRead, match="an action of an unknown alphabet"):
        use(AnyAlphabet().action())


def test_values_of_an_alphabet_are_written_alike() -> None:
    unknown = AnyAlphabet()
    assert len({repr(unknown.action()) for _ in range(3)}) == len({str(unknown.percept()) for _ in range(3)}) == 1


_PAIRS = tuple(combinations(range(4), 2))


def _over_alphabets(pairs: list[tuple[int, int]]) -> dict[tuple[bool, ...], int]:
    """Return the results of comparing four actions over all alphabets of at most four, with the least of each."""
    found: dict[tuple[bool, ...], int] = {}
    for size in range(1, 5):
        for values in product(range(size), repeat=4):
            found.setdefault(tuple(values[i] == values[j] for i, j in pairs), size)
    return found


@given(st.lists(st.sampled_from(_PAIRS), max_size=8))
def test_the_paths_are_the_runs_over_all_alphabets(pairs: list[tuple[int, int]]) -> None:
    """Each result of comparisons comes once, with the least alphabet; none that no alphabet gives is among them."""
    unknown = AnyAlphabet()

    def compared() -> tuple[bool, ...]:
        values = [unknown.action() for _ in range(4)]
        return tuple(values[i] == values[j] for i, j in pairs)

    paths = [(found, str(unknown.least())) for found in unknown.runs(compared)]
    assert len(dict(paths)) == len(paths)
    assert {found: int(least.split()[0]) for found, least in paths} == _over_alphabets(pairs)


def test_all_comparisons_of_four_actions() -> None:
    """As many paths as four things can be sorted into classes: 15."""
    assert len(_over_alphabets(list(_PAIRS))) == 15
    unknown = AnyAlphabet()

    def classes() -> tuple[bool, ...]:
        values = [unknown.action() for _ in range(4)]
        return tuple(values[i] == values[j] for i, j in _PAIRS)

    assert len(list(unknown.runs(classes))) == 15


def test_a_table_of_a_refutation_is_one_over_numbers() -> None:
    """The agent that is written refutes the claim over its own alphabet."""
    wrong = on_symbols(lambda agent: lambda prompt: agent(prompt[:1]))

    def claim(percepts: int, unknown: AnyAlphabet, cover: object) -> Disagreement | None:
        prompt: tuple[Any, ...] = (unknown.percept(),)
        for _ in range(percepts - 1):
            prompt = (*prompt, unknown.action(), unknown.percept())
        expected, got = on_symbols(reality_check)(unknown.agent)(prompt), wrong(unknown.agent)(prompt)
        return None if expected == got else Disagreement("frozen", expected, got, prompt)

    found = decide_on_symbols("", claim, (1, 2), branches=(), domain="").refutation
    assert found is not None
    assert found.agent is not None
    prompt = found.disagreement.history
    assert prompt == history((0, 0), 0, (0, 0))
    assert (reality_check(found.agent)(prompt), found.agent(prompt[:1])) == (1, 0)


@given(st.lists(st.integers(0, 4), min_size=3, max_size=7), st.data())
def test_what_holds_of_symbols_holds_over_five_actions(actions: list[int], data: st.DataObject) -> None:
    """Drawn agents over five actions and many percepts: what the row says of them."""
    answers: dict[object, int] = {}

    def agent(prompt: tuple[Any, ...]) -> int:
        return answers.setdefault(prompt, data.draw(st.integers(0, 4)))

    prompt = history(*(each for n, action in enumerate(actions) for each in ((n, n), action)), (9, 9))
    assert reality_check_alternate(agent)(prompt) == reality_check(agent)(prompt)


def test_a_state_must_not_hold_symbols() -> None:
    with pytest.raises(AlphabetRead, match="is hashed"):
        close_on_symbols("", lambda unknown, state, cover: (unknown.action(),), branches=(), domain="")


def test_a_step_that_leads_on_for_ever_is_found_by_its_states() -> None:
    """A counter to three closes in four states, the last of them after four steps."""
    part = close_on_symbols("", lambda u, state, cover: min((state or 0) + 1, 4), branches=(), domain="")
    assert part.every_horizon is not None
    assert (part.every_horizon.states, part.every_horizon.steps) == (4, 4)


def test_code_that_looks_behind() -> None:
    def looks(x: object) -> object:
        def inner() -> bool:
            return x is looks

        return type(x), inner

    assert looks_behind([looks]) == ("looks: type", "inner: is")
    assert looks_behind([lambda x: x is None, lambda x: x is not None]) == ()


def test_a_prompt_is_not_checked_on_symbols_and_is_checked_elsewhere() -> None:
    unknown = AnyAlphabet()
    assert on_symbols(reality_check)(unknown.agent)((unknown.percept(),)) is not None
    with pytest.raises(Exception, match="expected a Percept"):
        reality_check(unknown.agent)((unknown.percept(),))
    assert reality_check(lambda prompt: 3)((Percept(0, 0),)) == 3
