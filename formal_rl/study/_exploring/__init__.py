"""What an explorer knows: every question to the horizon, readings, presets, and the definition's text."""
