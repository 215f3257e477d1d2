"""The examples as a family: their form, their scheme, and what makes them extended."""

from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import agents, among, every, plays
from formal_rl.checking.claims import Rows, by_hand, meets, raised
from formal_rl.checking.domains import with_actions
from formal_rl.environments import TableAgent, mimic, respond
from formal_rl.environments.mimic import mimic_showing
from formal_rl.errors import AgentRaised
from formal_rl.histories import Percept, Play, Prompt, history
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2021.shapes import usual
from formal_rl.statements.entries import Evidence, claim, definition, lemma, mutants, statements_in
from formal_rl.statements.library import DOCUMENTED_ENVIRONMENTS, EVERY_ENVIRONMENT, SECTION_3_EXAMPLES

EVERYWHERE = among("every environment of the package", EVERY_ENVIRONMENT), plays(2, full=3)

EXAMPLES_TO_11 = {**SECTION_3_EXAMPLES, "incentivize_zero": DOCUMENTED_ENVIRONMENTS["incentivize_zero"]}


@claim(
    "A21-S3-form",
    "the examples of Section 3 pay 1 or -1 and show 0",
    "Section 3",
    "refuted",
    defects="Every example answers the empty play with (0, 0), so none of them is a handicap as Definition 12 "
    "is printed.",
    repair="from the second percept on",
    witness="e(T, ⟨⟩) = (0, 0), for every T",
)
def plus_or_minus_one() -> Evidence:
    """Each environment of Section 3 always pays a reward of 1 or -1 and shows observation 0."""

    def one(agent: Agent, play: Play, name: str) -> tuple[str, Any]:
        percept = EXAMPLES_TO_11[name](agent, play)
        return meets(percept.reward in {1, -1} and percept.observation == 0, "(1, 0) or (-1, 0)", percept)

    names = among(", ".join(EXAMPLES_TO_11), EXAMPLES_TO_11)
    yield every("from the second percept on", one, agents, plays(3, full=4, least=1), names)
    on = "by the letter, ignore_rewards: expected '(1, 0) or (-1, 0)', got Percept(0, 0)"
    yield every("by the letter", one, agents, plays(3, full=4), names).fails(on)
    yield mutants("""
        environments.mimic:mimic
            an environment that pays 0 for acting differently: return differed → return differed._replace(reward=0)
    """)


@definition("A21-S3-mimic", "the scheme: act as on another history", "Section 3")
def scheme() -> Evidence:
    """Examples 6, 8, 9 and 10 of 2021 and 3 and 5 of 2022 are one scheme: pay 1 if the action is what the agent does on
    φ(play), a hypothetical prompt, and -1 otherwise; (0, 0) at first. Each example is its φ.
    """

    def examples() -> Rows:
        last: Any = lambda play: play[-2:-1]  # noqa: E731
        prompt = history((0, 0), 1, (5, 0))
        imitator = TableAgent({history((5, 0)): 1, prompt: 0})
        showing = mimic_showing(last, lambda play: 10 + len(play))
        for why, percept, environment, play in (
            ("T((5,0)) = 1, not T's answer: paid", (1, 0), mimic(last), (*prompt, 1)),
            ("0, and 10 + 0", (0, 10), showing, ()),
            ("-1, and 14", (-1, 14), showing, (*prompt, 0)),
            ("another observation: (1, 7)", (1, 7), mimic(last, observation=7), (*prompt, 1)),
            ("another first percept, as given", (1, 3), mimic(last, initial=Percept(1, 3)), ()),
        ):
            yield why, Percept(*percept), environment(imitator, play)

    built = {name: mimic(letter.hypothetical) for name, letter in LETTERS.items()}

    def printed(agent: Agent, play: Play, name: str) -> tuple[Percept, Percept]:
        return LETTERS[name].environment(agent, play), built[name](agent, play)

    yield by_hand(examples)
    yield every("as written out", printed, agents, plays(3, full=4), among("each example", LETTERS))
    yield mutants("""
        environments.mimic:mimic
            asked on the true prompt: agent(hypothetical(play)) → agent(hypothetical and play[:-1])
            0 for acting differently: Percept(-1, observation) → Percept(0, observation)
    """)


@lemma(
    "A21-S3-nonhalting",
    "if the agent fails on the counterfactual, so does the environment",
    "Example 6 (the caveat)",
    "holds",
    defects="The paper speaks of not halting; a computation that does not end is represented by one that raises.",
)
def failure_passes_through() -> Evidence:
    """If the agent fails on a question of the environment, the environment fails in the same way and gives no
    reward.
    """

    def likewise(agent: Agent, name: str, play: Play) -> tuple[Any, Any]:
        failures = []

        def failing(prompt: Prompt) -> Any:
            """Raise in place of 2."""
            if agent(prompt) == 2:
                failures.append(prompt)
                raise ArithmeticError("the computation does not end")
            return agent(prompt)

        got = raised(respond, EVERY_ENVIRONMENT[name], failing, play)
        return (bool(failures), True), (got is AgentRaised, got is AgentRaised or isinstance(got, Percept))

    yield usual(every("each answer 0, 1, or an exception: likewise", likewise, with_actions(3), *EVERYWHERE))
    yield mutants("""
        environments.mimic:mimic
            failures count as acting differently: if play[-1] == agent(hypothetical(play)): → try: same = play[-1]
                == agent(hypothetical(play))⏎        except Exception: same = False⏎        if same:
    """)


@lemma(
    "A21-L7",
    "the examples are extended environments",
    "Lemma 7",
    "holds",
    defects="The paper's proof, case 2, writes e(T, t) where it means e(T, s), and Definition 6 where it means "
    "Example 6.",
)
def total_and_typed() -> Evidence:
    """Each example halts on every agent and every play, and outputs a reward and an observation."""

    def answers(agent: Agent, name: str, play: Play) -> tuple[str, Any]:
        got = raised(respond, EVERY_ENVIRONMENT[name], agent, play)
        return meets(isinstance(got, Percept), "a percept", got)

    yield every("total and typed", answers, agents, *EVERYWHERE)
    yield mutants("""
        environments.mimic:mimic
            rewards as floats: return agreed → return agreed._replace(reward=float(agreed.reward))
            nothing at first: return first → return first and None
    """)


STATEMENTS = statements_in(globals())
