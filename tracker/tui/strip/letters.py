"""Short closed choices: each word has a letter, and pressing exactly that letter takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tracker.tui.look.text import Bit, link

MOST: Final = 9
"""The longest list with letters; a longer one is typed into."""


def letters(words: Sequence[str]) -> Mapping[str, str]:
    """Return the word of each letter: for each word, the first of its letters that is still free.

    A number has a letter only if it is a single digit; words without a letter are typed.
    """
    taken: dict[str, str] = {}
    if len(words) > MOST:
        return taken
    for word in words:
        if word.isdecimal():
            free = word if len(word) == 1 else ""
        else:
            free = next((sign for sign in word.casefold() if sign.isalpha() and sign not in taken), "")
        if free:
            taken[free] = word
    return taken


def letter_bits(words: Sequence[str], marked: str | None = None) -> list[Bit]:
    """Return the words with their letters highlighted, or before the word if it is not in it.

    ``marked`` is the word that enter would take.
    """
    letter_of = {word: letter for letter, word in letters(words).items()}
    bits: list[Bit] = []
    for word in words:
        letter = letter_of.get(word, "")
        if bits:
            bits.append((" · ", "dim"))
        before: list[Bit] = []
        if letter and not word.casefold().startswith(letter):
            before, letter = [(f"{letter} ", "key")], ""
        parts = ((word[: len(letter)], "key"), (word[len(letter) :], "normal"))
        shown = [(word, "cursor")] if word == marked else [bit for bit in parts if bit[0]]
        bits += link([*before, *shown], f"word:{word}")
    return bits
