"""Text of users' own in which nothing stays that a page, or a terminal, would not show."""

import re

_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def printable(text: str) -> str:
    r"""Return a text in which control characters and what is not a character are written as Python does, ``\x1b``.

    Tabulators and ends of lines stay. What comes of it is allowed in HTML and XML, and can be encoded.
    """
    return _UNSHOWN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)
