"""The suites of the DREST reward: what one coin pays, and what the mini-episodes of a meta-episode come to."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from formal_rl.conformance.adapters import drest as drest_adapters
from formal_rl.conformance.adapters.conventions import callable_with, takes_some_of
from formal_rl.conformance.engine.case_suites import Ask, Case, CaseSuite, case, claims_of, no_number, of_the_paper
from formal_rl.conformance.engine.smaller_cases import beginnings, less, simpler, with_less
from formal_rl.conformance.engine.subjects import Convention
from formal_rl.gridworlds import Drest, Trajectory, discount_factor, overall_returns

SOURCE = "Thornley et al. 2024, Definition D.2"

TOLERANCE = 1e-9
"""By how much floats may differ; the rewards themselves are below some hundreds."""

ROOTS = (Fraction(1, 2), Fraction(9, 10))

_lemma = claims_of("lemmas", SOURCE, tolerance=TOLERANCE)

# --- What one coin pays ---


def _reward(value: Any, length: int, counts: Any, greatest: Any, root: Fraction) -> Fraction:
    drest, chosen = Drest(root, dict(greatest)), dict(counts)
    factor = discount_factor(drest, 1 + sum(chosen.values()), chosen[length])
    return factor * Fraction(value) / drest.greatest[length]


def _rewards(k: int, most: int, *, least: int = 0) -> Iterator[Case]:
    """Yield the cases of k lengths with ``least`` to ``most`` mini-episodes before."""
    lengths = tuple(4 + 4 * place for place in range(k))
    for total in range(least, most + 1):
        for chosen in product(range(total + 1), repeat=k):
            if sum(chosen) != total:
                continue
            for length, root, value, twice in product(lengths, ROOTS, (1, 3), (1, 2)):
                greatest = tuple((each, twice * (1 + place)) for place, each in enumerate(lengths))
                counts = tuple(zip(lengths, chosen, strict=True))
                yield case(value=value, length=length, counts=counts, greatest=greatest, root=root)


def _drawn_reward(seed: int) -> Case:
    draw = Random(seed)
    lengths = sorted(draw.sample(range(2, 30), draw.randrange(2, 5)))
    return case(
        value=Fraction(draw.randrange(1, 40), draw.randrange(1, 5)),
        length=draw.choice(lengths),
        counts=tuple((length, draw.randrange(20)) for length in lengths),
        greatest=tuple((length, Fraction(draw.randrange(8, 60), draw.randrange(1, 9))) for length in lengths),
        root=draw.choice((Fraction(19, 20), Fraction(99, 100))),
    )


def _drawn_late_reward(seed: int) -> Case:
    """Return a case with hundreds of mini-episodes before, and a root so near to 1 that the factor is not extreme."""
    draw = Random(seed)
    lengths = tuple(range(4, 4 + draw.choice((2, draw.randrange(2, 17)))))
    return case(
        value=draw.randrange(1, 5),
        length=draw.choice(lengths),
        counts=tuple((length, draw.randrange(800 // len(lengths))) for length in lengths),
        greatest=tuple((length, draw.randrange(1, 9)) for length in lengths),
        root=Fraction(199, 200),
    )


def _is_a_reward(given: Case) -> bool:
    counts, greatest = given["counts"], given["greatest"]
    if any(len(pair) < 2 for pair in (*counts, *greatest)) or given["value"] <= 0:
        return False
    return dict(counts).keys() == dict(greatest).keys() >= {given["length"]} and all(m > 0 for _, m in greatest)


def three_times_the_value_pays_three_times(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return three times the reward, and the reward of three times the value."""
    return 3 * ask(given), ask({**given, "value": 3 * given["value"]})


def another_length_before_pays_more(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return the reward, and root times what it is when one more mini-episode of another length came before."""
    counts, length = dict(given["counts"]), given["length"]
    other = next(each for each in counts if each != length)
    counts[other] += 1
    return ask(given), given["root"] * ask({**given, "counts": tuple(counts.items())})


_FEW_REWARDS = "2 lengths, roots 1/2 and 9/10, few values and m"
_claim = claims_of(
    "reference",
    SOURCE,
    expected=_reward,
    tolerance=TOLERANCE,
    smaller=with_less(_is_a_reward, counts=simpler, value=less, greatest=simpler),
)


@_claim(
    "first",
    "pays c / m_l in the first mini-episode",
    _FEW_REWARDS,
    "m is that of the length of the mini-episode; i is counted from 1, so that the exponent is 0 here",
)
def _first_rewards(profile: str) -> Iterator[Case]:
    return _rewards(2, 0)


@_claim(
    "later",
    "pays λ^(n - (i - 1)/k) c / m_l in later ones",
    "2 and 3 lengths, all counts up to 3 and 2 mini-episodes before (full: 5 and 4), few values and m",
    "n counts the earlier mini-episodes of this length, without the present one; root is λ^(1/k)",
)
def _later_rewards(profile: str) -> Iterator[Case]:
    most = 5 if profile == "full" else 3
    yield from _rewards(2, most, least=1)
    yield from _rewards(3, most - 1, least=1)


def _two_before(profile: str) -> Iterator[Case]:
    return _rewards(2, 2)


_REWARDS = (
    _first_rewards,
    _later_rewards,
    _claim(
        "many",
        "pays the same in long meta-episodes",
        "drawn, 2 to 4 lengths, up to 19 mini-episodes of each before",
        drawn=_drawn_reward,
        number={"quick": 100, "full": 1000},
    ),
    _claim(
        "hundreds",
        "pays the same after hundreds of mini-episodes",
        "drawn, 2 to 16 lengths, up to 800 mini-episodes before",
        "all mini-episodes of a meta-episode count, not only the last ones",
        drawn=_drawn_late_reward,
    ),
    _lemma(
        "in_proportion",
        "pays in proportion to the value of the coin",
        _FEW_REWARDS,
        cases=_two_before,
        law=three_times_the_value_pays_three_times,
    ),
    _lemma(
        "other_lengths",
        "pays λ^(-1/k) times as much after one more mini-episode of another length",
        _FEW_REWARDS,
        cases=_two_before,
        law=another_length_before_pays_more,
    ),
)


_REWARD_NAMES = ("value", "length", "counts", "greatest", "m", "i", "n", "k", "root", "lam")

_TWO = {"counts": ((4, 0), (8, 0)), "greatest": ((4, 1), (8, 2)), "root": Fraction(1, 2)}

DREST_REWARD = CaseSuite(
    "drest_reward",
    SOURCE,
    "λ^(n - (i - 1)/k) c / m_l for a coin of value c in the i-th mini-episode, its length l chosen n times before",
    {
        "value": "c, a positive number",
        "length": "l, the trajectory-length of the mini-episode",
        "counts": "how often each of the k lengths was chosen before, as pairs; so i is one more than their sum",
        "greatest": "m_l for each length l, as pairs",
        "root": "λ^(1/k), a Fraction between 0 and 1",
    },
    (
        Convention(
            "a function of some of value, length, counts, greatest (both as mappings), m, i, n, k, root, lam, by name, "
            "that returns a number",
            drest_adapters.RewardByName,
            takes_some_of(*_REWARD_NAMES, one_of=("value",)),
            {"a function of floats, by name, that refuses Fractions": drest_adapters.RewardByNameInFloats},
        ),
        Convention(
            "a function of (value, length, counts, greatest, root), by position, that returns a number",
            drest_adapters.RewardByPosition,
            callable_with(5),
            {"a function of floats, by position, that refuses Fractions": drest_adapters.RewardByPositionInFloats},
        ),
    ),
    (case(value=1, length=4, **_TWO), case(value=3, length=8, **_TWO)),
    no_number,
    of_the_paper(_REWARDS),
)

# --- What mini-episodes come to ---


def _returns(episodes: Any, greatest: Any, root: Fraction, gamma: Any) -> tuple[Fraction, ...]:
    meta_episode = tuple(Trajectory((0,) * len(collected), collected) for collected in episodes)
    return overall_returns(Drest(root, dict(greatest), gamma), meta_episode)


_GREATEST = ((2, 1), (3, 2))
_SHORT = ((0, 1), (1, 0), (0, 0))
_LONG = ((2, 0, 0), (0, 2, 0), (1, 0, 1))


def _meta_episodes(least: int, most: int) -> Iterator[Case]:
    for number in range(least, most + 1):
        for episodes in product((*_SHORT[:2], *_LONG), repeat=number):
            for root, gamma in ((Fraction(1, 2), 1), (Fraction(1, 2), Fraction(1, 2))):
                yield case(episodes=episodes, greatest=_GREATEST, root=root, gamma=gamma)


def _drawn_meta_episode(seed: int) -> Case:
    draw = Random(seed)
    lengths = sorted(draw.sample(range(1, 14), draw.randrange(2, 5)))
    return case(
        episodes=tuple(
            tuple(draw.choice((0, 0, 1, 2, 3)) for _ in range(draw.choice(lengths)))
            for _ in range(draw.randrange(2, 12))
        ),
        greatest=tuple((length, draw.randrange(1, 9)) for length in lengths),
        root=Fraction(draw.randrange(14, 20), 20),
        gamma=Fraction(draw.randrange(10, 21), 20),
    )


def _long_meta_episode(profile: str) -> Iterator[Case]:
    for number in (64, 300) if profile == "quick" else (64, 100, 300):
        draw = Random(number)
        mostly = _SHORT[:2] * (1 if number < 256 else 16)
        yield case(
            episodes=tuple(draw.choice((*mostly, *_LONG)) for _ in range(number)),
            greatest=_GREATEST,
            root=Fraction(99, 100),
            gamma=Fraction(1, 2),
        )


def _is_a_meta_episode(given: Case) -> bool:
    lengths = {length for length, _ in given["greatest"]}
    return all(len(each) in lengths for each in given["episodes"])


def what_comes_later_does_not_matter(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return the returns of all mini-episodes but the last, asked about alone, and from the whole meta-episode."""
    return ask({**given, "episodes": given["episodes"][:-1]}), ask(given)[:-1]


_FEW_EPISODES = "of lengths 2 and 3, discount 1 and 1/2"
_return_claim = claims_of(
    "reference",
    SOURCE,
    expected=_returns,
    tolerance=TOLERANCE,
    smaller=with_less(_is_a_meta_episode, episodes=simpler, gamma=less),
)


@_return_claim(
    "one",
    "the return of one mini-episode is that of c / m_l",
    f"one mini-episode {_FEW_EPISODES}",
    "the first move is not discounted; its length, so m too, is known at its end",
)
def _one_episode(profile: str) -> Iterator[Case]:
    return _meta_episodes(1, 1)


@_return_claim(
    "several",
    "the returns of several mini-episodes have the factor λ^(n - (i - 1)/k) each",
    f"all meta-episodes of 2 and 3 out of 5 mini-episodes {_FEW_EPISODES}",
    "a mini-episode counts for those after it, not for itself; i is counted from 1",
)
def _several_episodes(profile: str) -> Iterator[Case]:
    return _meta_episodes(2, 3)


_RETURNS = (
    _one_episode,
    _several_episodes,
    _return_claim(
        "longer",
        "the returns of longer meta-episodes",
        "drawn, 2 to 11 mini-episodes of 2 to 4 lengths, up to 13 moves",
        drawn=_drawn_meta_episode,
        number={"quick": 60, "full": 600},
    ),
    _return_claim(
        "long",
        "the returns of long meta-episodes",
        f"meta-episodes of 64 and 300 mini-episodes (full: 100, too) {_FEW_EPISODES.partition(',')[0]}, discount 1/2",
        "all mini-episodes of a meta-episode count, not only the last ones",
        cases=_long_meta_episode,
        smaller=with_less(episodes=beginnings),
    ),
    _lemma(
        "later_ones",
        "mini-episodes that come later do not matter",
        "all meta-episodes of 2 mini-episodes",
        cases=lambda profile: _meta_episodes(2, 2),
        law=what_comes_later_does_not_matter,
    ),
)


def _no_returns(answer: Any) -> str | None:
    numbers = isinstance(answer, tuple | list) and all(type(each) in {int, float, Fraction} for each in answer)
    return None if numbers else "expected a number for each mini-episode"


DREST_RETURN = CaseSuite(
    "drest_return",
    SOURCE,
    "for each mini-episode, λ^(n - (i - 1)/k) times the sum of γ^t c / m_l over its coins, the t-th move from 0",
    {
        "episodes": "the mini-episodes in order, each the value collected in each of its moves, 0 for none",
        "greatest": "m_l for each length l, as pairs",
        "root": "λ^(1/k), a Fraction between 0 and 1",
        "gamma": "γ, from 0 to 1",
    },
    (
        Convention(
            "a function of some of episodes, greatest (a mapping), gamma, k, root, lam, by name, that returns a number "
            "for each mini-episode",
            drest_adapters.ReturnByName,
            takes_some_of("episodes", "greatest", "gamma", "k", "root", "lam", one_of=("episodes",)),
            {"a function of floats, by name, that refuses Fractions": drest_adapters.ReturnByNameInFloats},
        ),
        Convention(
            "a function of (episodes, greatest, root, gamma), by position, that returns a number for each mini-episode",
            drest_adapters.ReturnByPosition,
            callable_with(4),
            {"a function of floats, by position, that refuses Fractions": drest_adapters.ReturnByPositionInFloats},
        ),
    ),
    tuple(
        case(episodes=episodes, greatest=_GREATEST, root=Fraction(1, 2), gamma=1)
        for episodes in (_SHORT[:1], _SHORT[:2])
    ),
    _no_returns,
    of_the_paper(_RETURNS),
)
