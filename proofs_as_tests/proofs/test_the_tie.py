"""Each proof is about a definition of its own: here Rocq and Python compute the same cases, and are compared.

`Cases.v` prints the numbers of its cases, one list for each tie, in the order of `TIES`.
"""

import inspect
import re
import shutil
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import pytest

from formal_rl.agents import Distribution
from formal_rl.errors import UndefinedComposition
from formal_rl.gridworlds import drest
from formal_rl.gridworlds.preferences import weak_preference
from formal_rl.histories import Percept
from formal_rl.safelife.side_effects import Size, one_way_length_published, torus_length
from formal_rl.statements.proofs import FOLDER, coqc
from formal_rl.transforms import reality_check, reality_check_possible, with_handicap, with_handicap_repaired


def prompts_of(n):
    """Every prompt of n percepts with observations and actions 0 and 1, all rewards 0."""
    for numbers in product((0, 1), repeat=2 * n - 1):
        yield tuple(each if place % 2 else Percept(0, each) for place, each in enumerate(numbers))


def of_reality_check(form):
    """Every prompt of at most 4 percepts, with every answer on it and on its beginnings."""
    for n in range(1, 5):
        for prompt, answers in product(prompts_of(n), product((0, 1), repeat=n)):
            yield form(lambda asked, answers=answers: answers[len(asked) // 2])(prompt)


def of_every_small_agent(form):
    """Every agent on the ten prompts of at most 2 percepts."""
    prompts = [*prompts_of(1), *prompts_of(2)]
    for answers in product((0, 1), repeat=len(prompts)):
        checked = form(dict(zip(prompts, answers, strict=True)).__getitem__)
        yield from map(checked, prompts)


SETS = [
    Distribution({0: Fraction(1)}),
    Distribution({1: Fraction(1)}),
    Distribution({0: Fraction(1, 2), 1: Fraction(1, 2)}),
]


def of_chance(form):
    """Every prompt of at most 3 percepts, with every set of possible actions on it and on its beginnings."""
    for n in range(1, 4):
        for prompt, answers in product(prompts_of(n), product(SETS, repeat=n)):
            found = form(lambda asked, answers=answers: answers[len(asked) // 2])(prompt)
            yield from (found.chance(action) > 0 for action in (0, 1))


SHARES = {2: [(1, 1), (Fraction(1, 2), 1)], 3: [(1, 1, 1), (Fraction(1, 2), 1, Fraction(1, 3))]}


def distributions(k):
    """Every distribution over k lengths in quarters."""
    return [tuple(Fraction(each, 4) for each in p) for p in product(range(5), repeat=k) if sum(p) == 4]


def of_expected_return(form):
    """For k = 2 and 3, two roots, two shares, every distribution in quarters, up to 4 mini-episodes."""
    for k in (2, 3):
        for root, u, p, n in product((Fraction(1, 2), Fraction(2, 3)), SHARES[k], distributions(k), range(1, 5)):
            yield from form(p, u, root, n).as_integer_ratio()


def of_weighted_return(form):
    """The same with four weights that do not grow, and λ = 1/4."""
    weights = (1, Fraction(1, 2), Fraction(1, 2), Fraction(1, 5))
    for k in (2, 3):
        for u, p in product(SHARES[k], distributions(k)):
            yield from form(p, u, Fraction(1, 4), weights).as_integer_ratio()


def of_every_torus(length):
    """The checksum of each torus up to 12 x 12: each length times its place, over every pair of locations."""
    for sides in product(range(1, 13), repeat=2):
        size, locations = Size(*sides), list(product(*map(range, sides)))
        yield sum(place * length(size, *pair) for place, pair in enumerate(product(locations, repeat=2), start=1))


HALVES = [Percept(Fraction(each, 2), shown) for each in range(-4, 5) for shown in (0, 1)]


def of_handicap(compose):
    """Every two percepts with rewards from -2 to 2 in halves; 9 where nothing is defined."""
    for e, h in product(HALVES, repeat=2):
        try:
            found = compose(lambda agent, play, e=e: e, lambda agent, play, h=h: h)(None, ())
        except UndefinedComposition:
            yield 9
        else:
            yield from (*Fraction(found.reward).as_integer_ratio(), found.observation)


def of_preferences(module):
    """Every relation on 3 options: each pair, then whether indifference is transitive, and sensitive."""
    pairs = list(product(range(3), repeat=2))
    for bits in product((False, True), repeat=9):
        weakly = lambda x, y, bits=bits: bits[3 * x + y]  # noqa: E731
        for x, y in pairs:
            yield from (
                module.indifferent(weakly, x, y),
                module.preferential_gap(weakly, x, y),
                module.strictly_prefers(weakly, x, y),
            )
        yield module.transitive(lambda x, y, weakly=weakly: module.indifferent(weakly, x, y), range(3))
        yield module.indifference_is_sensitive(weakly, range(3))


TIES = {
    "reality_check": (of_reality_check, reality_check),
    "every small agent": (of_every_small_agent, reality_check),
    "reality_check_possible": (of_chance, reality_check_possible),
    "expected_return": (of_expected_return, drest.expected_return),
    "weighted_return": (of_weighted_return, drest.weighted_return),
    "torus_length": (of_every_torus, torus_length),
    "one_way_length_published": (of_every_torus, one_way_length_published),
    "with_handicap": (of_handicap, with_handicap),
    "with_handicap_repaired": (of_handicap, with_handicap_repaired),
    "preferences": (of_preferences, weak_preference),
}

WRONG = {
    "reality_check": ["==|!=", "range(1, n)|range(2, n)", "agent(prompt[:1])|agent(prompt[:3])"],
    "every small agent": ["==|!=", "range(1, n)|range(2, n)", "agent(prompt[:1])|agent(prompt)"],
    "reality_check_possible": [" > 0| == 1", "kernel(prompt[:1])|kernel(prompt)", "range(1, |range(3, "],
    "expected_return": ["(i - 1)|i", "[: i - 1]|[:i]", "k * n|n"],
    "weighted_return": ["** i|** (i + 1)", "1 - c * a|1 - a", "weight * a * b|weight * a"],
    "torus_length": ["min(abs|max(abs", "side - abs|side + 1 - abs", "abs(a - b), side|(a - b), side"],
    "one_way_length_published": ["a - b, |b - a, ", "abs(min(|(min(", "side - (a - b)|side"],
    "with_handicap": ["e.reward < 0|e.reward <= 0", "== 1|== -1", "h.observation != 0 or |"],
    "with_handicap_repaired": [">= 0|> 0", "e.observation|h.observation", "Percept(-1|Percept(1"],
    "preferences": ["and weakly(y, x)|", " if relation(x, y) for| for", "weakly, better, y)|weakly, y, better)"],
}
"""Three changes of each definition, each of which makes the comparison fail."""


@pytest.fixture(scope="session")
def printed_by_rocq(compiled):
    """The numbers of each tie, as `Cases.v` prints them."""
    folder, _ = compiled
    shutil.copy(FOLDER / "Cases.v", folder)
    lists = re.findall(r"= \[(.*?)\]\s*: list Z", coqc(folder, "Cases"), re.DOTALL)
    return {
        name: list(map(int, each.replace("(", "").replace(")", "").split(";")))
        for name, each in zip(TIES, lists, strict=True)
    }


@pytest.mark.parametrize("name", TIES)
def test_rocq_and_python_compute_the_same(name, printed_by_rocq):
    """The definition that is proved about and the one in Python agree on every case."""
    cases, definition = TIES[name]

    assert list(map(int, cases(definition))) == printed_by_rocq[name]


@pytest.mark.parametrize(("name", "change"), [(name, each) for name, changes in WRONG.items() for each in changes])
def test_a_wrong_definition_in_python_fails(name, change, printed_by_rocq):
    """The comparison notices each of three changes of the definition."""
    cases, definition = TIES[name]

    assert differs(cases(changed(definition, *change.split("|"))), printed_by_rocq[name])


def changed(definition, old, new):
    """The definition with a change of its text; the old text occurs exactly once after its docstring."""
    source = inspect.getsource(definition)
    module = definition if inspect.ismodule(definition) else inspect.getmodule(definition)
    head, body = source.rsplit('    """\n', 1) if not inspect.ismodule(definition) else ("", source)
    assert body.count(old) == 1, old
    names = dict(vars(module))
    exec(head + '    """\n' * bool(head) + body.replace(old, new), names)
    return names[definition.__name__] if head else SimpleNamespace(**names)


def differs(cases, expected):
    """Whether cases come out otherwise; a definition that raises does."""
    try:
        return any(int(case) != each for case, each in zip(cases, expected, strict=False))
    except Exception:
        return True
