"""Conformance: implementations are compared with definitions."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .apart.check import FaultInWorker as FaultInWorker
    from .suites.calling_examples import calling_examples as calling_examples, example_source as example_source
    from .engine.capture import Watch as Watch, printing_kept as printing_kept
    from .engine.case_suites import CaseSuite as CaseSuite
    from .reports.report import Counterexample as Counterexample, Diverges as Diverges, Report as Report, Row as Row
    from .drest_log import check_log as check_log
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
    from .self_test import SelfTest as SelfTest, bare_suites as bare_suites, entries as entries, trials as trials
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
    from .reports.witness import Witness as Witness, read_witness as read_witness

on_demand(__name__)
