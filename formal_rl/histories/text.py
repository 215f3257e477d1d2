"""Histories as a line of text, for tables and error reports."""

from formal_rl.histories.percept import History, Percept


def format_history(history: History) -> str:
    """Return a history on one line: percepts as (r,o), actions bare, the empty history as ⟨⟩.

    Ledger: A21-D1
    """
    if not history:
        return "⟨⟩"
    return " ".join(
        f"({element.reward},{element.observation})" if isinstance(element, Percept) else str(element)
        for element in history
    )
