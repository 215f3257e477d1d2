"""The checks of the statements: each takes a scope, and as keywords the objects it is about."""
