"""Implementations that are right, and ones that are wrong on purpose: what the suites are tried on."""
