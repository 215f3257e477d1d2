"""A ledger of somebody's own: the statements of a file, which are checked as those of the four papers are."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from inspect import isgeneratorfunction, signature
from pathlib import Path
from typing import get_args

from formal_rl.errors import NotLoadable, UnusableFile, short_repr
from formal_rl.loading import load_object
from formal_rl.statements.ledger import LEDGER, find
from formal_rl.statements.merged import MERGED, RETIRED
from formal_rl.statements.statement import Kind, Mutant, Statement, Verdict


def own_ledger(file: str) -> Mapping[str, Statement]:
    """Return the statements that a file of Python defines as ``STATEMENTS``, by identifier, in its order.

    What the file prints while it is loaded goes to standard error.

    Raises `NotLoadable` where the file is not there, cannot be run, or has no ``STATEMENTS``, and `UnusableFile`
    where that is not a tuple of statements that can be checked.
    """
    if not file.endswith(".py"):
        raise NotLoadable(file, "expected a file of Python, such as my_paper.py, that defines STATEMENTS")
    with redirect_stdout(sys.stderr):
        statements = load_object(f"{file}:STATEMENTS")
    if not isinstance(statements, tuple | list) or not statements:
        raise UnusableFile(file, "STATEMENTS", f"is {short_repr(statements)}: expected a tuple of Statement")
    ledger: dict[str, Statement] = {}
    for index, statement in enumerate(statements):
        for place, reason in _faults(statement, ledger):
            raise UnusableFile(file, f"STATEMENTS[{index}]{place}", reason)
        ledger[statement.id] = statement
    for index, statement in enumerate(statements):
        for used in statement.uses:
            if used not in ledger and used not in LEDGER:
                reason = f"has {short_repr(used)}: expected the id of a statement of this file or of ours"
                raise UnusableFile(file, f"STATEMENTS[{index}].uses", reason)
    return ledger


def address(file: str | None, identifier: str) -> str:
    """Return the identifier with the file that it is in, if any, so that any process can find the statement."""
    return identifier if file is None else f"{Path(file).expanduser().absolute()}:{identifier}"


def statement_at(address: str) -> Statement:
    """Return the statement of an identifier, or of a file and an identifier; raise what `find` and `own_ledger` do."""
    file, of_a_file, identifier = address.rpartition(":")
    return find(identifier, own_ledger(file) if of_a_file else None)


def _faults(statement: object, before: Mapping[str, Statement]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with an element of ``STATEMENTS``: where in it, and what was expected."""
    if not isinstance(statement, Statement):
        yield "", f"is {short_repr(statement)}: expected a Statement"
        return
    name = statement.id
    if not isinstance(name, str) or not name or set(name) & set(" :,*?["):
        yield ".id", f"is {short_repr(name)}: expected text without spaces and any of : , * ? ["
    elif name.upper() in {each.upper() for each in before}:
        yield ".id", f"is {name!r}, as it is of a statement before: expected each once"
    elif name.upper() in {each.upper() for each in (*LEDGER, *MERGED, *RETIRED)}:
        yield ".id", f"is {name!r}, a statement of ours: expected another"
    for field, words in (("kind", get_args(Kind)), ("verdict", get_args(Verdict))):
        if getattr(statement, field) not in words:
            yield f".{field}", f"is {short_repr(getattr(statement, field))}: expected one of {', '.join(words)}"
    if not isgeneratorfunction(statement.check):
        yield ".check", f"is {short_repr(statement.check)}: expected a function of the scope that yields parts"
    for mutant in statement.mutants:
        if not isinstance(mutant, Mutant):
            yield ".mutants", f"has {short_repr(mutant)}: expected a Mutant, or a mapping of wrong objects"
            return
        try:
            signature(mutant.check).bind(None)
        except (TypeError, ValueError):
            yield f".mutants[{mutant.name!r}]", "the check has no such arguments: expected wrong ones in their place"
