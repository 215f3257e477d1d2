"""Many boards of one size as bit planes: for each bit of a cell an array of words, each a row of a board."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.safelife.board.cells import ALIVE, BLUE, DESTRUCTIBLE, EXIT, GREATEST_CELL, GREEN, RED, SPAWNING, Cell

Words: TypeAlias = NDArray[Any]
"""Planes, one or a stack: the last three axes are the words of a row, the rows, and the boards."""

Numbers: TypeAlias = NDArray[numpy.int64]

_ORDER = (ALIVE, DESTRUCTIBLE, RED, GREEN, BLUE)
_BITS = tuple(1 << place for place in range(GREATEST_CELL.bit_length()))
_WORD_SIZES = (8, 16, 32, 64)
_EXCHANGES = tuple(
    (numpy.uint64(shift), numpy.uint64(mask))
    for shift, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))
)


class BatchFrame(NamedTuple):
    """How the locations of ``number`` boards of one size lie in words, and which bits of a cell have a plane.

    A row of a board is ``words`` words of ``size`` bits, the lowest for column 0; the last word uses ``last`` + 1 of
    them. ``bits`` begins with alive and the traits that occur, of which there are ``traits``; ``places`` says which
    power of two each is. ``everywhere`` has the words of a row in which all columns are.
    """

    height: int
    width: int
    number: int
    size: int
    words: int
    last: int
    bits: tuple[Cell, ...]
    traits: int
    places: NDArray[numpy.uint16]
    everywhere: Words

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of a plane."""
        return self.words, self.height, self.number

    def plane_of(self, bit: Cell) -> int | None:
        """Return which plane has a bit, None if no cell has it."""
        return self.bits.index(bit) if bit in self.bits else None

    def reframed(self, *, number: int | None = None, more: Cell = 0) -> BatchFrame:
        """Return the frame of another number of boards, or of cells that have more bits."""
        kept = sum(self.bits) | more
        return frame_of(self.height, self.width, self.number if number is None else number, kept)


def frame_of(height: int, width: int, number: int, occurring: Cell) -> BatchFrame:
    """Return the frame of so many boards of a size whose cells have some of the bits of ``occurring``.

    It has planes for what can come of these too: cells come to life, and exits and spawners make them destructible.
    """
    occurring |= ALIVE | (DESTRUCTIBLE if occurring & (EXIT | SPAWNING) else 0)
    return _frame_of(height, width, number, occurring)


@cache
def _frame_of(height: int, width: int, number: int, occurring: Cell) -> BatchFrame:
    size = next((size for size in _WORD_SIZES if width <= size), _WORD_SIZES[-1])
    words = -(-width // size)
    last = width - 1 - (words - 1) * size
    traits = tuple(bit for bit in _ORDER if bit & occurring)
    bits = traits + tuple(bit for bit in _BITS if bit & occurring and bit not in _ORDER)
    places = numpy.array([bit.bit_length() - 1 for bit in bits], dtype=numpy.uint16)
    everywhere = numpy.full((words, 1, 1), (1 << size) - 1, dtype=f"<u{size // 8}")
    everywhere[-1] = (2 << last) - 1
    for array in (places, everywhere):
        array.flags.writeable = False
    return BatchFrame(height, width, number, size, words, last, bits, len(traits) - 1, places, everywhere)


def packed_cells(cells: NDArray[numpy.uint16], frame: BatchFrame) -> Words:
    """Return the planes of cells, an array of shape (number, height, width)."""
    places = _filled(cells, frame)
    halves = places.astype(numpy.uint8), (places >> numpy.uint16(8)).astype(numpy.uint8)
    planes = numpy.empty((len(frame.bits), *frame.shape), dtype=frame.everywhere.dtype)
    for plane, place in zip(planes, frame.places.tolist(), strict=True):
        half, within = divmod(place, 8)
        plane[...] = words_of_bytes(halves[half] & numpy.uint8(1 << within), frame)
    return planes


def words_of(flags: NDArray[numpy.bool_], frame: BatchFrame) -> Words:
    """Return the plane of flags, an array of shape (number, height, width)."""
    return words_of_bytes(_filled(flags, frame), frame)


def _filled(cells: NDArray[Any], frame: BatchFrame) -> NDArray[Any]:
    """Return cells or flags with empty ones after each row, so that it fills whole words."""
    filled = numpy.zeros((*cells.shape[:2], frame.words * frame.size), dtype=cells.dtype)
    filled[:, :, : frame.width] = cells
    return filled


def words_of_bytes(filled: NDArray[Any], frame: BatchFrame) -> Words:
    """Return the plane of the bytes that are not zero, which lie as `bytes_of` has them."""
    words = numpy.packbits(filled, axis=None, bitorder="little").view(frame.everywhere.dtype)
    return words.reshape(*filled.shape[:2], frame.words).transpose(2, 1, 0)


def unpacked_cells(planes: Words, frame: BatchFrame) -> NDArray[numpy.uint16]:
    """Return the cells of planes, a new array of shape (number, height, width)."""
    eights = numpy.zeros((2, frame.number, frame.height, frame.words * frame.size // 8, 8), dtype=numpy.uint8)
    for plane, place in zip(planes, frame.places.tolist(), strict=True):
        half, within = divmod(place, 8)
        eights[half, ..., within] = numpy.ascontiguousarray(plane.transpose(2, 1, 0)).view(numpy.uint8)
    low, high = (_turned(half).reshape(frame.number, frame.height, -1)[..., : frame.width] for half in eights)
    return low | high.astype(numpy.uint16) << numpy.uint16(8)


def _turned(eights: NDArray[numpy.uint8]) -> NDArray[numpy.uint8]:
    """Return squares of bits, each of eight bytes, with rows and columns exchanged."""
    squares = eights.view("<u8")
    for shift, mask in _EXCHANGES:
        moved = squares >> shift
        moved ^= squares
        moved &= mask
        squares ^= moved
        moved <<= shift
        squares ^= moved
    return squares.view(numpy.uint8)


def bytes_of(plane: Words) -> NDArray[numpy.uint8]:
    """Return a byte, 0 or 1, for each bit of a plane: board by board, row by row, the words of a row side by side."""
    by_board = numpy.ascontiguousarray(plane.transpose(2, 1, 0))
    return numpy.unpackbits(by_board.view(numpy.uint8), axis=None, bitorder="little").reshape(*by_board.shape[:2], -1)


def read_cells(planes: Words, frame: BatchFrame, rows: Numbers, columns: Numbers) -> NDArray[numpy.uint16]:
    """Return the cells at these locations, whose last axis, as that of what is returned, numbers the boards."""
    shifts = (columns % frame.size).astype(planes.dtype)
    words = planes.reshape(len(frame.bits), -1).take(_indices(frame, rows, columns), axis=1)
    bits = (words >> shifts & 1).astype(numpy.uint16)
    places = frame.places.reshape(-1, *(1,) * rows.ndim)
    cells: NDArray[numpy.uint16] = numpy.bitwise_or.reduce(bits << places, axis=0)
    return cells


def write_cells(
    planes: Words,
    frame: BatchFrame,
    rows: Numbers,
    columns: Numbers,
    cells: NDArray[numpy.uint16],
    *,
    boards: Numbers | None = None,
) -> None:
    """Put a cell into each board, or each of some boards, into planes that are the caller's own."""
    shifts = (columns % frame.size).astype(planes.dtype)
    indices, flat = _indices(frame, rows, columns, boards), planes.reshape(len(frame.bits), -1)
    bits = (cells >> frame.places[:, None] & 1).astype(planes.dtype) << shifts
    flat[:, indices] = flat.take(indices, axis=1) & ~(planes.dtype.type(1) << shifts) | bits


def read_flags(plane: Words, frame: BatchFrame, rows: Numbers, columns: Numbers) -> NDArray[numpy.bool_]:
    """Return the bits of one plane at these locations, whose last axis numbers the boards."""
    words = plane.reshape(-1).take(_indices(frame, rows, columns))
    flags: NDArray[numpy.bool_] = (words >> (columns % frame.size).astype(plane.dtype) & 1).astype(numpy.bool_)
    return flags


def write_flags(plane: Words, frame: BatchFrame, rows: Numbers, columns: Numbers, flags: NDArray[numpy.bool_]) -> None:
    """Put a bit into each board, into a plane that is the caller's own."""
    shifts = (columns % frame.size).astype(plane.dtype)
    indices, flat = _indices(frame, rows, columns), plane.reshape(-1)
    flat[indices] = flat.take(indices) & ~(plane.dtype.type(1) << shifts) | flags.astype(plane.dtype) << shifts


def _indices(frame: BatchFrame, rows: Numbers, columns: Numbers, boards: Numbers | None = None) -> Numbers:
    """Return where, in a plane laid out flat, the words of these locations are."""
    numbers = numpy.arange(frame.number) if boards is None else boards
    return (columns // frame.size * frame.height + rows) * frame.number + numbers
