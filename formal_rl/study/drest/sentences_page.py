"""The page of the docs on training: each of the paper's sentences about a gridworld beside what was seen."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from textwrap import wrap
from types import MappingProxyType

from formal_rl.gridworlds import RECONSTRUCTED, entropy, format_layout, lengths, named_world
from formal_rl.gridworlds.preferences import Outcome
from formal_rl.gridworlds.theorem import bracket, maximiser, threshold
from formal_rl.gridworlds.training import USEFUL, Training, lopsided_training
from formal_rl.statements.checks import (
    AS_USEFUL,
    BOTH,
    CHOSEN,
    CONSISTENT,
    INSIDE,
    LONG,
    NEAR_EVEN,
    NEUTRAL,
    SELDOM,
    SENTENCES,
    VALUES,
    Fact,
    TrainedAgent,
    WorldSentences,
    balancing_coin,
    best_by_default,
    best_outcomes,
    equilibrium,
)
from formal_rl.study.drest._figure_texts import spread
from formal_rl.study.drest._found_once import found_once
from formal_rl.study.drest.sentences import LOPSIDED, SeenPair, by_setting, sentences_of

SEEN_OFTEN = 0.02
"""An outcome is shown if its mean is at least this."""

COMMAND = "formal-rl drest sentences --page"

_WIDTH = 118
_AGENTS = ("default", "DREST")
_LAMS = tuple(Fraction(text) for text in ("19/20", "9/10", "17/20", "4/5", "7/10"))
_NUMBERS = (16, 32, 64, 128)

_LEDGER: Mapping[str, str] = MappingProxyType(
    {
        "example": "`T24-default`",
        LOPSIDED: "`T24-lopsided` and `T24-lopsided-lambda`",
        **{name: f"`T24-C{place}`" for place, name in enumerate((n for n in SENTENCES if n != "example"), start=1)},
    }
)

_REMARKS: Mapping[str, str] = MappingProxyType(
    {
        "example": "With 64 mini-episodes the lengths that are best for the return of the whole meta-episode are not "
        "even ones; see drest_theorem.md. What agents learn is where choices come to rest that are credited with their "
        "own mini-episode: both lengths with 1/2.",
        "fewer_for_longer": "The two agents are about as USEFUL as each other with the greater γ only. C1 comes late "
        "for an agent that dithers after the button, and a smaller γ makes more of that; so the long length is worth "
        "less than its m, and is chosen less.",
        "hidden_treasure": "The optimum is C3, by both rewards and for both γ. That agents stop at C2 is a matter of "
        "how they explore. With the greater γ some default agents do find C3, so a smaller one fits the paper "
        "better; with 0.9 all is true, as it is of the other worlds but Around The Corner (see below).",
        "around_the_corner": "The paper's sentence on default agents fits the optimum only if γ is below 0.8706 (γ^5 "
        "below 1/2). Its sentence on DREST agents is their optimum for both γ; but in this layout C1 is nearer after "
        "the button, too, and most agents stay with it. So this is not reproduced, and the layout may be why.",
        "royal_road": "Of 40 seeds, one (28) ends with the long length in 98 of 100 mini-episodes, for γ = 0.95.",
    }
)
"""Why something is not reproduced, or only in part."""


def sentences_page(seen: Mapping[str, Sequence[SeenPair]]) -> list[str]:
    """Return the page as Markdown, of the worlds that were seen."""
    sections = chain.from_iterable(world_section(name, pairs) for name, pairs in seen.items())
    return [*_introduction(seen), *sections, *found_once()]


def _introduction(seen: Mapping[str, Sequence[SeenPair]]) -> list[str]:
    low, high = NEAR_EVEN
    return [
        "# What the paper says of its gridworlds, and what was seen",
        "",
        *_paragraph(
            "This page is about the experiments of Thornley et al., *Towards shutdownable agents via stochastic "
            f"choice* (arXiv 2407.00805). It is printed by `{COMMAND}`, which trains all agents anew; with a seed it "
            "is always the same run. Only what is said of other γ, of 40 seeds and of the published figures, in the "
            "last three sections, was found once, and is not trained again by this command. The ledger checks the same "
            "sentences (`T24-C1` to `T24-C8`, `T24-C-all`, `T24-lopsided`)."
        ),
        *_paragraph(
            "The figures of the paper were not at hand. So the layouts are reconstructed from its sentences, and what "
            "is not reproduced may be due to them. The reward, λ = 0.9, γ = 0.95 and the rates of the main experiment "
            "are those of the published paper (TMLR, December 2025; version 7 of the preprint, 11 May 2026), as quoted "
            "in public by an independent implementation, and agree with ours. The text at hand has lost the γ of "
            "Appendix C; it is taken as 0.95, that of the main experiment, and as 0.85. λ is 0.9 throughout. What no "
            "version that we could read tells is with what a move is credited; here, with what follows in its own "
            "mini-episode, times γ^t. Nor is it told what of a policy is measured; here, the policy without "
            "exploration."
        ),
        *_paragraph("Words were made definite as follows:"),
        f"* consistently, deterministic, near 1: in {CONSISTENT:g} of mini-episodes and more;",
        f"* stochastically, by chance: each of the two in {CHOSEN:g} and more, both together in {BOTH:g} and more;",
        f"* close to a half: from {low:g} to {high:g}; not learned: in {SELDOM:g} and less;",
        f"* nearly as NEUTRAL as can be, high on NEUTRALITY: {NEUTRAL:g} and more, of 1;",
        f"* near the maximum of USEFULNESS, or useful: {USEFUL:g} and more, of 1;",
        f"* about as USEFUL: at most {float(AS_USEFUL):g} less, twice what a useful agent may be off the maximum.",
        "",
        *_paragraph(
            "A sentence counts as reproduced where it is true of every seed. The optimum is exact: by the default "
            "reward what collects most discounted coins, by the DREST reward the best of each length, both with "
            f"probability 1/2. That alone is best for up to {threshold(Fraction(9, 10), 2).greatest} mini-episodes in "
            "a meta-episode (`T24-threshold`); Appendix C has 32."
        ),
        *_summary(seen),
    ]


def _summary(seen: Mapping[str, Sequence[SeenPair]]) -> list[str]:
    rows = ["| world | sentences on agents | reproduced |", "|---|---|---|"]
    for name, pairs in seen.items():
        settings = by_setting(pairs)
        counts = {key: _counted(each) for key, each in settings.items()}
        if name == LOPSIDED:
            text = f"{_counted(pairs)}, for {len(settings)} values of Cx"
        else:
            text = ", ".join(f"{count} with γ = {float(gamma):g}" for gamma, count in counts.items())
        rows.append(f"| {_title(name)} | {len(sentences_of(name))} | {text} |")
    return [*rows, ""]


def _counted(pairs: Sequence[SeenPair]) -> int:
    return sum(map(all, zip(*(pair.true for pair in pairs), strict=True)))


def _title(name: str) -> str:
    return "Lopsided rewards" if name == LOPSIDED else SENTENCES[name].title


def world_section(name: str, pairs: Sequence[SeenPair]) -> list[str]:
    """Return the section of the page on a world."""
    if name == LOPSIDED:
        return lopsided_section(pairs)
    about = SENTENCES[name]
    settings = by_setting(pairs)
    return [
        *_head(name, about.place),
        *_paragraph(_settings(about.settings("drest"))),
        "Exactly:",
        "",
        *_optimum(about, tuple(settings)),
        "",
        *_trained(settings),
        "The sentences:",
        "",
        *chain.from_iterable(_bullet(f"{each.words} {_of_layout(each, name)}") for each in about.facts),
        *chain.from_iterable(_sentence(place, words, settings) for place, words in enumerate(sentences_of(name))),
        "",
        *(_paragraph(_REMARKS[name]) if name in _REMARKS else []),
    ]


def _head(name: str, place: str) -> list[str]:
    picture = RECONSTRUCTED[name] if name == LOPSIDED else format_layout(named_world(name))
    text = f"{place}; in the ledger {_LEDGER[name]}. The layout, reconstructed:"
    return [f"## {_title(name)}", "", text, "", "```", *picture.rstrip().splitlines(), "```", ""]


def _settings(training: Training) -> str:
    rate, exploration = training.learning_rate, training.exploration
    return (
        f"Trained with {training.mini_episodes} mini-episodes in each of {training.meta_episodes:,} meta-episodes; the "
        f"learning rate falls from {rate.start:g} to {rate.end:g} and ε from {exploration.start:g} to "
        f"{exploration.end:g} over {rate.over:,} mini-episodes."
    )


def _of_layout(fact: Fact, name: str) -> str:
    return "True of the layout, exactly." if fact.holds(named_world(name)) else "**Not** true of the layout."


def _optimum(about: WorldSentences, gammas: Sequence[Fraction]) -> list[str]:
    world = named_world(about.name)
    lines: list[str] = []
    for gamma in gammas:
        best = best_outcomes(world, gamma)
        short = min(lengths(world))
        each = "; ".join(f"{_outcome(found, short)}, m = {float(m):.3f}" for found, m in best.items())
        default = best_by_default(best)
        assert default is not None
        lines += _bullet(
            f"γ = {float(gamma):g}: best of each length: {each}. By the default reward: {_outcome(default, short)}."
        )
    training = about.settings("drest")
    if training.mini_episodes > threshold(training.lam, 2).greatest:
        best_lengths = maximiser(training.lam, 2, training.mini_episodes)
        lines += _bullet(
            f"DREST, with {training.mini_episodes} mini-episodes: these with {best_lengths.p_other:.3f} and "
            f"{best_lengths.p_most:.3f}, either way round."
        )
    else:
        lines += _bullet("DREST: these with 1/2 each; NEUTRALITY 1, USEFULNESS 1.")
    return lines


def _outcome(found: Outcome, short: int) -> str:
    coins = " and ".join(f"C{value}" for value in found.coins) or "no coin"
    return f"{'short' if found.length == short else 'long'} with {coins}"


def _trained(settings: Mapping[Fraction, Sequence[SeenPair]]) -> list[str]:
    first = next(iter(settings.values()))
    short, long = first[0].drest.measured.probabilities
    rows = [
        f"Trained, {_seeds(first)}, mean (least to greatest):",
        "",
        f"| agent, γ | Pr{{L = {long}}}, long | USEFULNESS | NEUTRALITY |",
        "|---|---|---|---|",
    ]
    collected: list[str] = []
    for gamma, pairs in settings.items():
        for kind in _AGENTS:
            agents = _of(kind, pairs)
            found = (
                [each.measured.probabilities[long] for each in agents],
                [each.measured.usefulness for each in agents],
                [each.measured.neutrality for each in agents],
            )
            rows.append(f"| {kind}, {float(gamma):g} | {' | '.join(map(spread, found))} |")
            often = {each: [agent.probability(each) for agent in agents] for each in agents[0].outcomes}
            told = (
                f"{_outcome(each, short)} {spread(chances)}"
                for each, chances in often.items()
                if sum(chances) / len(chances) >= SEEN_OFTEN
            )
            collected += _bullet(f"{kind}, γ = {float(gamma):g}: {'; '.join(told)}.")
    return [*rows, "", *collected, ""]


def _of(kind: str, pairs: Sequence[SeenPair]) -> list[TrainedAgent]:
    return [pair.default if kind == "default" else pair.drest for pair in pairs]


def _sentence(place: int, words: str, settings: Mapping[Fraction, Sequence[SeenPair]]) -> list[str]:
    told = (
        f"γ = {float(gamma):g}: {_verdict([pair.true[place] for pair in each])}" for gamma, each in settings.items()
    )
    return _bullet(f"{words} {'; '.join(told)}.")


def _verdict(true: Sequence[bool]) -> str:
    return f"**{'' if all(true) else 'not '}reproduced** ({sum(true)} of {len(true)})"


# --- Lopsided rewards ---


def lopsided_section(pairs: Sequence[SeenPair]) -> list[str]:
    """Return the section of the page on lopsided rewards."""
    settings = by_setting(pairs)
    training = lopsided_training("drest")
    return [
        *_head(LOPSIDED, "Sections 6.1 and 7"),
        *_paragraph(
            f"The reward is not divided by m; γ = 1. {_settings(training)} How many mini-episodes a meta-episode has "
            "is not said there; 64 is our reading."
        ),
        *_paragraph(
            "Exactly: by the default reward the larger coin, and either where both are 1. For agents whose choices are "
            "credited with their own mini-episode, the equilibrium is where both lengths return the same, with counts "
            "that come from the policy itself. It is in the table, and nothing in it is fitted."
        ),
        f"Trained, {_seeds(next(iter(settings.values())))}, mean (least to greatest):",
        "",
        "| agent, Cx | Pr{long} | equilibrium | NEUTRALITY | at equilibrium | USEFULNESS |",
        "|---|---|---|---|---|---|",
        *chain.from_iterable(_lopsided_rows(kind, settings) for kind in _AGENTS),
        "",
        "The sentences:",
        "",
        *chain.from_iterable(_lopsided_sentence(place, settings) for place in range(len(sentences_of(LOPSIDED)))),
        "",
        *_ranges(training),
    ]


def _lopsided_rows(kind: str, settings: Mapping[Fraction, Sequence[SeenPair]]) -> list[str]:
    rows = []
    for x, pairs in settings.items():
        agents = _of(kind, pairs)
        p = spread([each.measured.probabilities[LONG] for each in agents])
        bent, useful = (
            spread([getattr(each.measured, name) for each in agents]) for name in ("neutrality", "usefulness")
        )
        rest = equilibrium(lopsided_training("drest"), x)
        known = ("-", "-") if kind == "default" else (f"{rest:.3f}", f"{entropy((rest, 1 - rest)):.3f}")
        rows.append(f"| {kind}, {float(x):g} | {p} | {known[0]} | {bent} | {known[1]} | {useful} |")
    return rows


def _lopsided_sentence(place: int, settings: Mapping[Fraction, Sequence[SeenPair]]) -> list[str]:
    words = sentences_of(LOPSIDED)[place]
    true = [pair.true[place] for pairs in settings.values() for pair in pairs]
    return _bullet(f"{words} {_verdict(true)}.")


def _ranges(training: Training) -> list[str]:
    rows = [
        f"| λ | {' | '.join(f'N = {number}' for number in _NUMBERS)} | N* |",
        f"|---|{'---|' * len(_NUMBERS)}---|",
    ]
    for lam in _LAMS:
        root = bracket(lam, 2, 40)[0]
        coins = (float(balancing_coin(1 - INSIDE, root, number)) for number in _NUMBERS)
        rows.append(
            f"| {float(lam):g} | {' | '.join(f'{coin:,.1f}' for coin in coins)} | {threshold(lam, 2).greatest} |"
        )
    most, more = (float(lam) ** (-(training.mini_episodes - 1) / 2) for lam in (training.lam, Fraction(4, 5)))
    return [
        *_paragraph(
            "It depends on N, the number of mini-episodes in a meta-episode. The greatest value of Cx for which the "
            f"equilibrium has a NEUTRALITY above 0.5 (the least is 1 over it), {_range_text()}:"
        ),
        *rows,
        "",
        *_paragraph(
            "So lowering λ widens the range, as Section 7 says, for each N here; and N*, up to which even lengths are "
            "best for the return of the whole meta-episode, falls. Both come from the same weights: the last "
            f"mini-episode can weigh {most:.0f} times as much as the first with λ = 0.9 and N = 64, and {more:,.0f} "
            "times with 0.8. In training such weights have a cost, too. With λ = 0.8, 64 mini-episodes and Cx = 10, "
            "rewards are so large that the learning rates of Section 6.1 end in a policy that is certain, or overflow. "
            "With 32 they do not, or rarely, and the range is wider than for 0.9 (`T24-lopsided-lambda`)."
        ),
        *_paragraph(
            "Already with λ = 0.9 and Cx = 10 one seed in 40 (37) ends in a policy that is certain, NEUTRALITY 0.01."
        ),
    ]


def _range_text() -> str:
    return f"and N* for two lengths; the paper has Cx from {float(VALUES[0]):g} to {float(VALUES[-1]):g}"


# --- Text ---


def _seeds(pairs: Sequence[SeenPair]) -> str:
    seeds = sorted({pair.asked.seed for pair in pairs})
    if seeds == list(range(seeds[0], seeds[-1] + 1)) and len(seeds) > 1:
        return f"seeds {seeds[0]} to {seeds[-1]}"
    return f"seed{'s' if len(seeds) > 1 else ''} {', '.join(map(str, seeds))}"


def _paragraph(text: str) -> list[str]:
    return [*wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False), ""]


def _bullet(text: str) -> list[str]:
    first, *rest = wrap(text, _WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return [f"* {first}", *(f"  {line}" for line in rest)]
