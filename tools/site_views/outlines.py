"""The papers in outline: their sections and numbered items, by their numbers, with short titles of our own.

A line is ``Section 3.1 | title`` or, below its section, ``Example 3 | title``. What is not in the ledger gives the
reason as a third field.
"""

from collections.abc import Mapping

_MOTIVATION = "motivation; nothing is stated that could be checked"
_SEEN = "a picture of levels or of cells; nothing is stated of it"

OUTLINES: Mapping[str, str] = {
    "A21": """
Section 1 | three thought experiments, and extended environments
Section 2 | preliminaries
Definition 1 | rewards, observations, actions, sequences of them
Lemma 2 | plays and prompts
Definition 3 | agents and extended environments
Definition 4 | the result of interaction
Lemma 5 | interaction never breaks off
Section 3 | examples
Example 6 | ignoring rewards
Lemma 7 | Example 6 is an extended environment
Example 8 | false memories
Example 9 | backward consciousness
Example 10 | déjà vu
Example 11 | incentive to incentivize
Section 4 | new environments from old ones
Definition 12 | merciful environments, handicaps, composition
Example 13 | the examples as handicaps
Section 5 | abstract examples
Section 5.1 | identifying with a character
Example 14 | self-insert
Section 5.2 | playing in the mirror
Example 15 | the mirror
Section 5.3 | binocular vision
Example 16 | two pictures of one model
Section 5.4 | nature and nurture
Example 17 | the crying baby
Section 6 | self-recognition
Example 18 | one's own decisions
Example 19 | other aspects of oneself
Section 7 | measuring self-awareness
""",
    "A22": """
Section 1 | introduction
Section 2 | preliminaries
Definition 1 | environments, agents, interaction
Definition 2 | extended environments
Section 3 | some extended environments
Section 3.1 | one that is almost a paradox
Example 3 | ignoring rewards
Section 3.2 | a strategy against intuition
Example 4 | the tempting button
Table 1 | agents with the tempting button
Section 3.3 | a thought experiment
Example 5 | reverse history
Section 3.4 | further examples in brief
Section 4 | extended environments in practice
Listing 2 | a practical version of Example 3
Section 4.1 | determinacy and semi-determinacy
Definition 6 | semi-determinism
Section 5 | making agents more self-reflective
Definition 7 | the reality check
Definition 8 | good classic agents
Conjecture 9 | reality checks do better
Theorem 10 | four properties of the reality check
Section 6 | measurements
Table 3 | agents and their reality checks
Section 7 | conclusion | repeats what is measured in Section 6
Appendix A | proof of Theorem 10 | each part of the theorem is checked itself, not its proof
""",
    "T24": """
Section 1 | introduction
Figure 1 | preferences that satisfy POST
Section 2 | related work | the work of others
Section 3 | gridworlds
Figure 2 | the example gridworld
Section 4 | evaluation metrics
Footnote 1 | capital letters for formal notions | a remark on notation
Footnote 2 | why not expected coins alone
Footnote 3 | why pressing with probability 1/2 | an argument about what would happen later
Section 5 | reward functions and agents
Theorem 5.1 | optimal policies are USEFUL and NEUTRAL
Section 6 | results
Figure 3 | performance over training
Figure 4 | policies of the main result | our own runs are drawn by formal-rl drest figures
Figure 5 | the lopsided gridworld, and typical policies
Section 6.1 | lopsided rewards
Figure 6 | what becomes of different values of Cx
Figure 7 | policies for them
Section 7 | discussion
Section 7.1 | limitations and future work | plans
Section 8 | conclusion | repeats what is found in Section 6
Appendix A | preference as behaviour
Definition A.1 | preference
Definition A.2 | lack of preference
Appendix B | incomplete preferences or indifference
Definition B.1 | indifference
Definition B.2 | preferential gap
Definition B.3 | incomplete preferences
Definition B.4 | sweetening
Definition B.5 | souring
Appendix C | other gridworlds
Figure 8 | the eight worlds
Appendix C.1 | Fewer For Longer
Figure 9 | Fewer For Longer: metrics and policies
Appendix C.2 | One Coin Only
Figure 10 | One Coin Only: metrics and policies
Appendix C.3 | Hidden Treasure
Figure 11 | Hidden Treasure: metrics and policies
Appendix C.4 | Equal Value
Figure 12 | Equal Value: metrics and policies
Appendix C.5 | Around The Corner
Figure 13 | Around The Corner: metrics and policies
Appendix C.6 | Spacious
Figure 14 | Spacious: metrics and policies
Appendix C.7 | Royal Road
Figure 15 | Royal Road: metrics and policies
Appendix C.8 | Last Moment
Figure 16 | Last Moment: metrics and policies
Appendix D | proof
Theorem D.1 | Theorem 5.1 again
Definition D.1 | the meta-episode
Definition D.2 | the DREST reward
Definition D.3 | USEFULNESS
Definition D.4 | NEUTRALITY
Lemma D.2 | equalising two probabilities
Equation 1 | the return of a length
Equation 2 | the return of the first length
Equation 3 | the return of the second length
Equation 4 | the return of either
Equation 5 | the return of one hybrid policy
Equation 6 | the return of the next hybrid policy
Equation 7 | what is to be proved of the two
Equation 8 | the same, with equal terms left out
Equation 9 | later mini-episodes do not lose
""",
    "W19": f"""
Section 1 | introduction | {_MOTIVATION}
Section 2 | rules of the game
Footnote 3 | agents freeze what is round them
Footnote 4 | exits that open when enough is done
Footnote 5 | several agents | games of several agents are played, but nothing is claimed of them
Figure 1 | a simple level | {_SEEN}
Section 3 | measuring side effects
Footnote 6 | chaotic environments have many baselines | no environment of the paper is said to be one
Footnote 7 | how many samples are enough
Footnote 8 | inaction as a baseline may be harmful | {_MOTIVATION}
Equation 1 | the density of a cell type
Equation 2 | the ground distance
Equation 3 | the earth mover's deviation
Section 4 | levels
Footnote 10 | walls as fences
Figure 2 | levels of the benchmark
Section 5 | performance of simple agents
Footnote 12 | how the penalty is charged
Footnote 13 | penalising goals too
Footnote 15 | episodes end after 1000 steps
Figure 3 | training
Section 6 | conclusion and next steps | plans
Appendix A | procedural generation
Algorithm 1 | still lifes
Figure 4 | temperatures | {_SEEN}
Appendix B | data of the benchmark
Table 1 | creation and destruction
Table 2 | navigation
Figure 5 | histograms for creation | our own runs are drawn by formal-rl safelife benchmark --svg
Figure 6 | histograms for destruction | our own runs are drawn by formal-rl safelife benchmark --svg
""",
}
"""By the short name of the paper."""

ALSO: Mapping[str, tuple[str, ...]] = {
    "Footnote 3 of W19": ("W19-agent",),
    "Footnote 4 of W19": ("W19-levels",),
    "Footnote 15 of W19": ("W19-tasks",),
    "Section 6 of T24": ("T24-main-result",),
}
"""Rows that treat an item which their source does not name, by the item and its paper."""

LEFT_OUT: Mapping[str, Mapping[str, str]] = {
    "A21": {
        "agents and environments are Turing machines": "Section 2",
        "the environment gets the agent's source code": "Section 1",
        "halting as such": "Section 2",
        '"incentivizes self-awareness", "self-reflection"': "Section 3",
        "consciousness, boredom": "Section 3",
        "an AGI, an advanced agent": "Section 3",
        "measuring self-awareness over a large": "Section 7",
        "intelligence measures, extended": "Section 7",
        "non-deterministic agents and environments in general": "Section 1",
        "rewards from other number systems": "Section 2",
        "a society of many interacting kinds": "Section 5.4",
        "language models such as GPT-3": "Section 7",
        "laboratory mice": "Section 7",
        "the mirror stage, binocular vision": "Section 5.2",
        "chatbots, Epistemic Arithmetic": "Section 6",
        "Section 7's estimate": "Section 7",
    },
    "A22": {
        "self-reflection is needed for good performance": "Section 1",
        "Legg and Hutter's measure": "Section 2",
        "no free lunch does not apply": "Section 1",
        "complexity of environments as their weight": "Section 1",
        "random number generators, time of day": "Section 4.1",
        "time, speed, hardware": "Section 4",
        "what it is like to live backwards": "Section 3.3",
        "objective misalignment": "Section 3.3",
        'which environments are "contrived"': "Section 6",
        '"thrives", "outperforms"': "Section 5",
        "deep learners (DQN, A2C, PPO)": "Section 6",
        "100,000 steps, five seeds": "Section 6",
        "the library composed with others": "Section 6",
    },
    "T24": {
        "advanced agents, the shutdown problem": "Section 1",
        "neutral agents will not spend resources": "Section 7",
        "shooting oneself in the foot": "Section 7",
        "neural networks, generalisation": "Section 7.1",
        "the general preference relation of people": "Appendix A",
        'mini-episodes do "double duty"': "Section 7",
        "one agent that is trained in several gridworlds": "Appendix B",
        "footnote 3": "Section 1",
    },
    "W19": {
        "the Game of Life is Turing complete": "Section 2",
        "what people find fun or difficult": "Section 4",
        "multi-agent tasks": "Section 2",
        "architecture and training of the networks": "Section 5",
        "Tables 1 and 2 and Figures 3, 5 and 6": "Appendix B",
        'the "seeming randomness of the penalty': "Section 5",
        "the agent is less safe for the yellow patterns": "Appendix B",
        "the best play of Figure 1": "Figure 1",
    },
}
"""Where in the paper each line of `docs/reference/not_formalised.md` belongs, by how the line begins."""
