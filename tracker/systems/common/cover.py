"""Cover by hand, for games in which taking it costs nothing."""

from __future__ import annotations

from tracker.combat.frozen import frozen
from tracker.systems.action import Action, named, place
from tracker.systems.people import crowd
from tracker.systems.play import Play
from tracker.systems.words import Look, Names, Text, Whos, Word


@frozen
class DegreeWord(Word):
    """One of the game's degrees of cover."""

    hint: str = "how much"

    def read(self, text: str, look: Look, alias: str = "") -> str:
        """The degree's full name."""
        return look.system.read_degree(text, look)

    def complete(self, look: Look) -> tuple[str, ...]:
        """The degrees from none to most."""
        return look.system.degree_names(look.scene)


class CoverWord(Action):
    """Behind what, and how much of it."""

    verb = "cover"

    names: Names = place(Whos(), "who", required=True)
    degree: str = place(DegreeWord(), "how much", required=True)
    what: str | None = named(Text("text", 80), "behind what")

    def resolve(self, play: Play) -> None:
        """Put them behind it."""
        for name in self.names:
            play.system.take_cover(play, name, self.degree, self.what)
        play.say(f"{crowd(self.names, play.scene)}: cover {self.degree}{f', {self.what}' if self.what else ''}.")
