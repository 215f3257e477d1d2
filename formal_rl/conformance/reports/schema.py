"""The JSON Schemas of what a check writes; they come with the package."""

import json
from importlib.resources import files
from typing import Any

from formal_rl.errors import InvalidParameter

SCHEMAS = ("conformance-report/1", "conformance-counterexample/1", "conformance-vectors/1", "conformance-project/1")
"""What there are schemas of: reports, one or several, counterexamples, recorded vectors, and summaries of projects."""


def json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema that the member ``schema`` of a document names.

    Raises `InvalidParameter` for one that there is not.
    """
    if name not in SCHEMAS:
        raise InvalidParameter("schema", name, f"one of {', '.join(SCHEMAS)}")
    file = files("formal_rl.conformance").joinpath("schemas", f"{name.replace('/', '-')}.json")
    schema: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return schema
