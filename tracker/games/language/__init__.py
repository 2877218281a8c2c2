"""The language of game files: what a file may say, how it is checked, and how it is played."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from pydantic import ValidationError

from tracker.combat.text import controls
from tracker.games.language.checking import Faults, check
from tracker.games.language.game import FileGame, game_of
from tracker.games.language.shape import KEYS, GameTable
from tracker.rules.grammar import ended
from tracker.rules.system import System
from tracker.storage.faults import MOST_FAULTS, Fault, NotToml, Source, faults_of, printable, sentences, toml

__all__ = ["BadGame", "FileGame", "read_game"]

_NAMED: Final = re.compile(r"""^["']?name["']?\s*=""", re.MULTILINE)

MAX_BYTES: Final = 256_000  # the largest size of a game file in bytes; saved sessions contain the file too

_ENDINGS: Final = {
    "extra_forbidden": "is not a key of a game file",
    "string_pattern_mismatch": "is not written as it should be: names are lower-case letters, digits and hyphens",
}


class BadGame(ValueError):
    """A game file that cannot be played; ``faults`` are sentences, each with file and line."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(faults[0])
        self.faults = faults


def read_game(
    content: bytes, called: str, stem: str, origin: str = "", *, strict: bool = True, checked: bool = False
) -> System:
    """Return the game described by a file's content; raises BadGame with every fault.

    ``stem`` names the game when the file does not. A file that was ``checked`` before, as the shipped ones are, has
    its actions compiled when they are first needed. Without ``strict``, misspelt conditions, bands and choices are
    allowed: a saved game may have been played before they were checked.

    The text kept in a session always contains the name, since sessions do not keep file names.
    """
    if len(content) > MAX_BYTES:
        raise BadGame((f"{called} is longer than {MAX_BYTES} bytes; a game is shorter, monsters go into the library.",))
    try:
        data = toml(content, called)
    except NotToml as bad:
        raise BadGame((str(bad),)) from None
    source = Source(called, content)
    text = content.decode().replace("\r\n", "\n")
    unseen = controls().search(text)
    if unseen is not None:
        line = text[: unseen.start()].count("\n") + 1
        raise BadGame((f"{called}, line {line}: there is a character that cannot be seen; write the line again.",))
    data = {"name": stem, "title": str(data.get("name", stem)).title()} | data
    try:
        game = GameTable.model_validate(data)
    except ValidationError as error:
        named = sorted(faults_of(error, data, source, (), _ENDINGS), key=lambda fault: fault.line)
        # Looking for a similar key takes a third of a millisecond: only for faults that are named.
        said = (
            (fault.line, ended(f"{fault.key or 'the file'} {fault.what}{_meant(fault) if at < MOST_FAULTS else ''}"))
            for at, fault in enumerate(named)
        )
        raise _bad(source, said) from None
    faults = Faults()
    if stem and game.name != stem and called.removesuffix(".toml") == stem:
        faults.add(("name",), f'a game has the name of its file: write name = "{stem}", or leave it out')
    rules = check(game, faults, strict, now=not checked)
    if faults.found:
        raise _bad(source, ((source.line(*way), ended(printable(what, 400))) for way, what in faults.found))
    if not _NAMED.search(text.partition("\n[")[0]):
        text = f'name = "{rules.table.name}"\n{text}'
    return game_of(rules, text, origin)


def _meant(fault: Fault) -> str:
    """Return the key that an unknown one may stand for, as the end of a sentence; "" for none."""
    if fault.what != _ENDINGS["extra_forbidden"]:
        return ""
    near = get_close_matches(fault.key.rpartition(".")[2], KEYS, 1, 0.8)
    return f"; did you mean {near[0]}?" if near else ""


def _bad(source: Source, faults: Iterable[tuple[int, str]]) -> BadGame:
    return BadGame(sentences(source, sorted(faults, key=lambda fault: fault[0])))
