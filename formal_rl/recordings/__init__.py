"""Recorded runs of published code and of the definitions: read, replayed with ours or a user's classes, and written."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .cases import FileReport as FileReport, Mismatch as Mismatch, Skip as Skip, VectorReport as VectorReport
    from .vector_replay import replay as replay, shipped_recordings as shipped_recordings
    from .vector_replay import shipped_vectors as shipped_vectors
    from .suite_vectors import recorded_vectors as recorded_vectors, write_vectors as write_vectors

on_demand(__name__)
