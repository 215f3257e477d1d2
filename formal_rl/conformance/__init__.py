"""Conformance: implementations are compared with definitions, and recorded runs are replayed."""

from formal_rl.conformance.conformance_report import Counterexample, Diverges, Report, Row
from formal_rl.conformance.implementation_check import Semantics, check, check_named
from formal_rl.conformance.outcomes import Outcome
from formal_rl.conformance.replay import replay
from formal_rl.conformance.shipped import shipped_drest, shipped_recordings, shipped_safelife, shipped_vectors
from formal_rl.conformance.suites import SUITES
from formal_rl.conformance.vector_report import FileReport, Mismatch, Skip, VectorReport

__all__ = [
    "SUITES",
    "Counterexample",
    "Diverges",
    "FileReport",
    "Mismatch",
    "Outcome",
    "Report",
    "Row",
    "Semantics",
    "Skip",
    "VectorReport",
    "check",
    "check_named",
    "replay",
    "shipped_drest",
    "shipped_recordings",
    "shipped_safelife",
    "shipped_vectors",
]
