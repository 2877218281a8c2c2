"""Words of commands: matching a typed one with known names, and narrowing lists by it."""

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import combining, normalize

from tracker.rules.errors import InvalidCommand, comma_list, suggestion
from tracker.rules.grammar import a_or_an


@lru_cache(maxsize=20_000)
def folded(text: str) -> str:
    """Return a text as it is compared: without case and accents, so that Lio is Lió."""
    plain = text if text.isascii() else "".join(sign for sign in normalize("NFKD", text) if not combining(sign))
    return plain.casefold()


def match(text: str, known: Sequence[str], what: str, exact: bool = False) -> str:
    """Return the known word that ``text`` means, ignoring case: an exact match, or the only word beginning with it.

    ``exact`` requires the whole word. Raises InvalidCommand, which calls a known word a ``what``.
    """
    word = meant(text, known, exact)
    return word if word is not None else _only(text, () if exact else with_prefix(text, known), known, what)


def meant(text: str, known: Sequence[str], exact: bool = False) -> str | None:
    """Return the known word that ``text`` means, as ``match`` does, or None."""
    whole = _whole(text, known)
    beginning = () if exact or whole is not None else with_prefix(text, known)
    return beginning[0] if len(beginning) == 1 else whole


def match_name(text: str, names: Sequence[str], what: str, exact: bool = False, others: Sequence[str] = ()) -> str:
    """Return the name that ``text`` means, ignoring case: an exact match, or the only name with words beginning so.

    ``others`` match by their whole word alone, as what is meant for many must not be met by a slip. ``exact`` requires
    the whole name. Raises InvalidCommand, which calls a name a ``what``.
    """
    known = (*names, *others)
    whole = _whole(text, known)
    return whole if whole is not None else _only(text, () if exact else with_words(text, names), known, what)


def _whole(text: str, known: Sequence[str]) -> str | None:
    wanted = text.casefold()
    same = next((name for name in known if name.casefold() == wanted), None)
    alike = [name for name in known if folded(name) == folded(text)] if same is None else []
    return alike[0] if len(alike) == 1 else same


def _only(text: str, candidates: Sequence[str], known: Sequence[str], what: str) -> str:
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise InvalidCommand(f"“{text}” could be {comma_list(candidates)}; type more of it.")
    raise InvalidCommand(f"“{text}” is not {a_or_an(what)}.{suggestion(text, known)}")


def with_prefix(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """Return the known words that begin with ``text``, ignoring case."""
    wanted = folded(text)
    return tuple(word for word in known if wanted and _begins(folded(word), wanted))


def with_words(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names with words beginning with the words of ``text``, in order: ``go 2`` is in ``Goon 2``."""
    wanted = folded(text).split()
    if not wanted:
        return ()
    # A cheap test first: of many names only few contain every part at all.
    for part in wanted:
        names = [name for name in names if part in folded(name)]
    return tuple(name for name in names if _has_words(folded(name), wanted))


def beginning(text: str, words: Sequence[str]) -> list[str]:
    """Return the words that begin with the text, ignoring case, else the names with words beginning so."""
    wanted = folded(text)
    return [word for word in words if folded(word).startswith(wanted)] or list(with_words(text, words))


def containing(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names in which every word of ``text`` begins a word, in any order; else those that contain it."""
    found = narrowed(text, names, beginnings=True) or narrowed(text, names)
    return tuple(names[place] for place in found) if text.strip() else ()


def narrowed(text: str, names: Sequence[str], more: Sequence[str] = (), *, beginnings: bool = False) -> list[int]:
    """Return the places of what a typed text leaves of a list, the best first; all of them for an empty text.

    Each typed word must be in the name at that place, or in what ``more`` says there; with ``beginnings`` a word must
    begin so. Names beginning with the first typed word come first, then those in which more of the words begin one.
    """
    wanted = folded(text).replace("-", " ").split()
    found = list(range(len(names)))
    if not wanted:
        return found
    heads = _spaced(tuple(names))
    texts = _spaced(tuple([f"{name} {said}" for name, said in zip(names, more, strict=True)])) if more else heads
    # One pass for each word, without a call for each name: there may be thousands.
    for part in wanted:
        sought = f" {part}" if beginnings else part
        found = [place for place in found if sought in texts[place]]
    misses = dict.fromkeys(found, 0)
    for part in wanted:
        # A name begins with a blank here: what follows one begins a word.
        for place in found:
            misses[place] += f" {part}" not in heads[place]
    first = f" {wanted[0]}"
    return [at for _, _, at in sorted([(not heads[at].startswith(first), misses[at], at) for at in found])]


@lru_cache(maxsize=8)
def _spaced(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([f" {folded(name).replace('-', ' ')}" for name in names])


def _has_words(name: str, wanted: Sequence[str]) -> bool:
    words = iter(name.split())
    return all(any(_begins(word, part) or _begins(_bare(word), part) for word in words) for part in wanted)


def _bare(word: str) -> str:
    """Return a word without the punctuation before it: ``o`` begins ``(old)``, too."""
    return word[next((at for at, character in enumerate(word) if character.isalnum()), 0) :]


def _begins(name: str, start: str) -> bool:
    """Return whether a name begins with ``start``; numbers match only whole: ``Goon 3`` does not begin ``Goon 30``."""
    return name.startswith(start) and not (start[-1].isdigit() and name[len(start) : len(start) + 1].isdigit())
