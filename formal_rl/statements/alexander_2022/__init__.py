"""The ledger of Alexander, Castaneda, Compher and Martinez 2022, Extending environments to measure self-reflection.

Each mutant is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""
