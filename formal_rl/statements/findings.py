"""What the findings of the ledger say, each in one sentence, and what they do not mean.

They stand here together, so that they can be read and weighed side by side; ``formal-rl statements --findings`` shows
the most important first, each with a picture.
"""

from collections.abc import Mapping
from typing import NamedTuple

from attrs import frozen

from formal_rl.statements.merged import MERGED, RETIRED


@frozen
class Finding:
    """A finding in one sentence, and what somebody might take it to mean, and why it does not mean that."""

    sentence: str
    not_meant: str = ""

    @property
    def caution(self) -> str:
        """What it does not mean, as a sentence; empty where the paper only leaves something open."""
        return f"It does not mean that {self.not_meant}." if self.not_meant else ""


_ROWS: Mapping[str, Finding] = {
    "A21-D3-actions": Finding(
        "An environment that simulates the agent can tell it from its twin that infers its own past actions.",
        "the paper's remark is wrong: both have the same interaction where the environment is given the original agent",
    ),
    "A21-S3-form": Finding(
        "No example of Section 3 always pays 1 or -1: each answers the empty play with (0, 0).",
        "a later reward is anything else: from the second percept on the sentence holds",
    ),
    "A21-L7": Finding(
        "The printed proof of Lemma 7 has two misprints: e(T, t) for e(T, s), and Definition 6 for Example 6.",
        "the lemma is in doubt: it holds",
    ),
    "A21-E10": Finding(
        "The published code of 2022 pays 0 for the first action in déjà vu, where the definition pays 1 or -1.",
        "later rewards differ, or that the code of 2021 departs: from the second action on, all agree",
    ),
    "A21-E11": Finding(
        "Example 11 shows 0 by its definition and what the copy types by its story; the code of 2022 follows the "
        "story.",
        "the story is the mistake: the paper says both, and we follow the definition",
    ),
    "A21-D12-handicap": Finding(
        "As printed, no example of Section 3 is a handicap, since each pays 0 at first.",
        "the examples cannot serve as handicaps: it is enough to let each begin with (1, 0)",
    ),
    "A21-D12-compose": Finding(
        "Definition 12 does not say what e * h is if h pays 0, as every example of Section 3 does at first.",
        "the repair changes anything that is printed: where h pays 1 or -1, the two agree",
    ),
    "A21-D12-laws": Finding(
        "On a play of e * h, e is asked about punishments that it never gave; and a second handicap needs an e * h "
        "for an e that is not merciful.",
        "the other laws need a repair: e * h shows what a merciful e shows, pays at most what it pays, and is e if h "
        "never punishes",
    ),
    "A21-E13": Finding(
        "A best agent that knows the environment need not be punished by ignore rewards, false memories of a "
        "punishment or backward consciousness.",
        "Example 13 is lost: with the repaired e * h each listed handicap has an environment, or two at once, in "
        "which every best agent accepts a penalty",
    ),
    "A21-E14": Finding(
        "Example 14 does not code rational rewards, asks the game about percepts that it never gave, and asks the "
        "agent on what is not a prompt.",
        "the self-insert cannot be defined: decoded, its screen always shows the game, and the printed form agrees "
        "where the game looks at actions alone",
    ),
    "A21-E18": Finding(
        "Example 18 does not say how plays are coded as observations; with places in the enumeration as codes, no "
        "agent is paid for its first action.",
        "the example cannot be mended: with other numbers an agent that asks itself is paid every time",
    ),
    "A21-E15-body": Finding(
        "As printed, the agent never sees the body in the mirror, and how an answer is computed is not a property of "
        "a function.",
        "the environment cannot be defined: here the agent is a program that says what it costs",
    ),
    "A21-E16": Finding(
        "Example 16 stipulates that two pictures determine a 3-D model, and does not say in which games they do: one "
        "eye may see what the other does not.",
        "the environment cannot be defined: ours has blocks of different names and a model of what both eyes see",
    ),
    "A21-S7": Finding(
        "As printed, no member of the battery is defined at the start, since the examples of Section 3 pay 0 there.",
        "the battery cannot be run: with the repaired e * h it is defined over every ordinary environment",
    ),
    "A22-S1-backtrack": Finding(
        "If only the environment is rewound, an agent with memory may act differently from a fresh copy.",
        "every agent with memory does so, or that a memoryless agent ever does",
    ),
    "A22-E4-value": Finding(
        "With observations fixed, as in the definition, never pushing is not best: some agent earns 1 on every turn.",
        "the paper's advice is wrong: over independent draws that the agent does not know, no agent does better in "
        "expectation",
    ),
    "A22-E5": Finding(
        "The published code of reverse history pays 0 for the first action, and gives each reversed action the reward "
        "that followed it.",
        "the functional code of 2021 departs: it is as defined",
    ),
    "A22-S34-adversarial": Finding(
        "In the functional code each choice of the copy is compared with the agent's next choice, and its last "
        "observation is always 0.",
        "the published code of 2022 does so: it agrees with the definition",
    ),
    "A22-S4": Finding(
        "The practical form carries no first reward, so an agent that depends on that reward has no practical form.",
        "the practical form departs for learners: for every learner it is the definition",
    ),
    "A22-S4-reverse": Finding(
        "If actions recur with their rewards, reverse history can use earlier work again; the paper says that it "
        "never can.",
        "retraining can be avoided in general: if the newest action is new, every call is",
    ),
    "A22-S4-newcomb": Finding(
        "The paper does not say what is predicted at the start; on histories, ignore rewards and reverse history are "
        "not Newcomb-like.",
        "ours is the only way to carry them over: it is deterministic, and predicts nothing at the start",
    ),
    "A22-D6": Finding(
        "Definition 6 does not say that asking is not training; asking changes the published reality check, so it is "
        "not semi-deterministic.",
        "a class that our search does not refute is semi-deterministic: programs of bounded length can only refute it",
    ),
    "A22-D7": Finding(
        "The published reality check is not Definition 7: it freezes to the first action it computes that is not 0, "
        "and asking changes it.",
        "Definition 7 or Theorem 10 is wrong: the theorem holds for the definition (A22-T10.1 to A22-T10.4)",
    ),
    "A22-T10.1": Finding(
        "The paper takes finite sets of actions and observations; the proof of Theorem 10 needs neither, since it "
        "compares actions and uses nothing else of them.",
        "every form of the reality check is so simple: the memoised one and the published one also compare percepts",
    ),
    "A22-trivialise-all": Finding(
        "Of the 26 named environments, 11 become trivial for π_RC once they ask about a history that it did not make: "
        "they pay y_1 and punish the rest. False memories pay another fixed action.",
        "π_RC gains from it: from then on y_1 is paid, which π_RC, acting as π, need not do",
    ),
    "A22-chance-fresh-draws": Finding(
        "An agent that draws anew whenever it is asked has a reality check that freezes in reality; all four parts of "
        "Theorem 10 fail, unless y_i = π_RC(...) means that π_RC could have done y_i. Drawn once a life, "
        "semi-determinism suffices, and is more than part 3 needs.",
        "the paper claims more: it asks for semi-deterministic agents, and its Definition 7 is of deterministic ones",
    ),
    "A22-S5-class": Finding(
        "The text does not say which first action the reality check of a class freezes to; the first that was asked "
        "for gives neither Definition 7 nor a semi-deterministic class.",
        "the construction fails: with the action on the first training's observation it is both",
    ),
    "A22-S5-trivialise": Finding(
        "The printed equation lacks its primes, and so contradicts Theorem 10 part 3.",
        "the example fails: with primes it holds, once π has answered differently with the rewards erased",
    ),
    "A22-S6-agents": Finding(
        "In the published code ε = 0.9 is the probability of exploiting, not of exploring; the paper does not say how "
        "ties are broken.",
        "the published Q explores with probability 0.9: it explores if a draw is above 0.9",
    ),
    "A22-S6-opposite": Finding(
        "The opposite of an environment has two readings: if it is asked about its own plays, an agent that ignores "
        "rewards need not score 0 over both.",
        "the authors' sentence is false: in the reading of their library it holds",
    ),
    "A22-joysticks": Finding(
        "Two joysticks are not a handicap with ignore rewards: the move may depend on rewards, and only the joystick "
        "may not.",
        "no handicap is like it: in a merciful game that looks at the moves alone it is e * h for the h that compares "
        "joysticks",
    ),
    "A22-Tab1": Finding(
        "The numbers after ± in Table 1, called StdErr, are the population's standard deviation divided by 5; the "
        "standard error of the mean is 2.50 times as large.",
        "a mean in the table is wrong: each follows from the published totals to its last digit",
    ),
    "A22-Tab3": Finding(
        "The numbers after ± in Table 3, called StdErr, are the sample's standard deviation divided by 5; the "
        "standard error of the mean is 2.24 times as large.",
        "a mean in the table is wrong: each follows from the published totals to its last digit",
    ),
    "A22-D8": Finding(
        "Definition 8 is about designers, not functions: of an agent and its reality check, which perform alike in "
        "every ordinary environment, only one need be a good classic agent.",
        "the definition is wrong: it is informal, and the ledger leaves it open",
    ),
    "A22-C9": Finding(
        "Conjecture 9 has no exact form; in measurements the reality check of Q gains only in the opposites, and how "
        "they are read decides how much. Reweighted, it gains if the published opposites, evenly, have more than "
        "0.3473 of the weight.",
        "the conjecture is refuted or confirmed: 25 environments and their opposites are not all there are",
    ),
    "A22-gain-zero": Finding(
        "Eleven of the 26 environments ask an agent only about histories that it could have produced; there the "
        "reality check changes nothing, whoever the agent is.",
        "it helps everybody elsewhere: in each of the other fifteen it helps some agents and harms others",
    ),
    "A22-gain-mean": Finding(
        "An agent drawn at random gains nothing on average from its reality check in 19 of the 26 environments, and to "
        "a few actions in 6 more: what becomes of Conjecture 9 depends on which agents are good classic ones.",
        "the conjecture is refuted: a good classic agent is not one drawn at random",
    ),
    "A22-gain-repeater": Finding(
        "In Repeater the reality check loses 4/9 on average in the long run, since the answer to which it is frozen "
        "is bound to the action that is paid.",
        "every agent loses there: with 4 actions 15/64 of them gain",
    ),
    "R-measure": Finding(
        "The library's measure is not well defined for its random agent as documented, which is not "
        "semi-deterministic.",
        "the measure is ill-defined for semi-deterministic agents",
    ),
    "A22-lib": Finding(
        "The published library departs from the papers, from its documentation and from its own version of a year "
        "before.",
        "a definition of the papers is wrong: it is the code that departs from the definition",
    ),
    "T24-DA1": Finding(
        "Definition A.1 allows cyclic preferences, and as printed a policy of full support prefers nothing.",
        "trained policies have cyclic preferences: as printed they have none",
    ),
    "T24-POST": Finding(
        "If a chosen outcome is read as preferred to one never chosen, every policy in a world of two lengths "
        "violates POST.",
        "no agent satisfies POST: this is one way of reading a choice from many outcomes as choices between two",
    ),
    "T24-DB-equivalence": Finding(
        "The paper calls transitive and sensitive indifference equivalent, but neither implies the other.",
        "they come apart for orderly preferences: preorders have both, and complete relations with transitive "
        "preference both or neither",
    ),
    "T24-DB-equivalence-gaps": Finding(
        "Preferential gaps can fail to be transitive when there is nothing to sweeten or to sour.",
        "the other direction fails, too: gaps that are insensitive somewhere are not transitive",
    ),
    "T24-DB-argument": Finding(
        "Transitive indifference makes one of the two lacks of preference in the argument a gap, not both.",
        "POST allows complete preferences: over two lengths or more, with transitive indifference, they are incomplete",
    ),
    "T24-noutility": Finding(
        "POST excludes a real-valued utility only over at least two lengths; no assumption about indifference is "
        "needed.",
        "no utility fits at all: unless preferences are cyclic, some utility is greater for what is preferred, though "
        "not only there",
    ),
    "T24-m": Finding(
        "Without a clock, one policy may be unable to collect the greatest coins of two lengths.",
        "the greatest coins of a length are ill-defined: one length at a time, a policy without a clock collects them",
    ),
    "T24-eqs": Finding(
        "Equation (9), as we reconstruct it, has the wrong sign: each equalising step but the first lowers the return "
        "of later mini-episodes.",
        "the paper prints (9) as we have it: its formulas are reconstructed; (1) to (8), as reconstructed, hold",
    ),
    "T24-LD2": Finding(
        "Making two lengths equally likely can lower the expected return: with λ = 1/4 and two lengths it does for 7 "
        "mini-episodes.",
        "it does so for few mini-episodes: the lemma holds for N <= 4 / ((1 - λ) s), where s is the probability of "
        "the two",
    ),
    "T24-T5.1": Finding(
        "An optimal DREST policy need not be NEUTRAL: with two lengths it is not at λ = 1/4 and N = 7, nor at λ = "
        "9/10 and N = 64, the main setting of the published version.",
        "trained DREST agents are not NEUTRAL: credit for a choice's own mini-episode leads to uniform for every N, "
        "and up to N* the theorem holds if some policy is both USEFUL and NEUTRAL",
    ),
    "T24-maximiser": Finding(
        "A policy of greatest return exists, but in the paper's worlds, as we reconstruct them, none does among "
        "softmax policies, which the paper trains.",
        "training cannot come near the greatest return: softmax policies approach it as closely as one likes",
    ),
    "T24-T5.1-useful": Finding(
        "An optimal DREST policy without a clock need not be maximally USEFUL, since it may not be able to choose "
        "lengths as it likes and collect the most.",
        "this happens in the paper's worlds: in all of them, as we reconstruct them, each distribution over lengths "
        "goes with USEFULNESS 1",
    ),
    "T24-T5.1-readings": Finding(
        "Theorem 5.1 fails for large N in other readings, too, such as a mean instead of the sum over mini-episodes.",
        "it fails in all readings: with weights that do not increase, or with credit for a choice's own mini-episode "
        "alone, only uniform is left for every N",
    ),
    "T24-threshold": Finding(
        "For each λ and number of lengths, uniform is the only best distribution exactly up to a threshold N*, which "
        "is 58 at λ = 9/10 and two lengths.",
        "uniform is far from best just beyond N*: there the best distribution returns little more",
    ),
    "T24-Nloc": Finding(
        "Up to how many mini-episodes uniform is locally best is known in closed form to within one integer: for two "
        "lengths, where it is N*, about 6/(1 - λ) - 11/8.",
        "it is N* for three lengths or more: there another distribution is better before",
    ),
    "T24-U-alone": Finding(
        "Theorem 5.1 fails for large N as soon as one policy is both maximally USEFUL and maximally NEUTRAL.",
        "this is so between N* and N_loc: in a world of four lengths the theorem holds for such an N, though another "
        "distribution would return more if a policy could attain it",
    ),
    "T24-equilibrium": Finding(
        "If each choice is credited with the return of its own mini-episode, uniform is the only equilibrium for "
        "every N; the paper does not say how choices are credited.",
        "uniform maximises the expected return for every N: beyond N* it does not",
    ),
    "T24-repair": Finding(
        "Without the weight that grows with the mini-episode, uniform is the only best distribution for every N.",
        "all of this is new, or free: that uniform is a maximiser was reported before, in Lean, and rewards fall to "
        "about λ^(N/k)",
    ),
    "T24-reinforce": Finding(
        "The paper does not say which returns a move is credited with; credit for the meta-episode leads away from "
        "NEUTRAL for N = 64.",
        "we know which credit the authors used, or that we trained in their layout: ours is reconstructed",
    ),
    "T24-mean-dynamics": Finding(
        "On average, training that credits each choice with the return of its own mini-episode leads from anywhere to "
        "uniform lengths, for every N.",
        "every run ends at uniform: with lopsided rewards some of our runs end with one length",
    ),
    "T24-greedy": Finding(
        "No deterministic policy is greedy for its own returns: it chooses one length, and its returns say to choose "
        "another.",
        "no method that estimates values can be NEUTRAL: one that draws actions by their values, or splits exact "
        "ties, can",
    ),
    "T24-default": Finding(
        "Default agents press with probability near 1, not 1, since a softmax policy has full support.",
        "the claim is checked in the paper's own layout: ours is reconstructed",
    ),
    "T24-tax": Finding(
        "In the example world DREST agents become USEFUL almost as soon as default agents, but in three of our ten "
        "worlds they end below 0.95.",
        "DREST agents are useless there: they end somewhat below 0.95, and all our layouts are reconstructed",
    ),
    "T24-main-result": Finding(
        "Agents trained to the end are more USEFUL than the paper's figures, and default agents are less NEUTRAL.",
        "the figures are wrong: they may be means over training, in another layout than ours",
    ),
    "T24-lopsided": Finding(
        "How lopsided rewards may be before NEUTRALITY falls depends on N, which the section does not give: up to Cx "
        "= 13.5 with 64 mini-episodes, 3.6 with 32.",
        "it holds with every seed: at Cx = 10 some of our runs end with one length, in a layout that is reconstructed",
    ),
    "T24-lopsided-lambda": Finding(
        "A lower λ widens the range of lopsided rewards, and lowers the threshold N* of Theorem 5.1 at the same time.",
        "a lower λ is always better: with 64 mini-episodes and λ = 4/5, training overflows or ends in a deterministic "
        "policy",
    ),
    "T24-estimated-m": Finding(
        "An m that is wrong by a few percent moves the fixed point of training little, and the less the more "
        "mini-episodes there are.",
        "trained agents were compared with this shift: they were with the fixed points of lopsided rewards",
    ),
    "T24-C3": Finding(
        "With γ = 19/20 some default agents learn to collect C3, which the paper says none does; with γ = 9/10 its "
        "sentences hold.",
        "the paper's agents did so: our text lacks the γ of its Appendix C, and our layout is reconstructed",
    ),
    "T24-C5": Finding(
        "In our layout DREST agents around the corner are NEUTRAL, but most collect the nearer C1 in the long "
        "trajectory; the paper says C2.",
        "the optimum differs: it is Short-C1 and Long-C2, as the paper says; and the layout is reconstructed",
    ),
    "T24-C-all": Finding(
        "No single γ makes all sentences of Appendix C true on our layouts; those about six of its eight worlds are "
        "reproduced with 0.95.",
        "the paper's agents had several: our text lacks its γ, its layouts may differ, and 9/10 suits all but Around "
        "The Corner",
    ),
    "W19-cells": Finding(
        "The parents' colours need not have a majority: 336 of 512 triples of parents have three different colours.",
        "the published game is ambiguous: its code decides each case",
    ),
    "W19-reward": Finding(
        "The paper's words and the published table differ on what a cell is worth: a grey dot on a red goal is 0 in "
        "words and -3 by the table.",
        "they differ everywhere: off goals and on white goals they agree on cells that are not frozen",
    ),
    "W19-penalty": Finding(
        "Footnote 12, taken event by event, does not charge what the body says, since cells may change while the "
        "agent comes or goes.",
        "the two cannot be reconciled: charged as a difference, it adds up to λ for each cell that deviates at the end",
    ),
    "W19-penalty-goals": Finding(
        "Penalising goals, too, is more than a rescaling: with λ = 4 it can be best to leave a goal empty that it is "
        "best to fill if goals are excepted.",
        "it is never a rescaling: it is one if each step pays w for each of the goals' cells that comes to deviate, "
        "and nothing else, and λ is below w",
    ),
    "W19-penalty-optimal": Finding(
        "By footnote 12 as printed, destroying a spawner is optimal only where it makes more than about one cell; "
        "where deviating cells are counted at each time it is optimal in each of these rooms.",
        "so it is in every room: where the agent can hold the spawner by its presence, it may leave it alone",
    ),
    "W19-penalty-weight": Finding(
        "Which weight of the penalty makes an agent destroy a spawner, stand still, or walk away has exact "
        "breakpoints on tiny levels.",
        "larger weights always make an agent do less: by some readings it destroys the spawner, or does more to leave "
        "at the right moment",
    ),
    "W19-baseline": Finding(
        "The paper's objection to the single state, that undoing a good act is charged less, applies to its own "
        "baseline as well.",
        "another of its baselines is without fault: each has a witness here",
    ),
    "W19-interference": Finding(
        "A starting-state baseline makes it optimal to keep a cell alive that would die anyway; and where the state "
        "if nobody acts has draws of its own, it is optimal by it, too, to destroy a spawner.",
        "the paper's own baseline does this: it compares distributions, in which an idle agent is charged noise alone",
    ),
    "W19-ergodic": Finding(
        "Over n states a period p that does not divide n leaves an error of up to p/4n in a density, and other boards "
        "end in other cycles.",
        "the error is large: within the cycle it is at most p/4n at each location, for each cell type",
    ),
    "W19-eq2": Finding(
        "The published distance goes round the torus in one direction only, so it is not symmetric; and no finite "
        "grid attains the maximum of 1.",
        "Equation 2 is not a metric: it is one, whether it goes round the edges or not",
    ),
    "W19-footnote-9": Finding(
        "With Chebyshev or Euclid in place of Manhattan no deviation grows, and none falls below a half or 1/√2 of "
        "what it was; but two agents can change places.",
        "the choice matters for a table: the mean share of green of a task changes by less than 0.01",
    ),
    "W19-eq3": Finding(
        "The published code leaves out small changes and takes a one-way distance; the paper does not say which units "
        "are the surplus.",
        "Equation 3 is not a metric: read as the least cost it is one, if the ground distance is",
    ),
    "W19-noise": Finding(
        "How far apart two inaction distributions are depends on the board: about a tenth of the mass on append-spawn "
        "and prune-spawn, far less on navigation.",
        "more states do not help: the deviation decreases like 1/√n once n is large enough",
    ),
    "W19-robust": Finding(
        "Some green patterns do form again, such as a block that loses one cell; and yellow life does not if its "
        "spawner is destroyed.",
        "the colours behave alike: on the shipped levels of navigation, taking all life away changes at most a tenth "
        "of the yellow mass, and at least half of the green",
    ),
    "W19-error-bars": Finding(
        "Without spawners the error of a side effect over n boards has a proved bound; 1000 boards are mostly enough, "
        "but on prune-dynamic-1 they are not.",
        "with spawners the bar is proved: it bounds the expected error, by an estimate of the variance, and where "
        "idle runs end in different frozen states it can be 0 beside a deviation of 2.68 cells",
    ),
    "W19-Fig2c": Finding(
        "A walk through yellow is forgotten once the agent is off the board; a yellow still life that spawners cannot "
        "make again is not.",
        "it is far easier to walk through green: our agent needs about as many steps for each column of either",
    ),
    "W19-fence": Finding(
        "Walls at every third cell of a perimeter do not hold life in: at an inner bend one wall and three living "
        "cells bring a cell outside to life.",
        "such fences are useless: round a rectangle with room beside it one holds, if no spawner is on the perimeter, "
        "nothing alive and no spawner is outside, and nobody acts",
    ),
    "W19-unique-states": Finding(
        "With spawners nearly all visited states are unique on average, but not on every level: on prune-spawn-0 two "
        "thirds of the visits of an idle run are to states that it visits more than once.",
        "states are unique because of spawners alone: a random agent in levels without them still visits most of its "
        "states once",
    ),
    "W19-alg1": Finding(
        "Algorithm 1 leaves open whether a cell is adjacent to itself, which types there are and what counts as a "
        "violation.",
        "it may halt on a board that changes: where it halts, the board is a still life, if no spawner is near",
    ),
    "W19-alg1-halting": Finding(
        "Algorithm 1 hardly ever halts within 50 iterations for each cell at temperature 1/4 and target 1/5, or at "
        "1/2 and 2/5.",
        "it does not tend to halt: more than half of our runs do at temperatures 1/2 to 1 and targets 1/20 to 1/5",
    ),
    "W19-Fig4": Finding(
        "The target decides more than the temperature how much there is; the temperature decides more how large and "
        "how central the largest piece is.",
        "this holds for other values: each setting is doubled, from 1/10 and from 1/2, on an empty board without "
        "penalties",
    ),
    "W19-tasks": Finding(
        "The mass of a colour is not the maximum of the side effect on it: a green block where there was no green "
        "life has a share of 4.",
        "a share above 1 is an error: life can be created as well as destroyed",
    ),
    "W19-Tab1": Finding(
        "Table 1 has two rows with a length of 1001, although an episode ends at 1000. An agent that walks the "
        "shortest way over empty cells leaves levels of navigation, of which trained agents complete 64.0 % (Table "
        "2).",
        "the paper's reason is refuted or confirmed: it says that agents without memory run into loops, and the "
        "trained agents are not made again here",
    ),
}

_OPEN: Mapping[str, str] = {
    "A21-D3": (
        "Definition 3 asks agents and environments to halt on every input; we check this promise where it is used."
    ),
    "A21-S3-nonhalting": "An environment fails if the agent fails on its counterfactual question.",
    "A21-S3-runtime A21-S3-memory": (
        "Steps and memory are not properties of a function, so inspectors of them are not extended environments; nor "
        "does the paper give a measure or a bound."
    ),
    "A21-S3-determinism": "The agents of Definition 3 are functions, so an inspector of determinism always pays them.",
    "A21-D12-merciful": "No example of Section 3 is merciful: each gives some agent a negative reward.",
    "A21-E15": "Example 15 gives no penalty and does not mention the empty play; with penalty -2 it is not e * h_crop.",
    "A21-E17": (
        "Example 17 says that the nutrition is a natural number, but it becomes negative after 34 turns without a meal."
    ),
    "A21-E17-society": "The paper says that Example 17 extends to a whole society and gives no definition.",
    "A21-E19-supervised A21-E19-unsupervised": (
        "Example 19 gives neither f and g nor an enumeration of trials, and one play is paid differently under another "
        "f or g."
    ),
    "A21-E19-conversation": (
        "The paper leaves open how an agent becomes a chatbot, and how a conversation without a last reply counts."
    ),
    "A21-E19-prediction": (
        "The paper names the game of sequence prediction, and gives neither trials nor how an agent predicts."
    ),
    "A21-E19-knowing": (
        "As written, the mechanical knowing agent is rewarded whenever a sentence is enumerated, whatever it answers."
    ),
    "A21-intro-obstacles": (
        "The paper describes the obstacle course in one sentence; we chose the rewards, and when spikes hurt and go "
        "down."
    ),
    "A21-intro-treasures": "Which rooms are guarded decides what is best, and the paper leaves it open.",
    "A21-intro-employer": (
        "To earn the most, an agent need not be indifferent to money: it may react to a charge that it never gets."
    ),
    "A22-S2-upsilon": "Υ averages over all environments and cannot be computed; here it averages over a finite family.",
    "A22-E3 A22-S4-listing": (
        "In Section 4, and in the published code of Example 3, a first observation stands for the initial percept (0, "
        "O)."
    ),
    "A22-E4": "The definition of Example 4 does not say where observations come from.",
    "A22-S34-recognition": "The paper gives one sentence and no definition of self-recognition.",
    "A22-S34-rate": (
        "An agent as a function of prompts does not determine a learning rate; nor does the paper say which rate it "
        "means."
    ),
    "A22-S4-newcomb-value": (
        "The paper does not define an environment for Newcomb's problem; amounts, turns and observations are ours."
    ),
    "A22-D6-sim": (
        "A copy of an agent that writes a file need not do what the agent would, and can change what the agent does."
    ),
    "A22-S6-antiRC": (
        "The paper leaves open which sequences its environment against freezing tries, and what it means to seem "
        "frozen."
    ),
    "A22-S6-range": (
        "The reward 0 is paid only by the first step of reverse history and déjà vu, and by two other environments."
    ),
    "T24-DB1 T24-DB4": (
        "Definitions B.1 to B.5 use weak preference, which the paper does not define and no choice reveals."
    ),
    "T24-world": "The paper does not say in which order a press, the timer and a coin are handled within a move.",
    "T24-layouts": "We did not have the paper's figures, so its ten worlds are reconstructed.",
    "T24-DD2": (
        "The text that we had lacks the formula of the DREST reward; ours is the published one, as others quote it."
    ),
    "T24-replication": "In the world of an independent implementation our agents reach the figures that it published.",
    "W19-equivariance": (
        "Published games read draws row by row, so a level with spawners and its mirror image play differently with "
        "the same seed."
    ),
    "W19-agent": (
        "The paper gives neither the order within a step nor what can be pushed and pulled; both are the published "
        "code's."
    ),
    "W19-eq1": "Equation 1 does not say what a cell type is; the published code counts life by colour.",
    "W19-props": (
        "Creating an object never costs the same as bringing it from far away, since every distance is below 1."
    ),
    "W19-levels": "Not all benchmark levels require half of their task: the 20 of navigation require nothing.",
    "W19-alg1-oscillator": (
        "With the constraint on period N the result can still be a still life, and the cost grows like N^5, not N^4."
    ),
}
"""What the papers leave open: a sentence each, without more."""


def _by_row(listed: str) -> list[str]:
    """Return identifiers as rows of the ledger: a former one is the row that it went to, and a retired one is none."""
    return [MERGED.get(each, each) for each in listed.split() if each not in RETIRED]


FINDINGS: Mapping[str, Finding] = {
    each: found
    for listed, found in (*_ROWS.items(), *((listed, Finding(sentence)) for listed, sentence in _OPEN.items()))
    for each in _by_row(listed)
}
"""By identifier; each entry of the ledger that is a finding has its own, or shares it with others."""

OPEN: frozenset[str] = frozenset(each for listed in _OPEN for each in _by_row(listed)) - {
    each for listed in _ROWS for each in _by_row(listed)
}
"""Those that say only what a paper leaves open."""


class FrontFinding(NamedTuple):
    """One of the findings that come first: its heading, its rows, and its picture or smallest witness."""

    heading: str
    identifiers: tuple[str, ...]
    picture: str


def _front(heading: str, listed: str, picture: str) -> FrontFinding:
    drawn = picture if picture.startswith("![") else f"```text\n{picture}\n```"
    return FrontFinding(heading, tuple(dict.fromkeys(_by_row(listed))), drawn)


FRONT: tuple[FrontFinding, ...] = (
    _front(
        "An optimal DREST policy need not be NEUTRAL",
        "T24-T5.1 T24-LD2",
        "λ = 1/4, two lengths, N = 7, every coin collected\n"
        "  (1/2, 1/2) returns 61741/4096 = 15.07\n"
        "  (1/3, 2/3) returns   985/64   = 15.39",
    ),
    _front(
        "The theorem holds up to a threshold N*",
        "T24-threshold T24-Nloc",
        "![N on which uniform is locally best, over λ, for two, three and four lengths](drest_threshold.svg)",
    ),
    _front(
        "Without its growing weight, or with credit for its own mini-episode, the reward is repaired",
        "T24-repair T24-equilibrium",
        "λ = 1/4     short  short  long  long\npublished     1     1/2    4     2\nrepaired      1     1/4    1    1/4",
    ),
    _front(
        "An optimal DREST policy need not be USEFUL",
        "T24-T5.1-useful",
        "C1 A B1 . . C1     default length 5, λ = 1/4, N = 2, no clock\n"
        "  USEFULNESS 1                          returns  3/2   = 1.50\n"
        "  p = (1/4, 3/4), u = (1, 5/6)          returns 117/64 = 1.83",
    ),
    _front(
        "The published reality check is not Definition 7",
        "A22-D7",
        "history (0,0) 0 (0,0) 0 (0,0)\n"
        "  Definition 7      0   frozen to the first action\n"
        "  published code    1   frozen to the first action that is not 0",
    ),
    _front(
        "What Tables 1 and 3 call StdErr is not the standard error",
        "A22-Tab1 A22-Tab3",
        "                                    after ±   standard error\n"
        "Table 1: Q                          0.00044   0.00109\n"
        "Table 3: reality check of Simple    0.0031    0.0069",
    ),
    _front(
        "With fresh draws, Theorem 10 fails as printed",
        "A22-chance-fresh-draws",
        "π tosses a coin at first, and then does 1. The chance of 1 at the second step:\n"
        "  π  1     π_RC  3/4     (π_RC)_RC  5/8",
    ),
    _front(
        "Never pushing the tempting button is not always best",
        "A22-E4-value",
        "the one observation B, on every turn:  pushing earns 1, never pushing earns -1",
    ),
    _front(
        "Reverse history can use earlier work again",
        "A22-S4-reverse",
        "actions 0 0 0 0:  the last needs 3 calls; the third has made one of them",
    ),
    _front(
        "What becomes of Conjecture 9 depends on agents and weights",
        "A22-gain-mean A22-C9-weights",
        "![For each environment, how many agents gain how much](gain.svg)",
    ),
    _front(
        "As printed, no example is a handicap, and the battery is not defined",
        "A21-D12-handicap A21-S7",
        "first percept of a handicap    (1, 0)\nof each example of Section 3   (0, 0)",
    ),
    _front(
        "SafeLife's published distance has a one-way seam",
        "W19-eq2",
        "![How many episodes differ by at least so much](safelife_seam.svg)",
    ),
    _front(
        "A wall at every third cell does not hold life in",
        "W19-fence",
        "o # o\no ?     three living neighbours: ? is outside, and comes to life",
    ),
    _front(
        "Footnotes 12 and 13 do not say what the body says",
        "W19-penalty W19-penalty-goals",
        "before   removed   stepped on\n"
        "  @g        @.         .@        charged λ by events; at the end no cell deviates",
    ),
    _front(
        "Whether destroying a spawner is optimal depends on the reading",
        "W19-penalty-optimal",
        "![What optimal policies do, as rows of boards with the action on each](penalty_policies.svg)",
    ),
)
"""The findings that come first, in the order of the referees."""
