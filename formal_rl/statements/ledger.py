"""All statements of all papers, by identifier. A look-up imports the section of that statement alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fnmatch import fnmatchcase
from importlib import import_module
from typing import TYPE_CHECKING

from formal_rl.errors import UnknownStatement
from formal_rl.on_demand import LazyMapping
from formal_rl.statements.merged import MERGED, RETIRED

if TYPE_CHECKING:
    from formal_rl.statements.statement import Statement

SECTIONS: Mapping[str, str] = {
    "alexander_2021.histories": "A21-D1 A21-L2",
    "alexander_2021.interaction": "A21-D3 A21-D3-actions A21-D4 A21-L5",
    "alexander_2021.scheme": "A21-S3-form A21-S3-mimic A21-S3-nonhalting A21-L7",
    "alexander_2021.examples": "A21-E6 A21-E8 A21-E9 A21-E10",
    "alexander_2021.inspectors": "A21-S3-runtime A21-S3-memory A21-S3-determinism",
    "alexander_2021.handicaps": "A21-D12-merciful A21-D12-handicap A21-D12-compose A21-D12-laws A21-E13",
    "alexander_2021.codings": "A21-E14 A21-E18",
    "alexander_2021.mirrors": "A21-E15 A21-E15-body A21-E16",
    "alexander_2021.society": "A21-E17 A21-E17-society",
    "alexander_2021.recognition": "A21-E19-supervised A21-E19-unsupervised A21-E19-conversation A21-E19-prediction "
    "A21-E19-knowing",
    "alexander_2021.battery": "A21-S7",
    "alexander_2021.introduction": "A21-intro-obstacles A21-intro-treasures A21-intro-employer",
    "alexander_2022.sections_1_and_2": "A22-D1 A22-D2 A22-S1-backtrack A22-S2-upsilon",
    "alexander_2022.examples": "A22-E3 A22-E4 A22-E4-value A22-E5",
    "alexander_2022.library_roles": "A21-E11 A22-S34-recognition A22-S34-rate A22-S34-adversarial",
    "alexander_2022.practice": "A22-S4",
    "alexander_2022.reverse_fold": "A22-S4-reverse",
    "alexander_2022.newcomb": "A22-S4-newcomb A22-S4-newcomb-value",
    "alexander_2022.semideterminism": "A22-D6 A22-D6-sim",
    "alexander_2022.reality_check": "A22-D7 A22-T10.1 A22-T10.2 A22-T10.3 A22-T10.4",
    "alexander_2022.trivialised_environments": "A22-trivialise-all",
    "alexander_2022.fresh_draws": "A22-chance-fresh-draws",
    "alexander_2022.class_reality_check": "A22-S5-class",
    "alexander_2022.facing_reality_checks": "A22-S5-trivialise A22-S6-antiRC",
    "alexander_2022.measured_agents": "A22-S6-agents",
    "alexander_2022.opposites": "A22-S6-opposite",
    "alexander_2022.joysticks": "A22-joysticks",
    "alexander_2022.tables": "A22-Tab1 A22-Tab3",
    "alexander_2022.conjecture_9": "A22-D8 A22-C9",
    "alexander_2022.gains": "A22-gain-zero A22-gain-mean A22-gain-repeater",
    "alexander_2022.measure": "R-measure",
    "alexander_2022.library": "A22-lib A22-S6-range",
    "thornley_2024.preferences": "T24-DA1 T24-DB1 T24-DB4",
    "thornley_2024.post": "T24-POST",
    "thornley_2024.sensitivity": "T24-DB-equivalence T24-DB-equivalence-gaps",
    "thornley_2024.trained_preferences": "T24-DB-argument",
    "thornley_2024.utility": "T24-noutility",
    "thornley_2024.worlds": "T24-world T24-layouts T24-m T24-DD2 T24-DD3 T24-DD4",
    "thornley_2024.finite_mdps": "T24-mdp",
    "thornley_2024.independent_lengths": "T24-pomdp",
    "thornley_2024.theorem": "T24-eqs T24-LD2 T24-T5.1 T24-maximiser",
    "thornley_2024.useful": "T24-T5.1-useful",
    "thornley_2024.readings": "T24-T5.1-readings",
    "thornley_2024.thresholds": "T24-threshold T24-Nloc",
    "thornley_2024.from_one_policy": "T24-U-alone",
    "thornley_2024.repair": "T24-equilibrium T24-repair",
    "thornley_2024.training": "T24-reinforce",
    "thornley_2024.mean_dynamics": "T24-mean-dynamics",
    "thornley_2024.greedy": "T24-greedy",
    "thornley_2024.default_agents": "T24-default",
    "thornley_2024.tax": "T24-tax",
    "thornley_2024.replication": "T24-replication",
    "thornley_2024.main_result": "T24-main-result",
    "thornley_2024.lopsided": "T24-lopsided T24-lopsided-lambda",
    "thornley_2024.estimated_m": "T24-estimated-m",
    "thornley_2024.gridworlds": "T24-C3 T24-C5 T24-C-all",
    "wainwright_2019.dynamics": "W19-cells",
    "wainwright_2019.equivariance": "W19-equivariance",
    "wainwright_2019.agents": "W19-agent",
    "wainwright_2019.rewards": "W19-reward",
    "wainwright_2019.penalties": "W19-penalty W19-penalty-goals",
    "wainwright_2019.optimal_play": "W19-penalty-optimal",
    "wainwright_2019.penalty_weights": "W19-penalty-weight",
    "wainwright_2019.discounting": "W19-stands-to-lose",
    "wainwright_2019.baselines": "W19-baseline",
    "wainwright_2019.interference": "W19-interference",
    "wainwright_2019.densities": "W19-ergodic W19-eq1",
    "wainwright_2019.distances": "W19-eq2",
    "wainwright_2019.norms": "W19-footnote-9",
    "wainwright_2019.deviations": "W19-eq3 W19-props",
    "wainwright_2019.noise": "W19-noise W19-robust",
    "wainwright_2019.error_bars": "W19-error-bars",
    "wainwright_2019.forgetting": "W19-Fig2c",
    "wainwright_2019.fences": "W19-fence",
    "wainwright_2019.levels": "W19-levels",
    "wainwright_2019.visits": "W19-unique-states",
    "wainwright_2019.generation": "W19-alg1 W19-alg1-oscillator W19-alg1-halting",
    "wainwright_2019.shapes": "W19-Fig4",
    "wainwright_2019.tasks": "W19-tasks",
    "wainwright_2019.tables": "W19-Tab1",
}
"""The identifiers of each section, in the order of the papers; the thought experiments of the introduction of 2021 come
last, and Example 11 stands with the parts of the library. A section is one module: entries, checks and mutants."""

_SECTION_OF = dict(
    sorted(
        ((identifier, section) for section, listed in SECTIONS.items() for identifier in listed.split()),
        key=lambda row: row[0].partition("-")[0],
    )
)


def _statement(identifier: str) -> Statement:
    listed: Iterable[Statement] = import_module(f"{__package__}.{_SECTION_OF[identifier]}").STATEMENTS
    return next(statement for statement in listed if statement.id == identifier)


LEDGER: Mapping[str, Statement] = LazyMapping(_SECTION_OF, _statement, MERGED)
"""In the order of the papers. A former identifier gives the row that it went to."""


def find(identifier: str, ledger: Mapping[str, Statement] | None = None) -> Statement:
    """Return the statement, in letters of either case, or raise `UnknownStatement` with the nearest identifiers.

    It is looked for in our ledger where no other is given. There a former identifier gives the row that it went to; if
    it was retired, the exception says why.
    """
    ledger = LEDGER if ledger is None else ledger
    names = _names(ledger)
    known = {each.upper(): names[each] for each in names}
    asked = identifier.upper()
    if asked in known:
        return ledger[known[asked]]
    for retired, reason in RETIRED.items() if ledger is LEDGER else ():
        if asked == retired.upper():
            raise UnknownStatement(f"{retired} was retired: {reason}")
    if "-" in identifier:  # an id, as it is meant: no section is imported for its neighbours
        near = [known[each] for each in get_close_matches(asked, known, n=3, cutoff=0.5)]
    else:
        near = matching(identifier.replace("_", " "), ledger)[:3]
    there = "see formal-rl statements" if ledger is LEDGER else f"there are {', '.join(ledger)}"
    hint = f"did you mean {', '.join(near)}?" if near else there
    raise UnknownStatement(f"no statement {identifier!r}; {hint}")


def matching(words: str, ledger: Mapping[str, Statement] | None = None) -> list[str]:
    """Return the identifiers of the statements that words are about, the best first.

    First comes the statement of this id or former id, then those whose ids have the words or abbreviate them (D7 for
    ``Definition 7``), then whose places in the paper (``Theorem 5.1``), then whose titles have them as they are given,
    shorter ones first; last those that have all of them somewhere.
    """
    ledger = LEDGER if ledger is None else ledger
    asked = " ".join(words.lower().split())
    exact = {each.lower(): name for each, name in _names(ledger).items()}.get(asked)
    whole = re.compile(rf"(?<!\w){re.escape(asked)}(?!\w|\.\d)")
    singles = [re.compile(rf"(?<!\w){re.escape(each)}(?!\d|\.\d)") for each in asked.split()]
    short = re.sub(r"^(?!eq)(\w)\w* ", r"\1", asked).replace(".", "")
    found = []
    for identifier, each in ledger.items() if asked else ():
        texts = [text.lower() for text in (identifier, each.source, each.title, f"{each.claim} {each.finding}")]
        places = [place for place, text in enumerate(texts) if whole.search(text)]
        if identifier == exact:
            places = [-1]
        elif identifier.partition("-")[2].lower().replace(".", "") == short:
            places = [0]
        if places or all(single.search(" ".join(texts)) for single in singles):
            place = min(places, default=len(texts))
            found.append((place, len("".join(texts[place : place + 1])), identifier))
    return [identifier for *_, identifier in sorted(found, key=lambda row: row[:2])]


def _names(ledger: Mapping[str, Statement]) -> dict[str, str]:
    """Return each identifier of a ledger, and in ours each former one, with the identifier of its row."""
    return {**{each: each for each in ledger}, **(MERGED if ledger is LEDGER else {})}


def choose(patterns: Iterable[str], ledger: Mapping[str, Statement] | None = None) -> list[str]:
    """Return the identifiers that are named or match a pattern such as ``A22-T*``, in the order of the ledger.

    Raises `UnknownStatement` for a name that there is not, and a pattern that nothing matches.
    """
    ledger = LEDGER if ledger is None else ledger
    wanted: set[str] = set()
    names = _names(ledger)
    for pattern in patterns:
        matching = {names[each] for each in names if fnmatchcase(each.upper(), pattern.upper())}
        if not matching and set(pattern) & set("*?["):
            raise UnknownStatement(f"no statement matches {pattern!r}; see formal-rl statements")
        if not matching and any(identifier.upper().startswith(f"{pattern.upper()}-") for identifier in ledger):
            raise UnknownStatement(f"no statement {pattern!r}; did you mean '{pattern}-*'?")
        wanted |= matching or {find(pattern, ledger).id}
    return [identifier for identifier in ledger if identifier in wanted]
