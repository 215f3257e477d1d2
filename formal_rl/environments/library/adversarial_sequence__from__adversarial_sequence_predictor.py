"""Paid for predicting what a copy of oneself will choose, which is paid for not being predicted."""

from formal_rl.environments.adversarial_sequence import (
    AdversarialSequenceIncremental,
    PublishedAdversarialSequence,
    adversarial_sequence,
    adversarial_sequence_functional,
)

LEDGER = ("A22-S34-adversarial",)

adversarial_sequence_predictor = adversarial_sequence(1)
"""Definition: the documented intention.

Ledger: A22-S34-adversarial*
"""

adversarial_sequence_predictor_incremental = AdversarialSequenceIncremental(1)
"""Incremental form."""

adversarial_sequence_predictor_published = PublishedAdversarialSequence(1)
"""Published form. Differs: there is no initial percept."""

adversarial_sequence_predictor_functional = adversarial_sequence_functional(1)
"""Functional form. Differs: the copy's choices stand a turn late beside the agent's."""
