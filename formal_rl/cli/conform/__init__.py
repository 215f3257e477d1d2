"""The commands of the practitioner: conform, suites, replay, vectors."""
