"""Unknown Armies: its declarations, hooks and answers put together."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from tracker.combat.scene import Combatant, Plain, Prompt, Scene
from tracker.games.unknown_armies import health
from tracker.games.unknown_armies import sheet as s
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.actions import ACTIONS
from tracker.games.unknown_armies.actions.attack import Attack, check_may_act, default_skill, default_weapon, fooled
from tracker.games.unknown_armies.actions.dodge import Dodge, check_may_dodge
from tracker.games.unknown_armies.actions.turn import Draw, Focus, Split
from tracker.games.unknown_armies.result import HELP, ONE_DIE_HELP
from tracker.games.unknown_armies.state import hit_prompt, holstered_weapons, state_of, weapon_of
from tracker.games.unknown_armies.target import wound_shift
from tracker.games.unknown_armies.turns import ACT, ACTION, CLOCK, DECLARE, may_declare
from tracker.rules.action import Action
from tracker.rules.command import Command
from tracker.rules.declarations import Band, Context, Setting, Values
from tracker.rules.grammar import minus, the
from tracker.rules.resolver import Resolver
from tracker.rules.sheet import unknown_weapon
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.view import Badge, Bar, CoverRow, GameKey, GroupAction, Pending


class UnknownArmies(System):
    """The game of percentile rolls: declared focus is visible to all, and the highest success is the best."""

    name = "unknown-armies"
    title = "Unknown Armies"
    source = "the combat chapter of Unknown Armies (S), public references of the 2nd and 3rd edition (G)"
    sheet = s.SHEET
    bands = tuple(Band(name, size) for name, (size, _) in t.BANDS.items())
    default_band = t.NEAR
    cover_degrees = s.DEGREES
    conditions = s.CONDITIONS
    clock = CLOCK
    own_settings = s.SETTINGS
    presets = s.PRESETS
    weapon_example = "pistol maximum=40, or knife bonus=3"
    tables = s.TABLES
    own_actions = ACTIONS
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "act", "odds": "attack"}
    keys = (
        *GameKey.each(r="draw", s="split", b="sucker", l="dodge"),
        GameKey("F", "focus", phases=("", DECLARE)),
        GameKey("I", "initiative"),
    )
    opens_fight = "initiative NAME N"
    turn_actions = ((ACTION, "act"),)
    heads = ("order", "attack", "dodge", "wounds")
    vital_columns, fallen_columns = ("wounds", "attack"), ("wounds",)
    out_words = (health.UNCONSCIOUS, health.DEAD)
    result_help = HELP

    # The rules behind the common words

    def setting_default(self, scene: Scene, setting: Setting) -> Plain:
        edition = str(scene.settings.get("edition", setting.default if setting.name == "edition" else "2e"))
        return t.EDITIONS[edition].get(setting.name, setting.default)

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        if {"edition", "order"} & set(names) and resolver.scene.turn.round:
            CLOCK.sort_by_skill(resolver)

    def complete_weapon(self, resolver: Resolver, name: str, weapon: str, given: Values) -> dict[str, Plain]:
        """Return a weapon with its kind, from its name or maximum, and the bonus of its traits."""
        fields = super().complete_weapon(resolver, name, weapon, given)
        if "kind" not in fields:
            if not given and weapon.casefold() not in t.GUNS and t.BY_HAND.isdisjoint(weapon.casefold().split()):
                resolver.note(unknown_weapon(self, weapon, "a hand weapon; kind=gun changes that"))
            fields["kind"] = t.GUN if "maximum" in fields or weapon.casefold() in t.GUNS else t.HAND
        if given.get("ready"):
            fields.pop("dropped", None)
        tags = given.get("tags")
        if isinstance(tags, list) and "bonus" not in given:
            fields["bonus"] = t.EDGE * len(set(tags) & set(t.EDGES))
        return fields

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        before = resolver.combatant(name)
        health.set_body(resolver, name, before.value(track) - amount)
        now = resolver.combatant(name).out
        if now != before.out:
            resolver.say_of(name, f"is {now or 'up again'}")

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        self.lose(resolver, name, -amount, track)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        health.go_down(resolver, name, word or health.UNCONSCIOUS)

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        """Mark a condition by hand; refuse those that only the game's verbs give."""
        hints = {"focus": "With its shift: focus A B 20.", "drawing": "With its weapon: draw A WEAPON."}
        if condition in hints:
            resolver.note(hints[condition])
        if condition == "sucker" and ends.get("of") in (None, name):
            resolver.note("Who fell for it: of=OTHER.")
        resolver.mark(name, condition, None, **ends)

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        asked = hit_prompt(prompt)
        if prompt.kind == "drops":
            health.drop(resolver, prompt.name, choice)
        elif prompt.kind == "critical" and asked.target in resolver.scene.combatants:
            health.add_to_critical(resolver, prompt.name, asked, choice)
        elif asked.target:
            resolver.say(f"{asked.target} is not in the fight any more.")
        else:
            resolver.say(f"{prompt.name}, {prompt.kind}: {choice}.")

    def check_actor(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        if actor not in resolver.scene.combatants:
            return
        if not (issubclass(kind, Dodge) and state_of(resolver.combatant(actor)).was_felled):
            super().check_actor(resolver, kind, actor)
        if issubclass(kind, Focus) and resolver.scene.turn.phase == ACT:
            resolver.objection("A focus shift is declared at the beginning of a round, before anybody acts.")
        elif issubclass(kind, Dodge):
            check_may_dodge(resolver, actor)
        elif kind.cost == ACTION and not (issubclass(kind, Split) and state_of(resolver.combatant(actor)).shares_left):
            check_may_act(resolver, actor, with_share=issubclass(kind, Attack))

    def result_hint(self, verb: str, context: Context) -> str:
        actor, target = str(context.values.get("actor")), str(context.values.get("target"))
        if verb == Attack.verb and actor in context.scene.combatants and fooled(context.scene, actor, target):
            return ONE_DIE_HELP
        return super().result_hint(verb, context)

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        actor = scene.combatants.get(given.get("actor", ""))
        holstered = holstered_weapons(actor) if actor and verb == Draw.verb else ()
        return {"weapon": holstered[0]} if len(holstered) == 1 else {}

    # The log

    def credit(self, prompt: Prompt, before: Scene, after: Scene) -> tuple[str, str] | None:
        target = hit_prompt(prompt).target
        return (prompt.name, target) if prompt.kind == "critical" and target else super().credit(prompt, before, after)

    # Answers to the screen

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        if scene.turn.phase != DECLARE:
            return "attack"
        actors = tuple(combatant.name for combatant in scene.listed() if may_declare(combatant))
        return GroupAction("focus", "Declarations", actors, ("amount", "target"), at_will=True) if actors else "attack"

    def likely_targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        combatant = scene.combatants.get(actor)
        conditions = combatant.conditions if combatant else ()
        first = [condition.of for condition in conditions if condition.name in ("sucker", "focus")]
        return tuple(sorted(super().likely_targets(scene, actor), key=lambda name: name not in first))

    def cells(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        weapon = default_weapon(self.silent(scene), combatant.name, None)
        skill = str(default_skill(combatant, weapon, None))
        shift = wound_shift(combatant.tracks.get("body"), str(self.setting(scene, "wound_shift")))
        numbers = (state_of(combatant).place, combatant.fields.get(skill), combatant.fields.get(t.DODGE))
        texts = (str(number) if number is not None else "–" for number in numbers)
        return (*texts, minus(shift) if shift else "")

    def around(self, scene: Scene, actor: str, target: str) -> tuple[tuple[str, ...], int]:
        """Return the shift of the actor's wounds."""
        return (), wound_shift(scene[actor].tracks.get("body"), str(self.setting(scene, "wound_shift")))

    def holds(self, scene: Scene, name: str) -> bool:
        """Return True: one falls with some of the body left."""
        return True

    def bar(self, scene: Scene, combatant: Combatant) -> Bar | None:
        """Return the body as a bar, with ticks where wounds begin to shift and where one falls."""
        bar = super().bar(scene, combatant)
        if bar is None:
            return None
        steps = [(part, whole) for part, whole, _ in t.WOUND_STEPS[str(self.setting(scene, "wound_shift"))]]
        five = self.setting(scene, "unconscious") == "five"
        shares = (*steps, *(() if five else (t.UNCONSCIOUS_SHARE,)))
        ticks = {bar.max * (whole - part) // whole for part, whole in shares}
        return replace(bar, ticks=tuple(sorted(ticks | ({t.UNCONSCIOUS_AT} if five else set()))))

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        if self.setting(scene, "proposed_shifts") == "off":
            return (), {}
        return ("optional",), {band: (minus(shift),) for band, (_, shift) in t.BANDS.items()}

    def cover_row(self, scene: Scene, combatant: Combatant) -> CoverRow:
        """Return a row of the cover pane; proposed shifts only if the setting shows them."""
        row = super().cover_row(scene, combatant)
        return replace(row, effects=()) if self.setting(scene, "proposed_shifts") == "off" else row

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        waiting = []
        for combatant in scene.combatants.values():
            if not (combatant.conditions or combatant.fields.get("split")):
                continue
            name, sucker, state = combatant.name, combatant.condition("sucker"), state_of(combatant)
            if sucker is not None and sucker.of is not None:
                when = "next round" if sucker.since == scene.turn.round else "now"
                text = f"fooled {sucker.of}: one die, a match, {when}"
                waiting.append(Pending(name, text, ("attack",), target=sucker.of))
            if state.split is not None and state.split.left and combatant.out is None and scene.turn.phase == ACT:
                shares = (f"{state.split.shares[place - 1]} (share {place})" for place in state.split.left)
                waiting.append(Pending(name, f"shares left: {', '.join(shares)}", ("attack",)))
            if combatant.has("drawing"):
                waiting.append(Pending(name, f"draws {the(state.drawing or 'weapon')}, ready next round"))
        return tuple(waiting)

    def weapon_badge(self, combatant: Combatant, name: str) -> Badge:
        weapon = weapon_of(combatant, name)
        if weapon.ready:
            return Badge("●", "+", name, "normal")
        return Badge("○", "-", f"{name} {'dropped' if weapon.dropped else 'holstered'}", "dim")
