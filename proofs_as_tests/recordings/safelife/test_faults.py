"""Every fault of recorded runs of SafeLife is named, by file and place, and does not stop the other files."""

import io
import json
import struct
import zipfile
import zlib

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from formal_rl.cli import main
from formal_rl.recordings import replay
from formal_rl.recordings.safelife.vectors import SAFELIFE_SCHEMA
from proofs_as_tests.recordings.conftest import ABSENT, place, put
from proofs_as_tests.recordings.safelife.conftest import FILES

DAMAGES = 60 if settings().max_examples < 1_000 else 600


@pytest.mark.parametrize(
    ("section", "path", "value", "reason"),
    [
        ("advance", ("key",), 1, "expected a string"),
        ("advance", ("kind",), ABSENT, "missing"),
        ("advance", ("shape",), [5], "expected 2 elements, found 1"),
        ("advance", ("shape", 0), 0, "at least 1"),
        ("advance", ("seed",), -1, "at least 0"),
        ("advance", ("steps",), 10_001, "at most 10000"),
        ("side_effects", ("num_samples",), 10_001, "at most 10000"),
        ("stochastic", ("n_runs",), 100_001, "at most 100000"),
        ("advance", ("spawn_prob",), "0", "expected a number"),
        ("advance", ("new",), 1, "no field of this schema"),
        ("episodes", ("min_performance_x1000",), 0.5, "an integer"),
        ("emd", ("den",), 0, "at least 1"),
        ("emd", ("new",), 1, "no field of this schema"),
        ("side_effects", ("num_samples",), 0, "at least 1"),
        ("side_effects", ("num_steps",), -1, "at least 0"),
        ("side_effects", ("scores",), [], "an object"),
        ("stochastic", ("times", 0), 0, "at least 1"),
        ("stochastic", ("alive_mean", "7"), 1, "no field"),
        ("stochastic", ("n_runs",), 1, "at least 2"),
    ],
)
def test_an_index_at_fault_is_named(some, section, path, value, reason):
    """What the index says must be as the schema has it."""
    if section == "stochastic_side_effects":
        some.nothing()
    put(some.index, (section, 0, *path), value)
    file, field, said = some.fault(section if section in FILES else "stochastic")

    assert (file, field) == ("index.json", place((section, 0, *path)))
    assert reason in said


@pytest.mark.parametrize(
    ("section", "number", "name", "value", "file", "field", "reason"),
    [
        ("advance", 0, "key", "a999", "advance.npz", "a999", "is missing"),
        ("advance", 0, "shape", [5, 6], "advance.npz", "a000", "expected shape 21 x 5 x 6, found 21 x 5 x 5"),
        ("advance", 0, "steps", 19, "advance.npz", "a000", "expected shape 20 x 5 x 5, found 21 x 5 x 5"),
        ("episodes", 0, "n_agents", 2, "episodes.npz", "e000_locs", "expected shape 16 x 2 x 2, found 16 x 1 x 2"),
        ("episodes", 0, "steps", 14, "episodes.npz", "e000_mid", "expected shape 14 x 7 x 9, found 15 x 7 x 9"),
    ],
)
def test_an_index_that_does_not_fit_its_arrays_is_named(some, *, section, number, name, value, file, field, reason):
    """What the index says must fit the arrays, and the other things that it says."""
    some.index[section][number][name] = value
    fault = some.fault(section)

    assert fault[:2] == (file, field)
    assert reason in fault[2]


@pytest.mark.parametrize("section", ["advance", "episodes", "emd", "side_effects", "stochastic"])
@pytest.mark.parametrize(
    ("value", "field", "reason"),
    [
        (ABSENT, "{}", "missing"),
        ({"key": "a000"}, "{}", "expected a list, found an object"),
        ([1], "{}[0]", "expected an object, found 1"),
    ],
)
def test_a_section_at_fault_is_named(some, section, value, field, reason):
    """A section that is not there, or no list of objects, is named."""
    put(some.index, (section,), value)
    assert some.fault(section) == ("index.json", field.format(section), reason)


@pytest.mark.parametrize(
    ("index", "field", "reason"),
    [
        ({"schema": "safelife-vectors/2"}, "schema", SAFELIFE_SCHEMA),
        ({"schema": 1}, "schema", "expected a string"),
        ({"schema": SAFELIFE_SCHEMA, "more": 1}, "more", "no field of this schema"),
    ],
)
def test_an_index_of_another_kind_is_named(some, index, field, reason):
    """With an unknown schema, of which the refusal lists the known ones, or a member too many, nothing is read."""
    some.index = index
    report = replay(some.write())
    (fault,) = report.unusable

    assert (fault.file, fault.field, report.files) == ("index.json", field, ())
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("section", "name", "value", "field", "reason"),
    [
        ("advance", "a000", None, "a000", "missing"),
        ("advance", "new", [1], "new", "no array of this schema"),
        ("advance", "a000", numpy.zeros((21, 5, 5), "<u4"), "a000", "expected type <u2, found <u4"),
        ("advance", "a000", numpy.zeros((21, 25), "<u2"), "a000", "found 21 x 25"),
        ("advance", "a000", numpy.zeros((21, 5, 5), "<u2,<u2"), "a000", "expected type <u2, found |V4"),
        ("advance", "a000", numpy.full((21, 5, 5), None), "a000", "holds objects"),
        ("actions", "before_0x3", [1], "before_0x3", "no array of this schema"),
        ("actions", "before_4x4", numpy.zeros((1, 4, 4), "<u2"), "loc_4x4", "missing"),
        ("actions", "before_3x3", numpy.zeros((0, 3, 3), "<u2"), "before_3x3", "found 0 x 3 x 3"),
        ("actions", "counts_goals", numpy.zeros((2, 7, 7), "<u2"), "counts_goals", "2 x 7 x 8"),
        ("actions", "counts_out", numpy.zeros((2, 9, 8), "<i8"), "counts_out", "2 x 8 x 9"),
        ("episodes", "e000_init", numpy.zeros((7, 8), "<u2"), "e000_mid", "15 x 7 x 8"),
        ("levels", "navigation_index", None, "navigation_index", "missing"),
        ("levels", "other_index", [1], "other_index", "no array of this schema"),
        ("emd", "m005_a", numpy.zeros((26, 26), "<i8"), "m005_a", "expected type <i4"),
        ("emd", "m005_b", numpy.zeros((26, 25), "<i4"), "m005_b", "expected shape 26 x 26"),
        ("emd", "m005_c", numpy.zeros((26, 26), "<i4"), "m005_c", "no array of this schema"),
    ],
)
def test_an_array_at_fault_is_named(some, *, section, name, value, field, reason):
    """An array must be there, of its type, shape and bounds."""
    put(some.arrays, (section, name), ABSENT if value is None else value)
    file, place, said = some.fault(section)

    assert (file, place) == (FILES[section], field)
    assert reason in said


@pytest.mark.parametrize("section", FILES)
def test_a_file_without_arrays_or_away_is_named(some, section):
    """A file that is not there, empty, cut short, no archive, or an archive of nothing, is named as a whole."""
    index, file = some.write(section) / "index.json", some.folder / FILES[section]
    recorded, empty = file.read_bytes(), io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    for content in (b"", recorded[:-30], recorded[: len(recorded) // 2], b"no archive", empty.getvalue()):
        file.write_bytes(content)
        assert file.name in {fault.file for fault in replay(index).unusable}
    file.unlink()
    reasons = {fault.file: fault.reason for fault in replay(index).unusable}
    file.mkdir()

    assert reasons[file.name] == "cannot be read: No such file or directory"
    assert (file.name, "cannot be read: Is a directory") in {
        (each.file, each.reason) for each in replay(index).unusable
    }


def test_the_command_complains_in_one_line(some, capsys):
    """Each fault is one line on stderr, in the report too, and the other files are compared; the code is 4."""
    some.keep("stochastic", [])
    del some.arrays["episodes"]["e000_mid"]
    folder = some.write()
    (folder / "advance.npz").write_bytes(zlib.compress(b"x"))

    for options in ([], ["--json"]):
        assert main(["vectors", "check", str(folder), *options]) == 4
        out, err = capsys.readouterr()
        assert err.splitlines() == [
            "formal-rl: advance.npz: the whole file: is not an archive, or not a whole one: File is not a zip file",
            "formal-rl: episodes.npz: e000_mid: is missing",
        ]
    report = json.loads(out)
    assert [fault["field"] for fault in report["unusable"]] == ["the whole file", "e000_mid"]
    assert (len(report["files"]), report["mismatches"]) == (5, [])


# --- Archives ---


def npy(header, content=b""):
    """An array file of this header."""
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + content


def plain(shape, kind="<u2"):
    """The header of an array."""
    return f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()


@pytest.fixture
def archived(some):
    """Put arrays of these bytes in the place of those of the boards, and return the fault that is found."""

    def archived(arrays, way=zipfile.ZIP_DEFLATED):
        index = some.write("advance") / "index.json"
        with zipfile.ZipFile(some.folder / "advance.npz", "w", way) as archive:
            for name, content in arrays:
                archive.writestr(f"{name}.npy", content)
        return next((fault for fault in replay(index).unusable if fault.file == "advance.npz"), None)

    return archived


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (npy(plain("(21, 1000000000, 1000000000)")), "bytes: expected at most 32000000"),
        (npy(plain("(21, 5, 5)"), bytes(7)), "expected 1050 bytes got 7"),
        (npy(plain("(21, 5, 5)", "|O"), b"cos\nsystem\n(S'false'\ntR."), "holds objects"),
        (npy(b"{'descr': __import__('os').getcwd()}\n"), "not an array as numpy saves it"),
    ],
)
def test_a_hostile_array_is_named(archived, content, reason):
    """Whatever an array claims to be, nothing is unpickled, and no more is read than the index allows."""
    fault = archived([("a000", content), ("a071", b"")])

    assert fault.field == "a000"
    assert reason in fault.reason


def test_an_archive_at_fault_is_named(some, archived):
    """An array that occurs twice, is encrypted, compressed in another way or damaged, is named."""
    recorded = (some.write("advance") / "advance.npz").read_bytes()
    start = recorded.index(b"PK\x01\x02")
    encrypted, damaged = bytearray(recorded), bytearray(recorded)
    encrypted[6] |= 1
    encrypted[start + 8] |= 1
    damaged[start - 200] ^= 255
    with pytest.warns(UserWarning, match="Duplicate"):
        assert archived(2 * [("a000", b"")]).reason == "occurs twice"
    assert "compressed in way 14" in archived([("a000", b"")], zipfile.ZIP_LZMA).reason
    for content, field, reason in ((encrypted, "a000", "is encrypted"), (damaged, "a071", "cannot be read: ")):
        (some.folder / "advance.npz").write_bytes(content)
        fault = next(each for each in replay(some.folder / "index.json").unusable if each.file == "advance.npz")
        assert fault.field == field
        assert fault.reason.startswith(reason)


def test_a_name_that_cannot_be_printed_is_escaped(some, archived):
    """The complaint about an array of a strange name is one line."""
    some.index["advance"] = []
    assert str(archived([("a\n\x1b[31mb", b"")])) == "advance.npz: 'a\\n\\x1b[31mb': no array of this schema"


@settings(max_examples=DAMAGES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damage_is_never_a_traceback(some, archived, data):
    """Whatever bytes of an archive, or of an array in it, are others, the file is compared or refused by name."""
    some.keep("advance", ["a000"])
    file = some.write("advance") / "advance.npz"
    recorded = file.read_bytes()
    with zipfile.ZipFile(io.BytesIO(recorded)) as archive:
        content = bytearray(archive.read("a000.npy"))
    within = data.draw(st.booleans())
    damaged, last = (content, 160) if within else (bytearray(recorded), len(recorded) - 1)
    for at, value in data.draw(st.lists(st.tuples(st.integers(0, last), st.integers(0, 255)), max_size=8)):
        damaged[at] = value
    if within:
        archived([("a000", bytes(damaged))])
    else:
        file.write_bytes(bytes(damaged))

    assert {fault.file for fault in replay(some.folder / "index.json").unusable} <= set(FILES.values())
