"""The reality check of an agent with chance: the meaning of "y_i = π_RC(...)" when π_RC draws.

Definition 7 compares a past action with the action of π_RC. If π_RC draws, that is an event with several readings.
"""

from collections.abc import Callable
from fractions import Fraction

from formal_rl.agents import Agent, ChanceAgent, Distribution, Kernel, law
from formal_rl.histories import Action, Prompt, require_prompt
from formal_rl.transforms.reality_check import reality_check

LEDGER = ("A22-chance-fresh-draws*",)


def reality_check_drawn(agent: ChanceAgent) -> ChanceAgent:
    """Return π_RC as the agent with chance that is the reality check of whichever agent is drawn.

    Then "y_i = π_RC(...)" is about the agent drawn. Drawn once a life, that is one agent; drawn at each question,
    π_RC compares its action with the action of another draw.

    Source: Alexander et al. 2022, Definition 7, draw by draw.
    Ledger: A22-chance-fresh-draws*
    """
    return lambda toss: reality_check(agent(toss))


def reality_check_anew(kernel: Kernel, transform: Callable[[Agent], Agent] = reality_check) -> Kernel:
    """Return the law of π_RC's action if π draws whenever Definition 7 mentions its action.

    Then "y_i = π_RC(...)" is the event that a fresh draw agrees, and each comparison within a comparison draws, too.
    ``transform`` is Definition 7, or a form of it.

    Source: Alexander et al. 2022, Definition 7, every π(...) a draw of its own.
    """
    return lambda prompt: law(lambda toss: transform(lambda asked: toss(kernel(asked)))(prompt))


def reality_check_anew_fold(kernel: Kernel) -> Kernel:
    """Return `reality_check_anew` by its formula, in one pass over the prompt.

    On x_1 y_1 ... x_n, π_RC is π with probability g, and otherwise draws π(⟨x_1⟩); g is the product, over all i < n, of
    the probability that π_RC does y_i on x_1 y_1 ... x_i. For draws are independent.

    Source: as `reality_check_anew`.
    """

    def checked(prompt: Prompt) -> Distribution[Action]:
        require_prompt(prompt)
        frozen = kernel(prompt[:1])
        genuine = Fraction(1)
        for end in range(1, len(prompt), 2):
            genuine *= _mixed(genuine, kernel(prompt[:end]), frozen).chance(prompt[end])
        return _mixed(genuine, kernel(prompt), frozen)

    return checked


def _mixed(chance: Fraction, one: Distribution[Action], other: Distribution[Action]) -> Distribution[Action]:
    if chance == 1 or one == other:
        return one
    mixed = {
        each: chance * one.chance(each) + (1 - chance) * other.chance(each) for each in (*one.chances, *other.chances)
    }
    return Distribution({each: its for each, its in mixed.items() if its > 0})


def reality_check_possible(kernel: Kernel) -> Kernel:
    """Return the law of π_RC's action if "y_i = π_RC(...)" means that π_RC could have done y_i.

    In this reading Theorem 10 holds for laws: every past action was possible, so π_RC does not freeze at it.

    Source: Alexander et al. 2022, Definition 7, repaired.
    """

    def checked(prompt: Prompt) -> Distribution[Action]:
        require_prompt(prompt)
        if all(checked(prompt[:end]).chance(prompt[end]) > 0 for end in range(1, len(prompt), 2)):
            return kernel(prompt)
        return kernel(prompt[:1])

    return checked
