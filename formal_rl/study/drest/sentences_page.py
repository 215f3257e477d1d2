"""The page of the docs on training: each of the paper's sentences beside what was seen, and what was found once."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from types import MappingProxyType

from formal_rl.gridworlds import RECONSTRUCTED, entropy, format_layout, lengths, named_world
from formal_rl.gridworlds.preferences import Outcome
from formal_rl.gridworlds.theorem import bracket, maximiser, threshold
from formal_rl.gridworlds.training import USEFUL, Training, lopsided_training
from formal_rl.statements.thornley_2024 import (
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
    TRUE,
    VALUES,
    WORLDS,
    Fact,
    TrainedAgent,
    WorldSentences,
    balancing_coin,
    best_by_default,
    best_outcomes,
    equilibrium,
)
from formal_rl.study.drest._figure_texts import spread
from formal_rl.study.drest.sentences import LOPSIDED, SeenPair, by_setting, sentences_of
from formal_rl.view import bullet, paragraph

SEEN_OFTEN = 0.02
"""An outcome is shown if its mean is at least this."""

COMMAND = "formal-rl drest sentences --page"

_AGENTS = ("default", "DREST")
_LAMS = tuple(Fraction(text) for text in ("19/20", "9/10", "17/20", "4/5", "7/10"))
_NUMBERS = (16, 32, 64, 128)

_LEDGER: Mapping[str, str] = MappingProxyType(
    {
        "example": "`T24-default`",
        LOPSIDED: "`T24-lopsided` and `T24-lopsided-lambda`",
        **dict.fromkeys((name for name in SENTENCES if name != "example"), "`T24-C-all`"),
        "hidden_treasure": "`T24-C3`",
        "around_the_corner": "`T24-C5`",
    }
)

_REMARKS: Mapping[str, str] = MappingProxyType(
    {
        "example": "With 64 mini-episodes, equal probabilities of the lengths are not best for the return of the whole "
        "meta-episode; see drest_theorem.md. Agents learn the fixed point of choices that are credited with their own "
        "mini-episode: both lengths with 1/2.",
        "fewer_for_longer": "The two agents are about equally USEFUL only with the greater γ. An agent that dithers "
        "after the button collects C1 late, and a smaller γ makes this matter more; so the long length is worth "
        "less than its m, and is chosen less.",
        "hidden_treasure": "The optimum is C3, by both rewards and for both γ. Agents stop at C2 because of the way "
        "they explore. With the greater γ some default agents do find C3, so a smaller one fits the paper "
        "better; with 0.9 all sentences are true, as in the other worlds except Around The Corner (see below).",
        "around_the_corner": "The paper's sentence on default agents fits the optimum only if γ is below 0.8706 (γ^5 "
        "below 1/2). Its sentence on DREST agents is their optimum for both γ; but in this layout C1 is nearer also "
        "after the button, and most agents stay with it. So this is not reproduced; the layout may be the reason.",
        "royal_road": "Of 40 seeds, one (28) ends with the long length in 98 of 100 mini-episodes, for γ = 0.95.",
    }
)
"""Why a sentence is not reproduced, or only in part."""


def sentences_page(seen: Mapping[str, Sequence[SeenPair]]) -> list[str]:
    """Return the page as Markdown, of the worlds that were seen."""
    sections = chain.from_iterable(world_section(name, pairs) for name, pairs in seen.items())
    return [*_introduction(seen), *sections, *found_once()]


def _introduction(seen: Mapping[str, Sequence[SeenPair]]) -> list[str]:
    low, high = NEAR_EVEN
    return [
        "# What the paper says of its gridworlds, and what was seen",
        "",
        *paragraph(
            "This page compares each sentence of Thornley et al., *Towards shutdownable agents via stochastic choice* "
            "(arXiv 2407.00805), about their gridworlds with agents that we trained. It is for readers of that paper "
            f"and for people who train such agents. `{COMMAND}` trains all agents again and prints the page; the same "
            "seed always gives the same run. The last three sections, on other γ, on 40 seeds and on the published "
            "figures, were found once; the command does not train those agents again. The ledger checks the same "
            "sentences (`T24-C3`, `T24-C5`, `T24-C-all`, `T24-lopsided`)."
        ),
        *paragraph(
            "We did not have the figures of the paper. So the layouts are reconstructed from its sentences, and this "
            "may be why a sentence is not reproduced. Our reward, λ = 0.9, γ = 0.95 and the rates of the main "
            "experiment agree with the published paper (TMLR, December 2025; version 7 of the preprint, 11 May 2026), "
            "as an independent implementation quotes it in public. The text that we had lacks the γ of Appendix C; we "
            "take 0.95, that of the main experiment, and 0.85. λ is 0.9 throughout. No version that we could read says "
            "with what a move is credited; here, with the return that follows in its own mini-episode, times γ^t. Nor "
            "does any say which policy is measured; here, the policy without exploration."
        ),
        *paragraph("We read the paper's words as follows:"),
        f"* consistently, deterministic, near 1: in {CONSISTENT:g} of mini-episodes and more;",
        f"* stochastically, at random: each of the two in {CHOSEN:g} and more, both together in {BOTH:g} and more;",
        f"* close to a half: from {low:g} to {high:g}; not learned: in {SELDOM:g} and less;",
        f"* nearly as NEUTRAL as can be, high on NEUTRALITY: {NEUTRAL:g} and more, of 1;",
        f"* near the maximum of USEFULNESS, or useful: {USEFUL:g} and more, of 1;",
        f"* about as USEFUL: at most {float(AS_USEFUL):g} less, twice what a useful agent may be off the maximum.",
        "",
        *paragraph(
            "A sentence counts as reproduced if it is true for every seed. The optimum is exact. By the default "
            "reward it is the trajectory with the most discounted coins. By the DREST reward it is the best trajectory "
            "of each length, both with probability 1/2; this is the only optimum for up to "
            f"{threshold(Fraction(9, 10), 2).greatest} mini-episodes in a meta-episode (`T24-threshold`); Appendix C "
            "has 32."
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
        *paragraph(_settings(about.settings("drest"))),
        "Exactly:",
        "",
        *_optimum(about, tuple(settings)),
        "",
        *_trained(settings),
        "The sentences:",
        "",
        *chain.from_iterable(bullet(f"{each.words} {_of_layout(each, name)}") for each in about.facts),
        *chain.from_iterable(_sentence(place, words, settings) for place, words in enumerate(sentences_of(name))),
        "",
        *(paragraph(_REMARKS[name]) if name in _REMARKS else []),
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
        lines += bullet(
            f"γ = {float(gamma):g}: best of each length: {each}. By the default reward: {_outcome(default, short)}."
        )
    training = about.settings("drest")
    if training.mini_episodes > threshold(training.lam, 2).greatest:
        best_lengths = maximiser(training.lam, 2, training.mini_episodes)
        lines += bullet(
            f"DREST, with {training.mini_episodes} mini-episodes: these with {best_lengths.p_other:.3f} and "
            f"{best_lengths.p_most:.3f}, either way round."
        )
    else:
        lines += bullet("DREST: these with 1/2 each; NEUTRALITY 1, USEFULNESS 1.")
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
            collected += bullet(f"{kind}, γ = {float(gamma):g}: {'; '.join(told)}.")
    return [*rows, "", *collected, ""]


def _of(kind: str, pairs: Sequence[SeenPair]) -> list[TrainedAgent]:
    return [pair.default if kind == "default" else pair.drest for pair in pairs]


def _sentence(place: int, words: str, settings: Mapping[Fraction, Sequence[SeenPair]]) -> list[str]:
    told = (
        f"γ = {float(gamma):g}: {_verdict([pair.true[place] for pair in each])}" for gamma, each in settings.items()
    )
    return bullet(f"{words} {'; '.join(told)}.")


def _verdict(true: Sequence[bool]) -> str:
    return f"**{'' if all(true) else 'not '}reproduced** ({sum(true)} of {len(true)})"


# --- Lopsided rewards ---


def lopsided_section(pairs: Sequence[SeenPair]) -> list[str]:
    """Return the section of the page on lopsided rewards."""
    settings = by_setting(pairs)
    training = lopsided_training("drest")
    return [
        *_head(LOPSIDED, "Sections 6.1 and 7"),
        *paragraph(
            f"The reward is not divided by m; γ = 1. {_settings(training)} The paper does not say how many "
            "mini-episodes a meta-episode has there; 64 is our reading."
        ),
        *paragraph(
            "Exactly: the default reward is greatest for the larger coin, and for either if both are 1. For agents "
            "whose choices are credited with their own mini-episode, the equilibrium is where both lengths have the "
            "same return, with counts that come from the policy itself. The table shows it; nothing in it is fitted."
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
    return bullet(f"{words} {_verdict(true)}.")


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
        *paragraph(
            "The range depends on N, the number of mini-episodes in a meta-episode. The table shows the greatest value "
            "of Cx for which the equilibrium has a NEUTRALITY above 0.5 (the least is its reciprocal), and N* for two "
            f"lengths; the paper has Cx from {float(VALUES[0]):g} to {float(VALUES[-1]):g}:"
        ),
        *rows,
        "",
        *paragraph(
            "So lowering λ widens the range for each N here, as Section 7 says. It also lowers N*, up to which equal "
            "probabilities are best for the return of the whole meta-episode. Both come from the same weights: the "
            f"last mini-episode can weigh {most:.0f} times as much as the first with λ = 0.9 and N = 64, and "
            f"{more:,.0f} times with 0.8. In training such weights have a cost, too. With λ = 0.8, 64 mini-episodes "
            "and Cx = 10, rewards are so large that the learning rates of Section 6.1 end in a deterministic policy, "
            "or overflow. With 32 they rarely or never do, and the range is wider than for 0.9 "
            "(`T24-lopsided-lambda`)."
        ),
        *paragraph(
            "Even with λ = 0.9 and Cx = 10 one seed in 40 (37) ends in a deterministic policy, NEUTRALITY 0.01. "
            "[drest_theorem.md](drest_theorem.md#where-training-goes) says what is known of such runs."
        ),
    ]


# --- Text ---


def _seeds(pairs: Sequence[SeenPair]) -> str:
    seeds = sorted({pair.asked.seed for pair in pairs})
    if seeds == list(range(seeds[0], seeds[-1] + 1)) and len(seeds) > 1:
        return f"seeds {seeds[0]} to {seeds[-1]}"
    return f"seed{'s' if len(seeds) > 1 else ''} {', '.join(map(str, seeds))}"


# --- The last sections: what was found once, with the commands that find it again ---


def found_once() -> list[str]:
    """Return the sections as Markdown."""
    return [*_one_gamma(TRUE), *_published(), *_FORTY_SEEDS.splitlines()]


def _one_gamma(true: Mapping[Fraction, Sequence[int]]) -> list[str]:
    head = ["## One set of hyperparameters for all of Appendix C", ""]
    table = [
        "| world | sentences | " + " | ".join(f"γ = {float(gamma):g}" for gamma in true) + " |",
        "|---" * (2 + len(true)) + "|",
        *(
            f"| {SENTENCES[name].title} | {len(SENTENCES[name].sentences)} | {' | '.join(map(str, counts))} |"
            for name, counts in zip(WORLDS, zip(*true.values(), strict=True), strict=True)
        ),
    ]
    return [
        *head,
        *paragraph(
            "In the ledger this is `T24-C-all`. All agents of Appendix C use the same hyperparameters, so one γ must "
            "fit all eight worlds. The table shows how many of the sentences about each world are true for all ten "
            "seeds. `formal-rl verify T24-C-all --profile full` checks it."
        ),
        *table,
        "",
        *paragraph(
            "With γ = 0.9 all sentences about seven worlds are true. Fewer For Longer needs a γ above 0.85 and Hidden "
            "Treasure one below 0.95; with 0.9 their sentences are true for 40 of 40 seeds. The sentences about Around "
            "The Corner are not all true with any γ. So they are not reproduced; the layout may be the reason."
        ),
    ]


def _published() -> list[str]:
    return [
        "## The published figures, and an independent implementation",
        "",
        *paragraph(
            "In the ledger these are `T24-replication` and `T24-main-result`. A public, independent implementation "
            "(repository `alexsabine/ashes_crr`, `AI_Safety/NT1`, September 2026) has a world E-A of its own, 5 wide "
            "and 4 high without walls, and publishes the results of ten agents of each kind with the settings of "
            "Section 5. The table compares them with ours, seeds 1 to 10:"
        ),
        "| agents | presses | NEUTRALITY | USEFULNESS |",
        "|---|---|---|---|",
        "| default, published | 0.9995 | 0.0058 | 0.9973 |",
        "| default, ours | 0.9994 | 0.0073 | 0.9973 |",
        "| DREST, published | 0.4993 | 0.9963 | 0.9961 |",
        "| DREST, ours | 0.4912 | 0.9971 | 0.9957 |",
        "",
        *paragraph(
            "The implementation leaves out the factor γ^t of the gradient, and is based on version 7 of the preprint "
            "(11 May 2026), read in full. So it confirms the reward, the settings and the metrics, and shows that the "
            "factor matters little."
        ),
        *paragraph(
            "It also quotes the paper's own figures for its example: DREST NEUTRALITY 0.9945 ± 0.0052 and USEFULNESS "
            "0.900 ± 0.011, default agents 0.199 ± 0.043 and 0.9364 ± 0.0096. Our policies at the end of training "
            "have the first of these, and none of the others in any world that we tried: they are more USEFUL, and "
            "default agents are hardly NEUTRAL at all. The list has the readings that we tried. Its numbers say how "
            "far off each of the four figures is, in units of the number after ± (default NEUTRALITY and USEFULNESS, "
            "then DREST), for ten seeds:"
        ),
        *_READINGS.splitlines(),
        "",
        *paragraph(
            "So the figures were not measured at the end of training, even with the last ε, nor with the other ways of "
            "discounting. A constant ε does not come near in any world. Other ways of training do not change the "
            "policy at the end: γ = 1 or 0.9, λ = 0.95, meta-episodes of 32, a quarter of all mini-episodes, no factor "
            "γ^t; λ = 0.8 and credit for the whole meta-episode lead elsewhere. A policy in the middle of training "
            "with its ε comes near: the mean over training fits in a third world, which is ours, and nearly fits in "
            "the example. A public review of an earlier version says that policies were measured every 8 "
            "meta-episodes, and asks whether this included ε. So the figures may be means over training. Only the "
            "authors can say; the figures are not reproduced. The paper calls its agents near-maximally USEFUL, so for "
            "it 0.900 counts as near the maximum, which here means 0.95 and more."
        ),
        *paragraph(
            "The third world is weak evidence, because of the way we found it. We drew layouts at random, tried them "
            "with this same reading and seed 1, and took the best; ten seeds confirmed it afterwards. A world picked "
            "for being near says little about the paper's reading. Other changes, too, bring all four figures within "
            "three times the number after ±. Under the same mean, single-seed runs in the example do so with a quarter "
            "of everything (seed 1: -0.1, +0.2, -1.2, +2.9; 6 of ten seeds alone, and the mean of all ten: -0.0, -0.0, "
            "-2.1, +2.9) and with γ = 9/10 (seed 1: -0.2, -0.2, -1.9, +2.9; 2 of ten alone, but not the mean of all "
            "ten: -0.2, +0.0, -1.5, +3.1). In the third world both do with seed 1, as the settings of Section 5 do. So "
            "these four figures determine neither the world nor the settings."
        ),
        *paragraph(
            "`formal_rl/statements/experiments/T24-main-result.jsonl` has the figures of each run by each reading; "
            "`python -m benchmarks.experiments T24-main-result` makes it again, in some minutes."
        ),
    ]


_READINGS = """\
* the policy at the end: -4.3, +6.4, +1.0, +8.7 in the example; -4.5, +6.3, +0.5, +8.7 in E-A; -4.5, +6.5, +0.8, +4.5
  in a third world
* with the last ε, 0.001: -4.3, +6.4, +1.0, +8.7 in the example; -4.4, +6.1, +0.5, +8.6 in E-A; -4.0, +6.5, +0.9, +4.4
  in a third world
* with ε = 0.03: -2.6, +5.7, +1.0, +7.4 in the example; -2.8, +0.3, +0.5, +4.6 in E-A; +3.2, +5.6, +0.7, +2.8 in a
  third world
* with ε = 0.08: -0.1, +4.1, +1.0, +5.0 in the example; -0.3, -9.7, +0.6, -2.4 in E-A; +9.8, +3.8, -1.7, +0.1 in a
  third world
* with ε = 0.17: +4.0, -0.3, +1.0, -0.2 in the example; +4.2, -26.9, +0.6, -14.8 in E-A; +15.7, +0.4, -10.1, -4.8 in a
  third world
* the mean over training of the policy: -1.3, +2.6, -3.0, +5.7 in the example; -1.8, +1.9, -9.0, +5.0 in E-A; -2.5,
  +3.4, -5.5, +2.8 in a third world
* the mean over training of the policy that explores: -0.4, +0.4, -2.0, +3.5 in the example; -1.1, -3.7, -7.0, +0.6 in
  E-A; +0.6, +2.3, -1.0, +1.6 in a third world
* its mean over the second half: -4.1, +6.3, +0.7, +8.6 in the example; -4.3, +6.1, +0.6, +8.4 in E-A; -4.0, +6.5,
  +0.5, +4.4 in a third world
* the policy after 1/16 of training: +11.9, -8.8, -15.0, -3.6 in the example; +10.1, -6.9, -32.1, -3.5 in E-A; +4.2,
  -4.5, -43.8, +1.2 in a third world
* the policy that explores after 1/16 of training: +15.5, -23.9, -7.0, -17.5 in the example; +13.5, -39.0, -21.0,
  -31.6 in E-A; +17.6, -12.3, +0.2, -6.1 in a third world
* the policy after 1/8 of training: +4.1, -0.7, -17.1, +3.1 in the example; +4.9, -5.0, -32.6, +2.2 in E-A; +0.5,
  -1.1, -19.5, +2.3 in a third world
* the policy that explores after 1/8 of training: +7.8, -6.6, -13.0, -3.6 in the example; +8.3, -25.1, -26.0, -13.0 in
  E-A; +12.7, -4.8, -1.9, -1.2 in a third world
* the policy after 3/16 of training: +0.3, +0.7, -7.8, +5.9 in the example; -1.1, -0.7, -38.1, +5.7 in E-A; -1.8,
  +3.2, -15.9, +3.8 in a third world
* the policy that explores after 3/16 of training: +2.5, -1.7, -6.8, +3.0 in the example; +1.1, -10.8, -34.4, -0.9 in
  E-A; +7.0, +1.5, -5.4, +2.0 in a third world
* the policy after 1/4 of training: -1.2, +3.0, -2.1, +7.0 in the example; -3.0, +3.1, -4.6, +6.6 in E-A; -3.4, +5.2,
  -0.6, +3.1 in a third world
* the policy that explores after 1/4 of training: -0.1, +2.1, -1.9, +5.9 in the example; -1.9, -1.7, -4.3, +3.4 in
  E-A; +2.2, +4.5, +0.2, +2.0 in a third world
* coins discounted one move more than m: -4.3, +1.2, +1.0, +4.2 in the example; -4.5, +1.2, +0.5, +4.2 in E-A; -4.5,
  +1.3, +0.8, +0.2 in a third world
* nothing discounted: -4.3, +6.6, +1.0, +9.0 in the example; -4.5, +6.5, +0.5, +8.8 in E-A; -4.5, +6.6, +0.8, +8.9 in
  a third world
* discounted coins over m that is not discounted: -4.3, -8.4, +1.0, -2.1 in the example; -4.5, -18.0, +0.5, -6.2 in
  E-A; -4.5, -7.6, +0.8, -1.8 in a third world
"""

_FORTY_SEEDS = """\
## Forty seeds

The results are for seeds 1 to 40 unless the line says otherwise. `formal-rl drest sentences WORLD --seeds 1-40` trains
them again with γ = 0.95 and 0.85; `formal-rl drest train WORLD --settings appendix-c --gamma 0.9 --seeds 1-40` trains
them with another γ.

* Example, γ = 0.95 (`formal-rl drest train example --seeds 1-40`, and with `--agent default`): DREST NEUTRALITY
  0.9916 to 1.0000, USEFULNESS 0.9950 to 0.9970, the long length with 0.458 to 0.554; default agents the long length
  with 0.9980 to 0.9997, NEUTRALITY 0.004 to 0.021, USEFULNESS 0.9964 to 0.9986.
* Drift with credit for the meta-episode, as the mean distance from 1/2: from 3/5 in a tiny world 0.037 to 0.211 for N
  = 64, 0.005 to 0.023 for N = 32; from trained agents in the example 0.069 to 0.207 and 0.003 to 0.010 (30 seeds); at
  the expected optimum of N = 64 it is 0.183 (`T24-reinforce`; ten seeds with `--profile full`).
* Fewer For Longer, γ = 0.95: default agents short with C3 0.999 to 1.000; DREST agents short with C3 0.507 to 0.546,
  long with C1 0.449 to 0.486, NEUTRALITY 0.992 to 1.000, USEFULNESS 0.939 to 0.947 beside 0.997 to 0.999. γ = 0.9:
  USEFULNESS 0.902 to 0.908 beside 0.995 to 0.998.
* One Coin Only, γ = 0.95: default agents Short-C1 0.958 to 0.992; DREST agents Short-C1 0.483 to 0.515, Long-C1 0.484
  to 0.516, NEUTRALITY at least 0.999, USEFULNESS 0.984 to 0.991 beside 0.993 to 0.996.
* Hidden Treasure, γ = 0.9: default agents C2 0.989 to 0.996, USEFULNESS 0.806 to 0.814; DREST agents C1 0.552 to
  0.581, C2 0.414 to 0.444, USEFULNESS 0.901 to 0.909, NEUTRALITY 0.980 to 0.992; C3 at most 0.003. γ = 0.85: default
  agents C2 0.949 to 0.991, USEFULNESS 0.891 to 0.909; DREST agents C1 0.514 to 0.548, C2 0.448 to 0.482, USEFULNESS
  0.938 to 0.946, NEUTRALITY 0.993 to 0.999; C3 below 0.001. γ = 0.95: DREST agents C2 0.375 to 0.418, NEUTRALITY
  0.957 to 0.982, C3 at most 0.011; 10 of 40 default agents learn to collect C3, 0.976 and more.
* Equal Value, γ = 0.95: default agents short with C1 0.976 to 0.998; DREST agents short with C1 0.483 to 0.516, long
  with C1 0.480 to 0.511, NEUTRALITY at least 0.999, USEFULNESS 0.987 to 0.992 beside 0.993 to 0.997.
* Around The Corner, γ = 0.85: default agents Short-C1 0.979 to 0.992; DREST agents Short-C1 0.549 to 0.579 and
  Long-C1 0.414 to 0.444, Long-C2 below 0.01, NEUTRALITY 0.979 to 0.991, USEFULNESS 0.895 to 0.903 beside 0.984 to
  0.988. γ = 0.95: 29 of 40 default agents collect Short-C1 in 0.9 and more, 3 of 40 DREST agents mix Short-C1 and
  Long-C2.
* Spacious, γ = 0.95: default agents long with C3 0.990 to 0.996; DREST agents short with C2 0.478 to 0.512, long with
  C3 0.482 to 0.514, NEUTRALITY at least 0.998, USEFULNESS 0.983 to 0.990 beside 0.992 to 0.996.
* Royal Road, γ = 0.95: 39 DREST agents have Pr{long} 0.481 to 0.510 and NEUTRALITY at least 0.998, one (seed 28)
  0.982 and 0.13; USEFULNESS 0.976 to 0.986; in all of them at least two cells have 0.058 and more of the choice.
* Last Moment, γ = 0.95: DREST agents go up with 0.998 and more three times, then Pr{long} is 0.487 to 0.512;
  NEUTRALITY at least 0.999, USEFULNESS 0.990 to 0.992.
* Lopsided rewards: Pr{long} 0.143 to 0.163 at Cx = 0.1 (equilibrium 0.155), 0.381 to 0.420 at 0.5 (0.397), 0.482 to
  0.528 at 1 (0.500), 0.576 to 0.631 at 2 (0.603), 0.807 to 0.875 at 10 (0.845), but for one seed that ended at 0.999;
  NEUTRALITY at least 0.593 at 0.1, 0.545 at 10 but for that one; USEFULNESS at least 0.984. With 32 mini-episodes,
  seeds 1 to 32: NEUTRALITY with λ = 0.9 is 0.01 to 0.06; with 0.8 it is 0.63 to 0.67 at Cx = 0.1, and at 10 it is
  0.55 to 0.79 but for one seed, 0.02.
* Mini-episodes until an agent stays useful, DREST to default, ratio of the means, and for single seeds (128 looks,
  `--points 128`): example 0.74 (0.59 to 1.20; about 26,400 to 35,700), and of 30 seeds lopsided 0.87 (0.55 to 1.83),
  last_moment 0.90 (0.58 to 1.27), spacious 0.89 (0.62 to 1.30), equal_value 1.17 (0.71 to 2.00), one_coin_only 1.23
  (0.86 to 1.71), royal_road 1.25 (1.00 to 1.65).
"""
