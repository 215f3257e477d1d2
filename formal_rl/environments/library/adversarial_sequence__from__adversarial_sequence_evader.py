"""Paid for not being predicted by a copy of oneself, which is paid for predicting."""

from formal_rl.environments.adversarial_sequence import (
    AdversarialSequenceIncremental,
    PublishedAdversarialSequence,
    adversarial_sequence,
    adversarial_sequence_functional,
)

LEDGER = ("A22-S34-adversarial",)

adversarial_sequence_evader = adversarial_sequence(-1)
"""Definition: the documented intention.

Ledger: A22-S34-adversarial*
"""

adversarial_sequence_evader_incremental = AdversarialSequenceIncremental(-1)
"""Incremental form."""

adversarial_sequence_evader_published = PublishedAdversarialSequence(-1)
"""Published form. Differs: there is no initial percept."""

adversarial_sequence_evader_functional = adversarial_sequence_functional(-1)
"""Functional form. Differs: the copy's choices stand a turn late beside the agent's."""
