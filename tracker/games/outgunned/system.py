"""Outgunned as the tracker knows it: its declarations, hooks and answers put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from tracker.combat.dice import no_dice
from tracker.combat.scene import HEROES, Combatant, Plain, Prompt, Scene, Track
from tracker.games.outgunned import sheet as declared
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.attack import Attack
from tracker.games.outgunned.actions.counter import Counter, Protect
from tracker.games.outgunned.actions.extra import Extra, Quick
from tracker.games.outgunned.actions.fate import Adrenaline, Rest, Roulette, Spotlight
from tracker.games.outgunned.actions.fight import Begin, End, Mode, Threat
from tracker.games.outgunned.actions.mags import Covering, Mags, Reload
from tracker.games.outgunned.actions.movement import Approach, Retreat, TakeCover
from tracker.games.outgunned.actions.reaction import React
from tracker.games.outgunned.harm import DEFEATED, LEFT_FOR_DEAD, decide, lose_grit, note_side_down, take_condition
from tracker.games.outgunned.odds import odds
from tracker.games.outgunned.result import HELP
from tracker.games.outgunned.state import asked, reacted
from tracker.games.outgunned.turns import (
    ACTION,
    REACTION,
    Cost,
    clear_turn_state,
    fight_is_on,
    is_brawl,
    next_turn,
    pay,
)
from tracker.games.outgunned.weapons import band_between, complete_weapon, dice_at_band, needs_mag
from tracker.rules.action import Action
from tracker.rules.command import Command
from tracker.rules.declarations import Preset
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.view import Badge, Bar, CoverRow, GroupAction, Odds, TurnStatus

_HEROES_ONLY = (
    "attack",
    "react",
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
    """The game of cinematic action: gangs with grit, turns of acting and reacting."""

    name: ClassVar[str] = "outgunned"
    title: ClassVar[str] = "Outgunned"
    source: ClassVar[str] = "Outgunned, the chapters on combat, brawl and shooting"
    sheet = declared.SHEET
    bands = declared.BANDS
    default_band = "medium"
    cover_degrees = declared.DEGREES
    conditions = declared.CONDITIONS
    settings = declared.SETTINGS
    presets = declared.PRESETS
    tables = declared.TABLES
    own_actions: ClassVar[tuple[type[Action], ...]] = (
        *(Attack, React, Quick, TakeCover, Approach, Retreat, Reload, Covering, Extra, Counter, Protect),
        *(Spotlight, Adrenaline, Roulette, Mags, Threat, Begin, Mode, End, Rest),
    )
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "quick", "odds": "attack"}
    turn_actions = (("action", "act"), ("quick", "quick"))
    result_help = HELP
    weapon_names = tuple(t.RANGES)

    # ------------------------------------------------------------------ hooks

    @property
    def out_words(self) -> tuple[str, ...]:
        """Defeated enemies, heroes left for dead."""
        return (DEFEATED, LEFT_FOR_DEAD)

    def complete_weapon(
        self, resolver: Resolver, name: str, weapon: str, given: Mapping[str, Plain]
    ) -> dict[str, Plain]:
        """A weapon arrives loaded, with three spares."""
        return complete_weapon(resolver, name, weapon, given)

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Grit fills boxes; other tracks just go down."""
        if track == "grit":
            lose_grit(resolver, name, amount)
        else:
            super().lose(resolver, name, amount, track)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Heroes are left for dead, others defeated, unless said otherwise."""
        side = resolver.combatant(name).side
        resolver.set_out(name, word or (LEFT_FOR_DEAD if side == HEROES else DEFEATED))
        note_side_down(resolver, side)

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        """Four conditions at most, the fourth is broken."""
        take_condition(resolver, name, condition, **ends)

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """The fewest dice are no more than the most."""
        low, high = (int(str(resolver.setting(each))) for each in ("pool_min", "pool_max"))
        if low > high:
            raise InvalidCommand(
                f"pool_min would be {low} and pool_max {high}; the fewest dice are no more than the most."
            )

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """Bad box, roulette, ones."""
        decide(resolver, prompt, choice)

    def advance(self, resolver: Resolver) -> None:
        """The other kind of turn."""
        next_turn(resolver)

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        """A way begun to or from one who leaves is over."""
        for one in resolver.scene.combatants.values():
            way = one.fields.get("way")
            if isinstance(way, dict) and way["target"] in names:
                resolver.set_field(one.name, "way", None)

    def on_encounter(self, resolver: Resolver) -> None:
        """What lasted only for a turn of the old fight is gone."""
        clear_turn_state(resolver)
        for name in resolver.scene.combatants:
            resolver.set_field(name, "way", None)

    def new_combatant(self, scene: Scene, side: str, preset: Preset | None) -> Combatant:
        """A fresh sheet; the Director's adrenaline begins at 0."""
        one = super().new_combatant(scene, side, preset)
        if side == HEROES:
            return one
        return replace(one, tracks={**one.tracks, "adrenaline": Track(0, t.ADRENALINE[1])})

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        """Beyond melee, the only weapon that can shoot there; whoever the threat is by; the only friend who failed."""
        if verb == "react":
            by = asked(scene, given.get("actor", ""), "by")
            return {"vs": by} if by is not None and by in scene.combatants else {}
        if verb == "protect":
            hit = [
                name for name in self.allies_in_need(scene, given.get("actor", "")) if reacted(scene[name]).get("loss")
            ]
            return {"friend": hit[0]} if len(hit) == 1 else {}
        one, target = scene.combatants.get(given.get("actor", "")), given.get("target")
        if verb != "attack" or one is None or target is None:
            return {}
        band = band_between(self, scene, one.name, target)
        fit = {
            name: each for name, each in one.weapons.items() if isinstance(dice_at_band(self, scene, each, band), int)
        }
        ready = [name for name, each in fit.items() if each.get("loaded") or not needs_mag(each)] or list(fit)
        return {"weapon": ready[0]} if len(ready) == 1 and band != "melee" else {}

    def check(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        """Enemies never roll."""
        super().check(resolver, kind, actor)
        if kind.verb in _HEROES_ONLY and resolver.combatant(actor).side != HEROES:
            resolver.objection(f"{actor} is on the enemies' side and never rolls; heroes {kind.verb}.")

    def objection_to(self, scene: Scene, kind: type[Action], actor: str) -> str:
        """The first objection, the cost included."""

        resolver = Resolver(self, scene, no_dice())
        self.check(resolver, kind, actor)
        if kind.cost in _COSTS:
            if kind.verb == "react" and scene.turn.phase != REACTION:
                resolver.objection("A Reaction Roll belongs to a Reaction Turn; next or begin reaction opens one.")
            pay(resolver, actor, _COSTS[kind.cost])
        return resolver.objections[0] if resolver.objections else ""

    def may_act(self, scene: Scene, name: str) -> bool:
        """In an Action Turn who has an action left, in a Reaction Turn who has not reacted."""
        one, phase = scene.combatants[name], scene.turn.phase
        if one.side != HEROES or one.out is not None:
            return False
        words = () if phase is None else ("reaction",) if phase == REACTION else ("action", "quick")
        return not words or not set(words) <= set(one.spent)

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        """An attack; in a Reaction Turn the reactions of all heroes in one sheet."""
        if scene.turn.phase != REACTION:
            return "attack"
        pending = tuple(e.name for e in scene.of_side(HEROES) if e.out is None and "reaction" not in e.spent)
        return GroupAction("react", self._asks(scene), pending, ("result",)) if pending else "react"

    def odds(self, scene: Scene, action: Action) -> Odds:
        """Exact chances of attacks and reactions."""

        return odds(self, scene, action)

    # ------------------------------------------------------------------ answers to the screen

    def turn_status(self, scene: Scene) -> TurnStatus:
        """The kind of turn, the round, who still has to act."""
        turn = scene.turn
        if turn.phase is None:
            over = scene.fields.get("over")
            return TurnStatus(f"over: {over}" if over else "before the fight")
        kind = "BRAWL" if is_brawl(scene) else "ACTION TURN" if turn.phase == ACTION else "REACTION TURN"
        word = "action" if turn.phase == ACTION else "reaction"
        still = tuple(e.name for e in scene.of_side(HEROES) if e.out is None and word not in e.spent)
        asks = self._asks(scene) if turn.phase == REACTION else turn.side or ""
        return TurnStatus(f"{kind} {turn.round}", asks, still)

    @staticmethod
    def _asks(scene: Scene) -> str:
        threat = scene.fields.get("threat")
        if not isinstance(threat, dict):
            return "enemies attack"
        by = f"{threat['by']}: " if threat.get("by") else ""
        return by + " → ".join(str(threat[key]) for key in ("text", "pool") if threat.get(key))

    def columns(self, side: str) -> tuple[str, ...]:
        """Defense and attack of enemies."""
        return () if side == HEROES else ("defense", "attack")

    def cells(self, scene: Scene, one: Combatant) -> tuple[str, ...]:
        """Defense and attack; in a brawl only the attack counts."""
        if one.side == HEROES:
            return ()
        defense = str(one.fields.get("defense", ""))
        return (f"({defense})" if is_brawl(scene) else defense, str(one.fields.get("attack", "")))

    def bar(self, scene: Scene, one: Combatant) -> Bar | None:
        """Grit, with the boxes that do something as ticks on the values left."""
        found = super().bar(scene, one)
        hot = one.fields.get("hot")
        if found is None or not isinstance(hot, list) or not hot:
            return found
        return Bar(found.value, found.max, found.tone, tuple(found.max - box for box in hot if box <= found.max))

    def action_badges(self, scene: Scene, one: Combatant) -> tuple[Badge, ...]:
        """Action and quick, or the reaction; nothing for enemies or outside a fight."""
        if one.side != HEROES or not fight_is_on(scene):
            return ()
        words = (("reaction", "react"),) if scene.turn.phase == REACTION else self.turn_actions
        return tuple(
            Badge("✓", "x", short, "dim") if word in one.spent else Badge("·", ".", short) for word, short in words
        )

    def state_badges(self, scene: Scene, one: Combatant) -> tuple[Badge, ...]:
        """Cover, conditions, extra units, covering fire, hot boxes still open."""
        found = list(super().state_badges(scene, one))
        if one.number("extra"):
            found.append(Badge("+", "+", f"{one.number('extra')} extra", "accent"))
        if one.fields.get("covered"):
            found.append(Badge("+", "+", "covered", "good"))
        way = one.fields.get("way")
        if isinstance(way, dict):
            found.append(Badge("→", ">", f"{way['left']} turns to {way['target']}"))
        hot, grit = one.fields.get("hot"), one.tracks.get("grit")
        if isinstance(hot, list) and grit:
            left = [str(box) for box in hot if box > grit.max - grit.value]
            found += [Badge("◆", "*", "hot " + "·".join(left), "warn")] if left else []
        if one.value("adrenaline") and one.side != HEROES:
            found.append(Badge("↯", "^", f"adrenaline {one.value('adrenaline')}", "warn"))
        return tuple(found)

    def weapon_badges(self, one: Combatant) -> tuple[Badge, ...]:
        """Weapons, loaded or empty, with their spares."""
        found = []
        for name, each in one.weapons.items():
            if not needs_mag(each):
                found.append(Badge("†", "+", name, "dim"))
            elif each.get("loaded"):
                found.append(Badge("●", "*", f"{name} +{one.spares.get(str(each.get('mag')), 0)}", "dim"))
            else:
                found.append(Badge("○", "o", f"{name} empty", "warn"))
        return tuple(found)

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """The dice of each weapon at each band."""
        weapons = scene.combatants[origin].weapons if origin in scene.combatants else {}
        notes = {
            band: tuple(_dice(dice_at_band(self, scene, each, band)) for each in weapons.values())
            for band in self.band_names(scene)
        }
        return tuple(weapons), notes

    def cover_row(self, scene: Scene, one: Combatant) -> CoverRow:
        """What one stands behind; an enemy's cover changes no number."""
        found = super().cover_row(scene, one)
        if one.side == HEROES or not found.effects:
            return found
        return CoverRow(found.name, found.mark, found.what, ("shown only",))


def _dice(value: Plain) -> str:
    return "×" if not isinstance(value, int) else f"{value:+d}".replace("-", "−") if value else "0"
