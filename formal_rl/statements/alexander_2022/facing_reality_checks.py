"""Ignore rewards against π_RC, and an environment that punishes freezing."""

from typing import Any

from formal_rl.agents import LastRewardSignLearner, as_agent
from formal_rl.checking import agents, every, up_to
from formal_rl.checking.claims import Kinds, Rows, by_hand
from formal_rl.environments import ignore_rewards, interaction
from formal_rl.environments.examples.punish_freezing import punish_freezing
from formal_rl.histories import Percept, Prompt, history
from formal_rl.statements.alexander_2022.by_hand import does_one_on
from formal_rl.statements.entries import Evidence, example, lemma, mutants, statements_in
from formal_rl.transforms import reality_check

# --- Ignore rewards becomes "reward y_1, punish the rest" ---

NOT_YET, PAID, PUNISHED = "the premise does not hold", "y_n is y_1: paid", "y_n is another: punished"


@lemma(
    "A22-S5-trivialise",
    "ignore rewards becomes trivial for a reality check",
    "Section 5 (the example after Conjecture 9)",
    "holds (repaired)",
    defects="As printed, π_RC(x_1 y_1 ... x_n) = y_1, without primes, which contradicts Theorem 10 part 3: on its "
    "true history π_RC acts as π. That π's answers differ at some m < n, which the paper calls almost certain, is "
    "a premise here. The least m is the step of the first punishment.",
    repair="π_RC(x'_1 y_1 ... x'_n) = π_RC(⟨x'_1⟩) = y_1, for all n > m; x'_1 is x_1, since r_1 = 0",
    witness="π does 0, 0 and 1 on its true history and 1 on (0,0) 0 (0,0): m = 2, and y_3 = 1 is not y_1",
)
def trivialised() -> Evidence:
    """When π_RC faces ignore rewards, and π has once answered differently with the rewards erased, the environment
    pays for y_1 and punishes every other action from the next step on.
    """

    def erased(prompt: Any) -> Prompt:
        return tuple(Percept(0, each.observation) if isinstance(each, Percept) else each for each in prompt)

    def facing(agent: Any, n: int) -> tuple[Any, Any, int | None]:
        run = interaction(reality_check(agent), ignore_rewards, n, remember=False)
        prompts = ((m, run[: 2 * m - 1]) for m in range(1, n))  # m < n, so that a later action is there to judge
        return reality_check(agent), run, next((m for m, each in prompts if agent(each) != agent(erased(each))), None)

    def trivial(agent: Any, n: int) -> tuple[Any, Any]:
        checked, run, m = facing(agent, n)
        rewards = [percept.reward for percept in run[2::2]]
        punished = rewards.index(-1) + 1 if -1 in rewards else None
        if m is None:
            return (NOT_YET, None), (NOT_YET, punished)
        pay = 1 if run[-1] == run[1] else -1
        kind = PAID if pay == 1 else PUNISHED
        return (kind, m, run[1], pay), (kind, punished, checked(erased(run[:-1])), ignore_rewards(checked, run).reward)

    def as_printed(agent: Any, n: int) -> tuple[Any, Any]:
        _, run, m = facing(agent, n)
        return [m, run[1]], [m, run[1] if m is None else run[-1]]

    of_what = Kinds((NOT_YET, PAID, PUNISHED), lambda expected: expected[0], of_what_should_be=True)
    yield every("y_1 is paid and the rest is punished", trivial, agents, up_to(7, full=10), kinds=of_what)
    yield every("y_n is y_1 from m on", as_printed, agents, up_to(4)).fails(
        "y_n is y_1 from m on, 3: expected [2, 0], got [2, 1]"
    )
    yield mutants("""
        transforms.reality_check:reality_check
            π itself: return reality_checked → return agent
        environments.examples.ignore_rewards:without_rewards
            asked on the true history: map_rewards(lambda reward: 0, prompt_of(play)) → prompt_of(play)
    """)


# --- An environment that punishes freezing ---


@example(
    "A22-S6-antiRC",
    "an environment that punishes freezing",
    "Section 6",
    defects="The paper leaves open which sequences are tried, and what it means to seem frozen.",
    witness="an agent that follows the sign of its last reward gets 4 in five percepts, and its reality check -4",
)
def freezing() -> Evidence:
    """The agent is punished if, after an action that it would not have taken, it repeats its first action on each of
    two percepts. Here π_RC is punished at every step, and π never gets less than π_RC.
    """

    def total(agent: Any, percepts: int) -> Any:
        return sum(percept.reward for percept in interaction(agent, punish_freezing, percepts)[::2])

    def examples() -> Rows:
        sign = as_agent(LastRewardSignLearner())
        did_0, then_0 = history((0, 0), 0), history((0, 0), 1, (1, 0), 0)
        wary = does_one_on(history((0, 0), 1, (-1, 0)), (*then_0, Percept(1, 0)), (*then_0, Percept(-1, 0)))
        for why, reward, agent, play in (
            ("it does 0 at first; 1 on (0,0) 1 (1,0), 0 on (0,0) 1 (-1,0): not frozen, 1", 1, sign, did_0),
            ("1 is not its own action: on the 2 percepts it is frozen to 0: -1", -1, reality_check(sign), did_0),
            ("on (0,0) 1 (1,0) it does 0 as at first, on (0,0) 1 (-1,0) 1: not frozen", 1, wary, did_0),
            ("on (0,0) 1 (1,0) it does 0; on that and 1 it does 0 on both: -1", -1, wary, then_0),
        ):
            yield why, Percept(reward, 0), punish_freezing(agent, play)
        both = total(sign, 5), total(reality_check(sign), 5)
        yield "five percepts, what follows the sign gets 4, and its reality check -4", (4, -4), both

    def never_less(agent: Any, percepts: int) -> tuple[Any, Any]:
        checked, plain = total(reality_check(agent), percepts), total(agent, percepts)
        return (True, 1 - percepts), (plain >= checked, checked)

    name = "π_RC is punished at every step, and π never gets less"
    yield by_hand(examples)
    yield every(name, never_less, agents, up_to(4, full=5))
    yield mutants("""
        environments.examples.punish_freezing:punish_freezing
            one percept only: impossible_prompts(agent, play)) → impossible_prompts(agent, play)[:1])
            freezing is paid: -1 if frozen else 1 → 1 if frozen else -1
        transforms.reality_check:reality_check
            π in place of π_RC: return reality_checked → return agent
    """)


STATEMENTS = statements_in(globals())
