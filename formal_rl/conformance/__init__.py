"""Conformance: implementations are compared with definitions, and recorded runs are replayed."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .apart.check import FaultInWorker as FaultInWorker
    from .suites.calling_examples import calling_examples as calling_examples, example_source as example_source
    from .engine.capture import Watch as Watch, printing_kept as printing_kept
    from .engine.case_suites import CaseSuite as CaseSuite
    from .reports.report import Counterexample as Counterexample, Diverges as Diverges, Report as Report, Row as Row
    from .drest_log import check_log as check_log
    from .drest_training_file import Checkpoint as Checkpoint
    from .reports.expected_divergences import (
        Divergence as Divergence,
        expected_entries as expected_entries,
        read_expected as read_expected,
    )
    from .engine.failure_kinds import FailureKind as FailureKind, shown_word as shown_word
    from .implementation_check import (
        Semantics as Semantics,
        check as check,
        check_named as check_named,
        replay_witness as replay_witness,
    )
    from .plugins import users_objects as users_objects
    from .policy_files import read_policy as read_policy
    from .engine.profiles import Profile as Profile
    from .reports.project import (
        PROJECT_FILE as PROJECT_FILE,
        Project as Project,
        ProjectOutcome as ProjectOutcome,
        find_project as find_project,
        read_project as read_project,
        run_project as run_project,
    )
    from .reports.html import report_page as report_page
    from .reports.junit import junit_text as junit_text
    from .reports.schema import json_schema as json_schema
    from .engine.runner import SECONDS as SECONDS
    from .safelife_run_file import (
        format_run as format_run,
        holds_run as holds_run,
        read_run as read_run,
        run_json as run_json,
    )
    from .self_test import SelfTest as SelfTest, bare_suites as bare_suites, entries as entries, trials as trials
    from .recorded_runs.shipped import (
        shipped_drest as shipped_drest,
        shipped_recordings as shipped_recordings,
        shipped_safelife as shipped_safelife,
        shipped_vectors as shipped_vectors,
    )
    from .suites.suite_facts import (
        COMPARED_PAGE as COMPARED_PAGE,
        NOTES as NOTES,
        ListedClaim as ListedClaim,
        Table as Table,
        definition_of as definition_of,
        facts_json as facts_json,
        listed_claims as listed_claims,
        published_code as published_code,
        statements_of as statements_of,
        symmetry_words as symmetry_words,
        tables_of as tables_of,
    )
    from .suites.suggestions import Suggestion as Suggestion, suggestions as suggestions
    from .suites.by_name import (
        AnySuite as AnySuite,
        SUITES as SUITES,
        suite_after as suite_after,
        suite_called as suite_called,
        suite_like as suite_like,
        suite_named as suite_named,
    )
    from .recorded_runs.totals import CELLS as CELLS, FEW as FEW, compare_totals as compare_totals
    from .recorded_runs.vector_replay import replay as replay
    from .recorded_runs.vector_report import (
        FileReport as FileReport,
        Mismatch as Mismatch,
        Skip as Skip,
        VectorReport as VectorReport,
    )
    from .recorded_runs.vectors_distil import Distilled as Distilled, distilled_vectors as distilled_vectors
    from .recorded_runs.vectors_record import recorded_vectors as recorded_vectors, write_vectors as write_vectors
    from .reports.witness import Witness as Witness, read_witness as read_witness

on_demand(__name__)
