"""Who is in the fight: joining, also from outside it, sheets, weapons, leaving, being out and back, being hidden."""

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar, Final, Self

from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.events import HiddenBecame, Joined, Left, TrackBecame, WeaponBecame
from tracker.combat.expressions import BadDice, parse
from tracker.combat.records import Kept
from tracker.combat.scene import ENEMIES, HEROES, Combatant, Plain, Track
from tracker.rules import newcomers
from tracker.rules import sheet as sheets
from tracker.rules.action import ByHand, ForSeveral
from tracker.rules.command import argument, flag, open_fields, option
from tracker.rules.declarations import Context, TrackSpec
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import a_or_an, join_names, quote, spaced, the
from tracker.rules.matching import meant, with_prefix
from tracker.rules.params import AFOOT, ChoiceParam, CombatantsParam, NameList, NumberParam, TextParam, read_name
from tracker.rules.resolver import Resolver
from tracker.rules.stock import names_of_presets

Pairs = tuple[tuple[str, str], ...]  # names and values as typed

_SIDE: Final = ChoiceParam((HEROES, ENEMIES), "side", other=True)


class _PresetParam(ChoiceParam):
    """A preset of the game; the refusal of another word says how a sheet of the library joins."""

    def read(self, text: str, context: Context, alias: str = "") -> str:
        try:
            return super().read(text, context, alias)
        except InvalidCommand as unknown:
            if with_prefix(text, self.complete(context)):
                raise
            raise InvalidCommand(f"{unknown} If the library keeps it: bring {quote(text)} as=NAME.") from None


class Add(ByHand):
    """Joins the fight; count=3 makes three in one group."""

    name: str = argument(TextParam("a name", 80), "who", required=True)
    side: str | None = option(_SIDE, "heroes unless their preset or group has another")
    count: int | None = option(NumberParam(1, limits.COMBATANTS - 1), "how many, as a group")
    preset: str | None = option(_PresetParam(lambda at: names_of_presets(at.system), "preset"), "a ready sheet")
    hidden: bool = flag("the players do not see them")
    values: Pairs = open_fields("anything on the sheet; a track sets value and maximum; weapon=NAME", of="sheet")

    def with_defaults(self, resolver: Resolver) -> Self:
        return self.copy_with(values=_spelled(resolver, self.values))

    def resolve(self, resolver: Resolver) -> None:
        """Put them at the end of the list; raises InvalidCommand for the name of a hero, or too many.

        Who has the name of others, or of a group, is one more of those, with their sheet.
        """
        name = newcomers.joining_name(self.name)
        member = newcomers.namesake(resolver.scene, name)
        preset = next((preset for preset in resolver.system.presets if preset.name == self.preset), None)
        usual = member.side if member else preset.side if preset else HEROES
        side = newcomers.joining_side(self.side or usual)
        names, group = newcomers.joining_names(resolver, name, self.count, side)
        sheet = resolver.system.new_combatant(resolver.scene, side, preset)
        if member is not None and member.side == side and preset is None:
            sheet = sheets.unused_sheet(resolver.system, sheet, member)
        arms = {"weapon", "weapons"} if "arm" in resolver.system.actions else set[str]()
        sheet = _with_values(resolver, sheet, tuple(pair for pair in self.values if pair[0] not in arms))
        newcomers.note_words(resolver, name, side)
        resolver.emit(Joined(names, replace(sheet, group=group, hidden=self.hidden)))
        resolver.system.on_joined(resolver, names)
        resolver.say(f"{resolver.clause(names, 'joins')} ({side}).")
        for weapon in (text for field, text in self.values if field in arms):
            Arm(names=NameList(names), weapon=weapon).with_defaults(resolver).resolve(resolver)


def _spelled(resolver: Resolver, pairs: Pairs) -> Pairs:
    return tuple(part for pair in pairs for part in resolver.system.spelled(*pair))


def _with_values(resolver: Resolver, combatant: Combatant, pairs: Pairs) -> Combatant:
    tracks, fields = dict(combatant.tracks), dict(combatant.fields)
    context = Context(resolver.system, resolver.scene)
    for name, text in pairs:
        base, _, part = name.partition(".")
        if resolver.system.sheet.track(base) and part in ("", "max"):
            tracks[base] = sheets.written_track(resolver.system, name, text, tracks.get(base))
        else:
            fields[name] = sheets.read_field(sheets.editable_field(resolver.system, name), text, context)
    return replace(combatant, tracks=tracks, fields=fields)


class Set(ByHand):
    """Writes on the sheet, without consequences: name=7, and name.max=12 for the maximum.

    A value above the maximum raises that, unless some of it is lost.
    """

    names: NameList = argument(CombatantsParam(), "whose sheet", required=True)
    side: str | None = option(_SIDE, "whom they are with from now on")
    values: Pairs = open_fields("anything on the sheet", of="sheet")

    def with_defaults(self, resolver: Resolver) -> Self:
        return self.copy_with(values=_spelled(resolver, self.values))

    def resolve(self, resolver: Resolver) -> None:
        """Write the values, maxima first, so that a value may rise to its new maximum."""
        if not self.values and not self.side:
            raise InvalidCommand("Say what to set, as name=value.")
        if self.side:
            newcomers.change_side(resolver, self.names, self.side)
        for name in self.names:
            for field, text in sorted(self.values, key=lambda pair: not pair[0].endswith(".max")):
                self._write(resolver, name, field, text)
            resolver.system.on_sheet_edited(resolver, name, [field.partition(".")[0] for field, _ in self.values])
        changed = [f"side {self.side}"] if self.side else []
        written = [*changed, *(_written(resolver, self.names[0], field, text) for field, text in self.values)]
        resolver.say(f"{join_names(self.names, resolver.scene)}: {', '.join(written)}.")

    def _write(self, resolver: Resolver, name: str, field: str, text: str) -> None:
        base, _, part = field.partition(".")
        if resolver.system.sheet.track(base) and part in ("", "max"):
            old = resolver.combatant(name).tracks.get(base)
            new = sheets.written_track(resolver.system, field, text, old)
            if old is not None and not part and "/" not in text:
                value, most = new.value, old.max
                if value > most > old.value:
                    raise InvalidCommand(f"The {base} of {name} goes up to {most}; {base}={value}/{value} raises that.")
                new = Track(value, max(value, most))
            resolver.emit(TrackBecame((name,), base, new.value, new.max, old.value if old else None))
        else:
            spec = sheets.editable_field(resolver.system, field)
            context = Context(resolver.system, resolver.scene, {"actor": name})
            resolver.set_field(name, field, sheets.read_field(spec, text, context))


def _written(resolver: Resolver, who: str, name: str, text: str) -> str:
    """Return a value that was written on the sheet: ``grit 7 of 12``, ``grit at most 12``, ``armor I 4``."""
    base, _, part = name.partition(".")
    if resolver.system.sheet.track(base) and part in ("", "max"):
        return f"{base} at most {text}" if part else f"{base} {text.replace('/', ' of ')}"
    spec = sheets.editable_field(resolver.system, name)
    value = resolver.combatant(who).fields.get(name)
    return sheets.field_in_words((spec,), name, value) or f"{sheets.label_in_words(spec, name)} none"


def _carried(context: Context) -> tuple[str, ...]:
    names = context.values.get("names", ())
    return tuple(dict.fromkeys(weapon for name in names for weapon in context.scene.combatants[name].weapons))


def _weapons(context: Context) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*_carried(context), *context.system.weapon_names)))


def _named(typed: str, resolver: Resolver) -> list[str]:
    """Return the names of the game in a list with commas; none if one of them is unknown."""
    known = {name.casefold(): name for name in (*resolver.system.weapon_names, *resolver.system.lore)}
    names = [known.get(name.strip().casefold(), "") for name in typed.split(",")]
    return names if all(names) else []


class Arm(ByHand):
    """Gives or changes a weapon; its kind is its name unless kind= says otherwise."""

    names: NameList = argument(CombatantsParam(), "who carries it", required=True)
    weapon: str = argument(ChoiceParam(_weapons, "weapon", other=True), "the weapon, of the game or not", required=True)
    values: Pairs = open_fields("a weapon's fields", of="weapon")

    def with_defaults(self, resolver: Resolver) -> Self:
        """Return it with names of the game whose words were not quoted: ``arm Ann bless, fire bolt``."""
        words = self.weapon.split(" ")  # more than the one typed, if that alone meant it already
        lone = [name for name, text in self.values if text == "yes"]
        for count in range(len(lone), 0, -1):
            for begun in range(len(words), 0, -1):
                if names := _named(" ".join((*words[:begun], *lone[:count])), resolver):
                    values = tuple(pair for pair in self.values if pair[0] not in lone[:count])
                    return self.copy_with(weapon=", ".join(names), values=values)
        carried = {weapon for name in self.names for weapon in resolver.combatant(name).weapons}
        listed = any(_named(name, resolver) for name in self.weapon.split(",")) or self.weapon.endswith(",")
        if "," in self.weapon and self.weapon not in carried and listed and not _named(self.weapon, resolver):
            each = (quote(name.strip()) for name in " ".join((self.weapon, *lone)).split(",") if name.strip())
            lines = " ; ".join(f"arm {','.join(map(quote, self.names))} {name}" for name in each)
            raise InvalidCommand(f"Not all of these are weapons of the game: {lines} gives each by itself.")
        return self

    def resolve(self, resolver: Resolver) -> None:
        """Write the fields of each weapon for each of them; raises InvalidCommand for an ambiguous weapon."""
        self._check_name(resolver)
        for weapon in _named(self.weapon, resolver) or (self.weapon,):
            self._give(resolver, weapon)

    def _give(self, resolver: Resolver, typed: str) -> None:
        said = {sheets.TAGS, *dict(self.values)}
        fields: dict[str, Plain] = {}
        for name in self.names:
            context = Context(resolver.system, resolver.scene, {"actor": name})
            carried = resolver.combatant(name).weapons
            weapon = meant(typed, (*carried, *resolver.system.weapons), exact=True) or read_name(typed)
            given = sheets.weapon_values(resolver.system, self.values, context)
            fields = resolver.system.complete_weapon(resolver, name, weapon, given)
            if weapon not in carried and weapon not in resolver.system.lore:
                said |= resolver.system.weapons.get(weapon, {}).keys()
            resolver.emit(WeaponBecame((name,), weapon, fields))
            resolver.note(*resolver.system.lacking({weapon: fields}, ",".join(self.names)))
        told = {name: value for name, value in fields.items() if name in said}
        values = ", ".join(sheets.weapon_in_words(resolver.system, told))
        each = " each" if len(self.names) > 1 and a_or_an(typed) != typed else ""
        carries = f"{resolver.clause(self.names, 'carries')} {a_or_an(typed)}{each}"
        if weapon in resolver.system.lore:
            carries = f"{resolver.clause(self.names, 'knows')} {weapon}"
        resolver.say(f"{carries}{f': {values}' if values else ''}.")

    def _check_name(self, resolver: Resolver) -> None:
        candidates = with_prefix(self.weapon, resolver.system.weapon_names)
        if len(candidates) < 2 or _named(self.weapon, resolver) or "kind" in dict(self.values):
            return
        carried = (weapon.casefold() for name in self.names for weapon in resolver.combatant(name).weapons)
        if self.weapon.casefold() not in carried:
            has_kind = any(spec.name == "kind" for spec in resolver.system.sheet.weapon)
            own = ", or kind= for a weapon of your own" if has_kind else ""
            raise InvalidCommand(f"“{self.weapon}” could be {comma_list(candidates)}; type more of it{own}.")


class Disarm(ByHand):
    """Takes a weapon away: it is dropped, broken or lost."""

    names: NameList = argument(CombatantsParam(), "who carries it", required=True)
    weapon: str = argument(ChoiceParam(_carried, "weapon carried"), "the weapon", required=True)

    def resolve(self, resolver: Resolver) -> None:
        names = tuple(name for name in self.names if self.weapon in resolver.combatant(name).weapons)
        taken = [(name, resolver.combatant(name).weapons[self.weapon]) for name in names]
        resolver.emit(WeaponBecame(names, self.weapon, None))
        for name, fields in taken:
            resolver.system.on_disarmed(resolver, name, fields)
        resolver.say(f"{resolver.clause(names, 'loses')} {the(self.weapon)}.")


class Remove(ForSeveral):
    """Leaves for good; stays in the record."""

    def resolve(self, resolver: Resolver) -> None:
        sentence = f"{resolver.clause(self.names, 'leaves')}."
        resolver.system.on_leaving(resolver, self.names)
        resolver.system.on_gone(resolver, self.names)
        resolver.emit(Left(tuple(self.names)))
        resolver.say(sentence)


class Out(ForSeveral):
    """Is down."""

    names: NameList = argument(AFOOT, "who", required=True)
    as_: str | None = option(
        ChoiceParam(lambda context: context.system.out_words, "word", other=True, sure=True), "how"
    )

    def resolve(self, resolver: Resolver) -> None:
        for name in self.names:
            resolver.system.take_out(resolver, name, self.as_)
        words = dict.fromkeys(resolver.combatant(name).out or "" for name in self.names)
        resolver.say(f"{resolver.clause(self.names, 'is')} out: {', '.join(map(spaced, words))}.")


class Back(ForSeveral):
    """Is up again."""

    def resolve(self, resolver: Resolver) -> None:
        for name in self.names:
            resolver.system.bring_back(resolver, name)
        resolver.say(f"{resolver.clause(self.names, 'is')} up again.")


class Hide(ForSeveral):
    """Hides from the players' view."""

    hidden: ClassVar[bool] = True

    def resolve(self, resolver: Resolver) -> None:
        resolver.emit(HiddenBecame(tuple(self.names), self.hidden))
        change = "hidden from" if self.hidden else "shown to"
        resolver.say(f"{resolver.clause(self.names, 'is')} {change} the players.")


class Reveal(Hide):
    """Shows in the players' view."""

    hidden = False


_ROLL: Final = "roll"


class WordParam(TextParam):
    """A name in the library, of any number of words: what is in it is offered, with presets unless ``of`` is a kind."""

    several: bool = True
    of: str = ""

    def complete(self, context: Context) -> tuple[str, ...]:
        presets = () if self.of else names_of_presets(context.system)
        kept = (name for kind, name in context.kept() if self.of in ("", kind))
        return tuple(dict.fromkeys((*kept, *presets)))


class Bring(ByHand):
    """Joins from the library, a preset, a party, or another session; count=3 brings three in one group."""

    name: str = argument(WordParam("a name in the library", 80), "who or what", required=True)
    count: int | None = option(NumberParam(1, limits.COMBATANTS - 1), "how many, as a group")
    side: str | None = option(_SIDE, "their own side unless given")
    from_: str | None = option(TextParam("a session", 200), "the session whose heroes come as they stood")
    as_: str | None = option(TextParam("a name", 400), "another name; a party has one for each, as in Ann,Bo,Cid,Dee")
    hidden: bool = flag("the players do not see them")
    values: Pairs = open_fields("a track: a number, or roll, max or min of its dice for each of them")

    def resolve(self, resolver: Resolver) -> None:
        """Let them join; raises InvalidCommand for what is not kept anywhere, and where nobody is left to join."""
        kept, called = self._found(resolver)
        resolver.record_as(name=kept.title, from_=kept.origin or None, as_=called or None)
        members = [member for member in kept.members if not member.wave]
        if self.count is not None and len(members) != 1:
            raise InvalidCommand(f"{kept.title} is not one combatant; leave count= out.")
        if kept.kind == "encounter" and (self.values or (called and ("," in called or members[1:]))):
            only = self.values[0][0] if self.values else "as"
            raise InvalidCommand(f"{kept.title} is an encounter: bring its people one by one for {only}=.")
        if called:
            names = called.split(",") if members[1:] else [called]
            members = newcomers.renamed(resolver.scene, kept.title, members, names)
        if self.count is not None:
            members = [replace(members[0], count=self.count)]
        if self.hidden:
            members = [replace(member, like=replace(member.like, hidden=True)) for member in members]
        if kept.kind == "encounter":
            later = [member for member in kept.members if member.wave]
            newcomers.set_out(resolver, replace(kept, members=(*members, *later)), self.side)
        else:
            joined = [*chain(*newcomers.join(resolver, members, self.side).values())]
            self._write(resolver, joined)
            worn = newcomers.worn(resolver, joined) if kept.kind == "party" else ()
            if worn and (way := resolver.system.resting(resolver.scene, worn)):
                resolver.note(f"{resolver.clause(worn, 'comes')} as they stood. To rest first: {way}.")

    def _found(self, resolver: Resolver) -> tuple[Kept, str | None]:
        """Return what the name means, and the other name, which may also follow the word ``as``."""
        try:
            return resolver.bring(self.name, self.from_ or ""), self.as_
        except InvalidCommand:
            name, as_, called = self.name.rpartition(" as ")
            if not as_ or self.as_ is not None:
                raise
            return resolver.bring(name, self.from_ or ""), called

    def _write(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Write the typed tracks of those who joined, each by a throw of their own; raises InvalidCommand."""
        for track, text in self.values:
            spec = resolver.system.sheet.track(track)
            if spec is None:
                known = comma_list([spec.name for spec in resolver.system.sheet.tracks])
                raise InvalidCommand(f"“{track}” is not a track of {resolver.system.title}. Tracks: {known}.")
            told = []
            for name in names:
                value = self._amount(resolver, name, spec, text)
                was = resolver.combatant(name).tracks.get(track)
                resolver.emit(TrackBecame((name,), track, value, value, was.value if was else None))
                told.append(f"{name} {value}")
            resolver.say(f"{track}: {comma_list(told)}.")

    def _amount(self, resolver: Resolver, name: str, spec: TrackSpec, text: str) -> int:
        if text not in (_ROLL, "max", "min"):
            return sheets.read_track(resolver.system, spec.name, text)
        dice = resolver.combatant(name).fields.get(spec.dice) if spec.dice else None
        if not dice:
            raise InvalidCommand(f"The sheet of {name} has no dice for {spec.name}; give {spec.name}=N.")
        try:
            expression = parse(str(dice))
        except BadDice as bad:
            raise InvalidCommand(f"{name}, {spec.dice}: {bad}") from None
        if text == _ROLL:
            return max(1, expression.roll(resolver.dice, f"{spec.name} of {name}"[:80]).total)
        low, high = expression.bounds()
        return max(1, high if text == "max" else low)
