"""The JSON Schemas of what commands print, by the member ``schema`` of a document."""

import json
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "reference" / "schemas"


def json_schema(name):
    """Return the JSON Schema of this name."""
    return json.loads((FOLDER / f"{name.replace('/', '-')}.json").read_text("utf-8"))
