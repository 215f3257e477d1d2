"""Hostile inputs for everything that reads: each is read, or refused by an error of ours, soon and in little memory.

``make fuzz`` runs 100,000 inputs of seed 1; ``python -m tools.fuzz --help`` says what else there is.
"""
