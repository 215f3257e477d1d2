"""Benchmarks: growth, and ratios of two things in one run. Nothing here passes or fails."""
