"""The ledger of Alexander, Castaneda, Compher and Martinez 2021, Extending environments to incentivize self-reflection.

Each mutant is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""
