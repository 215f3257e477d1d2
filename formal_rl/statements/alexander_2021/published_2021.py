"""Checks of the published forms of environments against the definitions they are forms of."""

from formal_rl.checking import PAID, PUNISHED, Part, every_sequence, published_departure
from formal_rl.environments import ExtendedEnvironment, PublishedEnvironment

LONGEST = every_sequence(4)
"""What is played, whatever the scope; a witness, where there is one, is shorter."""


def published_against_definition(
    name: str, published: PublishedEnvironment, definition: ExtendedEnvironment, *, first: int
) -> Part:
    """Compare the published percepts with the definition's from number ``first`` on, paid and punished ones too."""
    return published_departure(
        name, published, definition, actions=range(2), played=LONGEST, first=first, branches=(PAID, PUNISHED)
    )
