"""The environments that ask about histories that the reality check did not make, and go on with them."""

from itertools import pairwise
from typing import Any

from formal_rl.checking import agents, among, every
from formal_rl.checking.claims import Kinds
from formal_rl.histories import Play, Prompt
from formal_rl.statements.alexander_2022.own_pasts import FORMS
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.library import DISTINCT_ENVIRONMENTS
from formal_rl.transforms import reality_check_alternate

OWN = "asks only about histories whose actions are π_RC's own"
FOR_GOOD = "once it asks about another history it goes on with that one, and is answered y_1"
TO_ANOTHER = "the same, but what it is answered is the action on another first percept"
COMES_BACK = "asks about other histories, and later about its own again"

MEETS = {
    FOR_GOOD: (
        *("after_images", "censored_observation", "delayed_rewards", "flip_every_other", "ignore_actions"),
        *("ignore_observations", "ignore_rewards", "ignore_rewards_2", "nth_reward_multiplied_by_n", "repeater"),
        "shifted_rewards",
    ),
    TO_ANOTHER: ("false_memories",),
    COMES_BACK: ("backward_consciousness", "deja_vu", "limited_memory"),
}
"""The kind of each named environment that asks about other pasts than its own, as decided."""


@claim(
    "A22-trivialise-all",
    "where environments come to meet a frozen reality check",
    "Section 5 (the example after Conjecture 9); that it holds of others is ours",
    "holds",
    evidence="exhaustive: all agents of 2 actions in each of the 15 to horizon 5 (limited memory 8), by ρ (equal "
    "by A22-T10.1). That π_RC answers alike for good follows at every horizon, since what begins with a history "
    "that is not its own is not its own",
    witness="false memories that begin with (1,0): once they are not its own, π_RC answers π((1,0)), whatever y_1 is",
)
def every_environment_met() -> Evidence:
    """Of the 15 named environments that ask about histories that π_RC did not make (A22-gain-zero), 11 only ask about
    continuations of the first such history once they have asked about it, to horizon 5. π_RC answers y_1, and they pay
    1 for y_1 and -1 for any other action. False memories do so too, with another fixed action than y_1. The other
    three come back to histories that π_RC made.
    """

    def shows(agent: Any, name: str, kind: str) -> tuple[Any, Any]:
        def is_own(prompt: Prompt) -> bool:
            return all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2))

        checked, met = reality_check_alternate(agent), []
        run: Play = ()
        for _ in range(9 if name == "limited_memory" else 6):  # it first forgets after 5 turns
            asked: dict[Prompt, Any] = {}

            def spied(prompt: Prompt, asked: dict[Prompt, Any] = asked) -> Any:
                return asked.setdefault(prompt, checked(prompt))

            prompt = (*run, DISTINCT_ENVIRONMENTS[name](spied, run))
            met.append([(each, is_own(each), answer) for each, answer in asked.items()])
            run = (*prompt, checked(prompt))
        left = next((n for n, asked in enumerate(met) if not all(own for _, own, _ in asked)), len(met))
        since = [each for asked in met[left:] for each in asked]
        given = {answer for _, _, answer in since}
        if not since:
            shown = OWN
        elif any(own for _, own, _ in since):
            shown = COMES_BACK
        else:
            shown = FOR_GOOD if given == {run[1]} else TO_ANOTHER
        goes_on = all(later[: len(prompt)] == prompt for (prompt, *_), (later, *_) in pairwise(since))
        paid = all(run[2 * n].reward == (1 if run[2 * n - 1] in given else -1) for n in range(max(left, 1), len(met)))
        trivial = kind == COMES_BACK or (goes_on and paid and len(given) < 2)
        right = shown in {OWN, FOR_GOOD} or (shown == TO_ANOTHER and kind != FOR_GOOD)
        return (shown if right else "left for good", True), (shown, trivial)

    for kind, names in MEETS.items():
        for name in names:
            where = among(f"horizon 5 (limited memory 8), 2 actions, ρ by A22-T10.1: {kind}", [(name, kind)], many=True)
            kinds_of = Kinds((kind,), lambda expected: expected[0], of_what_should_be=True)
            decided = every(name, shows, agents, where, kinds=kinds_of)
            fails = f"{name}, …: expected ('left for good', True), got ('{COMES_BACK}', …)"
            yield decided.fails(fails) if kind == COMES_BACK else decided
    others, back = sum(map(len, MEETS.values())), len(MEETS[COMES_BACK])
    said = f"{len(DISTINCT_ENVIRONMENTS)}: {len(FORMS)} ask about own pasts only, {others} do not, {back} come back"
    listed = sorted([*FORMS, *(name for names in MEETS.values() for name in names)])
    yield every("each, once", lambda all_of_them: (sorted(all_of_them), listed), among(said, [DISTINCT_ENVIRONMENTS]))
    yield mutants("""
        transforms.reality_check:reality_check_alternate
            π itself: return rho → return agent
        :MEETS
            déjà vu is left for good: FOR_GOOD: ( → FOR_GOOD: ("deja_vu",
            false memories answer y_1: FOR_GOOD: ( → FOR_GOOD: ("false_memories",
    """)


STATEMENTS = statements_in(globals())
