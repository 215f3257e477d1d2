"""The ledger: every statement in scope, with its check, its mutants, its verdict and the evidence."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .entries import Evidence as Evidence, claim as claim, definition as definition, example as example
    from .entries import experiment as experiment, lemma as lemma, mutants as mutants, statements_in as statements_in
    from .entries import theorem as theorem
    from .ledger import LEDGER as LEDGER, choose as choose, find as find
    from .library import EXTENDED_ENVIRONMENTS as EXTENDED_ENVIRONMENTS
    from .own_ledger import own_ledger as own_ledger
    from .papers import ALEXANDER_2021 as ALEXANDER_2021, ALEXANDER_2022 as ALEXANDER_2022, PAPERS as PAPERS
    from .papers import THORNLEY_2024 as THORNLEY_2024, WAINWRIGHT_2019 as WAINWRIGHT_2019
    from .statement import Mutant as Mutant, Statement as Statement, Verdict as Verdict
    from .verification import Report as Report, verify as verify, verify_all as verify_all

on_demand(__name__)
