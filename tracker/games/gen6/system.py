"""Gen6: its declarations, hooks and answers put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec
from msgspec.structs import replace

from tracker.combat.events import CoverBecame, TurnCame
from tracker.combat.records import Reason
from tracker.combat.scene import HEROES, OPEN, Combatant, Cover, Plain, Prompt, Scene, Turn
from tracker.games.gen6 import health, story, turns, view
from tracker.games.gen6 import sheet as declared
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions import ACTIONS
from tracker.games.gen6.actions.cost import Restricted
from tracker.games.gen6.actions.courage import Courage
from tracker.games.gen6.actions.fight import initiative_dice, next_roller, sides_up
from tracker.games.gen6.damage import Hit, deal_damage, roll_damage
from tracker.games.gen6.odds import odds
from tracker.games.gen6.result import HELP
from tracker.games.gen6.state import MAJOR, MINOR, DamagePrompt
from tracker.rules.action import Action
from tracker.rules.command import Command
from tracker.rules.declarations import Context, CoverDegree
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import clause
from tracker.rules.matching import match
from tracker.rules.params import number
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.view import (
    Badge,
    BandTable,
    CoverRow,
    Deed,
    GameKey,
    GroupAction,
    Odds,
    Opening,
    Pending,
    Place,
    TurnStatus,
)

if TYPE_CHECKING:
    from tracker.rules.throw import Throw


class Gen6(System):
    """The game of 3d6 against a target number, with sides that take turns."""

    name = "gen6"
    title = "Gen6"
    source = "Gen6, chapter 6: combat"
    sheet = declared.SHEET
    bands = declared.BANDS
    default_band = t.DEFAULT_BAND
    cover_degrees = declared.DEGREES
    conditions = declared.CONDITIONS
    weapon_names = tuple(t.WEAPONS)
    weapon_example = "flamer kind=ranged damage=3d6"
    own_settings = declared.SETTINGS
    tables = declared.TABLES
    own_actions = ACTIONS
    opens_fight = "initiative"
    after_fight = ("breather", "sleep", "care")
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "move", "odds": "attack"}
    keys = (
        GameKey("b", "aim"),
        GameKey("r", "reload"),
        GameKey("l", "guard"),
        GameKey("s", "surprise"),
        GameKey("I", "initiative"),
        GameKey("E", "courage"),
    )
    turn_actions = ((MAJOR, "maj"), (MINOR, "min"))
    vital_columns = ("con", "defense")
    result_help = HELP

    def main_track(self, scene: Scene) -> str:
        """Return health; con in the deadly game."""
        return "con" if self.setting(scene, "lethality") == "no-hp" else "health"

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
        """Return a degree with its effects."""
        if name == OPEN:
            return super().cover_degree(name)
        full = int(name) >= t.FULL_COVER
        return CoverDegree(f"{name} %", "■" if full else "◧", "#" if full else "[", view.cover_effects(name))

    def cover_materials(self) -> Mapping[str, str]:
        """Return the materials of the table: what each absorbs and sustains."""
        return {name: f"{absorbs}/{sustains}" for name, (absorbs, sustains) in t.MATERIALS.items()}

    def take_cover(self, resolver: Resolver, name: str, degree: str, what: str | None) -> None:
        """Put somebody behind cover by hand; a material of the table brings its numbers."""
        material = t.material(what)
        if degree == OPEN:
            cover = Cover()
        elif material is None:
            cover = Cover(degree, what)
            if what is not None:
                resolver.note(f"“{what}” is not in the table of materials, so it stops no damage.")
        else:
            absorbs, sustains = material
            cover = Cover(degree, what, absorbs, sustains, sustains)
        resolver.emit(CoverBecame((name,), cover))

    # People

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Halve the health of newcomers in the more dangerous game, and seat them in the order."""
        health.set_health_maximum(resolver, tuple(names))
        turns.seat(resolver, names)

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Adjust health to the lethality; without health nobody is dying. An existing order stays."""
        if "turn_order" in names and resolver.scene.order:
            resolver.note("The order changes with the next initiative.")
        if "lethality" in names:
            health.set_health_maximum(resolver, tuple(resolver.scene.combatants))
            for combatant in resolver.scene.combatants.values() if health.is_no_hp(resolver) else ():
                if combatant.out == health.DYING:
                    health.recover(resolver, combatant.name)

    def complete_weapon(
        self, resolver: Resolver, name: str, weapon: str, given: Mapping[str, Plain]
    ) -> dict[str, Plain]:
        """Return a weapon with the kind and source that the table gives for its name, unless they are typed."""
        fields = super().complete_weapon(resolver, name, weapon, given)
        known = t.weapon_kind(weapon)
        if known is None or weapon in resolver.combatant(name).weapons:
            if not given and weapon not in resolver.combatant(name).weapons:
                resolver.note(f"{weapon} is not in the table and counts as a melee weapon; kind=ranged changes that.")
            return fields
        kind, source = known
        return {**fields, "kind": kind, "source": source, **given}

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Take health or con by hand, with all consequences."""
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
        """Take somebody out by hand: unconscious unless another word is given; the dying bleed."""
        if word == health.DYING:
            health.start_bleeding(resolver, name)
        else:
            resolver.set_out(name, word or health.UNCONSCIOUS)

    def bring_back(self, resolver: Resolver, name: str) -> None:
        """Bring somebody back, and clear all traces of dying."""
        health.wake(resolver, name)

    @property
    def out_words(self) -> tuple[str, ...]:
        """Return the words for being out: dying, unconscious, dead."""
        return health.OUT

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        """Mark a condition by hand; it ends as by the rules unless an end is given."""
        usual: dict[str, str | int | None] = {}
        if ends.get("rounds") is None and ends.get("until") is None:
            usual = {"until": "start", "of": name} if condition == "defend" else {}
            usual |= {"rounds": 1} if condition in ("surprised", "guard") else {}
        if condition == "prepared":
            resolver.note(f"What is prepared: prepare {quote(name)} ACTION.")
        resolver.mark(name, condition, t.GUARDS[0] if condition == "guard" else None, **{**ends, **usual})

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Pass the turn on if the active combatant leaves."""
        if resolver.scene.turn.name in names:
            turns.advance(resolver, names)

    def on_end(self, resolver: Resolver) -> None:
        """End surprise, and store who is at 0 health."""
        super().on_end(resolver)
        turns.close_fight(resolver)

    def on_encounter(self, resolver: Resolver) -> None:
        """Clear actions, breathers and temporary effects of the old fight."""
        turns.reset_fight(resolver)
        for name in resolver.scene.combatants:
            resolver.unmark(name, "surprised")

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        """Fill in the first value on the sheet to take courage in its name."""
        actor = scene.combatants.get(given.get("actor", ""))
        values = actor.fields.get("values") if actor is not None and verb == Courage.verb else None
        return {"value": str(values[0])} if isinstance(values, list) and values else {}

    # Turns and answers

    def advance(self, resolver: Resolver) -> None:
        """Pass the turn to the next combatant who can act."""
        if not resolver.scene.combatants:
            raise InvalidCommand("Nobody is in the fight. Add somebody: add NAME.")
        if not resolver.scene.turn.round and not resolver.scene.order:
            resolver.note("Nobody has rolled initiative, so the heroes go first.")
        turns.advance(resolver)

    def make_active(self, resolver: Resolver, name: str) -> None:
        """Begin somebody's turn by hand."""
        turns.begin_turn(resolver, name)
        turn = resolver.scene.turn
        resolver.emit(TurnCame(Turn(turn.round or 1, turn.phase, resolver.combatant(name).side, name)))

    def takes_turn(self, scene: Scene, name: str) -> bool:
        """Return whether somebody is up, not surprised, and has not had the turn of this round."""
        return turns.can_act(scene, name) and not turns.had_turn(scene, name)

    def may_act(self, scene: Scene, name: str) -> bool:
        """Return whether it is the turn of somebody who is up and not surprised."""
        return super().may_act(scene, name) and turns.can_act(scene, name)

    def check_actor(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        """Object to actors who are out or surprised, and to what is impossible regardless of its other words."""
        super().check_actor(resolver, kind, actor)
        combatant = resolver.scene.combatants.get(actor)
        if combatant is None:
            return
        if combatant.has("surprised") and not kind.by_hand:
            subject = clause(actor, resolver.scene, "is", "are")
            resolver.objection(f"{subject} surprised and cannot act in round {resolver.scene.turn.round or 1}.")
        if issubclass(kind, Restricted) and (obstacle := kind.obstacle(resolver, actor)):
            resolver.objection(obstacle)

    def read_answer(self, prompt: Prompt, text: str, context: Context) -> str:
        """Parse an answer from the list; damage as a number or dice."""
        if prompt.kind == "damage" and text != "skip":
            return declared.DAMAGE.read(text, context)
        return super().read_answer(prompt, text, context)

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """Apply the answer about a hit's damage, the track after con, or a fumble."""
        if prompt.kind == "damage":
            asked = msgspec.convert(prompt.data, DamagePrompt)
            amount, label = roll_damage(resolver, choice, asked.most)
            resolver.record_as(choice=str(amount))
            hit = Hit(asked.source, asked.type, asked.through, asked.no_armor)
            deal_damage(resolver, prompt.name, amount, label, hit)
        elif prompt.kind == health.AFTER_CON:
            health.choose_after_con(resolver, prompt, choice)
        elif prompt.kind == "fumble":
            resolver.say(f"{prompt.name}'s fumble: {choice}.")
        else:
            super().decide(resolver, prompt, choice)

    def throw(self, scene: Scene, action: Action) -> Throw | None:
        """Return the dice of an action by source, and what they must show."""
        from tracker.games.gen6.throws import throw  # Loaded with the first form that has a result.

        return throw(self, scene, action)

    def asked_next(self, scene: Scene, action: Action) -> tuple[str, ...]:
        """Return the field for the damage of a hit."""
        from tracker.games.gen6.throws import asked_next

        return asked_next(self, scene, action)

    def group_action(self, scene: Scene, verb: str) -> GroupAction | None:
        """Return the form for the initiative of all sides with somebody still up."""
        if verb != "initiative" or all(combatant.out is not None for combatant in scene.combatants.values()):
            return None
        sides = sides_up(scene)
        hints = {side: initiative_dice(scene, side, next_roller(scene) if side == HEROES else None) for side in sides}
        title = "which side acts first; a side without a number is rolled"
        return GroupAction(verb, title, sides, rest="roll", hints=hints)

    def odds(self, scene: Scene, action: Action) -> Odds:
        """Return the exact chances."""
        return odds(self, scene, action)

    # The screen

    # ------------------------------------------------------------------ what the log tells

    def deed(self, action: Action, before: Scene, after: Scene, why: tuple[Reason, ...]) -> Deed | None:
        """Return attacks and charges as deeds; otherwise as in every game."""
        return story.deed(action, before, why) or super().deed(action, before, after, why)

    def succeeded(self, action: Action, before: Scene, why: tuple[Reason, ...]) -> bool | None:
        """Return whether the roll succeeded."""
        return story.succeeded(action, why)

    def turn_sentences(self, scene: Scene) -> tuple[str, ...]:
        """Return what ``next`` reports of the new turn."""
        return turns.turn_sentences(scene)

    def openings(self, scene: Scene) -> tuple[Opening, ...]:
        """Return the steps before the fight: surprise, positions, initiative."""
        return view.openings(scene)

    def places(self, scene: Scene) -> tuple[Place, ...]:
        """Return everybody who is up, side after side or alternating."""
        return view.places(scene)

    def turn_status(self, scene: Scene) -> TurnStatus:
        """Return the round, whose turn it is, and who is still to come."""
        return view.turn_status(scene)

    def columns(self, side: str) -> tuple[str, ...]:
        """Return the column heads; heroes have courage too."""
        return (*view.COLUMNS, "courage") if side == HEROES else view.COLUMNS

    def cells(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        """Return the texts under the heads."""
        return view.cells(combatant)

    def state_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        """Return badges for cover, conditions, con while dying, and ongoing effects."""
        return (*super().state_badges(scene, combatant), *view.own_badges(combatant))

    def weapon_badges(self, combatant: Combatant) -> tuple[Badge, ...]:
        """Return badges for weapons with their damage."""
        return view.weapon_badges(combatant)

    def band_table(self, scene: Scene, origin: str) -> BandTable:
        """Return the bands; beyond long range only increments in use."""
        table = super().band_table(scene, origin)
        return replace(table, columns=tuple(column for column in table.columns if view.is_shown(column)), better="less")

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """Return the TN by band for each weapon."""
        return view.band_notes(self, scene, origin)

    def cover_row(self, scene: Scene, combatant: Combatant) -> CoverRow:
        """Return a row of the cover pane, with the material as a bar."""
        return view.cover_row(super().cover_row(scene, combatant), combatant)

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        """Return prepared actions."""
        return view.pending(scene)
