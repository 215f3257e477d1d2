"""Tables of calls for tests: each call with what it must raise or return, a test for each."""

from functools import partial

import pytest

from formal_rl.errors import END, MalformedHistory


def fails(call, kind, text, kept):
    """Fail unless the call raises an error of this very type, with this text, if any, and these attributes."""
    with pytest.raises(kind) as raised:
        call()
    assert raised.type is kind
    assert text in {None, str(raised.value)}, raised.value
    assert {name: getattr(raised.value, name) for name in kept} == kept, raised.value


def returns(call, expected):
    """Fail unless the call returns a value of this type."""
    got = call()
    assert (type(got), got) == (type(expected), expected), got


def refused(expected, function, *calls, **keywords):
    """A row for each tuple of arguments: the call must raise this type, this error, or this type with attributes."""
    kind, kept = expected if isinstance(expected, tuple) else (expected, {})
    kind, text = (type(kind), str(kind)) if isinstance(kind, Exception) else (kind, None)
    return [partial(fails, partial(function, *given, **keywords), kind, text, kept) for given in calls]


def gives(function, *calls):
    """A row for each tuple of arguments, the last of which is what the call must return."""
    return [partial(returns, partial(function, *given), expected) for *given, expected in calls]


def malformed(index, value=END):
    """The refusal of a history at this place, for this value."""
    return MalformedHistory, {"index": index, "value": value}


def each_row_of(*tables):
    """A mark that gives a test each row of these tables, to be called."""
    return pytest.mark.parametrize("row", [row for table in tables for row in table])
