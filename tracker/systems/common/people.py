"""Who is in the fight: joining, sheets, weapons, leaving, being down and up, being seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tracker.combat.events import HiddenBecame, Joined, Left, TrackBecame, WeaponBecame
from tracker.combat.scene import ENEMIES, HEROES, Combatant, Plain, Track
from tracker.systems import ending
from tracker.systems.action import Action, flag, named, open_fields, place
from tracker.systems.errors import Nonsense, listed
from tracker.systems.people import crowd, given_track, read_field, read_track, unknown, weapon_values
from tracker.systems.play import Play
from tracker.systems.sheet import Preset
from tracker.systems.words import Choice, Look, Names, Number, Text, Whos, begun_with, plain_name

MOST_COMBATANTS: Final = 500
"""The most combatants in one fight."""

Pairs = tuple[tuple[str, str], ...]


class Add(Action):
    """Joins the fight; count=3 makes three in one group."""

    by_hand = True

    name: str = place(Text("a name", 80), "who", required=True)
    side: str | None = named(Choice((HEROES, ENEMIES), "side", other=True), "heroes unless said otherwise")
    count: int | None = named(Number(1, MOST_COMBATANTS - 1), "how many, as a group")
    preset: str | None = named(
        Choice(lambda look: [each.name for each in look.system.presets], "preset"), "a ready sheet"
    )
    hidden: bool = flag("the players do not see them")
    values: Pairs = open_fields("anything on the sheet; a track sets value and maximum")

    def resolve(self, play: Play) -> None:
        """Put them at the end of the list."""
        name = _fit_name(self.name)
        names = self._names(play, name)
        if len(play.scene.combatants) + len(names) > MOST_COMBATANTS:
            raise Nonsense(f"A fight holds at most {MOST_COMBATANTS} combatants; remove some first.")
        preset = next((each for each in play.system.presets if each.name == self.preset), None)
        side = self.side or self._side_of(preset)
        pattern = play.system.newcomer(play.scene, side, preset)
        like = replace(_with(play, pattern, self.values), group=name if self.count else None, hidden=self.hidden)
        play.do(Joined(names, like))
        play.system.joined(play, names)
        play.say(f"{crowd(names, play.scene)} {'join' if len(names) > 1 else 'joins'} ({side}).")

    @staticmethod
    def _side_of(preset: Preset | None) -> str:
        return preset.side if preset else HEROES

    def _names(self, play: Play, name: str) -> tuple[str, ...]:
        known = {each.casefold() for each in play.scene.combatants}
        if self.count is None:
            if name.casefold() in known:
                raise Nonsense(f"{name} is in the fight already; pick another name, or count=N for several.")
            return (name,)
        made: list[str] = []
        number = 1
        while len(made) < self.count:
            each = f"{name} {number}"
            if each.casefold() not in known:
                made.append(each)
            number += 1
        return tuple(made)


def _fit_name(text: str) -> str:
    name = plain_name(text)
    if "," in name or '"' in name or name.casefold() == "all":
        raise Nonsense("A name holds no comma and no quotes, and “all” means everybody; pick another.")
    return name


def _with(play: Play, one: Combatant, pairs: Pairs) -> Combatant:
    """A sheet with these values written on it."""
    tracks, fields = dict(one.tracks), dict(one.fields)
    look = Look(play.system, play.scene)
    for name, text in pairs:
        base, _, part = name.partition(".")
        spec = play.system.sheet.field(name)
        if play.system.sheet.track(base) and part in ("", "max"):
            if part:
                top = read_track(play.system, base, text)
                tracks[base] = Track(min(tracks[base].value if base in tracks else top, top), top)
            else:
                tracks[base] = given_track(play.system, base, read_track(play.system, base, text))
        elif spec is not None and not spec.own:
            fields[name] = read_field(spec, text, look)
        else:
            raise unknown(play.system, name)
    return replace(one, tracks=tracks, fields=fields)


class Set(Action):
    """Writes on the sheet, without consequences: name=7, and name.max=12 the highest it goes."""

    by_hand = True

    names: Names = place(Whos(), "whose sheet", required=True)
    values: Pairs = open_fields("anything on the sheet")

    def resolve(self, play: Play) -> None:
        """Write the values, maxima first."""
        if not self.values:
            raise Nonsense("Say what to set, as name=value.")
        for name in self.names:
            for field, text in sorted(self.values, key=lambda each: not each[0].endswith(".max")):
                self._write(play, name, field, text)
            play.system.written(play, name, [field.partition(".")[0] for field, _ in self.values])
        said = ", ".join(f"{field} {text}" for field, text in self.values)
        play.say(f"{crowd(self.names, play.scene)}: {said}.")

    def _write(self, play: Play, name: str, field: str, text: str) -> None:
        base, _, part = field.partition(".")
        one = play.one(name)
        spec = play.system.sheet.field(field)
        if play.system.sheet.track(base) and part in ("", "max"):
            value, old = read_track(play.system, base, text), one.tracks.get(base)
            if part:
                now = Track(min(old.value if old else value, value), value)
            else:
                now = given_track(play.system, base, value) if old is None else Track(value, old.max)
            if now.value > now.max:
                raise Nonsense(f"{base} of {name} goes up to {now.max}; {base}.max={value} raises that.")
            play.do(TrackBecame((name,), base, now.value, now.max, old.value if old else None))
        elif spec is not None and not spec.own:
            play.put(name, field, read_field(spec, text, Look(play.system, play.scene, {"actor": name})))
        else:
            raise unknown(play.system, field)


def _weapons(look: Look) -> tuple[str, ...]:
    """What they carry, then what the game knows."""
    carried = (weapon for name in look.values.get("names", ()) for weapon in look.scene.combatants[name].weapons)
    return tuple(dict.fromkeys((*carried, *look.system.weapon_names)))


class Arm(Action):
    """Gives or changes a weapon; its kind is its name unless kind= says otherwise."""

    by_hand = True

    names: Names = place(Whos(), "who carries it", required=True)
    weapon: str = place(Choice(_weapons, "weapon", other=True), "the weapon, known to the game or not", required=True)
    values: Pairs = open_fields("a weapon's fields", weapon=True)

    def resolve(self, play: Play) -> None:
        """Write the weapon's fields for each of them; raises Nonsense for the beginning of several weapons."""
        begun = begun_with(self.weapon, play.system.weapon_names)
        carried = (each.casefold() for name in self.names for each in play.one(name).weapons)
        if len(begun) > 1 and self.weapon not in begun and "kind" not in dict(self.values):
            if self.weapon.casefold() not in carried:
                several = f"“{self.weapon}” could be {listed(begun)}"
                raise Nonsense(f"{several}; type more of it, or kind= for a weapon of your own.")
        for name in self.names:
            look = Look(play.system, play.scene, {"actor": name})
            weapon = next((w for w in play.one(name).weapons if w.casefold() == self.weapon.casefold()), None)
            weapon = weapon or plain_name(self.weapon)
            made: dict[str, Plain] = play.system.arm(play, name, weapon, weapon_values(play.system, self.values, look))
            play.do(WeaponBecame((name,), weapon, made))
        more = "".join(f", {field} {text}" for field, text in self.values)
        play.say(
            f"{crowd(self.names, play.scene)} {'carry' if len(self.names) > 1 else 'carries'} {self.weapon}{more}."
        )


class Remove(Action):
    """Leaves for good; stays in the record."""

    by_hand = True

    names: Names = place(Whos(), "who", required=True)

    def resolve(self, play: Play) -> None:
        """Take them out of the list."""
        gone = crowd(self.names, play.scene)
        play.system.leaving(play, self.names)
        ending.gone(play, self.names)
        play.do(Left(tuple(self.names)))
        play.say(f"{gone} {'leave' if len(self.names) > 1 else 'leaves'}.")


class Out(Action):
    """Is down."""

    by_hand = True

    names: Names = place(Whos(), "who", required=True)
    as_: str | None = named(Choice(lambda look: look.system.out_words, "word", other=True, sure=True), "how")

    def resolve(self, play: Play) -> None:
        """Mark them as out."""
        for name in self.names:
            play.system.went_out(play, name, self.as_)
        words = dict.fromkeys(play.one(name).out or "" for name in self.names)
        play.say(f"{crowd(self.names, play.scene)} out: {', '.join(words)}.")


class Back(Action):
    """Is up again."""

    by_hand = True

    names: Names = place(Whos(), "who", required=True)

    def resolve(self, play: Play) -> None:
        """Take the mark away."""
        for name in self.names:
            play.system.came_back(play, name)
        play.say(f"{crowd(self.names, play.scene)} up again.")


def _seen(play: Play, names: Sequence[str], hidden: bool) -> None:
    play.do(HiddenBecame(tuple(names), hidden))
    play.say(f"{crowd(names, play.scene)} {'hidden from' if hidden else 'shown to'} the players.")


class Hide(Action):
    """Out of the players' view."""

    by_hand = True

    names: Names = place(Whos(), "who", required=True)

    def resolve(self, play: Play) -> None:
        """Hide them."""
        _seen(play, self.names, True)


class Reveal(Action):
    """Into the players' view."""

    by_hand = True

    names: Names = place(Whos(), "who", required=True)

    def resolve(self, play: Play) -> None:
        """Show them."""
        _seen(play, self.names, False)
