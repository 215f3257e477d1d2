"""Engines: every agent and environment to a horizon, worked examples, equality of forms, counted branches."""
