"""Conformance: implementations are compared with definitions, and recorded runs are replayed."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .apart import FaultInWorker as FaultInWorker
    from .calling_examples import calling_examples as calling_examples, example_source as example_source
    from .capture import Watch as Watch, printing_kept as printing_kept
    from .case_suites import CaseSuite as CaseSuite
    from .conformance_report import Counterexample as Counterexample, Diverges as Diverges, Report as Report, Row as Row
    from .drest_log import check_log as check_log
    from .drest_training_file import Checkpoint as Checkpoint
    from .expected_divergences import (
        Divergence as Divergence,
        expected_entries as expected_entries,
        read_expected as read_expected,
    )
    from .failure_kinds import FailureKind as FailureKind
    from .implementation_check import (
        Semantics as Semantics,
        check as check,
        check_named as check_named,
        replay_witness as replay_witness,
    )
    from .plugins import users_objects as users_objects
    from .policy_files import read_policy as read_policy
    from .profiles import Profile as Profile
    from .project import (
        PROJECT_FILE as PROJECT_FILE,
        Project as Project,
        ProjectOutcome as ProjectOutcome,
        find_project as find_project,
        read_project as read_project,
        run_project as run_project,
    )
    from .report_html import report_page as report_page
    from .report_junit import junit_text as junit_text
    from .report_schema import json_schema as json_schema
    from .runner import SECONDS as SECONDS
    from .safelife_run_file import (
        format_run as format_run,
        holds_run as holds_run,
        read_run as read_run,
        run_json as run_json,
    )
    from .self_test import SelfTest as SelfTest, bare_suites as bare_suites, entries as entries, trials as trials
    from .shipped import (
        shipped_drest as shipped_drest,
        shipped_recordings as shipped_recordings,
        shipped_safelife as shipped_safelife,
        shipped_vectors as shipped_vectors,
    )
    from .suite_facts import (
        COMPARED_PAGE as COMPARED_PAGE,
        NOTES as NOTES,
        ListedClaim as ListedClaim,
        Table as Table,
        definition_of as definition_of,
        facts_json as facts_json,
        listed_claims as listed_claims,
        published_code as published_code,
        statements_of as statements_of,
        tables_of as tables_of,
    )
    from .suggestions import Suggestion as Suggestion, suggestions as suggestions
    from .suites import (
        AnySuite as AnySuite,
        SUITES as SUITES,
        suite_after as suite_after,
        suite_called as suite_called,
        suite_like as suite_like,
        suite_named as suite_named,
    )
    from .totals import CELLS as CELLS, FEW as FEW, compare_totals as compare_totals
    from .vector_replay import replay as replay
    from .vector_report import (
        FileReport as FileReport,
        Mismatch as Mismatch,
        Skip as Skip,
        VectorReport as VectorReport,
    )
    from .vectors_distil import Distilled as Distilled, distilled_vectors as distilled_vectors
    from .vectors_record import recorded_vectors as recorded_vectors, write_vectors as write_vectors
    from .witness import Witness as Witness, read_witness as read_witness

on_demand(__name__)
