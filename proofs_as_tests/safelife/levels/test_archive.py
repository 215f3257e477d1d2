"""Arrays in archives: their heads are judged before anything is loaded."""

import io
import warnings
import zipfile

import numpy
import pytest

from formal_rl.errors import UnusableArchive
from formal_rl.safelife.levels._archive import ArrayArchive, Head, type_in_words


@pytest.fixture
def path(tmp_path):
    """An archive of three arrays."""
    numpy.savez(tmp_path / "a.npz", rows=ROWS, columns=numpy.asfortranarray(ROWS), records=RECORDS)
    return tmp_path / "a.npz"


ROWS = numpy.arange(6, dtype="<u2").reshape(2, 3)
RECORDS = numpy.zeros(2, dtype=[("x", "<u2", (2,)), ("y", "<f8")])


def test_arrays_are_loaded(path):
    """Heads say what arrays are, and these are loaded as they were saved."""
    with ArrayArchive(path, 100) as archive:
        assert archive.names == ("rows", "columns", "records")
        assert archive.head("rows") == Head(ROWS.dtype, (2, 3), by_columns=False)
        assert archive.head("columns") == Head(ROWS.dtype, (2, 3), by_columns=True)
        assert archive.head("records") == Head(RECORDS.dtype, (2,), by_columns=False)
        for name, array in {"rows": ROWS, "columns": ROWS, "records": RECORDS}.items():
            assert numpy.array_equal(archive.load(name), array)


def test_what_is_too_large_is_not_loaded(path):
    """The bound is in bytes; loading asks it too."""
    with ArrayArchive(path, 23) as archive:
        assert archive.load("rows").nbytes == 12
        for read in (archive.head, archive.load):
            with pytest.raises(UnusableArchive, match="records: has 24 bytes: expected at most 23"):
                read("records")


def test_what_is_missing_is_named(path):
    """An array that is not there is named, one of a strange name in one line."""
    with ArrayArchive(path, 100) as archive:
        for name, field in (("none", "none"), ("a\nb", "'a\\nb'")):
            with pytest.raises(UnusableArchive) as refused:
                archive.load(name)
            assert (refused.value.file, refused.value.field, refused.value.reason) == (str(path), field, "is missing")


def test_a_name_that_occurs_twice(path):
    """Two arrays of one name are refused at once, with .npy behind it or not."""
    numpy.save(content := io.BytesIO(), ROWS)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("rows", content.getvalue())

    with pytest.raises(UnusableArchive, match="rows: occurs twice"):
        ArrayArchive(path, 100)


def test_heads_of_old_programs_are_refused_without_a_warning(path):
    """A head that numpy would read and warn of is refused, whatever is done with warnings."""
    numpy.save(content := io.BytesIO(), ROWS)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("rows.npy", content.getvalue().replace(b"(2, 3)", b"(2,3L)"))

    with warnings.catch_warnings(record=True) as warned, ArrayArchive(path, 100) as archive:
        warnings.simplefilter("always")
        with pytest.raises(UnusableArchive, match="rows: is no array as numpy saves it"):
            archive.load("rows")
    assert warned == []


def test_types_in_words():
    """A type is named as numpy does, one of fields by a word."""
    assert [type_in_words(array.dtype) for array in (ROWS, RECORDS)] == ["uint16", "records"]
