"""Who is in the fight: joining, sheets, weapons, leaving, being down and up, being seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tracker.combat.events import HiddenBecame, Joined, Left, TrackBecame, WeaponBecame
from tracker.combat.scene import ENEMIES, HEROES, Combatant, Plain, Track
from tracker.rules import turns
from tracker.rules.action import Action
from tracker.rules.command import argument, flag, open_fields, option
from tracker.rules.declarations import Context, Preset
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import join_names
from tracker.rules.matching import with_prefix
from tracker.rules.params import ChoiceParam, CombatantsParam, NameList, NumberParam, TextParam, read_name
from tracker.rules.resolver import Resolver
from tracker.rules.sheet import given_track, read_field, read_track, unknown_field, weapon_values

MOST_COMBATANTS: Final = 500
"""The most combatants in one fight."""

Pairs = tuple[tuple[str, str], ...]


class Add(Action):
    """Joins the fight; count=3 makes three in one group."""

    by_hand = True

    name: str = argument(TextParam("a name", 80), "who", required=True)
    side: str | None = option(ChoiceParam((HEROES, ENEMIES), "side", other=True), "heroes unless said otherwise")
    count: int | None = option(NumberParam(1, MOST_COMBATANTS - 1), "how many, as a group")
    preset: str | None = option(
        ChoiceParam(lambda context: [each.name for each in context.system.presets], "preset"), "a ready sheet"
    )
    hidden: bool = flag("the players do not see them")
    values: Pairs = open_fields("anything on the sheet; a track sets value and maximum")

    def resolve(self, resolver: Resolver) -> None:
        """Put them at the end of the list."""
        name = _fit_name(self.name)
        names = self._names(resolver, name)
        if len(resolver.scene.combatants) + len(names) > MOST_COMBATANTS:
            raise InvalidCommand(f"A fight holds at most {MOST_COMBATANTS} combatants; remove some first.")
        preset = next((each for each in resolver.system.presets if each.name == self.preset), None)
        side = self.side or self._side_of(preset)
        pattern = resolver.system.new_combatant(resolver.scene, side, preset)
        like = replace(_with(resolver, pattern, self.values), group=name if self.count else None, hidden=self.hidden)
        resolver.emit(Joined(names, like))
        resolver.system.on_joined(resolver, names)
        resolver.say(f"{join_names(names, resolver.scene)} {'join' if len(names) > 1 else 'joins'} ({side}).")

    @staticmethod
    def _side_of(preset: Preset | None) -> str:
        return preset.side if preset else HEROES

    def _names(self, resolver: Resolver, name: str) -> tuple[str, ...]:
        known = {each.casefold() for each in resolver.scene.combatants}
        if self.count is None:
            if name.casefold() in known:
                raise InvalidCommand(f"{name} is in the fight already; pick another name, or count=N for several.")
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
    name = read_name(text)
    if "," in name or '"' in name or name.casefold() == "all":
        raise InvalidCommand("A name holds no comma and no quotes, and “all” means everybody; pick another.")
    return name


def _with(resolver: Resolver, one: Combatant, pairs: Pairs) -> Combatant:
    """A sheet with these values written on it."""
    tracks, fields = dict(one.tracks), dict(one.fields)
    context = Context(resolver.system, resolver.scene)
    for name, text in pairs:
        base, _, part = name.partition(".")
        spec = resolver.system.sheet.field(name)
        if resolver.system.sheet.track(base) and part in ("", "max"):
            if part:
                top = read_track(resolver.system, base, text)
                tracks[base] = Track(min(tracks[base].value if base in tracks else top, top), top)
            else:
                tracks[base] = given_track(resolver.system, base, read_track(resolver.system, base, text))
        elif spec is not None and not spec.internal:
            fields[name] = read_field(spec, text, context)
        else:
            raise unknown_field(resolver.system, name)
    return replace(one, tracks=tracks, fields=fields)


class Set(Action):
    """Writes on the sheet, without consequences: name=7, and name.max=12 the highest it goes."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "whose sheet", required=True)
    values: Pairs = open_fields("anything on the sheet")

    def resolve(self, resolver: Resolver) -> None:
        """Write the values, maxima first."""
        if not self.values:
            raise InvalidCommand("Say what to set, as name=value.")
        for name in self.names:
            for field, text in sorted(self.values, key=lambda each: not each[0].endswith(".max")):
                self._write(resolver, name, field, text)
            resolver.system.on_sheet_edited(resolver, name, [field.partition(".")[0] for field, _ in self.values])
        said = ", ".join(f"{field} {text}" for field, text in self.values)
        resolver.say(f"{join_names(self.names, resolver.scene)}: {said}.")

    def _write(self, resolver: Resolver, name: str, field: str, text: str) -> None:
        base, _, part = field.partition(".")
        one = resolver.combatant(name)
        spec = resolver.system.sheet.field(field)
        if resolver.system.sheet.track(base) and part in ("", "max"):
            value, old = read_track(resolver.system, base, text), one.tracks.get(base)
            if part:
                now = Track(min(old.value if old else value, value), value)
            else:
                now = given_track(resolver.system, base, value) if old is None else Track(value, old.max)
            if now.value > now.max:
                raise InvalidCommand(f"{base} of {name} goes up to {now.max}; {base}.max={value} raises that.")
            resolver.emit(TrackBecame((name,), base, now.value, now.max, old.value if old else None))
        elif spec is not None and not spec.internal:
            resolver.set_field(
                name, field, read_field(spec, text, Context(resolver.system, resolver.scene, {"actor": name}))
            )
        else:
            raise unknown_field(resolver.system, field)


def _weapons(context: Context) -> tuple[str, ...]:
    """What they carry, then what the game knows."""
    carried = (weapon for name in context.values.get("names", ()) for weapon in context.scene.combatants[name].weapons)
    return tuple(dict.fromkeys((*carried, *context.system.weapon_names)))


class Arm(Action):
    """Gives or changes a weapon; its kind is its name unless kind= says otherwise."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "who carries it", required=True)
    weapon: str = argument(
        ChoiceParam(_weapons, "weapon", other=True), "the weapon, known to the game or not", required=True
    )
    values: Pairs = open_fields("a weapon's fields", weapon=True)

    def resolve(self, resolver: Resolver) -> None:
        """Write the weapon's fields for each of them; raises InvalidCommand for the beginning of several weapons."""
        begun = with_prefix(self.weapon, resolver.system.weapon_names)
        carried = (each.casefold() for name in self.names for each in resolver.combatant(name).weapons)
        if len(begun) > 1 and self.weapon not in begun and "kind" not in dict(self.values):
            if self.weapon.casefold() not in carried:
                several = f"“{self.weapon}” could be {comma_list(begun)}"
                raise InvalidCommand(f"{several}; type more of it, or kind= for a weapon of your own.")
        for name in self.names:
            context = Context(resolver.system, resolver.scene, {"actor": name})
            weapon = next((w for w in resolver.combatant(name).weapons if w.casefold() == self.weapon.casefold()), None)
            weapon = weapon or read_name(self.weapon)
            made: dict[str, Plain] = resolver.system.complete_weapon(
                resolver, name, weapon, weapon_values(resolver.system, self.values, context)
            )
            resolver.emit(WeaponBecame((name,), weapon, made))
        more = "".join(f", {field} {text}" for field, text in self.values)
        carry = "carry" if len(self.names) > 1 else "carries"
        resolver.say(f"{join_names(self.names, resolver.scene)} {carry} {self.weapon}{more}.")


class Remove(Action):
    """Leaves for good; stays in the record."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Take them out of the list."""
        gone = join_names(self.names, resolver.scene)
        resolver.system.on_leaving(resolver, self.names)
        turns.expire_with(resolver, self.names)
        resolver.emit(Left(tuple(self.names)))
        resolver.say(f"{gone} {'leave' if len(self.names) > 1 else 'leaves'}.")


class Out(Action):
    """Is down."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "who", required=True)
    as_: str | None = option(
        ChoiceParam(lambda context: context.system.out_words, "word", other=True, sure=True), "how"
    )

    def resolve(self, resolver: Resolver) -> None:
        """Mark them as out."""
        for name in self.names:
            resolver.system.take_out(resolver, name, self.as_)
        words = dict.fromkeys(resolver.combatant(name).out or "" for name in self.names)
        resolver.say(f"{join_names(self.names, resolver.scene)} out: {', '.join(words)}.")


class Back(Action):
    """Is up again."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Take the mark away."""
        for name in self.names:
            resolver.system.bring_back(resolver, name)
        resolver.say(f"{join_names(self.names, resolver.scene)} up again.")


def _seen(resolver: Resolver, names: Sequence[str], hidden: bool) -> None:
    resolver.emit(HiddenBecame(tuple(names), hidden))
    resolver.say(f"{join_names(names, resolver.scene)} {'hidden from' if hidden else 'shown to'} the players.")


class Hide(Action):
    """Out of the players' view."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Hide them."""
        _seen(resolver, self.names, True)


class Reveal(Action):
    """Into the players' view."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Show them."""
        _seen(resolver, self.names, False)
