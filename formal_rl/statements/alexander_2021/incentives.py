"""Section 3: the incentive to incentivize."""

from formal_rl.statements.alexander_2022 import library_roles
from formal_rl.statements.entries import Evidence, example, mutants, statements_in


@example(
    "A21-E11",
    "incentive to incentivize",
    "Example 11",
    defects="In the example's story the agent sees what the copy types; its definition shows 0. The published "
    "code follows the story. The functional code gives the copy its first reward before the copy has acted.",
    witness="published: the first observation is 1 where π(⟨x_1⟩) = 1, and the example shows 0; functional: on "
    "(0,0) 0 an agent that does 0 on (0,0) and 1 on (0,0) 0 (0,0) is paid 1, and the example gives -1",
)
def incentive() -> Evidence:
    """A copy of the agent is rewarded by the agent: it first meets (0, 0), then (a_0, 0), (a_1, 0), ... for the agent's
    actions a_i, and acts on its own. The agent is paid 1 if the copy now does 0, and -1 if not, and always shown 0.
    """
    yield from library_roles.incentive_to_incentivize()
    yield mutants("""
        environments.library.incentivize_zero:incentivize_zero
            the copy's first percept carries a reward: (0, *actions(play)) → actions(play)
            the agent itself is to do 0: _paid_for_zero(agent, (0, *actions(play)))
                → Percept(1 if play[-1] == 0 else -1, 0)
        environments.library.incentivize_zero:_paid_for_zero
            the copy is taken to do what the agent did: copy[-1] == 0
                → agent(sum(((action, Percept(action, 0)) for action in rewards[1:]), (Percept(rewards[0], 0),))) == 0
            what the copy does is shown: else -1, 0) → else -1, copy[-1])
        environments.library.incentivize_zero:IncentivizeZeroIncremental
            the copy trained on the agent's action: answer, state = state.act_on(learner, Percept(action, 0))
                → state = SimulatedCopy(learner.learn(state.state, Transition(0, action, action, 0)));
                answer = learner.act(state.state, 0)
    """)


STATEMENTS = statements_in(globals())
