"""Which of several known names a typed word means."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.rules.errors import InvalidCommand, comma_list, suggestion


def match(text: str, known: Sequence[str], what: str, exact: bool = False) -> str:
    """The known name that ``text`` means, whatever its case: the name itself, or the only one that begins with it.

    ``exact`` asks for the whole name. Raises InvalidCommand, which calls a known name a ``what``.
    """
    wanted = text.casefold()
    for name in known:
        if name.casefold() == wanted:
            return name
    candidates = () if exact else with_prefix(text, known)
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise InvalidCommand(f"“{text}” could be {comma_list(candidates)}; type more of it.")
    raise InvalidCommand(f"“{text}” is not {article(what)} {what}.{suggestion(text, known)}")


def article(noun: str) -> str:
    """``a`` or ``an``, by the noun's first letter."""
    return "an" if noun[:1].lower() in "aeiou" else "a"


def with_prefix(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """The known names that begin with ``text``, whatever its case."""
    wanted = text.casefold()
    return tuple(name for name in known if wanted and _begins(name.casefold(), wanted))


def _begins(name: str, start: str) -> bool:
    """Whether a name begins with ``start``; a number only matches whole: ``Goon 3`` does not begin ``Goon 30``."""
    return name.startswith(start) and not (start[-1].isdigit() and name[len(start)].isdigit())
