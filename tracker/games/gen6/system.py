"""Gen6: its declarations, hooks and answers put together."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from tracker.combat.events import CoverBecame
from tracker.combat.records import Reason
from tracker.combat.scene import HEROES, OPEN, Combatant, Cover, Plain, Prompt, Scene
from tracker.games.gen6 import health
from tracker.games.gen6 import sheet as declared
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions import ACTIONS
from tracker.games.gen6.actions.attack import RANGED, damage_in_words
from tracker.games.gen6.actions.fight import initiative_dice, sides_up
from tracker.games.gen6.actions.turn import MAJOR_VERBS, Courage, Restricted
from tracker.games.gen6.result import HELP
from tracker.games.gen6.state import MAJOR, MINOR, set_trouble, state_of, weapon_of
from tracker.games.gen6.turns import CLOCK, next_roller
from tracker.rules.command import Command
from tracker.rules.declarations import Band, Context, CoverDegree, Values
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import means_several, quote, spaced
from tracker.rules.matching import match
from tracker.rules.params import number
from tracker.rules.resolver import Resolver
from tracker.rules.sheet import unknown_weapon
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.view import Badge, BandTable, CoverRow, Deed, GameKey, GroupAction, Pending


class Gen6(System):
    """The game of 3d6 against a target number, with sides that take turns."""

    name = "gen6"
    title = "Gen6"
    source = "Gen6, chapter 6: combat"
    sheet = declared.SHEET
    bands = tuple(Band(name, size) for name, size in t.BANDS)
    default_band = t.DEFAULT_BAND
    cover_degrees = declared.DEGREES
    conditions = declared.CONDITIONS
    clock = CLOCK
    weapon_names = tuple(t.WEAPONS)
    weapon_example = "flamer kind=ranged damage=3d6"
    own_settings = declared.SETTINGS
    tables = declared.TABLES
    own_actions = ACTIONS
    opens_fight = "initiative"
    after_fight = ("breather", "sleep", "care")
    in_one = ("armor",)
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "move", "odds": "attack"}
    keys = GameKey.each(b="aim", r="reload", l="guard", s="surprise", I="initiative", E="courage")
    turn_actions = ((MAJOR, "maj"), (MINOR, "min"))
    vital_columns = ("defense", "con")
    out_words, stands_up = health.OUT, "move {} 0 with=stand"
    result_help = HELP

    def main_track(self, scene: Scene) -> str:
        return "con" if self.setting(scene, "lethality") == "no-hp" else "health"

    def spelled(self, name: str, text: str) -> Iterable[tuple[str, str]]:
        """Return armor as it is printed, 4I/6B, by the fields of its letters."""
        if name not in self.in_one:
            return super().spelled(name, text)
        fields = {field[-1].upper(): field for field in t.ARMOR.values()}
        parts = re.split(r"[/, ]+", text.strip().upper())
        if not all(part[:-1].isdecimal() and part[-1:] in fields for part in parts):
            letters = comma_list(tuple(fields))
            raise InvalidCommand(f"{name}: “{text}” lacks a letter of {letters}. Write it like 4I/6B.")
        return [(fields[part[-1]], part[:-1]) for part in parts]

    # Bands and cover

    def band_names(self, scene: Scene) -> tuple[str, ...]:
        """Return the bands from near to far, with the increments beyond long that are in use."""
        used = {t.increments_of(band) for band in (*scene.ranges.values(), scene.default_range)} - {0, 1}
        return (*super().band_names(scene), *(f"{t.EXTENDED}:{count}" for count in sorted(used)))

    def read_band(self, text: str, context: Context) -> str:
        """Parse a band by its name or its beginning; ``extended:3`` for increments beyond long."""
        name, colon, count = text.casefold().partition(":")
        if colon and name and t.EXTENDED.startswith(name):
            return f"{t.EXTENDED}:{number(count, 1, t.MOST_INCREMENTS)}"
        return match(text, super().band_names(context.scene), "band")

    def step_band(self, scene: Scene, band: str, step: int) -> str | None:
        """Return the next band in this direction; beyond long, one increment farther."""
        near = super().band_names(scene)[:-1]
        place = (near.index(band) if band in near else len(near) - 1 + t.increments_of(band)) + step
        if place < 0 or place >= len(near) + t.MOST_INCREMENTS:
            return None
        return near[place] if place < len(near) else f"{t.EXTENDED}:{place - len(near) + 1}"

    def read_cover_degree(self, text: str, context: Context) -> str:
        """Parse a degree in percent, or ``none``; a single digit begins a degree, or is too little to count."""
        word = text.strip().removesuffix("%").strip()
        if word and not word.lstrip("+-").isdecimal():
            return match(word, (OPEN,), "degree of cover in percent, or none")
        percent = number(word, 0, t.FULL_COVER)
        if percent < t.COVER[0][0]:
            typed_digit = text == word and percent and not context.exact
            begun = [degree for degree in self.cover_degree_names(context.scene) if degree.startswith(word)]
            if typed_digit and len(begun) > 1:
                raise InvalidCommand(f"“{word}” could be {comma_list(begun)}. Type more of it.")
            return begun[0] if typed_digit and begun else OPEN
        return str(percent)

    def cover_degree(self, name: str) -> CoverDegree:
        if name == OPEN:
            return super().cover_degree(name)
        if int(name) >= t.FULL_COVER:
            return CoverDegree(f"{name} %", "■", "#", ("cannot be targeted",))
        tn = t.cover_tn(int(name))
        return CoverDegree(f"{name} %", "◧", "[", (f"TN {tn:+d}",) if tn else ())

    def cover_materials(self) -> Mapping[str, str]:
        return {name: f"{absorbs}/{sustains}" for name, (absorbs, sustains) in t.MATERIALS.items()}

    def take_cover(self, resolver: Resolver, name: str, degree: str, what: str | None) -> None:
        """Put somebody behind cover by hand; a material of the table brings its numbers."""
        absorbs, sustains = t.material(what) or (None, None)
        if what is not None and absorbs is None and degree != OPEN:
            resolver.note(f"“{what}” is not in the table of materials, so it stops no damage.")
        cover = Cover(degree, what, absorbs, sustains, sustains) if degree != OPEN else Cover()
        resolver.emit(CoverBecame((name,), cover))

    # People

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Halve the health of newcomers in the more dangerous game, and seat them in the order."""
        health.set_health_maximum(resolver, tuple(names))
        super().on_joined(resolver, names)

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Adjust health to the lethality; without health nobody is dying. An existing order stays."""
        if "turn_order" in names and resolver.scene.order:
            resolver.note("The order changes with the next initiative.")
        if "lethality" in names:
            health.set_health_maximum(resolver, tuple(resolver.scene.combatants))
            for combatant in resolver.scene.combatants.values() if health.is_no_hp(resolver) else ():
                if combatant.out == health.DYING:
                    health.recover(resolver, combatant.name)

    def complete_weapon(self, resolver: Resolver, name: str, weapon: str, given: Values) -> dict[str, Plain]:
        """Return a weapon with the kind and source that the table gives for its name, unless they are typed."""
        fields = super().complete_weapon(resolver, name, weapon, given)
        if weapon in resolver.combatant(name).weapons:
            return fields
        if known := t.weapon_kind(weapon):
            return {**fields, "kind": known[0], "source": known[1], **given}
        if not given:
            resolver.note(unknown_weapon(self, weapon, "a melee weapon; kind=ranged changes that"))
        return fields

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        if track == self.main_track(resolver.scene):
            health.lose(resolver, name, amount)
        elif track in health.BODY:
            health.lose_from(resolver, name, amount, track)
        else:
            super().lose(resolver, name, amount, track)

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Give back health by hand: lost con first, and the bleeding stops."""
        if track == self.main_track(resolver.scene):
            health.heal(resolver, name, amount)
            return
        super().regain(resolver, name, amount, track)
        if track in health.BODY and amount:
            health.recover(resolver, name)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        if word == health.DYING:
            health.start_bleeding(resolver, name)
        else:
            resolver.set_out(name, word or health.UNCONSCIOUS)

    def bring_back(self, resolver: Resolver, name: str) -> None:
        health.wake(resolver, name)

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        usual: dict[str, str | int | None] = {}
        if ends.get("rounds") is None and ends.get("until") is None:
            usual = {"until": "start", "of": name} if condition == "defend" else {}
            usual |= {"rounds": 1} if condition in ("surprised", "guard") else {}
        if condition == "prepared":
            resolver.note(f"What is prepared: prepare {quote(name)} ACTION.")
        resolver.mark(name, condition, t.GUARDS[0] if condition == "guard" else None, **{**ends, **usual})

    def on_encounter(self, resolver: Resolver) -> None:
        super().on_encounter(resolver)
        for name in resolver.scene.combatants:
            resolver.unmark(name, "surprised")

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        actor = scene.combatants.get(given.get("actor", ""))
        values = actor.fields.get("values") if actor is not None and verb == Courage.verb else None
        return {"value": str(values[0])} if isinstance(values, list) and values else {}

    # Turns and answers

    def check_actor(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        super().check_actor(resolver, kind, actor)
        combatant = resolver.scene.combatants.get(actor)
        if combatant is None:
            return
        if combatant.has("surprised") and not kind.by_hand:
            subject = resolver.clause(actor, "is")
            resolver.objection(f"{subject} surprised and cannot act in round {resolver.scene.turn.round or 1}.")
        if issubclass(kind, Restricted) and (obstacle := kind.obstacle(resolver, actor)):
            resolver.objection(obstacle)

    def read_answer(self, prompt: Prompt, text: str, context: Context) -> str:
        if prompt.kind == "damage" and text != "skip":
            return declared.DAMAGE.read(text, context)
        return super().read_answer(prompt, text, context)

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        if prompt.kind == "damage":
            asked = msgspec.convert(prompt.data, health.AskedHit)
            amount, label = health.roll_damage(resolver, choice, asked.most)
            resolver.record_as(choice=str(amount))
            health.deal_damage(resolver, prompt.name, amount, label, asked)
        elif prompt.kind == health.AFTER_CON:
            health.choose_after_con(resolver, prompt, choice)
        elif prompt.kind == "fumble":
            resolver.say(f"{resolver.whose(prompt.name)} fumble: {choice}.")
            weapon, trouble = str(prompt.data.get("weapon", "")), t.TROUBLES.get(choice)
            if trouble is not None and weapon in resolver.combatant(prompt.name).weapons:
                set_trouble(resolver, prompt.name, weapon, trouble)
                are = "are" if means_several(weapon) else "is"
                resolver.say(f"The {spaced(weapon)} {are} {trouble}: reload {quote(prompt.name)} {quote(weapon)}.")
        else:
            super().decide(resolver, prompt, choice)

    def answer_deed(
        self, resolver: Resolver, prompt: Prompt, choice: str, after: Scene, why: tuple[Reason, ...]
    ) -> Deed | None:
        by, damage = str(prompt.data.get("by", "")), damage_in_words(why)
        if prompt.kind == "damage" and by and damage:
            return Deed(by, prompt.name, (by, damage))
        return super().answer_deed(resolver, prompt, choice, after, why)

    def group_action(self, scene: Scene, verb: str) -> GroupAction | None:
        if verb != "initiative" or all(combatant.out is not None for combatant in scene.combatants.values()):
            return None
        sides = sides_up(scene)
        hints = {side: initiative_dice(scene, side, next_roller(scene) if side == HEROES else None) for side in sides}
        title = "which side acts first; a side without a number is rolled"
        return GroupAction(verb, title, sides, rest="roll", hints=hints)

    # The screen

    def columns(self, side: str) -> tuple[str, ...]:
        return ("defense", "armor", "con", "courage") if side == HEROES else ("defense", "armor", "con")

    def cells(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        guard, defense = combatant.condition("guard"), combatant.number("defense")
        more = t.DEFEND * combatant.has("defend") + ((guard.value or t.GUARDS[0]) if guard else 0)
        protects = {**{field: field[-1].upper() for field in t.ARMOR.values()}, "toughness": "T"}
        worn = " ".join(f"{points}{letter}" for name, letter in protects.items() if (points := combatant.number(name)))
        shown = f"{defense}+{more}" if more else str(combatant.fields.get("defense", ""))
        numbers = (shown, worn, _track(combatant, "con"))
        return (*numbers, _track(combatant, "courage")) if combatant.side == HEROES else numbers

    def state_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        dying = combatant.out == health.DYING and "con" in combatant.tracks
        con = (Badge("!", "!", f"con {_track(combatant, 'con')}", "bad"),) if dying else ()
        kept_up = (Badge("∞", "~", what, "accent") for what in state_of(combatant).kept_up)
        return (*super().state_badges(scene, combatant), *con, *kept_up)

    def weapon_badge(self, combatant: Combatant, name: str) -> Badge:
        weapon = weapon_of(combatant, name)
        text = f"{name}{f' {weapon.damage}' if weapon.damage else ''}{' (built in)' if weapon.integrated else ''}"
        return Badge("†", "+", f"{text}, {weapon.trouble}", "warn") if weapon.trouble else Badge("†", "+", text, "dim")

    def band_table(self, scene: Scene, origin: str) -> BandTable:
        table = super().band_table(scene, origin)
        shown = (column for column in table.columns if column.names or not column.band.startswith(t.EXTENDED))
        return replace(table, columns=tuple(shown), better="less")

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """Return a line for each weapon with its TN at each band; close combat only where they are adjacent."""
        alone = self.setting(scene, "extended") == "alone"
        kinds = {name: weapon_of(scene[origin], name).kind for name in scene[origin].weapons} or {"TN": RANGED}

        def note(kind: str, band: str) -> str:
            if kind == RANGED:
                return f"{t.range_tn(band, alone):+d}"
            return "+0" if band == t.ADJACENT else "×"

        return tuple(kinds), {band: tuple(note(one, band) for one in kinds.values()) for band in self.band_names(scene)}

    def cover_row(self, scene: Scene, combatant: Combatant) -> CoverRow:
        row, cover = super().cover_row(scene, combatant), combatant.cover
        if cover.degree == OPEN or cover.absorbs is None:
            return row
        return replace(row, effects=(*row.effects, f"stops {cover.absorbs} damage"))

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        held = ((who.name, state_of(who)) for who in scene.combatants.values())
        waiting = ((name, state.prepared, state.prepared_verb) for name, state in held if state.prepared)
        return tuple(
            Pending(name, f"prepared: {what}. Now?", (verb if verb in MAJOR_VERBS else "trigger",), ("prepared",))
            for name, what, verb in waiting
        )


def _track(combatant: Combatant, name: str) -> str:
    track = combatant.tracks.get(name)
    return f"{track.value}/{track.max}" if track else ""
