"""Hostile inputs: samples of what is read, changed here and there, and what no sample would become by that."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy
from hypothesis import strategies as st

TOKENS = (
    *(
        "",
        " ",
        "\t",
        "\n",
        "\r",
        "\0",
        "\x1b[31m",
        "\u2028",
        "\u202e",
        "\ufeff",
        "\udc80",
        "⟨⟩",
        "é",
        "²",
        "٣",
        "½",
        "𝟙",
    ),
    *(
        "0",
        "-0",
        "-1",
        "00",
        "1/0",
        "0/0",
        "1/2",
        "-",
        "+1",
        "1_0",
        "0.5",
        ".5",
        "1.",
        "nan",
        "inf",
        "-Infinity",
        "1e5",
    ),
    *("11e3092222", "1e999999999", "1e-999999999", "9" * 19, "9" * 400, "9" * 5_000, "1/" + "9" * 5_000, "0x10"),
    *("(", ")", "()", "(" * 5_000, "[" * 5_000, '{"a":' * 1_000, "[]", "{}", ",", ":", ";", "..", "0-9999999999", '"'),
    *("'", "\\", "/", "../..", "/dev/zero", "%s", "{0}", "$(id)", "<script>alert(1)</script>", "__import__('os')"),
    *("null", "true", "length 99999999", "length", "table", "agents", "name", "goals", "spawn 1", "require", "#", "A"),
)
"""Texts that readers stumble over."""

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 3, 0.5, 1e308, -0.0, 10**18, 2**63, 2**64, -(2**63), 10**400, 10**4_200),
    *("", "x", "0", "1/2", "1/0", "9" * 5_000, "nan", "\0", "\u202e", "<script>", "a\nb", "\ud800", [], {}, [[]], [{}]),
    *([0] * 300, ["x"], {"": None}, {"fraction": [1, 0]}, {"fraction": [10**400, 3]}, {"float": "nan"}, [0, [0, [0]]]),
)
"""Values that stand in the place of a value of a JSON document."""

_EDITS = st.sampled_from((0, 1, 1, 1, 2, 2, 3))
_PLACES = st.integers(0, 2**20)
_KINDS = st.sampled_from(("cut", "drop", "double", "token", "token", "byte", "swap"))


@st.composite
def changed_bytes(draw: st.DrawFn, samples: Sequence[bytes]) -> bytes:
    """Return a sample that is cut, or has parts dropped, doubled, exchanged or replaced, in up to three places."""
    data = draw(st.sampled_from(samples))
    for _ in range(draw(_EDITS)):
        kind, first, length = draw(_KINDS), draw(_PLACES) % (len(data) + 1), draw(st.integers(0, 40))
        before, part, after = data[:first], data[first : first + length], data[first + length :]
        if kind == "cut":
            data = before
        elif kind == "drop":
            data = before + after
        elif kind == "double":
            data = before + part * draw(st.sampled_from((2, 3, 200))) + after
        elif kind == "token":
            data = before + draw(st.sampled_from(TOKENS)).encode("utf-8", "surrogateescape") + after
        elif kind == "byte":
            data = before + bytes([draw(st.integers(0, 255))]) + data[first + 1 :]
        else:
            data = before + after[:length] + part + after[length:]
    return data


def texts(samples: Sequence[str]) -> st.SearchStrategy[bytes]:
    """Return texts: changed samples, texts made of hostile tokens, and any bytes."""
    encoded = [sample.encode() for sample in samples]
    tokens = st.lists(st.sampled_from((*TOKENS, *samples)), max_size=6).map("".join)
    made = st.one_of(tokens, st.text(max_size=20)).map(lambda text: text.encode("utf-8", "surrogatepass"))
    return st.one_of(changed_bytes(encoded), changed_bytes(encoded), made)


@st.composite
def documents(draw: st.DrawFn, samples: Sequence[Any]) -> bytes:
    """Return JSON documents: samples in which up to three values are replaced, dropped or doubled; one in five changed
    as a text besides.
    """
    root = [json.loads(json.dumps(draw(st.sampled_from(samples))))]
    for _ in range(draw(_EDITS)):
        _change(draw, root)
    text = json.dumps(root[0], ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    return draw(changed_bytes([text])) if draw(st.integers(0, 4)) == 0 else text


def _change(draw: st.DrawFn, root: list[Any]) -> None:
    """Change one value somewhere in a document; what is deeper is met less often."""
    within: Any = root
    key: Any = 0
    while isinstance(within[key], list | dict) and within[key] and draw(st.integers(0, 5)):
        within = within[key]
        key = draw(st.sampled_from(sorted(within))) if isinstance(within, dict) else draw(_PLACES) % len(within)
    how = draw(st.sampled_from(("replace", "replace", "replace", "drop", "double", "wrap")))
    if how == "drop" and within is not root:
        del within[key]
    elif how == "double" and isinstance(within, list):
        within.append(deepcopy(within[key]))
    elif how == "double":
        within[draw(st.sampled_from(("more", "", "schema", "a\nb")))] = deepcopy(within[key])
    elif how == "wrap":
        within[key] = [within[key]]
    else:
        within[key] = deepcopy(draw(st.sampled_from(VALUES)))


# --- Archives of arrays ---

_SHAPES = (
    *("(3, 3)", "()", "(0,)", "(1,)", "(-1,)", "(3, 3, 3)", "(1000000000000,)", "(1000000, 1000000)", "(2, 26)"),
    *("(10**12,)", "(True,)", "(3.0, 3)", "None", "(3,", "(" * 90 + ")" * 90, "(" + "1," * 64 + ")", "(2**63,)"),
)
_TYPES = (
    *("'<u2'", "'<i8'", "'|O'", "'<f8'", "'<U5'", "'<U2000000000'", "'|S0'", "'|V16'", "'<m8[ns]'", "'<c16'", "'|b1'"),
    *("[('board', '<u2', (3, 3)), ('goals', '<u2', (3, 3)), ('agent_loc', '<i8', (2,))]", "'>u2'", "object", "1"),
    *("[('board', '<u2', (1000000, 1000000))]", "[('a', '|O')]", "[('a', '<u2'), ('a', '<u2')]", "'x'", "None", "{}"),
)
_NAMES = ("board", "goals", "agent_loc", "agent_locs", "levels", "orientation", "spawn_prob", "points_table", "class")


def _head(shape: str, kind: str, order: str) -> bytes:
    text = f"{{'descr': {kind}, 'fortran_order': {order}, 'shape': {shape}, }}".encode("latin-1")
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text) % 2**16) + text


@st.composite
def _array(draw: st.DrawFn) -> bytes:
    if draw(st.booleans()):
        values = numpy.arange(draw(st.sampled_from((1, 2, 9)))).astype(draw(st.sampled_from(("<u2", "<i8", "<f8"))))
        content = io.BytesIO()
        numpy.save(content, values.reshape(3, 3) if len(values) == 9 else values)
        return content.getvalue()
    order = draw(st.sampled_from(("False", "False", "True", "0", "None")))
    head = _head(draw(st.sampled_from(_SHAPES)), draw(st.sampled_from(_TYPES)), order)
    return head + bytes(draw(st.sampled_from((0, 1, 18, 72, 4_000))))


@st.composite
def archives(draw: st.DrawFn, samples: Sequence[bytes], names: Sequence[str] = _NAMES) -> bytes:
    """Return archives: changed samples, and samples in which arrays have hostile heads, or are bombs."""
    sample = draw(st.sampled_from(samples))
    if draw(st.booleans()):
        return draw(changed_bytes([sample]))
    with zipfile.ZipFile(io.BytesIO(sample)) as archive:
        members = {name.removesuffix(".npy"): archive.read(name) for name in archive.namelist()}
    for _ in range(draw(st.integers(1, 2))):
        name = draw(st.sampled_from((*members, *names, "", "../x", "a/b", "x" * 300, "\u202e")))
        members[name] = draw(_array())
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", draw(st.sampled_from((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))) as archive:
        for name, array in members.items():
            archive.writestr(f"{name}.npy", array)
    if draw(st.integers(0, 19)) == 0:
        return bombed(content.getvalue(), draw(st.sampled_from([*members])))
    return draw(changed_bytes([content.getvalue()])) if draw(st.integers(0, 4)) == 0 else content.getvalue()


def bombed(archive: bytes, name: str) -> bytes:
    """Return an archive of one array of this name, whose content, inflated, is far longer than its head says."""
    head = _head("(3, 3)", "'<u2'", "False")
    whole = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = whole.compress(head + bytes(30_000_000)) + whole.flush()
    file = f"{name}.npy".encode()
    crc, size = 0, len(head) + 30_000_000
    fields = (20, 0, 8, 0, 0x21, crc, len(body), size, len(file))
    local = b"PK\3\4" + struct.pack("<5H3L2H", *fields[:5], *fields[5:8], fields[8], 0) + file
    central = b"PK\1\2" + struct.pack("<6H3L5H2L", 20, *fields[:5], *fields[5:8], len(file), 0, 0, 0, 0, 0, 0) + file
    end = b"PK\5\6" + struct.pack("<4H2LH", 0, 0, 1, 1, len(central), len(local) + len(body), 0)
    return local + body + central + end
