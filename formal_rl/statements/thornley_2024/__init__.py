"""The ledger of Thornley et al. 2024, Towards shutdownable agents via stochastic choice.

Each mutant is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""
