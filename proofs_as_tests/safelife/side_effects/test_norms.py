"""Other norms: what is refused."""

import pytest

from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.safelife.side_effects import (
    Density,
    Size,
    deviation_by_norm,
    norm_distance,
)


def test_invalid_arguments_raise():
    """A norm that there is not, and densities of two sizes."""
    with pytest.raises(UnknownName, match="Manhattan"):
        norm_distance("Manhatan", Size(3, 3), (0, 0), (1, 1))
    with pytest.raises(InvalidParameter):
        deviation_by_norm(Density([[1]]), Density([[1, 1]]), "Euclid")
