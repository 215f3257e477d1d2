"""The ledger: every statement in scope, with its check, its mutants, its verdict and the evidence."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .citations import cited_by as cited_by, place_of as place_of, source_of as source_of
    from .entries import Evidence as Evidence, claim as claim, definition as definition, example as example
    from .entries import experiment as experiment, lemma as lemma, mutants as mutants, statements_in as statements_in
    from .entries import theorem as theorem
    from .findings import FRONT as FRONT, OPEN as OPEN
    from .kill_table import KillTable as KillTable, MeasuredMutant as MeasuredMutant, MeasuredPart as MeasuredPart
    from .kill_table import kill_table as kill_table
    from .ledger import LEDGER as LEDGER, choose as choose, find as find, matching as matching
    from .library import DISTINCT_ENVIRONMENTS as DISTINCT_ENVIRONMENTS, EXTENDED_ENVIRONMENTS as EXTENDED_ENVIRONMENTS
    from .library import ORDINARY_ENVIRONMENTS as ORDINARY_ENVIRONMENTS, SECTION_3_EXAMPLES as SECTION_3_EXAMPLES
    from .merged import RETIRED as RETIRED
    from .own_ledger import address as address, own_ledger as own_ledger
    from .papers import ALEXANDER_2021 as ALEXANDER_2021, ALEXANDER_2022 as ALEXANDER_2022, PAPERS as PAPERS
    from .papers import THORNLEY_2024 as THORNLEY_2024, WAINWRIGHT_2019 as WAINWRIGHT_2019
    from .alexander_2022.published_library import Comparison as Comparison, LIBRARY as LIBRARY
    from .alexander_2022.published_library import LibraryEnvironment as LibraryEnvironment
    from .proofs import PROVED as PROVED, ProofsChecked as ProofsChecked, check_proofs as check_proofs
    from .report_file import ReportFile as ReportFile
    from .statement import Mutant as Mutant, Statement as Statement, Verdict as Verdict
    from .uses import USES as USES, mentioned as mentioned, used_by as used_by
    from .verification import Report as Report, holds as holds, rejects as rejects, verify as verify
    from .verification import verify_all as verify_all

on_demand(__name__)
