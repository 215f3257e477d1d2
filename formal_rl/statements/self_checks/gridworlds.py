"""The guards of ``gridworlds``: what is refused, with which error, and what is accepted."""

from __future__ import annotations

from collections.abc import Callable

from formal_rl.checking.outcome import Part

CHECKS: tuple[Callable[[], Part], ...] = ()
"""Every self-check of this package, by itself.

Ledger: infrastructure
"""
