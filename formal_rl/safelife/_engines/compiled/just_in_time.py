"""Compiling a kernel. Nothing else imports numba, and this does only when called."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from formal_rl.errors import MissingExtra

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])


@cache
def compiled(kernel: _Kernel) -> _Kernel:
    """Return a kernel compiled by numba, which keeps the machine code beside the module for the next process.

    A kernel is a function of arrays and numbers that calls nothing but Python's own arithmetic, and makes arrays of
    numpy, so that it gives the same when it is interpreted.

    Raises `MissingExtra` if numba is not installed.
    """
    try:
        import numba  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtra("numba", "numba") from None
    made: _Kernel = numba.njit(cache=True)(kernel)
    return made
