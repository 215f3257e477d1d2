"""The scope of a check: horizons and alphabets, by profile or option."""

from typing import Literal

from attrs import field, frozen
from attrs.validators import ge, in_, optional

from formal_rl.histories import Action, Percept, percept_alphabet
from formal_rl.numbers import plain_integer

Profile = Literal["quick", "full"]


@frozen(kw_only=True)
class Scope:
    """The bounds of a verification: a profile, and whatever of it is overridden.

    Each check states its own bounds for the two profiles; ``horizon``, ``number_of_percepts`` and
    ``number_of_actions``, where given, replace them. ``seed`` is the seed of everything sampled.
    """

    profile: Profile = field(default="quick", validator=in_(("quick", "full")))
    horizon: int | None = field(default=None, validator=optional(ge(1)))
    number_of_percepts: int | None = field(default=None, validator=optional(ge(1)))
    number_of_actions: int | None = field(default=None, validator=optional(ge(1)))
    seed: int = field(default=0, converter=plain_integer)

    def steps(self, *, quick: int, full: int) -> int:
        """Return the horizon: as asked for, else by profile."""
        if self.horizon is not None:
            return self.horizon
        return quick if self.profile == "quick" else full

    def percepts(self, size: int) -> tuple[Percept, ...]:
        """Return the percept alphabet: of the size asked for, else of ``size``."""
        return percept_alphabet(self.number_of_percepts or size)

    def actions(self, size: int = 2) -> tuple[Action, ...]:
        """Return the action alphabet: of the size asked for, else of ``size``."""
        return tuple(range(self.number_of_actions or size))

    @property
    def is_full(self) -> bool:
        """Whether the deeper profile was asked for."""
        return self.profile == "full"
