"""Conformance: implementations are compared with definitions, and recorded runs are replayed."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from formal_rl.conformance.conformance_report import Counterexample, Diverges, Report, Row
    from formal_rl.conformance.expected_divergences import read_expected
    from formal_rl.conformance.implementation_check import Semantics, check, check_named, replay_witness
    from formal_rl.conformance.outcomes import Outcome
    from formal_rl.conformance.report_schema import json_schema
    from formal_rl.conformance.shipped import shipped_drest, shipped_recordings, shipped_safelife, shipped_vectors
    from formal_rl.conformance.suites import SUITES
    from formal_rl.conformance.vector_replay import replay
    from formal_rl.conformance.vector_report import FileReport, Mismatch, Skip, VectorReport
    from formal_rl.conformance.witness import Witness, read_witness
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        conformance_report=("Counterexample", "Diverges", "Report", "Row"),
        expected_divergences=("read_expected",),
        implementation_check=("Semantics", "check", "check_named", "replay_witness"),
        outcomes=("Outcome",),
        report_schema=("json_schema",),
        shipped=("shipped_drest", "shipped_recordings", "shipped_safelife", "shipped_vectors"),
        suites=("SUITES",),
        vector_replay=("replay",),
        vector_report=("FileReport", "Mismatch", "Skip", "VectorReport"),
        witness=("Witness", "read_witness"),
    )

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
    "Witness",
    "check",
    "check_named",
    "json_schema",
    "read_expected",
    "read_witness",
    "replay",
    "replay_witness",
    "shipped_drest",
    "shipped_recordings",
    "shipped_safelife",
    "shipped_vectors",
]
