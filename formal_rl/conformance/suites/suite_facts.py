"""The facts of a suite that an implementer needs: claims, definition, published code, tables, examples."""

from collections.abc import Iterator
from inspect import getsource
from itertools import product
from typing import Any

from formal_rl.conformance.adapters.cases import plain_data
from formal_rl.conformance.engine.layout import shown
from formal_rl.conformance.engine.settings import Watch
from formal_rl.conformance.engine.suite import Suite, docstring_of
from formal_rl.conformance.engine.unknowns import Unknowns
from formal_rl.conformance.suites.calling_examples import calling_examples
from formal_rl.environments import CATALOGUE
from formal_rl.statements.citations import cited_by

COMPARED_PAGE = "docs/findings/conformance_of_published_code.md"
"""The page that says what came of the published code, claim by claim."""

LIBRARY, COMPARED = "ExtendedEnvironments", "commit 2ad58c31e4c6f29c8d9f68e00fc95597191ca0ed of 2022-07-19"
"""The library released with Alexander et al. 2022, and the version that our published forms were compared with."""

SAFELIFE_RELEASES = {"1.2.2": "commit b690e2a879e9e2d835196ec3446154bfd5283924 of 2021-05-03, which has the tag v1.2.2"}
"""The commits of the releases of the package safelife."""

_DEFINITIONS = {
    "reality_check": "transforms.reality_check.reality_check",
    "handicap": "transforms.handicap.with_handicap",
    "opposite": "transforms.opposite.opposite",
    "agent_constant": "agents.library_learners.ConstantLearner",
    "agent_random": "agents.library_learners.RandomLearner",
    "agent_naive": "agents.library_learners.NaiveLearner",
    "agent_simple": "agents.library_learners.SimpleLearner",
    "agent_q": "agents.library_learners.QLearner",
    "learner": "checking.semideterminism.search",
    "neutrality": "gridworlds.metrics.neutrality",
    **dict.fromkeys(("usefulness", "policy_metrics"), "gridworlds.metrics.usefulness"),
    "drest_reward": "gridworlds.drest.discount_factor",
    "drest_return": "gridworlds.drest.overall_returns",
    **dict.fromkeys(("gridworld_step", "gridworld_env"), "gridworlds.world.move"),
    **dict.fromkeys(("safelife_advance", "safelife_advance_with_draws"), "safelife.board.rule.advance"),
    "safelife_step": "safelife.game.game.step",
    "safelife_density": "safelife.side_effects.density.density",
    "safelife_ground_distance": "safelife.side_effects.ground_distance.ground_distance",
    "safelife_earth_mover": "safelife.side_effects.earth_mover.earth_mover_distance",
    "safelife_side_effects": "safelife.side_effects.side_effects.side_effects",
}
"""The place of a suite's definition; an environment's is in its record."""

_NOTES = {
    "self_recognition": "'shown 0 here' means the same history with its last observation replaced by 0",
    **dict.fromkeys(
        ("safelife_advance", "safelife_advance_with_draws", "safelife_step"),
        "`formal-rl explain W19-cells` says what each kind of cell does, as whether it preserves itself",
    ),
}
"""Notes that answer readers' questions about the meaning."""


def facts_json(suite: Suite) -> dict[str, Any]:
    """Return all of it as JSON values."""
    definition, symmetry = _definition_of(suite.name), suite.symmetry
    return {
        "name": suite.name,
        "source": suite.source,
        "meaning": suite.meaning,
        "note": _NOTES.get(suite.name),
        "definition": definition,
        "statements": list(cited_by(definition)),
        "published": suite.published,
        "published_code": _published_code(suite),
        "takes": list(suite.takes),
        "symmetries": "none: this definition has no symmetry" if symmetry is None else symmetry.words,
        "examples": [getsource(each) for each in calling_examples(suite.name)],
        "case": _answered_case(suite),
        "tables": list(_tables_of(suite.name)),
        "claims": _claims_of(suite),
    }


def _definition_of(suite: str) -> str:
    if suite in _DEFINITIONS:
        return f"formal_rl.{_DEFINITIONS[suite]}"
    record = CATALOGUE[suite]
    return f"{record.module}.{record.attribute()}"


def _published_code(suite: Suite) -> str | None:
    if suite.published is None:
        return None
    if suite.name.startswith("safelife"):
        return "SafeLife {} ({})".format(*next(iter(SAFELIFE_RELEASES.items())))
    return f"{LIBRARY}, {COMPARED}"


def _answered_case(suite: Suite) -> list[str] | None:
    """Return what an implementation is handed in a small case, and the answer, where a definition answers it."""
    if not suite.of_data:
        return None
    adapter, given = suite.adapters[0], suite.smoke[-1]
    answer = suite.claims(adapter, "paper", "quick")[0].defined(given, Unknowns())[0]
    handed = (f"{name}={shown(each, decimals=False)}" for name, each in plain_data(adapter.hand(given)).items())
    return [", ".join(handed), shown(answer[0], decimals=False)] if answer else None


def _tables_of(suite: str) -> Iterator[dict[str, Any]]:
    """Yield the tables of numbers that a suite's definition has: the points of SafeLife."""
    if suite != "safelife_step":
        return
    from formal_rl.safelife.board import COLOURS  # noqa: PLC0415 - of this suite alone
    from formal_rl.safelife.game import available_points  # noqa: PLC0415
    from formal_rl.safelife.game.points import PUBLISHED_TABLE, is_counted, required_points  # noqa: PLC0415

    functions = (is_counted, available_points, required_points)
    yield {
        "title": "What a counted cell is worth: a row for the colour of its goal, a column for the colour of its life",
        "columns": (*COLOURS, "not living"),
        "rows": dict(zip(COLOURS, PUBLISHED_TABLE, strict=True)),
        "notes": [f"{each.__name__}: {docstring_of(each).splitlines()[0]}" for each in functions],
    }


def _claims_of(suite: Suite) -> list[dict[str, Any]]:
    """Return the claims of the quick profile, each with the shapes of examples of which it is made.

    Of environments these are two, a class that is started and stepped and a function of (agent, play); of plain data
    the same is claimed of all.
    """
    examples = calling_examples(suite.name)[: 2 if suite.name in CATALOGUE else None]
    shapes = suite.adapters[:1] if suite.of_data else [suite.detect(each, Watch()) for each in examples]
    found: dict[tuple[Any, ...], list[str]] = {}
    for semantics, shape in product(("paper", "published"), shapes):
        for each in suite.claims(shape, semantics, "quick"):
            about = (each.stage, each.id, each.sentence, each.domain, each.required, each.tolerance)
            found.setdefault((semantics, *about), []).extend([] if suite.of_data else [shape.words])
    names = ("stage", "claim", "sentence", "domain", "required", "tolerance")
    return [
        {"semantics": semantics, "shapes": shapes, **dict(zip(names, about, strict=True))}
        for (semantics, *about), shapes in found.items()
    ]
