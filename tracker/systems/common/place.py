"""Distances by hand."""

from __future__ import annotations

from typing import Any, Final, Self

from tracker.combat.events import DefaultBandBecame
from tracker.combat.frozen import frozen
from tracker.systems.action import Action, place
from tracker.systems.errors import Nonsense
from tracker.systems.people import come, crowd
from tracker.systems.play import Play
from tracker.systems.words import Look, Names, Who, Whos, Word

_APART: Final = "Two different people stand apart; name another."


@frozen
class BandWord(Word):
    """One of the game's bands."""

    hint: str = "a band"

    def read(self, text: str, look: Look, alias: str = "") -> str:
        """The band's full name."""
        return look.system.read_band(text, look)

    def complete(self, look: Look) -> tuple[str, ...]:
        """The bands from near to far."""
        return look.system.band_names(look.scene)


@frozen
class OtherOrBand(Word):
    """The other end of a distance, or, after ``all``, the band itself."""

    hint: str = "the other one"

    def read(self, text: str, look: Look, alias: str = "") -> Any:
        """Names, or a band after ``all``."""
        whole = getattr(look.values.get("name"), "text", "") == "all"
        return look.system.read_band(text, look) if whole else Whos().read(text, look)

    def write(self, value: Any) -> str:
        """Names or a band."""
        return value if isinstance(value, str) else Whos().write(value)

    def complete(self, look: Look) -> tuple[str, ...]:
        """Names and bands."""
        return (*Whos().complete(look), *look.system.band_names(look.scene))


class Range(Action):
    """Sets the band between two, or of everybody: range all close."""

    by_hand = True

    name: Names = place(Whos(everybody=True), "who, or all", required=True)
    other: Any = place(OtherOrBand(), "to whom; after all: the band", required=True)
    band: str | None = place(BandWord(), "the band")

    def resolve(self, play: Play) -> None:
        """Set it."""
        if isinstance(self.other, str):
            play.do(DefaultBandBecame(self.other))
            play.say(f"Everybody is at {self.other} range, but for those named one by one.")
            return
        if self.band is None:
            raise Nonsense("Say the band too: range A B BAND.")
        if not any(name != other for name in self.name for other in self.other):
            raise Nonsense(_APART)
        for name in self.name:
            come(play, name, self.other, self.band)
        play.say(f"{crowd(self.name, play.scene)} and {crowd(self.other, play.scene)}: {self.band}.")


def only_other(play: Play, name: str) -> str:
    """The only one somebody can mean, else Nonsense with the list."""
    found = play.system.targets(play.scene, name)
    if len(found) == 1:
        return found[0]
    raise Nonsense(f"Say to whom: {crowd(found, play.scene, 12)}." if found else f"There is nobody {name} could mean.")


def _step(play: Play, name: str, other: str, step: int) -> None:
    if name == other:
        raise Nonsense(_APART)
    now = play.scene.band(name, other)
    band = play.system.step_band(play.scene, now, step)
    if band is None:
        raise Nonsense(
            f"{name} and {other} are at {now} range already; there is none {'nearer' if step < 0 else 'farther'}."
        )
    come(play, name, (other,), band)
    play.say(f"{name} and {other}: {now} → {band}.")


class Nearer(Action):
    """One band nearer, by the Director's hand."""

    by_hand = True

    name: str = place(Who(), "who", required=True)
    other: str | None = place(Who(), "to whom")

    def filled(self, play: Play) -> Self:
        """With the only other one."""
        return self if self.other else self.but(other=only_other(play, self.name))

    def resolve(self, play: Play) -> None:
        """Come nearer."""
        _step(play, self.name, self.other or "", -1)


class Farther(Action):
    """One band farther, by the Director's hand."""

    by_hand = True

    name: str = place(Who(), "who", required=True)
    other: str | None = place(Who(), "from whom")

    def filled(self, play: Play) -> Self:
        """With the only other one."""
        return self if self.other else self.but(other=only_other(play, self.name))

    def resolve(self, play: Play) -> None:
        """Go farther."""
        _step(play, self.name, self.other or "", +1)
