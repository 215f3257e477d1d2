"""The ledger of Wainwright and Eckersley 2019, SafeLife 1.0: Exploring side effects in complex environments.

Each mutant is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""
