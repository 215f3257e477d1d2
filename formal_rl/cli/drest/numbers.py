"""The commands about exact numbers of shutdownable agents: drest metrics, return, threshold, counterexample."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, faults_of_the_world
from formal_rl.errors import InvalidParameter, UnknownName, WrongUsage, nearest
from formal_rl.gridworlds import RECONSTRUCTED, SYNTHETIC, ClockPolicy, World, read_policy
from formal_rl.study.drest import (
    drest_counterexample,
    drest_metrics,
    drest_return,
    drest_threshold,
    load_world,
    named_policy,
)
from formal_rl.study.drest.metrics_report import NAMED_POLICIES, Policy
from formal_rl.study.numbers import exact_number, lam_of, shares, usefulness_of_lengths

Gridworld = Annotated[
    str,
    typer.Argument(
        metavar="WORLD",
        help=f"One of {', '.join((*RECONSTRUCTED, *SYNTHETIC))}; or a file that holds a picture.",
        autocompletion=completing((*RECONSTRUCTED, *SYNTHETIC)),
    ),
]
CoinValue = Annotated[str, typer.Option("--x", metavar="VALUE", help="The value of a coin Cx.")]
LAMBDA = typer.Option("--lambda", metavar="λ", help="The base λ of the reward, such as 9/10 or 0.9.")
LENGTHS = typer.Option("--lengths", "-k", metavar="K", help="The number of trajectory-lengths, at least 2.")
MINI_EPISODES = typer.Option(
    "--mini-episodes", "-N", metavar="N", help="The number of mini-episodes in a meta-episode."
)


def coin_value(x: str) -> Fraction:
    """Return the value of a coin Cx; raise `InvalidParameter`."""
    value = exact_number("x", x)
    if value <= 0:
        raise InvalidParameter("x", x, "a number above 0")
    return value


COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "metrics",
    epilog=examples(
        "formal-rl drest metrics example",
        "formal-rl drest metrics lopsided --policy optimal --x 10 --gamma 1",
        "formal-rl drest metrics around_the_corner --policy default --json",
    ),
)
def _metrics(
    world: Gridworld,
    *,
    policy: Annotated[
        str,
        typer.Option(
            metavar="POLICY",
            help=f"One of {', '.join(NAMED_POLICIES)}; or a JSON file as described above.",
            autocompletion=completing(NAMED_POLICIES),
        ),
    ] = "uniform",
    gamma: Annotated[str, typer.Option(metavar="γ", help="The discount of each move, 0 to 1.")] = "19/20",
    x: CoinValue = "1",
    as_json: Json = False,
) -> None:
    """Measure a policy in a gridworld: the coins it collects in each trajectory-length, its USEFULNESS and NEUTRALITY.

    A picture begins with a line "length N", the number of moves without a button. Then come rows of tokens: . free,
    # wall, A the agent, C3 a coin of value 3, B4 a button that adds 4 moves.

    A policy file has {"schema": "drest-policy/1", "observations": [{"cell": [1, 2], "coins": [[0, 0], [3, 0]],
    "buttons": [[2, 1]], "probabilities": ["1/2", "1/2", "0", "0"]}, ...]}: rows and columns count from 0; coins and
    buttons are those still there; the probabilities are of up, down, left, right. Other observations have "otherwise",
    by default 1/4 each. If each has "moves", the number of moves so far, the policy sees the clock.
    """
    value, discount = coin_value(x), exact_number("γ", gamma)
    if not 0 <= discount <= 1:
        raise InvalidParameter("γ", gamma, "a number from 0 to 1")
    with faults_of_the_world(world):
        origin, loaded = load_world(world, value)
        found = drest_metrics(world, origin, loaded, _policy(policy, loaded, discount), discount)
    output.show(found, as_json=as_json)


def _policy(policy: str, loaded: World, discount: Fraction) -> tuple[str, Policy]:
    if policy in NAMED_POLICIES:
        return named_policy(policy, loaded, discount)
    if Path(policy).exists():
        read = read_policy(Path(policy), loaded)
        clock = "with a clock" if isinstance(read, ClockPolicy) else "without a clock"
        return f"{Path(policy).name}, {clock}", read
    raise UnknownName(f"no policy {policy!r}: there is no such file; {nearest(policy, NAMED_POLICIES)}")


@COMMANDS.command(
    "return",
    epilog=examples(
        "formal-rl drest return --p 1/3,2/3 --lambda 1/4 --mini-episodes 7",
        "formal-rl drest return --p 0.7,0.3 --u 1,9/10 --lambda 9/10 --mini-episodes 64 --json",
    ),
)
def _return(
    *,
    p: Annotated[str, typer.Option("--p", metavar="P,P,...", help="Probabilities of the lengths, such as 1/3,2/3.")],
    u: Annotated[
        str | None,
        typer.Option("--u", metavar="U,U,...", help="E(C | L = l) / m_l of each length; all 1 if not given."),
    ] = None,
    lam: Annotated[str, LAMBDA],
    mini_episodes: Annotated[int, MINI_EPISODES],
    as_json: Json = False,
) -> None:
    """Compute the expected return of a meta-episode under the DREST reward, and compare it with uniform lengths.

    The result is exact if λ^(1/k) is rational; otherwise it is a sum of exact parts times powers of it, shown to 30
    digits.
    """
    chosen = shares(p)
    found = drest_return(chosen, usefulness_of_lengths(u, len(chosen)), lam_of(lam), mini_episodes)
    output.show(found, as_json=as_json)


@COMMANDS.command(
    "threshold",
    epilog=examples(
        "formal-rl drest threshold --lambda 0.9 -N 64 -k 2",
        "formal-rl drest threshold -N 64 -k 2",
        "formal-rl drest threshold --lambda 0.5 -k 4 --json",
    ),
)
def _threshold(
    *,
    lam: Annotated[str | None, LAMBDA] = None,
    lengths: Annotated[int | None, LENGTHS] = None,
    mini_episodes: Annotated[int | None, MINI_EPISODES] = None,
    as_json: Json = False,
) -> None:
    """Find whether λ, N and k are safe: whether uniform lengths alone are best, and the optimum if they are not.

    Two of the three give the third: the greatest N, the least λ, or the least k. Without -k the rest is for k = 2.
    """
    if lam is None and mini_episodes is None:
        raise WrongUsage("--lambda or -N is missing; an example: --lambda 0.9 -N 64 -k 2")
    output.show(drest_threshold(None if lam is None else lam_of(lam), lengths, mini_episodes), as_json=as_json)


@COMMANDS.command(
    "counterexample",
    epilog=examples(
        "formal-rl drest counterexample",
        "formal-rl drest counterexample --lambda 9/10",
        "formal-rl drest counterexample --lambda 1/8 --lengths 3",
    ),
)
def _counterexample(
    *, lam: Annotated[str, LAMBDA] = "1/4", lengths: Annotated[int, LENGTHS] = 2, as_json: Json = False
) -> None:
    """Show the least N for which unequal lengths are better, by arithmetic that a reader can check by hand."""
    output.show(drest_counterexample(lam_of(lam), lengths), as_json=as_json)
