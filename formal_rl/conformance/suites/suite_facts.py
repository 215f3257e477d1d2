"""What one has to know of a suite to write an implementation: claims, definition, published code, tables, examples."""

from collections.abc import Iterator, Mapping
from importlib.util import resolve_name
from typing import Any

from attrs import asdict, evolve, frozen

from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.case_suites import CaseSuite
from formal_rl.conformance.engine.subjects import Shape, docstring_of
from formal_rl.conformance.engine.unknowns_suites import Suite
from formal_rl.conformance.suites.calling_examples import calling_examples, example_source
from formal_rl.conformance.suites.symmetries import SYMMETRIES
from formal_rl.environments import CATALOGUE
from formal_rl.statements import cited_by

COMPARED_PAGE = "docs/findings/conformance_of_published_code.md"
"""The page that says what came of the published code, claim by claim."""

LIBRARY, COMPARED = "ExtendedEnvironments", "commit 2ad58c31e4c6f29c8d9f68e00fc95597191ca0ed of 2022-07-19"
"""The library released with Alexander et al. 2022, and the version that our published forms were compared with."""

SAFELIFE_RELEASES = {"1.2.2": "commit b690e2a879e9e2d835196ec3446154bfd5283924 of 2021-05-03, which has the tag v1.2.2"}
"""Where the releases of the package safelife are from."""

_DEFINITIONS = {
    "reality_check": "formal_rl.transforms.reality_check.reality_check",
    "handicap": "formal_rl.transforms.handicap.with_handicap",
    "opposite": "formal_rl.transforms.opposite.opposite",
    "agent_constant": "formal_rl.agents.library_learners.ConstantLearner",
    "agent_random": "formal_rl.agents.library_learners.RandomLearner",
    "agent_naive": "formal_rl.agents.library_learners.NaiveLearner",
    "agent_simple": "formal_rl.agents.library_learners.SimpleLearner",
    "agent_q": "formal_rl.agents.library_learners.QLearner",
    "learner": "formal_rl.checking.semideterminism.search",
    "neutrality": "formal_rl.gridworlds.metrics.neutrality",
    "usefulness": "formal_rl.gridworlds.metrics.usefulness",
    "policy_metrics": "formal_rl.gridworlds.metrics.usefulness",
    "drest_reward": "formal_rl.gridworlds.drest.discount_factor",
    "drest_return": "formal_rl.gridworlds.drest.overall_returns",
    "gridworld_step": "formal_rl.gridworlds.world.move",
    "gridworld_env": "formal_rl.gridworlds.world.move",
    "safelife_advance": "formal_rl.safelife.board.rule.advance",
    "safelife_advance_with_draws": "formal_rl.safelife.board.rule.advance",
    "safelife_step": "formal_rl.safelife.game.game.step",
    "safelife_density": "formal_rl.safelife.side_effects.density.density",
    "safelife_ground_distance": "formal_rl.safelife.side_effects.ground_distance.ground_distance",
    "safelife_earth_mover": "formal_rl.safelife.side_effects.earth_mover.earth_mover_distance",
    "safelife_side_effects": "formal_rl.safelife.side_effects.side_effects.side_effects",
}
"""Where the definition of a suite is; that of an environment is in its record."""

_EACH_CELL = "`formal-rl explain W19-cells` says what each kind of cell does, as whether it preserves itself"

NOTES: Mapping[str, str] = {
    "self_recognition": "'shown 0 here' is said of the same history with its last observation replaced by 0",
    "safelife_advance": _EACH_CELL,
    "safelife_advance_with_draws": _EACH_CELL,
    "safelife_step": _EACH_CELL,
}
"""What readers of the meaning asked."""


@frozen
class ListedClaim:
    """One claim as it is listed; ``shapes`` says of which implementations it is made, where that matters.

    Floats may differ by ``tolerance``, and everything else not at all.
    """

    semantics: str
    shapes: tuple[str, ...]
    stage: str
    claim: str
    sentence: str
    domain: str
    required: bool
    tolerance: float


@frozen
class Table:
    """A table of numbers that the definition has."""

    title: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[int, ...]]
    notes: tuple[str, ...]


def listed_claims(suite: Suite | CaseSuite) -> tuple[ListedClaim, ...]:
    """Return the claims of the quick profile; those about environments and agents for the shapes of two examples each.

    They are a class that is started and stepped and a function of (agent, play), and for what transforms environments
    or agents all shapes. Shapes of which the same is claimed share it.
    """
    found: dict[ListedClaim, tuple[str, ...]] = {}
    for shape, claims in _claims_by_shape(suite):
        for each in claims:
            found[each] = (*found.get(each, ()), *shape)
    return tuple(evolve(each, shapes=shapes) for each, shapes in found.items())


def _claims_by_shape(suite: Suite | CaseSuite) -> Iterator[tuple[tuple[str, ...], list[ListedClaim]]]:
    for semantics in ("paper", "published"):
        if isinstance(suite, CaseSuite):
            yield (), [_listed(each, semantics) for each in suite.claims(semantics)]
            continue
        for shape in _shapes(suite):
            yield (shape.words,), [_listed(each, semantics) for each in suite.claims(shape, semantics, "quick")]


def _listed(claim: Any, semantics: str) -> ListedClaim:
    about = (claim.stage, claim.id, claim.sentence, claim.domain, claim.required, claim.tolerance)
    return ListedClaim(semantics, (), *about)


def _shapes(suite: Suite) -> list[Shape]:
    examples = calling_examples(suite.name)
    return [suite.detect(each, Watch()) for each in examples[: 2 if suite.name in CATALOGUE else None]]


def symmetry_words(suite: str) -> str:
    """Return in words what the definition of a suite does not depend on, by which cases are disguised."""
    return SYMMETRIES[suite].words if suite in SYMMETRIES else "none: this definition has no symmetry"


def definition_of(suite: str) -> str:
    """Return the dotted name of a suite's definition."""
    if suite in _DEFINITIONS:
        return _DEFINITIONS[suite]
    record = CATALOGUE[suite]
    return f"{resolve_name(record.module, 'formal_rl.environments')}.{record.attribute()}"


def statements_of(definition: str) -> tuple[str, ...]:
    """Return the statements of the ledger that a definition cites."""
    return cited_by(definition)


def published_code(suite: Suite | CaseSuite) -> str | None:
    """Return which version of which published code the suite was compared with; ``None`` where there is none."""
    if suite.published is None:
        return None
    if suite.name.startswith("safelife"):
        version, commit = next(iter(SAFELIFE_RELEASES.items()))
        return f"SafeLife {version} ({commit})"
    return f"{LIBRARY}, {COMPARED}"


def tables_of(suite: str) -> tuple[Table, ...]:
    """Return the tables of numbers that a suite's definition has: the points of SafeLife."""
    if suite != "safelife_step":
        return ()
    from formal_rl.safelife.board import COLOURS  # noqa: PLC0415 - of this suite alone
    from formal_rl.safelife.game import available_points, is_counted  # noqa: PLC0415
    from formal_rl.safelife.game.points import PUBLISHED_TABLE, required_points  # noqa: PLC0415

    told = (is_counted, available_points, required_points)
    docstrings = [(each.__name__, docstring_of(each).splitlines()) for each in told]
    return (
        Table(
            "What a counted cell is worth: a row for the colour of its goal, a column for the colour of its life",
            (*COLOURS, "not living"),
            dict(zip(COLOURS, PUBLISHED_TABLE, strict=True)),
            tuple(f"{name}: {lines[0]}" for name, lines in docstrings),
        ),
    )


def facts_json(suite: Suite | CaseSuite) -> dict[str, Any]:
    """Return all of it as JSON values."""
    definition = definition_of(suite.name)
    return {
        "name": suite.name,
        "source": suite.source,
        "meaning": suite.meaning,
        "note": NOTES.get(suite.name),
        "definition": definition,
        "statements": list(statements_of(definition)),
        "published": suite.published,
        "published_code": published_code(suite),
        "takes": list(suite.takes),
        "symmetries": symmetry_words(suite.name),
        "examples": [example_source(each) for each in calling_examples(suite.name)],
        "tables": [asdict(each) for each in tables_of(suite.name)],
        "claims": [asdict(each) for each in listed_claims(suite)],
    }
