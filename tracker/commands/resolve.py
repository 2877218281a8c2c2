"""A line of commands resolved against a scene: all of it or nothing."""

from __future__ import annotations

from typing import Final

from tracker.combat.dice import Dice, NotThrown, no_dice
from tracker.combat.events import PromptCame
from tracker.combat.history import Entry, Reason
from tracker.combat.model import Model
from tracker.combat.scene import Scene
from tracker.commands.parser import read
from tracker.commands.tokens import Phrase, phrases
from tracker.commands.writer import write
from tracker.rules.action import perform
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.resolution import Resolution
from tracker.rules.resolver import Resolver
from tracker.rules.system import System

WALKS: Final = ("undo", "redo", "goto", "revoke", "amend")
"""The words that walk the history; each stands alone on its line."""


class Preview(Model):
    """What a line would do: ``text`` and numbers, or why it is refused (ruling goes over it) or makes no sense.

    ``throws`` says which dice the tracker would throw first, and what for: then only the numbers known before are
    there. ``asks`` is the word by which the table can say that result itself.
    """

    text: str = ""
    why: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()
    objections: tuple[str, ...] = ()
    error: str = ""
    throws: str = ""
    asks: str = ""

    @property
    def fine(self) -> bool:
        """Whether the line would be carried out as it stands."""
        return not self.objections and not self.error


def resolve(
    system: System,
    scene: Scene,
    line: str,
    dice: Dice,
    *,
    again: Entry | None = None,
    exact: bool = False,
    asked: int = 0,
) -> Resolution:
    """The resolution of a whole line; raises InvalidCommand or Refused, and then nothing of it happened.

    ``again`` is the entry it was before: its prompts keep their numbers; ``exact``: names must match in full;
    ``asked`` is a number all new prompts must be above.
    """
    parts = phrases(line)
    if not parts:
        raise InvalidCommand("There is nothing to do in this line.")
    resolver = Resolver(system, scene, dice, prompt_ids=_numbers(again), last_prompt_id=asked)
    written: list[str] = []
    ruled = False
    for resolver.part, phrase in enumerate(parts):
        ruled = ruled or phrase.ruled
        written.append(_one(system, resolver, phrase, exact=exact))
    resolver.ruled = ruled
    return resolver.resolution(" ; ".join(written))


def _one(system: System, resolver: Resolver, phrase: Phrase, exact: bool) -> str:
    if phrase.verb in WALKS:
        raise InvalidCommand(f"{phrase.verb} stands alone on its line; nothing goes before or after it.")
    resolver.ruled = phrase.ruled
    action = read(phrase, system, resolver.scene, exact)
    return write(perform(resolver, action), phrase.ruled)


def _numbers(entry: Entry | None) -> dict[tuple[str, str], list[int]]:
    found: dict[tuple[str, str], list[int]] = {}
    for event in entry.events if entry else ():
        if isinstance(event, PromptCame):
            for place, name in enumerate(event.names):
                found.setdefault((event.kind, name), []).append(event.id + place)
    return found


def preview(system: System, scene: Scene, line: str) -> Preview:
    """What a line would do now, without throwing any dice and without doing it."""
    resolver = Resolver(system, scene, no_dice())
    try:
        parts = phrases(line)
        for resolver.part, phrase in enumerate(parts):
            _one(system, resolver, phrase, exact=False)
        return Preview(" ".join(resolver.sentences), tuple(resolver.reasons), tuple(resolver.notes))
    except NotThrown as missing:
        asks = missing.purpose if resolver.action is not None and missing.purpose in resolver.action.parameters else ""
        said, why, notes, against = (
            " ".join(resolver.sentences),
            tuple(resolver.reasons),
            tuple(resolver.notes),
            tuple(resolver.objections),
        )
        return Preview(said, why, notes, against, throws=str(missing), asks=asks)
    except Refused as refused:
        return Preview(" ".join(resolver.sentences), tuple(resolver.reasons), tuple(resolver.notes), refused.objections)
    except InvalidCommand as bad:
        return Preview(why=tuple(resolver.reasons), error=str(bad))
