"""Data of explorers: every question to the horizon, readings, presets, and the text of the definition."""
