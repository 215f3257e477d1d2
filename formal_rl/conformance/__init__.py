"""Conformance: recorded runs are replayed and compared with what the definitions compute."""

from formal_rl.conformance.replay import replay
from formal_rl.conformance.shipped import shipped_vectors
from formal_rl.conformance.vector_report import FileReport, Mismatch, Skip, VectorReport

__all__ = ["FileReport", "Mismatch", "Skip", "VectorReport", "replay", "shipped_vectors"]
