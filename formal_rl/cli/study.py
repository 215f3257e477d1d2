"""The commands of the student: ask, trace, classify."""

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from formal_rl import study
from formal_rl.agents.catalogue import FORMS as AGENT_FORMS
from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, write
from formal_rl.errors import WrongUsage
from formal_rl.histories import parse_history, percept_alphabet
from formal_rl.study import Settings
from formal_rl.study.catalogue import DEFAULT, ENVIRONMENT_FORMS, HORIZON, PERCEPTS, parse_draws

_ENVIRONMENTS = "A name or a combination, as formal-rl explore lists them, or path/to/file.py:object."
_AGENTS = f"One of {', '.join(AGENT_FORMS)} (or path/to/file.py:object)."

_Environment = Annotated[
    str, typer.Argument(metavar="ENVIRONMENT", help=_ENVIRONMENTS, autocompletion=completing(ENVIRONMENT_FORMS))
]
_Agent = Annotated[
    str | None, typer.Option("--agent", metavar="AGENT", help=_AGENTS, autocompletion=completing(AGENT_FORMS))
]
_AgentThere = Annotated[
    str | None,
    typer.Argument(metavar="AGENT", help="The agent, in place of --agent.", autocompletion=completing(AGENT_FORMS)),
]
_Seed = Annotated[int, typer.Option(min=0, help="Seed of the random draws of agent and environment.")]
Draws = Annotated[
    str | None,
    typer.Option(metavar="U,U,...", help="The tempting button's draws, such as 0,1/2,0.75; by default from the seed."),
]
Memories = Annotated[
    str | None, typer.Option(metavar="PLAY", help="The memories of false_memories; by default (1,0) 1 (-1,0) 0.")
]
_Svg = Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture to this file; of a run, 20 steps.")]

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "ask",
    epilog=examples(
        'formal-rl ask ignore_rewards --agent simple --play "(0,0) 0 (1,0) 1"',
        'formal-rl ask "opposite(deja_vu)" --agent "reality_check(hashed:7)" --play "(0,0) 1" --json',
        'formal-rl ask tempting_button --agent my_agents.py:agent --play "(0,1) 0" --draws 0,1/2',
    ),
)
def _ask(
    environment: _Environment,
    there: _AgentThere = None,
    *,
    agent: _Agent = None,
    play: Annotated[
        str, typer.Option(metavar="PLAY", help='Percepts and actions, such as "(0,0) 1 (1/2,0) 0"; empty if none.')
    ] = "",
    seed: _Seed = DEFAULT.seed,
    draws: Draws = None,
    memories: Memories = None,
    svg: _Svg = None,
    as_json: Json = False,
) -> None:
    """Ask an environment about one play: its percept, its questions to the agent, and the clause that decided.

    The play may contain actions that this agent would not choose. Marks show where a question differs from the true
    prompt (the play without its last action): ^ changed, + added, - removed.
    """
    with redirect_stdout(sys.stderr):  # output of the user's code is not part of the answer
        answer = study.ask(environment, _one_agent(agent, there), play, settings=settings_of(seed, draws, memories))
    write(svg, answer.svg)
    output.show(answer, as_json=as_json)


@COMMANDS.command(
    "trace",
    epilog=examples(
        "formal-rl trace tempting_button --agent simple --steps 6",
        'formal-rl trace "handicap(corridor, ignore_rewards)" --agent q --steps 20 --seed 3',
    ),
)
def _trace(
    environment: _Environment,
    there: _AgentThere = None,
    *,
    agent: _Agent = None,
    steps: Annotated[int, typer.Option(min=0, help="The number of steps to follow.")] = 10,
    seed: _Seed = DEFAULT.seed,
    draws: Draws = None,
    memories: Memories = None,
    svg: _Svg = None,
    as_json: Json = False,
) -> None:
    """Follow an agent in an environment, step by step, with every question that the environment asks it.

    A step is a percept and the action that follows it. Marks show where a question differs from the true prompt:
    ^ changed, + added, - removed. The middle of a long history is left out.
    """
    settings, name = settings_of(seed, draws, memories), _one_agent(agent, there)
    with output.progress_bar(output.PipeConsole(stderr=True), enabled=not as_json) as progress:
        task = progress.add_task("following", total=steps)
        with redirect_stdout(sys.stderr):
            run = study.trace(environment, name, steps, settings=settings, progress=lambda: progress.advance(task))
    write(svg, run.svg)
    output.show(run, as_json=as_json)


@COMMANDS.command(
    "classify",
    epilog=examples(
        "formal-rl classify tempting_button",
        "formal-rl classify my_environments:maze --horizon 2",
        'formal-rl classify "opposite(bandit)" --percepts 6 --json',
    ),
)
def _classify(
    target: _Environment,
    *,
    horizon: Annotated[int, typer.Option(min=0, help="The greatest number of actions in a play.")] = HORIZON,
    percepts: Annotated[int, typer.Option(min=1, help="The number of percepts that plays are made of.")] = PERCEPTS,
    actions: Annotated[int, typer.Option(min=1, help="The number of actions.")] = 2,
    seed: _Seed = DEFAULT.seed,
    draws: Draws = None,
    memories: Memories = None,
    as_json: Json = False,
) -> None:
    """Decide what kind an environment is: total, typed, merciful, a handicap, ordinary, Newcomb-like.

    Each property is decided for every agent, on every play up to the horizon. For one that fails, the
    command shows the shortest play on which it fails, and the agents.
    """
    settings = settings_of(seed, draws, memories)
    with output.progress_bar(output.PipeConsole(stderr=True), enabled=not as_json) as progress:
        task = progress.add_task("plays, by number of actions", total=horizon + 1)
        with redirect_stdout(sys.stderr):
            found = study.classify(
                target,
                horizon=horizon,
                percepts=percept_alphabet(percepts),
                actions=range(actions),
                settings=settings,
                progress=lambda length: progress.update(task, completed=length),
            )
    output.show(found, as_json=as_json)


def _one_agent(*named: str | None) -> str:
    """Return the agent that the option or the second argument names; raise `WrongUsage` for none or both."""
    agents = [each for each in named if each is not None]
    if len(agents) != 1:
        raise WrongUsage(f"expected one agent, as in --agent simple, not {' and '.join(agents) or 'none'}")
    return agents[0]


def settings_of(seed: int, draws: str | None, memories: str | None) -> Settings:
    """Return the draws of a command; raise as `parse_draws` and `parse_history` do."""
    return Settings(
        seed=seed,
        draws=None if draws is None else parse_draws(draws),
        memories=DEFAULT.memories if memories is None else parse_history(memories),
    )
