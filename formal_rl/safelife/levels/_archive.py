"""Arrays in an .npz file: the header is checked before anything is loaded, and nothing is unpickled."""

import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from math import prod
from pathlib import Path
from typing import IO, Any, TypeAlias
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy
from numpy.typing import NDArray

from formal_rl.errors import UnusableArchive, describe_exception

Head: TypeAlias = tuple[numpy.dtype[Any], tuple[int, ...]]
"""The header of an array: the type of its elements, and its shape."""


def type_in_words(dtype: numpy.dtype[Any]) -> str:
    """Return the name of a type, short even where it has many fields."""
    return str(dtype) if dtype.names is None else "records"


class ArrayArchive(AbstractContextManager["ArrayArchive"]):
    """The arrays of an .npz file, each of ``most_bytes`` at most, open while in use as a context.

    Raises `UnusableArchive` for a file that is missing, is not an archive, is broken, or has two arrays of one name.
    """

    def __init__(self, path: Path | str, most_bytes: int) -> None:
        self.file = str(path)
        self.most_bytes = most_bytes
        with self._refused(""):
            self._archive = ZipFile(path)
        self._members: dict[str, ZipInfo] = {}
        for member in self._archive.infolist():
            name = member.filename.removesuffix(".npy")
            if name in self._members:
                self._archive.close()
                raise self.fault(name, "occurs twice")
            self._members[name] = member

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arrays, in the order of the file."""
        return tuple(self._members)

    def fault(self, name: str, reason: str) -> UnusableArchive:
        """Return the refusal of the array of this name."""
        return UnusableArchive(self.file, name if name.isprintable() else ascii(name), reason)

    def head(self, name: str) -> Head:
        """Return the head of an array without reading the rest.

        Raises `UnusableArchive` naming it: it is missing, encrypted, compressed in an unusual way, in another form or
        version than numpy saves arrays that could be judged by it, of objects, or too large.
        """
        with self._content(name) as content:
            return self._head(name, content)

    def load(self, name: str) -> NDArray[Any]:
        """Return an array.

        Raises `UnusableArchive` as `head` does, and for content that is not whole, damaged, or goes on after its end.
        """
        self.head(name)
        with self._content(name) as content:
            array = numpy.lib.format.read_array(content, allow_pickle=False)
            if content.read(1):
                raise self.fault(name, "goes on after its end")
        return array

    @contextmanager
    def _content(self, name: str) -> Iterator[IO[bytes]]:
        if name not in self._members:
            raise self.fault(name, "is missing")
        member = self._members[name]
        if member.compress_type not in {ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2}:
            raise self.fault(name, f"is compressed in way {member.compress_type}: expected deflate, bzip2 or none")
        if member.flag_bits & 1:
            raise self.fault(name, "is encrypted")
        with self._refused(name), self._archive.open(member) as content:
            yield content

    def _head(self, name: str, content: IO[bytes]) -> Head:
        try:
            version = numpy.lib.format.read_magic(content)
        except ValueError:
            raise self.fault(name, "is not an array as numpy saves it") from None
        if version != (1, 0):  # later ones allow heads of any length
            raise self.fault(name, f"is in version {version} of the format of arrays: expected (1, 0)")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                shape, _, dtype = numpy.lib.format.read_array_header_1_0(content)
            except Exception:  # a text of any kind is parsed there, which fails in many ways
                raise self.fault(name, "is not an array as numpy saves it") from None
        if min(shape, default=0) < 0:
            raise self.fault(name, "is not an array as numpy saves it")
        if dtype.hasobject:
            raise self.fault(name, "holds objects, which would have to be unpickled")
        size = prod(shape) * dtype.itemsize
        if size > self.most_bytes:
            raise self.fault(name, f"has {size} bytes: expected at most {self.most_bytes}")
        return dtype, shape

    @contextmanager
    def _refused(self, name: str) -> Iterator[None]:
        """Raise every failure as `UnusableArchive`: hostile bytes make archives fail in many ways."""
        try:
            yield
        except UnusableArchive:
            raise
        except BadZipFile as error:
            reason = "cannot be read" if name else "is not an archive, or not a whole one"
            raise self.fault(name, f"{reason}: {error}") from error
        except OSError as error:
            raise self.fault(name, f"cannot be read: {error.strerror or error}") from error
        except Exception as error:
            raise self.fault(name, f"cannot be read: {describe_exception(error)}") from error
