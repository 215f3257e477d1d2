"""Recorded runs and vectors: they are read into values, and compared with what is computed now."""
