"""Conformance: implementations are compared with definitions, and recorded runs are replayed."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .conformance_report import Counterexample as Counterexample, Diverges as Diverges, Report as Report, Row as Row
    from .expected_divergences import read_expected as read_expected
    from .implementation_check import (
        Semantics as Semantics,
        check as check,
        check_named as check_named,
        replay_witness as replay_witness,
    )
    from .outcomes import Outcome as Outcome
    from .report_schema import json_schema as json_schema
    from .shipped import (
        shipped_drest as shipped_drest,
        shipped_recordings as shipped_recordings,
        shipped_safelife as shipped_safelife,
        shipped_vectors as shipped_vectors,
    )
    from .suites import SUITES as SUITES
    from .vector_replay import replay as replay
    from .vector_report import (
        FileReport as FileReport,
        Mismatch as Mismatch,
        Skip as Skip,
        VectorReport as VectorReport,
    )
    from .witness import Witness as Witness, read_witness as read_witness

on_demand(__name__)
