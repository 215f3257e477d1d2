"""Arrays in archives: their heads are judged before anything is loaded."""

import io
import warnings
import zipfile

import numpy
import pytest

from formal_rl.errors import UnusableArchive
from formal_rl.safelife.levels._archive import ArrayArchive


@pytest.fixture
def path(tmp_path):
    """An archive of three arrays."""
    numpy.savez(tmp_path / "a.npz", rows=ROWS, columns=numpy.asfortranarray(ROWS), records=RECORDS)
    return tmp_path / "a.npz"


ROWS = numpy.arange(6, dtype="<u2").reshape(2, 3)
RECORDS = numpy.zeros(2, dtype=[("x", "<u2", (2,)), ("y", "<f8")])


def test_heads_of_old_programs_are_refused_without_a_warning(path):
    """A head that numpy would read and warn of is refused, whatever is done with warnings."""
    numpy.save(content := io.BytesIO(), ROWS)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("rows.npy", content.getvalue().replace(b"(2, 3)", b"(2,3L)"))

    with warnings.catch_warnings(record=True) as warned, ArrayArchive(path, 100) as archive:
        warnings.simplefilter("always")
        with pytest.raises(UnusableArchive, match="rows: is not an array as numpy saves it"):
            archive.load("rows")
    assert warned == []
