"""Conformance: implementations are compared with definitions."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .apart import FaultInWorker as FaultInWorker
    from .drest_log import check_log as check_log
    from .engine.failures import FailureKind as FailureKind
    from .implementation_check import check as check, check_named as check_named, replay_witness as replay_witness
    from .reports.expected_divergences import Divergence as Divergence, read_expected as read_expected
    from .reports.report import Counterexample as Counterexample, Report as Report, Row as Row
    from .engine.search import Witness as Witness, read_witness as read_witness
    from .suites.by_name import SUITES as SUITES, suite_named as suite_named

on_demand(__name__)
