"""Sources of whom a rule brings into a fight: a folder of files, another session or an old entry."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec.structs import replace

from tracker.combat.records import Kept, Member
from tracker.combat.scene import Scene
from tracker.rules.errors import InvalidCommand

if TYPE_CHECKING:
    from tracker.rules.system import System


class Stock(Protocol):
    """What can be brought into a fight, by name."""

    def find(self, word: str, origin: str, scene: Scene) -> Kept:
        """Return the combatant, preset or party that a word means, or who of the session ``origin``; InvalidCommand."""

    def encounter(self, title: str, scene: Scene) -> Kept | None:
        """Return the prepared encounter of exactly this title, ignoring case."""


StockFactory: TypeAlias = Callable[[], Stock]  # returns a stock, which is created when it is first used


def names_of_presets(system: "System") -> tuple[str, ...]:
    """Return the presets of a game by name."""
    return tuple(preset.name for preset in system.presets)


def of_preset(system: "System", name: str, scene: Scene) -> Kept:
    """Return a preset in the form of a kept combatant, under its capitalized name."""
    preset = next(preset for preset in system.presets if preset.name == name)
    sheet = replace(system.new_combatant(scene, preset.side, preset), name=name[:1].upper() + name[1:])
    return Kept("combatant", name, (Member(sheet),))


class Remembered:
    """What an earlier entry brought, for replaying it without the files it came from."""

    def __init__(self, brought: Sequence[Kept]) -> None:
        self._brought = brought

    def find(self, word: str, origin: str, scene: Scene) -> Kept:
        """Return what this word brought then; raises InvalidCommand."""
        for kept in self._brought:
            if (kept.title, kept.origin) == (word, origin):
                return kept
        raise InvalidCommand(f"“{word}” was not brought by this line before.")

    def encounter(self, title: str, scene: Scene) -> Kept | None:
        """Return the encounter prepared under this title then."""
        return next((kept for kept in self._brought if kept.kind == "encounter" and kept.title == title), None)
