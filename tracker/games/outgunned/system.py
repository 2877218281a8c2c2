"""Outgunned: its declarations, hooks and answers put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from tracker.combat.dice import no_dice
from tracker.combat.events import CoverBecame
from tracker.combat.scene import HEROES, OPEN, Combatant, Cover, Plain, Prompt, Scene, Track
from tracker.games.outgunned import sheet as declared
from tracker.games.outgunned import tables as t
from tracker.games.outgunned import view
from tracker.games.outgunned.actions import ACTIONS
from tracker.games.outgunned.harm import (
    DEFEATED,
    LEFT_FOR_DEAD,
    decide,
    lose_grit,
    take_condition,
)
from tracker.games.outgunned.result import HELP
from tracker.games.outgunned.state import fight_of, set_state, state_of, threat_to
from tracker.games.outgunned.turns import (
    CLOCK,
    REACTION,
    Cost,
    only_enemy_up,
    pay,
)
from tracker.games.outgunned.weapons import complete_weapon, default_weapon, needs_mag, note_mags_beyond
from tracker.rules.action import Action
from tracker.rules.command import Command
from tracker.rules.declarations import Preset
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import is_plural
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.view import Badge, Bar, CoverRow, GameKey, GroupAction, Pending

_HEROES_ONLY = (
    "attack",
    "react",
    "answer",
    "counter",
    "protect",
    "extra",
    "quick",
    "reload",
    "covering",
    "roulette",
    "spotlight",
)
_COSTS: Mapping[str, Cost] = {"quick": "quick", "action": "action", "whole": "whole", "reaction": "reaction"}


class Outgunned(System):
    """The game of cinematic action: gangs with grit, Action Turns and Reaction Turns."""

    name: ClassVar[str] = "outgunned"
    title: ClassVar[str] = "Outgunned"
    source: ClassVar[str] = "Outgunned, the chapters on combat, brawl and shooting"
    sheet = declared.SHEET
    bands = declared.BANDS
    default_band = "medium"
    cover_degrees = declared.DEGREES
    conditions = declared.CONDITIONS
    clock = CLOCK
    own_settings = declared.SETTINGS
    presets = declared.PRESETS
    tables = declared.TABLES
    own_actions = ACTIONS
    opens_fight = "begin action"
    after_fight = ("rest",)
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "quick", "odds": "attack"}
    keys = (
        GameKey("b", "threat", ("reaction",)),
        GameKey("r", "reload", ("action",)),
        GameKey("s", "approach", ("action",)),
        GameKey("E", "extra"),
        GameKey("l", "spotlight"),
        GameKey("R", "retreat", ("action",)),
        GameKey("B", "begin", ("",)),
    )
    turn_actions = (("action", "act"), ("quick", "quick"))
    group_as_one = "one bar for all of them: a gang is one enemy"
    result_help = HELP
    weapon_names = tuple(t.RANGES)
    weapon_example = "revolver, or Betsy kind=shotgun"

    # ------------------------------------------------------------------ hooks

    @property
    def out_words(self) -> tuple[str, ...]:
        """Return the words for being out: enemies are defeated, heroes left for dead."""
        return (DEFEATED, LEFT_FOR_DEAD)

    def complete_weapon(
        self, resolver: Resolver, name: str, weapon: str, given: Mapping[str, Plain]
    ) -> dict[str, Plain]:
        """Return a new weapon: loaded, with three spares."""
        return complete_weapon(resolver, name, weapon, given)

    def on_disarmed(self, resolver: Resolver, name: str, weapon: Mapping[str, Plain]) -> None:
        """Note mags beyond those that the weapons left allow."""
        note_mags_beyond(resolver, name, str(weapon.get("mag")))

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Take some of a track; lost grit fills boxes."""
        if track == "grit":
            lose_grit(resolver, name, amount)
        else:
            super().lose(resolver, name, amount, track)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Take somebody out: heroes are left for dead, others defeated, unless another word is given."""
        side = resolver.combatant(name).side
        resolver.set_out(name, word or (LEFT_FOR_DEAD if side == HEROES else DEFEATED))

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        """Mark a condition: four at most, the fourth is broken."""
        take_condition(resolver, name, condition, **ends)

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Refuse a smallest pool above the largest."""
        low, high = (int(str(resolver.setting(name))) for name in ("pool_min", "pool_max"))
        if low > high:
            raise InvalidCommand(
                f"pool_min would be {low} and pool_max {high}. Keep the smallest pool at or below the largest."
            )

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        decide(resolver, prompt, choice)

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        super().on_leaving(resolver, names)
        for combatant in resolver.scene.combatants.values():
            journey = state_of(combatant).journey
            if journey is not None and journey.target in names:
                set_state(resolver, combatant.name, journey=None)

    def on_encounter(self, resolver: Resolver) -> None:
        """End what lasts for a turn of the old fight, and remove its cover."""
        super().on_encounter(resolver)
        for combatant in resolver.scene.combatants.values():
            set_state(resolver, combatant.name, journey=None)
            if combatant.cover.degree != OPEN:
                resolver.emit(CoverBecame((combatant.name,), Cover()))

    def new_combatant(self, scene: Scene, side: str, preset: Preset | None) -> Combatant:
        """Return a fresh sheet; the adrenaline of enemies starts at 0."""
        combatant = super().new_combatant(scene, side, preset)
        if side == HEROES:
            return combatant
        return replace(combatant, tracks={**combatant.tracks, "adrenaline": Track(0, t.ADRENALINE[1])})

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        """Fill in the default weapon of an attack, the enemy of the threat, or the only friend who failed."""
        actor, target = given.get("actor", ""), given.get("target")
        if actor not in scene.combatants and verb != "threat":
            return {}
        if verb == "threat":
            by = only_enemy_up(scene)
            return {"by": by} if by is not None else {}
        if verb == "reload":
            empty = [
                name for name, weapon in scene[actor].weapons.items() if needs_mag(weapon) and not weapon["loaded"]
            ]
            return {"weapon": empty[0]} if len(empty) == 1 else {}
        if verb == "react":
            by = threat_to(scene, actor).by
            return {"vs": by} if by is not None and by in scene.combatants else {}
        if verb == "protect":
            reactions = {name: state_of(scene[name]).reaction for name in self.allies_in_need(scene, actor)}
            failed = [name for name, reaction in reactions.items() if reaction is not None and reaction.loss]
            return {"friend": failed[0]} if len(failed) == 1 else {}
        if verb != "attack" or target is None or target not in scene.combatants:
            return {}
        weapon = default_weapon(self, scene, actor, target)
        return {"weapon": weapon} if weapon is not None else {}

    def check_actor(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        """Object to rolls by enemies."""
        super().check_actor(resolver, kind, actor)
        if kind.verb in _HEROES_ONLY and resolver.combatant(actor).side != HEROES:
            noun = "heroes" if is_plural(actor, resolver.scene) else "a hero"
            rule = f"{kind.verb} is only for heroes; enemies never roll"
            resolver.objection(f"{resolver.clause(actor, 'is')} not {noun}, and {rule}.")

    def objection_to(self, scene: Scene, kind: type[Action], actor: str) -> str:
        resolver = Resolver(self, scene, no_dice())
        self.check_actor(resolver, kind, actor)
        if kind.verb == "answer" and state_of(scene[actor]).thrown is None:
            resolver.objection(f"No throw of {actor} waits for an answer.")
        if kind.cost in _COSTS:
            if kind.verb == "react" and scene.turn.phase != REACTION:
                resolver.objection("A Reaction Roll belongs to a Reaction Turn. Open one: next, or begin reaction.")
            pay(resolver, actor, _COSTS[kind.cost])
        return resolver.objections[0] if resolver.objections else ""

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        """Return an attack, or in a Reaction Turn the form for the reactions of all heroes."""
        if scene.turn.phase != REACTION:
            return "attack"
        return view.reactions(scene) or "react"

    def foreseen_turn(self, scene: Scene) -> tuple[str, ...]:
        """Return one of the listed threats, by the die, in a Reaction Turn without any; enemies take turns."""
        enemies = [who.name for who in scene.combatants.values() if who.side != HEROES and who.out is None]
        if scene.turn.phase != REACTION or fight_of(scene).threat is not None or not enemies:
            return ()
        return (f"threat roll by={quote(enemies[scene.turn.round % len(enemies)])}",)

    # ------------------------------------------------------------------ what the log tells

    # ------------------------------------------------------------------ answers to the screen

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        """Return the open threat of a Reaction Turn, and throws that may still be changed, with what extra buys."""
        return (*view.asked_threat(scene), *view.pending(self, scene))

    def columns(self, side: str) -> tuple[str, ...]:
        return view.columns(side)

    def cells(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        return view.cells(scene, combatant)

    def bar(self, scene: Scene, combatant: Combatant) -> Bar | None:
        """Return grit as a bar with a tick at each special box."""
        return view.with_hot_boxes(super().bar(scene, combatant), combatant)

    def action_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        return view.action_badges(scene, combatant, self.turn_actions)

    def state_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        """Return badges for cover and conditions, then extra, covering fire, a long move, hot boxes."""
        own = (*view.state_badges(combatant), *view.spendable_badges(combatant))
        return (*super().state_badges(scene, combatant), *own)

    def weapon_badges(self, combatant: Combatant) -> tuple[Badge, ...]:
        return view.weapon_badges(combatant)

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        return view.band_notes(self, scene, origin)

    def cover_row(self, scene: Scene, combatant: Combatant) -> CoverRow:
        """Return a row of the cover pane; the cover of an enemy changes no number."""
        return view.enemy_cover_shown(super().cover_row(scene, combatant), combatant)
