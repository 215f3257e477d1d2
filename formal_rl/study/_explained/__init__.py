"""Environments that say in words which clause of their definition decided a percept."""
