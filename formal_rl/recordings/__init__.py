"""Recorded runs of published code and of the definitions: read, replayed with ours or a user's classes, and written."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .cases import FileReport as FileReport, Mismatch as Mismatch, Skip as Skip, VectorReport as VectorReport
    from .totals import CELLS as CELLS, FEW as FEW, compare_totals as compare_totals
    from .vector_replay import replay as replay, shipped_drest as shipped_drest
    from .vector_replay import shipped_recordings as shipped_recordings, shipped_safelife as shipped_safelife
    from .vector_replay import shipped_vectors as shipped_vectors, users_objects as users_objects
    from .suite_vectors import recorded_vectors as recorded_vectors, write_vectors as write_vectors

on_demand(__name__)
