"""Sections 1 and 2: rewinding is not simulating; Definitions 1 and 2; the weighted average over a finite family."""

from fractions import Fraction
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, Transition
from formal_rl.agents._finite_learner import FiniteLearner, finite_learners
from formal_rl.checking import (
    Kinds,
    Rows,
    agents,
    among,
    at,
    by_hand,
    environments,
    equal,
    every,
    kinds,
    learners,
    raised,
    up_to,
)
from formal_rl.environments import (
    Environment,
    average_reward,
    bandit,
    corridor,
    deja_vu,
    embed,
    equally_weighted,
    guess_the_number,
    ignore_rewards,
    interaction,
    interaction_ordinary,
    respond,
    upsilon,
)
from formal_rl.environments.weighted_average import Weighted
from formal_rl.errors import InvalidParameter, MalformedHistory, NotAnAction
from formal_rl.histories import (
    History,
    Percept,
    Prompt,
    all_prompts,
    history,
    is_play,
    is_prompt,
    percepts,
    prefixes,
    require_history,
    require_percept,
    require_play,
    require_prompt,
)
from formal_rl.statements.alexander_2022.by_hand import does_one_on
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in
from formal_rl.statements.library import ORDINARY_ENVIRONMENTS
from formal_rl.transforms import backtracked_action, reality_check, simulated_action

# --- Definitions 1 and 2 ---


def prompts_and_plays() -> Rows:
    """Yield what is a prompt, what is a play, and what is refused."""
    one, play, two = history((0, 0)), history((0, 0), 1), history((0, 0), 1, (Fraction(1, 2), "dark"))
    values: tuple[tuple[str, Any, bool, bool], ...] = (
        ("the empty history", (), False, True),
        ("one percept", one, True, False),
        ("a percept and an action", play, False, True),
        ("percept, action, percept", two, True, False),
        ("a list", list(one), False, False),
        ("a pair for a percept", ((0, 0),), False, False),
        ("an action first", (1,), False, False),
        ("a negative action", (Percept(0, 0), -1), False, False),
        ("a bool for an action", (Percept(0, 0), True), False, False),
        ("a float for a reward", (Percept(0.5, 0),), False, False),  # type: ignore[arg-type]
        ("a bool for a reward", (Percept(True, 0),), False, False),
        ("a list for an observation", (Percept(0, []),), False, False),  # type: ignore[arg-type]
    )
    for about, value, is_one, is_other in values:
        yield f"{about}: a prompt, a play", (is_one, is_other), (is_prompt(value), is_play(value))
        for check, fits in ((require_prompt, is_one), (require_play, is_other), (require_history, is_one or is_other)):
            yield f"{about}, {check.__name__}", None if fits else MalformedHistory, raised(check, value)
    yield "a rational reward", None, raised(require_percept, Percept(Fraction(-1, 2), 3))
    yield "a pair is not a percept", MalformedHistory, raised(require_percept, (0, 0))
    yield "the first and the third", (Percept(0, 0), two[2]), percepts(two)
    yield "prefixes of 0 to 2 elements", ((), one, play), tuple(prefixes(play))


def written_out(agent: Agent, environment: Environment, steps: int) -> History:
    """Return the result of interacting, each element computed from everything before it."""
    run: tuple[Any, ...] = ()
    for _ in range(steps):
        run = (*run, environment(run))
        run = (*run, agent(run))
    return run


@definition("A22-D1", "environment, agent, interaction", "Section 2 and Definition 1")
def definition_1() -> Evidence:
    """A percept is a rational reward with an observation. An environment maps plays to percepts, an agent maps prompts
    to actions; their interaction is x_1 y_1 x_2 y_2 ..., where each is computed from everything before it.
    """

    def runs() -> Rows:
        cells = history((0, 0), 1, (0, 1), 1, (1, 2), 0, (0, 1), 0)
        guesses = history((0, 0), 1, (-1, 1), 1, (-1, 1), 0, (-1, 1), 0)
        for why, run, environment in (
            ("cells 0, 1, 2: right to 1, right to 2 (paid 1), left to 1", cells, corridor(2)),
            ("guess 3 of 5: 1 < 3 shows 1, twice; then 0 < 3 shows 1", guesses, guess_the_number(3, 5)),
        ):
            yield why, run, interaction_ordinary(lambda prompt: 1 if len(prompt) < 5 else 0, environment, 4)
        yield "arm 0 pays 5, whatever was", Percept(5, 0), bandit((5, 7))(history((0, 0), 1, (5, 0), 0))
        yield "minus one step", InvalidParameter, raised(interaction_ordinary, lambda prompt: 0, corridor(2), -1)

    yield by_hand(prompts_and_plays, "prompts and plays")
    yield by_hand(runs)
    yield equal("as written out", written_out, interaction_ordinary, agents, environments, up_to(4, full=5))
    yield mutants("""
        environments.interaction:interaction_ordinary
            the agent acts on the first percept for ever: interact_ordinary(agent,
                → interact_ordinary(lambda prompt: agent(prompt[:1]),
        histories.percept:is_prompt
            the empty history is a prompt: require_prompt(value) → value == () or require_prompt(value)
    """)


@definition("A22-D2", "extended environment; ordinary ones embed", "Definition 2")
def definition_2() -> Evidence:
    """An extended environment maps an agent and a play to a percept. An ordinary environment ignores the agent, and so
    embedded has the same interaction with every agent.
    """

    def failing(prompt: Prompt) -> Any:
        raise ValueError(prompt)

    def examples() -> Rows:
        one, two = history((0, 0)), history((0, 0), 1, (1, 0))
        embedded = embed(bandit((2, 4)))

        def adding(agent: Agent, play: Any) -> Percept:
            return Percept(agent(one) + agent(two), 0)

        yield "an answer that asks: 1 + 1", Percept(2, 0), respond(adding, lambda prompt: 1, two[:2])
        yield "an agent that does -1", NotAnAction, raised(respond, adding, lambda prompt: -1, two[:2])
        yield "a bandit of 2 and 4 asks nothing", Percept(4, 0), raised(embedded, failing, two[:2])
        yield "at first the bandit's (0, 0)", Percept(0, 0), raised(embedded, failing, ())

    def embedded_run(agent: Agent, environment: Environment, steps: int) -> History:
        return interaction(agent, embed(environment), steps)

    def asks_nobody(environment: Environment, agent: Agent, steps: int) -> tuple[Any, Any]:
        play = written_out(agent, environment, steps - 1)
        return environment(play), raised(embed(environment), failing, play)

    yield by_hand(examples, "an extended environment, asked")
    yield equal("the same interaction", written_out, embedded_run, agents, environments, up_to(4, full=5))
    yield every("an agent that fails is not asked", asks_nobody, environments, agents, up_to(4, full=5))
    yield mutants("""
        environments.environment:embed
            a turn behind: environment(play) → environment(play[:-2])
            pays what the agent would do besides: return environment(play)
                → percept = environment(play); return Percept(percept.reward + agent((percept,)), percept.observation)
    """)


# --- Rewinding an environment under one agent is not simulating the agent ---


@lemma(
    "A22-S1-backtrack",
    "rewinding the environment is not simulating the agent",
    "Section 1",
    "holds",
    witness="two states, 0 and 1, doing 0 and 1: sent over one transition that leads from 0 to 1, then rewound",
)
def rewinding_is_not_simulating() -> Evidence:
    """If only the environment is rewound and the agent is sent along a second path, an agent with memory may act
    differently from a fresh copy; a memoryless one does not.
    """
    seen = [Transition(0, action, reward, 0) for action, reward in product((0, 1), repeat=2)]

    def finite(states: int) -> Any:
        return lambda scope: finite_learners(states, observations=(0,), actions=(0, 1), transitions=seen)

    def paths(longest: int) -> list[Prompt]:
        each = ([Percept(0, 0), Percept(1, 0)], (0, 1))
        return [path for n in range(1, longest + 1) for path in all_prompts(*each, n)]

    def examples() -> Rows:
        alternating = FiniteLearner(
            (((0, 0),), ((0, 1),)),
            tuple(tuple((Transition(0, action, 0, 0), after) for action in (0, 1)) for after in (1, 0)),
        )
        path, walk, other = history((0, 0)), history((0, 0), 0, (0, 0)), history((0, 0), 1, (0, 0), 1, (0, 0))
        yield "untrained: 0", 0, simulated_action(alternating, path)
        yield "two states, 0 and 1: one transition is remembered", 1, backtracked_action(alternating, walk, path)
        yield "0 to 1 to 0, and one more on the second path: 1", 1, backtracked_action(alternating, other, walk)
        # It does what it is shown, so the last percept of a path, and not its first, decides.
        shown = FiniteLearner((((0, 0), (1, 1)),), (((Transition(0, 0, 0, 1), 0),),))
        yield "shown 0, then 1: 1", 1, backtracked_action(shown, path, history((0, 0), 0, (0, 1)))
        for both_ in ((walk[:2], path), (path, walk[:2])):
            yield "a play is not a path", MalformedHistory, raised(backtracked_action, alternating, *both_)

    def same(learner: Any, first: Prompt, path: Prompt) -> tuple[Any, Any]:
        return simulated_action(learner, path), backtracked_action(learner, first, path)

    length = kinds(
        lambda learner, first, path: "one percept at first" if len(first) == 1 else "more",
        "one percept at first",
        "more",
    )
    one_turn = among(
        "all pairs of paths of at most 2 percepts over 2 percepts x 2 actions", product(paths(2), repeat=2), many=True
    )
    said = "all pairs of paths of at most 3 percepts over 2 percepts x 2 actions"
    further = among(said, lambda scope: product(paths(scope.steps(quick=3, full=4)), repeat=2), many=True)
    one_state, two_states = (among(f"learners of {n} states", finite(n)) for n in (1, 2))
    yield by_hand(examples)
    yield every("memoryless learners", same, one_state, further, kinds=length)
    yield every("learners of 2 states, 0 and 1", same, two_states, one_turn).fails(
        "learners of 2 states, 0 and 1, FiniteLear… on (0,0)…: expected 0, got 1"
    )
    yield every("all learners", same, learners, one_turn).fails("all learners, … on (0,0)…: expected 0, got 1")
    yield mutants("""
        transforms.backtracking:backtracked_action
            the agent is rewound too: train(learner, first) → learner.initial
    """)


# --- The weighted average, and what the reality check does to it ---

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def with_reality_check(family: Any, agent: Agent, turns: int) -> tuple[Fraction, Fraction]:
    """Return the value of an agent over a family, and of its reality check."""
    return upsilon(agent, family, turns), upsilon(reality_check(agent), family, turns)


@definition(
    "A22-S2-upsilon",
    "weighted average over a family",
    "Section 2 after Definition 2",
    defects="Υ is over all environments with an algorithmic prior, and cannot be computed; the paper leaves open "
    "what the value in one environment is.",
    repair="a finite family with exact weights that add up to 1; the value is the average of the rewards that "
    "follow the first n actions",
    witness="over a bandit and ignore_rewards there is an agent, found by exhaustion, whose π_RC has another Υ'",
)
def finite_family() -> Evidence:
    """The value of an agent over a finite family of environments is the weighted average of its average rewards; a
    battery is the family with weights 1/n. Over ordinary environments π_RC has the same value as π.
    """
    two, bent = embed(bandit((0, 2))), embed(corridor(2))

    def one(prompt: Prompt) -> int:
        return 1

    def examples() -> Rows:
        family = Weighted(HALF, two), Weighted(QUARTER, bent), Weighted(QUARTER, deja_vu)
        ordinary, alone = equally_weighted((two, bent)), [Weighted(Fraction(1), deja_vu)]
        paid_at_first = [Weighted(HALF, lambda agent, play: two(agent, play)._replace(reward=4)), Weighted(HALF, bent)]
        agent = does_one_on(history((0, 0)), history((0, 0), 1, (0, 1)), history((0, 0), 1, (0, 0)))
        for why, value, who, of, turns in (
            (
                "bandit 2, 2, 2; corridor 0, 1, 1; déjà vu 1, 1, 1: 1 + 1/4 · 2/3 + 1/4",
                Fraction(17, 12),
                one,
                family,
                3,
            ),
            ("4 and 4; 0 and 1: 1/2 · 4 + 1/2 · 1/2", Fraction(9, 4), one, paid_at_first, 2),
            ("bandit 2, 0; corridor 0, 1: 1/2 · 1 + 1/2 · 1/2", Fraction(3, 4), agent, ordinary, 2),
            ("its reality check acts alike on its own", Fraction(3, 4), reality_check(agent), ordinary, 2),
            (
                "0 on (0,0) 1 (1,0), 1 on (0,0) 1 (0,0): (1 - 1) / 2",
                Fraction(0),
                agent,
                [Weighted(1, ignore_rewards)],
                2,
            ),
            ("one turn, 2 and 0: 1/2 · 2", Fraction(1), one, ordinary, 1),
            ("the weight 1: the average itself", Fraction(1), one, alone, 1),
        ):
            yield why, value, upsilon(who, of, turns)
        yield "two of them: 1/2 and 1/2", [HALF, HALF], [weight for weight, _ in ordinary]
        paying_4 = average_reward(one, lambda agent, play: Percept(2 if play else 4, 0), 1)
        yield "2 alone: the 4 at first follows no action", Fraction(2), paying_4
        yield "no battery", InvalidParameter, raised(equally_weighted, ())
        for weights in ((), (0, 1), (-1, 2), (1.0,), (True,), (HALF, 0.5), (HALF, QUARTER), (HALF,) * 3):
            wrong = [Weighted(weight, deja_vu) for weight in weights]  # type: ignore[arg-type]
            yield "weights are exact, above 0, 1 in all", InvalidParameter, raised(upsilon, one, wrong, 1)
        for wrong_turns in (0, -1, True, 1.0):
            yield "turns are an int from 1 on", InvalidParameter, raised(average_reward, one, deja_vu, wrong_turns)
            yield "so of a family", InvalidParameter, raised(upsilon, one, ordinary, wrong_turns)

    def ordinary_ones(agent: Agent, turns: int) -> tuple[Fraction, Fraction]:
        return with_reality_check(equally_weighted(map(embed, ORDINARY_ENVIRONMENTS.values())), agent, turns)

    def any_one(agent: Agent, environment: Environment, turns: int) -> tuple[Fraction, Fraction]:
        family = Weighted(Fraction(2, 3), embed(environment)), Weighted(Fraction(1, 3), bent)
        return with_reality_check(family, agent, turns)

    def an_extended_one(agent: Agent, turns: int) -> tuple[Fraction, Fraction]:
        return with_reality_check((Weighted(HALF, two), Weighted(HALF, ignore_rewards)), agent, turns)

    signs = Kinds(
        ("above 0", "0", "below 0"),
        lambda value: "0" if value == 0 else "above 0" if value > 0 else "below 0",
        of_what_should_be=True,
    )
    yield by_hand(examples)
    present = ", ".join(ORDINARY_ENVIRONMENTS)
    yield every(f"π_RC over {present}, equally weighted", ordinary_ones, agents, at(4, 5, "turns"), kinds=signs)
    name = "π_RC over any ordinary environment, 2/3, and a corridor, 1/3"
    two_percepts = evolve(environments, percepts=2, said=lambda scope: "all ordinary environments over 2 percepts")
    yield every(name, any_one, evolve(agents, percepts=2), two_percepts, at(3, 4, "turns"))
    yield every("π_RC over a bandit and ignore_rewards", an_extended_one, agents, up_to(3)).fails(
        "π_RC over a bandit and ignore_rewards, 3: expected Fraction(-1, 6), got Fraction(1, 6)"
    )
    yield mutants("""
        environments.weighted_average:average_reward
            totals, not averages: / turns → ∅
            the first reward counts, the last does not: percepts(run)[1:] → percepts(run)[:-1]
        environments.weighted_average:upsilon
            weights are not looked at: (weight * average_reward(
                → (Fraction(1, len(family)) * average_reward(
            the best environment alone:
                sum((weight * average_reward(agent, member, turns) for weight, member in family), Fraction(0))
                → max(average_reward(agent, member, turns) for _, member in family)
            weights need not add up to 1: if total != 1: → if False:
        environments.weighted_average:equally_weighted
            each of a battery weighs 1: Fraction(1, len(members)) → Fraction(1)
        transforms.reality_check:reality_check
            π_RC does the other action: return reality_checked → return lambda prompt: 1 - agent(prompt)
            π_RC is frozen from the start: return agent(prompt) return agent(prompt[:1]) → return agent(prompt[:1])
    """)


STATEMENTS = statements_in(globals())
