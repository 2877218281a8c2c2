"""Unknown Armies as the tracker knows it: declarations, hooks and answers to the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from tracker.combat.dice import no_dice
from tracker.combat.events import TurnCame
from tracker.combat.scene import Combatant, Plain, Prompt, Scene
from tracker.games.unknown_armies import sheet as s
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.attack import Attack
from tracker.games.unknown_armies.chances import odds
from tracker.games.unknown_armies.dodging import felled, may_dodge
from tracker.games.unknown_armies.exchange import may_act, ready_weapons, the_skill, the_weapon
from tracker.games.unknown_armies.moves import Act, Dodge, Draw, Focus, may_declare
from tracker.games.unknown_armies.prompts import decide
from tracker.games.unknown_armies.roll import HELP
from tracker.games.unknown_armies.shifts import wound_shift
from tracker.games.unknown_armies.special import Split, Sucker
from tracker.games.unknown_armies.turns import (
    ACT,
    ACTION,
    DECLARE,
    Initiative,
    able,
    acting,
    clear,
    in_order,
    next_turn,
    passes,
    reordered,
    shares_left,
    split_of,
)
from tracker.games.unknown_armies.wounds import DEAD, UNCONSCIOUS, body_becomes, goes_down
from tracker.rules.action import Action
from tracker.rules.command import Command
from tracker.rules.declarations import Setting
from tracker.rules.resolver import Resolver
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.turns import expire_at_turn_start, full_order
from tracker.rules.view import Badge, Bar, CoverRow, GroupAction, Odds, Pending, TurnStatus


class UnknownArmies(System):
    """The game: one who declares is known to all, and the best roll is the highest that still succeeds."""

    name = "unknown-armies"
    title = "Unknown Armies"
    source = "the combat chapter of Unknown Armies (S), public references of the 2nd and 3rd edition (G)"
    sheet = s.SHEET
    bands = s.BANDS
    default_band = t.NEAR
    cover_degrees = s.DEGREES
    conditions = s.CONDITIONS
    settings = s.SETTINGS
    presets = s.PRESETS
    tables = s.TABLES
    own_actions = (Attack, Focus, Initiative, Draw, Split, Sucker, Dodge, Act)
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "act", "odds": "attack"}
    turn_actions = ((ACTION, "act"),)
    result_help = HELP

    # ------------------------------------------------------------------ rules

    def setting_default(self, scene: Scene, setting: Setting) -> Plain:
        """A setting's default under the edition in use."""
        edition = str(scene.settings.get("edition", setting.default if setting.name == "edition" else "2e"))
        return t.EDITIONS[edition].get(setting.name, setting.default)

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Another order of turns counts at once."""
        if {"edition", "order"} & set(names) and resolver.scene.turn.round:
            in_order(resolver)

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Under order=skill one who joins while others declare has the place of their skill."""
        if resolver.scene.turn.phase == DECLARE:
            in_order(resolver)

    @property
    def out_words(self) -> tuple[str, ...]:
        """How one can be out."""
        return (UNCONSCIOUS, DEAD)

    def complete_weapon(
        self, resolver: Resolver, name: str, weapon: str, given: Mapping[str, Plain]
    ) -> dict[str, Plain]:
        """A weapon whose kind follows from its name or maximum, and its bonus from what it is."""
        made = super().complete_weapon(resolver, name, weapon, given)
        if "kind" not in made:
            made["kind"] = t.GUN if "maximum" in made or weapon.casefold() in t.GUNS else t.HAND
        tags = given.get("tags")
        if isinstance(tags, list) and "bonus" not in given:
            made["bonus"] = t.EDGE * len(set(tags) & set(t.EDGES))
        return made

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Lost body may knock out or kill."""
        _told(resolver, name, resolver.combatant(name).value(track) - amount)

    def manual_reason(self, track: str, change: int) -> tuple[str, int]:
        """Loss by hand counts to the damage, as a hit does."""
        return "damage", -change

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Healed wounds wake the unconscious."""
        _told(resolver, name, resolver.combatant(name).value(track) + amount)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Down by the Director's word: the own focus is lost."""
        goes_down(resolver, name, word or UNCONSCIOUS)

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        """A condition by hand; the game's own ones say what only their verbs give."""
        ways = {"focus": "focus A B 20 gives it a shift", "drawing": "draw A WEAPON says what is drawn"}
        if condition in ways:
            resolver.note(f"{ways[condition]}.")
        if condition == "sucker" and ends.get("of") in (None, name):
            resolver.note("of=OTHER says who fell for it.")
        resolver.mark(name, condition, None, **ends)

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        """One who leaves passes the turn on."""
        passes(resolver, tuple(names))

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """Answers to critical, match, fumble and drops."""
        decide(resolver, prompt, choice)

    def advance(self, resolver: Resolver) -> None:
        """Close the declaring, the next actor, or a new round."""
        next_turn(resolver)

    def on_encounter(self, resolver: Resolver) -> None:
        """Nothing of the last fight's rounds stays."""
        clear(resolver)
        for name in resolver.scene.combatants:
            for condition in ("sucker", "drawing"):
                resolver.unmark(name, condition)
            for field in ("place", "drawing"):
                resolver.set_field(name, field, None)

    def make_active(self, resolver: Resolver, name: str) -> None:
        """It is this one's turn; the declaring is over."""
        acting(resolver)
        resolver.emit(TurnCame(replace(resolver.scene.turn, side=resolver.combatant(name).side, name=name)))
        expire_at_turn_start(resolver, (name,))

    def on_reordered(self, resolver: Resolver, name: str) -> None:
        """Who was moved has the number of the new neighbour."""
        reordered(resolver, name)

    def may_act(self, scene: Scene, name: str) -> bool:
        """Who may still declare, or the active one while something is left to do."""
        one, turn = scene[name], scene.turn
        if turn.phase == DECLARE:
            return one.out is None and not one.has("focus")
        return able(one) and turn.name in (None, name)

    def check(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        """Object to who is out, has acted, or declares too late."""
        if actor not in resolver.scene.combatants:
            return
        if not (issubclass(kind, Dodge) and felled(resolver, actor)):
            super().check(resolver, kind, actor)
        if issubclass(kind, Focus):
            may_declare(resolver)
        elif issubclass(kind, Dodge):
            may_dodge(resolver, actor)
        elif kind.cost == ACTION:
            may_act(resolver, actor, with_share=issubclass(kind, Attack))

    def odds(self, scene: Scene, action: Action) -> Odds:
        """Exact chances of attack, sucker, dodge and act."""
        return odds(self, scene, action)

    # ------------------------------------------------------------------ answers to the screen

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        """In the declaring, the focus of all who may still declare; else the attack."""
        if scene.turn.phase != DECLARE:
            return "attack"
        actors = tuple(each.name for each in scene.listed() if self.may_act(scene, each.name))
        return GroupAction("focus", "Declarations", actors, ("amount", "target")) if actors else "attack"

    def likely_targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Whom they fooled or focus on first."""
        one = scene.combatants.get(actor)
        action = [each.of for each in one.conditions if each.name in ("sucker", "focus")] if one else []
        return tuple(sorted(super().likely_targets(scene, actor), key=lambda name: name not in action))

    def group_action(self, scene: Scene, verb: str) -> GroupAction | None:
        """The numbers of everybody who has none yet."""
        missing = tuple(e.name for e in scene.listed() if e.out is None and "place" not in e.fields)
        return GroupAction(verb, "who acts when", missing, ("number",)) if verb == "initiative" and missing else None

    def turn_status(self, scene: Scene) -> TurnStatus:
        """The round, whether it is being declared, who is on and who is still to come."""
        turn = scene.turn
        if turn.round == 0:
            return TurnStatus("before the first round")
        if turn.phase == DECLARE:
            names = (name for name in full_order(scene) if self.may_act(scene, name))
            return TurnStatus(f"DECLARE · round {turn.round}", "", tuple(names))
        still = tuple(name for name in full_order(scene) if able(scene[name]) and name != turn.name)
        return TurnStatus(f"ROUND {turn.round}", turn.name or "", still)

    def columns(self, side: str) -> tuple[str, ...]:
        """The number in the order, the attack at hand, the dodge, what wounds take off."""
        return ("order", "attack", "dodge", "wounds")

    def cells(self, scene: Scene, one: Combatant) -> tuple[str, ...]:
        """Their numbers; a dash where the sheet has none."""
        resolver = self._look(scene)
        weapon = the_weapon(one, None)
        skill = the_skill(resolver, one.name, weapon, None)
        shift = wound_shift(one.tracks.get("body"), str(self.setting(scene, "wound_shift")))
        numbers = (one.fields.get("place"), one.fields.get(str(skill)), one.fields.get(t.DODGE))
        return (*(str(each) if each is not None else "–" for each in numbers), _signed(shift) if shift else "")

    def bar(self, scene: Scene, one: Combatant) -> Bar | None:
        """The body, with ticks where wounds begin to shift and where one falls."""
        found, body = super().bar(scene, one), one.tracks.get("body")
        if found is None or body is None:
            return found
        steps = t.WOUND_STEPS[str(self.setting(scene, "wound_shift"))]
        ticks = {body.max * (of - part) // of for part, of, _ in steps}
        part, of = t.UNCONSCIOUS_SHARE
        five = self.setting(scene, "unconscious") == "five"
        ticks.add(t.UNCONSCIOUS_AT if five else body.max * (of - part) // of)
        return replace(found, ticks=tuple(sorted(ticks)))

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """The shift each band proposes."""
        if self.setting(scene, "proposed_shifts") == "off":
            return (), {}
        return ("proposed",), {band: (_signed(shift),) for band, (_, shift) in t.BANDS.items()}

    def cover_row(self, scene: Scene, one: Combatant) -> CoverRow:
        """What one stands behind; proposed shifts only where the setting shows them."""
        found = super().cover_row(scene, one)
        return replace(found, effects=()) if self.setting(scene, "proposed_shifts") == "off" else found

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        """Feints that worked, shares of a split still to use, weapons being drawn."""
        found = []
        for one in scene.combatants.values():
            fooled, left = one.condition("sucker"), shares_left(one)
            if fooled is not None and fooled.of is not None:
                when = "next round" if fooled.since == scene.turn.round else "now"
                found.append(
                    Pending(one.name, f"fooled {fooled.of}: one die, a match, {when}", ("attack",), target=fooled.of)
                )
            if left and one.out is None and scene.turn.phase == ACT:
                found.append(Pending(one.name, _left(one), ("attack",)))
            if one.has("drawing"):
                found.append(Pending(one.name, f"draws {one.fields.get('drawing', 'a weapon')}, ready next round"))
        return tuple(found)

    def weapon_badges(self, one: Combatant) -> tuple[Badge, ...]:
        """Weapons in hand and holstered."""
        ready = ready_weapons(one)
        return tuple(
            Badge("●", "+", name, "normal") if name in ready else Badge("○", "-", f"{name} holstered", "dim")
            for name in one.weapons
        )

    def _look(self, scene: Scene) -> Resolver:
        """A table on which nothing is thrown, to ask the rules."""
        return Resolver(self, scene, no_dice())


def _told(resolver: Resolver, name: str, value: int) -> None:
    """The body by hand, and who is out or up again by it."""
    was = resolver.combatant(name).out
    body_becomes(resolver, name, value)
    now = resolver.combatant(name).out
    if now != was:
        resolver.say(f"{name} is {now or 'up again'}.")


def _left(one: Combatant) -> str:
    """The shares of a split still to use, each with the number that share= takes."""
    split = split_of(one)
    sizes = split["shares"] if split else []
    return "shares left: " + ", ".join(f"{sizes[place - 1]} (share {place})" for place in shares_left(one))


def _signed(shift: int) -> str:
    return f"−{-shift}" if shift < 0 else str(shift)
