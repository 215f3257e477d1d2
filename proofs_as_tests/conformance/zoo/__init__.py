"""Implementations for the tests, in houses of plain code and edits of it; `README.md` tells who wrote them."""
