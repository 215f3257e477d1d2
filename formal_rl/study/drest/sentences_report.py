"""The paper's sentences on its gridworlds as Markdown: the blocks that docs/findings/drest_training.md shows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from formal_rl.gridworlds import entropy, format_layout, lengths, named_world
from formal_rl.gridworlds.preferences import Outcome
from formal_rl.gridworlds.theorem import maximiser, threshold
from formal_rl.gridworlds.theorem._radical_sums import bracket
from formal_rl.gridworlds.training import lopsided_training
from formal_rl.gridworlds.training.curves import USEFUL
from formal_rl.statements.thornley_2024.gridworld_sentences import (
    AS_USEFUL,
    BOTH,
    CHOSEN,
    CONSISTENT,
    NEAR_EVEN,
    NEUTRAL,
    SELDOM,
    SENTENCES,
)
from formal_rl.statements.thornley_2024.gridworlds import TRUE, WORLDS, best_by_default, best_outcomes
from formal_rl.statements.thornley_2024.lopsided import INSIDE, LONG, balancing_coin, equilibrium
from formal_rl.statements.thornley_2024.trained_agents import TrainedAgent
from formal_rl.study.drest._figure_texts import decay_text, seeds_text, spread
from formal_rl.study.drest.sentences import LOPSIDED, TrainedPair, by_setting, sentences_of
from formal_rl.view.pages import bullet, markdown_table, paragraph

SEEN_OFTEN = 0.02
"""Reports list outcomes whose mean is at least this."""

_AGENTS = ("default", "DREST")
_LAMS = tuple(Fraction(text) for text in ("19/20", "9/10", "17/20", "4/5", "7/10"))
_NUMBERS = (16, 32, 64, 128)

Settings = Mapping[Fraction, Sequence[TrainedPair]]


def world_title(name: str) -> str:
    """Return the name of a world in the paper."""
    return "Lopsided rewards" if name == LOPSIDED else SENTENCES[name].title


def readings() -> list[str]:
    """Return our readings of the paper's words, as a list."""
    low, high = NEAR_EVEN
    return [
        f"* consistently, deterministic, near 1: in {CONSISTENT:g} of mini-episodes and more;",
        f"* stochastically, at random: each of the two in {CHOSEN:g} and more, both together in {BOTH:g} and more;",
        f"* close to a half: from {low:g} to {high:g}; not learned: in {SELDOM:g} and less;",
        f"* nearly as NEUTRAL as can be, high on NEUTRALITY: {NEUTRAL:g} and more, of 1;",
        f"* near the maximum of USEFULNESS, or useful: {USEFUL:g} and more, of 1;",
        f"* about as USEFUL: at most {float(AS_USEFUL):g} less, twice what a useful agent may be off the maximum.",
    ]


def ranges() -> list[str]:
    """Return the greatest value of Cx for which NEUTRALITY is above 0.5, by λ and N, with N*."""
    rows = []
    for lam in _LAMS:
        root = bracket(lam, 2, 40)[0]
        coins = (f"{float(balancing_coin(1 - INSIDE, root, number)):,.1f}" for number in _NUMBERS)
        rows.append((f"{float(lam):g}", *coins, threshold(lam, 2).greatest))
    return markdown_table(("λ", *(f"N = {number}" for number in _NUMBERS), "N*"), rows)


def one_gamma() -> list[str]:
    """Return the numbers of sentences about the worlds of Appendix C that hold for one γ in all of them, as a table."""
    rows = (
        (SENTENCES[name].title, len(SENTENCES[name].sentences), *counts)
        for name, counts in zip(WORLDS, zip(*TRUE.values(), strict=True), strict=True)
    )
    return markdown_table(("world", "sentences", *(f"γ = {float(gamma):g}" for gamma in TRUE)), rows)


EXACT = {"readings": readings, "ranges": ranges, "one_gamma": one_gamma}
"""The blocks for which nothing is trained."""


def summary(trained: Mapping[str, Sequence[TrainedPair]]) -> list[str]:
    """Return the number of reproduced sentences on each world, as a table."""
    rows = []
    for name, pairs in trained.items():
        settings = by_setting(pairs)
        counts = (f"{_reproduced(each)} with γ = {float(gamma):g}" for gamma, each in settings.items())
        lopsided = f"{_reproduced(pairs)}, for {len(settings)} values of Cx"
        rows.append((world_title(name), len(sentences_of(name)), lopsided if name == LOPSIDED else ", ".join(counts)))
    return markdown_table(("world", "sentences on agents", "reproduced"), rows)


def _reproduced(pairs: Sequence[TrainedPair]) -> int:
    return sum(map(all, zip(*(pair.true for pair in pairs), strict=True)))


def world_block(name: str, pairs: Sequence[TrainedPair]) -> list[str]:
    """Return the layout of a world, its optimum, the behaviour of its agents, and the true sentences about them."""
    if name == LOPSIDED:
        return _lopsided(pairs)
    about, settings = SENTENCES[name], by_setting(pairs)
    world, training = named_world(name), about.settings("drest")
    facts = (
        f"{each.words} {'True of the layout, exactly.' if each.holds(world) else '**Not** true of the layout.'}"
        for each in about.facts
    )
    verdicts = (
        f"{words} {'; '.join(f'γ = {float(gamma):g}: {_verdict(each, place)}' for gamma, each in settings.items())}."
        for place, words in enumerate(sentences_of(name))
    )
    return [
        "```",
        *format_layout(world).rstrip().splitlines(),
        "```",
        "",
        *paragraph(
            f"Trained with {training.mini_episodes} mini-episodes in each of {training.meta_episodes:,} "
            f"meta-episodes; the learning rate falls from {training.learning_rate.start:g} to "
            f"{training.learning_rate.end:g} and ε from {decay_text(training.exploration)}."
        ),
        "Exactly:",
        "",
        *_optimum(name, tuple(settings)),
        "",
        *_trained(settings),
        "",
        "The sentences:",
        "",
        *_bullets(chain(facts, verdicts)),
    ]


def _bullets(texts: Iterable[str]) -> Iterator[str]:
    return chain.from_iterable(map(bullet, texts))


def _optimum(name: str, gammas: Sequence[Fraction]) -> Iterator[str]:
    world, training = named_world(name), SENTENCES[name].settings("drest")
    short = min(lengths(world))
    for gamma in gammas:
        best = best_outcomes(world, gamma)
        default = best_by_default(best)
        assert default is not None
        each = "; ".join(f"{_outcome(found, short)}, m = {float(m):.3f}" for found, m in best.items())
        yield from bullet(
            f"γ = {float(gamma):g}: best of each length: {each}. By the default reward: {_outcome(default, short)}."
        )
    if training.mini_episodes <= threshold(training.lam, 2).greatest:
        yield "* DREST: these with 1/2 each; NEUTRALITY 1, USEFULNESS 1."
        return
    best_lengths = maximiser(training.lam, 2, training.mini_episodes)
    shares = f"{best_lengths.p_other:.3f} and {best_lengths.p_most:.3f}"
    yield f"* DREST, with {training.mini_episodes} mini-episodes: these with {shares}, either way round."


def _outcome(found: Outcome, short: int) -> str:
    coins = " and ".join(f"C{value}" for value in found.coins) or "no coin"
    return f"{'short' if found.length == short else 'long'} with {coins}"


def _trained(settings: Settings) -> list[str]:
    first = next(iter(settings.values()))
    short, long = first[0].drest.measured.probabilities
    rows, collected = [], []
    for gamma, pairs in settings.items():
        for kind in _AGENTS:
            agents = _of(kind, pairs)
            rows.append((f"{kind}, {float(gamma):g}", *_metrics(agents, long).values()))
            often = {each: [agent.probability(each) for agent in agents] for each in agents[0].outcomes}
            shown = (
                f"{_outcome(each, short)} {spread(found)}"
                for each, found in often.items()
                if sum(found) / len(found) >= SEEN_OFTEN
            )
            collected.append(f"{kind}, γ = {float(gamma):g}: {'; '.join(shown)}.")
    table = markdown_table(("agent, γ", f"Pr{{L = {long}}}, long", "USEFULNESS", "NEUTRALITY"), rows)
    return [
        f"Trained, {seeds_text(pair.spec.seed for pair in first)}, mean (least to greatest):",
        "",
        *table,
        "",
        *_bullets(collected),
    ]


def _metrics(agents: Sequence[TrainedAgent], long: int) -> dict[str, str]:
    """Return the probability of the long length and both metrics, with their spread over the agents."""
    measured = [each.measured for each in agents]
    return {
        "long": spread([each.probabilities[long] for each in measured]),
        "usefulness": spread([each.usefulness for each in measured]),
        "neutrality": spread([each.neutrality for each in measured]),
    }


def _lopsided(pairs: Sequence[TrainedPair]) -> list[str]:
    settings, training = by_setting(pairs), lopsided_training("drest")
    rows = []
    for kind in _AGENTS:
        for x, each in settings.items():
            found, rest = _metrics(_of(kind, each), LONG), equilibrium(training, x)
            at_rest = ("-", "-") if kind == "default" else (f"{rest:.3f}", f"{entropy((rest, 1 - rest)):.3f}")
            columns = (found["long"], at_rest[0], found["neutrality"], at_rest[1], found["usefulness"])
            rows.append((f"{kind}, {float(x):g}", *columns))
    heading = ("agent, Cx", "Pr{long}", "equilibrium", "NEUTRALITY", "at equilibrium", "USEFULNESS")
    everyone = [pair for each in settings.values() for pair in each]
    return [
        f"Trained, {seeds_text({pair.spec.seed for pair in pairs})}, mean (least to greatest):",
        "",
        *markdown_table(heading, rows),
        "",
        "The sentences:",
        "",
        *_bullets(f"{words} {_verdict(everyone, place)}." for place, words in enumerate(sentences_of(LOPSIDED))),
    ]


def _of(kind: str, pairs: Sequence[TrainedPair]) -> list[TrainedAgent]:
    return [pair.default if kind == "default" else pair.drest for pair in pairs]


def _verdict(pairs: Sequence[TrainedPair], place: int) -> str:
    true = [pair.true[place] for pair in pairs]
    return f"**{'' if all(true) else 'not '}reproduced** ({sum(true)} of {len(true)})"
