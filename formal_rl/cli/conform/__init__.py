"""The commands about implementations: conform, suites, replay, vectors."""
